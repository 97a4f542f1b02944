"""Puts verdicts into words, for the terminal and for the first page of a report."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from math import ceil, floor, isfinite
from typing import get_args

import polars as pl

from simkit.experiment.factors import is_path, label, short_label
from simkit.experiment.keys import EVERY_PLAYER, is_of_players, read_key, rule_of
from simkit.experiment.target import (
    BEST,
    FIRST_PLAYER,
    FIRST_SEAT,
    GAMES,
    PLAYERS,
    SEAT_1,
    SEAT_NUMBERS,
    SEATS,
    TURN_ORDER,
)
from simkit.language import after, listed, listed_once, plural
from simkit.results.columns import game_columns, seat_columns
from simkit.results.result import measures_of
from simkit.results.scenarios import is_whole, levels_in_words
from simkit.run.findings.targeted import Found
from simkit.run.findings.unknown import Place
from simkit.run.findings.verdict import Judged, Verdict, would_meet_missed
from simkit.run.findings.would_meet import ChangeOfRules, MetBetween
from simkit.run.store.directory import RunDirectory
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.crossing import Crossing
from simkit.stats.estimates import NO_BREAK, Estimate, Range, number
from simkit.stats.verdicts import Distance, Judgement, Outcome
from simkit.stats.whose import GAME, PLACE
from simkit.stats.words import WORTH_PLAYING, both_uncertainties, rounded_up
from simkit.words.levels import at_level, named, player_at
from simkit.words.lines import fair_in_words
from simkit.words.rounding import Said, as_said

MOST_NAMED = 3
"""The most settings that are named as meeting a target which others miss."""


def verdict_heading(verdict: Verdict) -> str:
    """Return the verdict in one line: "Verdict: missed (targets: 2 met, 1 missed)"."""
    counts = [
        f"{sum(judged.outcome == outcome for judged in verdict.targets)} {outcome}"
        for outcome in get_args(Outcome)
        if any(judged.outcome == outcome for judged in verdict.targets)
    ]
    return f"Verdict: {verdict.outcome} (targets: {', '.join(counts)})"


def usual_in_words(run: RunDirectory, verdict: Verdict) -> str:
    """Return what is usual for such a game, and whether it is so here; "" if the experiment sets targets."""
    if not verdict.by_default:
        return ""
    said = [_beside_usual(run, judged) for judged in verdict.targets]
    return f"No targets are set. Usual for such a game: {'; '.join(said)}."


def _beside_usual(run: RunDirectory, judged: Judged) -> str:
    """Return a target that nobody set with what the run came to: "best player won 30 to 90 % (so here)"."""
    target, many = target_in_words(run, judged), len(judged.found)
    of_many = f" in {judged.count(judged.outcome)} of {many} results" if many > 1 else ""
    if judged.outcome == "met" or judged.decisive is None:
        return f"{target} (so here)"
    found, judgement = judged.decisive
    value = as_said(judgement.estimate)
    where = _where(run, judged, found) if many > 1 else ""
    clear = "otherwise here" if judged.outcome == "missed" else "not clear here"
    return f"{target} ({clear}{of_many}: {value}{after(where)})"


def target_in_words(run: RunDirectory, judged: Judged) -> str:
    """Return what a target asks for: "an expert wins 40 to 60 % of games on board A1"."""
    target = judged.target
    if target.goals:
        return judged.words
    levels = {} if target.is_default else target.where
    at = [f"with {plural(target.players, 'player')}"] if target.players else []
    at += [
        listed_once([at_level(run, factor, level) for level in each], "or") for factor, each in levels.items()
    ]
    return f"{_asked_for(run, judged)}{after(listed(at) if at else '', ' ')}"


_SUBJECTS = {
    GAMES: "a game",
    BEST: "the best player",
    TURN_ORDER: "each place in the turn order",
    FIRST_PLAYER: "the player that begins",
    SEATS: "each seat",
    SEAT_NUMBERS: "each seat",
    FIRST_SEAT: "seat 1",
    SEAT_1: "seat 1",
    PLAYERS: "each player",
}


def _asked_for(run: RunDirectory, judged: Judged) -> str:
    """Return what a target asks for, without where."""
    target, length = judged.target, run.game.length_column
    is_of_game = target.subject == GAMES
    who = _SUBJECTS.get(target.subject) or player_at(run, target.subject)
    columns = {column.name: column for column in (*seat_columns(run), *game_columns(run))}
    heading = columns[target.column].heading
    is_length = is_of_game and length is not None and length.name == target.column
    if target.is_spread:
        times = f"{target.high:g} times as many {heading} as the median game"
        return f"the longest games in twenty last at most {times}"
    measure = next((result for result in measures_of(run) if result.column == target.column), None)
    if target.in_games:
        share = f"in {100 * target.in_games:g}{NO_BREAK}% of games"
        return f"{share} {who} {'lasts' if is_length else 'has'} {target.range_in_words} {heading}"
    span = target.span_in_words(is_share=judged.is_share)
    if judged.is_share:
        does = f"has {heading} in" if measure is None else measure.does_in
        if is_of_game:
            does = f"is {heading} in"
        return f"{who} {does} {span}{'' if target.of_fair else ' of games'}"
    if is_length:
        return f"a game lasts {span} {heading}"
    if measure and not is_of_game:
        return f"{who} has a {measure.rate} of {span}"
    return f"{who} has {span} {heading}"


def judged_in_words(run: RunDirectory, judged: Judged, spans: Mapping[Place, Range]) -> str:
    """Return a target's result: the measured value, by how much it misses, or the games needed to decide."""
    decisive = judged.decisive
    if decisive is None:
        return "this run has no result for it"
    if judged.distance:
        return _matrix_in_words(run, judged, judged.distance)
    found, judgement = decisive
    many = len(judged.found)
    where = f" ({_where(run, judged, found)})" if many > 1 else ""
    those = judged.count(judged.outcome)
    of_many = ("both" if many == 2 else f"all {many}") if those == many else f"{those} of {many}"
    count = f"{judged.outcome} in {of_many} results: " if many > 1 else ""
    count = _those_that_meet(run, judged) + count
    target = judged.target
    has_span = not (target.is_spread or target.in_games)
    span = spans.get((found.scenario, found.of.name, target.column)) if has_span else None
    value = both_uncertainties(as_said(judgement.estimate), span)
    would = would_meet_in_words(run, judged)
    return f"{count}{value}{where}{_fair(judged, found)}{_missing(judged, judgement)}{would}"


