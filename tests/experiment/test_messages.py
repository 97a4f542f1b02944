"""One clear message for each mistake in an experiment file: where, what, the nearest right word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from pydantic import field_validator

from simkit import BadInput
from simkit.experiment.file import load
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.game import Knobs, knob
from simkit.testing import find_game
from tests.experiment.texts import HEAD, PIG, Write


def test_what_no_scenario_depends_on_hides_no_other_mistake(write_experiment: Write) -> None:
    text = "name: a/b\ngame: pig\ngames: many\nseed: -1\ntitel: x\nstrategy: random\nrules: {sides: 0}\n"
    with pytest.raises(BadInput) as told:
        load_experiment(write_experiment(text + "factors: {rules.target: [0, 5]}\n"))
    lines = str(told.value).splitlines()
    assert [line.partition(".yaml:")[2].partition(" ")[0] for line in lines] == [
        *("1:7:", "3:8:", "4:7:", "5:1:", "7:16:", "8:26:")
    ]
    assert "did you mean 'title'" in lines[3]


def test_a_wrong_rule_hides_no_wrong_strategy(write_experiment: Write) -> None:
    text = "name: x\ngame: pig\nrules: {sides: 1}\nstrategies: [hold_at, hold_att]\n"
    with pytest.raises(BadInput) as told:
        load_experiment(write_experiment(text + "factors: {strategies.0: [randon]}\n"))
    sides, second, first = str(told.value).splitlines()
    assert ".yaml:3:16: sides: found 1" in sides
    assert ".yaml:4:23: unknown strategy of pig 'hold_att'; did you mean 'hold_at'" in second
    assert ".yaml:5:26: unknown strategy of pig 'randon'; did you mean 'random'" in first


WRONG = [
    ("name: x\ngame: nautillion\ngames: 1\nstrategy: random\n", "2:7", "did you mean 'nautilion'"),
    ("name: x\ngame: nautilion\ngaames: 1\n", "3:1", "unknown key 'gaames'; did you mean 'games'"),
    ("name: x\nstrategy: random\n", "1:1", "game: is missing"),
    (HEAD, "1:1", "who plays is missing"),
    (HEAD + "strategy: expret\n", "4:11", "did you mean 'expert'"),
    (
        HEAD + "strategy: random\nrules:\n  bord: A1\n",
        "6:3",
        "unknown rule of nautilion 'bord'; did you mean 'board'",
    ),
    (HEAD + "strategy: random\nrules: {board: A7}\n", "5:16", "unknown board 'A7'"),
    (HEAD + "strategy: random\nrules: {reserve: 99}\n", "5:18", "found 99, allowed is at most 20"),
    (HEAD + "strategy: random\nrules: {reserve: four}\n", "5:18", "found 'four', allowed is a whole number"),
    (HEAD + "strategy: random\nrules: {dice_faces: [1, 2, 17]}\n", "5:28", "found 17, allowed is at most 9"),
    (
        HEAD + "strategy: random\nrules: {dice_faces: {1: 3, 17: 1}}\n",
        "5:28",
        "found 17, allowed is at most 9",
    ),
    (
        HEAD + "strategy: random\nrules: {dice_faces: {1: 3, 2: -1}}\n",
        "5:31",
        "found -1, allowed is at least 0",
    ),
    (HEAD + "strategy: random\nrules: {dice_faces: {1: 0}}\n", "5:21", "all weights are 0"),
    (HEAD + "strategy: random\nrules: {dice_faces: {1: 9_999_999}}\n", "5:25", "is at most 1000000"),
    (HEAD + f"strategy: random\nrules: {{dice_faces: {{1: {'9' * 5000}}}}}\n", "5:25", "is too long"),
    (HEAD + "strategy: random\nrules: {dice_faces: six}\n", "5:21", "equally likely things, or a mapping"),
    (
        HEAD + "strategy: random\nfactors: {rules.dice_faces: [[1], {1: 800_000, 2: 300_000}]}\n",
        "5:35",
        "the weights come to 1,100,000 in all, allowed is at most 1,000,000",
    ),
    (HEAD + "strategy: random\nrules: {crew_copies: [4, 4]}\n", "5:22", "at least 9 entries"),
    (HEAD + "strategy: random\nrules: {remove_duct: [1, 9]}\n", "5:22", "the board has no duct 1-9"),
    (HEAD + "strategy: random\nfactors: {bord: [A1]}\n", "5:11", "did you mean 'rules.board'"),
    (HEAD + "strategy: random\nfactors: {rule.board: [A1]}\n", "5:11", "did you mean 'rules.board'?"),
    (HEAD + "strategy: random\nfactors: {rules: [A1]}\n", "5:11", "a key such as rules.<rule> or strategy"),
    (HEAD + "strategy: random\nfactors: {strategy.: [A1]}\n", "5:11", "did you mean 'strategy'?"),
    (HEAD + "strategy: random\nfactors: {v: {a: {rules: {board: A1}}}}\n", "5:19", "'rules' sets nothing"),
    (HEAD + "strategy: random\nfactors: {v: {a: {rule.board: A1}}}\n", "5:19", "did you mean 'rules.board'?"),
    (HEAD + "strategy: random\nfactors: {rules.board: A1}\n", "5:24", "allowed is a list of levels"),
    (HEAD + "strategy: random\nfactors: {rules.board: [A1, A1]}\n", "5:29", "is listed twice"),
    (
        HEAD + "strategy: random\nfactors: {rules.reserve: [3, 3.0]}\n",
        "5:26",
        "levels 3 and 3.0 are the same",
    ),
    (
        HEAD + "strategy: random\nfactors: {rules.expansions: [mages+reefs, [reefs, mages], all]}\n",
        "5:29",
        "the levels mages+reefs and reefs - mages are the same",
    ),
    (
        HEAD + "strategy: random\nfactors: {v: {as it is: {}, box: {}}}\n",
        "5:14",
        "as it is and box are the same",
    ),
    (
        HEAD + "strategy: random\nfactors: {v: {a: {rules.reserve: 4}, b: {rules.reserve: 3}, c: {}}}\n",
        "5:14",
        "the levels a and c are the same",
    ),
    (HEAD + "strategy: random\nfactors: {assumptions: [A2, A3, A2]}\n", "5:33", "A2 is listed twice"),
    (
        HEAD + "strategy: random\nrules: {add_duct: [1, 1]}\n",
        "5:19",
        "joins two different numbers, found 1-1",
    ),
    (HEAD + 'strategy: "\\0.py:mine"\n', "4:11", "the character U+0000 (a control character) is not text"),
    (HEAD + "strategy: random\nfactors:\n  rules.board: [A1, A9]\n", "6:21", "unknown board 'A9'"),
    (HEAD + "strategy: random\nfactors: {v: {a: {reserve: 1}}}\n", "5:19", "did you mean 'rules.reserve'"),
    (HEAD + "strategy: random\nfactors: {assumptions: [A2, A99]}\n", "5:29", "unknown assumption 'A99'"),
    (HEAD + "strategy: random\nfactors: {scenario: {a: {}, b: {}}}\n", "5:11", "can't be called 'scenario'"),
    (
        HEAD + "strategy: random\nfactors: {rules.reserve: [1, 2], reserve: {a: {}, b: {rules.board: B1}}}\n",
        "5:34",
        "reports call 'rules.reserve' and 'reserve' both 'reserve'",
    ),
    (
        HEAD + "strategy: random\nrules: {expansions: [reefs], reef_copies: [8, 5, 5]}\n"
        "factors: {assumptions: [A2]}\n",
        "6:24",
        "A2 is about reef_copies, which rules.reef_copies sets; leave A2 out",
    ),
    (
        "name: x\ngame: nautilion\ngames: true\nstrategy: random\n",
        "3:8",
        "found true, allowed is a whole number",
    ),
    (HEAD + "seed: '1'\nstrategy: random\n", "4:7", "found '1', allowed is a whole number"),
    (
        HEAD + "strategy: {name: greedy, parameters: {token: true}}\n",
        "4:46",
        "found true, allowed is a number",
    ),
    (HEAD + "strategy: random\nrules: {reserve: true}\n", "5:18", "true and false are not allowed here"),
    (HEAD + "strategy: random\nrules: {dice_faces: [1, true]}\n", "5:21", "true and false are not allowed"),
    (HEAD + "strategy: random\nrules: {dice_faces: [1.5]}\n", "5:22", "found 1.5"),
    (HEAD + "strategy: random\nfactors: {tides: {a: {}}}\n", "5:11", "has an outcome of that name"),
    (HEAD + "strategy: random\nfactors: {no.: {a: {}}}\n", "5:11", "reports' tables have a column 'no.'"),
    (HEAD + "strategy: random\nfactors: {share won: {a: {}}}\n", "5:11", "have a column 'share won'"),
    (HEAD + "strategy: random\nfactors: {turns (outcome): {a: {}}}\n", "5:11", "column 'turns (outcome)'"),
    (HEAD + "strategy: random\nfactors: {95 % interval: {a: {}}}\n", "5:11", "column '95 % interval'"),
    (
        HEAD + "strategy: random\nfactors: {rules.games: [1]}\n",
        "5:11",
        "column 'games' (a variant of another name can set rules.games); choose another",
    ),
    (HEAD + "strategy: random\nfactors: {'': {a: {}}}\n", "5:11", "called '': that is not a name"),
    (PIG + "strategy: random\nstrategies: [hold_at, hold_at]\n", "5:1", "only one of them is allowed"),
    (
        HEAD + "factors: {v: {a: {strategy: random, strategies: [random]}}}\n",
        "4:18",
        "factor 'v', variant 'a': strategy and strategies both say who plays",
    ),
    (
        HEAD + "strategies: {1: [random], 2: [random]}\nfactors: {rules.players: [1, 2]}\n",
        "4:30",
        "found 1 player for 2 seats",
    ),
    (
        HEAD + "strategies: {1: [random]}\nfactors: {rules.players: [1, 2]}\n",
        "4:13",
        "no line-up for 2 players; there are those for 1",
    ),
    (HEAD + "strategies: {1: [random], 3: [random]}\n", "4:27", "found '3', allowed is a number of players"),
    (HEAD + "strategies: {}\n", "4:13", "no line-up for 1 player; there is none"),
    (HEAD + "strategies: {1: random}\n", "4:17", "strategies.1: found 'random', allowed is a list"),
    (HEAD + "strategies: {1: [rndom]}\n", "4:18", "did you mean 'random'"),
    (HEAD + "strategies: [random, random]\n", "4:13", "found 2, Nautilion here has 1 seats"),
    (HEAD + "strategy: {name: greedy, parameters: {landding: 1}}\n", "4:11", "did you mean 'landing'"),
    (HEAD + "strategy: {name: greedy, parameters: {landing: 999}}\n", "4:11", "is 999; allowed: 0 to 50"),
    (HEAD + "strategy: {nane: greedy}\n", "4:12", "did you mean 'name'"),
    (HEAD + "strategy: {name: greedy, sharp: 1}\n", "4:26", "'sharp'; Allowed: name, parameters"),
    (HEAD + "strategies: [{name: greedy, sharp: 1}]\n", "4:29", "'sharp'; Allowed: name, parameters"),
    (HEAD + "strategy: ./nowhere.py:mine\n", "4:11", "there is no file"),
    (HEAD + "strategy: random\nseed: -1\n", "5:7", "at least 0"),
    ("name: a/b\ngame: nautilion\ngames: 1\nstrategy: random\n", "1:7", "allowed are letters"),
    ("name: -x\ngame: nautilion\ngames: 1\nstrategy: random\n", "1:7", "the first a letter or a digit"),
    (HEAD + "strategy: random\npeople: 2\n", "5:1", "unknown key 'people'; Allowed: name, title"),
    (HEAD + "name: y\n", "4:1", "'name' appears twice"),
    (HEAD + "strategy: [random\n", "4:11", "not YAML: the [ that opens here is not closed"),
    (HEAD + "strategy: random\ntitle: What: if?\n", "5:12", 'put it in quotes: title: "What: if?"'),
    (
        HEAD + "rules: {phantom_speed: 3}\nstrategy: random\n",
        "4:9",
        "unknown rule of nautilion 'phantom_speed'. What can be set about 'phantom': phantom_start, ",
    ),
    (
        HEAD + "rules: {phantom: 3}\nstrategy: random\n",
        "4:9",
        "unknown rule of nautilion 'phantom'. What can be set about 'phantom': phantom_start, ",
    ),
    (
        HEAD + "rules: {reserve: 3}\nstrategy: random\nfactors: {rules.reserve: 1..6}\n",
        "4:9",
        "rules: reserve is fixed here and varied by the factor 'rules.reserve'",
    ),
    (
        HEAD + "rules: {reserve: 3}\nstrategy: random\nfactors: {v: {a: {rules.reserve: 1}}}\n",
        "4:9",
        "rules: reserve is fixed here and varied by the factor 'v'",
    ),
    (HEAD + "strategy: random\nfactors: {rules.reserve: 1..}\n", "5:26", "found '1..', allowed is first..la"),
    (HEAD + "strategy: random\nfactors: {rules.reserve: [1..2..3]}\n", "5:27", "such as 1..6, or 0..20 by"),
    (HEAD + "strategy: random\nfactors: {rules.reserve: [1..6 by 0]}\n", "5:27", "lead nowhere"),
    (HEAD + "strategy: random\nfactors: {rules.reserve: [0..5000]}\n", "5:27", "more than 1,000 levels"),
    (HEAD + "strategy: random\nfactors: {rules.reserve: [1..3, 2]}\n", "5:33", "level 2 is listed twice"),
    (HEAD + "strategy: !!python/object:os.system x\n", "4:11", "not allowed"),
    ("- a\n- b\n", "1:1", "found a list"),
    ("", "1:1", "found nothing"),
]


@pytest.mark.parametrize(("text", "position", "message"), WRONG)
def test_messages_say_where_and_what(write_experiment: Write, text: str, position: str, message: str) -> None:
    path = write_experiment(text)
    with pytest.raises(BadInput) as complaint:
        load_experiment(path)
    assert f"{path}:{position}: " in str(complaint.value)
    assert message in str(complaint.value)


def test_several_problems_in_the_order_of_the_file(write_experiment: Write) -> None:
    path = write_experiment(
        HEAD + "strategy: expret\nrules: {reserve: 99, board: A1}\nfactors: {rules.tide: [1]}\n"
    )
    with pytest.raises(BadInput) as complaint:
        load_experiment(path)
    assert "reserve: found 99" in str(complaint.value)
    assert "unknown rule of nautilion 'tide'" in str(complaint.value)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("rules.reserve", "KEY=VALUE"),
        ("reserve=3", "KEY=VALUE"),
        ("rules.reserv=3", "--set rules.reserv: unknown rule of nautilion 'reserv'; did you mean 'reserve'"),
        ("rules.reserve=[", "not YAML"),
        ("strategy=nobody", "--set strategy: unknown strategy of nautilion 'nobody'"),
    ],
)
def test_bad_settings_name_the_option(write_experiment: Write, settings: str, message: str) -> None:
    path = write_experiment(HEAD + "strategy: random\n")
    with pytest.raises(BadInput) as complaint:
        load_experiment(path, Overrides(settings=(settings,)))
    assert message in str(complaint.value)


def test_a_factors_unknown_rule_is_reported_once(write_experiment: Write) -> None:
    path = write_experiment(HEAD + "strategy: random\nfactors:\n  rules.bord: [A1, B1, C1]\n")
    with pytest.raises(BadInput) as complaint:
        load_experiment(path)
    assert str(complaint.value).startswith(
        f"{path}:6:3: bord: unknown rule of nautilion 'bord'; did you mean"
    )
    assert str(complaint.value).count("unknown rule") == 1


def test_too_many_scenarios(write_experiment: Write) -> None:
    numbers = list(range(1, 200))
    path = write_experiment(
        HEAD + f"strategy: random\nfactors: {{rules.turn_cap: {numbers}, rules.decision_cap: {numbers}, "
        "rules.reserve: [1, 2, 3]}\n"
    )
    with pytest.raises(BadInput, match="118,803 scenarios; at most 100,000"):
        load_experiment(path)


@pytest.mark.parametrize(
    "factors",
    [
        "  rules.board: [A1, C1]\n  variant:\n    easy: {rules.board: A1}\n    hard: {rules.board: C2}\n",
        "  strategy: [planner, expert]\n  strategies: [[planner], [expert]]\n",
        "  strategy: [greedy, {name: greedy, parameters: {landing: 3}}]\n  strategy.landing: [1, 2]\n",
        "  strategies: [[{name: greedy, parameters: {landing: 3}}]]\n  strategies.0.landing: [1, 2]\n",
        "  strategies: [[{name: greedy, parameters: {landing: 3}}]]\n  strategy.landing: [1, 2]\n",
    ],
)
def test_two_factors_that_set_the_same_are_refused(write_experiment: Write, factors: str) -> None:
    path = write_experiment(HEAD + "factors:\n" + factors)
    with pytest.raises(BadInput, match=r"which the factor '.*' sets too"):
        load_experiment(path)


class Listed(Knobs):
    """Rules of a plug-in that are lists."""

    target: int = knob(100, "points that win", "published", ge=1)
    sides: int = knob(6, "sides of the die", "published", ge=2)
    costs: tuple[int, ...] = knob((1, 2, 3), "costs", "published", min_length=3, max_length=3)
    gains: list[int] = knob([1, 2], "gains", "published", min_length=2, max_length=2)
    colours: frozenset[str] = knob(frozenset({"red"}), "colours", "published", choices=("red", "blue"))
    steps: tuple[int, ...] = knob((1, 2), "steps", "published")

    worked_out = (("steps", np.int32, (2,)),)

    @field_validator("steps")
    @classmethod
    def _ascend(cls, value: tuple[int, ...]) -> tuple[int, ...]:
        return value if value[0] < value[1] else value[::-1]

    def work_out(self, rules: Any) -> None:
        """Fill in the steps."""
        rules.steps[:] = self.steps


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("costs: [1, 2]", "4:16: costs: found a list of 2, allowed is at least 3 entries"),
        ("costs: 5", "4:16: costs: found 5, allowed is a list"),
        ("costs: [1, x, 3]", "4:20: costs[1]: found 'x', allowed is a whole number"),
        ("gains: [1, true]", "4:16: gains: true and false are not allowed here"),
        ("gains: [1, 2, 3]", "4:16: gains: found a list of 3, allowed is at most 2 entries"),
        ("colours: [red, bleu]", "4:18: colours: unknown colours 'bleu'; did you mean 'blue'? Allowed: red"),
        ("steps: [1]", "4:16: Pig: its check of rules raised IndexError: tuple index out of range"),
        ("steps: [1, 2, 3]", "4:16: Pig: the knobs' record() raised ValueError: could not broadcast"),
    ],
)
def test_a_plug_ins_rules_that_are_lists_get_the_same_messages(
    write_experiment: Write, monkeypatch: pytest.MonkeyPatch, rule: str, message: str
) -> None:
    game = replace(find_game("pig"), knobs=Listed)
    assert {"costs", "gains", "steps"} <= set(game.rules.names or ())
    monkeypatch.setattr(load, "find_game", lambda _: game)
    with pytest.raises(BadInput) as told:
        load_experiment(write_experiment(f"{PIG}rules: {{{rule}}}\nstrategy: random\n"))
    assert message in str(told.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "name: x\ngame: castaways\nstrategy: random\n"
            "factors:\n  v:\n    a: {}\n    b: {rules.headland: 5, rules.heart_start: 9}\n",
            r":7:47: interior_start, heart_start and headland must ascend, found \d+, 9, 5",
        ),
        (HEAD + "strategy: random\nrules: {expansions: mages, reefs}\n", r"stand in a list: \[a, b\]"),
        (
            HEAD + "strategy: random\nfactors: {v: {a: {rules.expansions: mages, reefs}}}\n",
            r"stand in a list: \[a, b\]",
        ),
    ],
)
def test_values_that_belong_together(text: str, message: str, write_experiment: Write) -> None:
    with pytest.raises(BadInput, match=message):
        load_experiment(write_experiment(text))


def test_a_file_in_utf_16_is_named(write_experiment: Write) -> None:
    path = write_experiment("")
    path.write_bytes("name: x\n".encode("utf-16"))
    with pytest.raises(BadInput, match="is not UTF-8 text but UTF-16; save it as UTF-8"):
        load_experiment(path)


def test_a_word_that_shares_little_is_not_offered(write_experiment: Write) -> None:
    with pytest.raises(BadInput) as told:
        load_experiment(write_experiment(HEAD + "strategy: random\nrules: {darkhouse_level: no}\n"))
    assert str(told.value).endswith("unknown darkhouse_level 'no'; Allowed: intro, normal, difficult")
