"""Loaders, on bytes that are led by the lines which they reach; where Atheris is installed."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

EXAMPLES = {
    "yaml": "experiments/*.yaml",
    "experiment": "experiments/*.yaml",
    "cards": "simkit/games/castaways/content/*.yaml",
    "boards": "simkit/games/nautilion/content/*.yaml",
    "drawing": "simkit/games/nautilus_2002/content/*.txt",
}
"""The files that the first bytes are taken from."""

LOADERS = [*EXAMPLES, "results", "saved", "manifest", "condition"]

FAILED = ROOT / ".hypothesis" / "atheris"
"""Where bytes are kept that made a loader fail."""


@pytest.mark.long
@pytest.mark.skipif(not find_spec("atheris"), reason="Atheris is not installed")
@pytest.mark.parametrize("loader", LOADERS)
def test_bytes(tmp_path: Path, share_of_seconds: float, loader: str) -> None:
    for number, file in enumerate(sorted(ROOT.glob(EXAMPLES.get(loader, "nothing")))):
        (tmp_path / str(number)).write_bytes(file.read_bytes())
    FAILED.mkdir(parents=True, exist_ok=True)
    limits = [f"-max_total_time={max(1, int(share_of_seconds))}", "-timeout=20", "-rss_limit_mb=2000"]
    kept = f"-artifact_prefix={FAILED}/{loader}-"
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.with_atheris", loader, *limits, kept, str(tmp_path)],
        capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
