"""What an experiment sets, in words."""

import polars as pl

from simkit.experiment.values import player_in_words
from simkit.report.parts import Section, Table
from simkit.report.report import assumptions_section
from tests.conftest import RunOf
from tests.report.reading import body_of, headings_of, section_of

EXPERIMENT = """
name: settings
game: nautilus_island
games: 2
rules:
  players: 3
  bonus_odd: 6
  first_player: fixed
factors:
  component:
    as it is:
    pairs for 3: {rules.bonus_pair: 3}
    odd for 2: {rules.bonus_odd: 2}
  rules.columns:
    printed: null
    four: [2, 2, 2, 2]
  table:
    random - tempo - expert: {strategies: [random, tempo, expert]}
    careful: {strategies: [{name: tempo}, random, expert]}
"""


def test_fixed_are_the_rules_that_are_named_and_not_varied(run_of: RunOf) -> None:
    assert body_of(run_of(EXPERIMENT)).facts["Fixed"] == "3 players, seat 1 first"


def test_who_plays_is_fixed_where_nobody_varies_it(run_of: RunOf) -> None:
    text = "name: settings\ngame: nautilion\ngames: 2\nrules: {reserve: 5}\nstrategy: planner\n"
    assert body_of(run_of(text)).facts["Fixed"] == "reserve 5, planner"


def test_parameters_are_reported(run_of: RunOf) -> None:
    player = "{name: hold_at, parameters: {n: 25}}"
    text = f"name: settings\ngame: pig\ngames: 2\nstrategies: [{player}, hold_at]\n"
    assert body_of(run_of(text)).facts["Fixed"] == "hold_at (n 25), hold_at"


def test_what_is_set_for_all_who_play_is_fixed(run_of: RunOf) -> None:
    text = ("name: settings\ngame: pig\ngames: 2\nfactors:\n  rules.target: [20, 30]\n  strategies:\n"
                    "    twins: [hold_at, hold_at]\n    mixed: [hold_at, random]\n")  # fmt: skip
    assert body_of(run_of(text, settings=("strategies.0.n=15",))).facts["Fixed"] == "strategies.0.n 15"


def test_a_player_has_one_name_however_his_parameters_are_ordered() -> None:
    one, other = {"crew": 5.0, "race": 2.0}, {"race": 2.0, "crew": 5.0}
    assert player_in_words("planner", one) == player_in_words("planner", other) == "planner (crew 5, race 2)"


def table_of(section: Section) -> Table:
    """Return the table below a section's first words."""
    table = section.blocks[1]
    assert isinstance(table, Table)
    return table


def test_variants_are_listed_but_for_those_that_say_it_themselves(run_of: RunOf) -> None:
    section = section_of(body_of(run_of(EXPERIMENT)), "Variants")
    assert table_of(section).frame.rows() == [
        ("component", "as it is", "nothing"),
        ("component", "pairs for 3", "worth of a pair token 3, by default 5"),
        ("component", "odd for 2", "worth of an odd token 2, by default 4"),
        ("stacks of each column", "printed", "the columns printed for that many players"),
        ("stacks of each column", "four", "columns of 2, 2, 2 and 2 stacks"),
        ("table", "careful", "strategies tempo - random - expert"),
    ]


def test_without_named_variants_there_is_no_section(run_of: RunOf) -> None:
    text = "name: settings\ngame: nautilion\ngames: 2\nstrategy: random\nfactors: {rules.reserve: [3, 4]}\n"
    assert "Variants" not in headings_of(body_of(run_of(text)))


def test_only_assumptions_that_bear_on_the_rules_are_listed(run_of: RunOf) -> None:
    text = "name: s\ngame: nautilion\ngames: 2\nstrategy: random\nrules: {dice_faces: [1, 2, 3, 4]}\n"
    section = section_of(body_of(run_of(text + "factors: {rules.board: [A1, C2]}\n")), "Assumptions")
    assert table_of(section).frame["id"].to_list() == ["A4", "A5", "A6"]


def test_a_knob_that_is_no_more_hides_no_assumption(run_of: RunOf) -> None:
    text = "name: s\ngame: nautilion\ngames: 2\nstrategy: random\n"
    run = run_of(text)
    frame = run.scenario_rows().with_columns(knobs=pl.lit('{"gone": 1}'))
    run.__dict__.pop("_scenarios", None)
    vars(run)["scenario_rows"] = lambda: frame
    assert len(table_of(assumptions_section(run)).frame) == 6
