"""Says the traits of a game, a line and a sentence each; and what distinguishes two games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite

from simkit.language import listed, opening
from simkit.search.tension import LOST, SURE
from simkit.search.traits import (
    ALONE,
    FOLLOWED,
    NEVER,
    NO_CHANCE,
    NO_CHOICE,
    NO_GOAL,
    NONE_CLEAR,
    NOTHING_OUT,
    OPENING,
    TOGETHER,
    TWO_PLAYERS,
    Trait,
)
from simkit.search.worth import GROUPS
from simkit.stats.estimates import Estimate, is_significant
from simkit.words.asked.names import count
from simkit.words.rounding import Said, as_said

TOPICS: Mapping[str, Mapping[str, str]] = {
    "Length": {"length": "a game lasts", "minutes": "at the table", "wait": "longest wait"},
    "Seats": {"begins": "beginning is worth", "furthest_seat": "furthest from fair"},
    "Luck and skill": {
        "chance": "chance alone",
        "kind_of_chance": "kind of chance",
        "player": "who plays",
        "choice": "choices and chance",
        "best_and_next": "the best over the next",
        "best_and_weakest": "over the weakest",
    },
    "The ladder": {"rung": ""},
    "Decisions": {
        "decisions": "decisions a player",
        "options": "options a decision",
        "forced": "nothing to choose",
        "matter": "can matter",
        "clear": "clearly matter, at least",
        "best_move": "best move over worst",
    },
    "Weight": {
        "weight": "weight",
        "rules": "rules and cards",
        "kinds": "kinds of moves",
        "mattering": "decisions that matter",
    },
    "Tension": {"decided": "decided after", "lead_changes": "lead changes", "comebacks": "comebacks"},
    "Two games": {
        "parts": "part at decision",
        "alike": "begin alike",
        "length_apart": "lengths apart",
        "results_apart": "results apart",
    },
    "Strategies": {
        "may_be_best": "may be the best",
        "survive": "survive",
        "dominates": "lead over the next",
    },
    "Components": {
        "worth_moves": "dearest move",
        "worth_cards": "dearest card",
        "worth_components": "dearest component",
        "worth_something": "worth something",
        "idle": "change nothing",
    },
}
"""The traits by topic, as they stand on the page, each with its label; without one by what it is of."""

COUNTED = {"may_be_best", "survive", "worth_something", "idle", "rules", "kinds"}
"""Traits that are whole numbers."""

WHY = {
    ALONE: "one plays alone",
    TOGETHER: "all win or lose together",
    TWO_PLAYERS: "only two strategies are compared",
    NO_CHANCE: "results do not vary",
    NO_GOAL: "nothing says who did better",
    NO_CHOICE: "nobody ever has a choice",
    NEVER: "there were none",
    NOTHING_OUT: "none can be left out",
    NONE_CLEAR: "none is clearly worth anything",
}
"""Why a trait can't be measured, in words."""

UNLIKE = {
    "rung", "may_be_best", "survive", "dominates", "kind_of_chance", "best_and_next", "best_and_weakest",
    "best_move", "worth_something", "idle", *(f"worth_{group}" for group in GROUPS),
}  # fmt: skip
"""Traits of which two games have no difference: they are of other players, or of other things."""


class DrawnNumber(Said):
    """A number as a portrait has it: one digit of what chance moves, where tables have two."""

    @property
    def decimals(self) -> int:
        """How many decimals it is written with."""
        return max(super().decimals - 1, 0) if not self.unit.is_share else super().decimals


class Whole(Said):
    """A number of things with its interval, in whole numbers."""

    @property
    def decimals(self) -> int:
        """How many decimals it is written with."""
        return 0


Names = Mapping[str, str]
"""What players are called, by their names: "an expert"; one without a name is called what it is."""


def as_drawn(found: Estimate) -> Estimate:
    """Return a number as a portrait has it."""
    drawn: Estimate = as_said(found, DrawnNumber)
    return drawn


