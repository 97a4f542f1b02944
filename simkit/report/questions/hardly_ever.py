"""Answers why a player hardly ever wins: what it does not do that a good one does, and how its games end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from simkit.engine.base.columns import END, Column
from simkit.engine.contract.skills import skill_of
from simkit.results.best_player import best_beside
from simkit.results.claims import Change, Claim, Contrast, Of, Sentence, Truth, difference
from simkit.results.columns import column_of, game_columns, seat_columns
from simkit.results.line_ups import ways_of
from simkit.results.players import introduced, player_in_short
from simkit.results.result import measures_of
from simkit.run.findings.targeted import RANDOM
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, mean_of, sum_of_independent
from simkit.stats.whose import GAME
from simkit.words.claims import Voice
from simkit.words.lines import Line, players_of
from simkit.words.why import HARDLY_EVER, MOSTLY, SELDOM, Lost, ways_to_lose, why_lost


def why_players_lose(run: RunDirectory) -> list[Sentence]:
    """Return why players of a run hardly ever win, as far as its tables show it.

    They are set beside the best player of the run; where that hardly ever wins, too, and all win or lose
    together, beside the best one that the game ships with.  Of players that are made to err, that is why.
    """
    main = next(iter(measures_of(run)), None)
    if main is None or not main.is_share or main.is_less_better:
        return []
    ways = ways_of(run)
    lines = [line for line in players_of(run, main) if not ways[line.key].overlooks]
    rates = {line: line.average(sorted(line.scenarios)) for line in lines}
    best = max(rates, key=lambda line: rates[line].value, default=None)
    said = []
    for line, rate in rates.items():
        if best and rate.high < HARDLY_EVER and not line.key.startswith(RANDOM):
            is_good = HARDLY_EVER < rates[best].low
            said += _sentences(line, *(_beside(line, best) if is_good else _beside_shipped(line)))
    return said


def _of(line: Line) -> Of:
    return line.of(sorted(line.scenarios))


def _columns(line: Line) -> list[Column]:
    """Return what is counted in a player's games."""
    of_game = line.wins.of == GAME.name
    return [column for column in (game_columns if of_game else seat_columns)(line.run) if column.unit]


def _beside(line: Line, best: Line) -> tuple[Lost, Of | None]:
    """Return what a player does not do that another of the run does, and how its games end; and of whom."""
    truth, counts = Truth(line.run), []
    for column in _columns(line):
        mine, theirs = (replace(_of(each), column=column.name) for each in (line, best))
        counts.append((column, truth.average(mine).value, truth.value(difference(theirs, mine))))
    return why_lost(counts, _ends(line), best.subject), _of(best)


def _beside_shipped(line: Line) -> tuple[Lost, Of | None]:
    """Return the same beside the best player that the game ships with, which plays a few games."""
    run, own = line.run, _of(line)
    best = best_beside(run, own.scenarios) if own.whose == GAME.name else None
    if best is None or best.strategy.name in run.line_ups[own.scenarios[0]]:
        return why_lost((), _ends(line)), None
    skill, truth = best.strategy.skill, Truth(run)
    is_only = skill_of(skill) not in {skill_of(each.skill) for each in introduced(run)}
    better = player_in_short(best.strategy.name, skill, is_only=is_only)
    if (share := best.share(line.result.column)).low <= HARDLY_EVER:
        return replace(why_lost((), _ends(line), better), won=share.value), None
    counts = []
    for column in _columns(line):
        mine, theirs = truth.average(replace(own, column=column.name)), mean_of(best.values(column.name))
        counts.append((column, mine.value, sum_of_independent([(theirs, 1.0), (mine, -1.0)])))
    return why_lost(counts, _ends(line), better), None


def _ends(line: Line) -> Iterator[tuple[str, str, Estimate]]:
    """Yield each way to lose, with what happens then, and in what share of a player's games."""
    if line.wins.of != GAME.name:
        return
    for (name, label), ends in ways_to_lose(line.run):
        loss = column_of(game_columns(line.run), name).looks[label].loss
        yield label, loss, ends.average(sorted(line.scenarios))


def _sentences(line: Line, found: Lost, best: Of | None) -> list[Sentence]:
    """Return why a player loses in words, with what they claim."""
    mean = _of(line)
    claims: list[Claim] = [_is_below(mean, HARDLY_EVER)]
    if found.column:
        done = replace(mean, column=found.column.name)
        claims += [_is_below(done, SELDOM)] if found.mean < SELDOM else []
        if best:
            lead = difference(replace(best, column=found.column.name), done)
            claims.append(Change(lead if found.often > found.mean else -lead))
    if found.end:
        claims.append(Change(Of(END, mean.scenarios, mean.whose, found.end), MOSTLY))
    words = found.sentences(Voice(line.run, [line]).doer(mean), line.result.rate)
    return [Sentence(" ".join(words), *claims)] if words else []


def _is_below(of: Of, bound: float) -> Change:
    return Change(Contrast(((of, -1.0),)), -bound)
