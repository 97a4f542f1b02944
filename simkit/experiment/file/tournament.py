"""The key `tournament`, which stands for a factor: every table of some strategies, each place equally often.

::

    tournament: {strategies: [expert, tempo, reference], seats: 2}   # or strategies: all
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from simkit.content.complaints import Problem
from simkit.content.source import KEY
from simkit.engine.contract.knobs import PLAYERS
from simkit.experiment.file.players import StrategyEntry, read_player
from simkit.experiment.keys import LINE_UP, RuleKey
from simkit.experiment.values import player_in_words
from simkit.plugins import strategies_of

if TYPE_CHECKING:
    from simkit.engine.contract.game import Game

TOURNAMENT = "tournament"

TABLE = "table"
"""The factor that a tournament stands for."""

MOST_TABLES = 2000


class TournamentEntry(BaseModel):
    """The key `tournament`."""

    model_config = ConfigDict(extra="forbid")

    strategies: Literal["all"] | list[StrategyEntry] = Field(
        description="who takes part, each only once at a table: a list, or all strategies of the game"
    )
    seats: int | None = Field(
        default=None,
        strict=True,
        ge=2,
        le=8,
        description="players at a table; by default 2, if that is allowed",
    )


def with_tables(
    entry: TournamentEntry,
    written: Any,
    rules: dict[str, Any],
    factors: dict[str, Any],
    game: Game,
    problems: list[Problem],
) -> dict[str, Any]:
    """Return an experiment's factors with that of its tournament; problems are added to `problems`.

    * `written`: the strategies as the file has them, with their parameters.
    * `rules`, `factors`: what the file says besides.
    """
    if TABLE in factors:
        problems.append(
            (("factors", TABLE, KEY), f"the tournament is a factor called '{TABLE}'; choose another name")
        )
        return factors
    players = list(strategies_of(game.name)) if entry.strategies == "all" else list(written)
    names = [_name(player, number, problems) for number, player in enumerate(players)]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        problems.append(((TOURNAMENT, "strategies"), f"tournament.strategies: {twice} is named twice"))
        return factors
    seats = seats_at_table(entry, rules, game, problems)
    if not seats:
        return factors
    if len(players) < seats:
        few = f"found {len(players)}, and a table has {seats} seats; name at least {seats}"
        problems.append(((TOURNAMENT, "strategies"), f"tournament.strategies: {few}"))
        return factors
    if (count := comb(len(players), seats)) > MOST_TABLES:
        many = f"{len(players)} strategies at tables of {seats} are {count:,} tables; at most {MOST_TABLES:,}"
        problems.append(((TOURNAMENT, "strategies"), f"tournament.strategies: {many}"))
        return factors
    sets_players = PLAYERS in game.knobs.model_fields and PLAYERS not in rules
    tables = {
        " - ".join(names[i] for i in at_table): {
            LINE_UP.name: [players[i] for i in at_table],
            **({RuleKey(PLAYERS).name: seats} if sets_players else {}),
        }
        for at_table in combinations(range(len(players)), seats)
    }
    return {TABLE: tables, **factors}


def seats_at_table(
    entry: TournamentEntry,
    rules: dict[str, Any],
    game: Game,
    problems: list[Problem],
    key: str = f"{TOURNAMENT}.seats",
) -> int:
    """Return how many sit at a table; 0, with a problem, if the game does not allow it."""
    field = game.knobs.model_fields.get(PLAYERS)
    fixed = rules.get(PLAYERS)
    place = (TOURNAMENT, "seats")
    if field is None:
        seats = game.max_seats
        if entry.seats not in (None, seats):
            problems.append((place, f"{key}: found {entry.seats}, and {game.title} is for {seats} players"))
            return 0
        return seats
    if entry.seats is None:
        return fixed if isinstance(fixed, int) and fixed > 1 else _usual(game)
    if fixed is not None and fixed != entry.seats:
        said = f"found {entry.seats}, and rules: players is {fixed}; remove one of the two"
        problems.append((place, f"{key}: {said}"))
        return 0
    return entry.seats


def _usual(game: Game) -> int:
    """Return 2 if the game may have two players, else the fewest above."""
    for seats in range(2, 9):
        try:
            game.knobs.model_validate({PLAYERS: seats})
        except ValueError:
            continue
        return seats
    return 0


def _name(written: Any, number: int, problems: list[Problem]) -> str:
    """Return what a table calls a player: its strategy, with what is set."""
    player = read_player(written, (TOURNAMENT, "strategies", number), problems)
    return player_in_words(player.name, player.parameters) if player else str(written)


def names_in_tournament(written: Any) -> Sequence[Any]:
    """Return the strategies that a tournament's key names, as they are written."""
    found = written.get("strategies") if isinstance(written, dict) else None
    return found if isinstance(found, list) else ()
