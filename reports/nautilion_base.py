"""Report how hard Nautilion's base game is: for whom, on which board, with how much reserve."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from simkit import report as r
from simkit.reports.shared.nautilion import Grid, quoted_reserve, rate_cells, with_estimates

NAME = "nautilion_base"
CREW = range(1, 10)
SPELLS = ("whirlwinds", "tides", "translations")
RESERVE = "rules.reserve"


def report(run: r.Run) -> r.Report:
    """Return the report."""
    data = Boards.read(run, NAME, ("board", "reserve", "strategy"))
    every = r.Section("Every scenario", [r.rate_table(run, "Win rate of every scenario.")])
    is_number = RESERVE in run.factors and r.are_numbers(run.levels[RESERVE].unique())
    reserve = [r.Numbers.read(run, RESERVE).finding()] if is_number and len(data.reserves) > 1 else []
    return r.Report(
        run,
        [
            r.OwnPart(
                findings=[*reserve, *_boards(data), *_ahead(data)],
                sections=[r.Section("Win rate", win_rates(data))],
            ),
            r.CeilingOfPlay(run),
            _endings(data),
            _turns(data),
            r.OwnPart(sections=[r.Section("Spells", [spells(data)]), every]),
        ],
        has_variants=False,
    )


def _boards(data: Boards) -> list[r.Finding]:
    """Return on which boards the strongest player wins most and least, with the reserve that is quoted."""
    scenarios = data.wins.filter(strategy=data.best, reserve=data.quoted)["scenario"]
    ofs = [r.Of("won", (scenario,)) for scenario in scenarios]
    claims = [claim for is_most in (True, False) for claim in r.most_shown(data.run, ofs, is_most=is_most)]
    return [r.Finding(r.Voice(data.run).say(*claims), surprise=r.Surprise.WHICH)] if claims else []


def _ahead(data: Boards) -> list[r.Finding]:
    """Return where the second player wins more than the strongest one; that this one is ahead was known."""
    if len(data.skills) == 1:
        return []
    first, second = (data.of(skill) for skill in data.skills[:2])
    pairs = [(r.Of("won", (one,)), r.Of("won", (other,))) for one, other in zip(first, second, strict=True)]
    leads = {pair: data.games.effect(pair[0].scenarios, pair[1].scenarios).value for pair in pairs}
    before, after = max(leads, key=lambda pair: leads[pair])
    claims = r.change_shown(data.run, before, after, len(pairs)) if leads[before, after] > 0 else []
    said = r.Voice(data.run).say
    return [r.Finding(said(claim), leads[before, after], r.Surprise.REVERSED) for claim in claims]


def _endings(data: Boards) -> r.Part:
    """Return how games end: how the strongest player loses as printed, and which crew was missing."""
    averaged = ", averaged over the starting reserves" if len(data.reserves) > 1 else ""
    ends = r.ends_figure(
        data.run,
        data.end,
        {skill: {board: data.of(skill, board) for board in data.boards} for skill in data.skills},
        f"On each board{averaged}; numbers are per cent of games.",
        "Stacked bars, one per board, for each player: won, and the ways to lose.",
    )
    printed = data.wins.filter(strategy=data.best, board=data.boards[0], reserve=data.quoted)["scenario"][0]
    most = r.most_frequent_way(data.run, data.end, printed)
    return r.OwnPart(
        findings=[r.Finding(r.Voice(data.run).say(claim), surprise=r.Surprise.WHICH) for claim in most],
        sections=[r.Section("How games end", [ends, *missing_crew(data)])],
    )


def _turns(data: Boards) -> r.Part:
    """Return how many turns games last."""
    column = r.column_of(r.game_columns(data.run), "turns")
    spread = r.lengths_figure(data.run, column, {skill: data.of(skill) for skill in data.skills}, data.over)
    return r.OwnPart(sections=[r.Section("Length", [spread])])


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
    def called(self) -> str:
        """The strongest strategy in a sentence: "an expert"."""
        return r.Voice(self.run).subject(r.Of("won", tuple(self.of(self.best))))

    @property
    def quoted(self) -> int:
        """The reserve that rates are quoted with: the printed one, or the largest that was played."""
        return quoted_reserve(self.wins)

    def of(self, skill: str, board: str | None = None) -> list[int]:
        """Return a strategy's scenarios, on one board or on all, always in the same order."""
        settings = self.wins.filter(pl.col("strategy") == skill).sort("board", "reserve")
        if board is not None:
            settings = settings.filter(pl.col("board") == board)
        return settings["scenario"].to_list()


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
        "Bands are 95 % intervals.",
        "One panel per board: win rate against starting reserve, one line per player.",
        "Win rate over the reserve at the start, on each board",
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
        "Strokes are 95 % intervals.",
        "One row per board: one dot with its interval per player.",
        "Win rate on each board",
    )