def value_of(trait: Trait, how: str = "") -> str:
    """Return what was found as it stands in a cell, as `Estimate` writes it; a dash for nothing."""
    if trait.found is None:
        return "\N{EN DASH}"
    return format(as_said(trait.found, Whole if trait.name in COUNTED else DrawnNumber), how)


def _who(names: Names, player: str) -> str:
    return names.get(player, player)


def label_of(trait: Trait) -> str:
    """Return what a trait is called on the page."""
    labels = next(labels for labels in TOPICS.values() if trait.name in labels)
    return labels[trait.name] or trait.of or trait.name.replace("_", " ")


def line_of(trait: Trait, names: Names, below: Sequence[Trait] = ()) -> str:
    """Return the sentence of a trait; `below` are the traits of its topic before it."""
    if trait.found is None:
        return f"{opening(WHY.get(trait.why, trait.why))}."
    if trait.name == "rung":
        return _rung(trait, names, below)
    return f"{opening(LINES[trait.name](trait, trait.found, names))}."


def _found(trait: Trait) -> Estimate:
    assert trait.found is not None
    return trait.found


def _rung(trait: Trait, names: Names, below: Sequence[Trait]) -> str:
    """Return which rungs a rung is clearly above; of the lowest, what is measured."""
    if not below:
        return f"{opening(trait.measured)}: {trait.where}."
    nearest = below[-1]
    clear = [rung for rung in below if _are_apart(_found(rung), _found(trait))]
    beaten = [_who(names, rung.than) for rung in clear if trait.is_better_than(rung)]
    next_one = _who(names, nearest.than)
    if nearest in clear:
        return f"Clearly {'better' if trait.is_better_than(nearest) else 'worse'} than {next_one}."
    than = f"{beaten[-1]}, not than " if beaten else ""
    return f"{'Clearly' if beaten else 'Not clearly'} better than {than}{next_one}."


def _are_apart(one: Estimate, other: Estimate) -> bool:
    return one.high < other.low or other.high < one.low


Line = Callable[[Trait, Estimate, Names], str]


def _span(trait: Trait) -> str:
    """Return the ends between which nine games in ten lie: "12 to 30 turns", "1 minute"."""
    low, high = (round(trait.beside[end].value) for end in ("low", "high"))
    if low == high:
        return f"{high:,} {trait.of.removesuffix('s') if high == 1 else trait.of}"
    return f"{low:,} to {high:,} {trait.of}"


def _length(trait: Trait, _found: Estimate, _names: Names) -> str:
    return f"nine games in ten have {_span(trait)}"


def _minutes(trait: Trait, _found: Estimate, _names: Names) -> str:
    return f"nine games in ten take {_span(trait)}, by estimated seconds"


def _begins(_trait: Trait, found: Estimate, _names: Names) -> str:
    if not is_significant(found):
        return "beginning makes no clear difference"
    return f"who begins does {'better' if found.value > 0 else 'worse'} than the others on average"


def _furthest(trait: Trait, found: Estimate, _names: Names) -> str:
    if not is_significant(found):
        return f"no {trait.of.split()[0]} is clearly better or worse, allowing for all of them"
    return f"{trait.of} is clearly {'better' if found.value > 0 else 'worse'} than fair, allowing for all"


def _of_results(trait: Trait) -> str:
    return f"of the differences in {trait.of}" if trait.of else "of the results"


def _kind_of_chance(trait: Trait, _found: Estimate, _names: Names) -> str:
    if not trait.than:
        return f"the only chance is {trait.of}"
    if trait.than == "others":
        return f"this share involves {trait.of}, more than any other kind of chance"
    return f"this share involves {trait.of}; which kind leads is open"


def _ahead(trait: Trait, found: Estimate, names: Names) -> str:
    better, other = _who(names, trait.of), _who(names, trait.than)
    behind = trait.beside["behind"]
    if found.low <= behind.high:
        return f"{better} is not clearly ahead of {other} after one game"
    return f"{better} is ahead of {other} after one game; behind in {as_said(behind):alone}"


