"""Report how hard Nautilion's base game is: for whom, on which board, with how much reserve.

A report script: a function `report` that gets a run and returns a `Report`.  Copy it, change it, and name it
in an experiment (``report: ./my_report.py``) or on the command line (``simkit report RUN --script``).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from simkit import report as r
from simkit.reports.shared.nautilion import (
    Grid,
    board_and_reserve,
    quoted_reserve,
    rate_cells,
    with_estimates,
)

NAME = "nautilion_base"
CREW = range(1, 10)
SPELLS = ("whirlwinds", "tides", "translations")
BOARD, RESERVE = "rules.board", "rules.reserve"

LITTLE = 0.01
"""Up to this worth, as a share of games, a token is said to hardly help."""


def report(run: r.RunDirectory) -> r.Report:
    """Return the report."""
    data = Boards.read(run, NAME, ("board", "reserve", "strategy"))
    every = r.Section("Every scenario", [r.rate_table(run, "Win rate of every scenario.")])
    return r.Report(
        run,
        [
            r.OwnPart(
                findings=[*_easiest_board(data), *_tokens(data)],
                sections=[r.Section("Win rate", win_rates(data))],
            ),
            r.CeilingOfPlay(run),
            _endings(data),
            _turns(data),
            r.OwnPart(findings=_lead(data), sections=[r.Section("Spells", [spells(data)]), every]),
        ],
        has_variants=False,
    )


def _tokens(data: Boards) -> list[r.Finding]:
    """Return the worth of a reserve token for the strongest player, and for the weakest if it is little."""
    if len(data.reserves) == 1:
        return []
    worth = data.token_worth(data.best)
    surprise = r.Surprise.REVERSED if worth.high < 0 else r.Surprise.SIZE
    words = f"One more reserve token changes {data.best}'s win rate by {_token(data, data.best)}."
    found = [r.Finding(words, abs(worth.value), surprise, RESERVE)]
    if data.weakest != data.best and data.token_worth(data.weakest).high < LITTLE:
        token = _token(data, data.weakest)
        words = f"{r.opening(data.weakest)} gains next to nothing by a reserve token: {token}."
        found.append(r.Finding(words, abs(worth.value), r.Surprise.NOTHING, RESERVE))
    return found


def _token(data: Boards, skill: str) -> str:
    """Return the worth of a reserve token: on average over the boards, unless it differs between them."""
    own = data.by_board(skill)
    if r.may_be_averaged(own):
        return f"{data.token_worth(skill)}"
    ranked = sorted(own, key=lambda board: own[board].value)
    low, high = (f"{own[board]} on board {board}" for board in (ranked[0], ranked[-1]))
    return f"{low} up to {high}"


def _easiest_board(data: Boards) -> list[r.Finding]:
    """Return the boards on which the strongest player wins most and least."""
    best = data.best
    if len(data.wins) == 1:
        row = data.wins.row(0, named=True)
        return [r.Finding(f"{r.opening(best)} wins {r.estimate_of(row)} of games.")]
    if len(data.boards) == 1:
        return []
    scenarios = {board: data.of(best, board) for board in data.boards}
    ranked, rates = _from_easy_to_hard(data, scenarios)
    averaged = "averaged over the reserves, " if len(data.reserves) > 1 else ""
    gaps = zip(scenarios[ranked[-1]], scenarios[ranked[0]], strict=True)
    if not r.may_be_averaged({pair: data.games.effect([pair[0]], [pair[1]]) for pair in gaps}):
        at = data.reserves.index(data.quoted)  # the order with that reserve, not of the average
        scenarios = {board: [own[at]] for board, own in scenarios.items()}
        ranked, rates = _from_easy_to_hard(data, scenarios)
        averaged = f"with {tokens(data.quoted)} "
    easiest, hardest = ranked[0], ranked[-1]
    gap = data.games.effect(scenarios[hardest], scenarios[easiest])
    wins = f"{averaged}{best} wins {rates[easiest]} of games on {easiest} and {rates[hardest]} on {hardest}"
    distinct = r.extremes(lambda low, high: data.games.effect(scenarios[low], scenarios[high]), ranked)
    if distinct == "none":
        words = f"No board is known to be easier than another: {wins}."
        return [r.Finding(words, 0.0, r.Surprise.SIZE, BOARD)]
    if distinct == "some":
        words = f"{r.opening(wins)}; not every two boards differ clearly."
        return [r.Finding(words, abs(gap.value), r.Surprise.WHICH, BOARD)]
    ends = ("easiest", "hardest") if len(ranked) > 2 else ("easier", "harder")
    words = f"{easiest} is the {ends[0]} board and {hardest} the {ends[1]}: {wins}."
    return [r.Finding(words, abs(gap.value), r.Surprise.WHICH, BOARD)]


def _from_easy_to_hard(
    data: Boards, scenarios: dict[str, list[int]]
) -> tuple[list[str], dict[str, r.Estimate]]:
    """Return the boards in order, and what is won on each on average over its scenarios."""
    rates = {board: data.games.average(own) for board, own in scenarios.items()}
    return sorted(rates, key=lambda board: rates[board].value, reverse=True), rates


def _endings(data: Boards) -> r.Part:
    """Return how games end: by what the strongest player loses most, and which crew was missing."""
    averaged = ", averaged over the starting reserves" if len(data.reserves) > 1 else ""
    ends = r.ends_figure(
        data.run,
        data.end,
        {skill: {board: data.of(skill, board) for board in data.boards} for skill in data.skills},
        f"How games end on each board{averaged}; numbers are per cent of games.",
        "Stacked bars, one per board, for each player: won, and the ways to lose.",
    )
    most = r.most_frequent_loss(data.run, data.end, data.of(data.best))
    return r.OwnPart(
        findings=[
            r.Finding(
                f"In {share} of {data.best}'s losses {data.end.looks[way].loss}.",
                surprise=r.Surprise.WHICH,
            )
            for way, share in ([most] if most else [])
        ],
        sections=[r.Section("How games end", [ends, *missing_crew(data)])],
    )


def _turns(data: Boards) -> r.Part:
    """Return how many turns games last."""
    column = r.column_of(r.game_columns(data.run), "turns")
    spread = r.lengths_figure(data.run, column, {skill: data.of(skill) for skill in data.skills}, data.over)
    return r.OwnPart(
        sections=[r.Section("Length", [spread])],
    )


def _lead(data: Boards) -> list[r.Finding]:
    """Return by how much the second player is ahead, if it is; that the strongest one is was known before."""
    if data.weakest == data.best:
        return []
    first, second = data.skills[:2]
    pairs = list(zip(data.of(second), data.of(first), strict=True))
    rows = {row["scenario"]: board_and_reserve(row) for row in data.wins.iter_rows(named=True)}
    gaps = {rows[high]: data.games.effect([low], [high]) for low, high in pairs}
    behind = {where: gap for where, gap in gaps.items() if gap.value < 0 and r.is_significant(gap, len(gaps))}
    if not behind:
        return []
    worst = min(behind, key=lambda where: behind[where].value)
    words = (
        f"{r.opening(second)} wins more often than {first} "
        f"{r.in_settings(len(behind), len(gaps), 'settings')}, with {worst} for one: "
        f"{behind[worst]}."
    )
    return [r.Finding(words, abs(behind[worst].value), r.Surprise.REVERSED)]


class Boards(Grid):
    """A run over boards and reserves, in the forms that its report needs."""

    @property
    def reserves(self) -> list[int]:
        """The starting reserves, from the smallest."""
        return self.wins["reserve"].unique().sort().to_list()

    @property
    def best(self) -> str:
        """The strongest strategy."""
        return self.skills[0]

    @property
    def weakest(self) -> str:
        """The weakest strategy."""
        return self.skills[-1]

    @property
    def quoted(self) -> int:
        """The reserve that rates are quoted with: the printed one, or the largest that was played."""
        return quoted_reserve(self.wins)

    def of(self, skill: str, board: str | None = None) -> list[int]:
        """Return a strategy's scenarios, on one board or on all, always in the same order."""
        own = self.wins.filter(pl.col("strategy") == skill).sort("board", "reserve")
        if board is not None:
            own = own.filter(pl.col("board") == board)
        return own["scenario"].to_list()

    def ranked(self, skill: str) -> list[dict[str, Any]]:
        """Return a strategy's settings with their win rates, from the lowest to the highest."""
        own = self.wins.filter(pl.col("strategy") == skill).sort("estimate", maintain_order=True)
        return own.to_dicts()

    def token_worth(self, skill: str, board: str | None = None) -> r.Estimate:
        """Return the effect of one more reserve token on the win rate: the slope, of a board or of all."""
        boards = self.boards if board is None else [board]
        return r.slope(self.games, self.reserves, [self.of(skill, own) for own in boards])

    def by_board(self, skill: str) -> dict[str, r.Estimate]:
        """Return the effect of one more reserve token on each board."""
        return {board: self.token_worth(skill, board) for board in self.boards}


