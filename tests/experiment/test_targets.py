"""Targets: what they may say, and one clear message for each mistake."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path

import pytest

from simkit import BadInput
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.experiment.target import Target, as_data, from_data

Write = Callable[[str], Path]

SOLO = """name: x
game: nautilion
games: 10
factors:
  rules.board: [A1, C2]
  strategy: [novice, expert]
targets:
"""
TABLE = """name: x
game: nautilus_island
games: 10
strategy: expert
factors: {rules.players: [2, 3]}
targets:
"""


def targets_of(write: Write, text: str) -> tuple[Target, ...]:
    return load_experiment(write(text)).targets


def test_every_form_of_a_range(write_experiment: Write) -> None:
    text = (
        "  turns: 10 to 15\n  novice: {won: 10 % to 40 %}\n"
        "  expert: {won: 0.6 +- 0.1, turns: at most 20, spells: at least 1.5}\n"
    )
    text = text.replace("spells", "tides")
    found = targets_of(write_experiment, SOLO + text)
    assert [(t.subject, t.column, t.low, t.high) for t in found] == [
        ("games", "turns", 10, 15),
        ("novice", "won", 0.1, 0.4),
        ("expert", "won", pytest.approx(0.5), pytest.approx(0.7)),
        ("expert", "turns", -inf, 20),
        ("expert", "tides", 1.5, inf),
    ]


def test_a_range_of_single_games_in_a_share_of_them(write_experiment: Write) -> None:
    text = (
        "  turns: at most 15 in 95 % of games\n  games: {turns: {quantile 0.05: at least 8}}\n"
        "  expert: {tides: 1 to 3 in at least 50% of games}\n"
    )
    found = targets_of(write_experiment, SOLO + text)
    assert [(t.subject, t.column, t.low, t.high, t.in_games) for t in found] == [
        ("games", "turns", -inf, 15, 0.95),
        ("games", "turns", 8, inf, 0.95),
        ("expert", "tides", 1, 3, 0.5),
    ]
    assert found[0].in_words(is_share=True) == "games: turns at most 15 in 95 % of games"
    assert [from_data(as_data(target)) for target in found] == [*found]


OWN = """
from simkit.game import strategy


@strategy(game="pig", skill="none")
def storer(table, seat, rules, moves, count, parameters, chance):
    return 0
