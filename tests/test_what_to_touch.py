"""CONTRIBUTING's "What to touch" is so: with each kind of change in a copy, what should stay green does."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import parts
import pytest

QUESTION = '''
"""Asks how long the shortest game is."""

from simkit.questions.question import Command, Parameters, Question, later

QUESTION = Question(
    name="shortest",
    title="The shortest game",
    summary="Find the shortest game.",
    parameters=Parameters,
    ask=later("simkit.questions.answers.shortest:ask"),
    key="find the shortest game",
    command=Command(examples=("simkit shortest pig",), group="Skill"),
)
'''

ANSWER = '''
"""Finds the shortest game."""

from __future__ import annotations

from simkit.experiment.values import Experiment
from simkit.questions.answer import Answer
from simkit.questions.lab import Lab
from simkit.questions.question import Parameters


def ask(lab: Lab, experiment: Experiment, parameters: Parameters) -> Answer:
    """Play some games."""
    turns = lab.play(experiment, 50).games["turns"].to_list()
    return Answer((f"The shortest game has {min(turns)} turns.",), {}, {}, {})
'''

SECTION = '''
"""Reports how many games there are."""

from __future__ import annotations

from simkit.document.blocks import Part, Section, Text
from simkit.run.store.directory import RunDirectory


class CountOfGames(Part):
    """How many games a run has."""

    def __init__(self, run: RunDirectory) -> None:
        self._run = run

    def sections(self) -> list[Section]:
        """Return the section."""
        return [Section("How many games", [Text("Enough.")])]
'''

SHORTEST = "simkit.questions.shortest:QUESTION"
COUNT = "simkit.report.sections.count_of_games"

PLAYER = '''

@strategy(game="nautilion", skill="first-time player")
def hurried(table, seat, rules, moves, count, parameters, chance):
    """Take the first move that is allowed."""
    return 0
'''


@dataclass(frozen=True)
class Change:
    """A change of one kind."""

    put: tuple[tuple[str, str, str], ...]
    """A file, a line in it or nothing for its end, and what comes after that."""

    tests: tuple[str, ...]
    """What should stay green."""

    command: tuple[str, ...] = ()
    says: str = ""
    """What it shows then."""


PIG = "examples/pig/simkit_pig/game.py"
PARTS = "simkit/report/parts.py"
GIFT = '    gift: int = knob(0, "points that both begin with", "published", label="the gift", ge=0, le=50)\n'
GLADE = """
h11: {deck: heart, name: A quiet glade, ret: 1, do: [{remains: 1}], provenance: reconstructed, assumption: A2}
""".lstrip()

CHANGES = {
    "a rule with a value": Change(
        (
            (PIG, "ge=2, le=100)\n", GIFT),
            (PIG, "    state.table.turns = 1\n", "    state.table.score[:] = rules.gift\n"),
            (
                "tools/sameness_settings.py",
                "PIG_RULES: dict[str, dict[str, Any]] = {\n",
                '    "gift": {"gift": 9},\n',
            ),
        ),
        ("tests/questions/test_sensitivity.py", "tests/cli/test_new.py", "examples/pig"),
        ("tools/sameness.py", "pig"),
        "gift: never recorded",
    ),
    "a card": Change(
        (("simkit/games/castaways/content/exploration.yaml", "", GLADE),),
        ("tests/games/castaways/test_own_cards.py",),
        ("-m", "simkit", "cards", "castaways", "h11"),
        "A quiet glade",
    ),
    "a player": Change(
        (("strategies/nautilion/players.py", "", PLAYER),),
        ("tests/strategies/test_shape.py", "tests/engine/test_skills.py"),
        ("-m", "simkit", "strategies", "nautilion"),
        "hurried",
    ),
    "a question": Change(
        (
            ("simkit/questions/shortest.py", "", QUESTION.lstrip()),
            ("simkit/questions/answers/shortest.py", "", ANSWER.lstrip()),
            ("pyproject.toml", '[project.entry-points."simkit.questions"]\n', f'shortest = "{SHORTEST}"\n'),
            ("simkit/cli/group.py", "ASK = {\n", '    "shortest": "Find the shortest game.",\n'),
            ("simkit/cli/group.py", '"Skill": "', "shortest "),
            ("docs/howto/add-a-question.md", "", "\n```yaml\nshortest: true\n```\n"),
        ),
        ("tests/questions/test_declared.py", "tests/cli/test_commands.py"),
        ("-m", "simkit", "shortest", "pig"),
        "The shortest game has",
    ),
    "a section of a report": Change(
        (
            ("simkit/report/sections/count_of_games.py", "", SECTION.lstrip()),
            (PARTS, "import require_game\n", f"from {COUNT} import CountOfGames\n"),
            (PARTS, '"WinRates", "EffectsOfFactors",\n', '    "CountOfGames",\n'),
            ("docs/howto/a-report-script.md", "", "\n`r.parts.CountOfGames` says how many games it has.\n"),
        ),
        ("tests/report/test_names.py",),
    ),
    "a decision": Change(
        (("docs/decisions/998-a-try.md", "", "# 998: A try\n\n**Question.** Why? **Choice.** So.\n"),),
        ("tests/test_docs.py", "tests/games/test_citations.py"),
    ),
}
"""By what the table of CONTRIBUTING calls it."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the repository with all these changes."""
    folder = tmp_path_factory.mktemp("changed")
    parts.copy_repository(folder)
    for change in CHANGES.values():
        for name, line, more in change.put:
            file = folder / name
            text = file.read_text(encoding="utf-8") if file.exists() else ""
            at = text.index(line) + len(line) if line else len(text)
            file.write_text(text[:at] + more + text[at:], encoding="utf-8")
    parts.install(folder)
    return folder


@pytest.mark.long
@pytest.mark.parametrize("kind", CHANGES)
def test_what_should_stay_green_does(copy: Path, kind: str) -> None:
    change = CHANGES[kind]
    assert f"| {kind} |" in parts.GUIDE.read_text(encoding="utf-8")
    commands = [("-m", "pytest", *change.tests), *([change.command] if change.command else [])]
    for words in commands:
        own = os.environ | parts.environment(copy)
        done = subprocess.run([sys.executable, *words], cwd=copy, env=own, capture_output=True, text=True)
        assert done.returncode == 0, f"{words}\n{done.stdout[-5000:]}\n{done.stderr[-3000:]}"
    assert change.says in done.stdout
