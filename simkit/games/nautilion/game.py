"""Nautilion as the engine takes it."""

from __future__ import annotations

from simkit.engine.content import load_assumptions
from simkit.engine.game import Game
from simkit.engine.knobs import Knobs
from simkit.games.nautilion.box import BOX
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.games.nautilion.outcome import COLUMNS, SEAT_COLUMNS, outcome
from simkit.games.nautilion.rules import RULES
from simkit.games.nautilion.setup import setup
from simkit.games.nautilion.state import HIDDEN, MOST_MOVES, MOVE, SEAT, TABLE
from simkit.games.nautilion.story import NautilionStory
from simkit.games.nautilion.turn import apply, options


def _seats_of(knobs: Knobs) -> int:
    assert isinstance(knobs, NautilionKnobs)
    return knobs.players


NAUTILION = Game(
    name="nautilion",
    title="Nautilion",
    summary="A dice race for one or two: gather a crew of nine on the way to the Abyss (Shadi Torbey, 2016).",
    seats=range(1, 3),
    table=TABLE,
    seat=SEAT,
    hidden=HIDDEN,
    move=MOVE,
    max_moves=MOST_MOVES,
    rules=RULES,
    setup=setup,
    options=options,
    apply=apply,
    outcome=outcome,
    columns=COLUMNS,
    seat_columns=SEAT_COLUMNS,
    knobs=NautilionKnobs,
    content=BOX,
    assumptions=load_assumptions(__file__),
    story=NautilionStory(),
    seats_of=_seats_of,
)
