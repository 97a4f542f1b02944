"""Report who wins Nautilus (2002), what the product is made of, where the money goes, and how games end.

A report script: a function `report` that gets a run and returns a `Report`.  Money over the rounds and maps
need the events of some games: ``events: {one_in: 50}`` in the experiment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from simkit.report.averaging import average_or_ends, may_be_averaged
from simkit.report.charts import LABEL, MOST_ROWS
from simkit.report.columns import column_of, game_columns, label_in_words
from simkit.report.document import Block, KeyFigure, OwnPart, Section, Table, Text
from simkit.report.in_short import answer_in_short
from simkit.report.line_ups import counted_seats, line_ups, with_one_strategy
from simkit.report.paired import SideBySide, is_significant, mean_of
from simkit.report.parts import after, estimates, in_words, opening, require_game
from simkit.report.report import Report
from simkit.report.scenarios import base, in_base, in_those, labels, only_base, scenario_column, wrapped
from simkit.report.sections.board_maps import maps_figure
from simkit.report.sections.endings import ends_figure
from simkit.report.sections.length import Margin, length_table, spans_figure
from simkit.report.sections.minutes import minutes_section
from simkit.report.sections.players_against_each_other import Contest
from simkit.report.sections.points_by_source import Points, Worth
from simkit.report.sections.product_of_two import Lead, ProductWords, factors_figure, leads_of_winners
from simkit.report.sections.seats import IN_TURN_ORDER, Seats
from simkit.report.sections.wins_by_count import wins_by_count, wins_by_count_figure
from simkit.report.sections.worth_of_components import Components, ComponentWords
from simkit.reports.shared.nautilus_2002 import RECONSTRUCTED, RESTS_ON, board_of, maps_of_play
from simkit.reports.shared.nautilus_2002_length import MOST_BESIDE_OTHERS, ending_rule_findings, length_blocks
from simkit.reports.shared.nautilus_2002_money import (
    money_section,
    start_money_findings,
    start_money_in_short,
)
from simkit.reports.shared.nautilus_2002_sea import sea_sections
from simkit.reports.shared.nautilus_2002_subject import Subject, alone, best_first, estimate_in_words
from simkit.run.directory import RunDirectory
from simkit.run.recorded import EVENTS_ONE_IN
from simkit.run.unknown import spans_of
from simkit.stats.estimates import Estimate, average_share, wilson

TURN_ORDER = replace(
    IN_TURN_ORDER,
    introduction=(
        "All players play the same way: one who wins significantly more than the fair share owes it to the "
        "place in the order of round 1. The start player changes every round, so that a lead can only come "
        "from the first rounds. With one place for the base, a strategy without chance opens in the same way "
        "again and again: what a place gains there may be luck with that one city, which is why the base by "
        "chance should be looked at too."
    ),
    column="position",
    each="place in the order of round 1",
    scenarios="scenarios in which all play alike",
)

PRODUCT = ProductWords("factor", "points", {"factor": "research factor", "points": "points of discoveries"})

Leads = Mapping[str, Lead]
"""How much more winners have than the others, by column."""

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
    components = Components(run, ComponentWords())
    money, money_finding = money_section(subject)
    sea, sea_findings = sea_sections(subject)
    own = OwnPart(
        key_figures=_key_figures(contest, turn_order, points),
        findings=[
            *components.findings(),
            *ending_rule_findings(run, components.tables),
            *start_money_findings(run),
            *contest.findings(),
            *turn_order.findings(),
            *_product_findings(subject),
            *money_finding,
            *_ending_findings(subject),
            *sea_findings,
            *_chip_findings(subject),
            RECONSTRUCTED,
        ],
        sections=[
            *components.sections(),
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
        ],
        in_short=_in_short(run, components, turn_order),
    )
    return Report(run, [own])


def _in_short(run: RunDirectory, components: Components, turn_order: Seats) -> str:
    """Return what a run on components, money or turn order comes to; "" leaves it to the win rates."""
    said = components.findings() or start_money_in_short(run)
    if not said and run.all_alike:
        said = [turn_order.answer()]
    elif not said:
        said = turn_order.findings(most=1)[:3]
    return " ".join([*(said or answer_in_short(run, spans_of(run)).splitlines()), RESTS_ON])


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
    single = {
        scenario: found
        for scenario, names in own.items()
        if (found := leads_of_winners(subject.run, {scenario: names}, ["factor", "points"]))
    }
    return [
        f"With {subject.who}, winners lead the others at the table in the research factor by "
        f"{_lead_in_words(subject, single, leads, 'factor')} what the others have, and in points of "
        f"discoveries by {_lead_in_words(subject, single, leads, 'points')} theirs: "
        f"{_decides(single, leads)}."
    ]


def _lead_in_words(subject: Subject, single: Mapping[int, Leads], leads: Leads, column: str) -> str:
    """Return by how much winners lead: on average, or from one setting to another where these differ."""
    words = labels(subject.run)
    effects = {words[scenario]: own[column].estimate for scenario, own in single.items()}
    said = average_or_ends(effects, leads[column].estimate, say=estimate_in_words)
    alike = may_be_averaged(effects)
    times = [1 + own[column].share for own in ([leads] if alike else single.values())]
    ends = dict.fromkeys(f"{pick(times):.1f}" for pick in (min, max))
    return f"{said.removeprefix('from ')}, {' to '.join(ends)} times"


def _decides(single: Mapping[int, Leads], leads: Leads) -> str:
    """Return which of the two factors decides more, and in how many settings if these differ."""
    more = {scenario: _more(own) for scenario, own in single.items()}
    clear = {s: own for s, own in more.items() if is_significant(own, len(more))}
    if may_be_averaged(more):
        whole = _more(leads)
        larger = "the research factor" if whole.value > 0 else "the number of points"
        return f"{larger} decides more" if is_significant(whole) else "neither decides significantly more"
    factor = sum(own.value > 0 for own in clear.values())
    return (
        f"the research factor decides significantly more in {factor or 'none'} of {len(more)} settings, the "
        f"number of points in {len(clear) - factor or 'none'}"
    )


def _more(leads: Leads) -> Estimate:
    return mean_of(leads["factor"].relative - leads["points"].relative)


def _length_section(subject: Subject) -> Section:
    """Return the section on the length of games, their margins and their endings."""
    run = subject.run
    shown = base(run) if len(run.scenarios()) > MOST_ROWS else run.scenarios()["scenario"].to_list()
    words = labels(run)
    rows = {wrapped(words[scenario], LABEL): scenario for scenario in shown}
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
    first = [*blocks, table] if len(rows) <= MOST_BESIDE_OTHERS else [table, *blocks]
    return Section("Length and endings", [*first, *by_ending])


def _ending_findings(subject: Subject) -> list[str]:
    """Return a sentence on the most frequent ending and the round in which it comes."""
    run = subject.run
    ends = SideBySide.read(run, "end").values[subject.alone]
    code = int(np.bincount(ends.ravel().astype(np.int64)).argmax())
    column = column_of(game_columns(run), "end")
    share = average_share((ends == code).mean(axis=0), len(ends))
    lasted, opened = SideBySide.read(run, "rounds"), SideBySide.read(run, "canyon_opened")
    place = {scenario: place for place, scenario in enumerate(subject.alone)}
    often = subject.by_setting(lambda s: wilson(int((ends[place[s]] == code).sum()), ends.shape[1]))
    rounds = average_or_ends(
        subject.by_setting(lambda s: mean_of(lasted.per_game([s]))),
        mean_of(lasted.per_game(subject.alone)),
        say=estimate_in_words,
    )
    canyon = average_or_ends(
        subject.by_setting(lambda s: opened.average([s])), opened.average(subject.alone), say=in_words
    )
    how_often, canyon = (
        words.removeprefix("from ") for words in (average_or_ends(often, share, say=in_words), canyon)
    )
    return [
        f"With {subject.who}{after(in_those(run, subject.alone))}, games last {rounds} rounds; most often, "
        f"in {how_often} of games, they end so: "
        f"{label_in_words(column, column.labels[code])}. The canyon is opened in {canyon} of games."
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
    least, most = found["count"][0], found["count"][-1]
    return [
        opening(
            f"of {number}, those who end with {most} majority chips win "
            f"{_won_with(subject, scenarios, most)} of games, those with {least or 'none'} "
            f"{_won_with(subject, scenarios, least)}."
        )
    ]


def _won_with(subject: Subject, scenarios: list[int], chips: int) -> str:
    """Return what share of games those win who end with so many chips."""
    words = labels(subject.run)
    found = {
        words[scenario]: wins_by_count(subject.run, [scenario], "chips", fewest=1).filter(count=chips)
        for scenario in scenarios
    }
    single = {
        setting: wilson(row["won"], row["seats"])
        for setting, rows in found.items()
        for row in rows.iter_rows(named=True)
    }
    (whole,) = wins_by_count(subject.run, scenarios, "chips").filter(count=chips).iter_rows(named=True)
    return average_or_ends(single, wilson(whole["won"], whole["seats"]), say=in_words)


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