"""


def test_an_own_player_is_meant_by_its_name_in_its_file_where_that_is_unique(
    write_experiment: Write, tmp_path: Path
) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "own.py").write_text(OWN)
    head = "name: x\ngame: pig\ngames: 10\nstrategies: [./a/own.py:storer, {}]\n"
    text = f"{head}targets: {{{{storer: {{{{won: 0 to 1}}}}}}}}\n"
    (target,) = targets_of(write_experiment, text.format("random"))
    assert target.subject == "./a/own.py:storer"
    matrix = f"{head.format('random')}targets: {{matrix: {{random: {{storer: 0 to 1}}}}}}\n"
    (target,) = targets_of(write_experiment, matrix)
    assert target.goals[0].opponent == "./a/own.py:storer"
    with pytest.raises(BadInput, match=r"storer is here ./a/own.py:storer and ./b/own.py:storer; name one"):
        targets_of(write_experiment, text.format("./b/own.py:storer"))


def test_seats_and_numbers_of_players(write_experiment: Write) -> None:
    text = (
        "  seats: {share: fair +- 0.02}\n  3 players: {first seat: {share: fair ± 3 %}, rounds: at most 12}\n"
    )
    found = targets_of(write_experiment, TABLE + text)
    assert [(t.subject, t.column, t.low, t.high, t.of_fair, t.players) for t in found] == [
        ("turn order", "won", -0.02, 0.02, True, 0),
        ("first player", "won", -0.03, 0.03, True, 3),
        ("games", "rounds", -inf, 12, False, 3),
    ]


def test_seats_can_be_asked_for_by_turn_order_or_by_number(write_experiment: Write) -> None:
    text = "".join(
        f"  {word}: {{share: fair +- 0.02}}\n"
        for word in ("turn order", "first player", "seat numbers", "seat 1")
    )
    found = targets_of(write_experiment, TABLE + text)
    assert [target.subject for target in found] == ["turn order", "first player", "seat numbers", "seat 1"]
    pig = "name: x\ngame: pig\ngames: 10\nstrategy: random\ntargets:\n"
    (seats,) = targets_of(write_experiment, f"{pig}  seats: {{share: fair +- 0.02}}\n")
    assert seats.subject == "seats"
    with pytest.raises(BadInput, match="has no column for the turn order; set seats or seat 1"):
        targets_of(write_experiment, f"{pig}  first player: {{share: fair +- 0.02}}\n")


def test_several_targets_for_a_player_each_with_its_settings(write_experiment: Write) -> None:
    text = "  expert: [{won: 0.4 to 0.6, where: {board: A1}}, {won: 0.2 to 0.3, where: {board: C2}}]\n"
    found = targets_of(write_experiment, SOLO + text)
    assert [(t.subject, t.low, dict(t.where)) for t in found] == [
        ("expert", 0.4, {"rules.board": ("A1",)}),
        ("expert", 0.2, {"rules.board": ("C2",)}),
    ]
    wrong = "  expert: [{won: 0.4 to 0.6}, {won: 0.6}]\n"
    with pytest.raises(BadInput, match=r"targets.expert.1.won: found 0.6, allowed is a range"):
        targets_of(write_experiment, SOLO + wrong)


def test_the_settings_in_which_a_target_holds(write_experiment: Write) -> None:
    text = "  novice: {won: at least 0.2, where: {board: A1}}\n"
    (target,) = targets_of(write_experiment, SOLO + text)
    assert target.where == {"rules.board": ("A1",)}
    assert target.in_words(is_share=True) == "novice: won at least 20 %, with board A1"
    assert from_data(as_data(target)) == target


def test_the_command_line_leaves_targets_out_that_are_about_something_else(write_experiment: Write) -> None:
    text = "  novice: {won: at least 0.2, where: {board: A1}}\n  expert: {won: at least 0.5}\n"
    path = write_experiment(SOLO + text)
    other = load_experiment(path, Overrides(settings=("rules.board=C2",))).targets
    assert [target.subject for target in other] == ["expert"]
    same = load_experiment(path, Overrides(settings=("rules.board=A1",))).targets
    assert [target.subject for target in same] == ["novice", "expert"]
    greedy = load_experiment(path, Overrides(settings=("strategy=greedy",))).targets
    assert greedy == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  expurt: {won: 0.1 to 0.2}", "8:3: targets: unknown target 'expurt'; did you mean 'expert'?"),
        ("  turn: 10 to 15", "unknown target 'turn'; did you mean 'turns'?"),
        ("  expert: {wun: 0.1 to 0.2}", "targets.expert: unknown measure 'wun'; did you mean 'won'?"),
        ("  expert: {won: 0.6 to 0.4}", "found '0.6 to 0.4', allowed is from the smaller to the larger"),
        ("  expert: {won: 0.4 to 0.4}", "allowed is from the smaller to the larger"),
        ("  expert: {won: 40 to 60}", "found 40, allowed is a share from 0 to 1, or in %: 0.4 or 40 %"),
        ("  expert: {won: 0.4 - 0.6}", "found '0.4 - 0.6', allowed is a range: 0.4 to 0.6"),
        ("  expert: {won: 0.5}", "found 0.5, allowed is a range"),
        ("  expert: {won: fair +- 0.1}", "found fair, which is the share of one seat or player that can win"),
        ("  expert: {won: 0.5 +- 0}", "allowed is more than 0 after +-"),
        ("  turns: 10 % to 20 %", "found 10 %, but turns is not a share"),
        ("  turns: [10, 15]", "found a list of 2, allowed is a range"),
        ("  turns: {most: 15}", "targets.turns: found a mapping, allowed is a range"),
        ("  turns: at most 15 in 100 % of games", "less than 100 %"),
        ("  turns: {quantile 0.95: 10 to 15}", "found '10 to 15', allowed is at most or at least"),
        ("  expert: {won: at least 0.5 in 90 % of games}", "won is yes or no"),
        ("  turns: nan to inf", "found 'nan to inf', allowed is a range"),
        ("  expert: 0.4 to 0.6", "found '0.4 to 0.6', allowed is a mapping such as {won: 0.4 to 0.6}"),
        ("  expert: {}", "allowed is a mapping such as {won: 0.4 to 0.6}"),
        ("  expert: {where: {board: A1}}", "allowed is a mapping such as {won: 0.4 to 0.6}"),
        ("  expert: {won: 0.4 to 0.6, where: {bord: A1}}", "unknown factor 'bord'; did you mean 'board'?"),
        ("  expert: {won: 0.4 to 0.6, where: {board: A2}}", "unknown level of board 'A2'; Allowed: A1, C2"),
        ("  expert: {won: 0.4 to 0.6, where: A1}", "found 'A1', allowed is a mapping of factors"),
        ("  seats: {share: fair +- 0.1}", "one player plays here, and there is none to compare with"),
        ("  2 players: {turns: 1 to 2}", "here play 1, never 2"),
        ("  3: {turns: 1 to 2}", "unknown target '3'"),
        ("  end: 1 to 2", "unknown target 'end'"),
        ("  {}", "found nothing, allowed is a mapping such as {turns: 10 to 15}"),
    ],
)
def test_mistakes(write_experiment: Write, text: str, message: str) -> None:
    with pytest.raises(BadInput) as raised:
        load_experiment(write_experiment(SOLO + text + "\n"))
    assert message in str(raised.value)
    assert "experiment.yaml:" in str(raised.value)


@pytest.mark.parametrize("text", ["targets:\n", "targets: fair\n", "targets: [1]\n"])
def test_targets_that_are_no_mapping(write_experiment: Write, text: str) -> None:
    with pytest.raises(BadInput, match=r"allowed is a mapping such as \{turns: 10 to 15\}"):
        load_experiment(write_experiment(SOLO.replace("targets:\n", text)))


@pytest.mark.parametrize(
    ("factors", "place"),
    [
        ("{cards: {printed: {}, mine: {content: my.yaml}}}", "variant 'mine'"),
        ("{content: [none, my.yaml]}", "factor 'content'"),
    ],
)
def test_content_as_a_factor_says_how_to_compare_it(
    write_experiment: Write, factors: str, place: str
) -> None:
    text = f"name: x\ngame: pig\ngames: 10\nstrategy: random\nfactors: {factors}\n"
    with pytest.raises(BadInput) as raised:
        load_experiment(write_experiment(text))
    assert "experiment.yaml:5:" in str(raised.value)
    assert f"{place}: all scenarios of a run have the same content" in str(raised.value)
    assert "`simkit compare printed mine`" in str(raised.value)
    assert "set nothing" not in str(raised.value)
