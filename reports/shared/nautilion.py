"""Nautilion's words and settings: what its report scripts share."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import polars as pl

from simkit import report as r
from simkit.games.nautilion.box import NautilionContent
from simkit.games.nautilion.expansions import EXPANSIONS, combination_name

NAMES = {
    "mages": "Mages",
    "mercenaries": "Mercenaries",
    "reefs": "Reefs",
    "darkhouse": "Darkhouse",
    "heroic": "Heroic",
}
PRINTED = 4
"""The reserve of the rulebook."""

KEYS = ("expansions", "board", "reserve", "players", "strategy")


def settings(run: r.Run, report: str) -> pl.DataFrame:
    """Return a table of the settings of each scenario, read from its knobs, whatever the levels are called.

    Columns: scenario, expansions (as `combination_name` writes it), board, reserve, players, strategy,
    darkhouse_cards, heroic_cards.
    """
    r.require_game(run, report, "nautilion")
    rows = []
    for scenario in run.scenario_rows().sort("scenario").iter_rows(named=True):
        knobs = json.loads(scenario["knobs"])
        players = run.line_ups[scenario["scenario"]]
        rows.append(
            {
                "scenario": scenario["scenario"],
                "expansions": combination_name(knobs["expansions"]),
                "board": knobs["board"],
                "reserve": knobs["reserve"],
                "players": knobs["players"],
                "strategy": scenario.get("strategy") or " + ".join(dict.fromkeys(players)),
                "darkhouse_cards": knobs["darkhouse_cards"],
                "heroic_cards": knobs["heroic_cards"],
            }
        )
    return pl.DataFrame(rows, schema_overrides={"scenario": pl.Int64})


def require_grid(run: r.Run, frame: pl.DataFrame, report: str, keys: Sequence[str] = KEYS) -> None:
    """Complain unless every combination of the settings was played, and each once."""
    expected = 1
    for key in keys:
        expected *= frame[key].n_unique()
    if frame.select(keys).n_unique() != len(frame):
        raise r.BadInput(
            f"the report {report} needs runs that vary nothing but {', '.join(keys)}; this one varies "
            f"{', '.join(run.factors)}. {r.GENERAL}"
        )
    if expected != len(frame):
        raise r.BadInput(
            f"the report {report} compares every combination of {', '.join(keys)}: that is {expected} "
            f"scenarios, the run has {len(frame)}. {r.GENERAL}"
        )


def with_estimates(run: r.Run, frame: pl.DataFrame, column: str, statistic: str = "rate") -> pl.DataFrame:
    """Return the settings with a column's estimate (level, statistic, estimate, low, high, n, method)."""
    names = ["scenario", "level", "statistic", "estimate", "low", "high", "n", "method"]
    found = r.estimates(run, column, statistic).select(names)
    return frame.join(found, on="scenario", how="left", maintain_order="left")


def rate_cells(run: r.Run, wins: pl.DataFrame) -> tuple[pl.DataFrame, str]:
    """Return win rates as cells with both of their uncertainties, and what these are.

    `wins`: columns scenario, estimate, low, high.

    Returns the same rows with a column `cell`: "70.0 % (69.1 to 70.9; 40.2 to 89.0)".
    """
    spans = r.spans_of(run)
    found = [spans.get((scenario, "game", "won")) for scenario in wins["scenario"]]
    cells = []
    for row, span in zip(wins.iter_rows(named=True), found, strict=True):
        own_rate = r.estimate_of(row)
        unknown = f"; {' to '.join(map(own_rate.beside, span))}" if span else ""
        cells.append(f"{own_rate:alone} ({own_rate:ends bare}{unknown})")
    meaning = "in brackets the 95 % interval by chance"
    if any(found):
        meaning += " and, where it was tried, from where to where it moves over unknown values of the rules"
    return wins.with_columns(cell=pl.Series(cells, dtype=pl.String)), meaning


