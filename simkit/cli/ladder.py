"""`simkit ladder`: shows how far skill reaches in a game, from a strategy alone to look-ahead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from simkit.cli.console import console
from simkit.cli.loading import file_of
from simkit.cli.screen import Pace, new_table, show_table
from simkit.engine.player import USUAL_METHOD
from simkit.engine.thinker import thinking
from simkit.errors import Complaint, writing
from simkit.experiment.load import Overrides, load_experiment
from simkit.experiment.scenarios import Experiment
from simkit.plugins import find_game
from simkit.run.directory import RunDirectory
from simkit.search.climb import GAMES, MOST_PLAYOUTS, Climb, Rung, Setting, climb
from simkit.search.kept import as_data, keep_ladder
from simkit.search.settings import (
    climbers_of,
    own_strategies,
    setting_of_experiment,
    setting_of_game,
    with_rules,
)
from simkit.search.words import findings_of, result_in_words
from simkit.stats.words import with_interval

BAR = 12
"""The length of the bar for a win rate of 100 %, in characters."""


@dataclass(frozen=True)
class Wish:
    """The options of `simkit ladder`.

    Parameters
    ----------
    base : str
        The strategy that thinks; the strongest if empty.
    games, most : int
        Games per player, play-outs per decision at most.
    method : str
        How it thinks, one of `METHODS`; the usual one if None.
    jobs : int
        Workers at once; -1 means one per core.
    seed : int or None
        Of the games; the usual one without it.
    settings : tuple of str
        "KEY=VALUE" each, as `simkit run --set` takes them: rules.
    """

    base: str = ""
    games: int = GAMES
    most: int = MOST_PLAYOUTS
    method: str | None = None
    jobs: int = -1
    seed: int | None = None
    settings: tuple[str, ...] = ()


def climb_and_show(target: str, wish: Wish, out: Path | None) -> None:
    """Measure a game's ladder of skill, print it, and write its page.

    Parameters
    ----------
    target : str
        A game, or an experiment's file.
    wish : Wish
        How much is played.
    out : Path or None
        The page (HTML) that is written, too.
    """
    experiment = _experiment(target, wish.settings)
    if experiment:
        setting = setting_of_experiment(experiment)
    else:
        setting = with_rules(setting_of_game(find_game(target)), wish.settings)
    setting = replace(setting, games=wish.games, seed=setting.seed if wish.seed is None else wish.seed)
    found = _climb(setting, wish, experiment)
    for finding in findings_of(found):
        console.print(finding)
    if out is not None:
        _write_page(found, out)
        console.print(f"page    {out}")


def climb_for_run(run: RunDirectory, experiment: Experiment, jobs: int) -> None:
    """Measure the ladder of skill that an experiment asks for, and keep it beside the run."""
    console.print("now the ladder of skill ...")
    keep_ladder(run, _climb(setting_of_experiment(experiment), Wish(jobs=jobs), experiment))


def _experiment(target: str, settings: tuple[str, ...]) -> Experiment | None:
    """Return the experiment in a file, or None if the target is a game's name."""
    file = file_of(target)
    return load_experiment(file, Overrides(settings=settings)) if file else None


def _climb(setting: Setting, wish: Wish, experiment: Experiment | None) -> Climb:
    own = own_strategies(experiment) if experiment else None
    climbers = climbers_of(setting.game, wish.base, own)
    console.print(f"{setting.game.title}: {setting.words}; {setting.games:,} games per player")
    pace = Pace(setting.games)
    with console.status("compiling ...") as status:
        found = climb(
            setting,
            climbers.named,
            thinking(climbers.base, method=wish.method or USUAL_METHOD),
            most=wish.most,
            jobs=wish.jobs,
            tell=lambda name, played: status.update(
                f"{name}: {played:,} of {setting.games:,} games{pace.left(name, played)}"
            ),
        )
    _show(found)
    return found


def _show(found: Climb) -> None:
    """Print the players from the weakest to the strongest, with bars for win rates."""
    table = new_table("player", found.setting.measured, "", "last doubling")
    for rung in (*found.named, *found.thinking):
        bar = "█" * round(BAR * rung.result.value) if found.setting.is_share else ""
        name = f"{found.base}, {rung.playouts:,} play-outs" if rung.playouts else rung.name
        table.add_row(name, result_in_words(found, rung), bar, _gain(found, rung))
    show_table(table)


def _gain(found: Climb, rung: Rung) -> str:
    if rung.gain is None:
        return ""
    return with_interval(rung.gain, is_share=found.setting.is_share, signed=True)


def _write_page(found: Climb, out: Path) -> None:
    """Write the ladder as a page of its own."""
    if out.suffix != ".html":
        raise Complaint(f"--out {out}: allowed is the name of a page, such as ladder.html")
    from simkit.report.document import Document
    from simkit.report.figures import svg_of, use_style
    from simkit.report.html import render_html
    from simkit.report.sections.skill_ladder import skill_section

    use_style()
    data = as_data(found)
    report = Document(
        title=f"{found.setting.game.title}: the ladder of skill",
        subtitle="",
        facts={
            "Game": found.setting.game.title,
            "Setting": found.setting.words,
            "Seed": str(found.setting.seed),
        },
        key_figures=[],
        findings=data["findings"][:1],
        sections=[skill_section(data)],
    )
    pictures = {figure.name: svg_of(figure.drawing) for figure in report.figures()}
    with writing(out):
        out.write_text(render_html(report, pictures), encoding="utf-8")
