"""Report how hard Nautilion's expansions are, alone and together.

A report script: a function `report` that gets a run and returns a `Report`.  Copy it, change it, and name it
in an experiment (``report: ./my_report.py``) or on the command line (``simkit report RUN --script``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import polars as pl

from simkit.errors import Complaint
from simkit.report.averaging import effect_in_words, may_be_averaged
from simkit.report.charts import key, reference_line, several_dots
from simkit.report.document import Block, Figure, KeyFigure, OwnPart, Section, Table, Text
from simkit.report.figures import colours_of
from simkit.report.paired import SideBySide, extremes, is_significant
from simkit.report.parts import GENERAL, in_points, in_settings, opening, percent, points
from simkit.report.points import Shown
from simkit.report.report import Report
from simkit.report.sections.endings import leading_ways
from simkit.report.sections.even_game import EVEN, FAR, closest, closest_table, even_table
from simkit.report.verdict_words import both_uncertainties
from simkit.reports.shared.expansion_charts import beside_matrix, curves_of, ends_figure, lengths_figure
from simkit.reports.shared.expansion_effects import (
    ALL,
    BASE,
    Combinations,
    addition_sections,
    pair_sections,
    verdict,
)
from simkit.reports.shared.expansion_surprises import ranked_costs, settings_with, surprises
from simkit.reports.shared.nautilion import NAMES, in_sentence, rate_cells, title
from simkit.reports.shared.nautilion_ceiling import Ceiling, ceiling_of, ceiling_sections
from simkit.reports.shared.nautilion_ceiling import in_short as players_part
from simkit.run.directory import RunDirectory
from simkit.run.unknown import spans_of
from simkit.stats.estimates import Estimate

NAME = "nautilion_difficulty"
PRINTED = 4
"""The reserve at the start that rates are quoted with, where it was played."""


def report(run: RunDirectory) -> Report:
    """Return the report."""
    data = Combinations.read(run, NAME, ("expansions", "board", "reserve", "strategy"))
    skills, order = data.skills, data.order
    if len(order) == 1:
        raise Complaint(
            f"the report {NAME} compares combinations of expansions; this run plays but one. The report "
            f"nautilion_base says how hard it is, and {GENERAL}"
        )
    best = data.wins.filter(pl.col("strategy") == skills[0])
    ceiling = ceiling_of(data)
    own = OwnPart(
        key_figures=_key_figures(data),
        findings=_findings(data),
        sections=[
            *addition_sections(data),
            *pair_sections(data),
            Section("From easy to hard", [_order_text(data), _order(data)]),
            *ceiling_sections(data, ceiling),
            *_win_rates(data),
            Section("An even game", _even(data)),
            Section("How games end", [ends_figure(run, best, order, skills[0], data.over)]),
            Section("Length", [lengths_figure(run, best, order, skills[0])]),
        ],
        in_short=_in_short(data, ceiling),
    )
    return Report(run, [own], has_variants=False)


def _in_short(data: Combinations, ceiling: Ceiling | None) -> str:
    """Return the win rates without expansions and with all of them, and what of it is the player's."""
    if not {BASE, ALL} <= set(data.order):
        return ""
    spans = spans_of(data.run)
    easy, hard = (_printed(data, combination) for combination in (BASE, ALL))

    def won(row: dict[str, Any]) -> str:
        share = Estimate(row["estimate"], row["low"], row["high"], row["n"], "Wilson")
        span = spans.get((row["scenario"], "game", "won"))
        return f"{row['strategy']} wins {both_uncertainties(share, span, is_share=True)}"

    words = (
        f"Without expansions {' and '.join(won(row) for row in easy)} of games; with all five "
        f"{' and '.join(won(row) for row in hard)} ({_quoted(easy[0])})."
    )
    return f"{words} {players_part(data, ceiling)}".strip()


def _printed(data: Combinations, combination: str) -> list[dict[str, Any]]:
    """Return a combination's win rates for each player, on the first board with the printed reserve."""
    own = data.wins.filter(pl.col("expansions") == combination)
    reserves = sorted(set(own["reserve"]))
    at = PRINTED if PRINTED in reserves else reserves[-1]
    own = own.filter((pl.col("board") == own["board"][0]) & (pl.col("reserve") == at))
    return [own.filter(pl.col("strategy") == skill).row(0, named=True) for skill in data.skills]


