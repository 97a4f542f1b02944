"""Nautilus (2002) as the engine takes it."""

from __future__ import annotations

from simkit.game import Game, Objective, load_assumptions
from simkit.games.nautilus_2002 import state as s
from simkit.games.nautilus_2002.box import BOX
from simkit.games.nautilus_2002.kinds import Event, Move
from simkit.games.nautilus_2002.knobs import Nautilus2002Knobs
from simkit.games.nautilus_2002.rules.conceal import conceal
from simkit.games.nautilus_2002.rules.outcome import COLUMNS, SEAT_COLUMNS, outcome
from simkit.games.nautilus_2002.rules.setup import setup
from simkit.games.nautilus_2002.rules.turn import apply, options
from simkit.games.nautilus_2002.state import HIDDEN, MOST_MOVES, MOST_PLAYERS, SEAT, TABLE
from simkit.games.nautilus_2002.story import Nautilus2002Story

NAUTILUS_2002 = Game(
    name="nautilus_2002",
    title="Nautilus (2002)",
    summary="An undersea city and its submarines (Brigitte and Wolfgang Ditt, Kosmos 2002).",
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
    ranked_by="score",
    stopped_has_winner=True,
    objectives=(Objective("won", ties=True), Objective("score")),
    turn_order="position",
    purposes={
        s.BASE_SQUARE: "the draw of the base's place",
        s.LAYOUT: "the draw of the places of discoveries",
        s.NUMBERS: "which pieces of Atlantis lie where",
        s.SHUFFLE: "the shuffle of the discoveries",
        s.GOALS: "the deal of the goal cards",
        s.FIRST_PLAYER: "the draw of the first player",
    },
    knobs=Nautilus2002Knobs,
    content=BOX,
    assumptions=load_assumptions(__file__),
    story=Nautilus2002Story(),
    proven=("simkit.games.nautilus_2002", "simkit.strategies.nautilus_2002"),
)
