"""Processes that play are copies of one that has loaded what they play with."""

from __future__ import annotations

import operator
import os
import pickle
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from simkit.cluster import node
from simkit.cluster.bundle import Bundle, pack_code
from simkit.cluster.copies import CAN_COPY
from simkit.engine.contract.player import named
from simkit.testing import find_game

pytestmark = pytest.mark.skipif(not CAN_COPY, reason="processes are copied on Linux alone")


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bundle]:
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(tmp_path))
    for kept in ("_bundles", "_originals"):
        monkeypatch.setattr(node, kept, {})
    yield pack_code(find_game("pig"), [named("hold_at")], tmp_path)
    node.end_processes()


def asked(code: Bundle, *arguments: Any) -> tuple[str, Any] | bool:
    """Return what a process comes to of whether its description of a run, which is None, is an argument."""
    order = node.WorkOrder(code.name, "", pickle.dumps((operator.is_, *arguments)))
    found: tuple[str, Any] | bool = pickle.loads(node.receive({code.name: code.contents}, order))
    found_by_copy: tuple[str, Any] | bool = pickle.loads(node.obey(order))
    assert found == found_by_copy
    return found


def is_there(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def wait_until_gone(process: int) -> None:
    until = time.monotonic() + 30
    while is_there(process):
        assert time.monotonic() < until
        time.sleep(0.01)


def test_work_is_done_by_a_copy_which_is_used_again_and_made_anew_when_it_is_lost(code: Bundle) -> None:
    assert asked(code, None) is True
    assert asked(code, 1) is False
    (original,), (copy,) = node._originals.values(), node._idle
    status = Path(f"/proc/{copy.child.number}/status").read_text()
    assert f"PPid:\t{original.child.number}\n" in status

    os.kill(copy.child.number, signal.SIGKILL)
    order = node.WorkOrder(code.name, "", pickle.dumps((operator.is_, None)))
    assert pickle.loads(copy.do(order, {}) or b"") == (node.LOST, "signal 9")
    assert not copy.is_alive
    assert asked(code, None) is True
    assert node._idle[0] is not copy

    left = node._idle[0].child.number
    os.kill(original.child.number, signal.SIGKILL)
    wait_until_gone(left)
    assert asked(code, None) is True
    assert list(node._originals.values()) != [original]


@pytest.mark.parametrize("hanging", ["none", "original", "copy"])
def test_processes_end_with_their_worker_even_if_one_hangs(code: Bundle, hanging: str) -> None:
    assert asked(code, None) is True
    (original,), (copy,) = node._originals.values(), node._idle
    numbers = {"original": original.child.number, "copy": copy.child.number}
    assert all(map(is_there, numbers.values()))
    if hanging in numbers:
        os.kill(numbers[hanging], signal.SIGSTOP)
    ending = Thread(target=node.end_processes, daemon=True)
    ending.start()
    ending.join(30)
    has_ended = not ending.is_alive()
    if not has_ended:
        os.kill(numbers[hanging], signal.SIGCONT)
    assert has_ended
    assert not node._idle
    for number in numbers.values():
        wait_until_gone(number)
