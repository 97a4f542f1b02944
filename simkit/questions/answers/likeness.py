"""Asks which simulated player the people at a table play like."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from simkit.document.blocks import Table
from simkit.engine.contract.person import is_person
from simkit.engine.contract.strategy import Strategy
from simkit.language import listed, plural
from simkit.plugins import strategies_of
from simkit.questions.answer import Answer
from simkit.questions.likeness import LikenessOfPeople
from simkit.run.findings.targeted import RANDOM
from simkit.run.store.directory import RunDirectory
from simkit.search.likeness import (
    Likeness,
    by_choices,
    by_results,
    choices_of,
    interval_in_words,
    is_made_of_another,
    slips_in_words,
)
from simkit.search.people_results import results_of

SURE = 0.95
"""The share of the likeliest strategy from which no other is named."""

FEW = 30
"""Choices of which nothing is said."""

POSSIBLE, MOST_NAMED = 0.05, 3
"""The share from which a strategy is named as possible, and how many are named at most."""


def read(run: RunDirectory, _parameters: LikenessOfPeople) -> Answer:
    """Compare what people chose, or how their games ended, with the strategies of the game."""
    if run.people is None:
        return Answer((), about={"Game": run.game.title})

    strategies = {
        name: strategy
        for name, strategy in strategies_of(run.game.name).items()
        if not is_made_of_another(strategy)
    }
    found = _of_choices(run, strategies) if run.people["how"] == "played" else _of_results(run, strategies)
    rows = [
        {"people": people, "strategy": likeness.strategy, "slips": likeness.slips,
         "low": likeness.low, "high": likeness.high, "share": likeness.share, "choices": count}
        for people, (count, compared) in found.items()
        for likeness in compared
    ]  # fmt: skip
    games = len(run.people["games"])
    sentences = tuple(
        _sentence(people, compared, count, games, run.people["how"])
        for people, (count, compared) in found.items()
    )
    tables = {"likeness": Table(rows)} if rows else {}
    return Answer(sentences, tables=tables, about={"Game": run.game.title})


def _of_choices(
    run: RunDirectory, strategies: Mapping[str, Strategy]
) -> dict[str, tuple[int, list[Likeness]]]:
    """Return the comparison by choices: of each person, with the number of choices."""
    table = run.choices().filter(~pl.col("hinted") & ~pl.col("again"))
    found = {}
    match = run.match(0)
    for player, name in enumerate(run.line_ups[0]):
        if not is_person(run.strategies[name]):
            continue
        own = table.filter(pl.col("player") == player)
        games = {game: set(rows["move"]) for (game,), rows in own.group_by("game", maintain_order=True)}
        choices = list(choices_of(match, games))
        if len(choices) >= FEW:
            found[name] = len(choices), by_choices(match, choices, strategies)
    return found


def _of_results(
    run: RunDirectory, strategies: Mapping[str, Strategy]
) -> dict[str, tuple[int, list[Likeness]]]:
    """Return the comparison by results: of the people together."""
    found = results_of(run)
    if not found.measures:
        return {}
    return {"the group": (0, by_results(found.seen, found.simulate, strategies))}


def _sentence(people: str, compared: list[Likeness], count: int, games: int, how: str) -> str:

    best, *others = compared
    says = "You play" if people == "you" else f"{people[:1].upper()}{people[1:]} plays"
    known = plural(games, "game")
    if how == "played":
        known = f"{plural(count, 'choice')} in {known}"
    if best.share >= SURE or not others:
        return f"{says} like {_player(best)}; {known}."
    possible = [likeness for likeness in compared if likeness.share >= POSSIBLE][:MOST_NAMED]
    if len(possible) < 2:
        possible = compared[:2]
    tell = "does not yet tell" if known.startswith("1 ") else "do not yet tell"
    return (
        f"{known} {tell} which player {'you are' if people == 'you' else f'{people} is'} like: "
        f"{listed([_player(likeness) for likeness in possible], 'or')}."
    )


def _player(likeness: Likeness) -> str:
    """Return a player in words: "planner with one slip in eight (between one in five and one in 20)"."""
    if likeness.strategy == RANDOM:  # with slips it plays as it does without
        return likeness.strategy
    interval = interval_in_words(likeness.low, likeness.high)
    return f"{likeness.strategy} with {slips_in_words(likeness.slips)}{f' ({interval})' if interval else ''}"
