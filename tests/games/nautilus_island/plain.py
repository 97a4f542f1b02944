"""Nautilus Island once more: plain lists, no packing, nothing shared with the game's own code.

As short as the rules allow, for the printed rules only; random and reference play.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

WIDTHS = {2: [1, 2, 2, 3], 3: [1, 2, 2, 3, 3], 4: [1, 1, 2, 2, 3, 3]}
PORTHOLES = {3: [4, 3, 2], 4: [8, 6, 4], 5: [12, 9, 6], 6: [16, 12, 8]}
TOKENS = ["two"] * 7 + ["three"] * 7 + ["card"] * 6 + ["double"] * 4 + ["odd"] * 5 + ["pair"] * 5

Card = tuple[int, int]
"""Colour (5: treasure) and object (for a treasure: its points less 1)."""


@dataclass
class Castaway:
    """One player."""

    hand: list[Card] = field(default_factory=list)
    sets: dict[int, list[int]] = field(default_factory=lambda: {c: [] for c in range(5)})
    tokens: dict[int, list[str]] = field(default_factory=lambda: {c: [] for c in range(5)})
    portholes: dict[int, int] = field(default_factory=dict)
    column: int | None = None
    stores: int = 0

    def of(self, colour: int) -> list[int]:
        return [thing for c, thing in self.hand if c == colour]

    def score(self) -> int:
        points = sum(thing + 1 for colour, thing in self.hand if colour == 5) + sum(self.portholes.values())
        for colour, cards in self.sets.items():
            kinds = Counter(self.tokens[colour])
            points += 2 * kinds["two"] + 3 * kinds["three"] + len(cards) * kinds["card"]
            points += kinds["double"] * self.portholes.get(colour, 0) + 4 * kinds["odd"] * (len(cards) % 2)
            points += 5 * min(kinds["pair"], sum(n // 2 for n in Counter(cards).values()))
        return points


class PlainGame:
    """One game; `play` plays it and returns what came out."""

    def __init__(self, players: int, policy: str, chance: Random) -> None:
        self.policy, self.chance, self.widths = policy, chance, WIDTHS[players]
        deck = [(colour, thing) for colour in range(6) for thing in range(4)] * 4
        chance.shuffle(deck)
        self.stacks = [[[deck.pop() for _ in range(8)] for _ in range(w)] for w in self.widths]
        self.bag = list(TOKENS)
        chance.shuffle(self.bag)
        self.camp = {colour: self.bag.pop() for colour in range(5)}
        self.portholes = {size: list(values) for size, values in PORTHOLES.items()}
        self.castaways = [Castaway() for _ in range(players)]
        self.last = False
        self.refills = 0

    def play(self) -> dict[str, float]:
        first = self.chance.randrange(len(self.castaways))
        order = self.castaways[first:] + self.castaways[:first]
        rounds, done = 0, False
        while not done:
            rounds += 1
            here: set[int] = set()
            for me in order:
                legal = [
                    c
                    for c in range(len(self.widths))
                    if c != me.column and c not in here and (self.last or self.stacks[c][0])
                ]
                me.column = self.turn(me, legal)
                here.add(me.column)
            done = self.last
            self.last = any(not stacks[0] for stacks in self.stacks)
            order = sorted(self.castaways, key=lambda castaway: castaway.column or 0)
        scores = [castaway.score() for castaway in self.castaways]
        return {
            "rounds": rounds,
            "refills": self.refills,
            "score": sum(scores) / len(scores),
            "margin": sorted(scores)[-1] - sorted(scores)[-2],
            "portholes": sum(sum(c.portholes.values()) for c in self.castaways) / len(scores),
            "stores": sum(c.stores for c in self.castaways) / len(scores),
            "won_by_first": max(self.castaways, key=lambda c: (c.score(), -(c.column or 0)))
            is self.castaways[first],
        }

    def turn(self, me: Castaway, legal: list[int]) -> int:
        return (self.random_turn if self.policy == "random" else self.reference_turn)(me, legal)

    def collect(self, me: Castaway, column: int) -> None:
        me.hand += [stack.pop() for stack in self.stacks[column]]

    def store(self, me: Castaway, colour: int, things: list[int], close: object) -> None:
        for thing in things:
            me.hand.remove((colour, thing))
            me.sets[colour].append(thing)
        me.stores += 1
        if colour in self.camp:
            me.tokens[colour].append(self.camp.pop(colour))
        pile = self.portholes.get(len(me.sets[colour]))
        if pile and (close(pile[0]) if callable(close) else close):
            me.portholes[colour] = pile.pop(0)
        if len(self.camp) == 1 and self.bag:
            self.refills += 1
            for space in range(5):
                if space not in self.camp and self.bag:
                    self.camp[space] = self.bag.pop()

    def random_turn(self, me: Castaway, legal: list[int]) -> int:
        column = self.chance.choice(legal)
        actions: list[tuple[int, int]] = [(-1, 0)] if self.stacks[column][0] else []
        for colour in range(5):
            if colour not in me.portholes:
                most = min(self.widths[column], len(me.of(colour)))
                actions += [(colour, k) for k in range(1, most + 1)]
        if actions:
            colour, k = self.chance.choice(actions)
            if k == 0:
                self.collect(me, column)
            else:
                things = self.chance.sample(me.of(colour), k)
                self.store(me, colour, things, lambda _points: self.chance.random() < 0.5)
        return column

    def reference_turn(self, me: Castaway, legal: list[int]) -> int:
        closing = []
        for column in legal:
            for colour in range(5):
                for k in range(1, min(self.widths[column], len(me.of(colour))) + 1):
                    pile = self.portholes.get(len(me.sets[colour]) + k)
                    if colour not in me.portholes and pile and (pile[0] >= 8 or self.last):
                        closing.append((-pile[0], k, column, colour))
        if closing:
            _, k, column, colour = min(closing)
            self.store(me, colour, self.most_alike(me, colour, k), True)
            return column
        held = {c: len(me.of(c)) for c in range(5) if c not in me.portholes and me.of(c)}
        if sum(held.values()) >= 5 or (self.last and held):
            colour = max(held, key=lambda c: (held[c] + len(me.sets[c]), -c))
            widest = max(self.widths[c] for c in legal)
            missing = 6 - len(me.sets[colour])
            k = min(held[colour], widest, missing if missing > 0 else widest)
            column = min((c for c in legal if self.widths[c] >= k), key=lambda c: (self.widths[c], c))
            things = self.most_alike(me, colour, k)
            self.store(me, colour, things, lambda points: points >= 8 or self.last)
            return column
        full = [c for c in legal if self.stacks[c][0]]
        if full:
            column = max(full, key=lambda c: (self.wanted(me, c), self.widths[c], -c))
            self.collect(me, column)
            return column
        return legal[0]

    def wanted(self, me: Castaway, column: int) -> int:
        up = {1: 1, 2: 1, 3: 2}[self.widths[column]]
        tops = [stack[-1][0] for stack in self.stacks[column][:up]]
        return sum(
            colour == 5 or (colour not in me.portholes and bool(me.of(colour) or me.sets[colour]))
            for colour in tops
        )

    def most_alike(self, me: Castaway, colour: int, k: int) -> list[int]:
        hand, picked = me.of(colour), []
        alike = Counter(hand + me.sets[colour])
        for _ in range(k):
            thing = max(hand, key=lambda t: (alike[t], -t))
            hand.remove(thing)
            picked.append(thing)
        return picked
