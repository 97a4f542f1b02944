"""Reports the ceiling: what a game's master comes to under the rules of a run, beside a player of the run."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

import polars as pl

from simkit.engine.contract.game import Game
from simkit.engine.contract.objectives import WON, measure_in_words
from simkit.errors import BadInput
from simkit.experiment.keys import is_of_players
from simkit.plugins import find_game
from simkit.report.document.blocks import Block, Figure, Finding, Part, Section, Surprise, Table, Text
from simkit.report.document.charts import LABEL, MOST_ROWS, key, several_dots
from simkit.report.document.figures import LINE_HEIGHT, PALETTE, new_figure
from simkit.report.document.points import Shown
from simkit.report.facts.paired import size_of
from simkit.report.facts.people import plain_name
from simkit.report.facts.players import BEST
from simkit.report.facts.scenarios import all_of, levels_in_words
from simkit.report.words import NO_BREAK, opening
from simkit.run.findings.ceiling import Ceiling, Measure, ceilings_of, means_in, measures_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import UNKNOWN, Estimate, difference_of_shares, percent, widened, widened_share
from simkit.stats.extremes import clearly_most
from simkit.words import listed, plural

TITLE = "The ceiling of play"

AMONG_THEMSELVES = "What good players score among themselves"
"""The section's title where players compete: then it is no ceiling."""

CEILING = "the ceiling"

EVEN = 0.5
"""Where less than this share is won even at the ceiling, rules are called too hard."""

MOST_DRAWN = 120
"""The most rules that figures show; with more, only the table is made."""

MOST_NAMED = 3


def master_in_words(base: str, playouts: int) -> str:
    """Return what the master is made of."""
    if not playouts:
        return BEST
    return f"{BEST} ({base} that looks ahead with {plural(playouts, 'play-out')} per decision)"


@dataclass(frozen=True)
class Told:
    """The ceilings of several rules, of one game.

    Parameters
    ----------
    game : Game
        The game.
    ceilings : sequence of Ceiling
        One for each set of rules, each with its `setting` in words.
    """

    game: Game
    ceilings: Sequence[Ceiling]

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Told:
        """Return the ceilings that an answer holds."""
        game = find_game(data["game"])
        return cls(game, [Ceiling.from_data(own, game) for own in data["ceilings"]])

    @classmethod
    def of_run(cls, run: RunDirectory) -> Told | None:
        """Return the ceilings that are known for a run's rules; None if there are none."""
        known = ceilings_of(run)
        if not known:
            return None
        others = [factor for factor in run.factors if not is_of_players(factor)]
        means: Mapping[int, Mapping[str, Estimate]] = {}
        by_rules: dict[int, list[int]] = {}
        for scenario, own in known.items():
            by_rules.setdefault(id(own), []).append(scenario)
        found = []
        for scenarios in by_rules.values():
            own = known[scenarios[0]]
            if not own.controls:
                means = means or means_in(run, cls(run.game, [own]).measures)
                own = _beside(run, scenarios, own, means)
            levels = run.levels.filter(pl.col("scenario").is_in(scenarios))
            same = [factor for factor in others if levels[factor].n_unique() == 1]
            found.append(replace(own, setting=levels_in_words(run, run.scenario(scenarios[0]), same)))
        return cls(run.game, found)

    @property
    def measures(self) -> Sequence[Measure]:
        """What was measured, the most important first."""
        every = {own.name: own for seats in (1, 2) for own in measures_of(self.game, seats)}
        return [every[name] for name in self.ceilings[0].results]

    @property
    def main(self) -> Measure:
        """What matters most."""
        return self.measures[0]

    @property
    def shown(self) -> Sequence[Measure]:
        """What is shown: wins alone, where there are any; else everything."""
        return [self.main] if self.main.is_share else self.measures

    @property
    def is_compared(self) -> bool:
        """True if every ceiling stands beside the results of a player."""
        return all(own.control for own in self.ceilings)

    def heading(self, measure: Measure) -> str:
        """Return how a measure is called, with the unit of its numbers."""
        name = measure_in_words(measure.column)
        return f"{name}, %" if measure.is_share else name

    def table(self, measure: Measure, *, short: bool = False) -> pl.DataFrame:
        """Return a row for each set of rules, in words, with a measure's results.

        Parameters
        ----------
        short : bool
            Whether intervals are written as the longer of their sides.
        """
        name, written = measure.name, "bare side" if short else "bare"
        players = list(dict.fromkeys(own.control for own in self.ceilings if own.control))
        rows = []
        for own in self.ceilings:
            row = {"rules": own.setting} if own.setting else {}
            if len(players) > 1:
                row["player"] = own.control
            if players:
                control = format(own.controls[name], written) if own.control else ""
                row[players[0] if len(players) == 1 else "its result"] = control
            row["masters" if self.main.of_seats else "ceiling"] = format(own.results[name], written)
            if players and not short:
                row["difference"] = f"{own.gains[name]:bare}" if own.control else ""
            row["games"] = f"{own.games:,}"
            if any(one.measured for one in self.ceilings):
                row["measured"] = own.measured if own.is_current else f"{own.measured}, since changed"
            rows.append(row)
        return pl.DataFrame(rows, infer_schema_length=None)

    def frame(self) -> pl.DataFrame:
        """Return a row of numbers for each set of rules and each measure."""
        rows = []
        for own in self.ceilings:
            for name, result in own.results.items():
                found = result, own.controls.get(name, UNKNOWN), own.gains.get(name, UNKNOWN)
                ends = (end for one in found for end in (one.value, one.low, one.high))
                head = own.setting, name, own.control, own.base, own.playouts, own.games, own.measured
                rows.append((*head, *ends))
        texts, counts = ("rules", "column", "player", "base"), ("playouts", "games")
        schema: dict[str, Any] = {**dict.fromkeys(texts, pl.String), **dict.fromkeys(counts, pl.Int64)}
        schema["measured"] = pl.String
        for name in ("ceiling", "of_player", "gain"):
            schema |= dict.fromkeys((name, f"{name}_low", f"{name}_high"), pl.Float64)
        return pl.DataFrame(rows, schema, orient="row").with_columns(pl.selectors.float().fill_nan(None))


