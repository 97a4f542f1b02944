"""How much of the difficulty of Nautilion's expansions is the player's: what look-ahead wins back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from simkit import report as r
from simkit.reports.shared.expansion_charts import beside_matrix
from simkit.reports.shared.expansion_effects import ALL, BASE, Combinations
from simkit.reports.shared.nautilion import board_and_reserve, title

EXPERIMENT = "nautilion_ceiling"

MEASURE = f"simkit run experiments/{EXPERIMENT}.yaml"


@dataclass(frozen=True)
class Ceiling:
    """What look-ahead wins where another player of a run has won less.

    Parameters
    ----------
    base : str
        The strategy that looks ahead, as it plays without.
    playouts : int
        The play-outs of a decision.
    setting : str
        Board and reserve.
    scenarios : dict
        Combination -> the run's scenario with the base strategy and these rules.
    rates : dict
        Combination -> what look-ahead wins with them.
    """

    base: str
    playouts: int
    setting: str
    scenarios: Mapping[str, int]
    rates: Mapping[str, r.Estimate]

    @property
    def name(self) -> str:
        """The player in words."""
        return f"{self.base} with look-ahead"


def ceiling_of(data: Combinations) -> Ceiling | None:
    """Return what look-ahead wins, if this run or a neighbouring one of the ceiling has played it."""
    own = [data.run] if any(_looks_ahead(data, skill) for skill in data.skills) else []
    for run in (*own, *r.neighbours(data.run, lambda experiment: experiment["name"] == EXPERIMENT)):
        if found := _ceiling(data, run):
            return found
    return None


def _ceiling(data: Combinations, run: r.RunDirectory) -> Ceiling | None:
    rates = run.summary(of="game", column="won", statistic="rate")
    won = {row["scenario"]: r.wilson(round(row["estimate"] * row["n"]), row["n"]) for row in rates.to_dicts()}
    known = data.run.scenarios().select("scenario", "knobs").rows()
    rules = {(knobs, data.run.line_ups[scenario][0]): scenario for scenario, knobs in known}
    thinkers = {
        scenario: run.strategies[players[0]].base.name
        for scenario, players in run.line_ups.items()
        if len(players) == 1 and _thinks(run, players[0])
    }
    scenarios: dict[str, int] = {}
    shares: dict[str, r.Estimate] = {}
    for scenario, knobs in run.scenarios().select("scenario", "knobs").rows():
        base = thinkers.get(scenario)
        mine = rules.get((knobs, base)) if base else None
        if mine is not None:
            row = data.wins.row(by_predicate=pl.col("scenario") == mine, named=True)
            scenarios.setdefault(row["expansions"], mine)
            shares.setdefault(row["expansions"], won[scenario])
    if not shares:
        return None
    first = data.wins.row(by_predicate=pl.col("scenario") == next(iter(scenarios.values())), named=True)
    scenario, base = next(iter(thinkers.items()))
    return Ceiling(base, playouts_of(run, scenario), board_and_reserve(first), scenarios, shares)


def _looks_ahead(data: Combinations, skill: str) -> bool:
    """Return True for a level of the strategy at which a thinking player plays, whatever it is called."""
    scenario = data.wins.filter(strategy=skill)["scenario"][0]
    return _thinks(data.run, data.run.line_ups[scenario][0])


def _thinks(run: r.RunDirectory, name: str) -> bool:
    return run.strategies[name].look_ahead is not None


def playouts_of(run: r.RunDirectory, scenario: int) -> int:
    """Return how many play-outs a thinking player gives each decision."""
    players = run.scenarios().row(by_predicate=pl.col("scenario") == scenario, named=True)["players"]
    (found,) = pl.Series([players]).str.json_path_match("$[0].parameters.playouts")
    return int(float(found))


class PlayersPart(r.Part):
    """How much of the difficulty is the player's: what look-ahead wins beside other players."""

    def __init__(self, data: Combinations) -> None:
        self.data, self.ceiling = data, ceiling_of(data)

    def in_short(self) -> str:
        """Return how much of the difficulty is the player's, or how to find out."""
        data, ceiling = self.data, self.ceiling
        if not {BASE, ALL} <= set(data.order):
            return ""
        if ceiling is None:
            return (
                f"These are the rates of {data.skills[0]} as it is; with look-ahead it wins far more often, "
                f"so part of the difficulty is the player's: `{MEASURE}` measures how much."
            )
        if not {BASE, ALL} <= set(ceiling.rates):
            return ""
        easy, hard = ([ceiling.scenarios[own]] for own in (BASE, ALL))
        cost, reached = data.games.effect(easy, hard), ceiling.rates[ALL]
        back = r.difference_of_shares(data.games.average(hard), reached)
        part = (
            "Part of this is the player's" if back.low > 0 else "Whether part of this is the player's is open"
        )
        return (
            f"{part}: all five change {ceiling.base}'s win rate by {r.points_with_interval(cost)}; with "
            f"look-ahead it wins {r.share_with_interval(reached)} of games with all five, a difference of "
            f"{r.change_with_interval(back)} points ({ceiling.playouts} play-outs a decision, "
            f"{ceiling.setting})."
        )

    def sections(self) -> list[r.Section]:
        """Return the players' rates and a line of what look-ahead wins; nothing if that is unknown."""
        ceiling = self.ceiling
        if ceiling is None:
            return []
        order = [combination for combination in self.data.order if combination in ceiling.rates]
        words = (
            f"A rate says how hard a combination is for a player. Before {ceiling.name} decides, it tries "
            f"its best moves in {ceiling.playouts} play-outs to the end of the game. Where the whole band "
            "lies above another player's interval, that player loses games that other play wins; how many a "
            f"perfect player would win is not known. All with {ceiling.setting}."
        )
        return [r.Section("What is the player's", [r.Text(words), _figure(self.data, ceiling, order)])]


