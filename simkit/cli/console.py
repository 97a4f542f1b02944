"""The terminal that all commands print to."""

from __future__ import annotations

import errno
from typing import NoReturn

from rich.console import Console


class _Terminal(Console):
    """A terminal that leaves it to the commands' group how to end when nobody reads on."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError(errno.EPIPE, "nobody reads on")


console = _Terminal(highlight=False, markup=False)  # a title or a path may have [brackets]
