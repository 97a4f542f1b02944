"""The games of `examples/patterns` are whole, and the how-to shows their code as it is."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import simkit
from simkit.engine.contract.composed import thinking
from simkit.game import Game, Strategy
from simkit.testing import STOPPED, Match, check_game, concealed, ending_of
from simkit.testing.steps import first_difference

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples" / "patterns"
PAGE = ROOT / "docs" / "howto" / "patterns.md"
PATTERNS = sorted(file.stem for file in FOLDER.glob("*.py"))

pytestmark = pytest.mark.filterwarnings(
    "ignore::numba.core.errors.NumbaExperimentalFeatureWarning", "ignore:.*together, and several seats"
)


@cache
def module_of(pattern: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"pattern_{pattern}", FOLDER / f"{pattern}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def game_of(pattern: str) -> tuple[Game, list[Strategy]]:
    """Return the game of a pattern and its players, the one by chance first."""
    held = vars(module_of(pattern)).values()
    [game] = [item for item in held if isinstance(item, Game)]
    return game, [item for item in held if isinstance(item, Strategy)]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_is_played_in_plain_python(pattern: str) -> None:
    game, players = game_of(pattern)
    knobs = game.knobs()
    occurred, hid = set(), False
    for number in range(8):
        line_up = tuple(players[number * seat % 2] for seat in range(game.seats_under(knobs)))
        match = Match(game, knobs, line_up, seed=3)
        for step in match.walk(number, plain=True):
            told = game.story.tell(game, step.state, match.rules, step.events)
            occurred |= {game.event_kind(kind).name for kind in step.events["kind"].tolist()}
            occurred |= set() if step.move is None else {game.move_kind(int(step.move["kind"])).name}
            assert len(told) == len(step.events)
            seat = int(step.state.seat)
            dealt = concealed(game, step.state, number, plain=True)
            assert first_difference(dealt.table, step.state.table, "table") is None
            assert first_difference(dealt.seats[seat], step.state.seats[seat], "seat") is None
            for part in ("seats", "hidden"):
                hid |= first_difference(dealt[part], step.state[part], part) is not None
        row, _ = match.outcome_of(step.state)
        assert step.state.over and ending_of(game.columns, row[0]) != STOPPED
    assert occurred == {kind.name for kind in (*game.moves, *game.events)}
    assert hid == (game.conceal is not None)


@pytest.mark.parametrize(
    "pattern",
    [pytest.param(pattern, marks=[pytest.mark.long] * (pattern != "bidding")) for pattern in PATTERNS],
)
def test_all_that_must_hold_of_any_game(pattern: str) -> None:
    game, (chance, better) = game_of(pattern)
    check_game(game, strategies=[chance, better])
    seats = game.seats_under(game.knobs())
    points = []
    for first in (chance, better):
        played = simkit.play(game, [first, *[chance] * (seats - 1)], games=300)
        own = played.games if seats == 1 else played.seats.filter(player=0)
        points.append(own[game.objectives[-1].column].to_numpy().mean())
    assert points[1] > 1.1 * points[0]


@pytest.mark.parametrize(("players", "dealt"), [(3, 7), (4, 6), (5, 5)])
def test_a_number_depends_on_how_many_play(players: int, dealt: int) -> None:
    game, _ = game_of("draft")
    knobs: Any = game.knobs.model_validate({"players": players})
    assert knobs.hand is None and knobs.record()["dealt"] == dealt
    steps = [step for _, step in knobs.one_step_away("hand")]
    around = [cards for cards in (dealt - 1, dealt + 1) if cards <= 7]
    assert [step.record()["dealt"] for step in steps] == around


def sums_of_dice() -> dict[int, float]:
    """Return how likely each sum of the three dice of cups is, as they are printed."""
    faces = {1: 3 / 6, 2: 1 / 6, 6: 2 / 6}
    sums: dict[int, float] = {}
    for dice in product(faces.items(), repeat=3):
        total = sum(face for face, _ in dice)
        sums[total] = sums.get(total, 0.0) + prod(share for _, share in dice)
    return sums


def points_of_rounds(keeps_from: float) -> float:
    """Return what five rounds of cups come to on average, alone, if lower sums are rolled again."""
    sums = sums_of_dice()
    again = sum(share for total, share in sums.items() if total < keeps_from)
    kept = {total: share * (again + (total >= keeps_from)) for total, share in sums.items()}
    return 5 * sum(share * (0.75 * total + 0.25 * (total // 2)) for total, share in kept.items())


def points_of(match: Match, games: int) -> Any:
    """Return the points of a player who is alone."""
    _, seat_rows = match.play(0, games)
    return seat_rows["points"].reshape(games).astype(float)


@pytest.mark.parametrize("mean", [1, 2.5, 5])
def test_what_loaded_dice_come_to_is_known_exactly(mean: float) -> None:
    game, (_, content) = game_of("cups")
    knobs = game.knobs.model_validate({"players": 1})
    points = points_of(Match(game, knobs, (content,), ({"content": mean},), seed=2), 20_000)
    assert abs(points.mean() - points_of_rounds(3 * mean)) < 4 * points.std() / 20_000**0.5


def test_who_thinks_ahead_draws_by_the_same_weights() -> None:
    """Alone, it pays to roll again what is below the mean of a throw: those who think ahead find out."""
    game, (chance, _) = game_of("cups")
    mean = sum(total * share for total, share in sums_of_dice().items())
    best, careless = points_of_rounds(mean), points_of_rounds(0)
    knobs = game.knobs.model_validate({"players": 1})
    points = points_of(Match(game, knobs, (thinking(chance, playouts=256),), seed=4), 400)
    error = points.std() / 400**0.5
    assert best - 4 * error < points.mean() < best + 4 * error
    assert points.mean() > careless + 2 * error


SHOWN = re.compile(r"<!-- code: (\S+): ([\w, ]+) -->\n\n```python\n(.*?)```", re.DOTALL)
"""Code on the page: its file, the names of what is shown, and the lines."""


def lines_of(file: Path, name: str) -> str:
    """Return the lines of a function with its decorators, or of a constant, at the top of a file."""
    blocks = re.split(r"\n{3,}", file.read_text(encoding="utf-8"))
    functions = [block for block in blocks if re.search(rf"^(def|class) {name}\(", block, re.MULTILINE)]
    constants = [line for block in blocks for line in block.split("\n") if line.startswith(f"{name} = ")]
    [found] = functions or constants
    return found.strip()


def test_the_how_to_shows_the_code_as_it_is() -> None:
    text = PAGE.read_text(encoding="utf-8")

    def as_it_is(found: re.Match[str]) -> str:
        code = "\n\n\n".join(lines_of(ROOT / found[1], name) for name in found[2].split(", "))
        like = re.search(r"templates/games/(\w+)/", found[1])
        whence = f"game.py of: simkit new game NAME --like {like[1]}" if like else found[1]
        code = f"# {whence}\n{code}"
        return f"<!-- code: {found[1]}: {found[2]} -->\n\n```python\n{code}\n```"

    now = SHOWN.sub(as_it_is, text)
    if os.environ.get("SIMKIT_RENEW"):
        PAGE.write_text(now, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == now, (
        "SIMKIT_RENEW=1 pytest tests/test_patterns.py writes it anew"
    )
    shown = {Path(found[1]).stem for found in SHOWN.finditer(text)}
    assert set(PATTERNS) <= shown and text.count("```python") == len(SHOWN.findall(text))
