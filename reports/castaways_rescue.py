"""Report how likely rescue is in Castaways: by number of players and skill, why games fail, what helps.

A report script: a function `report` that gets a run and returns a `Report`.  It draws what a run has to show:
the number of players, rules that are varied, components left out, and, where events were logged, the turns.
"""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from simkit.experiment.factors import COMPONENT, heading
from simkit.report.averaging import average_or_ends, may_be_averaged
from simkit.report.charts import key, several_dots
from simkit.report.columns import column_of, game_columns
from simkit.report.document import Block, Figure, KeyFigure, OwnPart, Section, Table, Text
from simkit.report.effects import Effects
from simkit.report.figures import colours_of, new_figure
from simkit.report.paired import is_significant
from simkit.report.parts import levels_in_words, opening, percent, rate_table
from simkit.report.players import player_in_short
from simkit.report.report import Report
from simkit.report.sections.curve_over_factor import curve_sections
from simkit.report.sections.effects_of_factor import all_changes, change_section
from simkit.report.sections.endings import ends_figure, losing_most
from simkit.report.sections.minutes import minutes_section
from simkit.report.sections.with_and_without import worth_findings, worth_sections, worths_of
from simkit.report.verdict_words import both_uncertainties
from simkit.reports.shared.castaways import (
    NUMBERS,
    RECONSTRUCTED,
    RESCUE,
    RESTS_ON,
    SIGNALS,
    TABLE,
    TUNED_HERE,
    Rescues,
    listed,
    party,
    within,
)
from simkit.reports.shared.castaways_outings import outings_finding, outings_section
from simkit.reports.shared.castaways_points import points_finding, points_over, points_section
from simkit.reports.shared.castaways_turns import (
    has_events,
    headland_section,
    missing_at_the_headland,
    reached_by_turn,
    turns_section,
)
from simkit.run.directory import RunDirectory
from simkit.run.targeted import RANDOM
from simkit.run.unknown import spans_of
from simkit.stats.estimates import Estimate

UNKNOWN = Estimate(float("nan"), float("nan"), float("nan"), 0, "")


def report(run: RunDirectory) -> Report:
    """Return the report."""
    data = Rescues.read(run)
    best = data.names[0]
    worths = worths_of(data.wins)
    changes = _changes(data)
    about_play = not worths and not _numbers(data)
    own = OwnPart(
        key_figures=_key_figures(data, best),
        findings=[
            _headline(data, best),
            *(_change(data, change) for change in changes),
            *_slopes(data, best),
            *(worth_findings(worths) if worths else []),
            *_skill(data),
            *_failing(data, best),
            *(_findings_of_play(data, best) if about_play else []),
            RECONSTRUCTED,
        ],
        sections=[
            Section("Rescue", _rescue(data)),
            *(change_section(change) for change in changes),
            *curve_sections(data.wins, _numbers(data)),
            *(section for factor in _numbers(data) for section in points_over(data, factor)),
            *(worth_sections(worths) if worths else []),
            Section("How games end", [*_ends(data), _missing_at_the_end(data, best)]),
            *(_sections_of_play(data, best) if about_play else []),
            Section("Every scenario", [rate_table(run, "Rescues in every scenario.", result=RESCUE)]),
            *minutes_section(run),
        ],
        in_short=_in_short(data, best),
    )
    return Report(run, [own])


def _in_short(data: Rescues, best: str) -> str:
    """Return the answer in short, with what a varied number does to it and what it rests on."""
    return " ".join([_rates_in_short(data, best), *_by_skill(data), *_slopes(data, best), RESTS_ON])


