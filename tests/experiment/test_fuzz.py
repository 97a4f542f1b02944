"""Broken files: the answer to any contents is a message and never a traceback."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from docsite.pages import experiment_files
from hypothesis import given
from hypothesis import strategies as st

import simkit
from simkit import BadInput

SHIPPED = experiment_files()

TOKENS = [
    *(
        "[",
        "]",
        "{",
        "}",
        ":",
        "- ",
        "\t",
        "  ",
        "&a ",
        "*a",
        "!!int ",
        "? ",
        "| ",
        "> ",
        "%",
        "@",
        "'",
        '"',
        "#",
    ),
    *(
        "null",
        "~",
        "true",
        "1e400",
        "-1",
        ".nan",
        "0x1F",
        "2020-01-01",
        "1:30",
        "<<: *a",
        "\x00",
        "\ufeff",
        "é",
    ),
    *("[[[[[[", "{a: {a: {a: ", "rules.board", "strategies.0.n", "strategy.landing", "assumptions", "9" * 20),
]


def check(text: str | bytes, path: Path) -> None:
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    try:
        simkit.experiment(path)
    except BadInput as complaint:
        assert str(path) in str(complaint)


def mutated(text: str, chance: random.Random) -> str:
    lines = text.splitlines()
    for _ in range(chance.randint(1, 4)):
        i = chance.randrange(len(lines))
        line = lines[i]
        cut = chance.randrange(len(line) + 1)
        lines[i] = chance.choice(
            [
                "",
                line[:cut],
                line[cut:],
                "  " + line,
                line.replace(":", "", 1),
                line[:cut] + chance.choice(TOKENS) + line[cut:],
                line + "\n" + line,
                line.partition(":")[0] + ": " + chance.choice(TOKENS),
                line.partition(":")[0] + ": [" + chance.choice(TOKENS) + "]",
                line.partition(":")[0] + ": {a: " + chance.choice(TOKENS) + "}",
            ]
        )
    return "\n".join(lines)


def fuzz(count: int, seed: int, path: Path) -> None:
    chance = random.Random(seed)
    texts = [shipped.read_text() for shipped in SHIPPED]
    for _ in range(count):
        check(mutated(chance.choice(texts), chance), path)


def test_mutated_experiments(tmp_path: Path) -> None:
    fuzz(250, 1, tmp_path / "broken.yaml")


@pytest.mark.long
def test_many_mutated_experiments(tmp_path: Path) -> None:
    fuzz(10_000, 2, tmp_path / "broken.yaml")


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200)))
def test_random_files(tmp_path: Path, contents: str | bytes) -> None:
    check(contents, tmp_path / "random.yaml")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.sampled_from(
        ["name", "title", "game", "seed", "games", "rules", "strategy", "strategies", "factors", "report"]
    ),
    JSON,
)
def test_any_value_under_any_key(tmp_path: Path, key: str, value: object) -> None:
    import json

    data = {
        "name": "x",
        "game": "nautilion",
        "games": 3,
        "strategy": "random",
        "factors": {"rules.reserve": [1]},
    }
    check(json.dumps({**data, key: value}), tmp_path / "any.yaml")
    check(json.dumps({**data, "rules": {"reserve": value}}), tmp_path / "any.yaml")
    check(json.dumps({**data, "factors": {"rules.board": value, "strategy": value}}), tmp_path / "any.yaml")
    check(json.dumps({**data, "factors": {"variants": {"one": value}}}), tmp_path / "any.yaml")


@pytest.mark.parametrize(
    "contents",
    [
        b"a: &a [*a]\n",
        b"a: &a {b: *a}\n",
        b"x: " + b"[" * 5000,
        b"a: &a [1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\n"
        b"d: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e]\n",
        b"\xff\xfe\x00\x01",
        b"\x00",
        b"games: " + b"9" * 5000,
    ],
)
def test_bombs(tmp_path: Path, contents: bytes) -> None:
    path = tmp_path / "bomb.yaml"
    path.write_bytes(contents)
    with pytest.raises(BadInput):
        simkit.experiment(path)


@pytest.mark.parametrize("path", [Path("/nowhere/x.yaml"), Path("/"), Path("/dev/null")])
def test_what_is_no_file(path: Path) -> None:
    with pytest.raises(BadInput):
        simkit.experiment(path)
