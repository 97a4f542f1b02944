"""What the tool counts of claims is what the claims say, and a measurement that was stopped goes on."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import simkit
from simkit.experiment.about import About, asked_about
from simkit.results.claims import Claim, Level, Quantity, Truth
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate
from tests.report.test_claim_kinds import CASES, PIG, won

TOOLS = Path(__file__).parents[2] / "tools"

FIVE = ("pig_target", "market_hand", "yacht_bonus", "nautilion_dice", "island_tokens")


@pytest.fixture
def replicate(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(TOOLS))
    return importlib.import_module("replicate")


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(TOOLS))
    return importlib.import_module("judge_claims")


def measured(replicate: Any, out: Path, *options: str) -> str:
    """Return what the tool prints."""
    done = CliRunner().invoke(replicate.main, ["--out", str(out), *options])
    assert done.exit_code == 0, done.output
    return done.output


def test_a_measurement_goes_on_where_it_was_and_its_tables_fit_the_page(
    replicate: Any, tmp_path: Path
) -> None:
    asked = ("--only", "pig_die", "--seeds", "1", "--scale", "0.05", "--times", "4")
    printed = measured(replicate, tmp_path, *asked)
    (judged,) = tmp_path.rglob("*.claims.json")
    runs = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}
    claims = json.loads(judged.read_text())["claims"]
    assert len(runs) and claims and {claim["holds"] for claim in claims} <= {True, False, None}
    judged.unlink()
    page = tmp_path / "page.md"
    page.write_text(f"before\n{replicate.BEGIN}what was there\n{replicate.END}after\n")
    again = measured(replicate, tmp_path, *asked, "--page", str(page))
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")} == runs
    assert json.loads(judged.read_text())["claims"] == claims
    table = "| kind of claim |"
    assert table in printed and table in page.read_text() and "what was there" not in page.read_text()
    assert (
        again.split(table)[1].split("| experiment |")[0] == printed.split(table)[1].split("| experiment |")[0]
    )


def test_what_fails_is_named_and_the_rest_is_measured(
    replicate: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(own: Any, _plan: Any, _found: Any) -> None:
        if own.name == "pig_die":
            raise RuntimeError("the die is broken")

    monkeypatch.setattr(replicate, "_measure", broken)
    done = CliRunner().invoke(
        replicate.main, ["--out", str(tmp_path), "--only", "pig_die", "--only", "pig_target"]
    )
    assert done.exit_code == 1 and "the die is broken" in done.output and "| pig_target |" in done.output


def test_a_name_that_is_not_on_the_list_is_reported(replicate: Any) -> None:
    done = CliRunner().invoke(replicate.main, ["--only", "pig_dice"])
    assert done.exit_code == 2 and "found 'pig_dice'" in done.output


def test_the_page_has_room_for_the_tables(replicate: Any) -> None:
    page = replicate.PAGE.read_text()
    assert page.count(replicate.BEGIN) == page.count(replicate.END) == 1


def test_the_list_covers_all_questions_and_all_games(replicate: Any) -> None:
    listed = [simkit.experiment(experiment.file) for experiment in replicate.listed()]
    assert len({experiment.name for experiment in replicate.listed()}) == len(listed)
    assert {experiment.game.name for experiment in listed} >= {
        "castaways", "nautilion", "nautilus_2002", "nautilus_island", "night_market", "pig", "yacht",
    }  # fmt: skip
    own = [simkit.experiment(file) for file in sorted(replicate.OWN.glob("*.yaml"))]
    targets = [[(target.subject, target.column) for target in one.targets] for one in own]
    asked = {
        asked_about(one.varied, aims, one.question).about for one, aims in zip(own, targets, strict=True)
    }
    assert asked == {*About}


def of(*scenarios: int, whose: str = "game") -> dict[str, Any]:
    return {"column": "won", "of": whose, "scenarios": list(scenarios)}


def contrast(more: dict[str, Any], less: dict[str, Any]) -> dict[str, Any]:
    return {"terms": [{"times": 1.0, **more}, {"times": -1.0, **less}], "constant": 0.0}


def quantity(about: dict[str, Any], truth: float, *, is_alone: bool = False) -> dict[str, Any]:
    return {"value": 0.5, "low": 0.4, "high": 0.6, "of": about, "is_alone": is_alone, "truth": truth}


def change(more: dict[str, Any], less: dict[str, Any], **besides: Any) -> dict[str, Any]:
    return {"kind": "change", "contrast": contrast(more, less), "bound": 0.0, "quantities": []} | besides


def test_claims_are_counted_by_kind_and_levels_among_the_intervals(replicate: Any) -> None:
    claims = [
        *({**change(of(1), of(0)), "holds": holds} for holds in (True, True, False, None)),
        {"kind": "level", "quantities": [], "holds": False},
    ]
    rows = replicate._by_kind(claims).splitlines()[2:]
    assert rows == ["| change | 4 | 3 | 1 | 33.3 % | 25.0 % |", "| all | 4 | 3 | 1 | 33.3 % | 25.0 % |"]


def test_an_interval_counts_once_a_page_and_chosen_ones_are_apart(replicate: Any) -> None:
    printed = [
        quantity(contrast(of(1), of(0)), 0.45),
        quantity(of(2), 0.7),
        quantity(of(3), 0.5, is_alone=True),
    ]
    extreme = {"kind": "extreme", "first": [of(1)], "rest": [of(2), of(3)], "quantities": []}
    page = [extreme, change(of(1), of(0), quantities=printed), change(of(1), of(0), quantities=printed)]
    rows = replicate._of_intervals([page, page]).splitlines()[2:]
    assert [row.split("|")[2:5] for row in rows] == [
        [" 2 ", " 2 ", " 100.0 % "], [" 2 ", " 0 ", " 0.0 % "], [" 2 ", " 2 ", " 100.0 % "],
    ]  # fmt: skip


SAID: list[tuple[dict[str, Any], float]] = [
    (change(of(4), of(0)), True),
    (change(of(0), of(4)), True),
    (change(of(4, 5), of(0, 1)), True),
    (change(of(5), of(1)), False),  # another player
    (change(of(4), of(2)), False),  # another level
    (change(of(4, whose="place 0"), of(0, whose="place 0")), False),
    ({"kind": "extreme", "first": [of(4)], "rest": [of(2), of(0)]}, True),
    ({"kind": "extreme", "first": [of(2)], "rest": [of(4), of(0)]}, False),
    ({"kind": "extreme", "first": [contrast(of(0), of(4))], "rest": [contrast(of(0), of(2))]}, True),
    ({"kind": "extreme", "first": [contrast(of(0), of(2))], "rest": [contrast(of(0), of(4))]}, False),
    (
        {
            "kind": "extreme",
            "first": [of(4)],
            "rest": [of(2)],
            "quantities": [quantity(contrast(of(4), of(0)), 0.5)],
        },
        True,
    ),
    ({"kind": "order", "ranked": [of(2), of(4), of(0)]}, True),
    ({"kind": "turning", "above": of(4), "below": of(0), "bound": 0.5}, True),
    ({"kind": "nothing", "contrast": contrast(of(4), of(0)), "margin": 0.01}, False),
    ({"kind": "several", "claims": [change(of(4), of(0)), change(of(2), of(0))], "at_least": 2}, True),
    ({"kind": "several", "claims": [change(of(4), of(0)), change(of(2), of(0))], "at_least": 1}, 0.5),
    (change(of(4, 2), of(0)), False),  # with other levels besides
]


LEVELS = ["first", "first", "b", "b", "a", "a"]
"""Two players, three levels: scenarios 0, 2 and 4 are of the first player."""


def effect(replicate: Any, *, how: str = "named", levels: list[str] = LEVELS, level: str = "a") -> Any:
    compared = {"factor": "rule", "is_asked": True, "level": level, "base": levels[0], "how": how}
    whose = {"column": "won", "of": "game", "is_mirrored": False, "scenarios": [0, 2, 4]}
    return replicate.Effect(**compared, **whose, levels=levels, size=0.1)


@pytest.mark.parametrize(("claim", "is_said"), SAID)
def test_an_effect_is_said_by_a_claim_about_its_level_and_the_first_one(
    replicate: Any, claim: dict[str, Any], is_said: float
) -> None:
    assert replicate.is_said(effect(replicate), [claim]) == is_said


def test_of_a_number_any_two_levels_say_what_it_does(replicate: Any) -> None:
    number = effect(replicate, how=replicate.NUMBER)
    assert replicate.is_said(number, [change(of(4), of(2))]) and replicate.is_said(
        number, [change(of(2), of(0))]
    )
    assert not replicate.is_said(number, [change(of(5), of(3))])  # another player


def test_a_part_is_said_by_sets_with_it_and_without(replicate: Any) -> None:
    sets = ["none", "none", "b", "b", "a+b", "a+b"]
    part = effect(replicate, how=replicate.PART, levels=sets)
    assert replicate.is_said(part, [change(of(2), of(4))])
    assert not replicate.is_said(
        effect(replicate, how=replicate.PART, levels=sets, level="b"), [change(of(2), of(4))]
    )


def test_a_value_that_is_not_known_is_said_by_any_of_its_alternatives(replicate: Any) -> None:
    values = ["as assumed", "as assumed", "A2: more", "A2: more", "A2: less", "A2: less"]
    value = effect(replicate, how=replicate.VALUE, levels=values, level="A2: less")
    assert replicate.is_said(value, [change(of(2), of(0))])
    assert not replicate.is_said(value, [change(of(4), of(2))])


def test_effects_over_five_points_are_those_of_levels_against_the_first(
    replicate: Any, run_once_of: Callable[[str], RunDirectory]
) -> None:
    (effect,) = replicate.large_effects(run_once_of(PIG.replace("[2, 10, 20, 21]", "[2, 20]")))
    assert (effect.level, effect.base, effect.of, effect.scenarios) == ("20", "2", "player 0", [0, 1])
    assert effect.is_asked and effect.is_mirrored and effect.size > 0.05


@pytest.fixture(scope="module")
def truth(run_once_of: Callable[[str], RunDirectory]) -> Truth:
    return Truth(run_once_of(PIG))


def levels(truth: Truth) -> Iterable[Claim]:
    rate = truth.value(won(2)).value
    for low in (rate - 0.1, rate + 0.1, float("nan")):
        yield Level(quantities=(Quantity(Estimate(rate, low, low + 0.2, 100, "Wilson"), won(2)),))


def test_the_second_opinion_is_the_same_for_every_kind_of_claim(judge: Any, truth: Truth) -> None:
    other = judge.Judge(truth.run.path)
    for claim in (*(claim for claim, _ in CASES), *levels(truth)):
        data = json.loads(json.dumps(claim.as_data()))
        assert other.holds(data) is claim.holds(truth), claim


@pytest.mark.long
@pytest.mark.parametrize("name", FIVE)
def test_claims_of_five_experiments_hold_and_both_judges_agree(
    name: str, replicate: Any, judge: Any, tmp_path: Path
) -> None:
    measured(replicate, tmp_path, "--only", name, "--seeds", "2")
    pages = [json.loads(file.read_text())["claims"] for file in tmp_path.rglob("*.claims.json")]
    (run,) = (path for path in tmp_path.rglob("truth-*-games") if path.is_dir())
    other = judge.Judge(run)
    claims = [claim for page in pages for claim in page]
    assert len(pages) == 2 and all(pages)
    for claim in claims:
        assert {claim["holds"], other.holds(claim)} != {True, False}, claim["sentence"]
    more = [claim for claim in claims if claim["kind"] != replicate.FIGURE and claim["holds"] is not None]
    assert sum(not claim["holds"] for claim in more) <= max(1, 0.1 * len(more))
