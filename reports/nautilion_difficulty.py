"""Tell how hard Nautilion's expansions are, alone and together.

A report script: a function `report` that gets a run and returns a `Report`.  Copy it, change it, and name it
in an experiment (``report: ./my_report.py``) or on the command line (``simkit report RUN --script``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import polars as pl

from reports.shared.endings import end_shares, ends_figure, lengths_figure
from reports.shared.even_games import closest_table, even_table
from reports.shared.expansion_charts import (
    beside_matrix,
    curves,
    grid_of_effects,
    several_dots,
    zero_line,
)
from reports.shared.nautilion import (
    CAUSES,
    NAMES,
    Grid,
    in_sentence,
    parts_of,
    plus,
    points,
    signed,
)
from simkit.games.nautilion.knobs import EXPANSIONS, combination_name
from simkit.report.charts import key, reference_line
from simkit.report.document import Block, Figure, KeyFigure, Report, Section, Table, Text
from simkit.report.figures import colours_of, new_figure
from simkit.report.paired import sure
from simkit.report.parts import assumptions_section, facts, percent, reproduce_section
from simkit.run.directory import RunDirectory
from simkit.stats.estimates import Estimate

NAME = "nautilion_difficulty"
EVERY = [combination_name(c) for k in range(len(EXPANSIONS) + 1) for c in combinations(EXPANSIONS, k)]
PAIRS = list(combinations(EXPANSIONS, 2))
BASE, ALL = combination_name(()), combination_name(EXPANSIONS)


class Data(Grid):
    """The run, and what this report asks of it."""

    def of(self, combination: str, skill: str) -> list[int]:
        """Return the scenarios of a combination: every board and reserve, always in the same order."""
        own = self.wins.filter((pl.col("expansions") == combination) & (pl.col("strategy") == skill))
        return own.sort("board", "reserve")["scenario"].to_list()

    def adding(self, expansion: str, combination: str, skill: str) -> Estimate:
        """Return what an expansion does to the win rate of a combination without it."""
        return self.games.effect(self.of(combination, skill), self.of(plus(combination, expansion), skill))

    def adding_on_average(self, expansion: str, skill: str) -> Estimate:
        """Return what an expansion does on average over all combinations without it."""
        without = [c for c in EVERY if expansion not in parts_of(c)]
        before = [s for c in without for s in self.of(c, skill)]
        after = [s for c in without for s in self.of(plus(c, expansion), skill)]
        return self.games.effect(before, after)

    def pair(self, first: str, second: str, skill: str) -> tuple[list[int], list[int], list[int], list[int]]:
        """Return the scenarios with neither of two expansions, one, the other, and both."""
        sets = (BASE, first, second, combination_name((first, second)))
        neither, one, other, both = (self.of(c, skill) for c in sets)
        return neither, one, other, both


def report(run: RunDirectory) -> Report:
    """Return the report."""
    data = Data.read(run, NAME, "expansions", EVERY)
    skills, order = data.skills, data.order
    best = data.wins.filter(pl.col("strategy") == skills[0])
    return Report(
        title=run.manifest["experiment"]["title"],
        subtitle=run.manifest["experiment"]["description"],
        facts=facts(run),
        key_figures=_key_figures(data),
        findings=_findings(data),
        sections=[
            Section("From easy to hard", [_order_text(data), _order(data)]),
            *(Section(f"Win rate by reserve: {skill}", _curves(data, skill)) for skill in skills),
            Section("What each expansion adds", _additions(data)),
            Section("Two expansions together", _interactions(data)),
            Section("An even game", _even(data)),
            Section("How games end", [ends_figure(run, best, order, skills[0])]),
            Section("Length", [lengths_figure(run, best, order, skills[0])]),
            assumptions_section(run),
            reproduce_section(run),
        ],
    )


def _key_figures(data: Data) -> list[KeyFigure]:
    best = data.skills[0]
    rates = {c: data.games.average(data.of(c, best)).value for c in (BASE, ALL)}
    costs = {name: data.adding_on_average(name, best).value for name in EXPANSIONS}
    hardest = min(costs, key=lambda name: costs[name])
    return [
        KeyFigure(percent(rates[BASE]), f"of games {best} wins without expansions, over boards and reserves"),
        KeyFigure(percent(rates[ALL]), "with all five"),
        KeyFigure(signed(costs[hardest]), f"points: what {NAMES[hardest]} adds, on average"),
    ]


def _findings(data: Data) -> list[str]:
    best = data.skills[0]
    easy, hard = data.order[0], data.order[-1]
    rates = {c: data.games.average(data.of(c, best)).value for c in (easy, hard)}
    costs = {name: data.adding_on_average(name, best) for name in EXPANSIONS}
    ranked = sorted(EXPANSIONS, key=lambda name: costs[name].value)
    findings = [
        f"The easiest combination is {in_sentence(easy)}, the hardest {in_sentence(hard)}: over all boards "
        f"and reserves {best} wins {percent(rates[easy])} and {percent(rates[hard])} of games.",
        "Ranked by what an expansion does to the win rate on average over all combinations without it: "
        + ", ".join(f"{NAMES[name]} {signed(costs[name].value)}" for name in ranked)
        + " points.",
        _pair_finding(data, "mages", "reefs", best),
        _most_apart(data, best),
        _even_finding(data),
        _cause_finding(data, best),
    ]
    if len(data.skills) > 1:
        findings.append(_skill_finding(data))
    return findings


def _pair_finding(data: Data, first: str, second: str, skill: str) -> str:
    groups = data.pair(first, second, skill)
    sums = [data.adding(name, BASE, skill).value for name in (first, second)]
    joint = data.games.effect(groups[0], groups[3])
    extra = data.games.interaction(*groups)
    return (
        f"{_verdict(first, second, extra)}: alone they change the win rate by {signed(sums[0])} and "
        f"{signed(sums[1])} points, together by {points(joint)}; that is {points(extra)} beyond the sum "
        f"({skill})."
    )


def _verdict(first: str, second: str, extra: Estimate) -> str:
    words = f"{NAMES[first]} and {NAMES[second]} together are"
    if not sure(extra):
        return f"{words} as hard as the sum of both, within the interval"
    return f"{words} {'harder' if extra.value < 0 else 'less hard'} than the sum of both"


def _most_apart(data: Data, skill: str) -> str:
    extras = {pair: data.games.interaction(*data.pair(*pair, skill)) for pair in PAIRS}
    clear = {pair: extra for pair, extra in extras.items() if sure(extra)}
    if not clear:
        return f"No two expansions together are told apart from the sum of both ({skill})."
    worse = [extra for extra in clear.values() if extra.value < 0]
    first, second = max(clear, key=lambda pair: abs(clear[pair].value))
    return (
        f"Of the {len(PAIRS)} pairs, {len(worse)} are harder than the sum of both beyond the interval and "
        f"{len(clear) - len(worse)} less hard; furthest from the sum are {NAMES[first]} and "
        f"{NAMES[second]}, by {points(clear[first, second])} points."
    )


def _even_finding(data: Data) -> str:
    words = []
    for skill in data.skills:
        own = data.wins.filter(pl.col("strategy") == skill)
        row = own.sort((pl.col("estimate") - 0.5).abs(), maintain_order=True).row(0, named=True)
        words.append(
            f"{in_sentence(row['expansions'])} on {row['board']} with {row['reserve']} reserve for {skill} "
            f"({percent(row['estimate'])})"
        )
    return f"Closest to an even game: {'; '.join(words)}."


def _cause_finding(data: Data, skill: str) -> str:
    shares = end_shares(data.run, data.wins.filter(pl.col("strategy") == skill)).filter(
        pl.col("level") != "won"
    )
    top = shares.sort("share", descending=True).group_by("expansions", maintain_order=True).first()
    counts = top.group_by("level").len().sort("len", descending=True)
    words = [f"in {n} of {len(top)} combinations {CAUSES[level]}" for level, n in counts.iter_rows()]
    return f"The most frequent way to lose ({skill}): {'; '.join(words)}."


def _skill_finding(data: Data) -> str:
    first, second = data.skills[:2]
    leads = {c: data.games.effect(data.of(c, second), data.of(c, first)) for c in EVERY}
    ahead = [c for c, lead in leads.items() if sure(lead) and lead.value > 0]
    behind = [c for c, lead in leads.items() if sure(lead) and lead.value < 0]
    most: str = max(leads, key=lambda c: leads[c].value)
    words = (
        f"{first.capitalize()} is ahead of {second} beyond the interval in {len(ahead)} of {len(leads)} "
        f"combinations, most in {in_sentence(most)} ({points(leads[most])} points)"
    )
    return f"{words}, and behind in {len(behind)}." if behind else f"{words}."


def _order_text(data: Data) -> Text:
    reserves = data.wins["reserve"].unique().sort().to_list()
    return Text(
        "Each row is a combination, its dark dots the expansions in it. Win rates are averages over the "
        f"boards {', '.join(data.wins['board'].unique(maintain_order=True))} and the reserves of "
        f"{reserves[0]} to {reserves[-1]} tokens at the start."
    )


def _order(data: Data) -> Figure:
    figure, (panel,) = beside_matrix(data.order)
    colours = colours_of(data.skills)
    series = {s: [data.games.average(data.of(c, s)) for c in data.order] for s in data.skills}
    several_dots(panel, None, series, colours)
    panel.set_xlim(0, 100)
    reference_line(panel, 0.5, "even")
    panel.set_xlabel("games won, %")
    key(figure, colours)
    return Figure(
        "order", figure,
        f"The {len(EVERY)} combinations from the easiest to the hardest for {data.skills[0]}, with 95 % "
        "intervals.",
        "One row a combination: dots for its expansions, then one dot a player for its win rate.",
    )  # fmt: skip


def _curves(data: Data, skill: str) -> list[Block]:
    boards = data.wins["board"].unique(maintain_order=True).to_list()
    colours = colours_of(boards)
    own = data.wins.filter(pl.col("strategy") == skill)
    figure = curves(own, data.order, "board", colours, 4, 1.17)
    key(figure, {f"board {board}": colour for board, colour in colours.items()})
    return [
        Figure(
            f"win_rate_{skill}", figure,
            f"Games won by {skill} against starting reserve, for each combination, the easiest first; bands "
            "are 95 % intervals, the dashed line is an even game.",
            "Thirty-two panels, one a combination: win rate against starting reserve, one line a board.",
        )
    ]  # fmt: skip


def _additions(data: Data) -> list[Block]:
    best = data.skills[0]
    others = {name: combination_name(set(EXPANSIONS) - {name}) for name in EXPANSIONS}
    series = {
        "added to the base game": [data.adding(name, BASE, best) for name in EXPANSIONS],
        "on average": [data.adding_on_average(name, best) for name in EXPANSIONS],
        "added to the other four": [data.adding(name, others[name], best) for name in EXPANSIONS],
    }
    colours = colours_of(list(series))
    figure, axes = new_figure(1, 1, 2.7)
    several_dots(axes[0, 0], [NAMES[name] for name in EXPANSIONS], series, colours)
    zero_line(axes[0, 0])
    axes[0, 0].set_xlabel("change of the win rate, points")
    key(figure, colours)
    rows = [c for c in data.order if c != ALL]
    effects = [[None if e in parts_of(c) else data.adding(e, c, best) for e in EXPANSIONS] for c in rows]
    values = np.array([[100 * e.value if e else np.nan for e in row] for row in effects])
    unclear = np.array([[e is not None and not sure(e) for e in row] for row in effects])
    grid, (panel,) = beside_matrix(rows, ratio=2.0)
    grid_of_effects(panel, values, unclear, [f"+ {NAMES[name]}" for name in EXPANSIONS])
    widest = max(100 * (e.high - e.low) / 2 for row in effects for e in row if e)
    table = pl.DataFrame(
        {"expansion": [NAMES[name] for name in EXPANSIONS]}
        | {s: [points(data.adding_on_average(name, s)) for name in EXPANSIONS] for s in data.skills}
    )
    return [
        Text(
            "The same games are played without the expansion and with it: luck cancels out. Changes are in "
            "points of win rate, averaged over boards and reserves. Where few games are won, there is "
            "little left to lose."
        ),
        Figure(
            "additions", figure,
            f"What each expansion does to {best}'s win rate, with 95 % intervals.",
            "Five rows, one an expansion, three dots with intervals each.",
        ),
        Table(table, "What each expansion does on average over the 16 combinations without it, in points."),
        Figure(
            "additions_grid", grid,
            f"What one more expansion does to each combination ({best}): points of win rate, the easiest "
            f"combination first. 95 % intervals reach at most {widest:.1f} points to either side; faint "
            "numbers are not told apart from 0.",
            "A grid: combinations without the expansion by the expansion that is added.",
        ),
    ]  # fmt: skip


def _interactions(data: Data) -> list[Block]:
    best = data.skills[0]
    extras = {s: {pair: data.games.interaction(*data.pair(*pair, s)) for pair in PAIRS} for s in data.skills}
    ranked = sorted(PAIRS, key=lambda pair: extras[best][pair].value)
    names = [f"{NAMES[a]} + {NAMES[b]}" for a, b in ranked]
    colours = colours_of(data.skills)
    figure, axes = new_figure(1, 1, 0.3 * len(PAIRS) + 1.0)
    several_dots(axes[0, 0], names, {s: [extras[s][p] for p in ranked] for s in data.skills}, colours)
    zero_line(axes[0, 0])
    axes[0, 0].set_xlabel(
        "harder than the sum   \N{LEFTWARDS ARROW}   points   \N{RIGHTWARDS ARROW}   less hard"
    )
    key(figure, colours)
    return [
        Text(
            "Is a pair harder than the sum of its parts? The change that both bring together to the base "
            "game, less the changes that each brings alone: below 0 the pair is harder than the sum. Points "
            "can mislead where much is lost already, so the table has a second yardstick: in proportion, 1 "
            "means that each takes the same share of the games that are still won, with and without the "
            "other."
        ),
        Figure(
            "interactions", figure,
            "What two expansions do beyond the sum of both, with 95 % intervals.",
            "One row a pair of expansions: one dot with its interval a player.",
        ),
        *(_pair_table(data, ranked, skill) for skill in data.skills),
    ]  # fmt: skip


def _pair_table(data: Data, pairs: Sequence[tuple[str, str]], skill: str) -> Table:
    rows = []
    for first, second in pairs:
        groups = data.pair(first, second, skill)
        alone = [data.games.effect(groups[0], group).value for group in groups[1:3]]
        share = data.games.proportion(*groups)
        rows.append(
            {
                "pair": f"{NAMES[first]} + {NAMES[second]}",
                "alone": f"{signed(alone[0])} and {signed(alone[1])}",
                "sum": signed(sum(alone)),
                "together": signed(data.games.effect(groups[0], groups[3]).value),
                "beyond the sum": points(data.games.interaction(*groups)),
                "in proportion": f"{share.value:.2f} ({share.low:.2f} to {share.high:.2f})" if share else "",
            }
        )
    return Table(pl.DataFrame(rows), f"Pairs added to the base game, {skill}: points of win rate.")


def _even(data: Data) -> list[Block]:
    return [
        Text(
            "Which combination, board and reserve give about 50 %? First the settings closest to an even "
            "game, ranked, for each player; then the reserve that brings each combination closest."
        ),
        *(closest_table(data.wins, skill, ["expansions", "board", "reserve"]) for skill in data.skills),
        *(even_table(data.wins, skill, data.order, "board") for skill in data.skills),
    ]
