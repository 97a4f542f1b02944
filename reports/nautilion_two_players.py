"""Report whether Nautilion is harder for two players than for one."""

from __future__ import annotations

import polars as pl

from simkit import report as r
from simkit.reports.shared.expansion_charts import curves_of, ends_figure, lengths_figure
from simkit.reports.shared.nautilion import Grid, title
from simkit.reports.shared.nautilion_even import closest_table

NAME = "nautilion_two_players"
PLAYERS = {1: "one player", 2: "two players"}


def report(run: r.Run) -> r.Report:
    """Return the report."""
    data = TwoTables.read(run, NAME)
    if missing := [str(players) for players in PLAYERS if players not in data.wins["players"]]:
        raise r.BadInput(
            f"the report {NAME} needs players: {', '.join(missing)}; the run does not play that. {r.GENERAL}"
        )
    sections = [
        r.Section("What the second player changes", changes(data)),
        *curves(data),
        r.Section("An even game for two", even_games(data)),
        r.Section("Who places the crew", [crew_placed(data)]),
        r.Section("How games end", ends(data)),
        r.Section("Length", lengths(data)),
    ]
    part = r.OwnPart(sections=sections)
    return r.Report(run, [part, r.Minutes(run)], findings=[part], has_variants=False)


class TwoTables(Grid):
    """The run, and what this report asks of it."""

    def of(self, skill: str, players: int, **setting: object) -> list[int]:
        """Return the scenarios of one table size, always in the same order of boards and reserves."""
        settings = self.wins.filter(
            (pl.col("strategy") == skill) & (pl.col("players") == players),
            *(pl.col(name) == value for name, value in setting.items()),
        )
        return settings.sort("expansions", "board", "reserve")["scenario"].to_list()

    def second_player(self, skill: str, **setting: object) -> r.Estimate:
        """Return the effect of a second player on the win rate."""
        return self.games.effect(self.of(skill, 1, **setting), self.of(skill, 2, **setting))

    def kept(self, skill: str, combination: str) -> float | None:
        """Return the wins of two players as a share of one player's; None where one wins nothing."""
        rates = [self.games.average(self.of(skill, n, expansions=combination)).value for n in PLAYERS]
        return rates[1] / rates[0] if rates[0] else None


def changes(data: TwoTables) -> list[r.Block]:
    """Return what the second player changes, as a figure and a table."""
    colours = r.figures.colours_of(data.skills)
    figure, axes = r.figures.new_figure(1, 1, 0.36 * len(data.order) + 1.0)
    rows = [title(c) for c in data.order]
    series = {s: [data.second_player(s, expansions=c) for c in data.order] for s in data.skills}
    r.charts.several_dots(axes[0, 0], rows, series, colours)
    r.charts.zero_line(axes[0, 0])
    axes[0, 0].set_xlabel("change of the win rate by the second player, points")
    r.name_series(figure, colours)
    boards = data.boards
    table = pl.DataFrame(
        [
            {"combination": title(c), "strategy": skill}
            | {f"board {b}": f"{data.second_player(skill, expansions=c, board=b):bare}" for b in boards}
            | {"two win of what one wins": "" if (kept := data.kept(skill, c)) is None else r.percent(kept)}
            for c in data.order
            for skill in data.skills
        ]
    )
    averaged = f"Averaged over {data.over}. " if data.over else ""
    drawn = r.Figure(
        "second_player",
        figure,
        f"{averaged}Strokes are 95 % intervals.",
        "One row per combination of expansions: one dot with its interval per strategy.",
        "What the second player does to the win rate",
    )
    one, two = (r.Of("won", tuple(data.of(data.skills[0], count))) for count in PLAYERS)
    claims = r.change_shown(data.run, one, two)
    return [
        r.Text(
            "The same games are played by one player and by two: the path is the same, and so are the dice "
            "of every turn. Two players start with more reserve tokens, but each may place only the crew of "
            "their own Admiral."
        ),
        r.titled(drawn, r.Voice(data.run), claims) if claims else drawn,
        r.Table(
            table,
            f"The same{' for each board' if len(boards) > 1 else ''}, in points; and what two win as a share "
            "of what one wins: where little is won, there are few points to lose.",
        ),
    ]  # fmt: skip


def curves(data: TwoTables) -> list[r.Section]:
    """Return a section for each strategy, if the reserve is varied: wins over it, a figure for each board."""
    if data.wins["reserve"].n_unique() == 1:
        return []
    return [
        r.Section(f"Win rate by reserve: {skill}", [_curve(data, skill, board) for board in data.boards])
        for skill in data.skills
    ]


def _curve(data: TwoTables, skill: str, board: str) -> r.Figure:
    wins = data.wins.filter(strategy=skill, board=board)
    wins = wins.with_columns(table=pl.col("players").replace_strict(PLAYERS, return_dtype=pl.String))
    colours = r.figures.colours_of(list(PLAYERS.values()))
    figure = curves_of(wins, data.order, "table", colours, 1.35)
    r.name_series(figure, colours)
    return r.Figure(
        f"win_rate_{skill}_{board}",
        figure,
        "The reserve is what one player would start with. Bands are 95 % intervals, the dashed line is "
        "an even game.",
        "One panel per combination: win rate against starting reserve, for one player and for two.",
        f"Games won by {skill} on board {board} over the reserve, alone and as two",
    )


def even_games(data: TwoTables) -> list[r.Block]:
    """Return the settings closest to an even game for two."""
    columns = ["combination", "board", "reserve"]
    words = "The win rates of two players; the reserve is what one player would start with."
    return [r.Text(words), *(closest_table(_two(data), skill, columns) for skill in data.skills)]


def _two(data: TwoTables) -> pl.DataFrame:
    return data.wins.filter(pl.col("players") == 2)


def crew_placed(data: TwoTables) -> r.Table:
    """Return what each of two players has placed."""
    seats = data.run.seats.collect().join(
        _two(data).select("scenario", "expansions", "strategy"), on="scenario"
    )
    means = seats.group_by("expansions", "strategy", "seat").agg(pl.col("placed").mean())
    wide = means.pivot("seat", index=["expansions", "strategy"], values="placed")
    rows = [
        {"combination": title(c), "strategy": skill}
        | {f"player {seat + 1}": placed[str(seat)][0] for seat in (0, 1)}
        for c in data.order
        for skill in data.skills
        for placed in [wide.filter((pl.col("expansions") == c) & (pl.col("strategy") == skill))]
    ]
    words = "Tokens that each of two players placed on board or cabin, mean per game."
    return r.Table(pl.DataFrame(rows), words, dict.fromkeys(("player 1", "player 2"), "{:.2f}".format))


def _for_each_table(data: TwoTables) -> list[tuple[int, pl.DataFrame, str]]:
    """Return for each number of players the settings of the strongest strategy, and the players in words."""
    best = data.skills[0]
    wins = data.wins.filter(pl.col("strategy") == best)
    return [(n, wins.filter(pl.col("players") == n), f"{best} ({words})") for n, words in PLAYERS.items()]


def ends(data: TwoTables) -> list[r.Block]:
    """Return how games end, for one player and for two."""
    return [
        ends_figure(data.run, wins, data.order, who, data.over, f"ends_{n}")
        for n, wins, who in _for_each_table(data)
    ]


def lengths(data: TwoTables) -> list[r.Block]:
    """Return how long games last, for one player and for two."""
    return [
        lengths_figure(data.run, wins, data.order, who, f"length_{n}")
        for n, wins, who in _for_each_table(data)
    ]
