"""Random texts of cards, well formed, made of any vocabulary; and what makes them ill-formed."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from simkit.engine.effects.vocabulary import Condition, Operand, Operation, Vocabulary

NAMES = ("a", "b", "c", "d")
DEEPEST = 2


def operands(operand: Operand) -> st.SearchStrategy[Any]:
    """Return a strategy for what an operand may be given."""
    if operand.is_text:
        return st.sampled_from(NAMES)
    found: list[st.SearchStrategy[Any]] = []
    if operand.words:
        found.append(st.sampled_from(sorted(operand.words)))
    if not operand.only_words:
        found.append(st.integers(operand.low, operand.high))
    return st.one_of(found)


def given_to(entry: Operation | Condition) -> st.SearchStrategy[Any]:
    """Return a strategy for the operands of an operation or a condition, in the form of a mapping."""
    wanted = {o.name: operands(o) for o in entry.operands if o.default is None}
    optional = {o.name: operands(o) for o in entry.operands if o.default is not None}
    return st.fixed_dictionaries(wanted, optional=optional)


def needs(vocabulary: Vocabulary, least: int = 0) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for conditions, each once."""
    found = {c.name: given_to(c) if c.operands else st.just(True) for c in vocabulary.conditions}
    return st.fixed_dictionaries({}, optional=found).filter(lambda needed: len(needed) >= least)


@st.composite
def entries(draw: st.DrawFn, vocabulary: Vocabulary, depth: int) -> Any:
    """Draw one operation, or one word of control with what belongs to it."""
    control = [] if depth == 0 else ["if", "choose", "roll", "every"]
    word = draw(st.sampled_from([*(o.name for o in vocabulary.operations), "goto", *control]))
    inner = blocks(vocabulary, depth - 1)
    branches = st.fixed_dictionaries({}, optional={"then": inner, "else": inner})
    if word == "goto":
        return {"goto": draw(st.sampled_from(NAMES))}
    if word == "if":
        return {"if": {**draw(needs(vocabulary, 1)), **draw(branches)}}
    if word == "roll":
        return {"roll": {"at_least": draw(st.integers(2, vocabulary.faces)), **draw(branches)}}
    targets = [target.name for target in vocabulary.targets]
    if word == "every":
        return {"every": {"of": draw(st.sampled_from(targets)), "do": draw(inner)}}
    if word == "choose":
        return {"choose": draw(choices(vocabulary, depth))}
    _, operation = vocabulary.operation(word)
    given = {**draw(given_to(operation)), **(draw(branches) if operation.branches and depth else {})}
    to = {} if operation.is_common or draw(st.booleans()) else {"to": draw(st.sampled_from(targets))}
    return {word: given, **to}


@st.composite
def choices(draw: st.DrawFn, vocabulary: Vocabulary, depth: int) -> Any:
    """Draw a choice."""
    options = []
    for i in range(draw(st.integers(2, 3))):
        prices = {
            price.name: operands(vocabulary.condition(price.condition)[1].operands[0])
            for price in vocabulary.prices
        }
        option = {"name": f"option {i}", **draw(st.fixed_dictionaries({}, optional=prices))}
        need = draw(needs(vocabulary)) if i else {}
        options.append(
            {**option, **({"need": need} if need else {}), "do": draw(blocks(vocabulary, depth - 1))}
        )
    voters = [target.name for target in vocabulary.targets if target.votes]
    by = draw(st.sampled_from([None, *voters]))
    return {**({} if by is None else {"by": by}), "options": options}


def blocks(vocabulary: Vocabulary, depth: int = DEEPEST) -> st.SearchStrategy[list[Any]]:
    """Return a strategy for a list of operations."""
    if depth < 0:
        return st.just([])
    return st.lists(st.deferred(lambda: entries(vocabulary, depth)), max_size=3)


def cards(vocabulary: Vocabulary) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for four cards, which may lead to one another."""
    return st.fixed_dictionaries({name: blocks(vocabulary) for name in NAMES})


def places(tree: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return all places in a tree."""
    found = [place]
    if isinstance(tree, dict):
        found += [p for key, value in tree.items() for p in places(value, (*place, key))]
    elif isinstance(tree, list):
        found += [p for i, value in enumerate(tree) for p in places(value, (*place, i))]
    return found


def replaced(tree: Any, place: tuple[Any, ...], value: Any) -> Any:
    """Return a tree with something else at a place."""
    if not place:
        return value
    head, rest = place[0], place[1:]
    if isinstance(tree, dict):
        return {key: replaced(old, rest, value) if key == head else old for key, old in tree.items()}
    return [replaced(old, rest, value) if i == head else old for i, old in enumerate(tree)]
