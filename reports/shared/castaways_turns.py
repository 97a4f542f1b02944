"""What Castaways' table of events says of the turns: energy, injuries, food, fire; the headland."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import polars as pl

from simkit import report as r
from simkit.games.castaways.names import BONFIRE_SITE, OBJECTS, SIGN_SITE, SIGNALS, SIGNALS_CALLED

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


def events_of(run: r.RunDirectory, kinds: tuple[str, ...], scenarios: list[int]) -> pl.DataFrame:
    """Return the events of some kinds, in order: `kind` by name, and the numbers as the files have them."""
    kind = pl.col("kind").cast(pl.String)
    return run.events(scenarios=scenarios).with_columns(kind).filter(kind.is_in(kinds)).collect()


@dataclass(frozen=True)
class Turns(r.Part):
    """Energy, injuries, food and fire over the turns, for the best strategy."""

    together: r.Together

    def sections(self) -> list[r.Section]:
        """Return a section of means over the turns; empty where no games were logged."""
        run, lines = self.together.run, self.together.lines
        if not run.has_events or (means := _over_turns(run, list(lines.values()))).is_empty():
            return []
        words = (
            "At the end of each turn, on average over the games that are still running then and the "
            "castaways who live (those who died are in no mean but the last one). Turns that fewer than "
            f"{FEWEST} logged games reach are left out."
        )
        by = f"How castaways fare over the turns, played by {self.together.best}{self.together.setting}."
        return [
            r.Section("Turn by turn", [r.Text(words), r.means_over_turns(means, lines, PANELS, "turns", by)])
        ]


def _over_turns(run: r.RunDirectory, scenarios: list[int]) -> pl.DataFrame:
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
class Headland(r.Reached):
    """The turn in which the headland is reached, and the signals missing then, for the best strategy."""

    column: str = "headland_turn"
    what: str = "headland"

    def more(self) -> list[str]:
        """Return which signal the largest party lacks most often."""
        count = max(self.together.by_players())
        missing = self._missing.get(count, {})
        lacked = max(missing, key=lambda called: missing[called].value, default="")
        if not lacked or not missing[lacked].value:
            return []
        return [f"At the headland {r.party(count)} lack {lacked} most often, in {missing[lacked]} of games."]

    def below(self) -> list[r.Block]:
        """Return a table of the share of games that lacked each signal, if games were logged."""
        rows = [
            {"players": count} | {called: r.percent(share.value) for called, share in own.items()}
            for count, own in self._missing.items()
        ]
        words = "What was missing in the turn in which the headland was reached: share of the logged games."
        return [r.Table(pl.DataFrame(rows), words)] if rows else []

    @cached_property
    def _missing(self) -> dict[int, dict[str, r.Estimate]]:
        """The share of logged games that lacked each signal at the headland, by number of players."""
        run = self.together.run
        rows = self.together.by_players() if run.has_events else {}
        owned = {count: owned_at_the_headland(run, [scenario]) for count, scenario in rows.items()}
        return {
            count: {
                called: r.wilson(int((~own[id_]).sum()), len(own))
                for id_, called in zip(SIGNALS, SIGNALS_CALLED, strict=True)
            }
            for count, own in owned.items()
            if not own.is_empty()
        }


def owned_at_the_headland(run: r.RunDirectory, scenarios: list[int]) -> pl.DataFrame:
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
        for id_ in SIGNALS
    )
    return reached.drop("at").join(owned, on=GAME).sort(GAME)