def would_meet_in_words(run: RunDirectory, judged: Judged) -> str:
    """Return which single change of those played, or which values of a number, would meet a missed target."""
    would = would_meet_missed(run, judged)
    if would is None:
        return ""
    known = {found.scenario for found in judged.found}
    meeting = [change for change in would.meeting if change.found.scenario not in known]
    said = []
    if meeting:
        changes = [_change(run, change) for change in meeting[:MOST_NAMED]]
        more = f" or {len(meeting) - MOST_NAMED} others" if len(meeting) > MOST_NAMED else ""
        said.append(f"it would be met with {listed(changes, 'or')}{more}")
    elif not would.meeting and would.nearest is not None:
        count, decisive = len(would.changes), judged.decisive
        is_nearer = decisive is None or abs(would.nearest.judgement.by) < abs(decisive[1].by)
        which, would_not, no = ("the change played", "would not", "no ")
        if count > 1:
            none = "neither change" if count == 2 else f"none of the {count} changes"
            which, would_not, no = (f"{none} played", "would", "")
        nearest = f"{would_not} meet it for certain; nearest is {_change(run, would.nearest)}"
        said.append(f"{which} {nearest if is_nearer else f'comes {no}nearer'}")
    said += [f"by interpolation it is met with {_range(run, range_)}" for range_ in would.ranges]
    return "".join(f"; {words}" for words in said)


