"""The report on Nautilus Island draws what a run has to show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure as MatplotlibFigure
from matplotlib.text import Text as DrawnText

from simkit import Claim, Run
from simkit.document import charts, figures
from simkit.report.parts import Contest, Finding, Seats, Table, Text, answer_of
from simkit.report.questions.pairs import pairs_of
from simkit.report.questions.players import Players
from simkit.report.sections.who_wins import wins_by_table
from simkit.report.stats import Result, by_strength, counted_seats, line_ups_of, with_one_strategy
from simkit.reports.nautilus_island import TURN_ORDER
from simkit.run.store.directory import RunDirectory
from tests.conftest import RunOf
from tests.report.reading import body_of, claims_of, headings_of, means_of, section_of, tables_of, words_of

HEAD = "name: island\ngame: nautilus_island\ngames: 120\nseed: 3\nreport: nautilus_island\n"
RUNS = {
    "seats": (
        "rules: {first_player: fixed}\nfactors: {strategy: [reference, expert], rules.players: [2, 4]}\n"
    ),
    "pairs": (
        "rules: {players: 2}\nfactors:\n  pair:\n"
        "    a: {strategies: [reference, expert]}\n    b: {strategies: [random, expert]}\n"
        "    c: {strategies: [random, reference]}\n"
    ),
    "components": "strategy: expert\nfactors: {rules.bonus_pair: [5, 3]}\n",
    "one scenario": "strategies: [expert, random, random, reference]\n",
    "not all met": (
        "rules: {players: 2}\nfactors:\n  pair:\n    a: {strategies: [expert, random]}\n"
        "    b: {strategies: [tempo, reference]}\n    c: {strategies: [counter, counter]}\n"
    ),
}
HEADINGS = {
    "seats": {"Turn order", "Scenario by scenario"},
    "pairs": {"Strategy against strategy", "Scenario by scenario", "Variants"},
    "components": {"Turn order", "Scenario by scenario"},
    "one scenario": {"Who wins"},
    "not all met": {"Turn order", "Strategy against strategy", "Scenario by scenario", "Variants"},
}
ANSWERS = {
    "seats": (
        "With 4 players instead of 2, experts have a mean score of 38.0 instead of 61.7: 23.8 less "
        "(20.2 to 27.3)."
    )
}
"""The first sentences of page one."""

MEETINGS = {"pairs", "one scenario"}
"""Where strategies play against each other, so that one may be called the strongest."""

ALWAYS = {"Points", "Length and tension", "Assumptions", "How to reproduce"}


@pytest.fixture
def play(run_of: RunOf) -> RunOf:
    """Return a function that plays an experiment, `games` of each scenario."""
    return lambda text, games=120: run_of(HEAD + text, games=games)


def turn_order(run: RunDirectory) -> Seats:
    """Return what each place wins where everybody plays alike."""
    return Seats.read(run, with_one_strategy(line_ups_of(run)), TURN_ORDER)


def best_of(run: RunDirectory) -> Sequence[Any]:
    """Return what is claimed of the best of the players that meet."""
    found = Players.read(run)
    assert found is not None
    return found.best()


def names_in(claims: Sequence[Claim]) -> set[str]:
    """Return the players that claims are about."""
    every = [mean for claim in claims for of in claim.subjects for mean in means_of(of)]
    return {quantity.whose.removeprefix("strategy ") for quantity in every}


@pytest.mark.parametrize("kind", RUNS)
def test_report(kind: str, run_of: RunOf) -> None:
    run = run_of(HEAD + RUNS[kind])
    made = body_of(run, "nautilus_island")
    headings = set(headings_of(made)) - {"What good players score among themselves"}  # if one is known
    assert headings == HEADINGS[kind] | ALWAYS
    assert len({figure.name for figure in made.figures()}) == len(made.figures()) >= 2
    html, _ = Run(run.path).report("nautilus_island", pdf=True)
    assert "<svg" in html.read_text(encoding="utf-8")
    if answer := ANSWERS.get(kind):
        found = answer_of(run)
        assert found is not None
        assert found.sentences[0].replace("\N{NO-BREAK SPACE}", " ") == answer


def test_who_met_nobody_is_neither_the_strongest_nor_the_weakest(run_of: RunOf) -> None:
    run = run_of(HEAD + RUNS["not all met"])
    seats = pl.DataFrame(
        [(0, "expert", 2, True, 9), (0, "random", 2, False, 9), (2, "counter", 2, True, 50)],
        schema=["scenario", "strategy", "players", "won", "seats"],
        orient="row",
    )
    assert list(by_strength(seats, line_ups_of(run))) == ["expert", "random"]
    ahead, level = best_of(run)  # no extreme: expert met only random
    assert ahead.kind == "change" and names_in([ahead]) == {"expert", "random"}
    assert [(quantity.of.scenarios, quantity.of.whose) for quantity in level.quantities] == [
        ((0,), "strategy expert")
    ]


def test_a_strategy_that_wins_every_game_has_nothing_to_compare_them_with(run_of: RunOf) -> None:
    players = "strategies: [expert, random]\nrules: {players: 2}\n"
    run = run_of(HEAD + players)
    tables = [block for section in body_of(run, "nautilus_island").sections for block in section.blocks]
    assert not any(isinstance(table, Table) and table.frame.is_empty() for table in tables)
    Run(run.path).report("nautilus_island", pdf=True)


def test_strategies_that_win_alike_do_not_differ_significantly(run_of: RunOf) -> None:
    text = HEAD.replace("120", "20") + "strategies: [expert, counter, counter]\nrules: {players: 3}\n"
    run = run_of(text)
    assert [claim.kind for claim in best_of(run)] == ["nothing"]


def test_a_pair_that_meets_in_several_scenarios_counts_in_all_of_them(play: RunOf) -> None:
    run = play(
        "strategies: [expert, reference]\nrules: {players: 2}\nfactors: {rules.stack_height: [1, 8]}\n"
    )
    (pair,) = pairs_of(run, line_ups_of(run)).values()
    won = run.seats.filter(pl.col("player") == 0).select(pl.col("won").mean()).collect()["won"][0]
    assert pair.shares["expert"].value == pytest.approx(won)
    assert pair.lead.value == pytest.approx(2 * won - 1)


def test_the_same_strategy_with_other_parameters_is_another_player(run_of: RunOf) -> None:
    players = "strategies: [{name: expert, parameters: {treasure: 0}}, expert]\nrules: {players: 2}\n"
    run = run_of(HEAD + players)
    assert line_ups_of(run) == {0: ["expert (treasure 0)", "expert"]}
    assert with_one_strategy(line_ups_of(run)) == []
    headings = set(headings_of(body_of(run, "nautilus_island")))
    assert "Turn order" not in headings
    assert "Strategy against strategy" in headings


def test_a_fair_share_where_a_shared_victory_counts_for_each(play: RunOf) -> None:
    run = play("strategy: random\nrules: {players: 4, tie_break: shared}\n")
    (places,) = turn_order(run).places.values()
    assert not any(place.differs for place in places)
    assert places[0].fair == pytest.approx(sum(place.share.value for place in places) / 4)


def test_places_in_the_turn_order_are_not_the_numbers_of_seats(play: RunOf) -> None:
    run = play("strategy: expert\nrules: {players: 3}\n")  # chance says who begins
    (places,) = turn_order(run).places.values()
    began = run.seats.filter(pl.col("first_player")).collect()
    assert set(began["seat"]) == {0, 1, 2}
    assert places[0].share.value == pytest.approx(began["won"].mean())


def test_places_differ_by_the_same_test_in_findings_and_table(play: RunOf) -> None:
    factors = "rules: {players: 4}\nfactors: {strategy: [expert, random], rules.last_round: [true, false]}\n"
    run = play(factors, games=400)
    orders = turn_order(run)
    places = [place for order in orders.places.values() for place in order]
    assert any(place.share.excludes(place.fair) for place in places if not place.differs)  # by chance
    (section,) = orders.sections()
    (table,) = tables_of(section)
    told = [any(cell.startswith(("more", "less")) for cell in row) for row in table.cells()]
    assert len(told) == len(orders.places) == 4
    kinds = [claim.kind for finding in orders.findings() for claim in claims_of(finding.words)]
    assert kinds == (["change"] if sum(told) == 1 else ["change", "several"])
    assert told == [any(place.differs for place in order) for order in orders.places.values()]


def test_many_turn_orders_are_summed_up(play: RunOf) -> None:
    run = play(
        "strategy: random\nrules: {players: 2}\nfactors: {rules.stack_height: [1, 2, 3, 4, 5, 6, 7]}\n"
    )
    orders = turn_order(run)
    claims = [claim for finding in orders.findings() for claim in claims_of(finding.words)]
    told = sum(any(place.differs for place in places) for places in orders.places.values())
    counted = [claim.at_least for claim in claims if claim.kind == "several"]
    assert counted == ([told] if told > 1 else [])


def test_three_who_play_differently_have_their_wins_reported(play: RunOf) -> None:
    made = body_of(
        run := play("strategies: [expert, random, random]\nrules: {players: 3}\n"), "nautilus_island"
    )
    (wins,) = wins_by_table(run, line_ups_of(run)).values()
    won = run.seats.group_by("player").agg(pl.col("won").mean()).sort("player").collect()["won"]
    assert [one.name for one in wins] == ["expert", "random (each of 2)"]
    assert [one.share.value for one in wins] == pytest.approx([won[0], (won[1] + won[2]) / 2])
    assert [one.side for one in wins] == ["more", "less"]
    assert wins[0].fair == pytest.approx(1 / 3)
    (table,) = tables_of(section_of(made, "Who wins"))
    assert table.frame["games won"][0] == f"{100 * won[0]:.1f}\N{NO-BREAK SPACE}%"
    assert made.key_figures[0].number == f"{100 * won[0]:.0f}\N{NO-BREAK SPACE}%"  # the interval is wide


COMPONENTS = (
    "factors:\n  strategies:\n    experts: [expert, expert]\n    others: [tempo, random]\n"
    "  component:\n    printed: {}\n    no treasures: {rules.treasure_values: [0, 0, 0, 0]}\n"
    "    small sets: {rules.porthole_sizes: [2, 3, 4, 5]}\n"
)


def test_who_met_nobody_is_no_part_of_who_is_strongest(play: RunOf) -> None:
    made = body_of(run := play(f"rules: {{players: 2}}\n{COMPONENTS}"), "nautilus_island")
    words = [finding.words if isinstance(finding, Finding) else finding for finding in made.findings]
    findings = [claim for word in words for claim in claims_of(word)]
    assert not names_in([finding for finding in findings if finding.kind == "extreme"])  # the ladder says it
    (change,) = best_of(run)
    assert change.kind == "change" and names_in([change]) == {"tempo"}
    of = change.quantities[1].of
    assert (of.column, of.scenarios, of.whose) == ("won", (3,), "strategy tempo")


@pytest.mark.parametrize(
    ("players", "is_said"), [(COMPONENTS, True), ("strategies: [tempo, random]\n", False)]
)
def test_points_won_at_other_tables_are_said_to_be_so(players: str, is_said: bool, play: RunOf) -> None:
    made = body_of(play(f"rules: {{players: 2}}\n{players}"), "nautilus_island")
    captions = [figure.caption for figure in made.figures() if figure.name in ("sources", "scores")]
    assert ["same tables" in caption for caption in captions] == [is_said] * 2


def test_sections_ask_of_any_yes_or_no_of_a_seat(play: RunOf) -> None:
    run = play("strategies: [expert, random]\nrules: {players: 2, first_player: fixed}\n", games=40)
    begins = Result("first_player", rate="rate of beginning", games="games begun", does="begins")
    players = line_ups_of(run)
    contest = Contest.read(run, players, counted_seats(run, players, result="first_player"), result=begins)
    (pair,) = contest.pairs.values()
    assert {name: share.value for name, share in pair.shares.items()} == {"expert": 0.5, "random": 0.5}
    assert contest.findings() == []  # the ladder has expert above random
    (first, second), *_ = Seats.read(run, [0], result=begins).places.values()
    assert (first.share.value, second.share.value) == (1.0, 0.0)


def test_panels_of_the_turn_order_share_a_scale_around_the_fair_share(play: RunOf) -> None:
    run = play("strategy: random\nfactors: {rules.players: [2, 3]}\n")
    (figure,) = (
        figure for figure in body_of(run, "nautilus_island").figures() if figure.name == "turn_order"
    )
    limits = [panel.get_xlim() for panel in figure.drawing.axes]
    assert [sum(ends) / 2 for ends in limits] == pytest.approx([50, 100 / 3], abs=0.5)
    widths = [high - low for low, high in limits]
    assert widths[0] == pytest.approx(widths[1])


def test_sets_are_called_by_their_size(play: RunOf) -> None:
    factors = "factors:\n  rules.porthole_sizes: [[3, 4, 5, 6], [2, 3, 4, 5]]\n"
    run = play(f"strategy: expert\nrules: {{players: 2}}\n{factors}")
    table = tables_of(section_of(body_of(run, "nautilus_island"), "Length and tension"))[-1]
    sums = run.seats.group_by("scenario").agg(pl.col("closed_0", "closed_1").cast(pl.Float64).mean())
    means = {row["scenario"]: row for row in sums.collect().iter_rows(named=True)}
    assert table.frame.columns[-5:] == [f"sets of {size}" for size in (2, 3, 4, 5, 6)]
    assert table.frame["sets of 2"][0] == pytest.approx(means[1]["closed_0"] / 2)
    assert table.frame["sets of 3"][0] == pytest.approx((means[0]["closed_0"] + means[1]["closed_1"]) / 2)


def test_pairs_without_a_significant_difference_are_marked(play: RunOf) -> None:
    factors = (
        "factors:\n  pair:\n    a: {strategies: [expert, random]}\n    b: {strategies: [tempo, random]}\n"
    )
    factors += "    c: {strategies: [expert, counter]}\n"
    made = body_of(play(f"rules: {{players: 2}}\n{factors}", games=20), "nautilus_island")
    section = section_of(made, "Strategy against strategy")
    words = [block.words for block in section.blocks if isinstance(block, Text)]
    (several,) = claims_of(words[1])
    assert several.kind == "several" and (several.at_least, len(several.claims)) == (2, 3)
    *_, table = tables_of(section_of(made, "Strategy against strategy"))
    told = {frozenset(row[:2]): row[-1] for row in table.cells()}
    assert told[frozenset(("expert", "counter"))] == "no"
    assert told[frozenset(("expert", "random"))] == "yes"


def left_edge(panel: Axes) -> float:
    box = panel.get_tightbbox()
    assert box is not None
    return float(box.x0)


def test_long_names_stay_on_the_page(play: RunOf) -> None:
    level = "castaways who weigh treasures very differently from each other and from"
    parameters = "{name: expert, parameters: {treasure: 0, tempo: 0.125}}"
    factors = f"factors:\n  who_sits_there:\n    {level} us: {{strategies: [{parameters}, expert, tempo]}}\n"
    factors += f"    {level} you: {{strategies: [expert, expert, expert]}}\n  rules.stack_height: [7, 8]\n"
    for figure in body_of(play(f"rules: {{players: 3}}\n{factors}"), "nautilus_island").figures():
        figure.drawing.draw_without_rendering()
        right = figure.drawing.bbox.x1
        panels = figure.drawing.axes
        for panel, beside in zip(panels, [*panels[1:], None], strict=True):
            title = panel.title.get_window_extent()
            nearest = left_edge(beside) if beside and len(panels) % 2 == 0 else right
            assert title.x1 <= (nearest if nearest > title.x0 else right), panel.get_title()


def test_a_grid_is_grey_where_no_share_differs_significantly_and_pale_near_the_fair_one() -> None:
    figure = MatplotlibFigure()
    panel = figure.subplots()
    shares = np.array([[np.nan, 0.52], [0.48, np.nan]])
    charts.share_grid(panel, shares, "ab", "ab", 0.5, np.array([[False, False], [True, False]]))
    assert [(text.get_text(), text.get_color()) for text in panel.texts] == [
        ("52", "black"),
        ("48", figures.SOFT),
    ]
    (mesh,) = panel.collections
    figure.draw_without_rendering()
    assert np.asarray(mesh.get_facecolor())[1, :3].min() > 0.8


def test_a_grid_of_very_many_shares_has_colours_and_no_numbers() -> None:
    panel = MatplotlibFigure().subplots()
    shares, names = np.full((50, 50), 0.6), [str(i) for i in range(50)]
    charts.share_grid(panel, shares, names, names, 0.5, np.zeros(shares.shape, np.bool_))
    assert not panel.texts


@pytest.mark.parametrize("players", ["[expert, random, random]", "[expert, random]", "[expert, expert]"])
def test_a_single_game_has_no_intervals(play: RunOf, players: str) -> None:
    factors = "factors:\n  component:\n    printed: {}\n    other: {rules.bonus_pair: 3}\n"
    count = players.count(",") + 1
    made = body_of(
        play(f"strategies: {players}\nrules: {{players: {count}}}\n{factors}", games=1), "nautilus_island"
    )
    assert not any("nan" in word for word in words_of(made))


def test_the_curves_of_the_scores_are_named_at_their_right_ends(play: RunOf) -> None:
    made = body_of(play("strategies: [expert, random]\nrules: {players: 2}\n"), "nautilus_island")
    (drawing,) = (figure.drawing for figure in made.figures() if figure.name == "scores")
    drawing.draw_without_rendering()
    (panel,) = drawing.axes
    named = {text.get_text(): DrawnText.get_window_extent(text).x0 for text in panel.texts}  # without leaders
    assert {"expert", "random"} <= named.keys()
    assert min(named.values()) >= panel.get_window_extent().x1
    assert not drawing.legends


def test_a_single_scenario_is_no_average_over_scenarios(play: RunOf) -> None:
    made = body_of(play("strategies: [expert, random]\nrules: {players: 2}\n"), "nautilus_island")
    assert [figure.meaning for figure in made.key_figures if "scenario" in figure.meaning] == []
