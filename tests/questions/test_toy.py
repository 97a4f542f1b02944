"""A question is one module: its command, function, key, section and kept answer come from that alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import Result

import simkit
from simkit import plugins
from simkit.questions.answer import stored_answer

HOW_TO = Path(__file__).parents[2] / "docs" / "howto" / "add-a-question.md"

ASKS = """
name: odd
game: pig
games: 60
strategies: [hold_at, random]
rules: {target: 20}
odd_turns: {games: 40}
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the question of the how-to as a package of its own: one module, named by an entry point."""
    text = re.search(r"```python\n(.*?)```", HOW_TO.read_text(encoding="utf-8"), re.DOTALL)
    assert text is not None
    packages = tmp_path / "packages"
    info = packages / "odd_turns-1.0.dist-info"
    info.mkdir(parents=True)
    name = f"odd_turns_of_{tmp_path.name}"
    (packages / f"{name}.py").write_text(text[1], encoding="utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd_turns\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[simkit.questions]\nodd_turns = {name}\n")
    monkeypatch.syspath_prepend(str(packages))
    plugins._question_modules.cache_clear()
    monkeypatch.chdir(tmp_path)
    yield
    plugins._question_modules.cache_clear()


def test_it_has_a_command(simkit: Callable[..., Result]) -> None:
    helped = simkit("odd_turns", "--help")
    assert helped.exit_code == 0, helped.output
    assert "in an odd turn." in helped.output
    assert re.search(r"--games NUMBER +How many games are counted\.\s+\[default: 1000;", helped.output)
    assert "odd_turns" in simkit("--help").output
    done = simkit("odd_turns", "pig", "--set", "rules.target=20", "--games", "40", "--jobs", "1")
    assert done.exit_code == 0, done.output
    assert "is_odd" in done.output
    assert simkit("odd_turns", "pig", "--games", "0").exit_code == 2
    key = json.loads(simkit("schema").output)["properties"]["odd_turns"]
    assert key["anyOf"][1]["properties"]["games"]["minimum"] == 1


def test_its_page_is_its_section(simkit: Callable[..., Result]) -> None:
    options = ("--set", "rules.target=20", "--games", "40", "--jobs", "1")
    assert simkit("odd_turns", "pig", *options, "--out", "page.html").exit_code == 0
    assert "Pig: odd turns" in Path("page.html").read_text(encoding="utf-8")
    assert simkit("odd_turns", "pig", *options, "--out", "page").exit_code == 2


def test_it_is_a_function() -> None:
    given: dict[str, Any] = {"games": 40, "settings": {"rules.target": 20}, "jobs": 1}
    found = simkit.ask("odd_turns", "pig", **given)
    assert found.tables["turns"].frame["games"].sum() == 40
    assert simkit.ask("odd_turns", "pig", **given, out="kept") == stored_answer(Path("kept"))
    assert found == simkit.ask("odd_turns", "pig", **{**given, "jobs": 2})
    played = simkit.play("pig", "hold_at", games=40, rules={"target": 20}).games
    assert found.key_figures["share of odd turns"].value == (played["turns"] % 2).mean()
    with pytest.raises(simkit.BadInput, match="games: found 0, allowed is at least 1"):
        simkit.ask("odd_turns", "pig", games=0)
    with pytest.raises(simkit.BadInput, match="unknown question 'odd_turn'; did you mean 'odd_turns'"):
        simkit.ask("odd_turn", "pig")
    with pytest.raises(simkit.BadInput, match=r"unknown question 'x{200}\.\.\.'; Allowed: ") as complaint:
        simkit.ask("x" * 100_000, "pig")
    assert len(str(complaint.value)) < 1_000


def test_it_is_a_key_of_experiments(write_experiment: Callable[[str], Path]) -> None:
    (asked,) = simkit.experiment(write_experiment(ASKS)).questions
    assert (asked.name, asked.parameters.model_dump()) == ("odd_turns", {"games": 40})
    for wrong, said in (
        ("{games: 0}", r":7:20: odd_turns\.games: found 0, allowed is at least 1"),
        ("{game: 4}", r":7:13: odd_turns\.game: unknown key of odd_turns 'game'; did you mean 'games'"),
        ("often", r":7:12: odd_turns: found 'often', allowed is true, false or a mapping"),
    ):
        with pytest.raises(simkit.BadInput, match=said):
            simkit.experiment(write_experiment(ASKS.replace("{games: 40}", wrong)))
    with pytest.raises(simkit.BadInput, match=r"unknown key 'odd_turn'; did you mean 'odd_turns'"):
        simkit.experiment(write_experiment(ASKS.replace("odd_turns:", "odd_turn:")))


def test_its_answer_lies_beside_the_run_and_in_the_report(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    file = write_experiment(ASKS)
    done = simkit("run", file, "--out", "run", "--jobs", "1")
    assert done.exit_code == 0, done.output
    answer = stored_answer(Path("run/answers/odd_turns"))
    assert answer is not None and answer.tables["turns"].frame["games"].sum() == 40
    table = pl.read_parquet("run/answers/odd_turns/turns.parquet")
    assert table.equals(answer.tables["turns"].frame)
    page = Path("run/report.html").read_text(encoding="utf-8")
    assert "Odd turns" in page and answer.sentences[0] in page

    changed = Path("run/answers/odd_turns/turns.parquet")
    changed.write_bytes(changed.read_bytes()[:-1])
    broken = simkit("report", "run")
    assert broken.exit_code == 2
    damage = "answer.json can't be read (turns.parquet is not the file"
    assert damage in broken.output
    again = simkit("run", file, "--out", "run", "--jobs", "1")
    assert again.exit_code == 0, again.output
    assert again.output.count(damage) == 1 and "now odd turns" in again.output
    assert stored_answer(Path("run/answers/odd_turns")) == answer


def test_one_that_can_not_be_loaded_is_told_and_left_out(
    simkit: Callable[..., Result], tmp_path: Path
) -> None:
    for module in (tmp_path / "packages").glob("*.py"):
        module.write_text("import nothing_of_that_name")
    plugins._question_modules.cache_clear()
    assert "odd_turns" not in simkit("--help").output
    assert any("nothing_of_that_name" in problem for problem in plugins.broken_plugins())


def test_other_parameters_are_asked_again(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    for games in (40, 50):
        file = write_experiment(ASKS.replace("games: 40", f"games: {games}"))
        assert simkit("run", file, "--out", "run", "--jobs", "1", "--no-report").exit_code == 0
        answer = stored_answer(Path("run/answers/odd_turns"))
        assert answer is not None and answer.tables["turns"].frame["games"].sum() == games


def test_a_fault_of_its_own_is_told_with_its_line(simkit: Callable[..., Result], tmp_path: Path) -> None:
    (module,) = (tmp_path / "packages").glob("*.py")
    plugins._question_modules.cache_clear()
    own = module.with_name(f"faulty_{module.name}")
    own.write_text(module.read_text().replace('games["turns"] % 2', 'games["turn"] % 2'))
    entry = tmp_path / "packages" / "odd_turns-1.0.dist-info" / "entry_points.txt"
    entry.write_text(entry.read_text().replace(f"= {module.stem}", f"= {own.stem}"))
    failed = simkit("odd_turns", "pig", "--games", "10", "--jobs", "1")
    assert failed.exit_code == 2
    assert f"{own.name}:15: raised ColumnNotFoundError" in failed.output