def _rates_in_short(data: Rescues, best: str) -> str:
    """Return the rescue rates of the strongest strategy by players, with 95 % intervals, in words."""
    spans = spans_of(data.run)
    said: list[str] = []
    for count, scenario in data.by_players(best).items():
        span = spans.get((scenario, "game", "rescued"))
        rate = both_uncertainties(data.rate(scenario), span, is_share=True)
        who = NUMBERS[count] if said else f"{party(count)} {'is' if count == 1 else 'are'} rescued"
        said.append(f"{who} in {rate}")
    tuned = f"; {TUNED_HERE}" if _is_tuned(data, best) else ""
    sure = "95\N{NO-BREAK SPACE}% intervals"
    if any((scenario, "game", "rescued") in spans for scenario in data.by_players(best).values()):
        sure = f"{sure} (by chance), and the ranges over what else unknown values may be"
    who = f"if all play like {_called(data, best)}{tuned}"
    return f"{opening(listed(said))} of games {who}. In brackets: {sure}."


def _called(data: Rescues, name: str) -> str:
    """Return a strategy with the kind of player that it models: "an expert", "a casual player (diarist)"."""
    own = data.players.get(name)
    return player_in_short(name, own.skill) if own else name


def _is_tuned(data: Rescues, name: str) -> bool:
    own = data.players.get(name)
    return own is not None and own.tuned != ""


def _by_skill(data: Rescues) -> list[str]:
    """Return from where to where rescue goes for each kind of player, by number of players."""
    kinds: dict[str, list[str]] = {}
    for name in reversed(data.names):
        own = data.players.get(name)
        if own and own.skill and name != RANDOM:
            kinds.setdefault(own.skill, []).append(name)
    if len(kinds) < 2:
        return []
    words = [
        f"{skill}{'' if names == [skill] else f' ({listed(names)})'} {_spread(data, names)}"
        for skill, names in kinds.items()
    ]
    counts = [NUMBERS[count] for count in data.counts]
    table = f"with {listed(counts)} player{'' if data.counts == [1] else 's'}"
    return [f"Rescue by skill, {table}, from the weakest to the strongest of a kind: {'; '.join(words)}."]


def _spread(data: Rescues, names: list[str]) -> str:
    """Return the lowest and highest rescue rate of some strategies for each number of players."""
    said = []
    for count in data.counts:
        rates = [data.rate(rows[count]).value for name in names if count in (rows := data.by_players(name))]
        if rates:
            low, high = 100 * min(rates), percent(max(rates))
            said.append(high if len(rates) == 1 else f"{low:.1f} to {high}")
    return listed(said)


def _weakest_of_each(data: Rescues, names: list[str]) -> str:
    """Return, for each number of players, the strategy rescued least often there, in words; "" for none."""
    said = []
    for count in data.counts:
        rates = {
            name: data.rate(data.by_players(name)[count]) for name in names if count in data.by_players(name)
        }
        if rates:
            least = min(rates, key=lambda name: rates[name].value)
            said.append((party(count), f"{percent(rates[least].value)} ({least})"))
    alone = len(said) == 1
    return listed([rate if alone else f"{rate} with {who}" for who, rate in said]) if said else ""


def _findings_of_play(data: Rescues, best: str) -> list[str]:
    return [*_headland(data, best), *outings_finding(data, best), *points_finding(data, best)]


def _sections_of_play(data: Rescues, best: str) -> list[Section]:
    return [
        *headland_section(data, best),
        *(turns_section(data, best) if has_events(data.run) else []),
        *outings_section(data, best),
        *points_section(data, best),
    ]


def _changes(data: Rescues) -> list[Effects]:
    """Return the effects of varied rules; who plays, and components, have sections of their own."""
    found = [change for change in all_changes(data.wins) if change.factor not in (COMPONENT, *TABLE)]
    best = data.names[0]
    own = [_only(change, best) for change in found if change.factor not in _numbers(data)]
    return [change for change in own if change.pairs]


def _only(change: Effects, name: str) -> Effects:
    """Return the effects of a factor for one strategy, where strategies are varied."""
    if "strategy" not in change.others:
        return change
    place = change.others.index("strategy")
    return replace(change, pairs=tuple(pair for pair in change.pairs if pair.setting[place] == name))


def _change(data: Rescues, change: Effects) -> str:
    """Return the effects of varied rules, in words."""
    over = "the numbers of players"
    words = [f"'{level}': {change.mean_in_words(level, over=over)}" for level in change.levels]
    return f"{opening(heading(change.factor))}, what each does to the rescue rate {change.base}: " + (
        "; ".join(words) + "."
    )


