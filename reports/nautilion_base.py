"""Report how hard Nautilion's base game is: for whom, on which board, with how much reserve.

A report script: a function `report` that gets a run and returns a `Report`.  Copy it, change it, and name it
in an experiment (``report: ./my_report.py``) or on the command line (``simkit report RUN --script``).
"""

from __future__ import annotations

import numpy as np
import polars as pl

from simkit.report.averaging import average_or_ends, effect_in_words, may_be_averaged
from simkit.report.charts import estimates_of, key, line_of_means, several_dots
from simkit.report.columns import column_of, game_columns
from simkit.report.document import Block, Figure, KeyFigure, OwnPart, Section, Table, Text
from simkit.report.figures import BLUES, FAINT, colours_of, ink_on, new_figure
from simkit.report.paired import extremes, is_significant
from simkit.report.parts import in_points, in_settings, interval, opening, percent, points, rate_table, signed
from simkit.report.players import introduced, player_in_short
from simkit.report.points import Shown
from simkit.report.report import Report
from simkit.report.sections.curve_over_factor import Curves, slope
from simkit.report.sections.endings import ends_figure, losing_most
from simkit.report.sections.length import lengths_figure
from simkit.report.verdict_words import both_uncertainties
from simkit.reports.shared.nautilion import Grid, rate_cells, with_estimates
from simkit.run.directory import RunDirectory
from simkit.run.unknown import spans_of
from simkit.stats.estimates import Estimate

NAME = "nautilion_base"
CREW = range(1, 10)
HARD = 0.2
"""Who wins less often than this where they win most is said to find the game too hard."""

LITTLE = 0.01
"""The worth of a token, as a share of games, up to which it is said to help hardly."""

PRINTED = 4
"""The reserve of the rulebook."""

SPELLS = ("whirlwinds", "tides", "translations")


class Data(Grid):
    """The run, and what this report asks of it."""

    @property
    def boards(self) -> list[str]:
        """The boards, in the experiment's order."""
        return self.wins["board"].unique(maintain_order=True).to_list()

    @property
    def reserves(self) -> list[int]:
        """The starting reserves, from the smallest."""
        return self.wins["reserve"].unique().sort().to_list()

    def of(self, skill: str, board: str | None = None) -> list[int]:
        """Return a strategy's scenarios, on one board or on all, always in the same order."""
        own = self.wins.filter(pl.col("strategy") == skill).sort("board", "reserve")
        if board is not None:
            own = own.filter(pl.col("board") == board)
        return own["scenario"].to_list()

    def token_worth(self, skill: str, board: str | None = None) -> Estimate:
        """Return the effect of one more reserve token on the win rate: the slope, of a board or of all."""
        boards = self.boards if board is None else [board]
        return slope(self.games, self.reserves, [self.of(skill, own) for own in boards])

    def by_board(self, skill: str) -> dict[str, Estimate]:
        """Return the effect of one more reserve token on each board."""
        return {board: self.token_worth(skill, board) for board in self.boards}


def report(run: RunDirectory) -> Report:
    """Return the report."""
    data = Data.read(run, NAME, ("board", "reserve", "strategy"))
    own = OwnPart(
        key_figures=_key_figures(data),
        findings=_findings(data),
        sections=[
            Section("Win rate", _win_rate(data)),
            Section("How games end", [_ends(data), *_missing(data)]),
            Section("Length", [_lengths(data)]),
            Section("Spells", [_spells(data) if len(data.reserves) > 1 else _spell_table(data)]),
            Section("Every scenario", [rate_table(run, "Win rate of every scenario.")]),
        ],
        in_short=_in_short(data),
    )
    return Report(run, [own], has_variants=False)


