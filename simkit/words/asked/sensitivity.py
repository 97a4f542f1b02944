"""Says which rules decide: what one step of each does, or how much of a result each explains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs, words_of
from simkit.language import listed, opening
from simkit.search.indices import Explained
from simkit.search.steps import RuleStep, Steps
from simkit.words.asked.names import (
    called,
    changed,
    count,
    differing,
    games,
    higher_or_lower,
    margin,
    some_of,
)
from simkit.words.rounding import as_said

MOST_LISTED = 12
"""The most rules without effect that are named."""


def sentences_of(found: Steps, game: Game, skills: Mapping[str, str]) -> list[str]:
    """Return what one step of each rule does to some players, of whom skills are given."""
    names = called(skills)
    said = [words for player in found.players for words in _of_player(found, game, player, names[player])]
    whose = " of any player" if len(found.players) > 1 else ""
    idle = {whose: found.idle} | {
        f" of {names[player]}": [rule for rule in found.idle_for(player) if rule not in found.idle]
        for player in found.players
    }
    for whose, rules in idle.items():
        if rules:
            steps = {effect.step.rule: effect.step for effect in found.effects}
            which = some_of([rule_of_step(game, steps[rule]) for rule in rules], "rules", "or", MOST_LISTED)
            said.append(f"no step of {which} changed any of {games(found.first)}{whose}")
    return [f"{opening(words)}." for words in said]


def _of_player(found: Steps, game: Game, player: str, who: str) -> Iterator[str]:
    """Yield which rules move a player's result most, and which others do."""
    clear, leading = found.clear(player), found.leading(player)
    what = f"the {found.measured} of {who}"
    if not clear:
        most = margin([found.change(effect) for effect in found.of(player)])
        yield f"none of {count(len(found.rules), 'rule')} moves {what} by more than {most} in one step"
        return
    first = leading[0]
    knobs = found.scenario.knobs
    how = higher_or_lower(found.change(first))
    if len(clear) == 1:
        said = f"{rule_of_step(game, first.step)} alone clearly moves {what} in one step"
        yield f"{said}: {_instead(knobs, first.step)} it is {how}"
        return
    among = "" if len(leading) == 1 else "one of "
    largest = f"{among}the largest {'change' if len(leading) == 1 else 'changes'} by one step"
    yield f"{_instead(knobs, first.step)}, {what} is {how}: {largest}"
    others = [rule_of_step(game, effect.step) for effect in clear if effect is not first]
    yield f"one step of {some_of(others, 'other rules', 'or')} moves it, too"


def of_indices(
    measured: str, found: Sequence[Explained], skills: Mapping[str, str], knobs: Knobs
) -> list[str]:
    """Return how much of some players' results rules explain, the rule that explains most first."""
    names, said = called(skills), []
    for explained in found:
        rules = [words_of(type(knobs), one.rule).label for one in explained.indices]
        first, *others = sorted(explained.indices, key=lambda one: -one.total.value)
        what = f"the {measured} of {names[explained.player]}"
        label = words_of(type(knobs), first.rule).label
        if all(one.total.high < first.total.low for one in others):
            said.append(f"of {listed(rules)}, {label} matters most for {what}")
            every = "both" if len(rules) == 2 else "all of them"
            said.append(f"by itself it explains {as_said(first.first)} of what {every} change")
        else:
            said.append(f"so few samples do not show on which of {listed(rules)} {what} depends most")
    return [f"{opening(words)}." for words in said]


def rule_of_step(game: Game, step: RuleStep) -> str:
    """Return the rule of a step, or what an assumption is about: "the target", "the prices of the spells"."""
    about = {assumption.id: assumption.about for assumption in game.assumptions}
    return about.get(step.rule, step.rule) if step.is_assumption else words_of(game.knobs, step.rule).label


def title_of_step(game: Game, step: RuleStep) -> str:
    """Return the same without an article, for tables: "target", "prices of the spells"."""
    return rule_of_step(game, step) if step.is_assumption else words_of(game.knobs, step.rule).title


def _instead(knobs: Knobs, step: RuleStep) -> str:
    return f"with '{step.words}'" if step.is_assumption else changed(knobs, differing(knobs, step.knobs))
