"""Asks for better weights of a strategy under some rules, and what knowing these rules is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from simkit.errors import BadInput, unknown
from simkit.questions.answer import Answer, Lines, Shown
from simkit.questions.question import MOST_GAMES, MOST_SEED, Command, Parameters, Positional, Question

if TYPE_CHECKING:
    from simkit.engine.contract.strategy import Strategy
    from simkit.experiment.values import Experiment
    from simkit.questions.lab import Lab
    from simkit.report.document.blocks import Section
    from simkit.search.training import Trained

PRESET = "player.yaml"
"""The file with the player that was found, as an experiment has it."""

SEED = 3_970_000_000
"""The first seed of the games that a search plays; no report and no ladder uses it."""


class Tune(Parameters):
    """Which strategy, which of its weights, and how long the search is."""

    strategy: Annotated[str, Positional()] = Field("", description="the strategy whose weights are searched")
    only: str = Field("", description="only these weights, separated by commas; by default all")
    against: str = Field(
        "",
        description="the strategy at all other seats, where players compete; by default the same as it was",
    )
    generations: int = Field(20, ge=1, le=1000, description="how often the candidates are drawn anew")
    candidates: int = Field(24, ge=4, le=1000, description="how many candidates are drawn each time")
    games: int = Field(1000, ge=10, le=MOST_GAMES, description="games of each candidate under each rules")
    fresh_games: int = Field(
        20_000, ge=10, le=MOST_GAMES, description="games in which the winner is measured"
    )
    seed: int = Field(0, ge=0, le=MOST_SEED // 2, description="another one draws other candidates")


def ask(lab: Lab, experiment: Experiment, parameters: Tune) -> Answer:
    """Search weights under all rules of the experiment, and measure the winner in fresh games."""
    from simkit.search.training import Training, train
    from simkit.search.tuning import Effort
    from simkit.words import plural

    strategy, against = _strategies(experiment, parameters)
    chosen = _chosen(strategy, parameters.only)
    effort = Effort(parameters.generations, parameters.candidates, parameters.games, 0.35, parameters.seed)
    lab.listener.says(
        f"{experiment.game.title}, {strategy.name}: {plural(len(chosen), 'weight')}, "
        f"{parameters.generations} generations of {parameters.candidates} candidates, "
        f"{parameters.games:,} games of each"
    )
    found = train(
        Training(experiment, strategy, against, SEED),
        chosen,
        effort,
        parameters.fresh_games,
        jobs=lab.jobs,
        tell=lambda done, *_: lab.listener.played("the search", done + 1, parameters.generations),
    )
    return _answer(experiment, found)


def _strategies(experiment: Experiment, parameters: Tune) -> tuple[Strategy, Strategy | None]:
    """Return the strategy that is tuned, and the opponent; None for the strategy as it was."""
    from simkit.questions.named import strategies_in
    from simkit.search.settings import ladder_players, own_strategies

    named = [own for _, own in strategies_in(experiment, parameters.strategy)]
    strategy = named[0] if named else ladder_players(experiment.game, "", own_strategies(experiment)).base
    against = [own for _, own in strategies_in(experiment, parameters.against)]
    return strategy, against[0] if against else None


def _chosen(strategy: Strategy, only: str) -> list[str]:
    from simkit.questions.named import words_in

    names = [parameter.name for parameter in strategy.parameters]
    if not names:
        raise BadInput(f"strategy: {strategy.name} has no weights to tune")
    chosen = words_in(only) or names
    for name in chosen:
        if name not in names:
            raise BadInput(f"only: {unknown('parameter', name, names)}")
    return chosen


def _answer(experiment: Experiment, found: Trained) -> Answer:
    import polars as pl
    import yaml

    weights = [
        {"weight": name, "was": before, "found": found.values[name]}
        for name, before in found.defaults.items()
    ]
    player = {"name": found.strategy, "parameters": {k: float(f"{v:.4g}") for k, v in found.changed.items()}}
    head = f"# {found.strategy}, tuned: {_summary(found)}\n"
    return Answer(
        sentences=tuple(_sentences(found)),
        key_figures={f"{found.measured}, tuned": found.after, f"{found.measured}, as it was": found.before},
        tables={"weights": pl.DataFrame(weights)},
        data={
            "strategy": found.strategy, "measured": found.measured, "is_share": found.is_share,
            "has_won": found.has_won, "player": player, "fresh_games": found.after.n,
        },
        files={PRESET: head + yaml.safe_dump(player, sort_keys=False)} if found.has_won else {},
        about={"Game": experiment.game.title, "Setting": found.setting},
    )  # fmt: skip


def _summary(found: Trained) -> str:
    from simkit.stats.words import with_interval

    unit = " %" if found.is_share else ""
    before, after = (
        with_interval(own, is_share=found.is_share, unit=unit) for own in (found.before, found.after)
    )
    return f"the {found.measured} is {after} instead of {before}"


def _sentences(found: Trained) -> Iterator[str]:
    """Yield whether the search has won, by how much, and what that means for a comparison of rules."""
    from simkit.report.effects.averaging import said_of

    gain = said_of(found.gain, is_share=found.is_share)
    if not found.has_won:
        yield (
            f"The search did not win: in {found.after.n:,} fresh games the {found.measured} of "
            f"{found.strategy} changes by {gain}, which is within chance."
        )
        return
    yield (
        f"Tuned to these rules, {found.strategy} does better: {_summary(found)}, {gain} in the same "
        f"{found.after.n:,} fresh games."
    )
    yield (
        f"That is the price of not knowing these rules: a comparison of rules with {found.strategy} as it "
        "was counts it as the rules' own."
    )


def show(answer: Answer, folder: Path | None) -> Sequence[Shown]:
    """Show the weights before and after, and what was found."""
    rows = tuple(
        (row["weight"], f"{row['was']:.4g}", f"{row['found']:.4g}")
        for row in answer.tables["weights"].iter_rows(named=True)
        if row["was"] != row["found"]
    )
    shown: list[Shown] = [Lines(("weight",), ("was", "found"), rows), *answer.sentences]
    if answer.data["has_won"] and folder is not None:
        shown.append(f"The player, to be copied into an experiment: {folder / PRESET}")
    return shown


def section(answer: Answer) -> list[Section]:
    """Return the section about an answer."""
    from simkit.report.document.blocks import Section, Table, Text

    numbers: Mapping[str, Any] = dict.fromkeys(("was", "found"), "{:.4g}".format)
    table = Table(answer.tables["weights"], "The weights before and after.", numbers)
    return [Section(QUESTION.title, [*map(Text, answer.sentences), table])]


QUESTION = Question(
    name="tune",
    title="A player tuned to these rules",
    summary="Search better weights of STRATEGY under the rules, and measure the winner in fresh games.",
    parameters=Tune,
    ask=ask,
    key="tune a strategy to the experiment's rules, for the report: {strategy: planner}",
    command=Command(
        examples=(
            "simkit tune pig hold_at --generations 5 --games 500",
            "simkit tune nautilion planner --set rules.reserve=2",
        ),
        group="Skill",
        has_folder=True,
    ),
    section=section,
    show=show,
)
