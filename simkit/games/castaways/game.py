"""Castaways as the engine takes it."""

from __future__ import annotations

from simkit.game import Game, Objective, load_assumptions
from simkit.games.castaways import state as s
from simkit.games.castaways.box import BOX
from simkit.games.castaways.kinds import EVENTS, MOVES
from simkit.games.castaways.knobs import CastawaysKnobs
from simkit.games.castaways.rules.conceal import conceal
from simkit.games.castaways.rules.outcome import COLUMNS, SEAT_COLUMNS, outcome
from simkit.games.castaways.rules.turn import apply, options, setup
from simkit.games.castaways.state import HIDDEN, MOST_MOVES, MOST_PLAYERS, SEAT, TABLE
from simkit.games.castaways.story import CastawaysStory

CASTAWAYS = Game(
    name="castaways",
    title="Castaways",
    summary="One to four castaways survive on an island and signal a ship (Alberto Corral, 2013).",
    seats=range(1, MOST_PLAYERS + 1),
    table=TABLE,
    seat=SEAT,
    hidden=HIDDEN,
    moves=MOVES,
    max_moves=MOST_MOVES,
    events=EVENTS,
    setup=setup,
    options=options,
    apply=apply,
    outcome=outcome,
    conceal=conceal,
    columns=COLUMNS,
    seat_columns=SEAT_COLUMNS,
    objectives=(
        Objective("rescued", of="game", shared="all"),
        Objective("won", ties=True),
        Objective("score", shared="any"),
    ),
    purposes={
        s.DEAL_CHANCE: "the deal of decks, events and tiles",
        s.FIRST_PLAYER_CHANCE: "the draw of the first player",
        s.EVENT_CHANCE: "the dice of the events",
        s.MARKER_CHANCE: "the dice while markers are placed",
        s.RESOLUTION_CHANCE: "the dice of the actions",
        s.OUTING_CHANCE: "the dice of the outings",
        s.END_CHANCE: "the dice for injuries",
    },
    knobs=CastawaysKnobs,
    content=BOX,
    assumptions=load_assumptions(__file__),
    story=CastawaysStory(),
    proven=("simkit.games.castaways", "simkit.strategies.castaways"),
)
