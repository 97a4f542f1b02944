"""The hash of the code that decides play: what changes it, and what does not."""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path
from types import FunctionType, ModuleType

import pytest
from simkit_pig.game import PigKnobs

from simkit.game import Strategy, kernel, knob
from simkit.plugins import game_names, master_of
from simkit.run.findings import code_of_play as of_play
from simkit.run.findings.code_of_play import code_of_play
from simkit.testing import find_game, strategies_of

PIG, HOLD_AT = find_game("pig"), strategies_of("pig")["hold_at"]

HELPER = """
def enough(turn):
    {docstring}
    return turn >= LEAST

LEAST = {least}

def unused():
    return {unused}
"""

PLAYER = """
from {helper} import enough

{gap}
def choose(table, seat, rules, moves, count, parameters, chance):
    if enough(table.turn_points):{remark}
        return {choice}
    return 0
"""


def code(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    docstring: str = '"""Say so."""',
    remark: str = "",
    gap: str = "",
    least: int = 20,
    unused: int = 0,
    choice: int = 1,
) -> str:
    """Return the hash of a player of Pig in two files, written anew under names of their own."""
    monkeypatch.syspath_prepend(str(folder))
    number = len([*folder.iterdir()])
    helper, player = f"helper_{folder.name}_{number}", f"player_{folder.name}_{number}"
    text = HELPER.format(docstring=docstring, least=least, unused=unused)
    (folder / f"{helper}.py").write_text(text)
    kernel(module(helper).enough)
    (folder / f"{player}.py").write_text(PLAYER.format(helper=helper, gap=gap, remark=remark, choice=choice))
    own: Strategy = replace(HOLD_AT, function=module(player).choose)
    return code_of_play(PIG, own)


def module(name: str) -> ModuleType:
    importlib.invalidate_caches()
    return importlib.import_module(name)


def test_only_code_that_is_called_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = code(tmp_path, monkeypatch)
    assert first == code(tmp_path, monkeypatch)  # in files of another name
    assert first == code(tmp_path, monkeypatch, docstring="")
    assert first == code(tmp_path, monkeypatch, remark="  # remark")
    assert first == code(tmp_path, monkeypatch, gap="\n\n\n")
    assert first == code(tmp_path, monkeypatch, unused=1)


def test_a_helper_a_constant_and_a_parameter_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = code(tmp_path, monkeypatch)
    assert first != code(tmp_path, monkeypatch, choice=0)
    assert first != code(tmp_path, monkeypatch, least=21)
    moved = replace(
        HOLD_AT, parameters=tuple(replace(parameter, default=21) for parameter in HOLD_AT.parameters)
    )
    assert code_of_play(PIG, HOLD_AT) != code_of_play(PIG, moved)


class LongerKnobs(PigKnobs):
    """A race to other points."""

    target: int = knob(50, "points that win the game", "published", ge=1, le=1000)


def begin_with_the_second(state, rules, log):  # type: ignore[no-untyped-def]
    """Let seat 1 begin."""
    state.seat = 1


def test_rules_and_look_ahead_count(monkeypatch: pytest.MonkeyPatch) -> None:
    first = code_of_play(PIG, HOLD_AT)
    assert first != code_of_play(replace(PIG, setup=begin_with_the_second), HOLD_AT)
    assert first != code_of_play(replace(PIG, knobs=LongerKnobs), HOLD_AT)
    with monkeypatch.context() as changed:
        changed.setattr("simkit.engine.lookahead.thinking.is_clear", begin_with_the_second)
        assert first != code_of_play(PIG, HOLD_AT)
    assert first == code_of_play(PIG, HOLD_AT)


@pytest.mark.parametrize("name", game_names())
def test_all_code_of_a_game_and_its_master_has_a_text(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is made from a table, too: machine code would be another one for another Python."""
    texts: list[bytes] = []
    text_of = of_play._text_of

    def kept(function: FunctionType) -> bytes:
        texts.append(text_of(function))
        return texts[-1]

    monkeypatch.setattr(of_play, "_text_of", kept)
    code_of_play(find_game(name), strategies_of(name)[master_of(name).base.name])
    assert len(texts) > 50 and all(text.startswith(b"def") for text in texts)
