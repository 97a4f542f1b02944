"""Answers whether people's games are as the simulation says, and what more evenings would decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.document.blocks import Block, Section, Table, Text
from simkit.engine.base.rows import by_column
from simkit.engine.contract.objectives import Objective, measure_in_words
from simkit.engine.contract.player import Player, Reference
from simkit.errors import BadInput, unknown
from simkit.experiment.target import from_data
from simkit.experiment.values import player_in_words
from simkit.language import listed, opening, plural
from simkit.plugins import find_strategy, strategies_of
from simkit.questions.answer import Answer
from simkit.questions.answers.likeness import SURE
from simkit.results.people import counted
from simkit.run.games import Games, places
from simkit.run.store.directory import RunDirectory
from simkit.run.store.people import BESIDE, ENTERED, GOALS, LABELS, QUESTIONS, SEAT_LABELS
from simkit.search.likeness import by_results, is_made_of_another
from simkit.search.people_results import PeopleResults, results_of
from simkit.search.settings import ladder_players
from simkit.stats.estimates import CONFIDENCE
from simkit.stats.verdicts import Bounds
from simkit.stats.whose import PLACE
from simkit.table.columns import EVENING
from simkit.table.compared import (
    DIFFERS,
    FITS,
    TOO_EARLY,
    ComparedMeasure,
    Futures,
    SharedMeasure,
    WantedRange,
    compare,
    foretell,
    p_of_equals,
    share_or_mean,
)
from simkit.table.kept import NOT_SAID
from simkit.table.playtest import Playtest

GAMES, WHEN_THINKING = 2_000, 200
"""Games that are simulated; fewer of players that look ahead."""

ENOUGH = 5
"""Games of a group, or of a person, of which a share or a mean is shown."""

MOST_GROUPS = 20
"""A label that tells more groups apart is left out of the report."""

COURSES = 100
"""Courses of the evenings to come in which is looked whom people are like."""

LIKELY, UNLIKELY = 0.7, 0.3
"""From which chance on something will probably be decided, and up to which probably not."""


@dataclass(frozen=True)
class _Asked:
    """What a run's games are measured by, of people and of the simulated."""

    run: RunDirectory
    results: PeopleResults
    players: tuple[Player, ...]

    @cached_property
    def simulated(self) -> Games:
        """The simulated games."""
        game, folder = self.run.game.name, Path(self.run.manifest["experiment"]["folder"])
        strategies = tuple(find_strategy(game, player.strategy, folder) for player in self.players)
        parameters = tuple(player.parameters for player in self.players)
        thinks = any(player.strategy.look_ahead for player in self.players)
        return self.results.play(strategies, parameters, WHEN_THINKING if thinks else GAMES)

    @property
    def beside(self) -> str:
        """The simulated players in words."""
        return listed(
            dict.fromkeys(player_in_words(player.name, player.parameters) for player in self.players)
        )

    @property
    def are_alike(self) -> bool:
        """Whether the simulated players are equally strong, because they are one."""
        return all(player == self.players[0] for player in self.players)

    @cached_property
    def measures(self) -> list[SharedMeasure]:
        """What is compared: what players strive for, how long games are, and whether beginning helps."""
        game, found = self.run.game, []
        simulated = self.results.measured(self.simulated) if self.results.measures else np.zeros((1, 0))
        shared = {
            (goal.column, goal.of == "seat"): goal
            for goal in game.objectives
            if game.column_of(goal).is_yes_no
        }
        of_games = {column.name: column for column in game.columns}
        of_seats = {column.name: column for column in game.seat_columns}
        for place, (name, of_seat) in enumerate(self.results.measures):
            column = (of_seats if of_seat else of_games)[name]
            goal = shared.get((name, of_seat))
            if of_seat and goal is not None and goal.shared == "one":
                continue  # of every game one seat wins
            is_share = column.is_yes_no and not of_seat
            seen = self.results.seen[:, place]
            found.append(SharedMeasure(measure_in_words(column), is_share, seen, simulated[:, place]))
        begun = self._first_wins()
        if begun is not None:
            found.append(SharedMeasure("first player's win rate", True, *begun))
        return [measure for measure in found if measure.seen.std() > 0 or measure.simulated.std() > 0]

    def _first_wins(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None:
        """Return in which games the one who began has won, of people and simulated; None if not known."""
        goal = self.run.game.headline
        if goal is None or goal.of != "seat" or goal.shared != "one" or not self.run.compares_seats:
            return None
        if not self.run.game.column_of(goal).is_yes_no:
            return None
        order = self.run.place if self.run.turn_order else pl.col("seat")
        rows = self.run.seats.filter(order == 0).sort("game").collect()
        played = self.simulated
        won = played.values(goal.column, of_seats=True).astype(np.float64)
        rows_of_seats = by_column(played.seat_rows)
        known = places(played.match.game.turn_order, rows_of_seats) if self.run.turn_order else {}
        first = known[PLACE].reshape(won.shape) == 0 if known else np.arange(won.shape[1])[None, :] == 0
        return rows[goal.column].cast(pl.Float64).to_numpy(), (won * first).sum(axis=1)

    def equals(self) -> float | None:
        """Return the chance of people's wins being as uneven if all were equally strong; None if unknown."""
        goal = self.run.game.headline
        names = self.run.line_ups[0]
        if goal is None or goal.of != "seat" or goal.shared != "one" or not self.are_alike:
            return None
        if not self.run.game.column_of(goal).is_yes_no or not self._has_names or len(names) < 2:
            return None
        rows = self.run.seats.sort("game", "seat").collect()
        seats = len(self.players)
        won = rows[goal.column].cast(pl.Boolean).to_numpy().reshape(-1, seats)
        return p_of_equals(won, rows["player"].to_numpy().astype(np.int64).reshape(-1, seats))

    @property
    def _has_names(self) -> bool:
        return not all(name.startswith("person ") for name in self.run.line_ups[0])

    @property
    def evenings(self) -> int:
        """How many evenings people have played, as far as that was said."""
        assert self.run.people is not None
        if EVENING in self.run.people.get(LABELS, ()):
            return int(self.run.games.select(pl.col(EVENING).cast(pl.String).n_unique()).collect().item())
        return max(1, len(self.run.people.get("files", [])))


def read(run: RunDirectory, parameters: Playtest) -> Answer:
    """Compare people's games with simulated ones, and foretell what more evenings would show."""
    about = {"Game": run.game.title}
    if run.people is None or run.people["how"] != ENTERED:
        return Answer((), about=about)
    asked = _Asked(run, results_of(run), _players(run))
    measures = asked.measures
    games = len(run.numbers(0))
    tables = {"answers": _answers(run)}
    if not measures:
        return Answer((), tables={name: table for name, table in tables.items() if table.height}, about=about)
    of_equals = asked.equals()
    found, others = compare(measures, [] if of_equals is None else [of_equals])
    equal = others[0] if others else None
    goals = list(_goals(run, asked, measures))
    more = max(1, round(parameters.evenings * games / asked.evenings))
    futures = foretell(measures, goals, more, others=len(others))
    alike = _alike_then(run, asked, futures)
    tables = {
        "compared": _compared(found, asked),
        "evenings": _evenings(found, goals, futures, alike, parameters.evenings),
        "people": _people(run, asked, equal),
        **dict(_groups(run, asked, parameters.by)),
        **tables,
    }
    sentences = [
        *_fits(found, games),
        *_decides(found, goals, futures, alike, parameters.evenings),
    ]
    return Answer(
        tuple(sentences), tables={name: table for name, table in tables.items() if table.height}, about=about
    )


def _players(run: RunDirectory) -> tuple[Player, ...]:
    """Return the simulated players beside whom people are seen: of their sheet, or the game's strongest."""
    assert run.people is not None
    said = run.people.get(BESIDE) or []
    if not said:
        base = Reference(ladder_players(run.game).base.name)
        return (Player(base, {}),) * len(run.match(0).strategies)
    players = tuple(map(Player.from_data, said))
    for player in players:
        for file in player.strategy.files:
            run.require_trust(file, player.strategy)
    return players


def _goals(run: RunDirectory, asked: _Asked, measures: Sequence[SharedMeasure]) -> Iterator[WantedRange]:
    """Yield the targets of its experiment that are about a measure, each in words."""
    assert run.people is not None
    names = {column.name: measure_in_words(column) for column in run.game.columns}
    places_of = {measure.words: place for place, measure in enumerate(measures)}
    for data in run.people.get(GOALS, []):
        target = from_data(data)
        place = places_of.get(names.get(target.column, ""))
        if place is None or target.in_games or target.is_spread or target.of_fair:
            continue
        is_share = measures[place].is_share
        words = f"{measures[place].words}, {target.span_in_words(is_share=is_share)}"
        yield WantedRange(place, Bounds(target.low, target.high), words)


def _alike_then(run: RunDirectory, asked: _Asked, futures: Futures) -> tuple[float, bool]:
    """Return the chance that it is then known whom people are like, and whether it is known now."""
    results = asked.results
    if not results.measures:
        return 0.0, False
    strategies = {
        name: strategy
        for name, strategy in strategies_of(run.game.name).items()
        if not is_made_of_another(strategy)
    }
    now = by_results(results.seen, results.simulate, strategies)
    is_known = now[0].share >= SURE or len(now) == 1
    every = np.concatenate([results.seen, results.measured(asked.simulated)[futures.atoms]])
    known = 0
    for drawn in futures.drawn[:COURSES]:
        whole = np.concatenate([results.seen, every[drawn]])
        known += by_results(whole, results.simulate, strategies)[0].share >= SURE
    return known / COURSES, is_known


def _compared(found: Sequence[ComparedMeasure], asked: _Asked) -> Table:
    rows = [
        {
            "what": one.measure.words,
            "people": one.people,
            "simulated": one.simulated,
            "verdict": one.fit,
        }
        for one in found
    ]
    caption = (
        f"People's games, and {len(asked.simulated):,} simulated ones of {asked.beside} by the same rules. "
        "'Fits': with 95 % confidence the difference is at most a tenth (of shares, 10 points). 'Does not "
        "fit': in less than 5 % of such tables chance alone makes any line differ so much."
    )
    return Table(rows, caption)


def _percent(share: float) -> str:
    """Return a chance that was simulated a few hundred times, as roughly as it is known."""
    return "under 5 %" if share < 0.05 else "over 95 %" if share > 0.95 else f"{5 * round(20 * share)} %"


def _evenings(
    found: Sequence[ComparedMeasure],
    goals: Sequence[WantedRange],
    futures: Futures,
    alike: tuple[float, bool],
    evenings: int,
) -> Table:
    rows: list[dict[str, Any]] = []
    for place, one in enumerate(found):
        then = futures.fits[place]
        rows.append(
            {
                "what": f"whether the {one.measure.words} fits",
                "now": one.fit,
                "decided then": _percent(1 - then[TOO_EARLY]),
                "as yes": _percent(then[FITS]),
                "as no": _percent(then[DIFFERS]),
            }
        )  # fmt: skip
    for place, goal in enumerate(goals):
        outcomes = futures.outcomes[place]
        people = found[goal.measure].people
        rows.append(
            {
                "what": f"whether the target is met: {goal.words}",
                "now": goal.outcome(people.low, people.high),
                "decided then": _percent(1 - outcomes["not yet known"]),
                "as yes": _percent(outcomes["met"]),
                "as no": _percent(outcomes["missed"]),
            }
        )
    now = "known" if alike[1] else "not yet known"
    rows.append({"what": "which player people are like", "now": now, "decided then": _percent(alike[0])})
    caption = (
        f"The chance that {_evenings_in_words(evenings)}, {plural(futures.more, 'game')} of the same people, "
        "would decide it, if they play on as they did. Games of one evening count as independent."
    )
    return Table(rows, caption)


def _people(run: RunDirectory, asked: _Asked, equal: float | None) -> Table:
    """Return the table of the people: how many games each has played, and what came of them."""
    goal = run.game.headline
    if goal is None or goal.of != "seat" or not asked._has_names:
        return Table([])
    column = run.game.column_of(goal)
    rows = _of_people(run, goal, run.seats.collect())
    few = f"of fewer than {ENOUGH} games none is shown"
    strength = ""
    if equal is not None:
        is_even = equal >= 1 - CONFIDENCE
        strength = (
            " The wins are no less even than those of equals may be."
            if is_even
            else " The people are not equally strong: equals would hardly ever win so unevenly."
        )
    called = measure_in_words(column)
    return Table(rows, f"The {called} of each of the people, with 95 % intervals; {few}.{strength}")


def _of_people(run: RunDirectory, goal: Objective, frame: pl.DataFrame) -> list[dict[str, Any]]:
    """Return a row for each of the people in some rows of the seats: their games, and what came of them."""
    column, rows = run.game.column_of(goal), []
    for player, name in enumerate(run.line_ups[0]):
        own = frame.filter(pl.col("player") == player)[goal.column]
        numbers = own.cast(pl.Float64).to_numpy()
        found = share_or_mean(numbers, is_share=column.is_yes_no) if len(own) >= ENOUGH else None
        rows.append({"who": name, "games": len(own), measure_in_words(column): found})
    return rows


def _groups(run: RunDirectory, asked: _Asked, by: str) -> Iterator[tuple[str, Table]]:
    """Yield a table for each label: the measures of each group of games."""
    assert run.people is not None
    labels = list(run.people.get(LABELS, ()))
    if by and by not in labels:
        raise BadInput(unknown("label", by, labels))
    games = run.games.sort("game").collect()
    for label in [by] if by else labels:
        words = games[label].cast(pl.String)
        groups = words.unique(maintain_order=True).to_list()
        if not by and (len(groups) < 2 or len(groups) > MOST_GROUPS):
            continue
        rows = []
        for group in groups:
            chosen = (words == group).to_numpy()
            row: dict[str, Any] = {label: group, "games": int(chosen.sum())}
            for measure in asked.measures:
                few = chosen.sum() < ENOUGH
                row[measure.words] = None if few else measure.estimate(measure.seen[chosen])
            rows.append(row)
        few_words = f"of fewer than {ENOUGH} games none is shown"
        called = label.replace("_", " ")
        yield f"by_{label}", Table(rows, f"The games by {called}; {few_words}.")
        goal = run.game.headline
        if goal is None or goal.of != "seat" or not asked._has_names:
            continue
        seats = run.seats.join(run.games.select("game", label), on="game").collect()
        own = [
            {label: group, **row}
            for group in groups
            for row in _of_people(run, goal, seats.filter(pl.col(label).cast(pl.String) == group))
            if row["games"] >= ENOUGH
        ]
        rate = measure_in_words(run.game.column_of(goal))
        least = f"of at least {ENOUGH} games"
        yield f"people_by_{label}", Table(own, f"The {rate} of each of the people by {called}, {least}.")


def _answers(run: RunDirectory) -> Table:
    """Return what people answered to the questions on paper."""
    assert run.people is not None
    asked, names = run.people.get(QUESTIONS, []), run.people.get(SEAT_LABELS, ())
    if not asked or not run.has_seats(0):
        return Table([])
    frame, rows = run.seats.collect(), []
    for number, words in enumerate(asked, start=1):
        if f"q{number}" not in names:
            continue
        said = [one for one in frame[f"q{number}"].cast(pl.String).to_list() if one != NOT_SAID]
        numbers = [_as_number(one) for one in said]
        if said and all(one is not None for one in numbers):
            values = np.array(numbers, np.float64)
            rows.append({"question": words, "answers": len(said),
                         "said": f"{share_or_mean(values, is_share=False)}"})  # fmt: skip
        else:
            counts = Counter(one.lower() for one in said).most_common(6)
            rows.append({"question": words, "answers": len(said),
                         "said": ", ".join(f"{word} {count}" for word, count in counts)})  # fmt: skip
    caption = "What people answered: the mean of numbers, with a 95 % interval; else how often each was said."
    return Table(rows, caption)


def _as_number(said: str) -> float | None:
    try:
        found = float(said.replace(",", "."))
    except ValueError:
        return None
    return found if abs(found) < inf else None


def _fits(found: Sequence[ComparedMeasure], games: int) -> Iterator[str]:
    """Yield what of people's games is not as simulated, what is, and of what it is too early to say."""
    by_fit = {fit: [one for one in found if one.fit == fit] for fit in (DIFFERS, FITS, TOO_EARLY)}
    if differing := sorted(by_fit[DIFFERS], key=lambda one: one.p):
        first, *others = differing
        nor = f"; nor does the {listed([one.measure.words for one in others])}" if others else ""
        yield (
            f"The {first.measure.words} does not fit the simulation: {first.people} among people, "
            f"{first.simulated:alone} simulated{nor}."
        )
    fit, early = (_together(by_fit[kind]) for kind in (FITS, TOO_EARLY))
    after = f"after {plural(games, 'game')}"
    said = [
        *([f"{fit} the simulation to within {_margin(by_fit[FITS])}"] if fit else []),
        *([f"it is too early to say whether {early} the simulation"] if early else []),
    ]
    if said:
        yield " ".join(
            opening(f"{after if place == 0 else ''} {words}.".strip()) for place, words in enumerate(said)
        )


def _together(found: Sequence[ComparedMeasure]) -> str:
    """Return measures with their verb: "the mean score fits"; empty if there are none."""
    words = [one.measure.words for one in found]
    return f"the {listed(words)} {'fits' if len(words) == 1 else 'fit'}" if words else ""


def _margin(found: Sequence[ComparedMeasure]) -> str:
    """Return within what measures fit, in words: shares, means, or both."""
    kinds = {one.measure.is_share for one in found}
    return "a tenth, or 10 points" if len(kinds) == 2 else "10 points" if True in kinds else "a tenth"


def _decides(
    found: Sequence[ComparedMeasure],
    goals: Sequence[WantedRange],
    futures: Futures,
    alike: tuple[float, bool],
    evenings: int,
) -> Iterator[str]:
    """Yield what more evenings would decide, of what is not decided yet.

    `alike`: the chance that it is then known whom people are like, and whether it is known now.
    """
    open_now = {
        f"the {one.measure.words}": 1 - futures.fits[place][TOO_EARLY]
        for place, one in enumerate(found)
        if one.fit == TOO_EARLY
    }
    for place, goal in enumerate(goals):
        people = found[goal.measure].people
        if goal.outcome(people.low, people.high) == "not yet known":
            open_now[f"the target for the {goal.words}"] = 1 - futures.outcomes[place]["not yet known"]
    chance, is_known = alike
    if not is_known:
        open_now["the player that people are like"] = chance
    more = opening(f"{_evenings_in_words(evenings)} ({plural(futures.more, 'game')})")
    if not open_now:
        yield f"{more} would decide nothing that is not decided already."
        return
    kinds = (
        [words for words, p in open_now.items() if p >= LIKELY],
        [words for words, p in open_now.items() if UNLIKELY < p < LIKELY],
        [words for words, p in open_now.items() if p <= UNLIKELY],
    )
    first = next(words for kind in kinds for words in kind)
    likely, even, unlikely = (
        [f"{words} ({'a chance of ' if words == first else ''}{_percent(open_now[words])})" for words in kind]
        for kind in kinds
    )
    verbs = ("probably decide", "perhaps decide", "hardly decide")
    said = [(verb, words) for verb, words in zip(verbs, (likely, even, unlikely), strict=True) if words]
    yield " ".join(
        f"{more if place == 0 else 'They'} would {verb} about {listed(words)}."
        for place, (verb, words) in enumerate(said)
    )


def _evenings_in_words(evenings: int) -> str:
    return f"{counted(evenings)} more evening{'' if evenings == 1 else 's'}"


def section(answer: Answer) -> Sequence[Section]:
    """Return the section of a report: the sentences, and the tables."""
    said: list[Block] = [*map(Text, answer.sentences), *answer.shown]
    return [Section("People beside the simulation", said)] if said else []
