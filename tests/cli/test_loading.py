"""What is read before anything is played: files and runs by their names, mistakes, what is said meanwhile."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import Result

from simkit import experiment
from simkit.cli.screen import console
from simkit.document.commands import _typed
from simkit.errors import nearest

PIG = "name: idea\ngame: pig\ngames: 20\nstrategy: hold_at\nreport: none\n"

OWN = (
    "from simkit.game import strategy\n\n\n@strategy(game='pig', skill='none')\n"
    "def own(table, seat, rules, moves, count, parameters, chance):\n    return 0\n"
)


@pytest.fixture
def idea(simkit: Callable[..., Result]) -> Path:
    """Return an experiment's file in the current folder."""
    Path("idea.yaml").write_text(PIG)
    return Path("idea.yaml")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "idea"], "idea: there is no such file; did you mean idea.yaml?"),
        (["check", "idea"], "idea: there is no such file; did you mean idea.yaml?"),
        (["run", "ideas.yaml"], "ideas.yaml: there is no such file; did you mean idea.yaml?"),
        (["run", "other/idea.yaml"], "idea.yaml: there is no such file\n"),
        (["replay", "idea", "--game", "0"], "there is no run 'idea' yet; `simkit run idea.yaml` makes one"),
        (["report", "idea"], "there is no run 'idea' yet; `simkit run idea.yaml` makes one"),
        (["compare", "idea", "idea"], "there is no run 'idea' yet; `simkit run idea.yaml` makes one"),
        (["ladder", "idea"], "there is no game 'idea'; did you mean idea.yaml?"),
        (["regret", "idea", "hold_at"], "there is no game 'idea'; did you mean idea.yaml?"),
    ],
)
def test_an_experiments_name_leads_to_its_file(
    simkit: Callable[..., Result], idea: Path, words: list[str], message: str
) -> None:
    told = simkit(*words)
    assert told.exit_code == 2
    assert message in told.output


