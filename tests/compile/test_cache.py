"""What is kept on disk: damaged, foreign or not writable, it costs a compilation, never a run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simkit.compile.cache import UNUSED_DAYS, _is_own, _sweep, cache_note, cache_root
from simkit.compile.entry import compile_entry
from simkit.errors import BadInput


def double(n: int) -> int:
    return 2 * n


def triple(n: int) -> int:
    return 3 * n


def fresh(function: Any) -> tuple[Any, bool]:
    """Return what a compiled function returns for 7, and whether it was found on disk."""
    compiled = compile_entry(function, checked=True)
    value = compiled(7)
    return value, not compiled.stats.cache_misses


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(folder))
    assert fresh(double) == (14, False)
    assert fresh(double) == (14, True)
    return folder


def the_file(cache: Path, function: Any = double) -> Path:
    (file,) = cache.glob(f"*/{function.__name__}-*")
    return file


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda held: b"",
    "truncated": lambda held: held[: len(held) // 2],
    "one bit": lambda held: held[:-100] + bytes([held[-100] ^ 1]) + held[-99:],
    "foreign": lambda held: b"\x80\x04K\x01.",
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_file_is_compiled_anew_once(cache: Path, kind: str) -> None:
    file = the_file(cache)
    held = file.read_bytes()
    file.write_bytes(DAMAGE[kind](held))
    assert fresh(double) == (14, False)
    assert fresh(double) == (14, True)


def test_the_file_of_another_function_is_not_taken(cache: Path) -> None:
    assert fresh(triple) == (21, False)
    the_file(cache, triple).write_bytes(the_file(cache).read_bytes())
    assert fresh(triple) == (21, False)
    assert fresh(triple) == (21, True)


def test_what_can_not_be_loaded_though_it_is_whole_is_compiled_anew(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as other:
        other.setattr("simkit.compile.cache._to_bytes", lambda made: b"not what pickle writes")
        assert fresh(triple) == (21, False)
    assert fresh(triple) == (21, False)
    assert fresh(triple) == (21, True)


def test_what_another_user_made_is_not_loaded(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To load compiled code is to run it."""
    strangers = {the_file(cache).stat().st_ino}
    monkeypatch.setattr("simkit.compile.cache._is_own", lambda status: status.st_ino not in strangers)
    assert fresh(double) == (14, False)
    assert fresh(double) == (14, True)  # it was replaced
    strangers.update(file.parent.stat().st_ino for file in cache.glob("*/double-*"))
    assert fresh(double) == (14, False)
    assert fresh(double) == (14, True)  # in a folder of one's own
    assert len(list(cache.glob(f"*-{os.geteuid()}"))) == 1


def test_one_s_own_and_the_administrator_s_files_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    owners = {owner: _is_own(os.stat_result((0, 0, 0, 0, owner, 0, 0, 0, 0, 0))) for owner in (0, 1000, 1001)}
    assert owners == {0: True, 1000: True, 1001: False}


def test_another_processor_compiles_its_own(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as other:
        other.setattr("numba.core.codegen.JITCPUCodegen.magic_tuple", lambda self: ("x86", "another", ""))
        assert fresh(double) == (14, False)
    assert fresh(double) == (14, True)
    assert len({file.stat().st_ino for file in cache.glob("*/double-*")}) == 2


READ_ONLY = """
import errno, os, sys

folder = os.environ["SIMKIT_CACHE_DIR"]

def refuse(event, arguments):
    writes = event in ("os.mkdir", "os.utime", "os.rename", "os.remove") or (
        event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
    )
    if writes and str(arguments[0]).startswith(folder):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

sys.addaudithook(refuse)
from simkit.errors import BadInput
from tests.compile.test_cache import double, fresh, triple

print(fresh(double))
try:
    print(fresh(triple))
except BadInput as complaint:
    print(complaint)
"""


LAZY = """
import sys
from tests.compile.test_cache import double, fresh, triple

print(fresh(double), "numba.np.arraymath" in sys.modules)
print(fresh(triple), "numba.np.arraymath" in sys.modules)
"""


def test_code_that_is_there_is_loaded_without_what_compiles(cache: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LAZY], capture_output=True, text=True, cwd=Path(__file__).parents[2]
    )
    assert done.stdout.splitlines() == ["(14, True) False", "(21, False) True"], done.stderr


def test_a_warm_cache_on_a_file_system_that_is_read_only_is_used(cache: Path) -> None:
    before = sorted(cache.rglob("*"))
    done = subprocess.run(
        [sys.executable, "-c", READ_ONLY], capture_output=True, text=True, cwd=Path(__file__).parents[2]
    )
    warm, cold = done.stdout.splitlines()
    assert warm == "(14, True)"
    assert cold.startswith(f"{cache}, the folder for compiled code, can't be written: Read-only file ")
    assert sorted(cache.rglob("*")) == before


def test_a_folder_that_cant_be_written_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(tmp_path / "file"))
    with pytest.raises(
        BadInput, match=r"file, the folder for compiled code, can't be written: .*; set SIMKIT_CACHE_DIR"
    ):
        compile_entry(double, checked=True)


def test_a_home_that_cant_be_written_has_its_code_among_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.write_text("a file, where nobody can make a folder")
    monkeypatch.delenv("SIMKIT_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert cache_root().parent == tmp_path
    assert f"{home / 'simkit'} can't be written, so compiled code is kept in {cache_root()}" in cache_note()
    assert fresh(double) == (14, False)
    assert fresh(double) == (14, True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "fine"))
    assert cache_root() == tmp_path / "fine" / "simkit"
    assert cache_note() == ""


def test_folders_of_compiled_code_are_swept_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(tmp_path))
    long_ago = time.time() - 86_400 * (UNUSED_DAYS + 1)
    for name in ("thesis", "0123456789abcdef01234567", "fedcba987654321001234567"):
        (tmp_path / name / "chapter").mkdir(parents=True)
    for name in ("thesis", "0123456789abcdef01234567"):
        os.utime(tmp_path / name, (long_ago, long_ago))
    compile_entry(double, checked=True)
    assert (tmp_path / "thesis" / "chapter").is_dir()
    assert not (tmp_path / "0123456789abcdef01234567").exists()
    assert (tmp_path / "fedcba987654321001234567").is_dir()
    os.utime(tmp_path / "fedcba987654321001234567", (long_ago, long_ago))
    _sweep(tmp_path)
    assert (tmp_path / "fedcba987654321001234567").is_dir(), "swept again on the same day"
    for swept in (long_ago, time.time() + 86_400 * 3_650):
        (tmp_path / "fedcba987654321001234567").mkdir(exist_ok=True)
        os.utime(tmp_path / "fedcba987654321001234567", (long_ago, long_ago))
        os.utime(tmp_path / ".swept", (swept, swept))
        _sweep(tmp_path)
        assert not (tmp_path / "fedcba987654321001234567").exists()