def _key_figures(data: Combinations) -> list[KeyFigure]:
    best, costs = data.skills[0], data.costs(data.skills[0])
    easy, hard = (BASE, ALL) if {BASE, ALL} <= set(data.order) else (data.order[0], data.order[-1])
    words = {c: f"with {in_sentence(c)}" for c in (easy, hard)} | {BASE: "without expansions"}
    rates, where = _rates(data, (easy, hard), best)
    over = f", {where}" if where else ""
    figures = [
        KeyFigure(percent(rates[easy]), f"of games {best} wins {words[easy]}{over}"),
        KeyFigure(percent(rates[hard]), words[hard]),
    ]
    hardest = min(costs, key=lambda name: costs[name].value, default=None)
    if hardest and is_significant(costs[hardest], len(costs)):
        effects = settings_with(data, hardest, best).effects
        if may_be_averaged(effects):
            average = ", on average" if len(effects) > 1 else ""
            figures.append(
                KeyFigure(in_points(costs[hardest].value), f"points: what {NAMES[hardest]} adds{average}")
            )
        else:
            most = min(effects, key=lambda setting: effects[setting].value)
            figures.append(
                KeyFigure(in_points(effects[most].value), f"points: {NAMES[hardest]} at its hardest ({most})")
            )
    return figures


def _findings(data: Combinations) -> list[str]:
    best = data.skills[0]
    findings = [*surprises(data), _ends_of_order(data, best), *_cost_finding(data, best)]
    if ("mages", "reefs") in data.pairs():
        findings.append(_pair_finding(data, "mages", "reefs", best))
    if len(data.pairs()) > 1:
        findings.append(_most_apart(data, best))
    findings += [_even_finding(data), *_cause_finding(data, best)]
    if len(data.skills) > 1:
        findings.append(_skill_finding(data))
    return findings


def _rates(data: Combinations, combinations: Sequence[str], skill: str) -> tuple[dict[str, float], str]:
    """Return win rates over all boards and reserves, or in one setting where the gap depends on it."""
    first, last = (data.of(combinations[end], skill) for end in (0, -1))
    gaps = {pair: data.games.effect([pair[0]], [pair[1]]) for pair in zip(first, last, strict=True)}
    if may_be_averaged(gaps):
        over = f"over all {data.over}" if data.over else ""
        return {c: data.games.average(data.of(c, skill)).value for c in combinations}, over
    rows = {c: _printed(data, c)[data.skills.index(skill)] for c in combinations}
    return {c: row["estimate"] for c, row in rows.items()}, _quoted(rows[combinations[0]])


def _quoted(row: dict[str, Any]) -> str:
    return f"board {row['board']}, reserve {row['reserve']}"


def _ends_of_order(data: Combinations, best: str) -> str:
    easy, hard = data.order[0], data.order[-1]
    rates, over = _rates(data, (easy, hard), best)
    won = f"{percent(rates[easy])} and {percent(rates[hard])} of games{f' ({over})' if over else ''}"
    distinct = extremes(
        lambda low, high: data.games.effect(data.of(low, best), data.of(high, best)), data.order
    )
    if distinct == "none":
        return (
            f"No combination is significantly easier than another: {best} wins most with {in_sentence(easy)} "
            f"and least with {in_sentence(hard)}, {won}."
        )
    if distinct == "some":
        return (
            f"{opening(best)} wins most with {in_sentence(easy)} and least with {in_sentence(hard)}, {won}; "
            "not all other combinations differ significantly from these two."
        )
    words = ("easiest", "hardest") if len(data.order) > 2 else ("easier", "harder")
    return (
        f"The {words[0]} combination is {in_sentence(easy)}, the {words[1]} {in_sentence(hard)}: "
        f"{best} wins {won}."
    )


def _cost_finding(data: Combinations, best: str) -> list[str]:
    costs = data.costs(best)
    if len(costs) > 1:
        return [ranked_costs(data, best)]
    return [f"{NAMES[name]} changes the win rate by {points(cost)} points." for name, cost in costs.items()]