def quoted_reserve(wins: pl.DataFrame) -> int:
    """Return the reserve that rates are quoted with: the printed one, or the largest that was played."""
    reserves: list[int] = wins["reserve"].unique().sort().to_list()
    return PRINTED if PRINTED in reserves else reserves[-1]


def parts_of(combination: str) -> list[str]:
    """Return the expansions of a combination, in the rulebook's order."""
    words = combination.split("+")
    return [name for name in EXPANSIONS if name in words]


def plus(combination: str, expansion: str) -> str:
    """Return a combination with one more expansion."""
    return combination_name([*parts_of(combination), expansion])


def title(combination: str) -> str:
    """Return a combination as one would say it: "All but Mages"."""
    inside = parts_of(combination)
    if not inside:
        return "Base game"
    if len(inside) == len(EXPANSIONS):
        return "All five"
    if len(inside) == len(EXPANSIONS) - 1:
        return f"All but {next(NAMES[name] for name in EXPANSIONS if name not in inside)}"
    return " + ".join(NAMES[name] for name in inside)


def in_sentence(combination: str) -> str:
    """Return a combination as it stands inside a sentence: "the base game", "all but Mages"."""
    words = title(combination)
    if words == "Base game":
        return "the base game"
    return f"a{words[1:]}" if words.startswith("All ") else words


def whole_setting(row: Mapping[str, Any]) -> str:
    """Return a setting with its expansions in words: "the base game, board A1, reserve 4"."""
    return f"{in_sentence(row['expansions'])}, board {row['board']}, reserve {row['reserve']}"


def skills_by_wins(wins: pl.DataFrame) -> list[str]:
    """Return the strategies, the one that wins most on average first."""
    means = wins.group_by("strategy", maintain_order=True).agg(pl.col("estimate").mean())
    return means.sort("estimate", descending=True, maintain_order=True)["strategy"].to_list()


def by_ease(wins: pl.DataFrame) -> list[str]:
    """Return the combinations, the one that is won most on average first."""
    means = wins.group_by("expansions", maintain_order=True).agg(pl.col("estimate").mean())
    return means.sort("estimate", descending=True, maintain_order=True)["expansions"].to_list()


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


def decks_of(run: r.Run) -> tuple[Deck, Deck]:
    """Return the two decks, with the cards that a run was made with."""
    content = run.game.content
    assert isinstance(content, NautilionContent)
    return (
        Deck("Darkhouse", "darkhouse_cards", content.darkhouse_cards),
        Deck("Heroic", "heroic_cards", content.heroic_cards),
    )


@dataclass(frozen=True)
class Grid:
    """A run over every combination of some settings, in the forms that its report needs."""

    run: r.Run
    wins: pl.DataFrame
    """The settings with their win rates; the expansions also as a `combination` in words."""

    games: r.SideBySide
    skills: list[str]
    """The strategies, the strongest first."""

    order: list[str]
    """The combinations of expansions, the easiest for the strongest first."""

    @classmethod
    def read(cls, run: r.Run, report: str, keys: Sequence[str] = KEYS) -> Self:
        """Return a run; complain unless it is a whole grid of these settings and of nothing else."""
        frame = settings(run, report)
        require_grid(run, frame, report, keys)
        titles = pl.col("expansions").map_elements(title, return_dtype=pl.String)
        wins = with_estimates(run, frame, "won").with_columns(combination=titles)
        skills = skills_by_wins(wins)
        order = by_ease(wins.filter(pl.col("strategy") == skills[0]))
        return cls(run, wins, r.SideBySide.read(run, "won"), skills, order)

    @property
    def boards(self) -> list[str]:
        """The boards, in the experiment's order."""
        return self.wins["board"].unique(maintain_order=True).to_list()

    @property
    def end(self) -> r.Column:
        """The column that says how a game ended."""
        return r.column_of(r.game_columns(self.run), "end")

    @property
    def over(self) -> str:
        """The words for what averages are taken over: "boards and reserves", or one of them, or nothing."""
        return " and ".join(f"{name}s" for name in ("board", "reserve") if self.wins[name].n_unique() > 1)