def _beside(
    run: RunDirectory, scenarios: Sequence[int], own: Ceiling, means: Mapping[int, Mapping[str, Estimate]]
) -> Ceiling:
    """Return a recorded ceiling beside the strongest player of a run under the same rules, if all are alike.

    The master's base counts as the strongest.
    """
    alike = [scenario for scenario in scenarios if scenario in run.alike]
    alike = [at for at in alike if run.strategies[run.line_ups[at][0]].look_ahead is None]
    alike = [at for at in alike if own.results.keys() <= means[at].keys()]
    if not alike:
        return own
    main = next(iter(own.results))
    objective = run.game.objectives[0] if run.game.objectives else None
    sign = -1 if objective and objective.better == "less" else 1

    def strength(scenario: int) -> tuple[bool, float]:
        return run.names[scenario][0] == own.base, sign * means[scenario][main].value

    best = max(alike, key=strength)
    player = plain_name(run, run.line_ups[best][0])
    return own.compared(player, {name: means[best][name] for name in own.results})


# ---- sentences


def sentences_of(told: Told) -> list[str]:
    """Return what was found, the most important first."""
    return [*_results_of(told), *_recorded(told)]


def _results_of(told: Told) -> list[str]:
    return list(_of_shares(told) if told.main.is_share else _of_means(told))


def _losses(measure: Measure) -> str:
    return "losses" if measure.name == WON else f"games not {measure.column.heading}"


