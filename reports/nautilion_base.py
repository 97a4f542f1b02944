"""Tell how hard Nautilion's base game is: for whom, on which board, with how much reserve.

A report script: a function `report` that gets a run and returns a `Report`.  Copy it, change it, and name it
in an experiment (``report: ./my_report.py``) or on the command line (``simkit report RUN --script``).
"""

from __future__ import annotations

import numpy as np
import polars as pl

from reports.shared.nautilion import CAUSES, ENDS, by_strength
from simkit.report.document import Figure, KeyFigure, Report, Section, Table, Text
from simkit.report.figures import FAINT, INK, PALETTE, new_figure, percent_axis
from simkit.report.parts import (
    assumptions_section,
    estimates,
    facts,
    interval,
    percent,
    rate_table,
    reproduce_section,
    require_factors,
)
from simkit.run.directory import RunDirectory

BOARD, RESERVE, STRATEGY = "rules.board", "rules.reserve", "strategy"
CREW = range(1, 10)


def report(run: RunDirectory) -> Report:
    """Return the report."""
    require_factors(run, "nautilion_base", [BOARD, RESERVE, STRATEGY])
    wins = estimates(run, "won", "rate").with_columns(pl.col(RESERVE).cast(pl.Int64))
    strategies = by_strength(wins)
    boards = wins[BOARD].unique(maintain_order=True).to_list()
    best = strategies[0]
    return Report(
        title=run.manifest["experiment"]["title"],
        subtitle=run.manifest["experiment"]["description"],
        facts=facts(run),
        key_figures=_key_figures(wins, best),
        findings=_findings(run, wins, boards, strategies),
        sections=[
            Section("Win rate", [_win_rate_text(), _win_rates(wins, boards, strategies), _board_table(wins)]),
            Section("How games end", [_ends(run, boards, strategies), _missing(run, boards, best)]),
            Section("Length", [_lengths(run, strategies)]),
            Section("Spells", [_spells(run, best)]),
            Section("Every scenario", [rate_table(run, "won", "Win rate of every scenario.")]),
            assumptions_section(run),
            reproduce_section(run),
        ],
    )


def _key_figures(wins: pl.DataFrame, best: str) -> list[KeyFigure]:
    own = wins.filter(pl.col(STRATEGY) == best).sort("estimate")
    low, high = own.row(0, named=True), own.row(-1, named=True)
    return [
        KeyFigure(
            percent(high["estimate"]), f"best win rate: {best}, {high[BOARD]}, {high[RESERVE]} reserve"
        ),
        KeyFigure(
            percent(low["estimate"]), f"worst of the same player: {low[BOARD]}, {low[RESERVE]} reserve"
        ),
        KeyFigure(
            f"+{100 * _token_worth(own):.1f}", f"points of win rate from one more reserve token ({best})"
        ),
    ]


def _token_worth(wins: pl.DataFrame) -> float:
    """Return what one more reserve token adds to the win rate, on average over boards."""
    slopes = [
        np.polyfit(board[RESERVE].to_numpy(), board["estimate"].to_numpy(), 1)[0]
        for _, board in wins.group_by(BOARD)
        if board[RESERVE].n_unique() > 1
    ]
    return float(np.mean(slopes)) if slopes else 0.0


def _findings(run: RunDirectory, wins: pl.DataFrame, boards: list[str], strategies: list[str]) -> list[str]:
    best, weakest = strategies[0], strategies[-1]
    own = wins.filter(pl.col(STRATEGY) == best)
    worth = {name: 100 * _token_worth(wins.filter(pl.col(STRATEGY) == name)) for name in (best, weakest)}
    by_board = own.group_by(BOARD).agg(pl.col("estimate").mean()).sort("estimate", descending=True)
    easiest, hardest = by_board.row(0, named=True), by_board.row(-1, named=True)
    findings = [
        f"{easiest[BOARD]} is the easiest board and {hardest[BOARD]} the hardest: averaged over the "
        f"reserves, {best} wins {percent(easiest['estimate'])} of games on the one and "
        f"{percent(hardest['estimate'])} on the other.",
        f"Each further reserve token is worth {worth[best]:.1f} points of win rate to {best}, and "
        f"{worth[weakest]:.1f} to {weakest}.",
    ]
    if len(strategies) > 1:
        findings.append(_lead(wins, best, strategies[1]))
    losses = _end_shares(run).filter((pl.col("level") != "won") & (pl.col(STRATEGY) == best))
    causes = losses.group_by("level").agg(pl.col("share").sum()).sort("share", descending=True)
    if len(causes):
        top = causes.row(0, named=True)
        share = top["share"] / causes["share"].sum()
        findings.append(f"{percent(share)} of {best}'s losses come so: {CAUSES[top['level']]}.")
    turns = [float(turn) for turn in estimates(run, "turns", "mean")["estimate"]]
    findings.append(f"A game lasts {min(turns):.1f} to {max(turns):.1f} turns on average in every setting.")
    return findings


