"""`simkit new`: what it writes runs as it is."""

from __future__ import annotations

import ast
import html
import io
import os
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Callable
from pathlib import Path
from string import Template

import pytest
import yaml
from click.testing import Result

from simkit import experiment, play
from simkit.experiment.file import starters
from simkit.plugins import game_names
from simkit.testing import find_game, strategies_of

ROOT = Path(__file__).parents[2]


def test_a_strategy_and_an_experiment_with_it_are_written_and_checked(simkit: Callable[..., Result]) -> None:
    written = simkit("new", "strategy", "fox", "--game", "pig")
    assert written.exit_code == 0, written.output
    advice = re.findall(r"^    simkit (.*)$", written.output, re.MULTILINE)
    assert [line.split()[0] for line in advice] == ["new", "run"]
    made = simkit(*advice[0].split())
    assert made.exit_code == 0, made.output
    checked = simkit("check", "fox_tried.yaml")
    assert checked.exit_code == 0, checked.output
    assert "fox_tried.yaml has no mistakes: Pig, 3 scenarios" in checked.output
    played = simkit(*advice[1].split(), "--games", 20, "--jobs", 1, "--no-report")
    assert played.exit_code == 0, played.output
    assert "./fox.py:fox" in played.output
    assert Path("schema.json").is_file()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name != "pig")) for name in game_names()]
)
def test_a_new_strategy_plays_every_game(simkit: Callable[..., Result], name: str) -> None:
    assert simkit("new", "strategy", "fox", "--game", name).exit_code == 0
    game, file = find_game(name), Path("fox.py")
    assert play(name, "./fox.py:fox", games=20).games.height == 20
    assert game.table.names and game.move.names
    kinds = (kind.name for kind in game.moves)
    for word in (*game.table.names, *game.move.names, *kinds):
        assert re.search(rf"\b{word}\b", file.read_text())
    subprocess.run([sys.executable, "-m", "ruff", "check", "--isolated", file], check=True)


@pytest.mark.parametrize("name", game_names())
def test_the_knobs_in_comments_are_what_is_in_the_box(simkit: Callable[..., Result], name: str) -> None:
    assert simkit("new", "experiment", "box", "--game", name).exit_code == 0
    file = Path("box.yaml")
    as_written = experiment(file)
    text = file.read_text()
    knobs = re.search(r"^# rules:\n((?:#   .*\n)+)", text, re.MULTILINE)
    assert knobs is not None
    file.write_text(text.replace(knobs[0], re.sub(r"^# ?", "", knobs[0], flags=re.MULTILINE)))
    uncommented = experiment(file)
    assert [s.knobs for s in uncommented.scenarios] == [s.knobs for s in as_written.scenarios]
    line_ups = [{player.name for player in scenario.players} for scenario in as_written.scenarios]
    assert set().union(*line_ups) == set(strategies_of(name))
    assert len(line_ups) == len(strategies_of(name))


@pytest.mark.parametrize("name", ["2026", "null", "1e5", "no"])
def test_names_that_yaml_takes_for_something_else_are_quoted(
    simkit: Callable[..., Result], name: str
) -> None:
    own = "./my ideas, old/yes.py:yes"
    assert simkit("new", "strategy", "yes", "--game", "pig").exit_code == 0
    Path("my ideas, old").mkdir()
    Path("yes.py").rename("my ideas, old/yes.py")
    assert simkit("new", "experiment", name, "--game", "pig", "--strategy", own).exit_code == 0
    written = experiment(f"{name}.yaml")
    assert written.name == name
    assert written.scenarios[0].players[0].name == own


def test_a_game_that_nobody_plays_needs_a_strategy_first(
    simkit: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starters, "strategies_of", lambda _: {})
    told = simkit("new", "experiment", "lonely", "--game", "pig")
    assert told.exit_code == 2 and "simkit new strategy NAME" in told.output


PIG_HERE = Path(__file__).parents[2] / "examples" / "pig"


def write_game(simkit: Callable[..., Result], folder: Path, *like: str) -> dict[str, str]:
    """Write a game into a folder, as if it were installed; return the environment in which it is found."""
    name = folder.name
    written = simkit("new", "game", name, *like)
    assert written.exit_code == 0, written.output
    assert f"pip install --editable {name}" in written.output
    groups = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["entry-points"]
    assert groups["simkit.games"] == {name: f"simkit_{name}.game:{name.upper()}"}
    installed = folder / f"{name}.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    lines = [f"[{group}]\n{name} = {value}" for group, e in groups.items() for name, value in e.items()]
    (installed / "entry_points.txt").write_text("\n".join(lines))
    return os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "COLUMNS": "200"}


