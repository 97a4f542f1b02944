"""Nautilion as the engine takes it."""

from __future__ import annotations

from simkit.game import Game, Objective, load_assumptions
from simkit.games.nautilion import state as s
from simkit.games.nautilion.box import BOX
from simkit.games.nautilion.kinds import Event, Move
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.games.nautilion.rules.heroic_actions import conceal
from simkit.games.nautilion.rules.outcome import COLUMNS, outcome
from simkit.games.nautilion.rules.setup import setup
from simkit.games.nautilion.rules.turn import apply, options
from simkit.games.nautilion.state import HIDDEN, MOST_MOVES, TABLE
from simkit.games.nautilion.story import NautilionStory

NAUTILION = Game(
    name="nautilion",
    title="Nautilion",
    summary="A dice race for one or two: gather a crew of nine on the way to the Abyss (Shadi Torbey, 2016).",
    seats=range(1, 3),
    table=TABLE,
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
    knobs=NautilionKnobs,
    content=BOX,
    assumptions=load_assumptions(__file__),
    purposes={
        s.PATH_SHUFFLE: "the shuffle of the path",
        s.CURRENTS_DICE: "the dice of the currents",
        s.REEF_SHUFFLE: "the shuffle of the reefs",
        s.REEF_DIE: "the die of the reefs",
        s.DARKHOUSE_DEAL: "the deal of the Darkhouse cards",
        s.HEROIC_SHUFFLE: "the shuffle of the Heroic cards",
        s.PLAYERS_DEAL: "the deal of the Admirals",
    },
    progress=Objective("crew_aboard", "game"),
    story=NautilionStory(),
    proven=("simkit.games.nautilion", "simkit.strategies.nautilion"),
)