def _pair_finding(data: Combinations, first: str, second: str, skill: str) -> str:
    groups = data.pair(first, second, skill)
    single = {
        i: data.games.interaction(*([s] for s in own)) for i, own in enumerate(zip(*groups, strict=True))
    }
    if not may_be_averaged(single):
        clear = [effect.value for effect in single.values() if is_significant(effect, len(single))]
        return (
            f"{NAMES[first]} and {NAMES[second]} together, {skill}: harder than the sum of both in "
            f"{sum(value < 0 for value in clear)} of {len(single)} settings, less hard in "
            f"{sum(value > 0 for value in clear)}, not significantly either in {len(single) - len(clear)}."
        )
    sums = [data.games.effect(groups[0], group).value for group in groups[1:3]]
    joint = data.games.effect(groups[0], groups[3])
    extra = data.games.interaction(*groups)
    return (
        f"{_verdict(first, second, extra)}: alone they change the win rate by {in_points(sums[0])} and "
        f"{in_points(sums[1])} points, together by {points(joint)}; that is {points(extra)} beyond the sum "
        f"({skill})."
    )


def _verdict(first: str, second: str, extra: Estimate) -> str:
    words = f"{NAMES[first]} and {NAMES[second]} together are"
    if not is_significant(extra):
        return f"{words} not significantly harder or less hard than the sum of both"
    return f"{words} {'harder' if extra.value < 0 else 'less hard'} than the sum of both"


def _most_apart(data: Combinations, skill: str) -> str:
    pairs = list(data.pairs())
    verdicts = {pair: verdict(data, *pair, skill, 2 * len(pairs)) for pair in pairs}
    if not any(verdicts.values()):
        return (
            "No two expansions together are significantly harder or less hard than the sum of both, and than "
            f"what both leave in proportion ({skill}; {2 * len(pairs)} comparisons allowed for)."
        )
    return (
        f"Of the {len(pairs)} pairs, significantly harder together than the sum of both, and than what both "
        f"leave in proportion: {_named(verdicts, 'harder')}; less hard: {_named(verdicts, 'less hard')} "
        f"({skill}; {2 * len(pairs)} comparisons allowed for)."
    )


def _named(verdicts: dict[tuple[str, str], str], words: str) -> str:
    """Return the pairs of which this is said."""
    pairs = [f"{NAMES[first]} + {NAMES[second]}" for (first, second), own in verdicts.items() if own == words]
    return ", ".join(pairs) or "none"


def _even_finding(data: Combinations) -> str:
    words = []
    for skill in data.skills:
        row = closest(data.wins, skill, 1).row(0, named=True)
        own = data.wins.filter(pl.col("strategy") == skill)
        even = own.filter((pl.col("low") <= EVEN) & (pl.col("high") >= EVEN)).height
        nearest = (
            f"{in_sentence(row['expansions'])} on board {row['board']} with reserve {row['reserve']} "
            f"({percent(row['estimate'])})"
        )
        if abs(row["estimate"] - EVEN) > FAR:
            words.append(f"no setting brings {skill} within {100 * FAR:.0f} points of it, nearest {nearest}")
        elif even > 1:
            words.append(f"{skill} may win half of the games in {even} settings, closest in {nearest}")
        else:
            words.append(f"closest for {skill} is {nearest}")
    return f"An even game: {'; '.join(words)}."


def _cause_finding(data: Combinations, skill: str) -> list[str]:
    ends = SideBySide.read(data.run, "end")
    leading = [leading_ways(ends, data.end, data.of(combination, skill)) for combination in data.order]
    lost = [ways for ways in leading if ways]
    first = Counter(next(iter(ways)) for ways in lost if len(ways) == 1)
    words = [
        f"in {n} of {len(lost)} combinations {data.end.looks[way].loss}" for way, n in first.most_common()
    ]
    if len(lost) > first.total():
        words.append(f"in {len(lost) - first.total()} no single way is significantly the most frequent")
    return [f"The most frequent way to lose ({skill}): {'; '.join(words)}."] if words else []


def _skill_finding(data: Combinations) -> str:
    first, second = data.skills[:2]
    leads = {
        in_sentence(c) if len(data.of(c, first)) == 1 else f"{in_sentence(c)}, {_setting(data, high)}":
        data.games.effect([low], [high])
        for c in data.order
        for low, high in zip(data.of(c, second), data.of(c, first), strict=True)
    }  # fmt: skip
    ahead = [c for c, lead in leads.items() if is_significant(lead) and lead.value > 0]
    behind = [c for c, lead in leads.items() if is_significant(lead) and lead.value < 0]
    most: str = max(leads, key=lambda c: leads[c].value)
    of_what = "combinations" if len(leads) == len(data.order) else "settings"
    words = f"{opening(first)} wins more often than {second} {in_settings(len(ahead), len(leads), of_what)}"
    if most in ahead:
        words += f", by most with {most}: {effect_in_words(leads[most])}"
    return f"{words}; less often in {len(behind)}." if behind else f"{words}."


