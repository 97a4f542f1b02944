"""Cards, tokens and boards that are nearly right are accepted, and run, or refused with a place."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

import simkit
from simkit import BadInput
from simkit.experiment.file.box import with_own_content
from simkit.game import content_schema
from simkit.plugins import working_games
from simkit.testing import find_game
from tests.fuzz.conftest import Fuzzing
from tests.fuzz.making import TEXTS, Maker, as_yaml, broken, read_or_refused
from tests.fuzz.test_experiments import runs_or_is_refused

WITH_CONTENT = [name for name in working_games() if find_game(name).content is not None]

ONE_IN = 3
"""One in so many of the contents that are accepted is played with."""


@cache
def contents_of(game: str) -> SearchStrategy[dict[str, Any]]:
    """Return a strategy for content of one's own: some printed items changed, and items of the schema."""
    content = find_game(game).content
    assert content is not None
    printed = content.as_data()
    schema = content_schema(type(content))
    maker = Maker(schema.get("$defs", {}))
    made = maker.of({**schema, "type": "object"})
    ids = {name: sorted(items) for name, items in printed.items() if isinstance(items, dict) and items}

    @st.composite
    def made_own(draw: DrawFn) -> dict[str, Any]:
        own: dict[str, Any] = draw(made)
        for section in draw(st.lists(st.sampled_from(sorted(ids)), max_size=3)):
            id_ = draw(st.sampled_from(ids[section]))
            item = printed[section][id_]
            other = draw(st.sampled_from(ids[section]) | st.sampled_from(["x", "new_one", "14", "D1"]))
            keys = draw(st.lists(st.sampled_from(sorted(item)), min_size=1, max_size=4, unique=True))
            held = own.get(section)
            own[section] = (held if isinstance(held, dict) else {}) | {
                other: {key: item[key] for key in keys}
            }
        return own

    return made_own()


@pytest.mark.parametrize("game", WITH_CONTENT)
def test_broken_content(fuzzing: Fuzzing, tmp_path: Path, game: str) -> None:
    path, experiment = tmp_path / "own.yaml", tmp_path / "x.yaml"
    experiment.write_text(
        f"name: x\ngame: {game}\ngames: 3\nstrategy: random\nreport: none\ncontent: own.yaml\n"
    )
    accepted = 0

    def check(data: Any) -> None:
        nonlocal accepted
        path.write_bytes(as_yaml(data))
        if read_or_refused(lambda: with_own_content(find_game(game), path, "content"), str(path)) is None:
            return
        accepted += 1
        if not accepted % ONE_IN:
            try:
                made = simkit.experiment(experiment)
            except BadInput as complaint:  # a standard setting that this content does not have
                assert str(experiment) in str(complaint)
            else:
                runs_or_is_refused(made, tmp_path / "run")

    fuzzing(broken(contents_of(game)), check, daily=4)


DRAWN = [name for name in WITH_CONTENT if all(getattr(find_game(name).content, "drawing", ()))]


@pytest.mark.parametrize("game", DRAWN)
def test_broken_drawings(fuzzing: Fuzzing, tmp_path: Path, game: str) -> None:
    path = tmp_path / "own.txt"
    content = find_game(game).content
    assert content is not None
    rows = [row for row in content.as_drawing().splitlines() if not row.startswith("#")]
    letters = sorted({letter for row in rows for letter in row} | {*content.legend})

    @st.composite
    def drawings(draw: DrawFn) -> str:
        drawn = [*rows]
        for _ in range(draw(st.integers(0, 4))):
            i = draw(st.integers(0, len(drawn) - 1))
            row, cut = drawn[i], draw(st.integers(0, len(drawn[i])))
            letter = draw(st.sampled_from([*letters, "", " ", "#", "\t", "é", "0", "\u202e", "\r"]))
            drawn[i] = draw(
                st.sampled_from(
                    [row[:cut] + letter + row[cut + 1 :], row[:cut], f"{row}\n{row}", "", row[1:]]
                )
            )
        return "\n".join(drawn)

    def check(text: str) -> None:
        path.write_text(text, encoding="utf-8")
        read_or_refused(lambda: with_own_content(find_game(game), path, "content"), str(path))

    fuzzing(drawings() | st.lists(st.sampled_from([*letters, *TEXTS[:6], "\n"])).map("".join), check, daily=8)