def _forced(trait: Trait, _found: Estimate, _names: Names) -> str:
    return f"of the {trait.of} this part leaves nothing to choose"


def _best_move(trait: Trait, _found: Estimate, _names: Names) -> str:
    return f"what the best move tried adds to the {trait.of} over the worst"


def _decided(trait: Trait, _found: Estimate, _names: Names) -> str:
    return f"after this part of its {trait.of} the winner's chance stays at {100 * SURE:.0f} % or more"


def _results_apart(trait: Trait, _found: Estimate, _names: Names) -> str:
    if trait.of in ("winner", "result"):
        return f"how often two games have another {trait.of}"
    return f"how far apart two games are in {trait.of}, on average"


def _may_be_best(trait: Trait, found: Estimate, names: Names) -> str:
    many = trait.beside["of"].value
    if found.value == 1:
        return f"of {many:.0f} strategies only {_who(names, trait.of)} can be the best"
    return f"of {many:.0f} strategies these may be the best, {_who(names, trait.of)} among them"


def _survive(trait: Trait, _found: Estimate, _names: Names) -> str:
    return f"of {trait.beside['of'].value:.0f} strategies, those left where players copy what wins"


def _dominates(trait: Trait, found: Estimate, names: Names) -> str:
    best, other = _who(names, trait.of), _who(names, trait.than)
    if found.low > 0:
        return f"one dominates: {best} clearly does better than each other"
    return f"none dominates: {best} is not clearly ahead of {other}"


def _worth(trait: Trait, _found: Estimate, _names: Names) -> str:
    return f"{trait.of}: what is lost of the {trait.than} without it"


def _worth_something(trait: Trait, _found: Estimate, _names: Names) -> str:
    many = trait.beside["of"].value
    return f"of {many:.0f} left out one by one, at least these change results"


def _idle(trait: Trait, _found: Estimate, _names: Names) -> str:
    return f"of {trait.beside['of'].value:.0f} left out one by one, these changed no result"


def _always(words: str) -> Line:
    return lambda _trait, _found, _names: words


LINES: Mapping[str, Line] = {
    "length": _length,
    "minutes": _minutes,
    "wait": _always("the longest time until the same player decides again"),
    "begins": _begins,
    "furthest_seat": _furthest,
    "chance": lambda trait, _found, _names: (
        f"this part {_of_results(trait)} is chance, the same for all players"
    ),
    "kind_of_chance": _kind_of_chance,
    "player": lambda trait, _found, _names: f"this part {_of_results(trait)} is who plays",
    "choice": _always("this part is how choices meet chance"),
    "best_and_next": _ahead,
    "best_and_weakest": _ahead,
    "decisions": _always("choices of each player in a game, among two moves or more"),
    "options": _always("moves to choose from at such a decision, on average"),
    "forced": _forced,
    "matter": _always("at this part another move changed how some play-out ended"),
    "clear": _always("at this part the best move surely beats the worst one tried"),
    "best_move": _best_move,
    "weight": _always("mean doublings of rules, moves, options, mattering decisions"),
    "rules": _always("rules that can be set, and different cards"),
    "kinds": _always("kinds of moves that players choose"),
    "mattering": _always("decisions of a player in a game at which the choice can matter"),
    "decided": _decided,
    "lead_changes": _always("how often in a game another side comes to lead clearly"),
    "comebacks": _always(f"of wins, this part had looked lost: a chance below {100 * LOST:.0f} %"),
    "parts": _always(f"at this decision two games part, of {FOLLOWED} compared"),
    "alike": _always(f"how often two games begin with the same {OPENING} decisions"),
    "length_apart": _always("how far apart the lengths of two games are, on average"),
    "results_apart": _results_apart,
    "may_be_best": _may_be_best,
    "survive": _survive,
    "dominates": _dominates,
    **{f"worth_{group}": _worth for group in GROUPS},
    "worth_something": _worth_something,
    "idle": _idle,
}
"""What each trait means for the game, as a clause."""


