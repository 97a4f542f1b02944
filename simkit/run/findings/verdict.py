"""Judges whether a run meets its targets, target by target and setting by setting.

`write_verdict` keeps it as ``verdict.json``::

    verdict      met, missed or not yet known: missed if any target is, met if all are
    defaults     whether simkit set the targets because the experiment sets none
    targets      for each: target (in words), verdict, comparisons (how many estimates were judged by it, for
                 which the intervals allow: Bonferroni), by (how far the estimate that misses most lies above
                 the range, negative below), more_games (how many more games of each scenario would tell;
                 null if that is known, or no number would), for a matrix distance, and its estimates:
    distance     in percentage points, the root mean square of the deviations from the middles of the ranges
                 (points), and what it would be on average by chance alone (by_chance)
    would_meet   of a missed target, what else was played with one factor changed: `changes` (factor, level,
                 scenario, estimate, low, high, verdict), and by interpolation the `ranges` of numbers that
                 meet it (factor; from and to, each at, low, high, or null where it is open)
    estimates    scenario, levels, of ("game", "first player", "seat 1" from 1, "player 1", whose
                 strategy is `player`; in a matrix `player` and `opponent` with their parameters), estimate,
                 low, high, games, bounds (what is allowed), verdict, by, more_games
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, isfinite
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from simkit.errors import writing
from simkit.experiment.factors import Called
from simkit.experiment.target import Target
from simkit.run.findings.targeted import Found, TargetReader, targets_of
from simkit.run.findings.would_meet import WouldMeet, would_meet
from simkit.run.store.directory import RunDirectory
from simkit.run.store.durable import written_in_one_step
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.crossing import Crossing
from simkit.stats.verdicts import Distance, Judgement, Outcome, distance, judge_all

VERDICT = "verdict.json"

FORMAT = 1
"""The version of ``verdict.json``; it goes up when readers have to adapt."""

DIGITS = 9
"""The number of decimals written."""


@dataclass(frozen=True)
class Judged:
    """A target, with the verdicts on all estimates that it is about."""

    target: Target
    is_share: bool
    found: tuple[Found, ...]
    """Empty if no scenario of the run has such an estimate."""

    judgements: tuple[Judgement, ...]
    called: Called = field(repr=False)
    """What rules and players' parameters are called."""

    @property
    def words(self) -> str:
        """The target in words: "planner: won 40 % to 60 %"."""
        return self.target.in_words(is_share=self.is_share, called=self.called)

    @cached_property
    def outcome(self) -> Outcome:
        """Missed if any estimate misses, met if all meet it."""
        outcomes = {judgement.outcome for judgement in self.judgements}
        if "missed" in outcomes:
            return "missed"
        return "met" if outcomes == {"met"} else "not yet known"

    @cached_property
    def decisive(self) -> tuple[Found, Judgement] | None:
        """The deciding estimate: the one that misses most, is least certain, or lies nearest to the limit."""
        pairs = list(zip(self.found, self.judgements, strict=True))
        own = [pair for pair in pairs if pair[1].outcome == self.outcome]
        if not own:
            return None
        if self.outcome == "not yet known":
            return max(own, key=lambda pair: inf if pair[1].more_games is None else pair[1].more_games)
        return max(own, key=lambda pair: (abs(pair[1].by), -_room(*pair)))

    @cached_property
    def more_games(self) -> int | None:
        """The further games per scenario that would decide, if more games can."""
        own = [one.more_games for one in self.judgements if one.outcome == "not yet known"]
        known = [number for number in own if number is not None]
        return max(known) if known and len(known) == len(own) else None

    @cached_property
    def distance(self) -> Distance | None:
        """How far a matrix is from its target; None for other targets, or without results."""
        if not self.target.goals or not self.found:
            return None
        return distance([(found.estimate, found.bounds) for found in self.found])

    def count(self, outcome: Outcome) -> int:
        """Return the number of estimates with a certain verdict."""
        return sum(judgement.outcome == outcome for judgement in self.judgements)


def _room(found: Found, judgement: Judgement) -> float:
    value = judgement.estimate.value
    return min(abs(value - found.bounds.low), abs(found.bounds.high - value))


@dataclass(frozen=True, repr=False)
class Verdict:
    """The verdict on a run, with the verdicts on its targets."""

    targets: tuple[Judged, ...]

    @property
    def outcome(self) -> Outcome:
        """Missed if any target is, met if all are."""
        outcomes = {judged.outcome for judged in self.targets}
        if "missed" in outcomes:
            return "missed"
        return "met" if outcomes == {"met"} else "not yet known"

    def __repr__(self) -> str:
        targets = "".join(f"; {judged.words}: {judged.outcome}" for judged in self.targets)
        return f"<Verdict: {self.outcome}{targets}>"

    @property
    def by_default(self) -> bool:
        """True if the experiment sets no targets, so that these are simkit's defaults."""
        return any(judged.target.is_default for judged in self.targets)


_JUDGED: WeakKeyDictionary[RunDirectory, Verdict] = WeakKeyDictionary()


def judge_run(run: RunDirectory) -> Verdict:
    """Return the verdict on a run; worked out once, because it may have 100,000 scenarios.

    An incomplete run is not judged: whether it meets its targets is not yet known.
    """
    if run not in _JUDGED:
        _JUDGED[run] = _judged(run)
    return _JUDGED[run]


