"""What changed from one run to another: the answer in its first sentence, what differs, results by size."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

from simkit.experiment.file.load import Overrides, load_experiment
from simkit.report.compared.page import MOST_BY_CHANCE, MOST_FINDINGS, comparison_document
from simkit.report.compared.sentences import Compared, finished, subject_of
from simkit.report.document.blocks import Table
from simkit.run.findings.comparison import Difference
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import POINTS, Estimate, is_significant

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


def test_the_first_sentence_is_the_answer(pigs: dict[str, RunDirectory]) -> None:
    compared = Compared(pigs["printed"], pigs["short"])
    assert compared.mean is not None
    d, count = compared.mean, len(compared.changes) - 2
    assert d.value == pytest.approx(np.mean([own.difference.value for own in compared.of_lead]))
    assert compared.sentences[0].startswith(
        "Target at 20 instead of 100 lowers how often a casual player wins by "
        f"{-100 * d.value:.1f} points ({-100 * d.high:.1f} to {-100 * d.low:.1f}), on average over 2 "
        f"settings; at least {len(compared.clear) - 2} of {count} other results move, too."
    )
    assert len(compared.sentences) == 2
    back = Compared(pigs["short"], pigs["printed"])
    assert back.sentences[0].startswith("Target at 100 instead of 20 raises how often a casual player wins")


def with_main(compared: Compared, ends: Sequence[tuple[float, float]]) -> Compared:
    """Return a comparison in which the main result changes so in its settings."""
    found = (Estimate((low + high) / 2, low, high, 400, "", POINTS) for low, high in ends)
    main = [
        replace(own, difference=new, is_clear=is_significant(new, len(ends)))
        for own, new in zip(compared.of_lead, found, strict=True)
    ]
    compared.__dict__["changes"] = [*main, *(own for own in compared.changes if not own.is_main)]
    del compared.__dict__["main"], compared.__dict__["of_lead"]
    return compared


def compared_pigs(pigs: dict[str, RunDirectory], *ends: tuple[float, float]) -> Compared:
    compared = Compared(pigs["printed"], pigs["short"])
    assert compared.of_lead
    return with_main(compared, ends)


def test_settings_that_disagree_are_counted_and_the_first_is_quoted(pigs: dict[str, RunDirectory]) -> None:
    compared = compared_pigs(pigs, (-0.10, -0.06), (-0.55, -0.45))
    (said, *_) = compared.sentences
    assert "lowers how often a casual player wins in both settings; " in said
    assert "with player 1's n 15 by 8.0 points" in said
    compared = compared_pigs(pigs, (0.06, 0.10), (-0.55, -0.45))
    assert " wins in 1 of 2 settings and lowers it in 1; " in compared.sentences[0]
    compared = compared_pigs(pigs, (-0.02, 0.02), (-0.55, -0.45))
    assert " wins in at least 1 of 2 settings (1 open); " in compared.sentences[0]


def test_what_is_won_stands_first_then_length_then_the_rest(pigs: dict[str, RunDirectory]) -> None:
    compared = Compared(pigs["printed"], pigs["short"])
    mains = [own.is_main for own in compared.clear]
    assert mains == sorted(mains, reverse=True)
    rest = [own.column for own in compared.clear if not own.is_main]
    assert rest[0] == "turns"


def test_what_is_within_chance_has_an_interval_around_0(
    simkit: Callable[..., Result], pigs: dict[str, RunDirectory], monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = compared_pigs(pigs, (0.001, 0.035), (-0.02, 0.02))
    assert not compared.main[0].is_clear
    monkeypatch.setattr("simkit.report.compared.sentences.compare_runs", lambda *_: compared.changes)
    output = simkit("compare", pigs["printed"].path, pigs["short"].path).output
    within = output.partition("The main result where it is within chance")[2]
    assert "\u22122.0" in within and "+0.1" not in within
    assert "+0.1" in output.partition("The main result where it is open")[2]


def test_runs_that_do_not_differ_say_so(pigs: dict[str, RunDirectory]) -> None:
    same = Compared(pigs["printed"], pigs["again"])
    assert same.sentences == [
        f"Nothing differs: rules, players and seed are the same, and so are all {len(same.changes)} results."
    ]
    assert (same.differences, same.clear) == ([], [])
    page = comparison_document(same)
    assert page.title == "Two runs of the same rules and players"
    assert page.findings == []


def test_another_seed_moves_nothing_beyond_chance(pigs: dict[str, RunDirectory]) -> None:
    compared = Compared(pigs["printed"], pigs["seed"])
    assert compared.sentences[0].startswith("Another seed does not move how often ")
    assert compared.sentences[0].endswith(f"none of {len(compared.changes)} results moves beyond chance.")
    assert len(compared.sentences) == 1
    assert len(comparison_document(compared).figures()) == 1


def test_what_differs_is_the_subject_of_the_sentence() -> None:
    rule = Difference("rule", "spell_cost_tide", "2", "1")
    word = Difference("rule", "board", "A1", "B1")
    assert subject_of([rule]).words == "Spell cost tide at 1 instead of 2"
    assert subject_of([rule, word]).words == "Spell cost tide at 1 instead of 2 and board B1 instead of A1"
    assert subject_of([rule, word]).verb("raise") == "raise"
    assert subject_of([rule, word, Difference("code")]).words == "The 3 differences together"
    assert subject_of([Difference("seed", "", "1", "2")]).words == "Another seed"
    one = Difference("players", "", "novice", "expert")
    assert subject_of([one]).words == "The player expert instead of novice"
    both = subject_of([replace(one, before="novice, novice")])
    assert (both.words, both.does_not("move")) == (
        "The players expert instead of novice, novice",
        "do not move",
    )
    assert subject_of([Difference("code", "expert")]).words == "The changed code of expert"
    assert subject_of([Difference("code")]).words == "The changed code of the game"


def test_other_players_are_what_differs(pigs: dict[str, RunDirectory]) -> None:
    assert Compared(pigs["printed"], pigs["alike"]).sentences[0].startswith("The players hold_at")


def test_results_are_sorted_by_size_and_clear_ones_come_first(pigs: dict[str, RunDirectory]) -> None:
    changes = Compared(pigs["printed"], pigs["short"]).changes
    clear = [change for change in changes if change.is_clear]
    assert 0 < len(clear) < len(changes)
    assert changes[: len(clear)] == clear
    for part in (clear, changes[len(clear) :]):
        sizes = [abs(change.size) for change in part]
        assert sizes == sorted(sizes, reverse=True)
    for main in (True, False):
        own = [change for change in changes if change.is_main == main]
        assert all(change.is_clear == is_significant(change.difference, len(own)) for change in own)
    (games, after) = (pigs[name].games([0]).collect()["turns"] for name in ("printed", "short"))
    turns = next(c for c in changes if c.column == "turns" and c.levels == {"strategies.0.n": "15"})
    spread = ((games.var(ddof=0) + after.var(ddof=0)) / 2) ** 0.5  # type: ignore[operator]
    assert turns.size == pytest.approx((after.mean() - games.mean()) / spread)  # type: ignore[operator]


def test_the_page_has_the_answer_what_differs_and_what_moved(pigs: dict[str, RunDirectory]) -> None:
    compared = Compared(pigs["printed"], pigs["short"])
    page = comparison_document(compared)
    assert page.title == "Target at 20 instead of 100"
    assert page.answer is not None
    assert page.answer.sentences == compared.sentences
    assert page.answer.figure is not None
    differs, moved, chance, how = page.sections
    assert isinstance(differs.blocks[0], Table)
    assert differs.blocks[0].frame.row(0)[:3] == ("target", "100", "20")
    assert "points" in differs.blocks[0].frame["meaning"][0]
    assert len(page.findings) <= MOST_FINDINGS
    said = " ".join(compared.sentences)
    assert not any(str(finding) in said for finding in page.findings)
    assert (moved.heading, chance.heading, how.heading) == (
        "What moved",
        "Within chance",
        "How it was compared",
    )
    (table,) = (block for block in moved.blocks if isinstance(block, Table))
    assert len(table.frame) == len(compared.clear)
    assert table.frame["size"][0] == f"{compared.clear[0].size:+.2f}".replace("-", "\N{MINUS SIGN}")
    listed = [block for block in chance.blocks if isinstance(block, Table)]
    assert all(len(block.frame) <= MOST_BY_CHANCE for block in listed)


def test_the_command_writes_a_page_and_names_before_and_after(
    simkit: Callable[..., Result], pigs: dict[str, RunDirectory], tmp_path: Path
) -> None:
    before, after = pigs["printed"].path, pigs["short"].path
    told = simkit("compare", after, before, "--report", "--no-pdf", "--out", tmp_path / "page")
    assert told.exit_code == 0, told.output
    lines = told.output.splitlines()
    assert lines[0].startswith("Target at 100 instead of 20 raises how often a casual player wins by ")
    assert lines[0].endswith(" other results move, too.")
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
