"""What Castaways' table of events says of the turns: energy, injuries, food, fire; the headland."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl
from matplotlib.ticker import MaxNLocator

from simkit.games.castaways.names import BONFIRE_SITE, OBJECTS, SIGN_SITE
from simkit.games.castaways.names import SIGNALS as SIGNAL_IDS
from simkit.report.charts import key, line_of_means, plain
from simkit.report.document import Block, Figure, Section, Table, Text
from simkit.report.figures import colours_of, new_figure
from simkit.report.parts import percent
from simkit.report.points import PER_CENT, Shown
from simkit.reports.shared.castaways import SIGNALS, Rescues, party
from simkit.run.directory import RunDirectory
from simkit.run.recorded import EVENTS_ONE_IN
from simkit.stats.estimates import wilson

GAME = ("scenario", "game")

FEWEST = 20
"""Games that a mean over those still running needs."""

LOOKS = {
    "energy": "energy of a castaway",
    "injuries": "injuries of a castaway",
    "food": "food tokens in storage",
    "wood": "wood in storage",
    "fire": "nights with a fire, %",
    "living": "castaways alive",
}
"""What is drawn over the turns, a panel each."""


def has_events(run: RunDirectory) -> bool:
    """Return True if a run has logged the events of some of its games."""
    return EVENTS_ONE_IN in run.manifest["experiment"]


def events_of(run: RunDirectory, kinds: tuple[str, ...], scenarios: list[int]) -> pl.DataFrame:
    """Return the events of some kinds, in order: `kind` by name, and the numbers as the files have them."""
    kind = pl.col("kind").cast(pl.String)
    return run.events(scenarios=scenarios).with_columns(kind).filter(kind.is_in(kinds)).collect()


def turns_section(data: Rescues, name: str) -> list[Section]:
    """Return a section on energy, injuries, food and fire over the turns, for one strategy."""
    rows = data.by_players(name)
    means = _over_turns(data.run, list(rows.values()))
    if means.is_empty():
        return []
    colours = colours_of([party(count) for count in rows])
    figure, axes = new_figure(2, 3, 5.2, sharex=True)
    for panel, (column, title) in zip(axes.flat, LOOKS.items(), strict=True):
        for count, scenario in rows.items():
            own = means.filter(scenario=scenario)
            colour = colours[party(count)]
            means_of = own.select(column, "games").iter_rows()
            told = Shown([plain(mean, n) for mean, n in means_of], scenarios=[[scenario]] * len(own))
            line_of_means(panel, own["turn"], own[column], colour, told)
        panel.set_title(title, fontsize=9)
        panel.set_ylim(bottom=0)
    for panel in axes[1]:
        panel.set_xlabel("turn")
        panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    key(figure, colours, marks=True)
    words = (
        "At the end of each turn, on average over the games that are still running then and the castaways "
        f"who live (those who died are in no mean but the last one). Turns that fewer than {FEWEST} logged "
        "games reach are left out."
    )
    return [
        Section(
            "Turn by turn",
            [
                Text(words),
                Figure(
                    "turns", figure, f"How castaways fare over the turns, played by {name}{data.setting}.",
                    "Six panels over the turns, one line per number of players.",
                ),
            ],
        )
    ]  # fmt: skip


def _over_turns(run: RunDirectory, scenarios: list[int]) -> pl.DataFrame:
    """Return the means over the games still running, by scenario and turn."""
    people = run.events("turn_state", scenarios).select(
        *GAME,
        "turn",
        "energy",
        injuries=pl.col("harm") // 100,
    )
    camps = run.events("camp_state", scenarios).select(*GAME, "turn", "food", "wood", "fire")
    by_turn = ["scenario", "turn"]
    of_people = people.group_by(by_turn).agg(pl.col("energy", "injuries").mean(), people=pl.len())
    of_camps = camps.group_by(by_turn).agg(
        pl.col("food", "wood").mean(), fire=100 * pl.col("fire").mean(), games=pl.len()
    )
    means = of_camps.join(of_people, on=by_turn).with_columns(living=pl.col("people") / pl.col("games"))
    return means.filter(pl.col("games") >= FEWEST).sort(by_turn).collect()


def owned_at_the_headland(run: RunDirectory, scenarios: list[int]) -> pl.DataFrame:
    """Return the signals owned when the headland was reached: a row per logged game that reached it.

    Columns: scenario, game, turn, and one per signal, by its id.
    """
    kinds = ("headland_reached", "built", "object_gained", "object_left")
    events = events_of(run, kinds, scenarios)
    reached = events.filter(kind="headland_reached").select(*GAME, "turn", at="step")
    before = events.join(reached.select(*GAME, "at"), on=GAME).filter(pl.col("step") <= pl.col("at"))
    counts = {"object_gained": 1, "object_left": -1, "built": 1, "headland_reached": 0}
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


def headland_section(data: Rescues, name: str) -> list[Section]:
    """Return a section on the turn in which the headland is reached, and on the signals missing then."""
    rows = data.by_players(name)
    reached = reached_by_turn(data.run, list(rows.values()))
    if reached.filter(pl.col("headland_turn") > 0).is_empty():
        return []
    colours = colours_of([party(count) for count in rows])
    figure, axes = new_figure(1, 1, 2.7)
    last = int(reached["headland_turn"].to_numpy().max())
    for count, scenario in rows.items():
        own = reached.filter(scenario=scenario)
        games = int(own["len"].sum())
        of = {turn: n for turn, n in own.select("headland_turn", "len").iter_rows() if turn > 0}
        turns = range(1, last + 1)
        rates = [wilson(sum(n for at, n in of.items() if at <= turn), games) for turn in turns]
        colour = colours[party(count)]
        told = Shown(rates, unit=PER_CENT, scale=100, scenarios=[[scenario]] * len(rates))
        line_of_means(axes[0, 0], turns, [100 * rate.value for rate in rates], colour, told)
    axes[0, 0].set_ylim(0, 100)
    axes[0, 0].xaxis.set_major_locator(MaxNLocator(integer=True))
    axes[0, 0].set_xlabel("turn")
    axes[0, 0].set_ylabel("headland reached, % of games")
    key(figure, colours, marks=True)
    blocks: list[Block] = [
        Figure(
            "headland", figure, f"By which turn the headland is reached, played by {name}{data.setting}.",
            "Lines over the turns, one per number of players.",
        ),
        *_missing_table(data, rows),
    ]  # fmt: skip
    return [Section("The headland", blocks)]


def reached_by_turn(run: RunDirectory, scenarios: list[int]) -> pl.DataFrame:
    """Return the number of games of each scenario that reach the headland in each turn (0: never)."""
    counts = run.games(scenarios).group_by("scenario", "headland_turn").len()
    return counts.sort("scenario", "headland_turn").collect(engine="streaming")


def missing_at_the_headland(run: RunDirectory, scenario: int) -> Mapping[str, float]:
    """Return the share of games that lacked each signal at the headland; nothing if it was never reached."""
    owned = owned_at_the_headland(run, [scenario])
    if owned.is_empty():
        return {}
    return {
        called: 1 - float(owned[id_].to_numpy().mean())
        for id_, called in zip(SIGNAL_IDS, SIGNALS, strict=True)
    }


def _missing_table(data: Rescues, rows: Mapping[int, int]) -> list[Table]:
    if not has_events(data.run):
        return []
    missing = {count: missing_at_the_headland(data.run, scenario) for count, scenario in rows.items()}
    found = [
        {"players": count} | {called: percent(share) for called, share in own.items()}
        for count, own in missing.items()
        if own
    ]
    if not found:
        return []
    words = "What was missing in the turn in which the headland was reached: share of the logged games."
    return [Table(pl.DataFrame(found), words)]