def _of_shares(told: Told) -> Iterator[str]:
    name = told.main.name
    ranked = sorted(told.ceilings, key=lambda own: own.results[name].value)
    low, high = ranked[0], ranked[-1]
    master = master_in_words(low.base, low.playouts)
    does = _does(told.main)
    if len(ranked) == 1:
        where = f" ({low.setting})" if low.setting else ""
        reached = f"{opening(master)} {does} {low.results[name]} of games{where}."
        yield f"{_avoidable(low, told.main)} {reached}" if low.control else reached
    else:
        ends = [widened_share(own.results[name], len(ranked)) for own in ranked]
        alike = [own for own in ranked[1:] if not differ(low.results[name], own.results[name])]
        if len(alike) == len(ranked) - 1:
            bounds = replace(ends[0], low=min(own.low for own in ends), high=max(own.high for own in ends))
            yield (
                f"In each of {plural(len(ranked), 'setting')} {master} {does} {bounds:ends} of games; no "
                "difference between them shows."
            )
        else:
            least, most = (f"{own.quoted(told.main, len(ranked))}" for own in (low, high))
            fresh = ", both measured in fresh games" if name in low.fresh and name in high.fresh else ""
            where = f"{low.setting}; not clearly less than in {len(alike)} more" if alike else low.setting
            yield (
                f"{opening(master)} {does} {least} of games at worst ({where}) and {most} at best "
                f"({high.setting}){fresh}."
            )
        if told.is_compared:
            yield _gaps(told, ranked)
    yield from _too_hard(told)


def _gaps(told: Told, ranked: Sequence[Ceiling]) -> str:
    """Return where most of a player's losses are avoidable; else, in how many settings some."""
    gains = {place: own.gains[told.main.name] for place, own in enumerate(ranked) if own.control}
    clear = [place for place, own in gains.items() if widened(own, len(gains)).low > 0]
    if not clear:
        most = max(gains, key=lambda place: gains[place].value)
        return (
            f"In no setting is it clear that {BEST} does better than {ranked[most].control}: the largest "
            f"difference is {widened(gains[most], len(gains))} ({ranked[most].setting})."
        )
    widest = clearly_most(
        {place: own.value for place, own in gains.items()},
        lambda one, other: difference_of_shares(gains[other], gains[one]),
        together=1,
    )
    if widest:
        own = ranked[widest[0]]
        gain = own.quoted_gain(told.main, len(gains))
        return f"The gap is widest with {own.setting}: {_avoidable(own, told.main, gain)}"
    who = listed(dict.fromkeys(ranked[place].control for place in clear))
    where = all_of(len(gains)) if len(clear) == len(gains) else f"at least {len(clear)} of {len(gains)}"
    some = f"Some of {who}'s {_losses(told.main)} are avoidable in {where} settings"
    return f"{some}; where most are is not clear."


def differ(one: Estimate, other: Estimate) -> bool:
    """Return True if two independent shares clearly differ."""
    change = difference_of_shares(one, other)
    return change.low > 0 or change.high < 0


def _does(measure: Measure) -> str:
    return "wins" if measure.name == WON else f"is {measure.column.heading} in"


def _won(measure: Measure) -> str:
    return "games won" if measure.name == WON else f"games {measure.column.heading}"


def _avoidable(own: Ceiling, measure: Measure, gain: Estimate | None = None) -> str:
    gain = gain or own.gains[measure.name]
    return avoidable(own.control, own.controls[measure.name], gain, _losses(measure))


def avoidable(player: str, rate: Estimate, gain: Estimate, losses: str = "losses") -> str:
    """Return how many of a player's losses the master avoids: "of expert's 82 % of losses 62 points ...".

    Parameters
    ----------
    rate, gain : Estimate
        What the player wins, and by how much more the master does.
    losses : str
        What is lost, in words.
    """
    lost = f"{player}'s {percent(1 - rate.value)} of {losses}"
    if not isfinite(gain.low) or gain.low <= 0:
        return f"whether any of {lost} are avoidable is open: the difference is {gain}."
    size = abs(replace(gain, high=min(gain.high, 1 - rate.value)))  # no more than are lost
    return f"of {lost} {size} are avoidable."


