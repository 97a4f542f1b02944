r"""Fits Nautilion's expert to your rules: the numbers by which it reads the chance to win from a position.

    python tools/fit_nautilion.py my_expert.py --rules reserve=2
    python tools/fit_nautilion.py my_expert.py --rules expansions=all --rules board=A1,B1

writes `my_expert.json`, the numbers, and `my_expert.py`, a strategy that plays by them: in an experiment it
is called `./my_expert.py:my_expert`.  It takes some minutes.  Without --rules all rules count that the
shipped numbers are for.  It begins with these, or with next to nothing (--anew).

In each round the expert plays games with the numbers found so far.  At the start of each turn the traits of
the position are noted, and in the end whether the game was won.  Then the numbers are moved to where they say
best which games were won (logistic regression, by Adam, over the positions of the last rounds).  In half of
the games one move is made at random, so that positions come up that the expert avoids; only what follows it
is noted.  In the end the new numbers and the shipped expert
play the same fresh games; only numbers that win more are written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

import click
import joblib
import numpy as np
import numpy.typing as npt
from pydantic import ValidationError

from simkit.compile.entry import compile_entry
from simkit.compile.kernel import kernel
from simkit.content.complaints import problems_of
from simkit.content.source import read_value
from simkit.engine.base.chance import CHANCE, GAME_STREAM, SEATS_STREAM, below, open_stream, uniform
from simkit.engine.base.rows import zeros
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.experiment.file.scenarios import unknown_rule
from simkit.games.nautilion.expansions import EXPANSIONS
from simkit.games.nautilion.game import NAUTILION
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.games.nautilion.rules.setup import setup
from simkit.games.nautilion.rules.turn import apply, options
from simkit.games.nautilion.state import WON
from simkit.plugins import strategies_of
from simkit.stats.estimates import POINTS, Estimate, paired_difference, percent, wilson
from simkit.strategies.nautilion.evaluation.by_chance.chances import SURE, VIEW, survey
from simkit.strategies.nautilion.evaluation.by_chance.choice import choose_by_chance
from simkit.strategies.nautilion.evaluation.by_chance.mind import (
    CELLS,
    EXPERT,
    MIND,
    mind_of,
    written,
)
from simkit.strategies.nautilion.evaluation.by_chance.traits import COUNT, NAMES, TRAITS, read, read_fixed

Floats = npt.NDArray[np.float32]

SHIPPED_FOR: dict[str, Sequence[Any]] = {
    "expansions": [
        *("+".join(name for name, is_in in zip(EXPANSIONS, chosen, strict=True) if is_in) or "none"
          for chosen in product((False, True), repeat=len(EXPANSIONS))),
        *["all"] * 4,
    ],
    "board": ["A1", "A1", "A1", "A2", "B1", "B2", "C1", "C2"],
    "reserve": [1, 2, 3, 4, 4, 4, 5, 6],
    "players": [1, 1, 1, 2],
}  # fmt: skip
"""The rules of which each batch of games draws its own; what stands there often is drawn often."""

FIRST_GUESS = {
    "crew_missing": -0.6,
    "mages_missing": -0.6,
    "heroic_cards": -0.5,
    "no_copy": -1.0,
    "reserve": 0.3,
}
"""What numbers that are found anew begin with."""

GAMES_AT_ONCE = 250
"""Games of one batch, under the same rules."""

MOST_TURNS = 32
"""There is room for this many turns of each game."""

KEPT_ROUNDS = 12
"""The numbers are fitted to the positions of this many rounds; of fewer at first, when play improves fast."""

LONGER = 6
"""After this many rounds one more is kept."""

SOONER = 40
"""The move made at random is among this many first ones of a game."""

FIRST_CHECK = 2**31
"""The number of the first game in which old and new numbers are compared; fitting uses those below."""

_setup, _options, _apply = kernel(setup), kernel(options), kernel(apply)


@kernel
def note_turn(table: Any, rules: Any, view: Any, reefs: Any, traits: Any) -> None:
    """Note the traits at the start of a turn, as the expert saw them coming: before the reef's die."""
    survey(table, rules, view)
    now = view.now
    view.may_place = table.may_place
    now.shield = max(0, table.shielded_until - table.turn + 1)
    number = reefs[table.nautilion]
    if rules.reef_spacing > 0 and number != 0:
        now.reef = rules.reef_risk[((now.crew << 1) >> number) & 1]
        now.reserve += int(table.reefs[table.nautilion] != 0)  # it is passed later
    read(table, rules, view, now, traits)
    read_fixed(rules, now, traits)