def _in_short(data: Data) -> str:
    """Return sentences on whom the game is too hard for, and on reserve tokens; "" for a smaller run."""
    best, weakest = data.skills[0], data.skills[-1]
    if weakest == best or min(len(data.boards), len(data.reserves)) < 2:
        return ""
    spans = spans_of(data.run)
    who = {own.name: player_in_short(own.name, own.skill) for own in introduced(data.run)}

    def at_most(skill: str) -> tuple[str, float]:
        own = data.wins.filter(pl.col("strategy") == skill).sort("estimate", maintain_order=True)
        row = own.row(-1, named=True)
        share = Estimate(row["estimate"], row["low"], row["high"], row["n"], "Wilson")
        span = spans.get((row["scenario"], "game", "won"))
        return f"at most {both_uncertainties(share, span, is_share=True)} ({_setting(row)})", row["high"]

    words, high = at_most(weakest)
    own = data.wins.filter(pl.col("strategy") == weakest).sort("estimate", maintain_order=True)
    worth = data.token_worth(weakest, own["board"][-1])
    helps = "help them" if worth.low > LITTLE else "hardly help them"
    hard = "Too hard for a first game: " if high < HARD else ""
    first = (
        f"{who[weakest]} wins {words}, and more reserve tokens {helps} there "
        f"({signed(100 * worth.value, 2)} points per token)."
    )
    others = [f"{opening(who[name])} wins {at_most(name)[0]}." for name in reversed(data.skills[:-1])]
    return " ".join([f"{hard}{first}" if hard else opening(first), *others])


def _key_figures(data: Data) -> list[KeyFigure]:
    best = data.skills[0]
    own = data.wins.filter(pl.col("strategy") == best).sort("estimate", maintain_order=True)
    low, high = own.row(0, named=True), own.row(-1, named=True)
    if len(own) == 1:
        return [KeyFigure(percent(low["estimate"]), f"of games {best} wins: {_setting(low)}")]
    if low["estimate"] == high["estimate"]:
        return [KeyFigure(percent(low["estimate"]), f"of games {best} wins in every setting")]
    figures = [
        KeyFigure(percent(high["estimate"]), f"best win rate: {best}, {_setting(high)}"),
        KeyFigure(percent(low["estimate"]), f"worst of the same player: {_setting(low)}"),
    ]
    if len(data.reserves) > 1:
        on = None if may_be_averaged(data.by_board(best)) else high["board"]
        worth, where = data.token_worth(best, on), f", board {on}" if on else ""
        words = f"points of win rate from one more reserve token ({best}{where})"
        figures.append(KeyFigure(in_points(worth.value), words))
    return figures


def _setting(row: dict[str, object]) -> str:
    return f"board {row['board']}, reserve {row['reserve']}"


def _findings(data: Data) -> list[str]:
    best, weakest = data.skills[0], data.skills[-1]
    findings = []
    if len(data.wins) == 1:
        row = data.wins.row(0, named=True)
        rate = f"{percent(row['estimate'])} ({interval(row['low'], row['high'])})"
        findings.append(f"{opening(best)} wins {rate} of games.")
    if len(data.boards) > 1:
        findings.append(_board_finding(data, best))
    if len(data.reserves) > 1:
        others = f", and {weakest}'s by {_token(data, weakest)}" if weakest != best else ""
        findings.append(f"One more reserve token changes {best}'s win rate by {_token(data, best)}{others}.")
    findings += [
        f"In {losses}." for losses in losing_most(data.run, data.end, data.of(best), f"{best}'s losses")
    ]
    turns = with_estimates(data.run, data.wins.select("scenario"), "turns", "mean")["estimate"].sort()
    lengths = list(dict.fromkeys(f"{turns[end]:.1f}" for end in (0, -1)))
    settings = ", depending on the setting" if len(lengths) > 1 else ""
    findings.append(f"A game lasts {' to '.join(lengths)} turns on average{settings}.")
    if weakest != best:
        findings.append(_lead(data, best, data.skills[1]))  # known before: it leads nothing
    return findings


def _token(data: Data, skill: str) -> str:
    """Return the worth of a reserve token: on average over the boards, unless it differs between them."""
    own = data.by_board(skill)
    if may_be_averaged(own):
        return effect_in_words(data.token_worth(skill))
    ranked = sorted(own, key=lambda board: own[board].value)
    low, high = (f"{effect_in_words(own[board])} on board {board}" for board in (ranked[0], ranked[-1]))
    return f"{low} up to {high}"


