"""Names the people at a table as a designer would: "an expert", "two first-time players (novice)"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from simkit.language import listed
from simkit.results.players import (
    introduced,
    is_only_of_kind,
    kind_of_player,
    player_in_short,
    players_in_short,
)
from simkit.results.result import Result
from simkit.run.store.directory import RunDirectory

COUNTS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip

APOSTROPHE = "'"

_IRREGULAR = {"is": "are", "has": "have"}


@dataclass(frozen=True)
class People:
    """The players of a scenario, in words."""

    words: str
    """Who plays: "an expert", "two experts"."""

    are_several: bool = False
    """Whether verbs that follow are in the plural."""

    kind: str = ""
    """The same once they are known, without an article and names: "expert", "two experts"."""

    @property
    def possessive(self) -> str:
        """The players before what they have: "the expert's", "the two experts'"."""
        called = f"the {self.kind}" if self.kind else self.words
        return f"{called}{APOSTROPHE if called.endswith('s') else APOSTROPHE + 's'}"

    def verb(self, singular: str) -> str:
        """Return a verb, with what may follow it, as it stands behind these words: "is rescued"."""
        if not self.are_several:
            return singular
        first, *rest = singular.split(" ")
        return " ".join([_IRREGULAR.get(first, first.removesuffix("s")), *rest])

    def do(self, result: Result) -> str:
        """Return what they do in the games that are counted: "wins", "are rescued"."""
        return self.verb(result.does)


def people_at(run: RunDirectory, scenario: int, player: int | None = None) -> People:
    """Return who plays in a scenario, or one of its players; the skill dial is not said."""
    names = [plain_name(run, name) for name in run.line_ups[scenario]]
    names = names if player is None else [names[player]]
    skills = people_by_strength(run)
    first, count = names[0], len(names)
    skill = skills.get(first, "")
    if count == 1:
        one = player_in_short(first, skill, is_only=is_only_of_kind(run, first))
        return People(one, kind=kind_of_player(first, skill))
    if len(set(names)) == 1:
        kind = f"{counted(count)} {kind_of_player(first, skill, several=True)}"
        several = players_in_short(first, skill, is_only=is_only_of_kind(run, first))
        return People(f"{counted(count)} {several}", are_several=True, kind=kind)
    return People(listed(dict.fromkeys(names)), are_several=True)


@lru_cache(maxsize=4)  # asked for every scenario of a run
def people_by_strength(run: RunDirectory) -> dict[str, str]:
    """Return the kind of person that each player, without its dial, models, the strongest player first."""
    skills: dict[str, str] = {}
    for player in introduced(run):
        skills.setdefault(plain_name(run, player.name), player.skill)
    return skills


def plain_name(run: RunDirectory, name: str) -> str:
    """Return a player's name without its dial."""
    return run.strategies[name].without_dial.name


def counted(number: int) -> str:
    """Return a number in words, as far as twelve."""
    return COUNTS[number] if number < len(COUNTS) else f"{number:,}"