def _numbers(data: Rescues) -> list[str]:
    """Return the factors of three or more numbers, but for the number of players."""
    levels = {factor: data.run.levels[factor].unique() for factor in data.run.factors if factor not in TABLE}
    numbers = {factor: own.cast(pl.Float64, strict=False) for factor, own in levels.items()}
    return [factor for factor, own in numbers.items() if len(own) > 2 and own.null_count() == 0]


def _slopes(data: Rescues, best: str) -> list[str]:
    """Return for factors of numbers between which ends rescue moves most, in words."""
    return [_slope(data, factor, best) for factor in _numbers(data)]


def _slope(data: Rescues, factor: str, best: str) -> str:
    own = data.run.levels
    if "strategy" in data.run.factors:
        own = own.filter(pl.col("strategy") == best)
    scenarios = {
        str(level): rows["scenario"].to_list() for (level,), rows in own.group_by(factor, maintain_order=True)
    }
    low, *_, high = sorted(scenarios, key=float)
    rest = [name for name in data.run.factors if name != factor]
    effect = data.wins.effect(scenarios[low], scenarios[high])
    rates = [percent(data.wins.average(scenarios[level]).value) for level in (low, high)]
    pairs = list(zip(scenarios[low], scenarios[high], strict=True))
    single = {
        levels_in_words(data.run, data.run.scenario(before), rest): data.wins.effect([before], [after])
        for before, after in pairs
    }
    moved = average_or_ends(single, effect, "the settings")
    if not may_be_averaged(single):
        return f"{opening(heading(factor))}: {high} instead of {low} changes the rescue rate, {moved}."
    change = moved if is_significant(effect) else "no significant difference"
    return (
        f"{opening(heading(factor))}: at {low}, {rates[0]} of games end with a rescue, at {high}, "
        f"{rates[1]}: {change}."
    )


def _key_figures(data: Rescues, best: str) -> list[KeyFigure]:
    tuned = ", tuned on these cards" if _is_tuned(data, best) else ""
    return [
        KeyFigure(
            percent(data.rate(scenario).value),
            f"of games with a rescue: {party(count)}, each {_called(data, best)}{tuned}",
        )
        for count, scenario in data.by_players(best).items()
    ]


def _headline(data: Rescues, best: str) -> str:
    """Return the answer: the rescue rate by number of players."""
    rates = {count: data.rate(scenario) for count, scenario in data.by_players(best).items()}
    (first, rate), *rest = rates.items()
    verb = "is" if first == 1 else "are"
    words = f"{opening(party(first))} {verb} rescued in {within(rate)} of games"
    others = [f"{party(count).split()[0]} in {within(rate)}" for count, rate in rest]
    who = f", of {len(data.names)} strategies the one rescued most often here" if len(data.names) > 1 else ""
    return f"{listed([words, *others])}: played by {best}{who}{data.setting}; in brackets, 95 % intervals."


def _skill(data: Rescues) -> list[str]:
    """Return a sentence on the gap between the strongest and the weakest strategy."""
    names = data.names
    if len(names) < 2:
        return []
    first, second = names[:2]
    lead = data.wins.effect(data.of(second), data.of(first))
    rows = [data.by_players(name) for name in (second, first)]
    single = {
        party(count): data.wins.effect([rows[0][count]], [rows[1][count]])
        for count in data.counts
        if count in rows[0] and count in rows[1]
    }
    said = average_or_ends(single, lead, "the numbers of players")
    ahead = (
        f"{first} is ahead of {second}, {said}"
        if is_significant(lead)
        else f"{first} and {second} do not differ significantly ({said})"
    )
    weakest = _weakest_of_each(data, names[1:])
    return [f"Skill decides: {ahead}; the weakest is rescued in {weakest} of games."]


def _failing(data: Rescues, best: str) -> list[str]:
    """Return the most frequent way to fail, with the fewest players and with the most."""
    end = column_of(game_columns(data.run), "end")
    rows = data.by_players(best)
    words = [
        said
        for count in dict.fromkeys((min(rows), max(rows)))
        for said in losing_most(data.run, end, [rows[count]], f"the failures of {party(count)}")
    ]
    return [f"Why games fail: in {'. In '.join(words)}."] if words else []


