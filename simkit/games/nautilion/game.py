"""Nautilion as the engine takes it."""

from __future__ import annotations

from simkit.engine.content import load_assumptions
from simkit.engine.game import Game
from simkit.games.nautilion.outcome import COLUMNS, outcome
from simkit.games.nautilion.rules import RULES, NautilionKnobs
from simkit.games.nautilion.setup import setup
from simkit.games.nautilion.state import HIDDEN, MOST_MOVES, MOVE, SEAT, TABLE
from simkit.games.nautilion.story import NautilionStory
from simkit.games.nautilion.turn import apply, options

NAUTILION = Game(
    name="nautilion",
    title="Nautilion",
    summary="A solo dice race: gather a crew of nine on the way to the Abyss (Shadi Torbey, 2016).",
    seats=range(1, 2),
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
    knobs=NautilionKnobs,
    assumptions=load_assumptions(__file__),
    story=NautilionStory(),
    seats_of=lambda _knobs: 1,
)
