"""Nautilus Island as the engine takes it."""

from __future__ import annotations

from simkit.game import Game, Objective, load_assumptions
from simkit.games.nautilus_island import state as s
from simkit.games.nautilus_island.box import BOX
from simkit.games.nautilus_island.kinds import Event, Move
from simkit.games.nautilus_island.knobs import NautilusIslandKnobs
from simkit.games.nautilus_island.rules.conceal import conceal
from simkit.games.nautilus_island.rules.outcome import COLUMNS, SEAT_COLUMNS, outcome
from simkit.games.nautilus_island.rules.score import nearness_to_the_back
from simkit.games.nautilus_island.rules.setup import setup
from simkit.games.nautilus_island.rules.turn import apply, options
from simkit.games.nautilus_island.state import HIDDEN, MOST_MOVES, MOST_PLAYERS, SEAT, TABLE
from simkit.games.nautilus_island.story import NautilusIslandStory

NAUTILUS_ISLAND = Game(
    name="nautilus_island",
    title="Nautilus Island",
    summary="Castaways gather sets of objects on a wreck (Johannes Goupy and Théo Rivière, 2023).",
    seats=range(2, MOST_PLAYERS + 1),
    table=TABLE,
    seat=SEAT,
    hidden=HIDDEN,
    moves=Move.kinds,
    max_moves=MOST_MOVES,
    events=Event.kinds,
    setup=setup,
    options=options,
    apply=apply,
    outcome=outcome,
    conceal=conceal,
    columns=COLUMNS,
    seat_columns=SEAT_COLUMNS,
    ranked_by=("score", nearness_to_the_back),
    stopped_has_winner=True,
    objectives=(Objective("won", ties=True), Objective("score")),
    turn_order="turn_position",
    purposes={
        s.DEAL: "the shuffle of the object cards",
        s.FIRST_PLAYER: "the draw of the first player",
        s.CAMP: "the draw of the bonus tokens",
    },
    knobs=NautilusIslandKnobs,
    content=BOX,
    assumptions=load_assumptions(__file__),
    story=NautilusIslandStory(),
    proven=("simkit.games.nautilus_island", "simkit.strategies.nautilus_island"),
)
