"""Older forms that are still understood: what has taken their place since when, and until when they are.

docs/reference/what-is-stable.md lists them all.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Former:
    """An older form, or an older name."""

    name: str
    today: str
    """What takes its place."""
    since: str
    """The version that brought that."""
    until: str
    """The version that no longer understands the older one."""

    @property
    def said(self) -> str:
        """What is said where it is met."""
        return f"{self.name}: since simkit {self.since} it is {self.today}; understood until {self.until}"


RUNS = Former("a run of format 5", "format 6", "1.0", "2.0")
MOVERS = Former("the column `seat` of logged events, for whose move it was", "`mover`", "1.0", "2.0")
SAVED_GAMES = Former("a saved game of format 1, without a seal", "format 2", "1.0", "2.0")

FORMER_FORMS = (RUNS, MOVERS, SAVED_GAMES)
