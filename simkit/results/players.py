"""Introduces the players of a run: what each does, how strong it is, and for which rules it was tuned."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from weakref import WeakKeyDictionary

import polars as pl

from simkit.document.blocks import Section, Table
from simkit.engine.contract.person import HUMAN, YOU
from simkit.engine.contract.player import MASTER, Reference
from simkit.engine.contract.skills import BEST, NO_SKILL, Skill, skill_of
from simkit.engine.contract.strategy import Strategy
from simkit.errors import BadInput
from simkit.run.findings.ladder import Ladder, ladders_of
from simkit.run.findings.targeted import RANDOM
from simkit.run.store.directory import RunDirectory
from simkit.run.store.vocabulary import strategy_in

TUNED = "tuned for"


@dataclass(frozen=True)
class Introduced:
    """A player in a few words."""

    name: str
    skill: str
    """The kind of person that it models: "first-time player"; "" if its code is not at hand."""

    idea: str
    """What it does, in one sentence."""

    place: str
    """Its place on the game's ladder: "2 of 6 (69.1 %)"; "" where it was not measured."""

    rank: int
    """The same as a number, to sort by; those without a place come last."""

    tuned: str
    """For which rules its parameters were tuned; "" for none."""


def shown_name(run: RunDirectory, name: str) -> str:
    """Return a player's name; one with the skill dial has the same name unless both play in the run."""
    plain = run.strategies[name].without_dial.name
    return name if any(plain in line_up for line_up in run.line_ups.values()) else plain


BEST_KNOWN = f"{BEST} (the game's master)"
"""The same where it is named for the first time."""


def called(name: str) -> str:
    """Return a player's name within a sentence: of "set_closer", "set closer"; of a file's the name alone."""
    return name.rpartition(":")[2].replace("_", " ")


def _with_note(name: str, skill: str) -> str:
    """Return the name of a player whose skill is not on the list, with what its author notes there."""
    return called(name) if skill in ("", NO_SKILL) else f"{called(name)} ({skill})"


def _named(words: str, name: str, skill: str, *, is_only: bool) -> str:
    """Return a player's kind with the strategy's name, unless that says nothing more."""
    return words if is_only or name in (skill, RANDOM) else f"{words} ({called(name)})"


def player_in_short(name: str, skill: str, *, is_only: bool = False) -> str:
    """Return a player with the kind of person that it models: "a first-time player (novice)".

    Parameters
    ----------
    is_only : bool
        Whether no other player is of that kind (`is_only_of_kind`): then its name is left out.
    """
    if name == MASTER:
        return BEST_KNOWN
    if skill == HUMAN and name != YOU:
        return name
    kind = skill_of(skill)
    if kind is None:
        return f"the player {_with_note(name, skill)}"
    return _named(kind.one, name, skill, is_only=is_only)


def players_in_short(name: str, skill: str, *, is_only: bool = False) -> str:
    """Return several players with the kind of person that they model: "first-time players (novice)"."""
    kind = skill_of(skill)
    if kind is None:
        return f"players such as {_with_note(name, skill)}"
    return _named(kind.several, name, skill, is_only=is_only)


def kind_of_player(name: str, skill: str, *, several: bool = False) -> str:
    """Return the kind of person that a player models, without an article: "expert", "first-time players"."""
    if name == MASTER:
        return BEST.removeprefix("the ")
    kind = skill_of(skill)
    if kind is None:
        return f"player{'s' if several else ''} {called(name)}"
    return kind.several if several else kind.one.partition(" ")[2]


def is_only_of_kind(run: RunDirectory, name: str) -> bool:
    """Return True if no other player of a run models the same kind of person."""
    return name not in _with_others(run)


@lru_cache(maxsize=4)  # asked for every scenario of a run
def _with_others(run: RunDirectory) -> frozenset[str]:
    """Return the players of a run, with and without their dials, that share a kind with another player."""
    by_kind: dict[Skill | None, set[str]] = {}
    for player in introduced(run):
        by_kind.setdefault(skill_of(player.skill), set()).add(player.name)
    shared = [name for names in by_kind.values() if len(names) > 1 for name in names]
    return frozenset({*shared, *(run.strategies[name].without_dial.name for name in shared)})


def introduced(run: RunDirectory) -> list[Introduced]:
    """Return all players of a run, the strongest on the ladder first."""
    names = dict.fromkeys(name for line_up in run.line_ups.values() for name in line_up)
    try:
        ladders = list(ladders_of(run.game.name))
    except BadInput:  # a ladder that can't be read introduces nobody
        ladders = []
    return sorted((_introduce(run, name, ladders) for name in names), key=lambda player: player.rank)


def _introduce(run: RunDirectory, name: str, ladders: list[Ladder]) -> Introduced:
    """Return a player in a few words; one on the skill dial stands on the ladder where its strategy does."""
    strategy, reference = strategy_in(run, name), run.strategies[name].without_dial
    plain = reference.name
    words = (strategy.skill, _first_sentence(strategy)) if strategy else ("", "")
    for ladder in ladders:
        if _has_measured(ladder, reference):
            ranked = list(ladder.results)
            rank = ranked.index(plain) + 1
            result = f"{ladder.results[plain]:alone}"
            return Introduced(
                name, *words, f"{rank} of {len(ranked)} ({result})", rank, ladder.tuned.get(plain, "")
            )
    return Introduced(name, *words, "", len(run.line_ups) + 1_000, "")


def _has_measured(ladder: Ladder, reference: Reference) -> bool:
    """Return True if a ladder has a player's result: of a master, of what it was made of in the run."""
    return reference.name in ladder.results and (not reference.called or reference == ladder.master)


def _first_sentence(strategy: Strategy) -> str:
    text = " ".join(strategy.idea.replace("`", "").split())
    return re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0]


def players_section(run: RunDirectory) -> list[Section]:
    """Return the section that introduces the players."""
    players = introduced(run)
    if not players:
        return []
    rows = [
        (shown_name(run, player.name), player.skill, player.idea, player.place, player.tuned or "none")
        for player in players
    ]
    plain = [run.strategies[player.name].without_dial for player in players]
    heads = ["player", "stands for", "how they play", "place on the ladder", TUNED]
    frame = pl.DataFrame(rows, schema=heads, orient="row")
    kept = [head for head in heads if any(frame[head] != "")]
    settings = set()
    for ladder in ladders_of(run.game.name):
        measured = [reference for reference in plain if _has_measured(ladder, reference)]
        games = f"; {ladder.games_in_words}" if ladder.master in measured else ""
        if measured:
            settings.add(f"{ladder.measured} ({ladder.setting}{games})".replace("`", ""))
    ranked_by = f" The ladder ranks by {'; '.join(sorted(settings))}." if settings else ""
    caption = f"Who plays here, the strongest first.{ranked_by}"
    return [Section("The players", [Table(frame.select(kept), caption)])]


def is_known_stronger(run: RunDirectory, one: str, other: str) -> bool:
    """Return True if a ladder of the game has one player clearly above another, or the other is `random`."""
    if RANDOM in (one, other):
        return other == RANDOM != one
    if run not in _LADDERS:
        try:
            _LADDERS[run] = list(ladders_of(run.game.name))
        except BadInput:  # a ladder that can't be read says nothing about strength
            _LADDERS[run] = []
    return any(ladder.is_above(one, other) for ladder in _LADDERS[run])


_LADDERS: WeakKeyDictionary[RunDirectory, list[Ladder]] = WeakKeyDictionary()
"""The ladders of a run's game, read once per run: thousands of pairs of players are asked about."""
