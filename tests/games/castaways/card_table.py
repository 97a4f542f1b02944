"""A table at which the tests have cards done by themselves: no phases, dice and answers as the test says."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from simkit.engine.effects.machine import AGAIN, NO_TEXT, OPTION, VOTE, WHOM, begin_text, give_answer, waits
from simkit.game import lowest_bit
from simkit.games.castaways.box import BOX, CastawaysContent, EventCard
from simkit.games.castaways.kinds import CardMove
from simkit.games.castaways.names import DEAD, IN_CAMP, LOST, OUT
from simkit.games.castaways.printed import print_cards
from simkit.games.castaways.rules.castaway import cap_of, give_up_object, receive_object
from simkit.games.castaways.rules.operations import do_text
from simkit.games.castaways.rules.order import seat_in_turn
from simkit.games.castaways.state import MOST_PLAYERS, NO_CARD, VALUES
from simkit.language import NOBODY
from tests.games.castaways.camp import Position

QUESTIONS = {
    OPTION: "option",
    VOTE: "vote",
    WHOM: "whom",
    AGAIN: "again",
    CardMove.LOSE_OBJECT: "lose_object",
    CardMove.COVER_CARD: "cover_card",
    CardMove.KEEP_FISH: "keep_fish",
}

OWN_CARD = "own"
"""The event card that a test writes itself."""

Answer = Callable[[str, int, list[int]], int]


class CardTable(Position):
    """Castaways in camp or out, with the cards of a box."""

    def __init__(self, players: int = 3, *, seed: int = 1, content: CastawaysContent = BOX, **knobs: Any):
        usual = {"storage_food": (1,) * MOST_PLAYERS, "plots_in_play": 0}
        super().__init__(players, seed=seed, content=content, **{**usual, **knobs})
        self.asked: list[tuple[str, int, list[int], int]] = []

    def lose(self, *seats: int) -> CardTable:
        """Let castaways be lost."""
        for seat in seats:
            self.table.castaways[seat].where = LOST
        return self

    def give(self, seat: int, *names: str, tiles: int = 0, food: int = 0) -> CardTable:
        """Give a castaway objects, story-point tiles of 1, and food."""
        super().give(seat, *names)
        castaway = self.table.castaways[seat]
        castaway.tiles += tiles
        castaway.food += food
        self.table.food_supply -= food
        self.state.seats[seat].tiles[1] += tiles
        self.state.hidden.story.counts[1] -= tiles
        self.state.hidden.story.total -= tiles
        self.table.story_left -= tiles
        return self

    def do(self, name: str, drawer: int = 0, answers: Answer | Iterable[int] = ()) -> CardTable:
        """Have a text done, named as in the program; `answers` in turn, or a function that gives them."""
        machine = self.table.machine
        given = answers if callable(answers) else _in_turn(answers)
        begin_text(machine, self.rules.program, self.content.program.number(name), drawer)
        while machine.text != NO_TEXT:
            do_text(self.state, self.rules, machine, self.rules.program, None)
            if self.table.estates:
                self._divide()
            elif waits(machine):
                self._answer(given)
        return self

    def _answer(self, given: Answer) -> None:
        machine = self.table.machine
        question, seat = QUESTIONS[int(machine.question)], int(machine.asked)
        allowed = [bit for bit in range(63) if (int(machine.open) >> bit) & 1]
        assert self.table.castaways[seat].where != DEAD
        answer = given(question, seat, allowed)
        assert answer in allowed, (question, seat, allowed, answer)
        self.asked.append((question, seat, allowed, answer))
        give_answer(machine, answer)

    def _divide(self) -> None:
        """Give all that a dead castaway owned to the first other one in turn order."""
        table = self.table
        dead = lowest_bit(int(table.estates))
        living = [s for s in map(int, self._in_turn()) if table.castaways[s].where != DEAD]
        while table.castaways[dead].owned:
            thing = lowest_bit(int(table.castaways[dead].owned))
            give_up_object(table, self.rules, dead, thing)
            receive_object(table, self.rules, living[0], thing)
        table.estates &= ~(1 << dead)

    def _in_turn(self) -> list[int]:
        return [int(seat_in_turn(self.table, self.rules, i)) for i in range(self.rules.players)]

    def drawer(self, chance: random.Random) -> int:
        """Return somebody who may draw a card: one who is out, or in camp if nobody is."""
        where = OUT if self.of("where").count(OUT) else IN_CAMP
        here = [seat for seat, found in enumerate(self.of("where")) if found == where]
        return chance.choice(here) if here else NOBODY

    def card(self, id_: str) -> int:
        """Return the number of a card of the island."""
        return self.content.program.number(id_) - 1

    def objects(self, seat: int) -> list[str]:
        """Return what a castaway owns."""
        castaway = self.table.castaways[seat]
        return [name for i, name in enumerate(self.content.objects) for _ in range(castaway.objects[i])]

    def board(self) -> list[str]:
        """Return the cards on the camp board."""
        names = list(self.content.camp_cards)
        return [names[card] for card in self.table.board if card != NO_CARD]

    def check(self) -> None:
        """See that nothing has come from nowhere or vanished, and that bodies are as they can be."""
        table, rules, hidden = self.table, self.rules, self.state.hidden
        castaways = [table.castaways[seat] for seat in range(rules.players)]
        assert table.food_supply + table.food + sum(c.food for c in castaways) == rules.food_tokens
        assert table.wood_supply + table.wood + table.fire_wood + table.bonfire == rules.wood_tokens
        assert table.wreck + table.salvage + table.salvaged == rules.wreck_cubes
        owned = sum(c.tiles for c in castaways)
        assert table.story_left + owned + table.story_discarded == rules.story_tiles.sum()
        assert hidden.story.total == hidden.story.counts.sum() == table.story_left
        assert table.fish.total == table.fish.counts.sum()
        assert table.deck_left.tolist() == hidden.decks["count"].tolist()
        assert rules.return_start <= table.cube <= rules.return_end
        for seat, castaway in enumerate(castaways):
            if castaway.where != DEAD:
                assert 0 <= castaway.energy <= cap_of(castaway) <= castaway.space
                assert castaway.traumas < rules.deadly_traumas
                assert castaway.tiles == self.state.seats[seat].tiles[:VALUES].sum()
            held = sum(1 << i for i in range(rules.object_count) if castaway.objects[i] > 0)
            assert held == castaway.owned
            assert castaway.objects.min() >= 0
        assert table.machine.text == NO_TEXT
        assert table.machine.stuck == NO_TEXT


def _in_turn(answers: Iterable[int]) -> Answer:
    left = iter(answers)
    return lambda question, seat, allowed: next(left)


def box_with(do: list[Any], box: CastawaysContent = BOX) -> CastawaysContent:
    """Return a box with one event card more, whose text is `events.own`."""
    card = EventCard(name="Own", weather="none", wreck=0, signal="B", do=do)
    sections = {name: getattr(box, name) for name in CastawaysContent.model_fields}
    return CastawaysContent(**{**sections, "events": {**box.events, OWN_CARD: card}})


def done(do: list[Any], table: CardTable, drawer: int = 0, answers: Answer | Iterable[int] = ()) -> CardTable:
    """Have a text of a test's own done at a table."""
    content = box_with(do)
    print_cards(table.rules, content)
    table.content = content
    table.do(f"events.{OWN_CARD}", drawer, answers)
    table.check()
    return table
