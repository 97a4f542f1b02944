"""What changed from one run to another: the answer in its first sentence, what differs, each result."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

from simkit.document.blocks import Table
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.report.questions.compare import (
    MOST_BY_CHANCE,
    MOST_FINDINGS,
    Compared,
    finished,
    table_of_results,
)
from simkit.results.claims import Change, Claim, Contrast, Extreme, Nothing, Of, Quantity, Several, Truth
from simkit.run.findings.comparison import Difference
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import POINTS, Estimate, is_significant
from simkit.words.differences import with_differences

PIG = "name: pig\ngame: pig\ngames: 400\nreport: none\nfactors: {strategies.0.n: [15, 20]}\n"


@pytest.fixture(scope="module")
def pigs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, RunDirectory]:
    """Runs of Pig: as printed, to 20 points, the same once more, with another seed, and another player."""
    folder = tmp_path_factory.mktemp("pigs")
    file = folder / "pig.yaml"

    def run(name: str, *settings: str, players: str = "[hold_at, random]", seed: int = 1) -> RunDirectory:
        file.write_text(f"{PIG}strategies: {players}\n", encoding="utf-8")
        return run_experiment(load_experiment(file, Overrides(None, seed, settings)), folder / name, jobs=1)

    made = {
        "printed": run("printed"),
        "short": run("short", "rules.target=20"),
        "seed": run("seed", seed=2),
        "alike": run("alike", players="[hold_at, hold_at]"),
    }
    return {**made, "again": RunDirectory(shutil.copytree(folder / "printed", folder / "again"))}


def claims_of(compared: Compared) -> list[Claim]:
    """Return what the answer claims, the first sentence's first."""
    return [claim for sentence in compared.sentences for claim in sentence.claims]


def test_the_answer_is_the_mean_change_over_settings_that_agree(pigs: dict[str, RunDirectory]) -> None:
    compared = Compared(pigs["printed"], pigs["short"])
    (settings,) = compared.by_player
    first, length = claims_of(compared)
    assert isinstance(first, Change)
    change, before, after = (quantity.estimate for quantity in first.quantities)
    assert change.value == pytest.approx(np.mean([setting.difference.value for setting in settings]))
    assert change.value == pytest.approx(after.value - before.value)
    assert change.high < 0
    back = Compared(pigs["short"], pigs["printed"])
    assert claims_of(back)[0].quantities[0].estimate.value == pytest.approx(-change.value)
    assert length.quantities[0].of.terms[0][0].column == "turns"  # type: ignore[union-attr]


def test_a_change_is_said_with_the_rules_labels(pigs: dict[str, RunDirectory]) -> None:
    assert str(Compared(pigs["printed"], pigs["short"]).sentences[0]).startswith("With the target at 20 ")


def test_means_over_settings_count_a_game_of_the_same_number_once(pigs: dict[str, RunDirectory]) -> None:
    compared = Compared(pigs["printed"], pigs["short"])
    won = [
        [
            run.seats_in([scenario]).filter(player=0).sort("game").collect()["won"].to_numpy()
            for scenario in (0, 1)
        ]
        for run in (pigs["printed"], pigs["short"])
    ]
    each = np.mean(np.array(won[1], float) - np.array(won[0], float), axis=0)
    found = compared.truth.value(claims_of(compared)[0].quantities[0].of)
    assert found.value == pytest.approx(each.mean())
    assert (found.high - found.low) / 2 == pytest.approx(1.97 * each.std() / 400**0.5, rel=0.05)


def test_two_other_runs_judge_what_two_runs_claim(pigs: dict[str, RunDirectory], tmp_path: Path) -> None:
    claims = claims_of(Compared(pigs["printed"], pigs["short"]))
    truth = Truth(pigs["printed"], pigs["short"])
    assert [claim.holds(truth) for claim in claims] == [True, True]
    assert [claim.holds(Truth(pigs["short"], pigs["printed"])) for claim in claims] == [False, False]
    assert [claim.holds(Truth(pigs["seed"], pigs["short"])) for claim in claims] == [
        True,
        True,
    ]  # no common luck


