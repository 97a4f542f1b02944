"""Says which change of the rules meets targets, or which comes nearest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.objectives import measure_in_words
from simkit.language import listed, opening
from simkit.search.seek import Sought, Tried
from simkit.words.asked.names import changed, count, games

MOST_TOLD = 2
"""The most results that a sentence tells."""


def sentences_of(found: Sought, game: Game, knobs: Knobs, names: Mapping[str, str]) -> list[str]:
    """Return what was found for a game whose rules are these now, with what players are called."""
    return [f"{opening(words)}." for words in _sentences(found, game, knobs, names)]


def _sentences(found: Sought, game: Game, knobs: Knobs, names: Mapping[str, str]) -> Iterator[str]:
    if not found.winners:
        yield "no change of these rules is allowed"
    elif found.holds:
        tried, others = found.holds[0][1], len(found.holds) - 1
        yield f"{changed(knobs, dict(tried.change))}, {_results(game, found, tried, names)}, as wanted"
        if others:
            yield f"{count(others, 'other change')} {'meets' if others == 1 else 'meet'} what is wanted, too"
    else:
        tried = found.winners[0][1]
        seemed = any(searched.meets for searched, _ in found.winners)
        first, *rest = _each_result(game, found, tried, names)
        if seemed or not tried.distance:
            yield f"{games(found.fresh_games)} do not show whether any change meets what is wanted"
        else:
            yield f"none of {count(found.tried, 'change')} meets what is wanted"
        yield f"the nearest: {changed(knobs, dict(tried.change))}, {first}"
        yield from (f"then {other}" for other in rest)
        if not seemed and tried.distance and len(found.targets) > 1 and len(found.winners) > 1:
            yield "the targets conflict: each change that comes nearer to one of them misses another"
    yield f"unchanged, {_results(game, found, found.before, names)}"


def _results(game: Game, found: Sought, tried: Tried, names: Mapping[str, str]) -> str:
    """Return all that a setting comes to."""
    return listed(_each_result(game, found, tried, names))


def _each_result(game: Game, found: Sought, tried: Tried, names: Mapping[str, str]) -> list[str]:
    """Return what a setting comes to: "the win rate of planner is 48.6 % (47.6 to 49.6)"."""
    columns = {column.name: column for column in (*game.seat_columns, *game.columns)}
    told = list[str]()
    for which, one in [*tried.found.items()][:MOST_TOLD]:
        target = found.targets[which]
        who = names.get(one.player, one.player) or (one.of.from_1 if one.of.kind != "game" else "")
        whose = f" of {who}" if who else ""
        if target.in_games:
            heading, span = columns[target.column].heading, target.range_in_words
            what = f"{span} {heading}" if heading.endswith("s") else f"a {heading} of {span}"
            told.append(f"{one.estimate} of games have {what}{whose}")
        else:
            told.append(f"the {measure_in_words(columns[target.column])}{whose} is {one.estimate}")
    return told