def _setting(data: Combinations, scenario: int) -> str:
    return _quoted(data.wins.filter(pl.col("scenario") == scenario).row(0, named=True))


def _order_text(data: Combinations) -> Text:
    words = "Each row is a combination, its dark dots the expansions in it."
    if data.over:
        boards, reserves = data.wins["board"].unique(maintain_order=True), sorted(set(data.wins["reserve"]))
        among = {
            "boards": f"the boards {', '.join(boards)}",
            "reserves": f"the reserves of {_numbers(reserves)} tokens at the start",
        }
        words += f" Win rates are averages over {' and '.join(among[n] for n in data.over.split(' and '))}."
    return Text(words)


def _numbers(ascending: list[int]) -> str:
    if len(ascending) > 2 and ascending == list(range(ascending[0], ascending[-1] + 1)):
        return f"{ascending[0]} to {ascending[-1]}"
    return ", ".join(map(str, ascending))


def _order(data: Combinations) -> Figure:
    figure, (panel,) = beside_matrix(data.order)
    colours = colours_of(data.skills)
    series = {s: [data.games.average(data.of(c, s)) for c in data.order] for s in data.skills}
    told = {
        s: Shown([], rows=[title(c) for c in data.order], scenarios=[data.of(c, s) for c in data.order])
        for s in data.skills
    }
    several_dots(panel, None, series, colours, told)
    panel.set_xlim(0, 100)
    reference_line(panel, 0.5, "even")
    panel.set_xlabel("games won, %")
    key(figure, colours, marks=True)
    return Figure(
        "order", figure,
        f"The {len(data.order)} combinations from the easiest to the hardest for {data.skills[0]}, with 95 % "
        "intervals.",
        "One row per combination: dots for its expansions, then one dot per player for its win rate.",
    )  # fmt: skip


def _win_rates(data: Combinations) -> list[Section]:
    """Return the sections on the win rate by reserve and by board."""
    if data.wins["reserve"].n_unique() > 1:
        return [Section(f"Win rate by reserve: {skill}", _curves(data, skill)) for skill in data.skills]
    if data.wins["board"].n_unique() > 1:
        return [Section("Win rate by board", [_board_table(data, skill) for skill in data.skills])]
    return []


def _curves(data: Combinations, skill: str) -> list[Block]:
    boards = data.wins["board"].unique(maintain_order=True).to_list()
    colours = colours_of(boards)
    own = data.wins.filter(pl.col("strategy") == skill)
    figure = curves_of(own, data.order, "board", colours, 1.17)
    key(figure, {f"board {board}": colour for board, colour in colours.items()}, marks=True)
    return [
        Figure(
            f"win_rate_{skill}", figure,
            f"Games won by {skill} against starting reserve, for each combination, the easiest first; bands "
            "are 95 % intervals, the dashed line is an even game.",
            "One panel per combination: win rate against starting reserve, one line per board.",
        )
    ]  # fmt: skip


def _board_table(data: Combinations, skill: str) -> Table:
    cells, meaning = rate_cells(data.run, data.wins.filter(pl.col("strategy") == skill))
    rows = [
        {"combination": title(c)}
        | {
            f"board {row['board']}": row["cell"]
            for row in cells.filter(pl.col("expansions") == c).iter_rows(named=True)
        }
        for c in data.order
    ]
    return Table(pl.DataFrame(rows), f"Games won by {skill} on each board; {meaning}.")


def _even(data: Combinations) -> list[Block]:
    several = data.wins["reserve"].n_unique() > 1
    words = "Which settings give about 50 %? First those closest to an even game, ranked, for each player"
    more = "; then the reserve that brings each combination closest." if several else "."
    return [
        Text(words + more),
        *(closest_table(data.wins, skill, ["combination", "board", "reserve"]) for skill in data.skills),
        *(_even_reserves(data, skill) for skill in data.skills if several),
    ]


def _even_reserves(data: Combinations, skill: str) -> Table:
    ranks = pl.Series([data.order.index(c) for c in data.wins["expansions"]])
    easiest_first = data.wins.select(pl.all().sort_by(ranks, maintain_order=True))
    return even_table(
        easiest_first, skill, "reserve", grid=("combination", "board"), called="starting reserve"
    )
