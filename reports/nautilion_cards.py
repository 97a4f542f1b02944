"""Report what each Darkhouse card and each Heroic card does to the win rate."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from simkit import report as r
from simkit.reports.shared.nautilion import (
    Deck,
    decks_of,
    in_sentence,
    settings,
    skills_by_wins,
    with_estimates,
)

NAME = "nautilion_cards"

MOST_NAMED = 8
"""Scenarios left out that are named; of more, only their number."""


def report(run: r.Run) -> r.Report:
    """Return the report."""
    frame = settings(run, NAME)
    skills = skills_by_wins(with_estimates(run, frame, "won"))
    both = [deck_effects(run, frame, deck, skills) for deck in decks_of(run)]
    decks = [deck for deck in both if deck.where_seen.pairs]
    if not decks and any(deck.everywhere.pairs for deck in both):
        raise r.BadInput(
            f"the report {NAME} compares games in which a card turns up with the same games without it; in "
            f"this run's few games none of the cards in question did. {r.GENERAL}"
        )
    if not decks:
        raise r.BadInput(
            f"the report {NAME} compares games with all cards in the box with the same games without one of "
            f"them; this run has no two scenarios that differ by a single card. {r.GENERAL}"
        )
    parts: list[r.Part] = [Cards(deck, played_otherwise(frame, deck.everywhere)) for deck in decks]
    left = r.OwnPart(sections=_left_out(run, frame, decks))
    return r.Report(run, [*parts, left], has_variants=False)


class Cards(r.Part):
    """What each card of a deck does."""

    def __init__(self, cards: DeckEffects, elsewhere: str) -> None:
        self.cards, self.deck, self.effects = cards, cards.deck, cards.where_seen
        self.elsewhere, self.best = elsewhere, cards.skills[0]

    def sections(self) -> list[r.Section]:
        """Return the cards' effects, ranked, as a figure and a table."""
        effects, title = self.effects, self.deck.title
        ranked, skills = effects.ranked(self.best), self.cards.skills
        labels = [self.deck.label(card) for card in ranked]
        series = {skill: [effects.mean(card, skill) for card in ranked] for skill in skills}
        axis = "harder   \N{LEFTWARDS ARROW}   points of win rate   \N{RIGHTWARDS ARROW}   easier"
        text = (
            "The same games are played with the card in the box and without it. As long as the card does not "
            "turn up nothing changes; where it does, another card of its kind comes in its place. So a card "
            f"is measured against the average of those that replace it.{self.elsewhere}"
        )
        figure = r.Figure(
            self.deck.column,
            r.charts.dots_against_zero(labels, series, axis, row=0.34),
            "Strokes are 95 % intervals.",
            "One row per card, ranked: one dot with its interval per strategy.",
            f"What each {title} card does to the win rate in the games in which it turns up",
        )
        rows = [
            {
                "card": self.deck.label(card),
                "strategy": skill,
                "turns up": r.percent(self.cards.seen(card, skill)),
                "where it turns up": f"{effects.mean(card, skill):bare}",
                "over all games": f"{self.cards.everywhere.mean(card, skill):bare}",
            }
            for card in ranked
            for skill in skills
        ]
        table = r.Table(pl.DataFrame(rows), f"{title} cards, the most helpful first: points of win rate.")
        return [r.Section(f"{title} cards", [r.Text(text), figure, table])]


def _left_out(run: r.Run, frame: pl.DataFrame, decks: Sequence[DeckEffects]) -> list[r.Section]:
    """Return a section on the scenarios that the report leaves out."""
    compared = {
        scenario
        for deck in decks
        for place in deck.where_seen.places
        for pair in deck.everywhere.of(*place)
        for scenario in (pair.before, pair.after)
    }
    rest = [scenario for scenario in frame["scenario"] if scenario not in compared]
    if not rest:
        return []
    named = [r.in_levels(run, run.scenario(scenario)) for scenario in rest[:MOST_NAMED]]
    more = f"; and {len(rest) - MOST_NAMED} more" if len(rest) > MOST_NAMED else ""
    words = (
        f"This report says nothing of {len(rest)} of {len(frame)} scenarios. It compares a whole box with "
        "the same box without one card; these have no such partner, or the card did not turn up in games of "
        f"every strategy: {'; '.join(named)}{more}."
    )
    return [r.Section("Left out", [r.Text(words)])]


class WhereSeen(r.OfWins):
    """The wins of those games in which the card that pairs of scenarios differ in turns up.

    `cards`: which cards turned up in each game, a bit each.
    """

    def __init__(self, wins: r.Wins, cards: r.SideBySide) -> None:
        super().__init__(wins)
        self.cards = cards

    def counted(self, pairs: Sequence[r.Pair]) -> Any:
        """Return whether the card turns up, shape (pairs, games)."""
        return np.stack([(self.cards.values[pair.after] >> (int(pair.level) - 1)) & 1 == 1 for pair in pairs])

    def effect(self, pairs: Sequence[r.Pair]) -> r.Estimate:
        """Return the average change of wins; NaN with n = 0 if the card turns up in no game."""
        before, after = [pair.before for pair in pairs], [pair.after for pair in pairs]
        return self.wins.won.effect_where(before, after, self.counted(pairs))


@dataclass(frozen=True)
class DeckEffects:
    """What the cards of a deck do to the win rate."""

    deck: Deck
    everywhere: r.Effects
    """By card (level) and strategy (series), over all games."""

    skills: list[str]
    """The strategies, the strongest first."""

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


def deck_effects(run: r.Run, frame: pl.DataFrame, deck: Deck, skills: list[str]) -> DeckEffects:
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
    effects = r.Effects(run, deck.column, "none", tuple(pairs), measure, ("",), 0, lambda place: place[0])
    return DeckEffects(deck, effects, skills)


def all_but(run: r.Run, deck: Deck) -> dict[int, str]:
    """Return for each scenario everything that is set but the cards of a deck."""
    rows = run.scenario_rows().select("scenario", "knobs", "players").iter_rows()
    return {
        scenario: json.dumps(json.loads(knobs) | {deck.column: None}, sort_keys=True) + players
        for scenario, knobs, players in rows
    }


def played_otherwise(frame: pl.DataFrame, effects: r.Effects) -> str:
    """Return a sentence on cards played with other expansions than most, where other shares are won."""
    played = dict(frame.select("scenario", "expansions").iter_rows())
    sets = {
        place[0]: frozenset(played[pair.after] for pair in effects.of(*place)) for place in effects.places
    }
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