def tokens(number: int) -> str:
    """Return a number of tokens in words."""
    return f"{number} reserve token" + ("" if number == 1 else "s")


def win_rates(data: Boards) -> list[r.Block]:
    """Return the win rate on each board by reserve, as lines or dots and as a table."""
    cells, meaning = rate_cells(data.run, data.wins.filter(pl.col("reserve") == data.quoted))
    wide = cells.pivot(on="strategy", index="board", values="cell")
    table = r.Table(wide, f"Win rate with {tokens(data.quoted)}; {meaning}.")
    if len(data.wins) == 1:
        return [table]
    if len(data.reserves) == 1:
        return [_dots_by_board(data), table]
    words = (
        "Each panel is a board, each line a player, each point the share of games won with that many reserve "
        "tokens at the start; the bands are 95 % intervals (Wilson)."
    )
    return [r.Text(words), _lines_by_board(data), table]


def _lines_by_board(data: Boards) -> r.Figure:
    colours = r.figures.colours_of(data.skills)
    axis, ceilings = "reserve tokens at the start", r.rates_at_ceiling(data.run)
    curves = r.Curves(data.wins, "reserve", axis, "strategy", colours, "board", ceilings=ceilings)
    figure = curves.large({board: f"Board {board}" for board in data.boards})
    return r.Figure(
        "win_rate",
        figure,
        "Win rate by starting reserve, for each board and player.",
        "One panel per board: win rate against starting reserve, one line per player.",
    )


