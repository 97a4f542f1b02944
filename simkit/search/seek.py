"""Looks for rules that meet targets: changes of a few rules, tried in rounds of more and more games.

Every candidate is a set of changed rules.  The first round tries all of them in few games; each further round
keeps those that come nearest to the targets and plays four times the games (a race).  Of an ordered rule with
many values the first round tries some, and the later rounds those beside the best.

The winners of a race look better than they are, because luck helped to pick them.  So they are measured again
in fresh games, and both results are told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations, product
from math import inf, prod
from typing import Any

from simkit.content.mapping import read_mapping
from simkit.engine.contract.knobs import Knobs
from simkit.errors import BadInput
from simkit.experiment.file.load import Overrides, given_again, read_experiment
from simkit.experiment.file.precision import with_one_of_both
from simkit.experiment.keys import RuleKey, is_of_players, rule_of
from simkit.experiment.target import Target
from simkit.experiment.values import SEEDS, Experiment
from simkit.language import value_in_words
from simkit.run.findings.targeted import Found, TargetReader, targets_of
from simkit.run.store.directory import RunDirectory
from simkit.run.store.vocabulary import vocabulary_of

CANDIDATES = "change"
"""The factor of the runs that a search plays, whose levels are the candidates."""

AS_IT_IS = "as it is"

FIRST_GAMES = 500
"""The games of each candidate in the first round, if the search may play as many."""

GROWTH = 4
"""By how much the games grow from one round to the next."""

KEPT = 12
"""The most candidates that go from one round to the next, beside those that lie between them."""

MOST_AT_FIRST = 9
"""The most values of one ordered rule in the first round."""

MOST_CANDIDATES = 600

MOST_SHOWN = 5
"""The most winners that are measured again."""

NAME_ENDS = "_seek"

Change = tuple[tuple[str, Any], ...]
"""Rules with their values, in the order in which they were named."""


@dataclass(frozen=True)
class Tried:
    """A candidate with its results."""

    change: Change
    """The changed rules; none for the rules as they are."""

    found: Mapping[int, Found]
    """For each target, by its number, the estimate that is furthest from it."""

    distances: Mapping[int, float]
    """How far it is off: in points of a share, in per cent of the nearest end of other ranges; 0 within
    it."""

    @property
    def distance(self) -> float:
        """How far it is from all targets together."""
        return sum(self.distances.values())

    @property
    def meets(self) -> bool:
        """Whether all estimates lie within their ranges with the whole of their intervals."""
        return all(one.bounds.holds(one.estimate.low, one.estimate.high) for one in self.found.values())

    @property
    def overhang(self) -> float:
        """How far its intervals reach beyond the ranges, so that it is least in the middle of one."""
        return sum(
            max(abs(result.bounds.beyond(end)) for end in (result.estimate.low, result.estimate.high))
            for result in self.found.values()
        )

    @property
    def rank(self) -> tuple[bool, int, float, float]:
        """What candidates are ordered by: those that meet the targets by the fewest changes first."""
        return (not self.meets, len(self.change) if self.meets else 0, self.distance, self.overhang)


@dataclass(frozen=True)
class Sought:
    """What a search found."""

    targets: Sequence[Target]
    before: Tried
    """The rules as they are, in fresh games."""

    winners: Sequence[tuple[Tried, Tried]]
    """The best candidates, the best first: as they were in the search, and in fresh games."""

    tried: int
    """How many candidates were played."""

    games: int
    fresh_games: int
    """The games of each winner, in the search and afterwards."""

    shares: frozenset[int] = field(default_factory=frozenset)
    """The targets, by their numbers, of which a share is judged."""

    @property
    def holds(self) -> list[tuple[Tried, Tried]]:
        """The winners that meet the targets in fresh games as well."""
        return [pair for pair in self.winners if pair[1].meets]


def values_of(experiment: Experiment, rule: str, given: Sequence[Any] = ()) -> list[Any]:
    """Return the values of a rule that are tried, besides the one that it has, in order.

    `given`: those that the caller names; without any they are found in the rule's type and limits.
    """
    knobs = experiment.scenarios[0].knobs
    own = getattr(knobs, rule)
    if given:
        return [value for value in (_as_read(knobs, rule, written) for written in given) if value != own]
    if isinstance(own, int) and not isinstance(own, bool):
        return [value for value in _around(knobs, rule, own) if value != own]
    return [getattr(changed, rule) for _, changed in knobs.one_step_away(rule)]


def _as_read(knobs: Knobs, rule: str, value: Any) -> Any:
    """Return a value as the rules hold it, which can be compared; as it is if it is not allowed."""
    with suppress(ValueError):
        return getattr(type(knobs).model_validate({**dict(knobs), rule: value}), rule)
    return value


AROUND = 10
"""How far from its value a whole number is tried at least, if no values are named; else half to double."""

MOST_VALUES = 60
"""The most values of one rule that are found; of more, every second, third ... is tried."""


def _around(knobs: Knobs, rule: str, own: int) -> Iterator[int]:
    """Yield the allowed whole numbers around a rule's value."""
    low, high = min(own - AROUND, own // 2), max(own + AROUND, 2 * own)
    for value in range(low, high + 1, 1 + (high - low) // MOST_VALUES):
        try:
            changed = type(knobs).model_validate({**dict(knobs), rule: value})
        except ValueError:
            continue
        if getattr(changed, rule) == value:
            yield value


def candidates_of(values: Mapping[str, Sequence[Any]], most_changes: int) -> int:
    """Return how many candidates the first round has."""
    sizes = [min(len(choices), MOST_AT_FIRST) for choices in values.values()]
    return sum(prod(chosen) for count in range(1, most_changes + 1) for chosen in combinations(sizes, count))


class Search:
    """Looks for changes of some rules that meet an experiment's targets.

    * `experiment`: with targets; its factors of rules that are searched are left out.
    * `values`: for each rule, the values that are tried besides its own.
    * `play`: returns the finished run of an experiment.
    * `most_changes`: how many rules may change at once.
    """

    def __init__(
        self, experiment: Experiment, values: Mapping[str, Sequence[Any]], play: Any, most_changes: int
    ) -> None:
        self._experiment, self._values, self._play = experiment, values, play
        self._most_changes = min(most_changes, len(values))
        self._known: dict[str, Tried] = {}  # by label: values may be mappings

    def find(self, games: int, fresh_games: int) -> Sought:
        """Return the best changes, each measured again in fresh games.

        `games`, `fresh_games`: the games of each candidate that is left in the last round, and of each winner
        afterwards.
        """
        count = candidates_of(self._values, self._most_changes)
        if count > MOST_CANDIDATES:
            raise BadInput(
                f"by: {count:,} combinations of values; at most {MOST_CANDIDATES}: name fewer values or "
                "rules, or allow fewer changes at once"
            )
        now, played = self._first(), min(FIRST_GAMES, games)
        while True:
            ranked = self._round(now, played)
            if played >= games:
                break
            now = self._next(ranked)
            played = min(GROWTH * played, games)
        best = self._best(ranked)
        fresh = {
            label_of(tried.change): tried
            for tried in self._round([(), *(tried.change for tried in best)], fresh_games, fresh=True)
        }
        winners = [(tried, fresh[label_of(tried.change)]) for tried in best]
        if not any(measured.meets for _, measured in winners):
            again = _nearest([measured for _, measured in winners])
            winners = [pair for pair in winners if pair[1] in again]
        run = self._last
        return Sought(
            targets_of(run),
            fresh[label_of(())],
            winners,
            len(self._known),
            games,
            fresh_games,
            frozenset(number for number, target in enumerate(targets_of(run)) if _is_share(run, target)),
        )

    def _first(self) -> list[Change]:
        """Return the candidates of the first round: few values of each rule, alone and together."""
        some = {rule: _spread(values) for rule, values in self._values.items()}
        found: list[Change] = []
        for count in range(1, self._most_changes + 1):
            for rules in combinations(some, count):
                found += [
                    tuple(zip(rules, new, strict=True)) for new in product(*(some[rule] for rule in rules))
                ]
        return found

    def _next(self, ranked: Sequence[Tried]) -> list[Change]:
        """Return the candidates of the next round: the best, also with few changes, and those beside them."""
        kept = list(ranked[:KEPT])
        for count in range(1, self._most_changes + 1):
            kept += [tried for tried in ranked if len(tried.change) == count][: KEPT // 3]
        changes = [tried.change for tried in kept]
        beside = [change for tried in ranked[: KEPT // 3] for change in self._beside(tried.change)]
        return list({label_of(change): change for change in [*changes, *beside] if change}.values())

    def _beside(self, change: Change) -> Iterator[Change]:
        """Yield the changes with one value moved to the nearest ones that were not tried yet."""
        for at, (rule, value) in enumerate(change):
            values = list(self._values[rule])
            place = values.index(value)
            for near in (place - 1, place + 1):
                if 0 <= near < len(values):
                    other = (*change[:at], (rule, values[near]), *change[at + 1 :])
                    if label_of(other) not in self._known:
                        yield other

    def _best(self, ranked: Sequence[Tried]) -> list[Tried]:
        """Return the candidates to measure again: those that meet the targets, else the nearest.

        Where targets conflict, a candidate is kept if no other is as near to all of them and nearer to one.
        """
        meeting = [tried for tried in ranked if tried.meets and tried.change]
        if meeting:
            return meeting[:MOST_SHOWN]
        return _nearest([tried for tried in ranked if tried.change])[:MOST_SHOWN]

    def _round(self, changes: Sequence[Change], games: int, *, fresh: bool = False) -> list[Tried]:
        """Return candidates with their results, the best first; what the rules do not allow is left out."""
        experiment, allowed = self._with(changes, games, fresh=fresh)
        self._last: RunDirectory = self._play(experiment)
        found = results_of(self._last, allowed)
        if allowed and not found:
            told = "; ".join(
                target.in_words(is_share=_is_share(self._last, target), called=vocabulary_of(self._last))
                for target in targets_of(self._last)
            )
            raise BadInput(
                f"targets: no result of these games is what '{told}' is about. Where all seats have the same "
                "player, none wins more than its fair share: let it meet others (strategies: ... in a file)"
            )
        if not fresh:
            self._known.update({label_of(tried.change): tried for tried in found})
        return sorted(found, key=lambda tried: tried.rank)

    def _with(self, changes: Sequence[Change], games: int, *, fresh: bool) -> tuple[Experiment, list[Change]]:
        """Return the experiment that plays some candidates, and those of them that are allowed."""
        own = self._experiment
        allowed = [change for change in changes if self._is_allowed(change)]
        kept = {key: value for key, value in own.resolved.items() if key not in ("set", "question", "events")}
        for asked in own.questions:
            kept.pop(asked.name, None)
        factors = {
            name: levels
            for name, levels in (kept.get("factors") or {}).items()
            if rule_of(name) not in self._values
        }
        knobs = own.scenarios[0].knobs
        before = {rule: getattr(knobs, rule) for rule in self._values}
        printed = type(knobs)()
        named = {rule: value for rule, value in before.items() if value != getattr(printed, rule)}
        variants = {
            label_of(change): {RuleKey(rule).name: value for rule, value in {**named, **dict(change)}.items()}
            for change in allowed
        }
        rules = {rule: value for rule, value in (kept.get("rules") or {}).items() if rule not in before}
        seed = (own.seed + fresh) % SEEDS
        changed: dict[str, Any] = {
            "name": f"{own.name[:60]}{NAME_ENDS}", "games": games, "seed": seed, "report": "none",
            "rules": rules, "factors": {**factors, CANDIDATES: variants},
        }  # fmt: skip
        described = with_one_of_both(kept, changed)
        settings = tuple(one for one in given_again(own) if rule_of(one.key.name) not in before)
        source = read_mapping(_plain(described), described["name"])
        return read_experiment(source, own.folder, Overrides(settings=settings, command=own.command)), allowed

    def _is_allowed(self, change: Change) -> bool:
        knobs = self._experiment.scenarios[0].knobs
        try:
            type(knobs).model_validate({**dict(knobs), **dict(change)})
        except ValueError:
            return False
        return True


def _is_share(run: RunDirectory, target: Target) -> bool:
    return TargetReader(run).is_share(target)


def _spread(values: Sequence[Any]) -> list[Any]:
    """Return at most `MOST_AT_FIRST` of some values, evenly from the first to the last."""
    if len(values) <= MOST_AT_FIRST:
        return list(values)
    step = (len(values) - 1) / (MOST_AT_FIRST - 1)
    return [values[round(step * i)] for i in range(MOST_AT_FIRST)]


def label_of(change: Change) -> str:
    """Return a change in words: "reserve 5, board B1"."""
    return ", ".join(f"{rule} {value_in_words(value)}" for rule, value in change) or AS_IT_IS


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return [_plain(entry) for entry in value] if isinstance(value, (list, tuple)) else value


def results_of(run: RunDirectory, changes: Sequence[Change]) -> list[Tried]:
    """Return what the candidates of a run come to."""
    reader = TargetReader(run)
    by_label = {label_of(change): change for change in changes}
    levels = dict(run.levels.select("scenario", CANDIDATES).iter_rows()) if CANDIDATES in run.factors else {}
    found: dict[str, dict[int, Found]] = {label: {} for label in by_label}
    distances: dict[str, dict[int, float]] = {label: {} for label in by_label}
    for number, target in enumerate(targets_of(run)):
        for result in reader.found(target):
            label = str(levels[result.scenario]) if levels else label_of(changes[0])
            away = _away(result)
            if away >= distances[label].get(number, -1.0):
                found[label][number], distances[label][number] = result, away
    return [
        Tried(change, found[label], distances[label]) for label, change in by_label.items() if found[label]
    ]


def _away(found: Found) -> float:
    """Return how far an estimate lies from its range: in points, or in per cent of the end that is nearer."""
    beyond = abs(found.bounds.beyond(found.estimate.value))
    if found.estimate.unit.is_share or not beyond:
        return 100 * beyond
    ends = [abs(end) for end in (found.bounds.low, found.bounds.high) if abs(end) != inf]
    return 100 * beyond / max(min(ends), 1e-9)


def _nearest(found: Sequence[Tried]) -> list[Tried]:
    """Return the candidates to which no other is as near to all targets and nearer to one."""
    return [tried for tried in found if not any(_is_nearer(other, tried) for other in found)]


def _is_nearer(one: Tried, other: Tried) -> bool:
    """Return True if one is as near to all targets as another, and nearer to some or with fewer changes."""
    pairs = [(one.distances.get(target, 0.0), away) for target, away in other.distances.items()]
    if any(mine > theirs for mine, theirs in pairs):
        return False
    return any(mine < theirs for mine, theirs in pairs) or len(one.change) < len(other.change)


def with_players(experiment: Experiment, players: Sequence[str]) -> dict[str, Any]:
    """Return an experiment as data, with a factor for players that targets name, if it has none."""
    data = dict(experiment.resolved)
    factors = data.get("factors") or {}
    if players and not any(is_of_players(name) for name in factors) and "strategies" not in data:
        data = {key: value for key, value in data.items() if key != "strategy"}
        data["factors"] = {**factors, "strategy": list(players)}
    return data
