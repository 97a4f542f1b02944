"""Asks how far skill reaches in a game: look-ahead with more and more play-outs, until they win no more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import polars as pl
from pydantic import Field

from simkit.engine.contract.thinker import thinking
from simkit.plugins import master_of
from simkit.questions.answer import Answer, Lines, Shown
from simkit.questions.question import MOST_GAMES, MOST_PLAYOUTS, MOST_SEED, Command, Parameters, Question
from simkit.report.document import points
from simkit.report.document.blocks import Figure, Section, Table, Text
from simkit.report.document.figures import FAINT, PALETTE, SOFT, new_figure, percent_axis
from simkit.report.document.points import PanelPoints
from simkit.run.findings.ladder import rate_in_words
from simkit.search.climb import climb, findings_of, name_of_rung, result_in_words
from simkit.search.settings import ladder_players, own_strategies, setting_of
from simkit.stats.estimates import Estimate
from simkit.stats.words import with_interval

if TYPE_CHECKING:
    from simkit.engine.contract.player import Reference
    from simkit.experiment.values import Experiment
    from simkit.questions.lab import Lab
    from simkit.search.climb import Climb

BAR = 12
"""The length of the bar for a win rate of 100 %, in characters."""

HEIGHT = 3.4
"""The size of the chart in inches."""

AT_LEFT = 4
"""The place of a strategy without look-ahead on the axis of play-outs, which begins with 16."""

CLOSE = 0.035
"""The least distance between two names of strategies, as a share of the axis."""


class Ladder(Parameters):
    """How the ladder of skill is measured."""

    base: str = Field("", description="the strategy that thinks; by default the strongest")
    games: int = Field(1000, ge=2, le=MOST_GAMES, description="games per player")
    playouts: int = Field(1024, ge=1, le=MOST_PLAYOUTS, description="the most play-outs per decision")
    method: Literal["tree", "flat"] = Field(
        "tree", description="how it thinks: with a tree of moves, or by trying only the first move"
    )
    seed: int | None = Field(None, ge=0, le=MOST_SEED, description="the seed")


def ask(lab: Lab, experiment: Experiment, parameters: Ladder) -> Answer:
    """Measure the ladder at the first scenario's rules."""
    setting = replace(setting_of(experiment), games=parameters.games)
    if parameters.seed is not None:
        setting = replace(setting, seed=parameters.seed)
    players = ladder_players(setting.game, parameters.base, own_strategies(experiment))
    lab.listener.says(f"{setting.game.title}: {setting.words}; {setting.games:,} games per player")
    found = climb(
        setting,
        players.named,
        thinking(players.base, method=parameters.method),
        most=parameters.playouts,
        workers=lab.workers,
        tell=lambda name, played: lab.listener.played(name, played, setting.games),
    )
    return answer_of(found, master_of(setting.game.name))


def answer_of(found: Climb, master: Reference | None = None) -> Answer:
    """Return a ladder of skill as an answer, which says where the game's master stands."""
    kinds = {"player": pl.String, "method": pl.String, "gain_method": pl.String, "is_rung": pl.Boolean}
    kinds |= dict.fromkeys(("playouts", "n", "gain_n"), pl.Int64)
    setting = found.setting
    rows = [
        {
            "player": rung.name,
            "playouts": rung.playouts,
            **asdict(rung.result),
            **({f"gain_{key}": value for key, value in asdict(rung.gain).items()} if rung.gain else {}),
            "is_rung": rung.name in found.rungs,
        }
        for rung in (*found.named, *found.thinking)
    ]
    return Answer(
        sentences=(*findings_of(found), *(_about_master(found, master) if master else ())),
        key_figures={f"{setting.measured} at the ceiling": found.ceiling.result},
        tables={"players": pl.DataFrame(rows, [(name, kinds.get(name, pl.Float64)) for name in COLUMNS])},
        data={
            "measured": setting.measured,
            "is_share": setting.is_share,
            "base": found.base,
            "is_over": found.is_over,
            "rungs": list(found.rungs),
        },
        about={"Game": setting.game.title, "Setting": setting.words, "Seed": str(setting.seed)},
    )


def _about_master(found: Climb, master: Reference) -> Iterator[str]:
    """Yield a sentence about the game's master, if it is one of the players that were measured."""
    playouts = master.look_ahead.playouts if master.look_ahead else None
    for rung in found.thinking:
        if rung.playouts == playouts and rung.name == name_of_rung(master.composition, playouts):
            yield f"The game's master is {rung.name}: {result_in_words(found, rung)}."


_ESTIMATE = ("value", "low", "high", "n", "method")

COLUMNS = ("player", "playouts", *_ESTIMATE, *(f"gain_{name}" for name in _ESTIMATE), "is_rung")
"""Of the table of players: their results, and for those that think what the last doubling has won."""