def test_runs_of_other_seeds_are_compared_as_two_samples(pigs: dict[str, RunDirectory]) -> None:
    compared = Compared(pigs["seed"], pigs["short"])
    first = claims_of(compared)[0]
    change, before, after = (quantity.estimate for quantity in first.quantities)
    assert change.value == pytest.approx(after.value - before.value)
    assert compared.truth.value(first.quantities[0].of).method == "Welch t"


def test_runs_of_different_length_are_compared_over_the_games_of_both(
    pigs: dict[str, RunDirectory], tmp_path: Path
) -> None:
    file = tmp_path / "pig.yaml"
    file.write_text(f"{PIG}strategies: [hold_at, random]\n", encoding="utf-8")
    few = Overrides(100, 1, ("rules.target=20",))
    fewer = run_experiment(load_experiment(file, few), tmp_path / "few", jobs=1)
    change, before, after = claims_of(Compared(pigs["printed"], fewer))[0].quantities
    assert (change.estimate.n, before.estimate.n, after.estimate.n) == (100, 100, 100)
    assert change.estimate.value == pytest.approx(after.estimate.value - before.estimate.value)


def with_main(compared: Compared, ends: Sequence[tuple[float, float]]) -> Compared:
    """Return a comparison in which the main result changes so in its settings."""
    found = (Estimate((low + high) / 2, low, high, 400, "", POINTS) for low, high in ends)
    main = [
        replace(change, difference=new, is_clear=is_significant(new, len(ends)))
        for change, new in zip(compared.by_player[0], found, strict=True)
    ]
    compared.__dict__["changes"] = [*main, *(change for change in compared.changes if not change.is_main)]
    for name in ("main", "by_player"):
        compared.__dict__.pop(name, None)
    return compared


def compared_pigs(pigs: dict[str, RunDirectory], *ends: tuple[float, float]) -> Compared:
    compared = Compared(pigs["printed"], pigs["short"])
    return with_main(compared, ends)


def test_settings_that_disagree_are_counted_and_the_printed_one_is_quoted(
    pigs: dict[str, RunDirectory],
) -> None:
    def counts(*ends: tuple[float, float]) -> list[tuple[int, int]]:
        claims = compared_pigs(pigs, *ends)._answer[0]
        return [(claim.at_least, len(claim.claims)) for claim in claims if isinstance(claim, Several)]

    assert counts((-0.10, -0.06), (-0.55, -0.45)) == [(2, 2)]
    assert counts((0.06, 0.10), (-0.55, -0.45)) == [(1, 2), (1, 2)]
    assert counts((-0.02, 0.02), (-0.55, -0.45)) == [(1, 2)]


def test_the_setting_that_changes_most_is_measured_in_fresh_games_of_both_runs(tmp_path: Path) -> None:
    file = tmp_path / "pig.yaml"
    file.write_text(PIG.replace("[15, 20]", "[2, 20]") + "strategies: [hold_at, hold_at]\n", encoding="utf-8")
    runs = [
        run_experiment(load_experiment(file, Overrides(1_500, 1, settings)), tmp_path / name, jobs=1)
        for name, settings in (("printed", ()), ("short", ("rules.target=10",)))
    ]
    compared = Compared(*runs)
    (most,) = (claim for claim in claims_of(compared) if isinstance(claim, Extreme))
    (size,) = most.quantities
    assert size.is_fresh
    assert {of.run for of, _ in size.of.terms} == {0, 1}  # type: ignore[union-attr]
    assert all((run.path / "fresh").is_dir() for run in runs)
    assert most.holds(compared.truth)
    own: Quantity = compared._effect([next(c for c in compared.main if c.levels == {"strategies.0.n": "2"})])
    assert own.of == size.of
    assert abs(own.estimate.value - size.estimate.value) < 0.15
    assert own.estimate.value != size.estimate.value


