"""Report who wins Nautilus (2002), what the product is made of, where the money goes, and how games end.

A report script: a function `report` that gets a run and returns a `Report`.  Money over the rounds and maps
need the events of some games: ``events: {one_in: 50}`` in the experiment.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import numpy as np
import polars as pl

from reports.shared.nautilus_2002 import board_of, maps_of_play
from reports.shared.nautilus_2002_length import length_blocks
from reports.shared.nautilus_2002_money import money_section, start_money_findings
from reports.shared.nautilus_2002_sea import sea_sections
from reports.shared.nautilus_2002_subject import Subject, alone, best_first, estimate_in_words
from simkit.report.charts import LABEL, MOST_ROWS
from simkit.report.columns import column_of, game_columns, label_in_words
from simkit.report.document import Block, KeyFigure, Report, Section, Table, Text
from simkit.report.line_ups import counted_seats, line_ups, with_one_strategy
from simkit.report.paired import SideBySide, is_significant, mean_of
from simkit.report.parts import (
    after,
    assumptions_section,
    estimates,
    facts,
    in_words,
    opening,
    percent,
    reproduce_section,
    require_game,
)
from simkit.report.scenarios import base, in_base, in_those, labels, only_base, scenario_column
from simkit.report.sections.board_maps import maps_figure
from simkit.report.sections.endings import ends_figure
from simkit.report.sections.length import Margin, length_table, spans_figure
from simkit.report.sections.minutes import minutes_section
from simkit.report.sections.players_against_each_other import Contest
from simkit.report.sections.points_by_source import Points, Worth
from simkit.report.sections.product_of_two import ProductWords, factors_figure, leads_of_winners
from simkit.report.sections.seats import Seats, SeatWords
from simkit.report.sections.wins_by_count import wins_by_count, wins_by_count_figure
from simkit.report.sections.worth_of_components import (
    ComponentWords,
    component_findings,
    component_sections,
    component_tables,
)
from simkit.report.settings import variants_section
from simkit.run.directory import RunDirectory
from simkit.run.recorded import EVENTS_ONE_IN
from simkit.stats.estimates import average_share

TURN_ORDER = SeatWords(
    heading="Turn order",
    introduction=(
        "All players play the same way: one who wins significantly more than the fair share owes it to the "
        "place in the order of round 1. The start player changes every round, so that a lead can only come "
        "from the first rounds. With one place for the base, a strategy without chance opens in the same way "
        "again and again: what a place gains there may be luck with that one city, which is why the base by "
        "chance should be looked at too."
    ),
    column="position",
    one="place",
    each="place in the order of round 1",
    no="place in the turn order",
    first="the first player",
    scenarios="scenarios in which all play alike",
    cause="the turn order",
)

PRODUCT = ProductWords("factor", "points", {"factor": "research factor", "points": "points of discoveries"})

TYPES = ("training", "engineering", "sonar", "testing", "analysis")
STATIONS = {f"ops_{name}": f"{name.title()} stations" for name in TYPES}
HOLDINGS = {"chips": "majority chips"} | STATIONS
PLAY = {
    "factor": "factor",
    "points": "points",
    "cash": "money left",
    "chips": "chips",
    "built": "built",
    "activations_own": "own work",
    "activations_foreign": "others' work",
    "got_atlantis": "Atlantis",
    "got_gold": "gold",
}
DIVES = {
    "launches": "launches",
    "scans": "scans",
    "got_snail": "snails",
    "got_shell": "shells",
    "got_crab": "crabs",
    "got_anemone": "anemones",
    "got_gold": "gold",
    "got_chest": "chests",
    "got_speed": "speed chips",
    "got_atlantis": "pieces of Atlantis",
}
WORK = HOLDINGS | {
    "activations_own": "work in own stations",
    "activations_foreign": "work in others' stations",
    "fees_got": "fees received",
}


def report(run: RunDirectory) -> Report:
    """Return the report."""
    require_game(run, "nautilus_2002", "nautilus_2002")
    players = line_ups(run)
    columns = list(dict.fromkeys([*PLAY, *DIVES, *WORK]))
    seats = counted_seats(run, players, by=["score"], sums=columns)
    contest = Contest.read(run, players, seats)
    names = best_first(contest)
    points = Points(run, contest.players, contest.seats, names, {})
    subject = Subject(run, contest.players, names, alone(contest.players, names[0]))
    turn_order = Seats.read(run, [s for s in with_one_strategy(players) if s in base(run)], TURN_ORDER)
    components = component_tables(run, ComponentWords())
    money, money_finding = money_section(subject)
    sea, sea_findings = sea_sections(subject)
    return Report(
        title=run.manifest["experiment"]["title"],
        subtitle=run.manifest["experiment"]["description"],
        facts=facts(run),
        key_figures=_key_figures(contest, turn_order, points),
        findings=[
            *component_findings(components),
            *contest.findings(),
            *turn_order.findings(),
            *_product_findings(subject),
            *start_money_findings(run),
            *money_finding,
            *_ending_findings(subject),
            *sea_findings,
            *_chip_findings(subject),
        ],
        sections=[
            *component_sections(run, components),
            *contest.sections(),
            *turn_order.sections(),
            _product_section(subject, points),
            money,
            _length_section(subject),
            *sea,
            _worth_section(subject, points),
            *_map_sections(subject),
            *_scenario_sections(run, seats),
            *minutes_section(run),
            *variants_section(run),
            assumptions_section(run),
            reproduce_section(run),
        ],
    )


def _product_section(subject: Subject, points: Points) -> Section:
    run = subject.run
    introduction = (
        "The score is the research factor times the points of discoveries, plus the money left. Who has much "
        f"of one and little of the other goes away with little{only_base(run)}."
    )
    blocks: list[Block] = [
        Text(introduction),
        factors_figure(run, subject.players, subject.names, PRODUCT),
        points.play_table(PLAY, "How the strategies play: means per game"),
        *points.worth_tables(subject.name, Worth({"factor": "research factor", "points": "points"} | DIVES,
                                                 "what", "Means per game of")),
    ]  # fmt: skip
    return Section("The two factors of the score", blocks)


def _product_findings(subject: Subject) -> list[str]:
    """Return a sentence on the lead of winners over the others at their table, in either factor."""
    own = {scenario: subject.players[scenario] for scenario in subject.alone}
    leads = leads_of_winners(subject.run, own, ["factor", "points"])
    if not leads:
        return []
    factor, points = leads["factor"], leads["points"]
    more = mean_of(factor.relative - points.relative)
    larger = "the research factor" if more.value > 0 else "the number of points"
    decides = f"{larger} decides more" if is_significant(more) else "neither decides significantly more"
    return [
        f"With {subject.who}, winners lead the others at the table by {estimate_in_words(factor.estimate)} "
        f"in the research factor, {1 + factor.share:.1f} times what the others have, and by "
        f"{estimate_in_words(points.estimate)} points of discoveries, {1 + points.share:.1f} times theirs: "
        f"{decides}."
    ]


def _length_section(subject: Subject) -> Section:
    """Return the section on the length of games, their margins and their endings."""
    run = subject.run
    shown = base(run) if len(run.scenarios()) > MOST_ROWS else run.scenarios()["scenario"].to_list()
    words = labels(run)
    rows = {textwrap.fill(words[scenario], LABEL): scenario for scenario in shown}
    rounds, end = (column_of(game_columns(run), name) for name in ("rounds", "end"))
    blocks: list[Block] = []
    if len(rows) <= MOST_ROWS:
        blocks = [
            ends_figure(
                run, end, {"": {row: [scenario] for row, scenario in rows.items()}},
                "How games end, in shares of games.",
                "Stacked bars, one per scenario: the share of each ending.",
            ),
            spans_figure(run, rounds, rows),
        ]  # fmt: skip
    means = {
        "canyon_round": "canyon opened in round",
        "slots_covered": "built over",
        "slots_left": "left",
        "best_score": "best score",
    }
    caption = (
        "Rounds; the round in which the canyon was opened (0 if never); discoveries built over, and left on "
        "the board; the best score; points between first and second, and how often those were few."
    )
    table = length_table(run, rounds, caption, means=means, margin=Margin())
    by_ending = length_blocks(subject, _by_players(subject))
    return Section("Length and endings", [*blocks, table, *by_ending])


def _ending_findings(subject: Subject) -> list[str]:
    """Return a sentence on the most frequent ending and the round in which it comes."""
    run = subject.run
    ends = SideBySide.read(run, "end").values[subject.alone]
    code = int(np.bincount(ends.ravel().astype(np.int64)).argmax())
    column = column_of(game_columns(run), "end")
    share = average_share((ends == code).mean(axis=0), len(ends))
    rounds = mean_of(SideBySide.read(run, "rounds").per_game(subject.alone))
    opened = SideBySide.read(run, "canyon_opened").average(subject.alone)
    return [
        f"With {subject.who}{after(in_those(run, subject.alone))}, games last {estimate_in_words(rounds)} "
        f"rounds; most often, in {in_words(share)} of games, they end so: "
        f"{label_in_words(column, column.labels[code])}. The canyon is opened in {in_words(opened)} of games."
    ]


def _mean(run: RunDirectory, column: str, scenarios: Sequence[int], statistic: str = "mean") -> float:
    """Return the mean, or the share, of a column of the games, averaged over some scenarios."""
    found = estimates(run, column, statistic).filter(pl.col("scenario").is_in(list(scenarios)))
    return float(found["estimate"].to_numpy().mean())


def _worth_section(subject: Subject, points: Points) -> Section:
    blocks: list[Block] = [
        Text(
            "A type of research stations counts for the factor with two in operation, and for three times as "
            f"much with its chip. Means of {subject.who}."
        ),
        wins_by_count_figure(
            subject.run, _by_players(subject), HOLDINGS, "holdings",
            "How often a player wins who ends with so many chips, or works in so many stations of a type.",
        ),
        *points.worth_tables(subject.name, Worth(WORK, "what", "Means per game of")),
    ]  # fmt: skip
    return Section("What chips and stations are worth", blocks)


def _by_players(subject: Subject) -> dict[str, list[int]]:
    """Return the scenarios by the number of players, whose fair shares differ."""
    lines: dict[str, list[int]] = {}
    for scenario in sorted(subject.alone, key=lambda own: len(subject.players[own])):
        lines.setdefault(f"{len(subject.players[scenario])} players", []).append(scenario)
    return lines


def _chip_findings(subject: Subject) -> list[str]:
    """Return a sentence on how much more often holders of chips win, where most players sit."""
    lines = _by_players(subject)
    number, scenarios = list(lines.items())[-1]
    found = wins_by_count(subject.run, scenarios, "chips")
    if len(found) < 2:
        return []
    least, most = found.row(0, named=True), found.row(-1, named=True)
    return [
        opening(
            f"of {number}, those who end with {most['count']} majority chips win {percent(most['share'])} of "
            f"games ({percent(most['low'])} to {percent(most['high'])}), those with "
            f"{least['count'] or 'none'} {percent(least['share'])} ({percent(least['low'])} to "
            f"{percent(least['high'])})."
        )
    ]


def _scenario_sections(run: RunDirectory, seats: pl.DataFrame) -> list[Section]:
    """Return a player's points and holdings per scenario; nothing for a single scenario, or for many."""
    if not 1 < len(run.scenarios()) <= MOST_ROWS:
        return []
    number = pl.col("seats").sum()
    score = (pl.col("score") * pl.col("seats")).sum() / number
    means = seats.group_by("scenario").agg(score=score, **{n: pl.col(n).sum() / number for n in PLAY})
    means = means.sort("scenario")
    names = scenario_column(run, means["scenario"].to_list())
    frame = means.select(*(pl.Series(n, rows) for n, rows in names.items()), "score", *PLAY).rename(PLAY)
    formats = dict.fromkeys(["score", *PLAY.values()], "{:.1f}".format)
    return [Section("Scenario by scenario", [Table(frame, "Means of a player in every scenario.", formats)])]