def play_noting(rules: Any, mind: Any, numbers: Any, workspace: Any, notes: Any, won: Any) -> int:
    """Play games by a mind, and note the traits at the start of each turn.

    Parameters
    ----------
    numbers : (seed, first, wanders)
        The seed, the number of the first game, and the share of games with a move made at random.
    workspace : (states, rooms, chances, views, reefs)
        Two states, of which the second is of zeros, room for moves, a stream of chance, and room for a view
        and for the reefs at the start of the turn before.
    notes : record array of `NOTE`
        The positions: filled from the first one on.
    won : int64, shape (games,)
        Whether each game was won.

    Returns
    -------
    int
        How many positions were noted.
    """
    seed, first, wanders = numbers
    states, rooms, chances, views, reefs = workspace
    state, room, chance, view = states[0], rooms[0], chances[0], views[0]
    moves = room.moves[:]
    noted = 0
    for i in range(len(won)):
        states[0] = states[1]
        open_stream(state.chance, seed, first + i, GAME_STREAM)
        open_stream(chance, seed, first + i, SEATS_STREAM)
        at_random = below(chance, SOONER) if uniform(chance) < wanders else -1
        _setup(state, rules, None)
        begun, turn, made = noted, 0, 0
        reefs[:] = 0
        while not state.over:
            table = state.table
            count = _options(state, rules, moves)
            if wanders >= 0.0 and table.turn != turn:
                turn = table.turn
                if noted < len(notes):
                    note_turn(table, rules, view, reefs, notes[noted].traits)
                    notes[noted].game = i
                    noted += 1
                reefs[:] = table.reefs
            choice = 0
            if count > 1:
                if made == at_random:
                    choice = below(chance, count)
                    noted = begun  # what came before says nothing about how the expert goes on
                else:
                    choice = choose_by_chance(table, rules, mind, moves, count)
            _apply(state, rules, moves[choice], None)
            made += 1
            if made >= rules.decision_cap:
                break
        won[i] = state.table.end == WON
    return noted


NOTE = np.dtype([("traits", TRAITS), ("game", np.int64)])


Played = tuple[npt.NDArray[np.int64], npt.NDArray[Any]]
"""Whether each of some games was won, and the positions noted."""


@cache
def _player() -> Any:
    layouts = (NAUTILION.rules, NAUTILION.state, NAUTILION.room, MIND, NOTE, CHANCE, VIEW)
    return compile_entry(play_noting, checked=False, layouts=layouts)


def play(match: Match, games: range, mind: Any, wanders: float) -> Played:
    """Play a match's games by a mind; without positions where `wanders` is below 0."""
    states, rooms = NAUTILION.new_states(2), zeros(1, NAUTILION.room)
    reefs = np.zeros_like(states[0].table.reefs)
    workspace = states, rooms, zeros(1, CHANCE), zeros(1, VIEW), reefs
    won = np.zeros(len(games), np.int64)
    notes = zeros(len(games) * MOST_TURNS if wanders >= 0 else 1, NOTE)
    noted = _player()(match.rules, mind[0], (match.seed, games.start, wanders), workspace, notes, won)
    return won, notes[:noted]


