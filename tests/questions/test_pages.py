"""What each question says in the terminal, whole: one page a question, and no other test quotes it.

After a change of words `SIMKIT_RENEW=1 pytest tests/questions/test_pages.py` writes the pages anew: read the
difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

import simkit
from simkit.testing.playthroughs import check_lines
from tests.engine.points_toy import installed_toys

PAGES = Path(__file__).parent / "pages"

SHORT = ("--set", "rules.target=20", "--jobs", 1)
SEARCH = ("--searches", 1, "--generations", 2, "--candidates", 8, "--games", 100, "--fresh-games", 500)
FRESH = ("--games", 500, "--fresh-games", 500)
TWELVE = ("--set", "rules.sides=12", "--jobs", 1)

NOTHING = ("--games", 10, "--fresh-games", 50, "--searches", 1, "--generations", 1, "--candidates", 4)

ASKED: dict[str, tuple[object, ...]] = {
    "ladder": ("pig", "--games", 20, "--playouts", 256, *SHORT),
    "ladder-of-points": ("toy_sum", "--games", 20, "--playouts", 16, "--jobs", 1),
    "regret": ("pig", "random", "--games", 40, "--playouts", 128, *SHORT),
    "regret-of-nothing": ("pig", "hold_at", "--games", 8, "--playouts", 64, *SHORT),
    "sensitivity": ("pig", "--games", 400, "--jobs", 1),
    "sensitivity-to-nothing": ("pig", "--games", 20, "--set", "rules.decision_cap=1", "--jobs", 1),
    "sensitivity-by-indices": (
        "pig",
        "--games",
        100,
        "--by",
        "target=[50,90]",
        "--by",
        "sides=[6,8]",
        "--jobs",
        1,
    ),
    "seek": ("pig", "turns 24 to 30", "--by", "target", *FRESH, "--jobs", 1),
    "seek-in-conflict": ("pig", "turns <= 10; hold_at score >= 90", "--by", "target", *FRESH, "--jobs", 1),
    "seek-left-open": (
        "pig",
        "turns 18 to 22",
        "--by",
        "target",
        "--games",
        20,
        "--fresh-games",
        20,
        "--jobs",
        1,
    ),
    "seek-a-share": ("pig", "90 % of games at most 20 turns", "--by", "target", *FRESH, "--jobs", 1),
    "luck": ("pig", "--games", 300, "--players", "random,hold_at", "--tension", 20, "--jobs", 1),
    "luck-of-kinds": ("night_market", "--games", 300, "--jobs", 1),
    "luck-of-few-games": ("night_market", "--games", 20, "--jobs", 1),
    "worth": ("night_market", "--games", 200, "--players", "careful", "--jobs", 1),
    "ceiling": ("pig", "--games", 40, "--playouts", 16, *SHORT),
    "tournament": ("pig", "--strategies", "hold_at,random", "--games", 300, "--jobs", 1),
    "tournament-of-five": (
        "pig",
        "--weights",
        "n=[2,5,10,20,60]",
        "--strategies",
        "hold_at",
        "--games",
        200,
        "--jobs",
        1,
    ),
    "tournament-of-points": ("yacht", "--strategies", "random,simple", "--games", 100, "--jobs", 1),
    "tournament-by-halves": (
        "pig",
        "--weights",
        "n=[10,20,30]",
        "--strategies",
        "hold_at",
        "--halve",
        *FRESH,
        "--jobs",
        1,
    ),
    "portrait": ("pig", "--games", 60, "--tension", 10, "--playouts", 16, *SHORT),
    "portrait-side-by-side": (
        "night_market",
        "--beside",
        "pig",
        "--games",
        60,
        "--tension",
        10,
        "--playouts",
        16,
        "--jobs",
        1,
    ),
    "tune": ("pig", "hold_at", *SEARCH, *TWELVE),
    "tune-in-vain": ("pig", "hold_at", *NOTHING, "--jobs", 1),
    "tune-thrice": ("pig", "hold_at", *SEARCH[2:], "--searches", 3, *TWELVE),
    "learning": ("pig", "hold_at", *SEARCH, *TWELVE),
    "learning-of-nothing": ("pig", "hold_at", *NOTHING, "--set", "rules.target=99", "--jobs", 1),
}
"""What each question is asked with, by its page: little, but so much that it finds something."""


def check_page(name: str, told: str) -> None:
    """Compare what was said with its page; how fast games were played is no part of it."""
    check_lines(re.sub(r"(?m)^(playing|compiling) .*\n+", "", told).splitlines(), PAGES / f"{name}.txt")


@pytest.fixture(scope="module", autouse=True)
def toys() -> Iterator[None]:
    with installed_toys():
        yield


@pytest.mark.parametrize("name", ASKED)
def test_what_a_question_says(simkit: Callable[..., Result], name: str) -> None:
    told = simkit(name.split("-")[0], *ASKED[name])
    assert told.exit_code == 0, told.output
    check_page(name, told.stdout)


@pytest.mark.parametrize("name", ["minutes", "idle_rules"])
def test_what_a_question_about_a_run_says(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    factors = {"rules.decision_cap": [8000, 9000], "rules.target": [20, 30]}
    seconds = {"roll": 6, "hold": 30}
    run = simkit.run(
        game="pig",
        strategy="hold_at",
        games=100,
        factors=factors,
        seconds=seconds,
        events={"one_in": 4},
        jobs=1,
    )
    check_page(name, f"{simkit.ask(name, run)}\n")
