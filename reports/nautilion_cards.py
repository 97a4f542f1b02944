"""Report what each Darkhouse card and each Heroic card does to the win rate.

A report script: a function `report` that gets a run and returns a `Report`.  Copy it, change it, and name it
in an experiment (``report: ./my_report.py``) or on the command line (``simkit report RUN --script``).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from simkit.errors import Complaint
from simkit.games.nautilion.box import NautilionContent
from simkit.report.averaging import Users, average_or_ends, may_be_averaged, users_of
from simkit.report.charts import key, several_dots, zero_line
from simkit.report.document import Block, Figure, KeyFigure, OwnPart, Section, Table, Text
from simkit.report.figures import colours_of, new_figure
from simkit.report.paired import SideBySide, indistinct_from, is_significant
from simkit.report.parts import GENERAL, count_with_verb, in_levels, in_points, percent, points
from simkit.report.report import Report
from simkit.reports.shared.nautilion import by_strength, in_sentence, settings, with_estimates
from simkit.run.directory import RunDirectory
from simkit.stats.estimates import Estimate

NAME = "nautilion_cards"

MOST_NAMED = 8
"""Scenarios left out that are named; of more, only their number."""


@dataclass(frozen=True)
class Deck:
    """One of the two decks: its name, the knob and the outcome column with its cards, and their texts."""

    title: str
    column: str
    cards: Mapping[int, Any]

    def label(self, card: int) -> str:
        """Return a card's number and what it does."""
        words = self.cards[card].effect.replace("_", " ")
        return f"{card}  {words.replace('nautilion', 'Nautilion').replace('phantom', 'Phantom')}"


def decks_of(run: RunDirectory) -> tuple[Deck, Deck]:
    """Return the two decks, with the cards that a run was made with."""
    content = run.game.content
    assert isinstance(content, NautilionContent)
    return (
        Deck("Darkhouse", "darkhouse_cards", content.darkhouse_cards),
        Deck("Heroic", "heroic_cards", content.heroic_cards),
    )


@dataclass(frozen=True)
class CardEffect:
    """A card's effect for one strategy.

    Parameters
    ----------
    everywhere : Estimate
        The win rate with the card in the box less the one without it, over all games.
    where_seen : Estimate
        The same over the games in which the card turned up.
    seen : float
        The share of games in which it did.
    by_setting : dict
        `where_seen` in every setting in which it turned up.
    """

    everywhere: Estimate
    where_seen: Estimate
    seen: float
    by_setting: dict[str, Estimate]

    def in_words(self) -> str:
        """Return the card's effect where it turns up: on average, or from the worst setting to the best."""
        return average_or_ends(self.by_setting, self.where_seen, f"{len(self.by_setting)} settings")


Effects = dict[tuple[str, int], CardEffect]
"""What each card does, by (strategy, card)."""


Pairs = dict[tuple[str, int], tuple[list[int], list[int]]]
"""By (strategy, card): the scenarios without the card, and those with it, in order."""


def report(run: RunDirectory) -> Report:
    """Return the report."""
    frame = settings(run, NAME)
    skills = by_strength(with_estimates(run, frame, "won"))
    both = decks_of(run)
    pairs = {deck.title: _pairs(run, frame, deck) for deck in both}
    decks = {deck.title: _effects(run, pairs[deck.title], deck, len(skills)) for deck in both}
    decks = {name: effects for name, effects in decks.items() if effects}
    if not decks and any(pairs.values()):
        raise Complaint(
            f"the report {NAME} compares games in which a card turns up with the same games without it; in "
            f"this run's few games none of the cards in question did. {GENERAL}"
        )
    if not decks:
        raise Complaint(
            f"the report {NAME} compares games with all cards in the box with the same games without one of "
            f"them; this run has no two scenarios that differ by a single card. {GENERAL}"
        )
    own = OwnPart(
        key_figures=_key_figures(decks, skills[0]),
        findings=_findings(both, decks, pairs, skills[0]),
        sections=[
            *(
                Section(
                    f"{deck.title} cards",
                    _section(deck, decks[deck.title], skills, _elsewhere(frame, pairs[deck.title])),
                )
                for deck in both
                if deck.title in decks
            ),
            *_left_out(run, frame, pairs, decks),
        ],
        in_short=_in_short(both, decks, skills[0]),
    )
    return Report(run, [own], has_variants=False)


def _in_short(both: tuple[Deck, Deck], decks: dict[str, Effects], best: str) -> str:
    """Return the hardest and the kindest card of each deck, where they differ from what replaces them."""
    said: dict[str, list[str]] = {}
    for deck in both:
        for words, card in _ends(decks[deck.title], best).items() if deck.title in decks else ():
            named = f"{deck.title} {deck.label(card).replace('  ', ', ')}"
            rivals = _among(decks[deck.title], best, card).replace("among ", " (with others)")
            said.setdefault(words, []).append(f"{named}{rivals}")
    return " ".join(
        f"The {words} card{'s' if len(cards) > 1 else ''} for {best}: {'; '.join(cards)}."
        for words, cards in said.items()
    )