def _dots_by_board(data: Boards) -> r.Figure:
    colours = r.figures.colours_of(data.skills)
    figure, axes = r.figures.new_figure(1, 1, 0.36 * len(data.boards) + 1.1)
    series = {s: [data.games.average(data.of(s, board)) for board in data.boards] for s in data.skills}
    r.charts.several_dots(axes[0, 0], [f"board {board}" for board in data.boards], series, colours)
    axes[0, 0].set_xlim(0, 100)
    axes[0, 0].set_xlabel("games won, %")
    r.name_series(figure, colours)
    return r.Figure(
        "win_rate",
        figure,
        "Win rate on each board, with 95 % intervals.",
        "One row per board: one dot with its interval per player.",
    )


def missing_crew(data: Boards) -> list[r.Figure]:
    """Return the numbers that the strongest strategy lacked, where it lost at all."""
    levels = data.wins.filter(pl.col("strategy") == data.best).select("scenario", "board")
    crews = (  # few rows, where the tables may have millions
        data.run.games()
        .filter(~pl.col("won"))
        .group_by("scenario", "crew_numbers")
        .len()
        .collect(engine="streaming")
    )
    games = pl.col("len").cast(pl.Int64)
    lost = (
        crews.join(levels, on="scenario")
        .group_by("board")
        .agg(
            *(
                games.filter((pl.col("crew_numbers") // 2 ** (n - 1)) % 2 == 0).sum().alias(str(n))
                for n in CREW
            ),
            every=games.sum(),
        )
        .with_columns(pl.col(str(n)) / pl.col("every") for n in CREW)
    )
    if lost.is_empty():
        return []
    rows = {row["board"]: [100 * row[str(n)] for n in CREW] for row in lost.iter_rows(named=True)}
    grid = np.array([rows.get(board, [np.nan] * len(CREW)) for board in data.boards])
    return [
        r.Figure(
            "missing",
            _crew_grid(grid, data.boards),
            f"Which numbers {data.best} lacked: per cent of lost games in which a number was not aboard.",
            "A grid of boards by crew numbers, darker where the number is missing more often.",
        )
    ]


def _crew_grid(grid: Any, boards: list[str]) -> Any:
    figure, axes = r.figures.new_figure(1, 1, 0.34 * len(boards) + 1.1)
    panel = axes[0, 0]
    top = max(60.0, float(np.nanmax(grid)))
    values = np.ma.masked_invalid(grid)
    mesh = panel.pcolormesh(
        values, cmap=r.figures.white_to_blue(), vmin=0, vmax=top, edgecolors="white", lw=1.5
    )
    panel.invert_yaxis()
    for (i, j), value in np.ndenumerate(grid):
        if not np.isnan(value):
            ink = r.figures.ink_on(mesh.cmap(mesh.norm(value))[:3])
            panel.text(j + 0.5, i + 0.5, f"{value:.0f}", ha="center", va="center", color=ink, fontsize=8)
    panel.set_xticks(np.arange(9) + 0.5, [str(n) for n in CREW])
    panel.set_yticks(np.arange(len(boards)) + 0.5, boards)
    panel.set_xlabel("crew number")
    panel.grid(visible=False)
    for side in panel.spines.values():
        side.set_visible(False)
    return figure


def spells(data: Boards) -> r.Figure | r.Table:
    """Return what the strongest strategy casts: lines over the reserve, or a table for a single one."""
    return _spell_lines(data) if len(data.reserves) > 1 else _spell_table(data)


def _spell_means(data: Boards, spell: str) -> pl.DataFrame:
    own = data.wins.filter(pl.col("strategy") == data.best).select("scenario", "board", "reserve")
    return with_estimates(data.run, own, spell, "mean").sort("reserve")


def _spell_lines(data: Boards) -> r.Figure:
    figure, axes = r.figures.new_figure(1, len(SPELLS), 2.5, sharey=True)
    colours = r.figures.colours_of(data.boards)
    for panel, spell in zip(axes[0], SPELLS, strict=True):
        means = _spell_means(data, spell)
        for board, colour in colours.items():
            own = means.filter(pl.col("board") == board)
            alone = [[scenario] for scenario in own["scenario"]]
            told = r.Shown(r.charts.estimates_of(own), scenarios=alone, column=spell, of="game")
            r.charts.line_of_means(panel, own["reserve"], own["estimate"], colour, told)
        panel.set_title(spell.capitalize())
        panel.set_xlabel("reserve tokens at the start")
        panel.set_xticks(data.reserves)
        panel.tick_params(color=r.figures.FAINT)
    axes[0, 0].set_ylim(bottom=0)  # of all three, once all is drawn: it ends their fitting to what there is
    axes[0, 0].set_ylabel("cast per game, mean")
    r.name_series(figure, {f"board {board}": colour for board, colour in colours.items()})
    return r.Figure(
        "spells",
        figure,
        f"What {data.best} spends the reserve on.",
        "Three panels, one per spell: mean number cast against starting reserve, one line per board.",
    )


def _spell_table(data: Boards) -> r.Table:
    frame = pl.DataFrame({"board": data.boards})
    for spell in SPELLS:
        means = _spell_means(data, spell).select("board", pl.col("estimate").alias(spell))
        frame = frame.join(means, on="board", maintain_order="left")
    words = f"What {data.best} casts per game with {tokens(data.reserves[0])} at the start, mean."
    return r.Table(frame, words, dict.fromkeys(SPELLS, "{:.2f}".format))