def test_what_is_won_stands_first_then_length_then_the_rest(pigs: dict[str, RunDirectory]) -> None:
    compared = Compared(pigs["printed"], pigs["short"])
    mains = [change.is_main for change in compared.clear]
    assert mains == sorted(mains, reverse=True)
    rest = [change.column for change in compared.clear if not change.is_main]
    assert rest[0] == "turns"


def test_what_is_within_chance_has_an_interval_around_0(pigs: dict[str, RunDirectory]) -> None:
    compared = compared_pigs(pigs, (0.001, 0.035), (-0.02, 0.02))
    sections = {section.heading: section.blocks for section in compared.document().sections}
    shown = {
        heading: [row["change"] for row in table.dicts()]
        for heading in ("Open", "Within chance")
        for table in sections[heading]
        if isinstance(table, Table)
    }
    for heading, changes in shown.items():
        for words in changes:
            _, low, high = (
                float(figure.replace("\u2212", "-")) for figure in re.findall(r"[+\u2212]?[\d.]+", words)
            )
            assert (low <= 0 <= high) is (heading == "Within chance")
    assert all(shown.values())


def test_a_result_is_one_row_with_its_mean_and_in_how_many_settings_it_rises(
    pigs: dict[str, RunDirectory],
) -> None:
    compared = Compared(pigs["printed"], pigs["short"])
    rows = table_of_results(compared).dicts()
    assert len(rows) == len({(change.column, change.level, change.of) for change in compared.clear})
    for row, (_, changes) in zip(rows, compared.by_result, strict=True):
        rises = [change.difference.value > 0 for change in changes if change.is_clear]
        assert row["change"].value == pytest.approx(np.mean([change.difference.value for change in changes]))
        assert (row["more in"], row["less in"]) == (f"{sum(rises)} of 2", f"{len(rises) - sum(rises)}")
    assert [row["result"] for row in rows[:3]] == ["won", "won", "turns"]