def _too_hard(told: Told) -> Iterator[str]:
    """Yield which rules are too hard, judged by the ceiling, and which are only hard for a player."""
    name = told.main.name
    ceilings = told.ceilings
    hard = [own for own in ceilings if own.results[name].high < EVEN]
    if hard:
        where = _named(hard) if len(ceilings) > 1 else ""
        yield (
            f"Too hard{f' {where}' if where else ''}: even {BEST} {_does(told.main)} less than half of the "
            "games."
        )
    seems = [
        own
        for own in ceilings
        if own.control and own.controls[name].high < EVEN and own.results[name].low > EVEN
    ]
    if seems:
        who = listed(dict.fromkeys(own.control for own in seems))
        many = "" if len(ceilings) == 1 else f" {_named(seems)}"
        yield (
            f"Hard for {who}, but not too hard{many}: {BEST} {_does(told.main)} more than half of the "
            f"games, where {who} does not."
        )


def _named(some: Sequence[Ceiling]) -> str:
    if len(some) > MOST_NAMED:
        return f"in {plural(len(some), 'setting')}"
    return f"with {listed(own.setting for own in some)}"


def _of_means(told: Told) -> Iterator[str]:
    first = told.ceilings[0]
    master = master_in_words(first.base, first.playouts)
    made = master.removeprefix(BEST)
    seats = (
        f"at a table of the best players we can find{made}" if told.main.of_seats else f"at the ceiling{made}"
    )
    for number, measure in enumerate(told.measures):
        seats = seats.removesuffix(made) if number else seats
        what = measure_in_words(measure.column)
        ranked = sorted(told.ceilings, key=lambda own: own.results[measure.name].value)
        ends = [ranked[0]] if len(ranked) == 1 else [ranked[0], ranked[-1]]
        found = [own.quoted(measure, len(ranked)) for own in ends]
        said = [
            f"{mean}{f' ({own.setting})' if own.setting else ''}"
            for mean, own in zip(found, ends, strict=True)
        ]
        words = f"{opening(seats)} the {what} is {' to '.join(said)}"
        if len(ends) == 1 and first.control:
            other = f"at one of {first.control}" if told.main.of_seats else f"{first.control}'s"
            words += f", {_beside_other(first.gains[measure.name], other)}"
        yield f"{words}."


def _beside_other(gain: Estimate, other: str) -> str:
    """Return by how much a mean is higher or lower than another: "3.5 more (1.7 to 5.3) than simple's"."""
    if gain.low <= 0 <= gain.high:
        return f"not clearly another than {other}: {gain}"
    return f"{abs(gain).counted(' more' if gain.value > 0 else ' less')} than {other}"


def _recorded(told: Told) -> Iterator[str]:
    """Yield when ceilings were measured that the run did not measure itself."""
    recorded = [own for own in told.ceilings if own.measured]
    if not recorded:
        return
    days = sorted({own.measured for own in recorded})
    when = f"on {days[0]}" if len(days) == 1 else f"between {days[0]} and {days[-1]}"
    which = "The ceiling is" if len(told.ceilings) == 1 else "Ceilings are"
    if len(recorded) < len(told.ceilings):
        which = f"{len(recorded):,} of the {len(told.ceilings):,} ceilings are"
    words = f"{which} recorded with the game, measured {when}"
    if all(own.is_current for own in recorded):
        yield f"{words}."
    else:
        yield (
            f"{words}; the game, its players or look-ahead have changed since then, and "
            "`ceiling: {anew: true}` measures anew."
        )


# ---- sections


def ceiling_sections(told: Told) -> list[Section]:
    """Return the section about the ceiling."""
    first = told.ceilings[0]
    master = master_in_words(first.base, first.playouts)
    words = (
        f"A rate says how hard rules are for a player. The ceiling is what {master} comes to under the same "
        "rules: what is below it, better play would win. Perfect play may win still more; people may play "
        "below it."
    )
    if not told.main.is_share:
        words = (
            f"At these tables every seat is played by {master}: what good players score against each other, "
            "and how long their games last."
        )
    blocks: list[Block] = [Text(words), *map(Text, sentences_of(told))]
    blocks += _figures(told)
    hold = f"95{NO_BREAK}% intervals, which hold although games were played until they were narrow"
    for measure in told.shown:
        caption = f"The {measure_in_words(measure.column)} of {BEST}, with {hold}."
        if measure.is_share:
            caption = f"{opening(_won(measure))} in per cent; {hold}."
        blocks.append(Table(told.table(measure), caption))
    return [Section(AMONG_THEMSELVES if told.main.of_seats else TITLE, blocks)]