def seek_command(run: RunDirectory, verdict: Verdict) -> str:
    """Return the command that looks for rules which meet the experiment's own targets, if they are missed.

    It names the rules that the experiment varies; empty if it was not made from a file.
    """
    file = next((word for word in run.manifest["command"] if word.endswith((".yaml", ".yml"))), "")
    if verdict.outcome != "missed" or not file:
        return ""
    rules = [rule for factor in run.factors if (rule := rule_of(factor))]
    return shlex.join(("simkit", "seek", file, "--by", ",".join(rules) or "RULE"))


def _change(run: RunDirectory, change: ChangeOfRules) -> str:
    return f"{named(run, change.factor, change.level)} ({as_said(change.judgement.estimate)})"


def _range(run: RunDirectory, met: MetBetween) -> str:
    """Return a range of a number: "price 4.6 (4.3 to 4.9) or more"; of whole numbers "reserve 5 or more"."""
    name = short_label(vocabulary_of(run), met.factor)
    if is_whole(run.levels[met.factor]):
        counts = label(vocabulary_of(run), met.factor).startswith("the number of ")
        return f"{_whole(met)} {name}" if counts else f"{name} {_whole(met)}"
    if met.low and met.high:
        return f"{name} {_at(met.low)} to {_at(met.high)}"
    if met.low:
        return f"{name} {_at(met.low)} or more"
    return f"{name} {_at(met.high)} or less" if met.high else name


def _whole(met: MetBetween) -> str:
    """Return which whole numbers meet a target for certain, and which may."""
    sure, may = list[str](), list[str]()
    for found, nearest, side in ((met.low, ceil, "or more"), (met.high, floor, "or less")):
        if found is not None:
            far = found.high if side == "or more" else found.low
            sure.append(f"{nearest(far)} {side}" if isfinite(far) else "")
            near = nearest(found.at)
            may.append(f"{near} {side}" if not isfinite(far) or near != nearest(far) else "")
    known, perhaps = (" and ".join(filter(None, words)) for words in (sure, may))
    if not known:
        return f"perhaps {perhaps}"
    return f"{known}{f', perhaps {perhaps}' if perhaps else ''}"


def _at(found: Crossing) -> str:
    if isfinite(found.low) and isfinite(found.high):
        return f"{Estimate(found.at, found.low, found.high, 2, '')}"
    return f"about {found.at:.2g}"


def _matrix_in_words(run: RunDirectory, judged: Judged, distance: Distance) -> str:
    """Return a matrix's distance, and in how many pairs it is met, missed or not yet known."""
    counts = [f"{judged.count(outcome)} {outcome}" for outcome in get_args(Outcome) if judged.count(outcome)]
    measured, by_chance = (f"{100 * size:.1f}" for size in (distance.measured, distance.by_chance))
    decisive = judged.decisive
    further = _missing(judged, decisive[1]) if decisive and judged.outcome == "not yet known" else ""
    return f"distance {measured} points (by chance alone about {by_chance}); {', '.join(counts)}{further}"


def pairs_of(run: RunDirectory, judged: Judged, *, short: bool = False) -> pl.DataFrame:
    """Return a row for each result of a matrix; with its setting if a pair has several.

    Parameters
    ----------
    short : bool
        Whether intervals are written as the longer of their sides.
    """
    written = "bare side" if short else "bare"
    factors = [factor for factor in run.factors if not is_of_players(factor)]
    rows = []
    for found, judgement in zip(judged.found, judged.judgements, strict=True):
        low, high = found.bounds.low, found.bounds.high
        off = 100 * (found.estimate.value - (low + high) / 2)
        rows.append(
            {
                "player": found.player,
                "against": found.opponent,
                "setting": levels_in_words(run, run.scenario(found.scenario), factors),
                "range in %": f"{100 * low:g} to {100 * high:g}",
                "won in %": format(judgement.estimate, written),
                "off": number(off, 1, signed=True),
                "verdict": judgement.outcome,
            }
        )
    frame = pl.DataFrame(rows)
    once = not frame.select("player", "against").is_duplicated().any()
    return frame.drop("setting") if once or frame["setting"].n_unique() == 1 else frame