def test_a_run_is_checked_by_name_and_says_what_is_done_and_what_it_has(
    simkit: Callable[..., Result], idea: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    status = console.status

    def noted(words: str) -> Any:
        said.append(words)
        return status(words)

    monkeypatch.setattr(console, "status", noted)
    assert simkit("run", idea).exit_code == 0
    assert said[:2] == ["reading the experiment ...", "looking for an earlier run of it ..."]
    assert any(words.startswith("preparing to play") for words in said)
    assert "--content: a run keeps" in simkit("check", "idea", "--content", idea).output
    assert "is compared with itself" in simkit("compare", "idea", "idea").output
    nothing = simkit("replay", "idea", "--where", "turns <= 3 and won").output
    turns = pl.read_parquet(next(Path("runs/idea").rglob("games/**/*.parquet")))["turns"].to_list()
    least, games = min(turns), turns.count(min(turns))
    assert nothing == (
        f"no game of {len(turns)} has turns <= 3 and won: turns <= 3 alone fails, the least is {least}, in "
        f"{games} game{'s' if games > 1 else ''}\n"
    )
    assert simkit("replay", "idea", "--where", "won and not won").output == (
        f"no game of {len(turns)} has won and not won: each part alone has games, but no game meets both\n"
    )


MISTAKES = [
    PIG + " a: [\n",
    PIG + "titel: x\n",
    PIG.replace("pig", "pigg"),
    PIG.replace("game: pig", "gmae: pig"),
    PIG + "factors: 7\n",
    PIG + "rules: {tarjet: 50}\n",
]

ALL_OF_THEM = """
import sys
from pathlib import Path
from simkit.__main__ import program

for file in sorted(Path().glob("*.yaml")):
    for command in ("run", "check"):
        sys.argv = ["simkit", command, str(file)]
        try:
            program()
        except SystemExit as ended:
            print(file.name, command, ended.code, {"numba", "polars"} & set(sys.modules))
"""


def test_a_mistake_is_told_before_slow_imports(tmp_path: Path) -> None:
    names = [f"{number}.yaml" for number in range(len(MISTAKES))]
    for name, text in zip(names, MISTAKES, strict=True):
        (tmp_path / name).write_text(text)
    done = subprocess.run([sys.executable, "-c", ALL_OF_THEM], cwd=tmp_path, capture_output=True, text=True)
    said = [f"{name} {command} 2 set()" for name in names for command in ("run", "check")]
    assert done.stdout.splitlines() == said, done.stderr
    assert all(done.stderr.count(f"{name}:") >= 2 for name in names)


NO_MISTAKES = (
    "idea.yaml has no mistakes: Pig, 1 scenario x 20 games = 20 games\n"
    "its report begins with how the game goes as printed"
)


@pytest.mark.parametrize(
    ("report", "said"),
    [
        ("general", NO_MISTAKES),
        ("general\nceiling: {}", NO_MISTAKES),
        ("generel", "idea.yaml:5:9: unknown report 'generel'; did you mean 'general'?"),
    ],
)
def test_a_file_is_judged_before_slow_imports(tmp_path: Path, report: str, said: str) -> None:
    (tmp_path / "idea.yaml").write_text(PIG.replace("none", report))
    code = (
        "import sys\nfrom simkit.__main__ import main\ntry:\n    main(['check', 'idea.yaml', '--no-play'])\n"
        "finally:\n    slow = {'numba', 'polars', 'pandas', 'scipy.stats', 'matplotlib', 'joblib'}\n"
        "    print(slow & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert said in done.stdout + done.stderr
    assert done.stdout.endswith("set()\n")


def test_a_run_without_a_report_loads_nothing_that_draws(tmp_path: Path) -> None:
    (tmp_path / "idea.yaml").write_text(PIG)
    code = (
        "import sys\nfrom simkit.__main__ import main\ntry:\n    main(['run', 'idea.yaml', '--jobs', '1'])\n"
        "finally:\n    print({'pandas', 'scipy.stats', 'matplotlib', 'seaborn'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert "won" in done.stdout, done.stderr
    assert done.stdout.endswith("set()\n")


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe ends otherwise there")
@pytest.mark.parametrize("words", [["rules", "pig"], ["schema"]])
def test_a_command_of_which_nobody_reads_on_ends_quietly(words: list[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "simkit", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 128 + 13


def test_lines_may_end_as_on_old_macs(simkit: Callable[..., Result]) -> None:
    Path("idea.yaml").write_bytes(PIG.replace("\n", "\r").encode())
    assert simkit("check", "idea.yaml", "--no-play").exit_code == 0
    Path("idea.yaml").write_bytes(PIG.replace("\n", "\r").replace("20", "0").encode())
    assert "idea.yaml:3:8: " in simkit("check", "idea.yaml", "--no-play").output


def test_a_strategy_below_home_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    (tmp_path / "own.py").write_text(OWN)
    (player,) = {who.name for who in experiment(game="pig", strategy="~/own.py:own").scenarios[0].players}
    assert player == "~/own.py:own"


def test_paths_of_players_who_err_or_think_are_typed_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path)
    folder = Path("in")
    assert _typed("./x.py:s", folder) == "in/x.py:s"
    assert _typed({"base": "./x.py:s", "noise": 0.1}, folder) == '{"base": "in/x.py:s", "noise": 0.1}'
    assert _typed({"think": {"base": {"name": "x.py:s"}}}, folder) == (
        '{"think": {"base": {"name": "in/x.py:s"}}}'
    )
    assert _typed(["x.py:s", "greedy"], folder) == '["in/x.py:s", "greedy"]'


@pytest.mark.parametrize(
    ("word", "meant"),
    [("no", None), ("gredy", "greedy"), ("bord", "rules.board"), ("play", "replay"), ("", None)],
)
def test_only_a_word_that_is_near_is_offered(word: str, meant: str | None) -> None:
    assert nearest(word, ["intro", "normal", "greedy", "rules.board", "replay"]) == meant