def _lead(wins: pl.DataFrame, first: str, second: str) -> str:
    pairs = wins.filter(pl.col(STRATEGY) == first).join(
        wins.filter(pl.col(STRATEGY) == second), on=[BOARD, RESERVE], suffix="_second"
    )
    clear = pairs.filter(pl.col("low") > pl.col("high_second"))
    gap = float(np.mean((pairs["estimate"] - pairs["estimate_second"]).to_numpy()))
    return (
        f"{first.capitalize()} is ahead of {second} beyond the intervals in {len(clear)} of {len(pairs)} "
        f"settings, by {100 * gap:.1f} points on average: so much is skill."
    )


def _win_rate_text() -> Text:
    return Text(
        "Each panel is a board, each line a player, each point the share of games won with so many reserve "
        "tokens at the start; the bands are 95 % intervals (Wilson)."
    )


def _win_rates(wins: pl.DataFrame, boards: list[str], strategies: list[str]) -> Figure:
    columns = min(3, len(boards))
    rows = -(-len(boards) // columns)
    figure, axes = new_figure(rows, columns, 2.5 * rows + 0.4, sharex=True, sharey=True)
    for panel, board in zip(axes.flat, boards, strict=False):
        for colour, name in zip(PALETTE, strategies, strict=False):
            line = wins.filter((pl.col(BOARD) == board) & (pl.col(STRATEGY) == name)).sort(RESERVE)
            x, y = line[RESERVE].to_numpy(), 100 * line["estimate"].to_numpy()
            panel.fill_between(x, 100 * line["low"], 100 * line["high"], color=colour, alpha=0.25, lw=0)
            panel.plot(x, y, color=colour, marker="o", ms=3.5, lw=1.6, label=name)
        panel.set_title(f"Board {board}")
        percent_axis(panel)
        panel.set_xticks(sorted(set(wins[RESERVE])))
    for panel in axes[-1]:
        panel.set_xlabel("reserve tokens at the start")
    for panel in axes[:, 0]:
        panel.set_ylabel("games won")
    figure.legend(*axes.flat[0].get_legend_handles_labels(), loc="outside upper right", ncols=len(strategies))
    return Figure(
        "win_rate",
        figure,
        "Win rate by starting reserve, for each board and player.",
        "Six panels of rising lines: win rate against starting reserve, one line a player.",
    )


def _board_table(wins: pl.DataFrame) -> Table:
    frame = wins.with_columns(
        cell=pl.struct("estimate", "low", "high").map_elements(
            lambda e: f"{percent(e['estimate'])} ({interval(e['low'], e['high'])})", return_dtype=pl.String
        )
    )
    at = 4 if 4 in frame[RESERVE] else int(frame[RESERVE].max())  # type: ignore[arg-type]
    wide = frame.filter(pl.col(RESERVE) == at).pivot(on=STRATEGY, index=BOARD, values="cell")
    return Table(wide.rename({BOARD: "board"}), f"Win rate with {at} reserve tokens, with 95 % intervals.")


def _end_shares(run: RunDirectory) -> pl.DataFrame:
    """Return the share of each ending, averaged over the reserves."""
    shares = estimates(run, "end", "rate")
    total = run.scenarios().group_by(BOARD, STRATEGY).len()
    sums = shares.group_by(BOARD, STRATEGY, "level", maintain_order=True).agg(pl.col("estimate").sum())
    return sums.join(total, on=[BOARD, STRATEGY]).with_columns(share=pl.col("estimate") / pl.col("len"))


def _ends(run: RunDirectory, boards: list[str], strategies: list[str]) -> Figure:
    shares = _end_shares(run)
    present = [end for end in ENDS if end in shares["level"]]
    figure, axes = new_figure(1, len(strategies), 0.32 * len(boards) + 1.3, sharey=True)
    for panel, name in zip(axes[0], strategies, strict=True):
        left = np.zeros(len(boards))
        for colour, end in zip(PALETTE, present, strict=False):
            of_end = shares.filter((pl.col(STRATEGY) == name) & (pl.col("level") == end))
            values = dict(zip(of_end[BOARD], of_end["share"], strict=True))
            widths = np.array([100 * values.get(board, 0.0) for board in boards])
            panel.barh(boards, widths, left=left, color=colour, height=0.72, label=ENDS[end])
            left += widths
        panel.set_title(name)
        panel.set_xlim(0, 100)
        panel.set_xlabel("share of games, %")
        panel.grid(visible=False)
        panel.invert_yaxis() if panel is axes[0][0] else None
    figure.legend(*axes[0][0].get_legend_handles_labels(), loc="outside upper right", ncols=len(present))
    return Figure(
        "ends",
        figure,
        "How games end, averaged over the starting reserves.",
        "Stacked bars, one a board, for each player: won, Phantom at the Isles, Abyss without full crew.",
    )


def _missing(run: RunDirectory, boards: list[str], best: str) -> Figure:
    levels = run.scenarios().filter(pl.col(STRATEGY) == best).select("scenario", BOARD)
    lost = (
        run.games()
        .filter(~pl.col("won"))
        .join(levels.lazy(), on="scenario")
        .group_by(BOARD)
        .agg(
            *(
                ((pl.col("crew_numbers").cast(pl.Int32) // 2 ** (n - 1)) % 2 == 0).mean().alias(str(n))
                for n in CREW
            )
        )
        .collect(engine="streaming")
    )
    figure, axes = new_figure(1, 1, 0.34 * len(boards) + 1.1)
    panel = axes[0, 0]
    rows = {row[BOARD]: [100 * row[str(n)] for n in CREW] for row in lost.iter_rows(named=True)}
    grid = np.array([rows.get(board, [np.nan] * 9) for board in boards])
    top = max(60.0, float(np.nanmax(grid)))
    panel.pcolormesh(grid, cmap="Blues", vmin=0, vmax=top, edgecolors="white", lw=1.5)
    panel.invert_yaxis()
    for (i, j), value in np.ndenumerate(grid):
        if not np.isnan(value):
            panel.text(
                j + 0.5,
                i + 0.5,
                f"{value:.0f}",
                ha="center",
                va="center",
                color="white" if value > 40 else INK,
                fontsize=8,
            )
    panel.set_xticks(np.arange(9) + 0.5, [str(n) for n in CREW])
    panel.set_yticks(np.arange(len(boards)) + 0.5, boards)
    panel.set_xlabel("crew number")
    panel.grid(visible=False)
    for side in panel.spines.values():
        side.set_visible(False)
    return Figure(
        "missing",
        figure,
        f"Which numbers {best} lacked: per cent of lost games in which a number was not aboard.",
        "A grid of boards by crew numbers, darker where the number is missing more often.",
    )


def _lengths(run: RunDirectory, strategies: list[str]) -> Figure:
    levels = run.scenarios().select("scenario", STRATEGY)
    counts = (
        run.games().group_by("scenario", "turns").len().join(levels.lazy(), on="scenario")
        .group_by(STRATEGY, "turns").agg(pl.col("len").sum()).collect(engine="streaming")
    )  # fmt: skip
    figure, axes = new_figure(1, 1, 2.6)
    for colour, name in zip(PALETTE, strategies, strict=False):
        own = counts.filter(pl.col(STRATEGY) == name).sort("turns")
        share = 100 * own["len"].to_numpy() / own["len"].sum()
        axes[0, 0].plot(own["turns"], share, color=colour, marker="o", ms=3, lw=1.5, label=name)
    percent_axis(axes[0, 0], top=float(axes[0, 0].get_ylim()[1]))
    axes[0, 0].set_xlabel("turns")
    axes[0, 0].set_ylabel("share of games")
    axes[0, 0].legend()
    return Figure(
        "length",
        figure,
        "How long games last, over all boards and reserves.",
        "One bell-shaped line a player: share of games against number of turns.",
    )


def _spells(run: RunDirectory, best: str) -> Figure:
    figure, axes = new_figure(1, 3, 2.5, sharey=True)
    for panel, spell in zip(axes[0], ("whirlwinds", "tides", "translations"), strict=True):
        means = estimates(run, spell, "mean").filter(pl.col(STRATEGY) == best)
        means = means.with_columns(pl.col(RESERVE).cast(pl.Int64))
        for colour, (board, line) in zip(PALETTE, means.group_by(BOARD, maintain_order=True), strict=False):
            own = line.sort(RESERVE)
            panel.plot(own[RESERVE], own["estimate"], color=colour, lw=1.5, label=str(board[0]))
        panel.set_title(spell.capitalize())
        panel.set_xlabel("reserve tokens at the start")
        panel.set_ylim(bottom=0)
    axes[0, 0].set_ylabel("cast in a game, mean")
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside upper right", ncols=6, title="board")
    for panel in axes[0]:
        panel.tick_params(color=FAINT)
    return Figure(
        "spells",
        figure,
        f"What {best} spends the reserve on.",
        "Three panels, one a spell: mean number cast against starting reserve, one line a board.",
    )
