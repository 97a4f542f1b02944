"""Everything that a game and its strategies are written with, in one import.

Card texts written in YAML have a module of their own, `simkit.game.effects`.
"""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.made import by_number
from simkit.compile.numbers import bit_count, highest_bit, lowest_bit
from simkit.compile.records import scratch
from simkit.content.characters import NAME, WORD
from simkit.content.source import KEY, Place, Source
from simkit.engine.base.cards import (
    NO_CARD,
    NOWHERE,
    bag_dtype,
    clear,
    deal_back,
    deal_back_unknown,
    draw,
    draw_from,
    draw_or_reshuffle,
    keep_only,
    move_all,
    peek,
    pick_up,
    pick_up_unknown,
    pile_dtype,
    put_at,
    put_in_order,
    put_into_bag,
    put_on_top,
    put_under,
    refill,
    remove,
    search,
    shuffle_in,
    shuffle_pile,
    take_at,
)
from simkit.engine.base.chance import begin, below, coin, die, die_apart, draw_from_bag, shuffle, uniform
from simkit.engine.base.columns import STOPPED, Column, Look, ending_of
from simkit.engine.base.events import note
from simkit.engine.base.moves import NOT_FOUND, find_kind, find_move
from simkit.engine.base.rows import Record, Rows
from simkit.engine.base.weights import (
    draw_weighted,
    draw_weighted_apart,
    fill_weights,
    roll_pool,
    weights_dtype,
)
from simkit.engine.contract.content import (
    GameContent,
    Item,
    Items,
    Whole,
    content_schema,
    load_assumptions,
    load_content,
    own_content,
    printed_in_words,
    section,
)
from simkit.engine.contract.decisions import Decision, decided_by
from simkit.engine.contract.game import Game
from simkit.engine.contract.kinds import EventKind, Field, Kinds, MoveKind, event, move, timed
from simkit.engine.contract.knobs import AsPrinted, Assumption, Knobs, knob
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.player import Parameter
from simkit.engine.contract.records import RecordField, column, field, record
from simkit.engine.contract.story import Declared, Drawn, Events, Story, points, winners
from simkit.engine.contract.strategy import Strategy, players_of, strategy
from simkit.engine.contract.weights import Weights, weights_of
from simkit.errors import BadInput, unknown
from simkit.language import NOBODY, Said, listed, plural

__all__ = [
    "KEY",
    "NAME",
    "NOBODY",
    "NOT_FOUND",
    "NOWHERE",
    "NO_CARD",
    "STOPPED",
    "WORD",
    "AsPrinted",
    "Assumption",
    "BadInput",
    "Column",
    "Decision",
    "Declared",
    "Drawn",
    "EventKind",
    "Events",
    "Field",
    "Game",
    "GameContent",
    "Item",
    "Items",
    "Kinds",
    "Knobs",
    "Look",
    "MoveKind",
    "Objective",
    "Parameter",
    "Place",
    "Record",
    "RecordField",
    "Rows",
    "Said",
    "Source",
    "Story",
    "Strategy",
    "Weights",
    "Whole",
    "bag_dtype",
    "begin",
    "below",
    "bit_count",
    "by_number",
    "clear",
    "coin",
    "column",
    "content_schema",
    "deal_back",
    "deal_back_unknown",
    "decided_by",
    "die",
    "die_apart",
    "draw",
    "draw_from",
    "draw_from_bag",
    "draw_or_reshuffle",
    "draw_weighted",
    "draw_weighted_apart",
    "ending_of",
    "event",
    "field",
    "fill_weights",
    "find_kind",
    "find_move",
    "highest_bit",
    "keep_only",
    "kernel",
    "knob",
    "listed",
    "load_assumptions",
    "load_content",
    "lowest_bit",
    "move",
    "move_all",
    "note",
    "own_content",
    "peek",
    "pick_up",
    "pick_up_unknown",
    "pile_dtype",
    "players_of",
    "plural",
    "points",
    "printed_in_words",
    "put_at",
    "put_in_order",
    "put_into_bag",
    "put_on_top",
    "put_under",
    "record",
    "refill",
    "remove",
    "roll_pool",
    "scratch",
    "search",
    "section",
    "separate_kernel",
    "shuffle",
    "shuffle_in",
    "shuffle_pile",
    "strategy",
    "take_at",
    "timed",
    "uniform",
    "unknown",
    "weights_dtype",
    "weights_of",
    "winners",
]
