"""Every card in the box is done, with every branch of every roll, choice and condition; nothing is lost."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from simkit.engine.effects.machine import CHOOSE, COMMON, IF, PERFORM, ROLL
from simkit.games.castaways.box import BOX
from simkit.games.castaways.names import OBJECTS
from simkit.games.castaways.rules.operations import do_text
from simkit.games.castaways.state import NOT_SEEN, OUT_OF_PLAY, SHUFFLED_IN
from simkit.games.castaways.vocabulary import STRENGTH
from tests.games.castaways.card_table import CardTable

PROGRAM = BOX.program
TRIES = 400
"""Times that a text is done at most until all of it has been."""

Way = tuple[int, int]
"""An instruction, and where it went on."""


def instructions_of(number: int) -> range:
    """Return where the instructions of a text stand."""
    end = PROGRAM.first[number + 1] if number < len(PROGRAM.texts) else len(PROGRAM.code)
    return range(int(PROGRAM.first[number]), int(end))


def bodies_of(at: int) -> Iterator[int]:
    """Yield where the options of a choice begin."""
    case = at + 1
    for _ in range(PROGRAM.code[at]["number"]):
        yield int(PROGRAM.code[case]["jump"])
        case += 1 + int(PROGRAM.code[case]["number"])


def ways_of(number: int) -> set[Way]:
    """Return all ways to go on from the instructions of a text."""
    found: set[Way] = set()
    for at in instructions_of(number):
        step = PROGRAM.code[at]
        kind, jump = int(step["kind"]), int(step["jump"])
        is_strength = kind == PERFORM and step["number"] == STRENGTH
        if kind == ROLL or is_strength:
            found |= {(at, at + 1), (at, jump)}
        elif kind in (PERFORM, COMMON):
            found.add((at, at + 1))
        elif kind == IF:
            found |= {(at, at + 1 + int(step["number"])), (at, jump)}
        elif kind == CHOOSE:
            found |= {(at, body) for body in bodies_of(at)}
    return found


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> set[Way]:
    """Return the ways that texts take from now on."""
    found: set[Way] = set()

    def noting(go_on: Any) -> Any:
        def noted(machine: Any, at: int) -> None:
            found.add((int(machine.at), int(at)))
            go_on(machine, at)

        return noted

    def asked(state: Any, rules: Any, program: Any, first: int, count: int) -> bool:
        held = bool(holds(state, rules, program, first, count))
        if program.code[first - 1].kind == IF:
            found.add((first - 1, first + count if held else int(program.code[first - 1].jump)))
        return held

    names = do_text.__globals__
    holds = names["_holds"]
    monkeypatch.setitem(names, "go_on", noting(names["go_on"]))
    monkeypatch.setitem(names, "_holds", asked)
    choose = names["_choose"].__globals__
    monkeypatch.setitem(choose, "go_on", noting(choose["go_on"]))
    return found


def chance_table(chance: random.Random) -> CardTable:
    """Return a table of any number of castaways in any state, in camp or out."""
    players = chance.randint(1, 4)
    table = CardTable(players, seed=chance.randrange(2**32), sp_reroll=chance.random() < 0.7)
    seats = list(range(players))
    for seat in seats:
        body = table.table.castaways[seat]
        body.character = chance.randrange(6)
        body.injuries = chance.randint(0, 3)
        body.traumas = chance.randint(0, 2) + (chance.random() < 0.1)
        body.energy = chance.randint(0, 6 - body.injuries - body.traumas)
        owned = [name for name in OBJECTS if chance.random() < 0.1]
        table.give(seat, *owned, tiles=chance.randint(0, 3), food=chance.randint(0, 2))
    chance.shuffle(seats)
    if chance.random() < 0.6:
        table.set_out(*seats[: chance.randint(1, players)])
        table.lose(*seats[players - (chance.random() < 0.3) :]) if players > table.table.party else None
    table.table.starter = chance.randrange(players)
    table.table.cube = chance.randint(4, 15)
    table.table.wreck -= (wrecked := chance.randint(0, 6))
    table.table.salvaged = wrecked
    return table


@pytest.mark.parametrize("number", range(1, len(PROGRAM.texts) + 1), ids=[t.name for t in PROGRAM.texts])
def test_a_card_is_done_in_all_its_ways(number: int, taken: set[Way]) -> None:
    chance = random.Random(number)
    wanted = ways_of(number)
    for _ in range(TRIES):
        table = chance_table(chance)
        table.do(PROGRAM.texts[number - 1].name, table.drawer(chance), lambda q, s, a: chance.choice(a))
        table.check()
        if wanted <= taken:
            return
    assert not wanted - taken


@pytest.mark.long
def test_every_plot_is_met_by_drawing_cards_alone() -> None:
    """From the cards in the decks `goto` and `shuffle_in` lead to every numbered plot."""
    chance = random.Random(1)
    starts = [text.name for text in PROGRAM.texts if text.is_start and text.place[0] != "camp_cards"]
    unmet = {PROGRAM.number(id_) - 1 for id_, plot in BOX.plots.items() if plot.deck is None}
    for _ in range(200):
        table = CardTable(3, seed=chance.randrange(2**32)).set_out(0, 1, 2).give(1, tiles=3, food=2)
        table.give(0, *(["rope"] if chance.random() < 0.5 else []))
        for name in starts:
            draw(table, name, chance)
        while waiting := list((table.table.card_state == SHUFFLED_IN).nonzero()[0]):
            table.table.card_state[waiting[0]] = OUT_OF_PLAY
            draw(table, PROGRAM.texts[waiting[0]].name, chance)
        unmet -= set((table.table.card_state != NOT_SEEN).nonzero()[0])
        if not unmet:
            return
    assert not {PROGRAM.title(card + 1) for card in unmet}


def draw(table: CardTable, name: str, chance: random.Random) -> None:
    """Have a card done for castaways who are well."""
    for body in table.table.castaways[:3]:
        body.injuries, body.traumas, body.energy = 0, 0, 6
    table.do(name, 0, lambda q, s, a: chance.choice(a))
