"""Everything that a game and its strategies are written with, in one import.

Card texts written in YAML have a module of their own, `simkit.game.effects`.
"""

from simkit.compile.kernel import kernel
from simkit.compile.records import scratch
from simkit.content.characters import NAME
from simkit.content.source import Place
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
from simkit.engine.base.chance import begin, below, coin, die, draw_from_bag, shuffle, uniform
from simkit.engine.base.columns import Column, Look
from simkit.engine.base.events import note
from simkit.engine.base.moves import NOT_FOUND, find_kind, find_move
from simkit.engine.contract.content import (
    GameContent,
    Item,
    Items,
    Whole,
    content_schema,
    load_assumptions,
    load_content,
    own_content,
    section,
)
from simkit.engine.contract.game import Game
from simkit.engine.contract.kinds import EventKind, Field, Kinds, MoveKind, event, move
from simkit.engine.contract.knobs import Assumption, Knobs, knob
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.records import column, field, record
from simkit.engine.contract.story import Story
from simkit.engine.contract.strategy import Parameter, Strategy, strategy
from simkit.language import NOBODY, Said

__all__ = [
    "NAME",
    "NOBODY",
    "NOT_FOUND",
    "NOWHERE",
    "NO_CARD",
    "Assumption",
    "Column",
    "EventKind",
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
    "Said",
    "Story",
    "Strategy",
    "Whole",
    "bag_dtype",
    "begin",
    "below",
    "clear",
    "coin",
    "column",
    "content_schema",
    "deal_back",
    "deal_back_unknown",
    "die",
    "draw",
    "draw_from",
    "draw_from_bag",
    "draw_or_reshuffle",
    "event",
    "field",
    "find_kind",
    "find_move",
    "keep_only",
    "kernel",
    "knob",
    "load_assumptions",
    "load_content",
    "move",
    "move_all",
    "note",
    "own_content",
    "peek",
    "pick_up",
    "pick_up_unknown",
    "pile_dtype",
    "put_at",
    "put_in_order",
    "put_into_bag",
    "put_on_top",
    "put_under",
    "record",
    "refill",
    "remove",
    "scratch",
    "search",
    "section",
    "shuffle",
    "shuffle_in",
    "shuffle_pile",
    "strategy",
    "take_at",
    "uniform",
]