# ---- the summary, and how sure it is


def summary_of(title: str, traits: Mapping[str, Trait]) -> list[str]:
    """Return what a portrait comes to in a few sentences."""
    return [f"{opening(words)}." for words in (_first(title, traits), *_middle(traits))]


def sure_of(traits: Sequence[Trait]) -> list[str]:
    """Return how sure a portrait is: of how many games, what is known least, and what is not known."""
    return [f"{opening(words)}." for words in _sure(traits)]


def _first(title: str, traits: Mapping[str, Trait]) -> str:
    words, minutes = f"a game of {title} has {value_of(traits['length'])}", traits["minutes"]
    return words if minutes.found is None else f"{words} and takes {value_of(minutes)}"


def _middle(traits: Mapping[str, Trait]) -> Iterator[str]:
    chance, decided, weight = (traits[name] for name in ("chance", "decided", "weight"))
    if chance.found is not None:
        yield f"chance alone decides {value_of(chance)} {_of_results(chance)}"
    if decided.found is not None:
        yield f"games are decided after {value_of(decided)} of their {decided.of}"
    if weight.found is not None:
        yield f"its weight is {value_of(weight)}"


def _sure(every: Sequence[Trait]) -> Iterator[str]:
    yield from _games(every)
    shares = [trait for trait in every if trait.found is not None and _is_measured_share(trait.found)]
    if shares:
        widest = max(shares, key=lambda trait: _half(_found(trait)))
        half = 100 * _half(_found(widest))
        yield f"the least sure share is '{label_of(widest)}', to {half:.0f} points either way"
    lacking: dict[str, list[str]] = {}
    for trait in every:
        if trait.found is None:
            lacking.setdefault(WHY.get(trait.why, trait.why), []).append(f"'{label_of(trait)}'")
    yield from (f"not measured: {listed(names)} ({why})" for why, names in lacking.items())


def _games(every: Sequence[Trait]) -> Iterator[str]:
    """Yield of how many games, or choices, the numbers of each topic are."""
    topics: dict[str, list[str]] = {}
    for topic, labels in TOPICS.items():
        counts = [
            trait.found.n for trait in every if trait.name in labels and trait.found and trait.found.n > 1
        ]
        if counts:
            low, high = min(counts), max(counts)
            span = f"{low:,}" if low == high else f"{low:,} to {high:,}"
            topics.setdefault(span, []).append(topic.lower())
    yield from (f"{span} games or choices: {listed(names)}" for span, names in topics.items())


def _half(found: Estimate) -> float:
    return (found.high - found.low) / 2


def _is_measured_share(found: Estimate) -> bool:
    return found.unit.is_share and not found.unit.is_change and isfinite(found.high - found.low)


def differing(titles: tuple[str, str], differences: Mapping[str, Estimate]) -> list[str]:
    """Return how many traits of two games clearly differ, and the main ones.

    * `titles`: of the games.
    * `differences`: by trait, that of the second game minus that of the first.
    """
    clear = {name for name, found in differences.items() if _is_clear(found, len(differences))}
    many = len(differences)
    both = f"{titles[0]} and {titles[1]}"
    said = [f"{both} clearly differ in at least {len(clear)} of {count(many, 'number')} that they share"]
    for name, (more, less) in COMPARED.items():
        if name in clear:
            found = differences[name]
            said.append(f"{titles[1]} {more if found.value > 0 else less}, by {as_drawn(abs(found))}")
    return [f"{opening(words)}." for words in said]


def _is_clear(found: Estimate, comparisons: int) -> bool:
    return is_significant(found, comparisons)


COMPARED = {
    "minutes": ("takes longer", "is shorter"),
    "chance": ("has more chance", "has less chance"),
    "weight": ("is heavier", "is lighter"),
}
"""The differences that are said, where they are clear: more and less."""