def in_folder(folder: Path, environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    process = [sys.executable, "-m", *command]
    return subprocess.run(process, capture_output=True, text=True, cwd=folder, env=environment)


def test_a_game_is_written_that_runs(simkit: Callable[..., Result], tmp_path: Path) -> None:
    folder = tmp_path / "sea_dice"
    environment = write_game(simkit, folder)
    names = [path.name for path in folder.rglob("*")]
    assert {"pyproject.toml", "sea_dice.yaml", "simkit_sea_dice", "test_sea_dice.py"} <= set(names)
    listed = re.findall(r"^\| `([\w./]+)` \|", (folder / "README.md").read_text(), re.MULTILINE)
    assert listed and [name for name in listed if not (folder / name).is_file()] == []
    sizes = [
        sum(len(file.read_text().splitlines()) for file in path.rglob("*.py")) for path in (folder, PIG_HERE)
    ]
    assert sizes[0] <= sizes[1]
    run = ("simkit", "run", "sea_dice.yaml", "--games", "2000", "--jobs", "1", "--no-report")
    done = in_folder(folder, environment, *run)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ANSWERS["dice"] in " ".join(done.stdout.split()), done.stdout
    listed_players = in_folder(folder, environment, "simkit", "strategies", "sea_dice").stdout
    assert "hold_at that looks ahead with 256 play-outs per decision." in listed_players


@pytest.mark.long
def test_a_game_that_is_written_passes_its_tests(simkit: Callable[..., Result], tmp_path: Path) -> None:
    folder = tmp_path / "sea_dice"
    environment = write_game(simkit, folder)
    done = in_folder(folder, environment, "pytest", "-q", "tests")
    assert done.returncode == 0, done.stdout + done.stderr
    rules = folder / "simkit_sea_dice" / "game.py"  # no longer Pig: two faces lose
    rules.write_text(rules.read_text().replace("face > 1:", "face > 2:"))
    assert "face > 2" in rules.read_text()
    golden = "tests/test_sea_dice.py::test_a_game_in_words"
    for tests, renewed, failed in (("tests", {}, 1), (golden, {"SIMKIT_RENEW": "1"}, 0), (golden, {}, 0)):
        done = in_folder(folder, environment | renewed, "pytest", "-q", tests)
        assert done.stdout.count(f"FAILED {golden}") == failed, done.stdout
        assert done.returncode == failed, done.stdout


LIKE = list(starters.LIKE)
TEMPLATES = [kind for kind in LIKE if kind != "dice"]

ANSWERS = {
    "dice": "A casual player against another holding at 20 wins most holding at",
    "cards": "Playing red for 10 instead of 1, a casual player against another wins",
    "board": "With worth of a hit 20 instead of -20, a casual player against another wins",
    "solo": "With 4 throws instead of 0, a casual player has a mean score of",
    "auction": "A casual player against another wins most with boldness",
}
"""By kind of game: how the answer of its experiment begins."""


def lines_of_code(file: Path) -> int:
    """Return how many lines of a file are neither empty, nor a comment, nor a docstring."""
    tree = ast.parse(file.read_text())
    documented = [n for n in ast.walk(tree) if isinstance(n, (ast.Module, ast.ClassDef, ast.FunctionDef))]
    texts = [node.body[0] for node in documented if ast.get_docstring(node) is not None]
    without_code = {line for text in texts for line in range(text.lineno, (text.end_lineno or 0) + 1)}
    tokens = tokenize.generate_tokens(io.StringIO(file.read_text()).readline)
    code = {
        line
        for token in tokens
        if token.string.strip() and token.type != tokenize.COMMENT
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(code - without_code)


@pytest.mark.parametrize("like", TEMPLATES)
def test_each_kind_of_game_is_whole_and_short(
    simkit: Callable[..., Result], tmp_path: Path, like: str
) -> None:
    folder = tmp_path / "far_shore"
    write_game(simkit, folder, "--like", like)
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert [
        file.name for file in files if re.search(r"\$[\w{]", file.read_text().replace("$schema", ""))
    ] == []
    listed = re.findall(r"^\| `([\w./]+\.\w+)` \|", (folder / "README.md").read_text(), re.MULTILINE)
    assert len(listed) == 6 and [name for name in listed if not (folder / name).is_file()] == []
    lines = sum(lines_of_code(file) for file in folder.rglob("*.py"))
    assert lines > 100 and (lines < 150 or like == "dice")  # that is Pig, which may grow
    linted = [sys.executable, "-m", "ruff", "check", "--isolated", "--ignore", "I001", str(folder)]
    subprocess.run(linted, check=True, stdout=subprocess.DEVNULL)


@pytest.mark.long
def test_the_experiment_of_a_game_like_solo_answers(simkit: Callable[..., Result], tmp_path: Path) -> None:
    folder = tmp_path / "far_shore"
    environment = write_game(simkit, folder, "--like", "solo")
    run = ("simkit", "run", "far_shore.yaml", "--games", "1000", "--jobs", "1", "--no-report")
    done = in_folder(folder, environment, *run)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ANSWERS["solo"] in " ".join(done.stdout.split()), done.stdout


@pytest.mark.long
@pytest.mark.parametrize("like", TEMPLATES)
def test_each_kind_of_game_passes_its_tests_and_has_a_report(
    simkit: Callable[..., Result], tmp_path: Path, like: str
) -> None:
    folder = tmp_path / "far_shore"
    environment = write_game(simkit, folder, "--like", like)
    done = in_folder(folder, environment, "pytest", "-q", "tests")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout and "warning" not in done.stdout, done.stdout
    done = in_folder(folder, environment, "simkit", "run", "far_shore.yaml", "--games", "300", "--jobs", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    (report,) = folder.glob("runs/far_shore/*/report.html")
    assert ANSWERS[like] in html.unescape(re.sub(r"<[^>]*>", "", report.read_text()))


@pytest.mark.long
@pytest.mark.parametrize("like", ["cards", "auction"])
def test_the_tests_of_a_copy_find_hands_and_bids_that_are_not_dealt_anew(
    simkit: Callable[..., Result], tmp_path: Path, like: str
) -> None:
    folder = tmp_path / "far_shore"
    environment = write_game(simkit, folder, "--like", like)
    rules = folder / "simkit_far_shore" / "game.py"
    text = rules.read_text()
    dealt = text[
        text.index("    deck, hand = ") if like == "cards" else text.index("    for other in range(len") :
    ]
    rules.write_text(text.replace(dealt[: dealt.index("\n\n\n")], "    pass"))
    done = in_folder(folder, environment, "pytest", "-q", "tests")
    assert "`conceal` hides nothing" in done.stdout, done.stdout


def test_a_game_is_like_dice_which_is_pig_unless_something_else_is_said(
    simkit: Callable[..., Result], tmp_path: Path
) -> None:
    found = []
    for folder, like in (("one", ()), ("two", ("--like", "dice")), ("three", ("--like", "pig"))):
        (tmp_path / folder).mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(tmp_path / folder)
            assert "plays Pig so far" in simkit("new", "game", "far_shore", *like).output
        files = (file for file in (tmp_path / folder).rglob("*.*") if file.is_file())
        found.append({file.name: file.read_text() for file in files})
    assert found[0] == found[1] == found[2] and len(found[0]) > 5


@pytest.mark.parametrize("like", ["night_market"])
def test_a_game_can_be_a_copy_of_an_example(simkit: Callable[..., Result], tmp_path: Path, like: str) -> None:
    folder = tmp_path / "far_shore"
    environment = write_game(simkit, folder, "--like", like)
    texts = {file.name: file.read_text() for file in folder.rglob("*.*") if file.is_file()}
    words = re.compile(rf"{like}|{like.upper()}|{like.title().replace('_', '')}|\.\./", re.ASCII)
    assert {name: words.findall(text) for name, text in texts.items() if words.search(text)} == {}
    run = ("simkit", "check", "far_shore.yaml")
    done = in_folder(folder, environment, *run)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("like", LIKE)
def test_a_game_may_be_called_what_yaml_takes_for_something_else(
    simkit: Callable[..., Result], tmp_path: Path, like: str
) -> None:
    assert simkit("new", "game", "yes", "--like", like).exit_code == 0
    written = yaml.safe_load((tmp_path / "yes" / "yes.yaml").read_text())
    assert written["game"] == "yes"
    assert written["name"] in ("yes", "yes_hold_at")


def test_all_kinds_of_games_are_named_in_the_help_and_the_how_to(simkit: Callable[..., Result]) -> None:
    said = simkit("new", "game", "--help").output
    assert [like for like in LIKE if not re.search(rf"\b{like}\b", said)] == []
    how_to = (ROOT / "docs" / "howto" / "a-game.md").read_text()
    assert re.findall(r"^\| `(\w+)` \|", how_to, re.MULTILINE) == LIKE


def test_nothing_that_is_called_otherwise_has_gone_from_the_example() -> None:
    example = ROOT / "examples/pig"
    texts = [
        path.read_text() for path in example.rglob("*") if path.suffix in (".py", ".toml", ".md", ".yaml")
    ]
    for old, _ in starters.CALLED_OTHERWISE:
        assert any(Template(old).substitute(name="pig") in text for text in texts), old


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["strategy", "my-fox", "--game", "nautilion"],
            "'my-fox' is not a name in Python; allowed: letters, digits and _",
        ),
        (["strategy", "_x", "--game", "nautilion"], "'_x' is not a name in Python"),
        (["strategy", "__main__", "--game", "nautilion"], "'__main__' is not a name in Python"),
        (["strategy", "class", "--game", "nautilion"], "'class' is a word of Python's own"),
        (
            ["strategy", "below", "--game", "nautilion"],
            "'below' is the name of something that is imported: of a module, or by the file",
        ),
        (["strategy", "random", "--game", "nautilion"], "'random' is the name of something that is imported"),
        (["strategy", "numpy", "--game", "nautilion"], "'numpy' is the name of something that is imported"),
        (
            ["strategy", "aux", "--game", "nautilion"],
            "Windows has a device called 'aux', so no file can be; choose another name",
        ),
        *(
            (["report", name], f"'{name}' is the name of something that is imported")
            for name in ("numba", "random", "simkit")
        ),
        (["report", "con"], "Windows has a device called 'con'"),
        *(
            (["game", name], f"'{name}' is the name of something that is imported")
            for name in ("simkit", "numpy", "os", "test")
        ),
        (["game", "con"], "Windows has a device called 'con'"),
        (["experiment", "lpt1", "--game", "nautilion"], "Windows has a device called 'lpt1'"),
        (["board", "nul", "--game", "nautilus_2002"], "Windows has a device called 'nul'"),
        (["strategy", "dangling", "--game", "nautilion"], "dangling.py exists already; nothing was written"),
        (["strategy", "taken", "--game", "nautilion"], "taken.py exists already; nothing was written"),
        (["strategy", "fox", "--game", "nautilon"], "unknown game 'nautilon'; did you mean 'nautilion'?"),
        (
            ["experiment", "../fox", "--game", "nautilion"],
            "an experiment can't be called '../fox'; allowed: letters (a to z), digits",
        ),
        (["experiment", "x" * 81, "--game", "nautilion"], "_ . -, a letter or digit first, 80 at most"),
        (["experiment", "taken", "--game", "nautilion"], "taken.yaml exists already; nothing was written"),
        (["experiment", "fox", "--strategy", "gredy", "--game", "nautilion"], "did you mean 'greedy'?"),
        (["experiment", "fox", "--strategy", "./fox.py:fox", "--game", "nautilion"], "there is no file"),
        (["game", "pig"], "there is a game called 'pig' already"),
        (["game", "Sea"], "a game can't be called 'Sea'; allowed: small letters, digits and _ between them"),
        (["game", "sea_"], "a game can't be called 'sea_'; allowed: small letters"),
        (["game", "banked"], "a game can't be called 'banked': Pig, of which it is a copy, has a BANKED"),
        (["game", "better"], "has a BETTER"),
        (
            ["game", "reef", "--like", "card"],
            "unknown kind of game 'card'; did you mean 'cards'? Allowed: dice, cards, board, solo, auction",
        ),
        (["game", "red", "--like", "cards"], "a game can't be called 'red': the file of 'cards' has a RED"),
        (["game", "taken"], "taken exists already; nothing was written"),
    ],
)
def test_what_cant_be_written_is_reported(
    simkit: Callable[..., Result], tmp_path: Path, arguments: list[str], message: str
) -> None:
    for name in ("taken", "taken.py", "taken.yaml"):
        (tmp_path / name).write_text("mine")
    (tmp_path / "dangling.py").symlink_to(tmp_path / "elsewhere")
    result = simkit("new", *arguments)
    assert result.exit_code == 2, result.output
    assert message in result.output
    names = ["dangling.py", "taken", "taken.py", "taken.yaml"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert (tmp_path / "taken.yaml").read_text() == "mine"


@pytest.mark.parametrize("kind", ["strategy", "experiment"])
def test_the_game_is_never_guessed(simkit: Callable[..., Result], tmp_path: Path, kind: str) -> None:
    result = simkit("new", kind, "fox")
    assert result.exit_code == 2
    assert f"Missing option '--game'. Allowed: {', '.join(game_names())}" in result.output
    assert not list(tmp_path.iterdir())


def test_an_older_schema_is_brought_up_to_date_and_no_other_file(simkit: Callable[..., Result]) -> None:
    schema = Path("schema.json")
    for text, kept in (('{"title": "simkit experiment"}', False), ('{"title": "mine"}', True), ("[", True)):
        schema.write_text(text)
        for file in Path().glob("*.yaml"):
            file.unlink()
        assert simkit("new", "experiment", "again", "--game", "pig").exit_code == 0
        assert (schema.read_text() == text) is kept


def test_a_schema_is_not_written_through_a_link_that_leads_nowhere(
    simkit: Callable[..., Result], tmp_path: Path
) -> None:
    Path("schema.json").symlink_to(tmp_path / "elsewhere.json")
    assert simkit("new", "experiment", "again", "--game", "pig").exit_code == 0
    assert not (tmp_path / "elsewhere.json").exists()