def _pairs(run: RunDirectory, frame: pl.DataFrame, deck: Deck) -> Pairs:
    """Return, for each scenario that lacks one card of a deck, the one that lacks none."""
    rest = _all_but(run, deck)
    whole = {
        rest[row["scenario"]]: row["scenario"]
        for row in frame.iter_rows(named=True)
        if len(row[deck.column]) == len(deck.cards)
    }
    pairs: Pairs = {}
    for row in frame.iter_rows(named=True):
        missing = set(deck.cards) - set(row[deck.column])
        if len(missing) == 1 and rest[row["scenario"]] in whole:
            before, after = pairs.setdefault((row["strategy"], missing.pop()), ([], []))
            before.append(row["scenario"])
            after.append(whole[rest[row["scenario"]]])
    return pairs


def _left_out(
    run: RunDirectory, frame: pl.DataFrame, pairs: Mapping[str, Pairs], decks: Mapping[str, Effects]
) -> list[Section]:
    """Return a section on the scenarios that the report leaves out."""
    compared = {
        scenario
        for title, effects in decks.items()
        for pair in effects
        for side in pairs[title][pair]
        for scenario in side
    }
    rest = [scenario for scenario in frame["scenario"] if scenario not in compared]
    if not rest:
        return []
    named = [in_levels(run, run.scenario(scenario)) for scenario in rest[:MOST_NAMED]]
    more = f"; and {len(rest) - MOST_NAMED} more" if len(rest) > MOST_NAMED else ""
    words = (
        f"This report says nothing of {len(rest)} of {len(frame)} scenarios. It compares a whole box with "
        "the same box without one card; these have no such partner, or the card did not turn up in games of "
        f"every strategy: {'; '.join(named)}{more}."
    )
    return [Section("Left out", [Text(words)])]


def _effects(run: RunDirectory, pairs: Pairs, deck: Deck, strategies: int) -> Effects:
    """Return the effects of the cards that turn up in games of every strategy."""
    won, seen = SideBySide.read(run, "won"), SideBySide.read(run, deck.column)
    effects = {}
    for pair, (before, after) in pairs.items():
        counted = (seen.values[after] >> (pair[1] - 1)) & 1 == 1
        where = won.effect_where(before, after, counted)
        if where.n:
            single = {
                in_levels(run, run.scenario(high)): won.effect_where([low], [high], counted[[place]])
                for place, (low, high) in enumerate(zip(before, after, strict=True))
            }
            known = {setting: effect for setting, effect in single.items() if effect.n}
            effects[pair] = CardEffect(won.effect(before, after), where, float(counted.mean()), known)
    met = Counter(card for _, card in effects)
    return {pair: effect for pair, effect in effects.items() if met[pair[1]] == strategies}


def _all_but(run: RunDirectory, deck: Deck) -> dict[int, str]:
    """Return for each scenario everything that is set but the cards of a deck."""
    rows = run.scenarios().select("scenario", "knobs", "players").iter_rows()
    return {
        scenario: json.dumps(json.loads(knobs) | {deck.column: None}, sort_keys=True) + players
        for scenario, knobs, players in rows
    }


def _ranked(effects: Effects, skill: str) -> list[int]:
    """Return the cards, the one that helps most first."""
    own = {card: effect for (who, card), effect in effects.items() if who == skill}
    return sorted(own, key=lambda card: own[card].where_seen.value, reverse=True)


def _ends(effects: Effects, skill: str) -> dict[str, int]:
    """Return the hardest and the kindest card, where they differ significantly from what replaces them."""
    ranked = _ranked(effects, skill)
    if len(ranked) < 2:  # the only one is not the most of anything
        return {}
    ends = {"hardest": (ranked[-1], -1), "kindest": (ranked[0], 1)}
    return {
        words: card
        for words, (card, sign) in ends.items()
        if is_significant(effects[skill, card].where_seen, len(ranked))
        and sign * effects[skill, card].where_seen.value > 0
    }


def _rivals(effects: Effects, skill: str, card: int) -> list[int]:
    """Return the cards that a card does not differ significantly from."""
    return indistinct_from({c: effects[skill, c].where_seen for c in _ranked(effects, skill)}, card)


def _among(effects: Effects, skill: str, card: int) -> str:
    return "among " if _rivals(effects, skill, card) else ""


def _key_figures(decks: dict[str, Effects], best: str) -> list[KeyFigure]:
    return [
        KeyFigure(
            in_points(effects[best, card].where_seen.value),
            f"points: {title} {card}, {_among(effects, best, card)}the {words}, where it turns up",
        )
        for title, effects in decks.items()
        for words, card in _ends(effects, best).items()
    ]


def _findings(
    both: tuple[Deck, Deck], decks: dict[str, Effects], pairs: dict[str, Pairs], best: str
) -> list[str]:
    return [
        finding
        for deck in both
        if deck.title in decks
        for finding in _deck_findings(deck, decks[deck.title], pairs[deck.title], best)
    ]