def play_as_shipped(match: Match, games: range) -> Played:
    """Play the same games by the shipped expert: without expansions it plays by weights and not by a mind."""
    return match.play(games.start, len(games))[0]["won"].astype(np.int64), zeros(0, NOTE)


class Fit:
    """Numbers on their way to those that say best which games were won."""

    def __init__(self, mind: Any) -> None:
        self.scale = np.ones(COUNT, np.float32)
        numbers = (mind.odds[0], mind.cells[0], mind.cell_odds[0])
        self.numbers = [np.array(part, np.float32) for part in numbers]
        self.moments = [[np.zeros_like(part) for part in self.numbers] for _ in range(2)]
        self.steps = 0

    def rescale(self, traits: Floats) -> None:
        """Count each trait in units in which it is about 1, so that all numbers move at a like speed."""
        scale = np.maximum(np.sqrt(np.mean(traits**2, axis=0)), 0.1).astype(np.float32)
        self.numbers[0] *= scale / self.scale
        self.numbers[1] *= (scale / self.scale)[:, None]
        self.scale = scale

    @property
    def mind(self) -> Any:
        """The mind as it is now."""
        found = np.zeros(1, MIND).view(np.recarray)
        found.odds[0] = self.numbers[0] / self.scale
        found.cells[0] = self.numbers[1] / self.scale[:, None]
        found.cell_odds[0] = self.numbers[2]
        return found

    def pass_over(self, traits: Floats, won: Floats, rate: float, rng: np.random.Generator) -> float:
        """Go once through the positions; return the mean logarithm of the chance of what happened."""
        order, size, total = rng.permutation(len(won)), 2048, 0.0
        for start in range(0, len(won), size):
            chosen = order[start : start + size]
            total += self._step(traits[chosen] / self.scale, won[chosen], rate)
        return total / len(won)

    def _step(self, traits: Floats, won: Floats, rate: float) -> float:
        odds, cells, cell_odds = self.numbers
        sums = traits @ cells
        counted = np.maximum(sums, 0)
        chance = 1 / (1 + np.exp(-np.clip(traits @ odds + counted @ cell_odds, -SURE, SURE)))
        off = (chance - won) / len(won)
        behind = (sums > 0) * off[:, None] * cell_odds
        self._move([traits.T @ off, traits.T @ behind, counted.T @ off], rate)
        return float(np.log(np.where(won > 0.5, chance, 1 - chance)).sum())

    def _move(self, slopes: Sequence[Floats], rate: float) -> None:
        """Take a step of Adam (Kingma and Ba, 2015)."""
        self.steps += 1
        kept = (0.9, 0.999)
        for part, slope, mean, square in zip(self.numbers, slopes, *self.moments, strict=True):
            mean += (1 - kept[0]) * (slope - mean)
            square += (1 - kept[1]) * (slope**2 - square)
            size = np.sqrt(square / (1 - kept[1] ** self.steps)) + 1e-8
            part -= rate * (mean / (1 - kept[0] ** self.steps)) / size


def first_guess(rng: np.random.Generator) -> Any:
    """Return a mind that knows next to nothing."""
    mind = np.zeros(1, MIND).view(np.recarray)
    for name, odds in FIRST_GUESS.items():
        mind.odds[0, NAMES.index(name)] = odds
    mind.cells[0] = rng.normal(0, 0.1, (COUNT, CELLS))
    mind.cell_odds[0] = rng.choice([-0.3, 0.3], CELLS)
    return mind


@dataclass(frozen=True)
class Rules:
    """The rules that the numbers are for: each batch of games draws a value of each."""

    values: dict[str, Sequence[Any]]
    known: dict[str, Match] = field(default_factory=dict)

    def drawn(self, rng: np.random.Generator, seed: int) -> Match:
        """Return a match of the shipped expert under some of these rules."""
        chosen = {name: values[int(rng.integers(len(values)))] for name, values in self.values.items()}
        key = json.dumps(chosen)
        if key not in self.known:
            knobs, expert = knobs_of(chosen), strategies_of("nautilion")["expert"]
            self.known[key] = Match(NAUTILION, knobs, (expert,) * NAUTILION.seats_under(knobs), seed=seed)
        return self.known[key]