def _board_finding(data: Data, best: str) -> str:
    rates = {board: data.games.average(data.of(best, board)).value for board in data.boards}
    ranked = sorted(rates, key=lambda board: rates[board], reverse=True)
    easiest, hardest = ranked[0], ranked[-1]
    averaged = "averaged over the reserves, " if len(data.reserves) > 1 else ""
    gaps = zip(data.of(best, hardest), data.of(best, easiest), strict=True)
    if not may_be_averaged({pair: data.games.effect([pair[0]], [pair[1]]) for pair in gaps}):
        at = data.reserves.index(_quoted(data))
        rates = {board: data.games.average([data.of(best, board)[at]]).value for board in data.boards}
        averaged = f"with {_tokens(_quoted(data))} "
    wins = (
        f"{averaged}{best} wins {percent(rates[easiest])} of games on {easiest} and "
        f"{percent(rates[hardest])} on {hardest}"
    )
    distinct = extremes(lambda low, high: data.games.effect(data.of(best, low), data.of(best, high)), ranked)
    if distinct == "none":
        return f"No board is significantly easier than another: {wins}."
    if distinct == "some":
        return f"{opening(wins)}, the most and the least of the boards."
    words = ("easiest", "hardest") if len(ranked) > 2 else ("easier", "harder")
    return f"{easiest} is the {words[0]} board and {hardest} the {words[1]}: {wins}."


def _lead(data: Data, first: str, second: str) -> str:
    pairs = list(zip(data.of(second), data.of(first), strict=True))
    lead = data.games.effect(data.of(second), data.of(first))
    if not is_significant(lead):
        return f"{opening(first)} and {second} do not differ significantly: {points(lead)} points."
    if len(pairs) == 1:
        return f"{opening(first)} is ahead of {second} by {points(lead)} points."
    rows = {row["scenario"]: _setting(row) for row in data.wins.iter_rows(named=True)}
    gaps = {rows[high]: data.games.effect([low], [high]) for low, high in pairs}
    clear = sum(is_significant(gap) and gap.value > 0 for gap in gaps.values())
    many = in_settings(clear, len(pairs), "settings")
    return (
        f"{opening(first)} wins more often than {second} {many}: "
        f"{average_or_ends(gaps, lead, 'the settings')}."
    )


def _win_rate(data: Data) -> list[Block]:
    table = _board_table(data)
    if len(data.wins) == 1:
        return [table]
    if len(data.reserves) == 1:
        return [_win_rates_by_board(data), table]
    words = (
        "Each panel is a board, each line a player, each point the share of games won with so many reserve "
        "tokens at the start; the bands are 95 % intervals (Wilson)."
    )
    return [Text(words), _win_rates(data), table]


def _win_rates(data: Data) -> Figure:
    colours = colours_of(data.skills)
    curves = Curves(data.wins, "reserve", "reserve tokens at the start", "strategy", colours, "board")
    figure = curves.large({board: f"Board {board}" for board in data.boards})
    key(figure, colours, marks=True)
    return Figure(
        "win_rate",
        figure,
        "Win rate by starting reserve, for each board and player.",
        "One panel per board: win rate against starting reserve, one line per player.",
    )


def _win_rates_by_board(data: Data) -> Figure:
    colours = colours_of(data.skills)
    figure, axes = new_figure(1, 1, 0.36 * len(data.boards) + 1.1)
    series = {s: [data.games.average(data.of(s, board)) for board in data.boards] for s in data.skills}
    several_dots(axes[0, 0], [f"board {board}" for board in data.boards], series, colours)
    axes[0, 0].set_xlim(0, 100)
    axes[0, 0].set_xlabel("games won, %")
    key(figure, colours, marks=True)
    return Figure(
        "win_rate",
        figure,
        "Win rate on each board, with 95 % intervals.",
        "One row per board: one dot with its interval per player.",
    )


def _board_table(data: Data) -> Table:
    at = _quoted(data)
    cells, meaning = rate_cells(data.run, data.wins.filter(pl.col("reserve") == at))
    wide = cells.pivot(on="strategy", index="board", values="cell")
    return Table(wide, f"Win rate with {_tokens(at)}; {meaning}.")


def _quoted(data: Data) -> int:
    """Return the reserve that rates are quoted with: the printed one, or the largest that was played."""
    return PRINTED if PRINTED in data.reserves else data.reserves[-1]


def _tokens(number: int) -> str:
    return f"{number} reserve token" + ("" if number == 1 else "s")


def _ends(data: Data) -> Figure:
    averaged = ", averaged over the starting reserves" if len(data.reserves) > 1 else ""
    return ends_figure(
        data.run,
        data.end,
        {skill: {board: data.of(skill, board) for board in data.boards} for skill in data.skills},
        f"How games end on each board{averaged}; numbers are per cent of games.",
        "Stacked bars, one per board, for each player: won, and the ways to lose.",
    )