def _headland(data: Rescues, best: str) -> list[str]:
    """Return the turn in which the headland is reached, and the signals missing then."""
    words: list[str] = []
    for count, scenario in data.by_players(best).items():
        turns = reached_by_turn(data.run, [scenario])
        there = turns.filter(pl.col("headland_turn") > 0)
        if there.is_empty():
            continue
        games = there["len"].to_numpy()
        share = games.sum() / turns["len"].to_numpy().sum()
        turn = (there["headland_turn"].to_numpy() * games).sum() / games.sum()
        words.append(f"{party(count)} in {percent(share)} of games (turn {turn:.1f} on average)")
    if not words:
        return []
    found = f"The headland is reached by {listed(words)}."
    if has_events(data.run):
        count, scenario = list(data.by_players(best).items())[-1]
        missing = missing_at_the_headland(data.run, scenario)
        often = sorted((called for called in missing if missing[called] > 0), key=lambda c: -missing[c])
        if often:
            named = [f"{called} in {percent(missing[called])}" for called in often[:2]]
            found += f" What {party(count)} lack most often then: {listed(named)} of games."
    return [found]


def _rescue(data: Rescues) -> list[Block]:
    """Return the rescue rate by number of players, a dot per strategy."""
    names, counts = data.names, data.counts
    colours = colours_of(names)
    rates = {name: data.by_players(name) for name in names}
    series = {
        name: [data.rate(rows[count]) if count in rows else UNKNOWN for count in counts]
        for name, rows in rates.items()
    }
    figure, axes = new_figure(1, 1, (0.3 + 0.09 * len(names)) * len(counts) + 1.1)
    several_dots(axes[0, 0], [party(count) for count in counts], series, colours)
    axes[0, 0].set_xlim(left=-0.01 * axes[0, 0].get_xlim()[1])  # no mark at 0 is cut
    axes[0, 0].set_xlabel("games with a rescue, %")
    if len(names) > 1:
        key(figure, colours, marks=True)
    frame = pl.DataFrame(
        [
            {"strategy": name}
            | {party(count): within(data.rate(rows[count])) if count in rows else "" for count in counts}
            for name, rows in rates.items()
        ]
    )
    return [
        Figure(
            "rescue", figure, f"How often castaways are rescued{data.setting}, with 95 % intervals.",
            "One row per number of players: one dot with its interval per strategy.",
        ),
        Table(frame, f"How often castaways are rescued{data.setting}, with 95 % intervals."),
    ]  # fmt: skip


def _ends(data: Rescues) -> list[Figure]:
    end = column_of(game_columns(data.run), "end")
    panels = {
        name: {party(count): [scenario] for count, scenario in data.by_players(name).items()}
        for name in data.names
    }
    return [
        ends_figure(
            data.run,
            end,
            panels,
            f"How games end{data.setting}; numbers are per cent of games.",
            "Stacked bars, one per number of players, for each strategy: rescued, and the ways to fail.",
        )
    ]


def _missing_at_the_end(data: Rescues, best: str) -> Block:
    """Return the signals missing in camp at the end of games that failed for want of one."""
    rows = []
    for count, scenario in data.by_players(best).items():
        games = data.run.games([scenario]).filter(pl.col("end") == "headland_without_signal")
        masks = games.select(pl.col("signal_mask").cast(pl.Int64)).collect()["signal_mask"]
        if len(masks):
            missing = {
                called: percent(float(((masks // 2**bit) % 2 == 0).to_numpy().mean()))
                for bit, called in enumerate(SIGNALS)
            }
            rows.append({"players": count, "games": len(masks)} | missing)
    if not rows:
        return Text("No game failed for want of something to signal with.")
    return Table(
        pl.DataFrame(rows),
        f"Played by {best}: the games in which the headland was reached and no ship could be signalled, and "
        "in what share of them each thing was missing in camp at the end.",
    )
