"""What Castaways' table of events says of the turns: energy, injuries, food, fire; the headland."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from simkit.games.castaways.names import BONFIRE_SITE, OBJECTS, SIGN_SITE
from simkit.games.castaways.names import SIGNALS as SIGNAL_IDS
from simkit.report.document import Section, Table, Text
from simkit.report.parts import percent
from simkit.report.sections.over_turns import means_figure, reached_by_turn, reached_figure
from simkit.report.sections.rates_by_players import Together, listed, party
from simkit.reports.shared.castaways import SIGNALS
from simkit.run.directory import RunDirectory

GAME = ("scenario", "game")

FEWEST = 20
"""Games that a mean over those still running needs."""

PANELS = {
    "energy": "energy of a castaway",
    "injuries": "injuries of a castaway",
    "food": "food tokens in storage",
    "wood": "wood in storage",
    "fire": "nights with a fire, %",
    "living": "castaways alive",
}
"""What is drawn over the turns, a panel each."""


def events_of(run: RunDirectory, kinds: tuple[str, ...], scenarios: list[int]) -> pl.DataFrame:
    """Return the events of some kinds, in order: `kind` by name, and the numbers as the files have them."""
    kind = pl.col("kind").cast(pl.String)
    return run.events(scenarios=scenarios).with_columns(kind).filter(kind.is_in(kinds)).collect()


@dataclass(frozen=True)
class Turns:
    """Energy, injuries, food and fire over the turns, for the best strategy."""

    together: Together

    def sections(self) -> list[Section]:
        """Return a section of means over the turns; empty where no games were logged."""
        run, rows = self.together.run, self.together.by_players()
        if not run.has_events or (means := _over_turns(run, list(rows.values()))).is_empty():
            return []
        words = (
            "At the end of each turn, on average over the games that are still running then and the "
            "castaways who live (those who died are in no mean but the last one). Turns that fewer than "
            f"{FEWEST} logged games reach are left out."
        )
        by = f"How castaways fare over the turns, played by {self.together.best}{self.together.setting}."
        lines = {party(count): scenario for count, scenario in rows.items()}
        return [Section("Turn by turn", [Text(words), means_figure(means, lines, PANELS, "turns", by)])]


def _over_turns(run: RunDirectory, scenarios: list[int]) -> pl.DataFrame:
    """Return the means over the games still running, by scenario and turn."""
    by_turn = ["scenario", "turn"]
    people = run.events("turn_state", scenarios).with_columns(injuries=pl.col("harm") // 100)
    of_people = people.group_by(by_turn).agg(pl.col("energy", "injuries").mean(), people=pl.len())
    of_camps = (
        run.events("camp_state", scenarios)
        .group_by(by_turn)
        .agg(pl.col("food", "wood").mean(), fire=100 * pl.col("fire").mean(), games=pl.len())
    )
    means = of_camps.join(of_people, on=by_turn).with_columns(living=pl.col("people") / pl.col("games"))
    return means.filter(pl.col("games") >= FEWEST).sort(by_turn).collect()


@dataclass(frozen=True)
class Headland:
    """The turn in which the headland is reached, and the signals missing then, for the best strategy."""

    together: Together

    def findings(self) -> list[str]:
        """Return a sentence on both; nothing if the headland is never reached."""
        words: list[str] = []
        for count, scenario in self.together.by_players().items():
            turns = self._reached.filter(scenario=scenario)
            there = turns.filter(pl.col("turn") > 0)
            if there.is_empty():
                continue
            games = there["games"].to_numpy()
            share = games.sum() / turns["games"].to_numpy().sum()
            turn = (there["turn"].to_numpy() * games).sum() / games.sum()
            words.append(f"{party(count)} in {percent(share)} of games (turn {turn:.1f} on average)")
        return [f"The headland is reached by {listed(words)}.{self._lacked_most()}"] if words else []

    def sections(self) -> list[Section]:
        """Return by which turn the headland is reached, and the share of games that lacked each signal."""
        if self._reached.filter(pl.col("turn") > 0).is_empty():
            return []
        by = f"By which turn the headland is reached, played by {self.together.best}{self.together.setting}."
        shown = reached_figure(self._reached, self._lines, "headland reached", "headland", by)
        return [Section("The headland", [shown, *self._missing_table()])]

    @property
    def _lines(self) -> dict[str, int]:
        return {party(count): scenario for count, scenario in self.together.by_players().items()}

    @cached_property
    def _reached(self) -> pl.DataFrame:
        return reached_by_turn(self.together.run, self._lines, "headland_turn")

    @cached_property
    def _missing(self) -> dict[int, Mapping[str, float]]:
        """The share of logged games that lacked each signal at the headland, by number of players."""
        run = self.together.run
        if not run.has_events:
            return {}
        rows = self.together.by_players()
        owned = {count: owned_at_the_headland(run, [scenario]) for count, scenario in rows.items()}
        return {
            count: {
                called: 1 - float(own[id_].to_numpy().mean())
                for id_, called in zip(SIGNAL_IDS, SIGNALS, strict=True)
            }
            for count, own in owned.items()
            if not own.is_empty()
        }

    def _lacked_most(self) -> str:
        most = max(self.together.by_players())
        missing = self._missing.get(most, {})
        often = sorted((called for called in missing if missing[called] > 0), key=lambda c: -missing[c])
        if not often:
            return ""
        named = [f"{called} in {percent(missing[called])}" for called in often[:2]]
        return f" What {party(most)} lack most often then: {listed(named)} of games."

    def _missing_table(self) -> list[Table]:
        rows = [
            {"players": count} | {called: percent(share) for called, share in own.items()}
            for count, own in self._missing.items()
        ]
        words = "What was missing in the turn in which the headland was reached: share of the logged games."
        return [Table(pl.DataFrame(rows), words)] if rows else []


def owned_at_the_headland(run: RunDirectory, scenarios: list[int]) -> pl.DataFrame:
    """Return the signals owned when the headland was reached: a row per logged game that reached it.

    Columns: scenario, game, turn, and one per signal, by its id.
    """
    counts = {"object_gained": 1, "object_left": -1, "built": 1, "headland_reached": 0}
    events = events_of(run, tuple(counts), scenarios)
    reached = events.filter(kind="headland_reached").select(*GAME, "turn", at="step")
    before = events.join(reached.select(*GAME, "at"), on=GAME).filter(pl.col("step") <= pl.col("at"))
    number = pl.col("kind").replace_strict(counts, return_dtype=pl.Int64)
    built, thing = pl.col("kind") == "built", pl.col("b")
    sites = {"bonfire": BONFIRE_SITE, "sign": SIGN_SITE}
    owned = before.group_by(GAME).agg(
        (number * (built & (thing == sites[id_]) if id_ in sites else ~built & (thing == OBJECTS.index(id_))))
        .sum()
        .alias(id_)
        > 0
        for id_ in SIGNAL_IDS
    )
    return reached.drop("at").join(owned, on=GAME).sort(GAME)
