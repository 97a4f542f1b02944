"""Nautilus Island as the engine takes it."""

from __future__ import annotations

from simkit.engine.contract.content import load_assumptions
from simkit.engine.contract.game import Game
from simkit.engine.contract.kinds import timed
from simkit.games.nautilus_island.box import BOX
from simkit.games.nautilus_island.conceal import conceal
from simkit.games.nautilus_island.kinds import EVENTS, MOVES
from simkit.games.nautilus_island.meanings import MEANINGS
from simkit.games.nautilus_island.outcome import COLUMNS, SEAT_COLUMNS, outcome
from simkit.games.nautilus_island.rules import NautilusIslandKnobs
from simkit.games.nautilus_island.seconds import SECONDS
from simkit.games.nautilus_island.setup import setup
from simkit.games.nautilus_island.state import HIDDEN, MOST_MOVES, MOST_PLAYERS, SEAT, TABLE
from simkit.games.nautilus_island.story import NautilusIslandStory
from simkit.games.nautilus_island.turn import apply, options

NAUTILUS_ISLAND = Game(
    name="nautilus_island",
    title="Nautilus Island",
    summary="Castaways gather sets of objects on a wreck (Johannes Goupy and Théo Rivière, 2023).",
    seats=range(2, MOST_PLAYERS + 1),
    table=TABLE,
    seat=SEAT,
    hidden=HIDDEN,
    moves=timed(MOVES, SECONDS),
    max_moves=MOST_MOVES,
    events=EVENTS,
    setup=setup,
    options=options,
    apply=apply,
    outcome=outcome,
    conceal=conceal,
    columns=COLUMNS,
    seat_columns=SEAT_COLUMNS,
    turn_order="turn_position",
    knobs=NautilusIslandKnobs,
    content=BOX,
    assumptions=load_assumptions(__file__),
    meanings=MEANINGS,
    story=NautilusIslandStory(),
)