def _deck_findings(deck: Deck, effects: Effects, pairs: Pairs, best: str) -> list[str]:
    ranked = _ranked(effects, best)
    changes = {card: effects[best, card].where_seen for card in ranked}
    if len(ranked) == 1:
        (card,) = ranked
        by_chance = "" if is_significant(changes[card]) else " (not significant)"
        return [
            f"{deck.title} card {deck.label(card).replace('  ', ', ')}, changes the win rate of {best} by "
            f"{points(changes[card])} points{by_chance}, in the games in which it turns up, against the "
            "card that comes in its place."
        ]
    clear = [change for change in changes.values() if is_significant(change, len(changes))]
    harder = sum(change.value < 0 for change in clear)
    seen = " that turned up" if len(ranked) < len({card for _, card in pairs}) else ""
    return [
        *_surprises(deck, effects),
        f"Of {len(ranked)} {deck.title} cards{seen} {count_with_verb(harder)} significantly harder for "
        f"{best} than the cards that come in their place, and {len(clear) - harder} easier "
        f"({len(ranked)} comparisons allowed for).",
        *(
            f"{words.capitalize()} {deck.title} card for {best}: {deck.label(card).replace('  ', ', ')}; in "
            f"the games in which it turns up {effects[best, card].in_words()}{_beside(effects, best, card)}."
            for words, card in _ends(effects, best).items()
        ),
    ]


def _surprises(deck: Deck, effects: Effects) -> list[str]:
    """Return the cards that help one player and hurt another, that only some feel, and that nobody does."""
    skills = list(dict.fromkeys(skill for skill, _ in effects))
    if len(skills) < 2:
        return []
    kinds: dict[int, list[str]] = {}
    for card in sorted({card for _, card in effects}):
        own = {skill: effects[skill, card].where_seen for skill in skills}
        users = users_of(own, len(effects))
        if users.surprise == 1 and may_be_averaged(own):
            continue  # no player differs significantly from another
        kinds.setdefault(users.surprise, []).append(_felt(deck.label(card), own, users))
    words = {
        0: f"{deck.title} cards that help one player and hurt another",
        1: f"{deck.title} cards that affect only some players",
        2: f"{deck.title} cards that change no player's win rate significantly",
    }
    return [f"{said}: {'; '.join(kinds[kind])}." for kind, said in words.items() if kind in kinds]


def _felt(label: str, own: Mapping[str, Estimate], users: Users) -> str:
    """Return a card with what it does to those who feel it: "4 discard more (expert +3.1 points)"."""
    card = label.replace("  ", " ")
    felt = ", ".join(f"{skill} {in_points(own[skill].value)}" for skill in (*users.raised, *users.lowered))
    return f"{card} ({felt} points)" if felt else card


def _beside(effects: Effects, skill: str, card: int) -> str:
    rivals = [str(rival) for rival in _rivals(effects, skill, card)]
    return f" (not significantly different from card {' or '.join(rivals)})" if rivals else ""


def _elsewhere(frame: pl.DataFrame, pairs: Pairs) -> str:
    """Return a sentence on cards played with other expansions than most, where other shares are won."""
    played = dict(frame.select("scenario", "expansions").iter_rows())
    sets = {
        card: frozenset(played[scenario] for scenario in with_it) for (_, card), (_, with_it) in pairs.items()
    }
    usual = Counter(sets.values()).most_common(1)[0][0]
    others = {card: sets[card] for card in sorted(sets) if sets[card] != usual}
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


def _section(deck: Deck, effects: Effects, skills: list[str], elsewhere: str) -> list[Block]:
    ranked = _ranked(effects, skills[0])
    colours = colours_of(skills)
    figure, axes = new_figure(1, 1, 0.34 * len(ranked) + 1.0)
    series = {s: [effects[s, card].where_seen for card in ranked] for s in skills}
    several_dots(axes[0, 0], [deck.label(card) for card in ranked], series, colours)
    zero_line(axes[0, 0])
    axes[0, 0].set_xlabel("harder   \N{LEFTWARDS ARROW}   points of win rate   \N{RIGHTWARDS ARROW}   easier")
    key(figure, colours, marks=True)
    table = pl.DataFrame(
        [
            {
                "card": deck.label(card),
                "strategy": skill,
                "turns up": percent(effects[skill, card].seen),
                "where it turns up": points(effects[skill, card].where_seen),
                "over all games": points(effects[skill, card].everywhere),
            }
            for card in ranked
            for skill in skills
        ]
    )
    return [
        Text(
            "The same games are played with the card in the box and without it. As long as the card does "
            "not turn up nothing changes; where it does, another card of its kind comes in its place. So a "
            "card is measured against the average of those that replace it."
            + elsewhere
        ),
        Figure(
            f"{deck.column}", figure,
            f"What each {deck.title} card does to the win rate in the games in which it turns up, with 95 % "
            "intervals.",
            "One row per card, ranked: one dot with its interval per strategy.",
        ),
        Table(table, f"{deck.title} cards, the most helpful first: points of win rate."),
    ]  # fmt: skip
