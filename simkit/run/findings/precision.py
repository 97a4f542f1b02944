"""Says how many games the scenarios of a run have, and whether their intervals are as narrow as was asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

from simkit.experiment.factors import level_in_words
from simkit.experiment.precision import Asked, asked_in
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import PRECISION
from simkit.run.store.parquet import GAMES, SEATS
from simkit.run.store.vocabulary import vocabulary_of
from simkit.run.work.counting import widths_in
from simkit.stats.estimates import PLUS_MINUS, Unit, unit_of

AMONG = 3
"""What comes once in n games is among three times as many with 95 % probability."""


@dataclass(frozen=True)
class Width:
    """The widest interval of those that were to be narrow, in a scenario."""

    scenario: int
    asked: Asked
    half_width: float
    unit: Unit
    is_narrow: bool
    """Whether it is as narrow as was asked."""

    @property
    def words(self) -> str:
        """The interval in words: "± 0.48 points"."""
        return half_in_words(self.half_width, self.unit)


def half_in_words(half: float, unit: Unit) -> str:
    """Return half an interval in words: "± 0.5 points", "± 0.104"."""
    size = f"{unit.scale * half:,.3g}"
    return f"{PLUS_MINUS} {size}{' point' if size == '1' and unit.is_share else unit.of_changes.words}"


def games_in_words(run: RunDirectory) -> str:
    """Return how many games the scenarios of a run have: "10,000", or "690 to 1,400"."""
    numbers = run.games_played.values()
    fewest, most = min(numbers), max(numbers)
    return f"{fewest:,}" if fewest == most else f"{fewest:,} to {most:,}"


def asked_of_run(run: RunDirectory) -> list[Asked]:
    """Return the intervals of a run that were to be narrow; none if it has a fixed number of games."""
    return list(asked_in(run.manifest["experiment"].get(PRECISION, {})))


def asked_in_words(run: RunDirectory) -> str:
    """Return what was asked for: "won ± 0.5 points, turns ± 0.1"."""
    shares = _shares(run)
    words = (
        f"{asked.name} {half_in_words(asked.half_width, unit_of(asked.column in shares))}"
        for asked in asked_of_run(run)
    )
    return ", ".join(words)


def widths_of(run: RunDirectory) -> list[Width]:
    """Return the widest interval of each scenario for each that was to be narrow, in the scenarios' order."""
    precision = run.manifest["experiment"].get(PRECISION, {})
    asked = {target.name: target for target in asked_in(precision)}
    shares = _shares(run)
    return [
        Width(
            row["scenario"],
            asked[row["asked"]],
            row["half_width"] if row["half_width"] is not None else float("nan"),
            unit_of(asked[row["asked"]].column in shares),
            row["relative"] <= 1,
        )
        for row in widths_in(run.estimates(), precision).iter_rows(named=True)
    ]


def precision_lines(run: RunDirectory) -> Iterator[str]:
    """Yield sentences about the games of a run that was to be precise; none for any other."""
    if not asked_of_run(run):
        return
    trial = sum(games or 0 for games in run.manifest[PRECISION]["trial"])
    who, each = ("the scenario has", "") if len(run.games_played) == 1 else ("scenarios have", " each")
    yield (
        f"For {asked_in_words(run)}, {who} {games_in_words(run)} games{each}. {trial:,} trial games, which "
        "do not count, showed how many it takes."
    )
    if any(asked.column not in _shares(run) for asked in asked_of_run(run)):
        seldom = max(min(run.games_played.values()) // AMONG, 1)
        yield (
            f"A very large value that comes less than once in {seldom:,} games may still be unseen, and "
            "would move a mean."
        )
    yield from wide_lines(run)


def wide_lines(run: RunDirectory) -> Iterator[str]:
    """Yield a sentence for each of the intervals for which the most games allowed were too few."""
    if run.incomplete:
        return  # of some scenarios not all games were played
    most = run.manifest["experiment"]["games"]
    few = run.manifest.get(PRECISION, {}).get("few", [])
    for name in dict.fromkeys(row["asked"] for row in few):
        scenarios = sorted(row["scenario"] for row in few if row["asked"] == name)
        yield (
            f"A few unusual games decide the mean of {name}{_where(run, scenarios)}: its interval misses the "
            f"truth more often than in 5 % of cases. {most:,} games, the most allowed, show too few of them."
        )
    wide = [width for width in widths_of(run) if not width.is_narrow] if asked_of_run(run) else []
    for asked in dict.fromkeys(width.asked for width in wide):
        widths = [width for width in wide if width.asked == asked]
        widest = max(widths, key=lambda width: width.half_width)
        wish = f"{asked.name} {half_in_words(asked.half_width, widest.unit)}"
        found = f"it is {widest.words} {'at worst' if len(widths) > 1 else 'there'}"
        where = _where(run, [width.scenario for width in widths])
        yield (
            f"{most:,} games, the most allowed, were too few for {wish}{where}: "
            f"{found if isfinite(widest.half_width) else 'there is no interval'}."
        )


def _where(run: RunDirectory, scenarios: Sequence[int]) -> str:
    """Return which scenarios are meant: ", in 2 of 3 scenarios (reserve 3; reserve 4)"."""
    if len(run.games_played) == 1:
        return ""
    if len(scenarios) == len(run.games_played):
        return " in both scenarios" if len(scenarios) == 2 else f" in all {len(scenarios)} scenarios"
    rows = [run.scenario(scenario) for scenario in scenarios[:MOST_NAMED]]
    knobs = vocabulary_of(run)
    named = [", ".join(level_in_words(factor, row[factor], knobs) for factor in run.factors) for row in rows]
    more = ["..."] if len(scenarios) > MOST_NAMED else []
    return f" in {len(scenarios)} of {len(run.games_played)} scenarios ({'; '.join([*named, *more])})"


MOST_NAMED = 4


def _shares(run: RunDirectory) -> frozenset[str]:
    """Return the columns of which shares are estimated."""
    columns = run.columns(GAMES)
    if any(map(run.has_seats, run.line_ups)):
        columns = [*columns, *run.columns(SEATS)]
    return frozenset(column.name for column in columns if column.is_yes_no or column.labels)