def _map_sections(subject: Subject) -> list[Section]:
    """Return maps of the board, event by event, if events were logged and all play on one board."""
    run = subject.run
    board = board_of(run, subject.alone)
    if EVENTS_ONE_IN not in run.manifest["experiment"] or board is None:
        return []
    maps = maps_of_play(run, subject.alone, board)
    caption = (
        f"Where {subject.who} build, dive, recover, and open the canyon"
        f"{after(in_those(run, subject.alone))}. Stations are counted on the five squares that they "
        "cover wholly."
    )
    words = "per 100 games"
    return [Section("Maps", [maps_figure(board, maps, "maps", caption, words)])] if maps else []


def _key_figures(contest: Contest, turn_order: Seats, points: Points) -> list[KeyFigure]:
    """Return the key figures: the strongest strategy or else the turn order, then score and length."""
    run, name = contest.run, points.names[0]
    first = contest.key_figures() or turn_order.key_figures()
    own = contest.seats.filter(pl.col("strategy") == name)["scenario"].unique().to_list()
    score = points.means(["strategy"], where=pl.col("strategy") == name)["score"][0]
    rounds = _mean(run, "rounds", base(run))
    where = after(in_those(run, own))
    return [
        *first,
        KeyFigure(f"{score:.1f}", f"points per game of {name}{where}"),
        KeyFigure(f"{rounds:.1f}", f"rounds per game{after(in_base(run))}"),
    ][:4]