def _those_that_meet(run: RunDirectory, judged: Judged) -> str:
    """Return which of several settings meet a target that others miss or leave open; "" if none does."""
    pairs = zip(judged.found, judged.judgements, strict=True)
    met = [(found, judgement) for found, judgement in pairs if judgement.outcome == "met"]
    if not met or len(met) == len(judged.found):
        return ""
    those = [_where(run, judged, found) for found, _ in met[:MOST_NAMED]]
    those += [f"{len(met) - MOST_NAMED} more"] if len(met) > MOST_NAMED else []
    return f"met in {len(met)} of {len(judged.found)} ({'; '.join(those)}), "


def _where(run: RunDirectory, judged: Judged, found: Found) -> str:
    """Return the setting and the player of one of several estimates, in words."""
    row = run.scenario(found.scenario)
    fixed = {factor for factor, levels in judged.target.where.items() if len(levels) == 1}
    fixed |= {EVERY_PLAYER.name} if found.player else set()
    setting = [_level(run, factor, row) for factor in run.factors if factor not in fixed]
    article = "the " if found.of.kind == PLACE else ""
    who = player_at(run, found.player) or ("" if found.of == GAME else f"{article}{found.of.from_1}")
    if found.player and any(_is_table(run, factor, str(row[factor])) for factor in run.factors):
        who = ""
    return ", ".join(dict.fromkeys(word for word in (who, *setting) if word))


def _level(run: RunDirectory, factor: str, row: Mapping[str, object]) -> str:
    """Return the level of a scenario in few words: "board A1", "an expert", "between bold and careful"."""
    level = str(row[factor])
    if read_key(factor) == EVERY_PLAYER:
        return player_at(run, level)
    is_table = _is_table(run, factor, level)
    return at_level(run, factor, level) if is_table else levels_in_words(run, row, [factor])


def _is_table(run: RunDirectory, factor: str, level: str) -> bool:
    """Return whether a variant names who plays: "bold - careful"."""
    return not is_path(factor) and run.strategies.keys() >= {*level.split(" - ")}


def _fair(judged: Judged, found: Found) -> str:
    if found.of == GAME or not judged.target.of_fair:
        return ""
    fair = (found.bounds.low + found.bounds.high) / 2
    if judged.is_share:
        return f"; {fair_in_words(fair)} is fair"
    return f"; the mean of all seats is {found.estimate.beside(fair)}"


def _missing(judged: Judged, judgement: Judgement) -> str:
    """Return by how much a target is missed, or how many more games are needed to decide."""
    if judgement.outcome == "missed":
        is_wide = Said(**vars(judgement.estimate)).is_wide
        size = number(100 * abs(judgement.by), 0 if is_wide and abs(judgement.by) >= 0.01 else 1)
        size = f"{size} point{'' if size == '1' else 's'}" if judged.is_share else _size(abs(judgement.by))
        return f"; {size} too {'high' if judgement.by > 0 else 'low'}"
    if judgement.outcome == "met":
        return ""
    if judged.more_games is None:
        if not isfinite(judgement.estimate.low):
            return "; too few games"
        games = 4 * judgement.estimate.n
        return f"; it lies at the edge of the range: {games:,} games would give half as wide an interval"
    if judged.more_games > WORTH_PLAYING:
        return "; it lies so near the edge of the range that no number of games worth playing would decide"
    return f"; about {rounded_up(judged.more_games):,} more games per setting would decide"


def _size(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".") if number >= 0.01 else f"{number:.2g}"


def verdict_lines(
    run: RunDirectory, verdict: Verdict, spans: Mapping[Place, Range]
) -> Iterable[tuple[Outcome, str, str]]:
    """Yield, for each target, its verdict, the target, and its result."""
    for judged in verdict.targets:
        target = target_in_words(run, judged)
        yield judged.outcome, target, judged_in_words(run, judged, spans)
