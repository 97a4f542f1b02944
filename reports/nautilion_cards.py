"""Tell what each Darkhouse card and each Heroic card does to the win rate.

A report script: a function `report` that gets a run and returns a `Report`.  Copy it, change it, and name it
in an experiment (``report: ./my_report.py``) or on the command line (``simkit report RUN --script``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import polars as pl

from reports.shared.expansion_charts import several_dots, zero_line
from reports.shared.nautilion import by_strength, points, settings, signed, with_estimates
from simkit.errors import Complaint
from simkit.games.nautilion.box import DARKHOUSE, HEROIC
from simkit.report.charts import key
from simkit.report.document import Block, Figure, KeyFigure, Report, Section, Table, Text
from simkit.report.figures import colours_of, new_figure
from simkit.report.paired import SideBySide, sure
from simkit.report.parts import assumptions_section, facts, percent, reproduce_section
from simkit.run.directory import RunDirectory
from simkit.stats.estimates import Estimate

NAME = "nautilion_cards"


@dataclass(frozen=True)
class Deck:
    """One of the two decks: its name, the knob and the outcome column that tell its cards, their texts."""

    title: str
    column: str
    cards: dict[int, dict[str, Any]]

    def label(self, card: int) -> str:
        """Return a card's number and what it does."""
        return f"{card}  {self.cards[card]['effect'].replace('_', ' ')}"


DECKS = (
    Deck("Darkhouse", "darkhouse_cards", DARKHOUSE["cards"]),
    Deck("Heroic", "heroic_cards", HEROIC["cards"]),
)


@dataclass(frozen=True)
class CardEffect:
    """What a card does for one strategy.

    Parameters
    ----------
    everywhere : Estimate
        The win rate with the card in the box less the one without it, over all games.
    where_seen : Estimate
        The same over the games in which the card turned up.
    seen : float
        The share of games in which it did.
    """

    everywhere: Estimate
    where_seen: Estimate
    seen: float


Effects = dict[tuple[str, int], CardEffect]
"""What each card does, by (strategy, card)."""


def report(run: RunDirectory) -> Report:
    """Return the report."""
    frame = settings(run, NAME)
    skills = by_strength(with_estimates(run, frame, "won"))
    decks = {deck.title: _effects(run, frame, deck) for deck in DECKS}
    decks = {name: effects for name, effects in decks.items() if effects}
    if not decks:
        raise Complaint(
            f"the report {NAME} compares games with a card in the box with the same games without it; this "
            "run takes no single card out. `--script general` reports on any run"
        )
    return Report(
        title=run.manifest["experiment"]["title"],
        subtitle=run.manifest["experiment"]["description"],
        facts=facts(run),
        key_figures=_key_figures(decks, skills[0]),
        findings=_findings(decks, skills),
        sections=[
            *(
                Section(f"{deck.title} cards", _section(deck, decks[deck.title], skills))
                for deck in DECKS
                if deck.title in decks
            ),
            assumptions_section(run),
            reproduce_section(run),
        ],
    )


def _effects(run: RunDirectory, frame: pl.DataFrame, deck: Deck) -> Effects:
    """Compare every scenario that lacks one card of a deck with the one that lacks none."""
    won, seen = SideBySide.read(run), SideBySide.read(run, deck.column)
    pairs: dict[tuple[str, int], tuple[list[int], list[int]]] = {}
    for row in frame.iter_rows(named=True):
        missing = set(deck.cards) - set(row[deck.column])
        if len(missing) == 1:
            whole = _with_all_cards(frame, row, deck)
            for scenario in whole:
                before, after = pairs.setdefault((row["strategy"], missing.pop()), ([], []))
                before.append(row["scenario"])
                after.append(scenario)
    effects = {}
    for (skill, card), (before, after) in pairs.items():
        if not after:
            continue
        counted = (seen.values[after] >> (card - 1)) & 1 == 1
        where = won.effect_where(before, after, counted)
        effects[skill, card] = CardEffect(won.effect(before, after), where, float(counted.mean()))
    never = {card for (_, card), effect in effects.items() if effect.where_seen.n == 0}
    return {pair: effect for pair, effect in effects.items() if pair[1] not in never}


def _with_all_cards(frame: pl.DataFrame, row: dict[str, Any], deck: Deck) -> list[int]:
    same = frame.filter(
        *(pl.col(name) == row[name] for name in ("expansions", "board", "reserve", "players", "strategy")),
        pl.col(deck.column).list.len() == len(deck.cards),
    )
    return [int(scenario) for scenario in same["scenario"]][:1]


def _ranked(effects: Effects, skill: str) -> list[int]:
    """Return the cards, the one that helps most first."""
    own = {card: effect for (who, card), effect in effects.items() if who == skill}
    return sorted(own, key=lambda card: own[card].where_seen.value, reverse=True)


def _key_figures(decks: dict[str, Effects], best: str) -> list[KeyFigure]:
    figures = []
    for deck in DECKS:
        if deck.title in decks:
            effects = decks[deck.title]
            ranked = _ranked(effects, best)
            for card, words in ((ranked[-1], "hardest"), (ranked[0], "kindest")):
                value = effects[best, card].where_seen.value
                figures.append(
                    KeyFigure(signed(value), f"points: {deck.title} {card}, the {words}, where it turns up")
                )
    return figures


def _findings(decks: dict[str, Effects], skills: list[str]) -> list[str]:
    findings = []
    for deck in DECKS:
        if deck.title not in decks:
            continue
        effects, best = decks[deck.title], skills[0]
        ranked = _ranked(effects, best)
        clear = [card for card in ranked if sure(effects[best, card].where_seen)]
        harder = sum(effects[best, card].where_seen.value < 0 for card in clear)
        findings.append(
            f"{deck.title}: of {len(ranked)} cards {harder} make the game harder for {best} beyond the "
            f"interval and {len(clear) - harder} easier, each against the card that comes in its place."
        )
        findings += [
            f"{words} {deck.title} card for {best}: {deck.label(card).replace('  ', ', ')}; "
            f"{points(effects[best, card].where_seen)} points in the games in which it turns up."
            for words, card in (("Hardest", ranked[-1]), ("Kindest", ranked[0]))
        ]
    return findings


def _section(deck: Deck, effects: Effects, skills: list[str]) -> list[Block]:
    ranked = _ranked(effects, skills[0])
    colours = colours_of(skills)
    figure, axes = new_figure(1, 1, 0.34 * len(ranked) + 1.0)
    series = {s: [effects[s, card].where_seen for card in ranked] for s in skills}
    several_dots(axes[0, 0], [deck.label(card) for card in ranked], series, colours)
    zero_line(axes[0, 0])
    axes[0, 0].set_xlabel("harder   \N{LEFTWARDS ARROW}   points of win rate   \N{RIGHTWARDS ARROW}   easier")
    key(figure, colours)
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
        ),
        Figure(
            f"{deck.column}", figure,
            f"What each {deck.title} card does to the win rate in the games in which it turns up, with 95 % "
            "intervals.",
            "One row a card, ranked: one dot with its interval a strategy.",
        ),
        Table(table, f"{deck.title} cards, the kindest first: win rate with the card less without, points."),
    ]  # fmt: skip