def test_the_picture_stays_with_the_main_result_however_many_settings_there_are(
    pigs: dict[str, RunDirectory], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Compared(pigs["printed"], pigs["short"])
    assert [estimate for _, estimate, _ in few.drawn] == [change.difference for change in few.main]
    monkeypatch.setattr("simkit.report.questions.compare.MOST_ON_PAGE_ONE", 1)
    many = Compared(pigs["printed"], pigs["short"])
    (answer, *_) = many.document().figures()
    assert answer.name == "main_change"
    monkeypatch.setattr("simkit.report.questions.compare.MOST_ON_PAGE_ONE", 10)
    main = [
        replace(change, levels={"strategies.0.n": change.levels["strategies.0.n"]}) for change in many.main
    ] * 6
    many.__dict__["main"] = main
    many.__dict__.pop("drawn", None)
    averages = [estimate.value for _, estimate, _ in many.drawn]
    assert averages[0] == pytest.approx(np.mean([change.difference.value for change in many.by_player[0]]))
    assert averages[-2:] == pytest.approx([change.difference.value for change in many.by_player[0]])


def test_answer_and_picture_are_about_the_result_that_the_experiment_is_about(tmp_path: Path) -> None:
    file = tmp_path / "pig.yaml"
    file.write_text(
        f"{PIG}strategies: [hold_at, hold_at]\ntitle: What does the target do to scores?\n", "utf-8"
    )
    runs = [
        run_experiment(load_experiment(file, Overrides(None, 1, settings)), tmp_path / name, jobs=1)
        for name, settings in (("printed", ()), ("short", ("rules.target=50",)))
    ]
    compared = Compared(*runs)
    assert {change.column for change in compared.main} == {"score"}
    assert {of.column for claim in claims_of(compared)[:1] for of in _means(claim)} == {"score"}
    (figure, *_) = compared.document().figures()
    assert "mean score" in figure.caption


def _means(claim: Claim) -> list[Of]:
    (subject, *_) = claim.subjects
    return [of for of, _ in subject.terms] if isinstance(subject, Contrast) else [subject]


def test_other_results_of_settings_that_disagree_are_counted(pigs: dict[str, RunDirectory]) -> None:
    compared = Compared(pigs["printed"], pigs["short"])
    rolls = [change for change in compared.changes if change.column == "rolls"]
    assert not compared._agree(rolls)
    (found,) = [claims for claims in compared._others if _means(claims[0])[0].column == "rolls"]
    (claim,) = found
    assert isinstance(claim, Several) and (claim.at_least, len(claim.claims)) == (2, len(rolls))


def test_runs_that_do_not_differ_say_so(pigs: dict[str, RunDirectory]) -> None:
    same = Compared(pigs["printed"], pigs["again"])
    (said,) = same.sentences
    assert f"all {len(same.changes)} results" in said
    assert (same.differences, same.clear) == ([], [])
    page = same.document()
    assert page.title == "Two runs of the same rules and players"
    assert page.findings == []


def test_another_seed_moves_nothing_and_the_margin_is_said(pigs: dict[str, RunDirectory]) -> None:
    compared = Compared(pigs["printed"], pigs["seed"])
    (claim,) = claims_of(compared)
    assert isinstance(claim, Nothing)
    assert 0 < claim.margin < 0.05
    assert len(compared.document().figures()) == 1


def test_what_differs_is_said_with_labels() -> None:
    rule = Difference("rule", "spell_cost_tide", "2", "1")
    board = Difference("rule", "board", "A1", "B1")
    player = Difference("players", "", "novice", "expert")

    def said(*differences: Difference) -> str:
        return with_differences(NautilionKnobs, differences)

    assert said(rule) == "with the price of an Artificial Tide at 1 instead of 2"
    assert said(rule, board) == f"{said(rule)} and on board B1 instead of A1"
    assert said(rule, board, Difference("code")) == "with 3 differences together"
    assert said(Difference("seed", "", "1", "2")) == "with another seed"
    assert said(player) == "with the player expert instead of novice"
    assert said(replace(player, before="novice, novice")).startswith("with the players expert instead")
    assert said(player, replace(player, before="random")) == "with other players"
    assert said(Difference("code", "expert")) == "with the changed code of expert"
    assert said(Difference("code")) == "with the changed code of the game"


def test_other_players_are_what_differs(pigs: dict[str, RunDirectory]) -> None:
    compared = Compared(pigs["printed"], pigs["alike"])
    assert {difference.what for difference in compared.differences} == {"players"}
    claim = claims_of(compared)[0]
    assert compared.voice.doer(claim.quantities[1].of).subject == "player 1"


def test_results_are_sorted_by_what_they_are_and_clear_ones_come_first(pigs: dict[str, RunDirectory]) -> None:
    compared = Compared(pigs["printed"], pigs["short"])
    changes = compared.changes
    assert 0 < len(compared.clear) < len(changes)
    kinds = [
        (change.is_main, change.column == "turns", change.column in ("won", "score"), change.level)
        for change in changes
    ]
    assert kinds == sorted(kinds, reverse=True)
    for kind in set(kinds):
        alike = [change for change, other in zip(changes, kinds, strict=True) if other == kind]
        places = [(not change.is_clear, -abs(change.size)) for change in alike]
        assert places == sorted(places)
    for main in (True, False):
        own = [change for change in changes if change.is_main == main]
        assert all(change.is_clear == is_significant(change.difference, len(own)) for change in own)
    (games, after) = (pigs[name].games_in([0]).collect()["turns"] for name in ("printed", "short"))
    turns = next(c for c in changes if c.column == "turns" and c.levels == {"strategies.0.n": "15"})
    spread = ((games.var(ddof=0) + after.var(ddof=0)) / 2) ** 0.5  # type: ignore[operator]
    assert turns.size == pytest.approx((after.mean() - games.mean()) / spread)  # type: ignore[operator]


def test_the_page_has_the_answer_what_differs_and_what_moved(pigs: dict[str, RunDirectory]) -> None:
    compared = Compared(pigs["printed"], pigs["short"])
    page = compared.document()
    assert page.answer is not None
    assert page.answer.sentences == compared.sentences
    assert page.answer.figure is not None
    differs, moved, *_, chance, how = page.sections
    assert isinstance(differs.blocks[0], Table)
    assert differs.blocks[0].frame.row(0)[:3] == ("target", "100", "20")
    assert "points" in differs.blocks[0].frame["meaning"][0]
    assert 0 < len(compared.findings) <= MOST_FINDINGS
    assert not {claim for finding in compared.findings for claim in finding.claims} & set(claims_of(compared))
    assert (moved.heading, chance.heading, how.heading) == (
        "What moved",
        "Within chance",
        "How it was compared",
    )
    results, table = (block for block in moved.blocks if isinstance(block, Table))
    assert results.height == len(compared.by_result)
    assert len(table.frame) == len(compared.clear)
    assert table.frame["size"][0] == f"{compared.clear[0].size:+.2f}".replace("-", "\N{MINUS SIGN}")
    listed = [block for block in chance.blocks if isinstance(block, Table)]
    assert all(len(block.frame) <= MOST_BY_CHANCE for block in listed)


@pytest.mark.parametrize("after", ["short", "seed", "alike", "again"])
def test_page_one_of_a_comparison_is_as_it_was(after: str, pigs: dict[str, RunDirectory]) -> None:
    compared = Compared(pigs["printed"], pigs[after])
    marks = [("", compared.sentences), ("* ", compared.findings)]
    lines = [
        f"{mark}{words}  [{', '.join(claim.kind for claim in words.claims)}]"
        for mark, said in marks
        for words in said
    ]
    lines += [f"# {figure.number} {figure.meaning}" for figure in compared.key_figures()]
    page = "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ").replace("\N{MINUS SIGN}", "-") + "\n"
    golden = Path(__file__).with_name("page_one") / f"compared_{after}.txt"
    if os.environ.get("SIMKIT_RENEW"):
        golden.write_text(page, encoding="utf-8")
    known = golden.read_text(encoding="utf-8")
    assert known == page, "SIMKIT_RENEW=1 pytest tests/report/test_compared.py writes it anew"


