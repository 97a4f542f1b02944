"""Asks how much of a game is luck: what chance, players, choices and seats decide, and which chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from simkit.document.blocks import Figure, Row, Table
from simkit.document.charts import stacked_shares
from simkit.document.figures import colours_of, new_figure
from simkit.document.series import name_series
from simkit.engine.contract.objectives import measure_in_words
from simkit.engine.contract.strategy import Strategy
from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.questions.answer import Answer
from simkit.questions.lab import Lab
from simkit.questions.luck import LuckAndSkill
from simkit.questions.named import strategies_in
from simkit.run.findings.targeted import RANDOM
from simkit.search.luck import Luck, PairOfPlayers, measure_luck
from simkit.search.settings import ladder_players, own_strategies
from simkit.search.tension import LOST, SURE, Tension
from simkit.stats.extremes import stands_out
from simkit.words.asked.luck import after_the, sentences_of

WORDS = {
    "chance": "chance alone",
    "player": "the player",
    "choice": "chance and choices together",
    "seat": "the place at the table",
}
"""What the parts of the variance are called."""

PART = "part of the variance"

FEWEST = 10
"""The fewest games of which tension is measured."""

HEIGHT = 1.7
"""The height of the chart in inches."""


def ask(lab: Lab, experiment: Experiment, parameters: LuckAndSkill) -> Answer:
    """Let all players play the same games, and each pair meet."""
    players, against = _players(experiment, parameters)
    _refuse_tension(experiment, players, parameters.tension)
    names = ", ".join(player.name for player in players)
    lab.listener.says(f"{experiment.game.title}: {names}; {parameters.games:,} games of each")
    found = measure_luck(
        experiment, players, against, parameters.games, tense_games=parameters.tension, workers=lab.workers
    )
    return _answer(experiment, found, {player.name: player.skill for player in players})


def line_ups(experiment: Experiment, parameters: LuckAndSkill) -> int:
    """Return how many line-ups play: each player, each pair, and each kind of chance drawn anew twice."""
    players, game = len(_players(experiment, parameters)[0]), experiment.game
    return players + players * (players - 1) // 2 + 2 * (1 + len(game.purposes))


def _refuse_tension(experiment: Experiment, players: Sequence[Strategy], games: int) -> None:
    """Complain about tension that can't be measured, before anything is played."""
    if 0 < games < FEWEST:
        raise BadInput(f"tension: found {games} games, allowed are {FEWEST} or more; 0 for none")
    if games and not experiment.game.objectives:
        raise BadInput(f"tension: {experiment.game.title} declares no objective that play-outs could count")
    if games and all(player.look_ahead for player in players):
        raise BadInput(
            "tension: found only players that look ahead; name one that does not: their play-outs take it"
        )


def _players(experiment: Experiment, parameters: LuckAndSkill) -> tuple[list[Strategy], Strategy]:
    """Return the players that are compared, and their opponent.

    Raises BadInput if there is no such strategy, or fewer than two.
    """
    known = ladder_players(experiment.game, "", own_strategies(experiment))
    players = [strategy for _, strategy in strategies_in(experiment, parameters.players)]
    skilled = [strategy for strategy in known.named if strategy.name != RANDOM]
    players = players or (skilled if len(skilled) > 1 else list(known.named))
    if len(players) < 2:
        raise BadInput(f"players: found {len(players)}, and luck is told from skill by two or more")
    against = [strategy for _, strategy in strategies_in(experiment, parameters.against, "against")]
    return players, against[0] if against else known.base


def _answer(experiment: Experiment, found: Luck, skills: Mapping[str, str]) -> Answer:
    variance = [{PART: WORDS[part], "share": estimate} for part, estimate in found.split.shares.items()]
    pairs = [
        {
            "player": pair.better,
            "against": pair.other,
            "ahead": pair.ahead,
            "behind": pair.behind,
            "games to lead": _needed(pair),
        }
        for pair in found.pairs
    ]
    fewest = min(pair.ahead.n for pair in found.pairs)
    kinds = [
        {
            "result": measure_in_words(column),
            "kind of chance": kind.words,
            "decides alone": kind.alone,
            "has a part in": kind.in_all,
            "games changed": kind.changed,
        }
        for column, found_of in found.kinds
        for kind in found_of.kinds
    ]
    tables = {
        "variance": Table(variance, f"What the variance of the {measure_in_words(found.column)} is made of."),
        "pairs": Table(
            pairs,
            "How often a player is ahead of a weaker one after one game, and how many games it needs to lead "
            "with 95 % confidence."
            + (
                f" Pairs that were clear after {fewest:,} games played no more."
                if fewest < found.games
                else ""
            ),
        ),
    }
    if kinds:
        tables["kinds_of_chance"] = Table(
            kinds,
            "The share of a result's variance that each kind of chance decides by itself, and the share in "
            f"which it has a part at all, with 95 % intervals. All players are like {found.players[0]}.",
        )
    if found.tension:
        tables["tension"] = Table(
            list(_measures(found, found.tension)),
            f"The course of {found.tension.games:,} games of {found.tense}. One is decided when its winner's "
            f"chance stays at {100 * SURE:g} % or more; a win had looked lost if it was once below "
            f"{100 * LOST:g} %.",
        )
    return Answer(
        sentences=tuple(sentences_of(found, skills, experiment.game.title)),
        key_figures={f"share of {WORDS[part]}": estimate for part, estimate in found.split.shares.items()},
        tables=tables,
        data={
            "measured": measure_in_words(found.column),
            "players": list(found.players),
            "games": found.games,
            "against": found.against,
            "tense": found.tense,
        },
        about={"Game": experiment.game.title},
    )


def _needed(pair: PairOfPlayers) -> str:
    """Return how many games a player needs to lead, with the interval."""
    needed, least, most = pair.needed
    if needed is None:
        return "more than 5,000"
    return f"{needed:,}" if least == most else f"{needed:,} ({least or 1:,} to {most or 'thousands'})"


def _measures(found: Luck, tension: Tension) -> Iterator[Row]:
    """Yield what is measured of tension: in words, with its interval."""
    for words, measured in (
        (f"length of a game in {tension.unit}", tension.length),
        (f"decided after, of its {tension.unit}", tension.decided),
        ("changes of the lead in a game", tension.lead_changes),
        ("wins that had looked lost", tension.comebacks),
        ("losses that had looked won", tension.thrown_away),
        (f"{tension.unit_of_choices} with nothing to choose", tension.forced),
        ("choices at which every move ended the same", tension.idle),
        (f"{after_the(found.column_of_tension)} that the best move adds to the worst", tension.worth),
    ):
        if measured is not None:
            yield {"measure": words, "mean": measured}


# ---- the figure


def figures(answer: Answer) -> Iterator[Figure]:
    """Yield the parts of the variance."""
    found = {row[PART]: row["share"] for row in answer.tables["variance"].dicts()}
    most = max(found, key=lambda part: found[part].value)
    is_clear = stands_out(found[most], [share for part, share in found.items() if part != most])
    shares = {part: np.array([share.value]) for part, share in found.items()}
    figure, axes = new_figure(1, 1, HEIGHT)
    colours = colours_of(list(shares))
    stacked_shares(axes[0, 0], [answer.data["measured"]], shares, colours)
    axes[0, 0].set_xlabel("share of the variance, %")
    name_series(figure, colours)
    yield Figure(
        "luck_and_skill",
        figure,
        "Parts are shares of the variance.",
        "A bar whose parts are chance, the player, both together, and the seat.",
        f"What decides the {answer.data['measured']}"
        + (f": most of all {most}, {found[most]:alone}" if is_clear else ""),
    )