def _judged(run: RunDirectory) -> Verdict:
    if run.incomplete:
        return Verdict(())
    reader = TargetReader(run)
    every = [(target, reader.found(target)) for target in targets_of(run)]
    return Verdict(
        tuple(
            Judged(
                target,
                reader.is_share(target),
                found,
                tuple(judge_all([(one.estimate, one.bounds) for one in found], max(len(found), 1))),
                vocabulary_of(run),
            )
            for target, found in every
            if found or not target.is_default
        )
    )


def would_meet_missed(run: RunDirectory, judged: Judged) -> WouldMeet | None:
    """Return what would meet a missed target of the experiment's own; None for a matrix, and for others."""
    target, decisive = judged.target, judged.decisive
    is_simple = not (target.goals or target.is_spread or target.is_default)
    if judged.outcome != "missed" or decisive is None or not is_simple:
        return None
    return would_meet(run, target, decisive[0])


def write_verdict(run: RunDirectory, verdict: Verdict) -> Path:
    """Write a verdict into its run's directory as JSON; equal verdicts give equal bytes."""
    path, contents = run.path / VERDICT, _contents(run, verdict)
    with suppress(OSError):
        if path.read_bytes() == contents:  # the run may lie where nothing can be written
            return path
    with writing(path), written_in_one_step(path) as temporary:
        temporary.write_bytes(contents)
    return path


def has_own_verdict(run: RunDirectory) -> bool:
    """Return True if the verdict beside a run is the one that its tables come to."""
    with suppress(OSError):
        return (run.path / VERDICT).read_bytes() == _contents(run, judge_run(run))
    return False


def _contents(run: RunDirectory, verdict: Verdict) -> bytes:
    levels = {row["scenario"]: row for row in run.levels.iter_rows(named=True)}
    data = {
        "format": FORMAT,
        "experiment": run.manifest["experiment"]["name"],
        "identity": run.manifest["identity"],
        "verdict": verdict.outcome,
        "defaults": verdict.by_default,
    }
    targets = (_target_in_json(run, judged, levels) for judged in verdict.targets)
    return (_with_list(data, "targets", targets) + "\n").encode()


def _with_list(data: Mapping[str, Any], key: str, values: Iterable[str]) -> str:
    """Return data as JSON, with a list of values in JSON as its last key, each in a line of its own.

    There may be 100,000, which are never in memory together in another form.
    """
    return (
        json.dumps({**data, key: []}, allow_nan=False)[:-2]
        + ", ".join(f"\n{value}" for value in values)
        + "]}"
    )


def _target_in_json(run: RunDirectory, judged: Judged, levels: Mapping[int, Any]) -> str:
    decisive = judged.decisive
    would = would_meet_missed(run, judged)
    data = {
        "target": judged.words,
        "verdict": judged.outcome,
        "comparisons": len(judged.found),
        "by": _number(decisive[1].by) if decisive else None,
        "more_games": judged.more_games,
        **({"distance": _points(judged.distance)} if judged.distance else {}),
        **({"would_meet": _would_meet_as_data(would)} if would else {}),
    }
    pairs = zip(judged.found, judged.judgements, strict=True)
    estimates = (_estimate_as_data(run, levels, *pair) for pair in pairs)
    return _with_list(data, "estimates", (json.dumps(estimate, allow_nan=False) for estimate in estimates))


def _estimate_as_data(
    run: RunDirectory, levels: Mapping[int, Any], found: Found, judgement: Judgement
) -> dict[str, Any]:
    return {
        "scenario": found.scenario,
        "levels": {factor: levels[found.scenario][factor] for factor in run.factors},
        "of": found.of.from_1,
        **({"player": found.player} if found.player else {}),
        **({"opponent": found.opponent} if found.opponent else {}),
        "estimate": _number(found.estimate.value),
        "low": _number(judgement.estimate.low),
        "high": _number(judgement.estimate.high),
        "games": found.estimate.n,
        "bounds": [_number(found.bounds.low), _number(found.bounds.high)],
        "verdict": judgement.outcome,
        "by": _number(judgement.by),
        "more_games": judgement.more_games,
    }


def _would_meet_as_data(would: WouldMeet) -> dict[str, Any]:
    return {
        "changes": [
            {
                "factor": change.factor,
                "level": change.level,
                "scenario": change.found.scenario,
                "estimate": _number(change.found.estimate.value),
                "low": _number(change.judgement.estimate.low),
                "high": _number(change.judgement.estimate.high),
                "verdict": change.judgement.outcome,
            }
            for change in would.changes
        ],
        "ranges": [
            {"factor": range_.factor, "from": _crossing(range_.low), "to": _crossing(range_.high)}
            for range_ in would.ranges
        ],
    }


def _crossing(found: Crossing | None) -> list[float | None] | None:
    return [_number(end) for end in (found.at, found.low, found.high)] if found else None


def _points(distance: Distance) -> dict[str, float | None]:
    return {"points": _number(100 * distance.measured), "by_chance": _number(100 * distance.by_chance)}


def _number(value: float) -> float | None:
    return round(value, DIGITS) + 0.0 if isfinite(value) else None
