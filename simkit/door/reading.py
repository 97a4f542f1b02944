"""Finds the games of a run that are worth reading, and tells them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, get_args

from simkit.document.templates import in_notebook
from simkit.engine.base.failure import GameFailure, NeverEnding
from simkit.engine.play.match import Match
from simkit.engine.play.playthrough import playthrough
from simkit.errors import BadInput, unknown
from simkit.experiment.factors import level_in_words
from simkit.experiment.values import Experiment, player_in_words
from simkit.run.findings.notable import GamesOfRun, Most, Notable, notable_games
from simkit.run.store import query
from simkit.run.store.directory import RunDirectory
from simkit.run.store.nearest import why_no_game as why_no_game
from simkit.run.work.interrupt import run_interruptibly
from simkit.run.work.rehearsal import match_of
from simkit.search.drama import dramatic_games
from simkit.search.parting import Parting
from simkit.words.asked.review import Reviewed

if TYPE_CHECKING:
    from simkit.door.results import Run

MOST: tuple[Most, ...] = get_args(Most)


class Telling(TypedDict, total=False):
    """What is told of a game; see `simkit.Run.replay`."""

    choices: bool
    move: int | None
    review: bool
    instead: str | None


@dataclass(frozen=True)
class Replay:
    """One game in sentences: `title`, `lines` in order, and `why` it was found, if it was looked for.

    `game` is its number; `levels` are those of its scenario in words, `players` who plays; `changed` says
    which columns come out otherwise than they were recorded, `broken` why the game can't be played on; else
    they are empty.

    Examples
    --------
    >>> run.replay(game=7).lines[0]
    'First to 100 wins; the die has 6 sides. Seat 1 begins.'
    """

    title: str
    lines: tuple[str, ...]
    why: str = ""
    levels: str = ""
    players: str = ""
    changed: str = ""
    broken: str = ""
    game: int = 0

    @property
    def _told(self) -> tuple[str, ...]:
        return (*self.lines, *([f"Here the game breaks: {self.broken}."] if self.broken else []))

    def __str__(self) -> str:
        return "\n".join((f"{self.title}: {self.why}" if self.why else self.title, *self._told))

    def _repr_html_(self) -> str:
        return in_notebook(self.title, *([self.why] if self.why else []), lines=self._told)


def find_scenarios(run: RunDirectory, wanted: int | str | None) -> list[int]:
    """Return the scenario of a number, those with some levels ("rules.board=A1"), or all."""
    if wanted is not None and not isinstance(wanted, (int, str)):
        raise BadInput(f"scenario {wanted}: allowed is a whole number, or levels: rules.board=A1")
    return query.find_scenarios(run, None if wanted is None else str(wanted))


def games_to_read(
    run: RunDirectory, scenarios: list[int], most: str | None, where: str = "", first: int = 1
) -> list[Notable]:
    """Return the first games that meet a condition; or that are most of all the longest, closest ...

    * `most`: one of `MOST`; None for the first by number.
    * `where`: a condition that the games meet; empty for all.

    Raises BadInput if there is no such word, the tables don't know, or no game is most of all.
    """
    if most is None:
        found = query.find_games(run, scenarios, where, first)
        return [Notable(scenario, game, "") for scenario, game in found]
    wanted = next((word for word in MOST if word == most), None)
    if wanted is None:
        raise BadInput(unknown("most", most, MOST))
    played = GamesOfRun(run, scenarios, where)
    if where and not played.count:
        raise BadInput(why_no_game(run, scenarios, where))
    if wanted == "dramatic":
        return dramatic_games(played, first)
    return notable_games(played, wanted, first)


def replay_of_run(run: Run, scenario: int, game: int, why: str = "", **shown: Unpack[Telling]) -> Replay:
    """Return a game of a run, and whether it still has the outcome that was recorded."""
    recorded = query.recorded_outcome(run, scenario, game)
    match, level = run.match(scenario), run.scenario(scenario)
    told = _told(match, game, scenario, {factor: level[factor] for factor in run.factors}, why, shown)
    if recorded is None or told.broken:
        return told
    return replace(told, changed=_changed(recorded, query.outcome_now(match, game)))


def replay_of(experiment: Experiment, scenario: int, game: int, **shown: Unpack[Telling]) -> Replay:
    """Return a game of an experiment, whether or not that has been run."""
    played = experiment.scenarios[scenario]
    return _told(match_of(experiment, played), game, scenario, played.levels, "", shown)


def _changed(recorded: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return in words what comes out otherwise than it was recorded."""
    return ", ".join(
        f"{name} {value} -> {now.get(name, 'no such column')}"
        for name, value in recorded.items()
        if now.get(name) != value
    )


def _told(
    match: Match, game: int, scenario: int, levels: Mapping[str, str], why: str, shown: Telling
) -> Replay:
    title = f"Game {game}, {match.game.title}, scenario {scenario}"
    words = ", ".join(level_in_words(*item, match.game.knobs) for item in levels.items())
    lines: list[str] = []
    broken = ""
    try:
        run_interruptibly(lambda: lines.extend(_lines(match, game, **shown)))
    except (GameFailure, NeverEnding) as failure:  # told to its last move
        broken = str(failure)
    return Replay(title, tuple(lines), why, words, _players(match, game), broken=broken, game=game)


def _players(match: Match, game: int) -> str:
    """Return the players in words: one strategy, or the strategy at each seat in this game."""
    players = [match.player_at(game, seat) for seat in range(len(match.strategies))]
    names = [player_in_words(match.strategies[i].name, match.parameters[i]) for i in players]
    if len(names) == 1:
        return f"Strategy: {names[0]}."
    return f"Strategies: {', '.join(f'{name} (seat {seat})' for seat, name in enumerate(names, 1))}."


def _lines(
    match: Match,
    game: int,
    *,
    choices: bool = False,
    move: int | None = None,
    review: bool = False,
    instead: str | None = None,
) -> Iterator[str]:
    """Yield the lines of a game, or only those of its move of a number."""
    if instead is not None and (review or move is not None):
        raise BadInput("--instead plays another game from that move on; use it without --review and --move")
    parting = Parting.read(match, game, instead) if instead is not None else None
    reviewed = Reviewed.of(match, game) if review else None
    notes = reviewed.notes() if reviewed else {}
    other = None
    if parting:
        notes, other = {parting.move: f"  {parting.note()}"}, {parting.move: parting.option}
    yield from playthrough(match, game, choices=choices, only=move, notes=notes, instead=other)
    yield from parting.ending() if parting else ()
    yield from reviewed.summary() if reviewed else ()