def test_the_command_writes_a_page_and_names_before_and_after(
    simkit: Callable[..., Result], pigs: dict[str, RunDirectory], tmp_path: Path
) -> None:
    before, after = pigs["printed"].path, pigs["short"].path
    told = simkit("compare", after, before, "--report", "--no-pdf", "--out", tmp_path / "page")
    assert told.exit_code == 0, told.output
    lines = told.output.splitlines()
    assert lines[0] == str(Compared(pigs["short"], pigs["printed"]).sentences[0])
    assert f"before  {after}, finished 20" in told.output
    assert f"after   {before}, finished 20" in told.output
    assert "differs rules.target 20 -> 100" in told.output
    is_later = finished(pigs["short"]) > finished(
        pigs["printed"]
    )  # to the minute: true if one begins between
    assert ("named first counts as before" in told.output) is is_later
    page = tmp_path / "page" / "compare.html"
    assert str(page) in "".join(told.output.split())
    assert lines[0].partition(";")[0] in page.read_text(encoding="utf-8").replace("&#39;", "'")
    assert [path.name for path in page.parent.iterdir() if path.is_file()] == ["compare.html"]
    assert list((page.parent / "figures").glob("*.svg"))
    wrong = simkit("compare", before, after, "--no-pdf")
    assert (wrong.exit_code, "add --report" in wrong.stderr) == (2, True)


def test_the_order_of_the_caller_counts_even_if_the_first_is_newer(
    simkit: Callable[..., Result], pigs: dict[str, RunDirectory], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = pigs["printed"].path, pigs["again"].path
    times = {before: "2026-01-02 10:00", after: "2026-01-01 10:00"}
    monkeypatch.setattr("simkit.cli.compare.finished", lambda run: times[run.path])
    note = "named first counts as before, though it was finished later"
    assert note in " ".join(simkit("compare", before, after).output.split())
    assert note not in " ".join(simkit("compare", after, before).output.split())