def missing_crew(data: Boards) -> list[r.Figure]:
    """Return the numbers that the strongest strategy lacked, where it lost at all."""
    levels = data.wins.filter(pl.col("strategy") == data.best).select("scenario", "board")
    crews = (  # few rows, where the tables may have millions
        data.run.games.filter(~pl.col("won"))
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
            "In per cent of lost games.",
            "A grid of boards by crew numbers, darker where the number is missing more often.",
            f"Which crew numbers were not aboard when {data.called} lost",
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
    settings = data.wins.filter(pl.col("strategy") == data.best).select("scenario", "board", "reserve")
    return with_estimates(data.run, settings, spell, "mean").sort("reserve")


def _spell_lines(data: Boards) -> r.Figure:
    figure, axes = r.figures.new_figure(1, len(SPELLS), 2.5, sharey=True)
    colours = r.figures.colours_of(data.boards)
    for panel, spell in zip(axes[0], SPELLS, strict=True):
        means = _spell_means(data, spell)
        for board, colour in colours.items():
            rows = means.filter(pl.col("board") == board)
            alone = [[scenario] for scenario in rows["scenario"]]
            told = r.Shown(r.charts.estimates_of(rows), scenarios=alone, column=spell, of="game")
            r.charts.line_of_means(panel, rows["reserve"], rows["estimate"], colour, told)
        panel.set_title(spell.capitalize())
        panel.set_xlabel("reserve tokens at the start")
        panel.set_xticks(data.reserves)
        panel.tick_params(color=r.figures.FAINT)
    axes[0, 0].set_ylim(bottom=0)  # of all three, once all is drawn: it ends their fitting to what there is
    axes[0, 0].set_ylabel("cast per game, mean")
    r.name_series(figure, {f"board {board}": colour for board, colour in colours.items()})
    drawn = r.Figure(
        "spells",
        figure,
        "Means per game.",
        "Three panels, one per spell: mean number cast against starting reserve, one line per board.",
        f"What {data.called} spends the reserve on",
    )
    low, high = (
        tuple(data.wins.filter(strategy=data.best, reserve=reserve)["scenario"])
        for reserve in (data.reserves[0], data.reserves[-1])
    )
    claims = [
        claim
        for spell in SPELLS
        for claim in r.change_shown(data.run, r.Of(spell, low), r.Of(spell, high), len(SPELLS))
    ]
    claims.sort(key=lambda claim: -abs(claim.quantities[0].estimate.value))
    return r.titled(drawn, r.Voice(data.run), claims) if claims else drawn


def _spell_table(data: Boards) -> r.Table:
    frame = pl.DataFrame({"board": data.boards})
    for spell in SPELLS:
        means = _spell_means(data, spell).select("board", pl.col("estimate").alias(spell))
        frame = frame.join(means, on="board", maintain_order="left")
    words = f"What {data.best} casts per game with {tokens(data.reserves[0])} at the start, mean."
    return r.Table(frame, words, dict.fromkeys(SPELLS, "{:.2f}".format))