class _Ladder:
    """A kept ladder, with its rows as they are drawn and listed."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.rows = answer.tables["players"].to_dicts()
        self.base, self.measured = answer.data["base"], answer.data["measured"]
        self.is_share: bool = answer.data["is_share"]
        self.scale = 100.0 if self.is_share else 1.0
        self.unit = " %" if self.is_share else ""
        self.alone = [row for row in self.rows if not row["playouts"]]
        self.thinking = [row for row in self.rows if row["playouts"]]

    def gain(self, row: dict[str, Any]) -> str:
        """Return what the last doubling of play-outs has won; empty for a strategy by itself."""
        if row["gain_value"] is None:
            return ""
        return with_interval(_estimate(row, "gain_"), is_share=self.is_share, signed=True)


def _estimate(row: dict[str, Any], before: str = "") -> Estimate:

    return Estimate(**{name: row[before + name] for name in _ESTIMATE})


def show(answer: Answer, _folder: Path | None) -> Sequence[Shown]:
    """Show the players from the weakest to the strongest, with bars for win rates, and the findings."""
    found = _Ladder(answer)

    def cells(row: dict[str, Any]) -> tuple[str, ...]:
        result = _estimate(row)
        said = rate_in_words(result) if found.is_share else with_interval(result)
        name = f"{found.base}, {row['playouts']:,} play-outs" if row["playouts"] else row["player"]
        bar = "█" * round(BAR * result.value) if found.is_share else ""
        return name, said, bar, found.gain(row)

    headings = ("player", found.measured, "", "last doubling")
    return [Lines(headings, (), tuple(map(cells, found.rows))), *answer.sentences]


def section(answer: Answer) -> list[Section]:
    """Return the section about a ladder of skill."""
    return list(_section(_Ladder(answer)))


def _section(found: _Ladder) -> Iterator[Section]:

    introduction = (
        f"Measured at {found.answer.about['Setting']}: every player plays the same {found.rows[0]['n']:,} "
        f"games. A thinking player tries each move by play-outs of {found.base} before it chooses; the "
        "play-outs per decision double until they win no more."
    )
    said = [Text(introduction), *map(Text, found.answer.sentences)]
    figure = [_figure(found)] if found.thinking else []
    yield Section(QUESTION.title, [*said, *figure, _table(found)])


def _figure(found: _Ladder) -> Figure:

    figure, axes = new_figure(1, 1, HEIGHT)
    panel = axes[0, 0]
    climbed = [next(own for own in found.alone if own["player"] == found.base), *found.thinking]
    places = [max(own["playouts"], AT_LEFT) for own in climbed]
    values = [found.scale * own["value"] for own in climbed]
    below = [found.scale * (own["value"] - own["low"]) for own in climbed]
    above = [found.scale * (own["high"] - own["value"]) for own in climbed]
    drawn = panel.errorbar(places, values, (below, above), color=PALETTE[0], marker="o", ms=4.5, lw=1.6)
    shown = points.Shown(
        [_estimate(own) for own in climbed],
        unit=found.unit,
        scale=found.scale,
        rows=[own["player"] for own in climbed],
        series=f"thinking {found.base}",
    )
    PanelPoints(panel, (places, values), shown, [drawn.lines[0]], upright=True)
    _mark_strategies(panel, found)
    panel.set_xscale("log", base=2)
    panel.set_xticks(places, ["by itself", *(f"{place:,}" for place in places[1:])])
    panel.set_xlabel(f"play-outs per decision of {found.base}")
    panel.set_ylabel(found.measured)
    if found.is_share:
        percent_axis(panel, top=100.0)
    return Figure(
        "ladder_of_skill",
        figure,
        f"How far skill reaches: {found.measured} of thinking {found.base} with more and more play-outs "
        "per decision (95 % intervals); the strategies by themselves as lines.",
        "A rising curve over play-outs per decision, with a dashed line for each strategy by itself.",
    )


def _mark_strategies(panel: Any, found: _Ladder) -> None:
    """Draw a line for each strategy without look-ahead, with its name where there is room."""
    values = [found.scale * own["value"] for own in found.rows]
    room = CLOSE * (100.0 if found.is_share else max(values) - min(values))
    written: list[tuple[float, list[str]]] = []  # where, and the names that stand there
    for own in sorted(found.alone, key=lambda player: float(player["value"])):
        value = found.scale * own["value"]
        panel.axhline(value, color=FAINT, lw=0.9, ls="--", zorder=0)
        if written and value - written[-1][0] < room:
            written[-1][1].append(own["player"])
        else:
            written.append((value, [own["player"]]))
    for value, names in written:
        panel.text(
            1.0, value, f" {', '.join(names)}", transform=panel.get_yaxis_transform(), va="center",
            color=SOFT, fontsize=8,
        )  # fmt: skip


def _table(found: _Ladder) -> Table:

    rows = [
        (
            own["player"],
            with_interval(_estimate(own), is_share=found.is_share, unit=found.unit),
            found.gain(own),
            own["is_rung"],
        )
        for own in found.rows
    ]
    heads = ["player", found.measured, "won by the last doubling", "a rung of its own"]
    frame = pl.DataFrame(rows, schema=heads, orient="row")
    return Table(
        frame,
        "All players on the same games, with 95 % intervals.",
        {heads[3]: lambda own: "yes" if own else ""},
    )


QUESTION = Question(
    name="ladder",
    title="The ladder of skill",
    summary="Measure how far skill reaches: look-ahead with more play-outs, until it wins no more.",
    parameters=Ladder,
    ask=ask,
    key="measure how far skill reaches at the first scenario's rules, for the report: minutes of look-ahead",
    command=Command(
        examples=("simkit ladder pig", "simkit ladder nautilion --set rules.reserve=2 --games 2k"),
        group="Skill",
    ),
    section=section,
    on_first_page="How far skill reaches",
    show=show,
)
