"""Answers what mistakes cost: how much less is won by a player that overlooks moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from simkit.experiment.about import AskedAbout
from simkit.experiment.keys import OnePlayer, is_of_players, read_key
from simkit.report.document.blocks import Figure, InShort, KeyFigure
from simkit.report.effects.compared import Pair
from simkit.report.effects.effects import Effects, effects_of
from simkit.report.facts.ceilings import rates_at_ceiling
from simkit.report.facts.people import People, counted, people_at, people_by_strength, plain_name
from simkit.report.facts.players import BEST
from simkit.report.facts.result import measures_of
from simkit.report.facts.scenarios import levels_in_words
from simkit.report.facts.wins import Wins, all_wins
from simkit.report.sections.curve_over_factor import curve_sections
from simkit.report.words import NO_BREAK, opening
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, is_significant
from simkit.stats.whose import GAME, PLAYER

USUAL = 0.1
"""The share of overlooked moves that is quoted, or the one nearest to it that was played."""

NEARLY = 0.02
"""How far a share may be from 1 / n, by its size, to be called "one move in n"."""

MOST_KEYS = 4

_TENS = {10: "ten", 20: "twenty", 100: "a hundred"}


@dataclass(frozen=True)
class _Cost:
    """What overlooked moves cost a player.

    Parameters
    ----------
    people : People
        The player in words.
    pair : Pair
        The scenarios without mistakes, or with the fewest, and with as many as are quoted.
    before, after, change : Estimate
        What is won in both, and the difference in the same games.
    """

    people: People
    pair: Pair
    before: Estimate
    after: Estimate
    change: Estimate


def answer(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return what mistakes cost each player; None where all make the same, so that nobody wins by them."""
    wins = _wins(run, asked.factor)
    levels = sorted(run.levels[asked.factor].unique(), key=float)
    if wins is None or len(levels) < 2:
        return None
    quoted = min(levels[1:], key=lambda level: abs(float(level) - USUAL))
    effects = effects_of(run, asked.factor, wins, base=levels[0])
    costs = _costs(effects, wins, quoted)
    if not costs:
        return None
    best, result = costs[0], wins.result
    how = f"overlooking {share_of_moves(float(quoted))}"
    fewer = f" instead of {share_of_moves(float(levels[0]))}" if float(levels[0]) else ""
    setting = levels_in_words(run, run.scenario(best.pair.before), _rules_varied(run))
    where = f" ({setting})" if setting else ""
    what = f" of {result.games}" if result.is_share else ""
    means = "" if result.is_share else f"a {result.rate} of "
    return InShort(
        [
            f"{opening(how)}{fewer} takes {best.people.words} from {means}{best.before} to "
            f"{best.after}{what}{where}.",
            *_others(costs[1:]),
            *_ceiling(wins, best),
        ],
        key_figures=[
            KeyFigure(
                f"{own.before:alone} \N{RIGHTWARDS ARROW} {own.after:alone}",
                f"{result.games if result.is_share else result.rate}: {own.people.words} {how}",
            )
            for own in costs[:MOST_KEYS]
        ],
        draw=partial(_figure, wins, asked.factor),
        findings=_no_better(effects, wins, costs),
    )


def _wins(run: RunDirectory, factor: str) -> Wins | None:
    """Return what is won by those that overlook moves: the game's, or one player's; None for neither."""
    result, key = next(iter(measures_of(run)), None), read_key(factor)
    if result is None:
        return None
    player = f"{PLAYER} {key.number}" if isinstance(key, OnePlayer) else ""
    every = {wins.of: wins for wins in all_wins(run, result)}
    return every.get(GAME.name) or every.get(player)


def share_of_moves(share: float) -> str:
    """Return a share of moves in words: "one move in ten", "15 % of its moves"."""
    many = round(1 / share) if share else 0
    if many > 1 and abs(share * many - 1) < NEARLY:
        return f"one move in {_TENS.get(many) or counted(many)}"
    return f"{100 * share:g}{NO_BREAK}% of its moves"


def _rules_varied(run: RunDirectory) -> list[str]:
    return [factor for factor in run.factors if not is_of_players(factor)]


def _costs(effects: Effects, wins: Wins, quoted: str) -> list[_Cost]:
    """Return what the quoted level costs each player in its first setting, the strongest player first."""
    run, found = effects.run, dict[str, _Cost]()
    for pair in effects.of(quoted):
        name = plain_name(run, run.line_ups[pair.before][wins.player or 0])
        if name not in found:
            before, after = (wins.average([own]) for own in (pair.before, pair.after))
            people = people_at(run, pair.before, wins.player)
            found[name] = _Cost(people, pair, before, after, effects.over([pair]))
    return [found[name] for name in people_by_strength(run) if name in found]


def _others(costs: Sequence[_Cost]) -> list[str]:
    """Return what the same mistakes cost the other players that lose most and least."""
    if not costs:
        return []
    ranked = sorted(costs, key=lambda own: own.change.value)
    most, least = ranked[0], ranked[-1]
    words = f"The same mistakes cost {most.people.words} {_loss(most.change)}"
    if least is most:
        return [f"{words}."]
    return [f"{words}, and {least.people.words} {_loss(least.change)}."]


def _loss(change: Estimate) -> str:
    """Return a loss; nothing where none is clear."""
    if not is_significant(change):
        return f"nothing that {change.n:,} games show"
    return f"{(-change).counted(' points'):plain}"


def _ceiling(wins: Wins, best: _Cost) -> list[str]:
    """Return how far the strongest player is from the best that is known, without any mistakes."""
    found = rates_at_ceiling(wins.run).get(best.pair.before)
    if found is None or wins.of != GAME.name:
        return []
    return [f"{opening(BEST)} {wins.result.does} {found} without mistakes."]


def _no_better(effects: Effects, wins: Wins, costs: Sequence[_Cost]) -> list[str]:
    """Return how many mistakes make the strongest player no better than the next one is without any."""
    if len(costs) < 2:
        return []
    best, second = costs[:2]
    setting = best.pair.setting
    mistakes = {
        float(pair.level): pair.after
        for level in effects.levels
        for pair in effects.of(level)
        if pair.setting == setting
    }
    for share, scenario in sorted(mistakes.items()):
        lead = wins.effect([second.pair.before], [scenario])
        if lead.value < 0 or not is_significant(lead, len(mistakes)):
            return [
                f"{opening(best.people.words)} overlooking {share_of_moves(share)} is no better than "
                f"{second.people.words} without mistakes: {wins.average([scenario])} "
                f"against {second.before}."
            ]
    return []


def _figure(wins: Wins, factor: str) -> Figure | None:
    """Return a curve for each player over the moves that are overlooked."""
    figures = (block for own in curve_sections(wins, [factor]) for block in own.blocks)
    return next((block for block in figures if isinstance(block, Figure)), None)