def _figures(told: Told) -> list[Figure]:
    """Return the chart of all rules, in parts that fit on pages; none for a single one."""
    ceilings = told.ceilings
    if not 1 < len(ceilings) <= MOST_DRAWN:
        return []
    parts = -(-len(ceilings) // MOST_ROWS)
    each = -(-len(ceilings) // parts)
    return [_figure(told, ceilings[part * each : (part + 1) * each], part) for part in range(parts)]


def _figure(told: Told, ceilings: Sequence[Ceiling], part: int) -> Figure:
    measure = told.main
    labels = [textwrap.fill(own.setting, LABEL) for own in ceilings]
    lines = max(label.count("\n") for label in labels)
    figure, axes = new_figure(1, 1, (0.24 + LINE_HEIGHT * lines) * len(ceilings) + 1.0)
    players = list(dict.fromkeys(own.control for own in ceilings if own.control))
    series = {
        name: [own.controls[measure.name] if own.control == name else UNKNOWN for own in ceilings]
        for name in players
    }
    series[BEST] = [own.results[measure.name] for own in ceilings]
    colours = dict(zip(series, PALETTE, strict=False))
    shown = {name: Shown([], rows=[own.setting for own in ceilings]) for name in series}
    several_dots(axes[0, 0], labels, series, colours, shown, measure.unit.scale)
    if measure.is_share:
        axes[0, 0].set_xlim(0, 102)
    axes[0, 0].set_xlabel(told.heading(measure))
    key(figure, colours, marks=True)
    return Figure(
        f"ceiling_{part + 1}" if part else "ceiling",
        figure,
        f"The {measure_in_words(measure.column)} of {BEST}, the ceiling, beside "
        f"{listed(players) if players else 'no player'}, with 95{NO_BREAK}% intervals"
        f"{', continued' if part else ''}.",
        "One row per set of rules: a dot for the player, and one for the ceiling.",
    )


def rates_at_ceiling(run: RunDirectory) -> dict[int, Estimate]:
    """Return what is won at the ceiling under each scenario's rules, where that is known; by scenario."""
    try:
        known = ceilings_of(run)
    except BadInput:  # the game is no longer what the run was made with
        return {}
    first = next(iter(known.values()), None)
    if first is None:
        return {}
    main = Told(run.game, [first]).main
    if not main.is_share:
        return {}
    return {scenario: own.results[main.name] for scenario, own in known.items()}


def ceiling_in_short(run: RunDirectory) -> str:
    """Return a sentence on the ceiling, for a report's first page; empty if it is not known."""
    told = CeilingOfPlay(run).told
    if told is None:
        return ""
    return opening(next(_of_shares(told) if told.main.is_share else _of_means(told)))


class CeilingOfPlay(Part):
    """What the game's master comes to under the rules of the run, if that was measured or is recorded."""

    told: Told | None

    def __init__(self, run: RunDirectory) -> None:
        try:
            self.told = Told.of_run(run)
        except BadInput:  # the game is no longer what the run was made with: it has no known ceiling
            self.told = None

    def findings(self) -> list[Finding]:
        """Return what is avoidable, and what is too hard."""
        if self.told is None:
            return []
        gains = [own.gains[self.told.main.name] for own in self.told.ceilings if own.control]
        size = max(map(size_of, gains), default=0.0)
        return [Finding(opening(own), size, Surprise.WHICH) for own in _results_of(self.told)]

    def cautions(self) -> list[str]:
        """Return that ceilings are older than the game, if they are."""
        if self.told is None or all(own.is_current for own in self.told.ceilings if own.measured):
            return []
        return [opening(own) for own in _recorded(self.told)]

    def sections(self) -> list[Section]:
        """Return the section about the ceiling."""
        return ceiling_sections(self.told) if self.told else []