def _figure(data: Combinations, ceiling: Ceiling, order: list[str]) -> r.Figure:
    figure, (panel,) = beside_matrix(order)
    skills = [skill for skill in data.skills if not _looks_ahead(data, skill)]
    colours = r.figures.colours_of(skills)
    places = {skill: [_at(data, ceiling, combination, skill) for combination in order] for skill in skills}
    series = {skill: [data.games.average([place]) for place in own] for skill, own in places.items()}
    told = {
        skill: r.Shown([], rows=[title(c) for c in order], scenarios=[[place] for place in own])
        for skill, own in places.items()
    }
    r.charts.several_dots(panel, None, series, colours, told)
    line, rows = r.figures.PALETTE[len(skills)], range(len(order))
    shares = [ceiling.rates[combination] for combination in order]
    panel.fill_betweenx(
        rows, [100 * share.low for share in shares], [100 * share.high for share in shares],
        color=line, alpha=0.15, lw=0, zorder=1,
    )  # fmt: skip
    panel.plot([100 * share.value for share in shares], rows, color=line, lw=1.6, zorder=2)
    panel.set_xlim(0, 102)
    r.charts.reference_line(panel, 0.5, "even")
    panel.set_xlabel("games won, %")
    r.charts.key(figure, {**colours, ceiling.name: line}, marks=True, lines=[ceiling.name])
    return r.Figure(
        "ceiling", figure,
        f"What players win, and the line of what {ceiling.name} wins ({ceiling.playouts} play-outs; "
        f"{ceiling.setting}), with 95 % intervals.",
        "One row per combination: a dot per player for its win rate, and a line for look-ahead.",
    )  # fmt: skip


def _at(data: Combinations, ceiling: Ceiling, combination: str, skill: str) -> int:
    """Return a player's scenario with the rules of the ceiling."""
    row = data.wins.row(by_predicate=pl.col("scenario") == ceiling.scenarios[combination], named=True)
    same = data.wins.filter(
        pl.col("expansions") == combination, board=row["board"], reserve=row["reserve"], strategy=skill
    )
    return int(same["scenario"][0])
