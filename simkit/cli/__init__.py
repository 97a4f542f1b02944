"""The command line: click commands, and what they show on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.door import modules_of

if TYPE_CHECKING:
    from simkit.cli import (
        asking,
        check,
        compare,
        doctor,
        loading,
        new,
        plugged,
        replay,
        run,
        runs,
        screen,
        show,
        watch,
    )
else:
    __getattr__ = modules_of(__name__)

__all__ = [
    "asking", "check", "compare", "doctor", "loading", "new", "plugged", "replay", "run", "runs", "screen",
    "show", "watch",
]  # fmt: skip