def knobs_of(chosen: dict[str, Any]) -> NautilionKnobs:
    """Return knobs, or complain about a rule."""
    try:
        return NautilionKnobs.model_validate(chosen)
    except ValidationError as error:
        word = partial(unknown_rule, NAUTILION)
        problems = problems_of(error, lambda place: place, (), unknown_word=word)
        raise BadInput(f"--rules: {'; '.join(message for _, message in problems)}") from None


def read_rules(written: Sequence[str]) -> Rules:
    """Return the rules given as "name=value,value"."""
    if not written:
        return Rules(SHIPPED_FOR)
    values: dict[str, Sequence[Any]] = {}
    for text in written:
        name, given, listed = text.partition("=")
        if not given:
            raise BadInput(f"--rules {text}: a rule and its values, such as reserve=2")
        texts = [listed] if listed.startswith("[") else listed.split(",")  # a rule whose value is a list
        values[name] = [read_value(value, f"--rules {name}") for value in texts]
        for value in values[name]:
            knobs_of({name: value})
    return Rules(values)


@dataclass(frozen=True)
class FittingEffort:
    """How much is played."""

    rounds: int
    games: int
    check: int
    seed: int
    jobs: int

    @property
    def games_of_rounds(self) -> list[int]:
        """The games of each round: a quarter of the last one's at first, when the numbers say little."""
        return [
            self.games * max(self.rounds, 4 * number) // (4 * self.rounds)
            for number in range(1, self.rounds + 1)
        ]


