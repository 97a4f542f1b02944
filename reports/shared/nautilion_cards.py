"""What Nautilion's cards do: the same games with a card in the box and without it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from simkit import report as r
from simkit.games.nautilion.box import NautilionContent
from simkit.reports.shared.nautilion import in_sentence


@dataclass(frozen=True)
class Deck:
    """One of the two decks: its name, the knob and the outcome column with its cards, and their texts."""

    title: str
    column: str
    cards: Mapping[int, Any]

    def label(self, card: str) -> str:
        """Return a card's number and what it does."""
        words = self.cards[int(card)].effect.replace("_", " ")
        return f"{card}  {words.replace('nautilion', 'Nautilion').replace('phantom', 'Phantom')}"

    def named(self, card: str) -> str:
        """Return the same in a sentence."""
        return self.label(card).replace("  ", ", ")


def decks_of(run: r.RunDirectory) -> tuple[Deck, Deck]:
    """Return the two decks, with the cards that a run was made with."""
    content = run.game.content
    assert isinstance(content, NautilionContent)
    return (
        Deck("Darkhouse", "darkhouse_cards", content.darkhouse_cards),
        Deck("Heroic", "heroic_cards", content.heroic_cards),
    )


class WhereSeen(r.OfWins):
    """The wins of those games in which the card that pairs of scenarios differ in turns up.

    Parameters
    ----------
    wins : Wins
        The wins.
    cards : SideBySide
        Which cards turned up in each game, a bit each.
    """

    def __init__(self, wins: r.Wins, cards: r.SideBySide) -> None:
        super().__init__(wins)
        self.cards = cards

    def counted(self, pairs: Sequence[r.Pair]) -> Any:
        """Return whether the card turns up, shape (pairs, games)."""
        return np.stack([(self.cards.values[own.after] >> (int(own.level) - 1)) & 1 == 1 for own in pairs])

    def effect(self, pairs: Sequence[r.Pair]) -> r.Estimate:
        """Return the average change of wins; NaN with n = 0 if the card turns up in no game."""
        before, after = [pair.before for pair in pairs], [pair.after for pair in pairs]
        return self.wins.won.effect_where(before, after, self.counted(pairs))


@dataclass(frozen=True)
class DeckEffects:
    """What the cards of a deck do to the win rate.

    Parameters
    ----------
    deck : Deck
        The deck.
    everywhere : Effects
        By card (level) and strategy (series), over all games.
    skills : list of str
        The strategies, the strongest first.
    """

    deck: Deck
    everywhere: r.Effects
    skills: list[str]

    @cached_property
    def where_seen(self) -> r.Effects:
        """The same in the games in which a card turns up, of cards that turn up for every strategy."""
        every = self.everywhere
        cards = r.SideBySide.read(every.run, self.deck.column)
        wins = r.Wins(every.run, "game")
        all_pairs = replace(every, measure=WhereSeen(wins, cards))
        pairs = [pair for pair in every.pairs if all_pairs.over([pair]).n]
        met = Counter(card for card, _ in dict.fromkeys((pair.level, pair.series) for pair in pairs))
        kept = {card for card, number in met.items() if number == len(self.skills)}
        return replace(
            all_pairs, pairs=tuple(pair for pair in pairs if pair.level in kept), comparisons=len(kept)
        )

    def seen(self, card: str, skill: str) -> float:
        """Return the share of a strategy's games in which a card turns up."""
        measure = self.where_seen.measure
        assert isinstance(measure, WhereSeen)
        return float(measure.counted(self.everywhere.of(card, skill)).mean())

    @property
    def ends(self) -> dict[str, str]:
        """The hardest and the kindest card, where they differ significantly from what replaces them."""
        effects, best = self.where_seen, self.skills[0]
        ranked = effects.ranked(best)
        if len(ranked) < 2:  # the only one is not the most of anything
            return {}
        ends = {"hardest": (ranked[-1], -1), "kindest": (ranked[0], 1)}
        return {
            words: card
            for words, (card, sign) in ends.items()
            if effects.is_clear(effects.mean(card, best)) and sign * effects.mean(card, best).value > 0
        }

    def rivals(self, card: str) -> list[str]:
        """Return the cards that a card does not differ significantly from."""
        effects, best = self.where_seen, self.skills[0]
        return r.indistinct_from({own: effects.mean(own, best) for own in effects.ranked(best)}, card)


def deck_effects(run: r.RunDirectory, frame: pl.DataFrame, deck: Deck, skills: list[str]) -> DeckEffects:
    """Return the effects of a deck's cards: scenarios that lack one, and those that lack none."""
    rest = all_but(run, deck)
    whole = {
        rest[row["scenario"]]: row["scenario"]
        for row in frame.iter_rows(named=True)
        if len(row[deck.column]) == len(deck.cards)
    }
    pairs = []
    for row in frame.iter_rows(named=True):
        missing = set(deck.cards) - set(row[deck.column])
        own = rest[row["scenario"]]
        if len(missing) == 1 and own in whole:
            setting = (r.in_levels(run, run.scenario(whole[own])),)
            pairs.append(r.Pair(str(*missing), setting, row["strategy"], row["scenario"], whole[own]))
    measure = r.OfWins(r.Wins(run, "game"))
    effects = r.Effects(run, deck.column, "none", tuple(pairs), measure, ("",), 0, lambda own: own[0])
    return DeckEffects(deck, effects, skills)


def all_but(run: r.RunDirectory, deck: Deck) -> dict[int, str]:
    """Return for each scenario everything that is set but the cards of a deck."""
    rows = run.scenarios().select("scenario", "knobs", "players").iter_rows()
    return {
        scenario: json.dumps(json.loads(knobs) | {deck.column: None}, sort_keys=True) + players
        for scenario, knobs, players in rows
    }


def played_otherwise(frame: pl.DataFrame, effects: r.Effects) -> str:
    """Return a sentence on cards played with other expansions than most, where other shares are won."""
    played = dict(frame.select("scenario", "expansions").iter_rows())
    sets = {place[0]: frozenset(played[own.after] for own in effects.of(*place)) for place in effects.places}
    usual = Counter(sets.values()).most_common(1)[0][0]
    others = {card: sets[card] for card in sorted(sets, key=int) if sets[card] != usual}
    if not others:
        return ""
    words = "; ".join(
        f"card {card} with {' and with '.join(in_sentence(name) for name in sorted(names))}"
        for card, names in others.items()
    )
    return (
        f" Not all of them were played with the same expansions: {words}. Other shares of games are won "
        "there, so points of these cards and of the others are not quite the same thing."
    )
