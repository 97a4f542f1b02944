"""A game's ladder: how often each of its strategies wins at one standard setting, as measured once and kept.

It is the file ``ladder.yaml`` beside the strategies.  A person writes its head: the setting, in words and as
rules and opponents, how many games and from which seed.  `tools/measure_ladder.py` plays them and writes
under `won` how many games each strategy won.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Lt
from pydantic import BaseModel, ConfigDict, ValidationError

from simkit.content.complaints import complaint, problems_of
from simkit.content.source import Source, read_source
from simkit.engine.game import Game
from simkit.engine.knobs import Knobs
from simkit.engine.match import Match
from simkit.engine.strategy import Strategy
from simkit.errors import Complaint
from simkit.plugins import find_game, find_strategy, ladder_files
from simkit.stats.estimates import Estimate, wilson


class LadderFile(BaseModel):
    """What stands in a ``ladder.yaml``.

    Parameters
    ----------
    game : str
        The game.
    setting : str
        The setting in words, as `simkit strategies` prints it.
    rules : mapping
        The knobs that differ from their defaults.
    against : list of str
        The opponents: one strategy for each other player.
    games : int
        How many games each strategy plays; all of them play the same games.
    seed : int
        The seed of these games.
    won : mapping of str to int
        How many of them each strategy won, the strongest first.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    game: str
    setting: str
    rules: dict[str, Any] = {}
    against: list[str] = []
    games: Annotated[int, Ge(1)]
    seed: Annotated[int, Ge(0), Lt(2**32)]
    won: dict[str, Annotated[int, Ge(0)]] = {}


@dataclass(frozen=True)
class Ladder:
    """A game's ladder.

    Parameters
    ----------
    file : Path
        Where it is kept.
    game : Game
        The game.
    setting : str
        The setting in words.
    knobs : Knobs
        The rules.
    opponents : tuple of Strategy
        The other players, besides the strategy that is measured; none in a solo game.
    games, seed : int
        How many games each strategy plays, and their seed.
    won : mapping of str to Estimate
        Each strategy's win rate with its 95 % interval, the strongest first.
    """

    file: Path
    game: Game
    setting: str
    knobs: Knobs
    opponents: tuple[Strategy, ...]
    games: int
    seed: int
    won: Mapping[str, Estimate]

    def measure(self, strategy: Strategy) -> int:
        """Play the ladder's games with a strategy; return how many it wins."""
        players = (strategy, *self.opponents)
        return games_won(Match(self.game, self.knobs, players, seed=self.seed), self.games)


def games_won(match: Match, games: int) -> int:
    """Return how many of a match's first games its first player wins, from whichever seat."""
    rows, seat_rows = match.play(0, games)
    if "won" in (rows.dtype.names or ()):
        return int(rows["won"].sum())
    player = match.lineups[np.arange(games) % len(match.lineups)].ravel()
    return int(seat_rows["won"][player == 0].sum())


def ladders_of(game: str) -> Iterator[Ladder]:
    """Yield the ladders of a game: one for each package that has measured strategies.

    Raises
    ------
    Complaint
        If something is wrong with a ``ladder.yaml``.
    """
    for file in ladder_files():
        if read_source(file, "a ladder").data.get("game") == game:
            yield read_ladder(file)


def read_ladder(file: Path) -> Ladder:
    """Read a ``ladder.yaml``.

    Raises
    ------
    Complaint
        If something is wrong with it, with file and line.
    """
    source = read_source(file, "a ladder")
    try:
        found = LadderFile.model_validate(source.data)
    except ValidationError as error:
        raise complaint(source, problems_of(error, lambda place: place, LadderFile.model_fields)) from None
    game = find_game(found.game)
    try:
        knobs = game.knobs.model_validate(found.rules)
    except ValidationError as error:
        names = game.knobs.model_fields
        problems = problems_of(error, lambda place: ("rules", *place), names, kind=f"knob of {game.name}")
        raise complaint(source, problems) from None
    seats = game.seats_under(knobs)
    if len(found.against) != seats - 1:
        message = f"{seats} play, found {len(found.against)} opponents, allowed are {seats - 1}"
        raise complaint(source, [(("against",), message)])
    for name, count in found.won.items():
        if count > found.games:
            message = f"'{name}' won {count} games, allowed are {found.games} at most"
            raise complaint(source, [(("won", name), message)])
    rates = {name: wilson(count, found.games) for name, count in found.won.items()}
    return Ladder(
        file=file,
        game=game,
        setting=found.setting,
        knobs=knobs,
        opponents=tuple(_opponents(source, found)),
        games=found.games,
        seed=found.seed,
        won=dict(sorted(rates.items(), key=lambda pair: -pair[1].value)),
    )


def _opponents(source: Source, found: LadderFile) -> Iterator[Strategy]:
    for place, name in enumerate(found.against):
        try:
            yield find_strategy(found.game, name, source.path.parent)
        except Complaint as problem:
            raise complaint(source, [(("against", place), str(problem))]) from None


def write_won(file: Path, won: Mapping[str, int], games: int) -> None:
    """Write how many games each strategy won below the head of a ``ladder.yaml``, the strongest first."""
    head = file.read_text(encoding="utf-8").partition("\nwon:")[0].rstrip()
    lines = []
    for name, count in sorted(won.items(), key=lambda pair: -pair[1]):
        rate = wilson(count, games)
        lines.append(f"  {name}: {count}  # {rate_in_words(rate)}")
    file.write_text("\n".join([head, "", "won:", *lines, ""]), encoding="utf-8")


def rate_in_words(rate: Estimate) -> str:
    """Return a win rate with its interval, in percent: "81.3 % (81.1 to 81.5)"."""
    digits = 1 if rate.high >= 0.001 else 3
    return f"{rate.value:.{digits}%} ({rate.low * 100:.{digits}f} to {rate.high * 100:.{digits}f})".replace(
        "%", " %"
    )