def fitted(mind: Any, rules: Rules, effort: FittingEffort) -> Any:
    """Return the mind that all rounds lead to."""
    rng = np.random.default_rng(effort.seed)
    fit, kept, first = Fit(mind), list[tuple[Floats, Floats]](), 0
    for number, games in enumerate(effort.games_of_rounds):
        by = partial(play, mind=fit.mind, wanders=0.5)
        found = in_batches(by, rules, effort, rng, range(first, first + games))
        first += games
        traits = np.concatenate([notes["traits"]["numbers"].astype(np.float32) for _, notes in found])
        outcomes = np.concatenate([won[notes["game"]].astype(np.float32) for won, notes in found])
        kept = [(traits, outcomes), *kept[: min(KEPT_ROUNDS - 1, number // LONGER)]]
        if number < KEPT_ROUNDS:
            fit.rescale(traits)
        rate = 4e-3 * (1 - number / effort.rounds) + 1e-4
        all_traits, all_outcomes = (np.concatenate(part) for part in zip(*kept, strict=True))
        likely = fit.pass_over(all_traits, all_outcomes, rate, rng)
        share = float(np.mean(np.concatenate([won for won, _ in found])))
        click.echo(f"round {number + 1}: {percent(share)} won, {likely:.4f}, {len(traits):,} turns")
    return fit.mind


def in_batches(
    by: Callable[[Match, range], Played],
    rules: Rules,
    effort: FittingEffort,
    rng: np.random.Generator,
    games: range,
) -> list[Played]:
    """Play games under rules that each batch of them draws anew."""
    batches = (games[i : i + GAMES_AT_ONCE] for i in range(0, len(games), GAMES_AT_ONCE))
    calls = [joblib.delayed(by)(rules.drawn(rng, effort.seed), batch) for batch in batches]
    return list(joblib.Parallel(n_jobs=effort.jobs, prefer="threads")(calls))


def compared(mind: Any, rules: Rules, effort: FittingEffort) -> tuple[Estimate, Estimate, Estimate]:
    """Return how often the shipped expert and a mind win the same fresh games, and the difference."""
    shares = []
    for by in (play_as_shipped, partial(play, mind=mind, wanders=-1.0)):
        rng = np.random.default_rng(effort.seed)  # the same rules for both
        found = in_batches(by, rules, effort, rng, range(FIRST_CHECK, FIRST_CHECK + effort.check))
        shares.append(np.concatenate([won for won, _ in found]).astype(np.float64))
    rates = [wilson(int(won.sum()), len(won)) for won in shares]
    return rates[0], rates[1], paired_difference(shares[0], shares[1], unit=POINTS)


STRATEGY = '''"""Nautilion's expert with numbers of its own, fitted by simkit's tools/fit_nautilion.py."""

from pathlib import Path

from simkit.game import strategy
from simkit.strategies.nautilion.evaluation.by_chance.choice import choose_by_chance
from simkit.strategies.nautilion.evaluation.by_chance.mind import read_mind

MIND = read_mind(Path(__file__).with_name("{name}.json"))


@strategy(game="nautilion", skill="expert")
def {name}(table, seat, rules, moves, count, parameters, chance):
    """Compare the chances to win after each move, as `expert` does, by numbers fitted to {rules}."""
    return choose_by_chance(table, rules, MIND[0], moves, count)
'''


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--rules", "rules", multiple=True, help="A rule and its values: reserve=2, or board=A1,B1.")
@click.option("--anew", is_flag=True, help="Begin with next to nothing, instead of the shipped numbers.")
@click.option("--rounds", type=click.IntRange(1), default=120, show_default=True)
@click.option("--games", type=click.IntRange(2), default=16_000, show_default=True, help="Of the last round.")
@click.option(
    "--check",
    type=click.IntRange(2),
    default=50_000,
    show_default=True,
    help="Games in which old and new numbers are compared.",
)
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), default=1, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Cores to play on.")
def fit(out: Path, rules: tuple[str, ...], anew: bool, **numbers: int) -> None:
    """Fit Nautilion's expert, and write OUT: a strategy (NAME.py, with NAME.json), or the numbers alone."""
    try:
        write_fitted(out, rules, anew, FittingEffort(**numbers))
    except BadInput as complaint:
        raise click.UsageError(str(complaint)) from None


def write_fitted(out: Path, asked: Sequence[str], anew: bool, effort: FittingEffort) -> None:
    """Fit numbers, and write them if they win more than the shipped expert."""
    if out.suffix not in (".py", ".json") or not out.stem.isidentifier():
        raise BadInput(f"{out}: a strategy's name and .py, or .json, such as my_expert.py")
    if not out.parent.is_dir():
        raise BadInput(f"{out}: there is no folder {out.parent}")
    rules = read_rules(asked)
    new = fitted(first_guess(np.random.default_rng(effort.seed)) if anew else EXPERT, rules, effort)
    made = {
        "by": "tools/fit_nautilion.py",
        "begun_with": "next to nothing" if anew else "the shipped numbers",
        "rules": ", ".join(asked) or "all that the shipped numbers are for",
        "seed": effort.seed,
        "games": sum(effort.games_of_rounds),
        "date": f"{datetime.now():%Y-%m-%d}",
    }
    new = mind_of(written(new, made), out)  # to as many digits as the file has
    shipped, found, gain = compared(new, rules, effort)
    click.echo(f"the shipped expert wins {shipped}, the new numbers {found}: {gain}")
    if gain.value < 0:
        click.echo(
            "nothing is written: under these rules `expert` is better as it is, or needs more --rounds"
        )
        return
    numbers = out.with_suffix(".json")
    numbers.write_text(written(new, {**made, "wins": str(found), "shipped": str(shipped)}), encoding="utf-8")
    if out.suffix == ".py":
        out.write_text(STRATEGY.format(name=out.stem, rules=made["rules"]), encoding="utf-8")
    click.echo(f"written: {numbers}" + (f", {out}" if out != numbers else ""))


if __name__ == "__main__":
    fit()