def _missing(data: Data) -> list[Figure]:
    """Return the numbers that the strongest strategy lacked, where it lost at all."""
    best = data.skills[0]
    levels = data.wins.filter(pl.col("strategy") == best).select("scenario", "board")
    lost = (
        data.run.games()
        .filter(~pl.col("won"))
        .join(levels.lazy(), on="scenario")
        .group_by("board")
        .agg(*(((pl.col("crew_numbers") // 2 ** (n - 1)) % 2 == 0).mean().alias(str(n)) for n in CREW))
        .collect(engine="streaming")
    )
    if lost.is_empty():
        return []
    figure, axes = new_figure(1, 1, 0.34 * len(data.boards) + 1.1)
    panel = axes[0, 0]
    rows = {row["board"]: [100 * row[str(n)] for n in CREW] for row in lost.iter_rows(named=True)}
    grid = np.array([rows.get(board, [np.nan] * len(CREW)) for board in data.boards])
    top = max(60.0, float(np.nanmax(grid)))
    values = np.ma.masked_invalid(grid)
    mesh = panel.pcolormesh(values, cmap=BLUES, vmin=0, vmax=top, edgecolors="white", lw=1.5)
    panel.invert_yaxis()
    for (i, j), value in np.ndenumerate(grid):
        if not np.isnan(value):
            ink = ink_on(mesh.cmap(mesh.norm(value))[:3])
            panel.text(j + 0.5, i + 0.5, f"{value:.0f}", ha="center", va="center", color=ink, fontsize=8)
    panel.set_xticks(np.arange(9) + 0.5, [str(n) for n in CREW])
    panel.set_yticks(np.arange(len(data.boards)) + 0.5, data.boards)
    panel.set_xlabel("crew number")
    panel.grid(visible=False)
    for side in panel.spines.values():
        side.set_visible(False)
    return [
        Figure(
            "missing",
            figure,
            f"Which numbers {best} lacked: per cent of lost games in which a number was not aboard.",
            "A grid of boards by crew numbers, darker where the number is missing more often.",
        )
    ]


def _lengths(data: Data) -> Figure:
    lines = {skill: data.of(skill) for skill in data.skills}
    return lengths_figure(data.run, column_of(game_columns(data.run), "turns"), lines, data.over)


def _spell_means(data: Data, spell: str) -> pl.DataFrame:
    own = data.wins.filter(pl.col("strategy") == data.skills[0]).select("scenario", "board", "reserve")
    return with_estimates(data.run, own, spell, "mean").sort("reserve")


def _spells(data: Data) -> Figure:
    figure, axes = new_figure(1, len(SPELLS), 2.5, sharey=True)
    colours = colours_of(data.boards)
    for panel, spell in zip(axes[0], SPELLS, strict=True):
        means = _spell_means(data, spell)
        for board, colour in colours.items():
            own = means.filter(pl.col("board") == board)
            alone = [[scenario] for scenario in own["scenario"]]
            told = Shown(estimates_of(own), scenarios=alone, column=spell, of="game")
            line_of_means(panel, own["reserve"], own["estimate"], colour, told)
        panel.set_title(spell.capitalize())
        panel.set_xlabel("reserve tokens at the start")
        panel.set_xticks(data.reserves)
        panel.tick_params(color=FAINT)
    axes[0, 0].set_ylim(bottom=0)  # of all three, once all is drawn: it ends their fitting to what there is
    axes[0, 0].set_ylabel("cast per game, mean")
    key(figure, {f"board {board}": colour for board, colour in colours.items()}, marks=True)
    return Figure(
        "spells",
        figure,
        f"What {data.skills[0]} spends the reserve on.",
        "Three panels, one per spell: mean number cast against starting reserve, one line per board.",
    )


def _spell_table(data: Data) -> Table:
    frame = pl.DataFrame({"board": data.boards})
    for spell in SPELLS:
        means = _spell_means(data, spell).select("board", pl.col("estimate").alias(spell))
        frame = frame.join(means, on="board", maintain_order="left")
    words = f"What {data.skills[0]} casts per game with {_tokens(data.reserves[0])} at the start, mean."
    return Table(frame, words, dict.fromkeys(SPELLS, "{:.2f}".format))
