"""Reads targets as a person writes them in a sentence: "planner wins 45 to 55 %; turns at most 12"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from simkit.errors import BadInput, unknown
from simkit.experiment.file.players import short_names
from simkit.experiment.file.targets import RANGE_AT_END
from simkit.experiment.target import AT_TABLES, BEST, GAMES
from simkit.experiment.values import Experiment
from simkit.plugins import names_of_players

WINS = ("wins", "win", "won")
"""The words for the result that a game is about."""

IN_GAMES = re.compile(r"(?:\bin\s+)?(?:at least\s+)?(\d+(?:\.\d+)?)\s*%\s+of\s+(?:the\s+)?games")
"""In which share of the games a value is to lie in the range, before or behind the rest of a target."""

COUNTED = re.compile(r"(.*\d)\s+([a-z_]\w*)$", re.IGNORECASE)
"""A target that ends with what is counted: "at most 30 turns"."""

FILLED = ("is", "are", "the", "a", "of", "have", "has", "last", "take", "with")
"""Words of a target that say nothing that the others don't."""


def read_words(words: str, experiment: Experiment) -> tuple[dict[str, Any], list[str]]:
    """Return targets that a person wrote in a sentence as an experiment's file has them, and their players.

    Raises BadInput if a part has no range, or names neither a player nor a result.
    """
    targets: dict[str, Any] = {}
    players: list[str] = []
    for part in filter(None, (piece.strip() for piece in words.split(";"))):
        games = IN_GAMES.search(part)
        rest = f"{part[: games.start()]} {part[games.end() :]}".strip() if games else part
        if counted := COUNTED.fullmatch(rest):
            rest = f"{counted[2]} {counted[1]}"
        span = RANGE_AT_END.search(rest)
        if span is None:
            raise BadInput(
                f"targets: '{part}' has no range at its end; allowed is such as 45 to 55 %, at most 12, >= 8"
            )
        named = rest[: span.start()].replace(":", " ").split()
        subject, column = _subject_and_column(named, part, experiment)
        wanted = f"{span[0]} in {games[1]} % of games" if games else span[0]
        if not subject:
            targets[column] = wanted
            continue
        targets.setdefault(subject, {})[column] = wanted
        if subject in names_of_players(experiment.game.name):
            players.append(subject)
    return targets, players


def _subject_and_column(named: Sequence[str], part: str, experiment: Experiment) -> tuple[str, str]:
    """Return whose result a part of a sentence is about, empty for the game's, and which result."""
    game = experiment.game
    columns = {number.name for number in (*game.columns, *game.seat_columns)}
    main = game.objectives[0].column if game.objectives else ""
    words = [word for word in named if word not in FILLED]
    column = ""
    if words and (words[-1] in columns or words[-1] in WINS):
        column = main if words[-1] in WINS and main else words[-1]
        words = words[:-1]
    subject = " ".join(words)
    players = [player for scenario in experiment.scenarios for player in scenario.players]
    about = [
        *dict.fromkeys([*names_of_players(game.name), *(player.name for player in players)]),
        GAMES,
        BEST,
        *AT_TABLES,
    ]
    if subject and subject not in (*about, *short_names(player.strategy for player in players)):
        raise BadInput(f"targets: '{part}': {unknown('player or result', subject, [*about, *columns])}")
    if not subject and not column:
        raise BadInput(f"targets: '{part}' names no result; results are {', '.join(sorted(columns))}")
    return subject, column or (main if subject not in AT_TABLES else "share")
