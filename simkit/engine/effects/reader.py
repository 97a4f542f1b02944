"""Reads the texts of cards from YAML: makes their trees, and collects what is wrong in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from simkit.content.complaints import quoted
from simkit.content.source import KEY, Place
from simkit.engine.effects.tree import Block, Choose, Do, Every, Goto, If, Need, Option, Paid, Roll, Step
from simkit.engine.effects.vocabulary import (
    CONTROL,
    OPTION_KEYS,
    Condition,
    Operand,
    Operation,
    Price,
    Problem,
    Text,
    Vocabulary,
    number,
    text_name,
)
from simkit.errors import nearest, unknown
from simkit.language import NOBODY

MOST_OPTIONS = 32
BRANCHES = ("then", "else")

Given = Mapping[str, tuple[Any, Place]]
"""What stands under each key, and where."""


class Reader:
    """Reads texts; of those with problems it makes no whole tree."""

    def __init__(self, vocabulary: Vocabulary, texts: Sequence[Text]) -> None:
        self.vocabulary = vocabulary
        self.texts = texts
        self.numbers = {text.name: i for i, text in enumerate(texts, 1)}
        self.trees: list[Block] = []
        self.problems: list[Problem] = []
        self.text = texts[0]
        self.operations = {entry.name: (i, entry) for i, entry in enumerate(vocabulary.operations)}
        self.control: dict[str, Callable[[Any, Place], Step | None]] = {
            "if": self.choose_by_condition,
            "roll": self.roll,
            "choose": self.choose,
            "every": self.every,
            "goto": self.goto,
        }

    def read(self, text: Text, value: Any) -> None:
        """Read a text."""
        self.text = text
        self.trees.append(self.block(value, text.place))

    def complain(self, place: Place, message: str) -> None:
        """Record what is wrong at a place."""
        self.problems.append((place, f"card {self.text.full_name}: {message}"))

    def block(self, value: Any, place: Place) -> Block:
        """Read a list of operations."""
        if not isinstance(value, list):
            self.complain(place, f"found {quoted(value)}, allowed is a list of operations")
            return ()
        found = [self.entry(item, (*place, i)) for i, item in enumerate(value)]
        return tuple(step for step in found if step is not None)

    def entry(self, item: Any, place: Place) -> Step | None:
        """Read one operation or one control word."""
        keys = [item] if isinstance(item, str) else list(item) if isinstance(item, dict) else []
        if not keys:
            self.complain(place, f"found {quoted(item)}, allowed is an operation, such as {self.example}")
            return None
        known = [key for key in keys if key in self.operations or key in self.control]
        at = place if isinstance(item, str) else (*place, keys[0], KEY)
        if not known:
            self.complain(at, unknown("operation", keys[0], [*self.operations, *CONTROL]))
            return None
        head = known[0]
        value = None if isinstance(item, str) else item[head]
        siblings = {} if isinstance(item, str) else {key: item[key] for key in keys if key != head}
        if head not in self.control:
            return self.operation(head, value, siblings, place)
        for key in siblings:
            self.complain((*place, key, KEY), f"'{key}' can't stand beside '{head}'")
        return self.control[head](value, (*place, head))

    @property
    def example(self) -> str:
        """An example of an operation, for messages."""
        name, (_, operation) = next(iter(self.operations.items()), ("goto", (0, None)))
        return f"{{{name}: ...}}" if operation is None or operation.operands else name

    def operation(self, name: str, value: Any, siblings: Mapping[str, Any], place: Place) -> Step | None:
        """Read an operation of the game, for each seat that it is done to."""
        index, operation = self.operations[name]
        beside = {key: (given, (*place, key)) for key, given in siblings.items()}
        target = beside.pop("to", None)
        inside: dict[str, Any] = {}
        if isinstance(value, dict):
            inside = {key: (given, (*place, name, key)) for key, given in value.items()}
        elif value is not None:
            if not operation.operands:
                self.complain((*place, name), f"'{name}' takes nothing, found {quoted(value)}")
                return None
            inside = {operation.operands[0].name: (value, (*place, name))}
        branches = self.taken_out(inside) if operation.branches else {}
        a, b = self.operands(operation, {**inside, **beside}, (*place, name))
        to = None if target is None else self.done_to(operation, *target)
        found = Do(index, operation, a, b, *self.branches(branches))
        return found if to is None else Every(to, (found,))

    def done_to(self, operation: Operation, value: Any, place: Place) -> int | None:
        """Return the number of the target to whose seats an operation is done."""
        if operation.is_common:
            self.complain((*place, KEY), f"'{operation.name}' is not done to anybody: it can't have 'to'")
            return None
        return self.target(value, place)

    def target(self, value: Any, place: Place) -> int | None:
        """Return the number of a target."""
        names = [target.name for target in self.vocabulary.targets]
        if value not in names:
            self.complain(place, unknown("target", str(value), names))
            return None
        return names.index(value)

    def operands(self, entry: Operation | Condition, given: Given, place: Place) -> tuple[int, int]:
        """Return the numbers that stand for the operands of an operation or a condition."""
        names = [operand.name for operand in entry.operands]
        for key, (_, where) in given.items():
            if key not in names:
                self.complain((*where, KEY), self.foreign_key(entry, key, names))
        found = []
        for operand in entry.operands:
            if operand.name in given:
                value, where = given[operand.name]
                found.append(self.operand(entry.name, operand, value, where))
            elif operand.default is not None:
                found.append(operand.default)
            elif set(given) <= set(names):  # else one of the others may be meant
                self.complain(place, f"'{entry.name}' needs '{operand.name}': {operand.allowed}")
        a, b = (*found, 0, 0)[:2]
        return a, b

    def foreign_key(self, entry: Operation | Condition, key: str, names: Sequence[str]) -> str:
        """Return a message about a key that an operation or a condition does not have."""
        if key in self.operations or key in self.control:
            return f"'{key}' can't stand beside '{entry.name}': give each a dash (-) of its own"
        extra = ["to"] if isinstance(entry, Operation) and not entry.is_common else []
        if isinstance(entry, Operation) and entry.branches:
            extra += BRANCHES
        elif key in BRANCHES:
            return f"'{entry.name}' neither succeeds nor fails: it can't have '{key}'"
        return unknown(f"key of '{entry.name}'", key, [*names, *extra])

    def operand(self, name: str, operand: Operand, value: Any, place: Place) -> int:
        """Return the number that stands for one operand."""
        if operand.is_text:
            return self.text_number(value, place)
        if isinstance(value, str) and operand.words:
            if value in operand.words:
                return operand.words[value]
            self.complain(place, unknown(f"{operand.name} of '{name}'", value, operand.words))
        elif operand.only_words or isinstance(value, bool) or not isinstance(value, int):
            self.complain(place, f"{name}: found {quoted(value)}, allowed is {operand.allowed}")
        elif not operand.low <= value <= operand.high:
            self.complain(place, f"{name}: found {value}, allowed is {operand.allowed}")
        else:
            return value
        return 0

    def text_number(self, value: Any, place: Place) -> int:
        """Return the number of the text with a name."""
        name = "" if isinstance(value, (list, dict)) else str(value)
        if name in self.numbers and not self.texts[self.numbers[name] - 1].can_be_named:
            named = self.texts[self.numbers[name] - 1].full_name
            self.complain(place, f"card {named} is drawn from a deck, so no other card can lead to it")
            return 0
        if name not in self.numbers:
            guess = nearest(str(value), [text.name for text in self.texts if text.can_be_named])
            hint = f"; did you mean '{guess}'?" if guess else ""
            self.complain(place, f"there is no card {quoted(str(value))}{hint}")
            return 0
        return self.numbers[name]

    def taken_out(self, given: dict[str, Any]) -> Given:
        """Take the branches out of what is given."""
        return {key: given.pop(key) for key in BRANCHES if key in given}

    def branches(self, given: Given) -> tuple[Block, Block]:
        """Read the branches for success and failure."""
        then, otherwise = (self.block(*given[key]) if key in given else () for key in BRANCHES)
        return then, otherwise

    def mapping(self, word: str, value: Any, place: Place, keys: Sequence[str] = ()) -> dict[str, Any] | None:
        """Return the mapping after a control word, or None if it is something else."""
        if not isinstance(value, dict):
            self.complain(place, f"{word}: found {quoted(value)}, allowed is a mapping (key: value)")
            return None
        for key in value:
            if keys and key not in keys:
                self.complain((*place, key, KEY), unknown(f"key of '{word}'", key, keys))
        return {key: (given, (*place, key)) for key, given in value.items()}

    def roll(self, value: Any, place: Place) -> Step | None:
        """Read a roll."""
        given = self.mapping("roll", value, place)
        if given is None:
            return None
        branches = self.taken_out(given)
        highest = self.vocabulary.faces
        roll = Operation("roll", (number("at_least", 2, highest),), "roll", is_common=True, branches=True)
        at_least, _ = self.operands(roll, given, place)
        return Roll(at_least, *self.branches(branches))

    def choose_by_condition(self, value: Any, place: Place) -> Step | None:
        """Read an `if`."""
        given = self.mapping("if", value, place)
        if given is None:
            return None
        branches = self.taken_out(given)
        if not given:
            self.complain(place, "an 'if' needs a condition")
        return If(self.needs(given), *self.branches(branches))

    def needs(self, given: Given) -> tuple[Need, ...]:
        """Read conditions that must all hold."""
        found = [self.condition(name, argument, where) for name, (argument, where) in given.items()]
        return tuple(need for need in found if need is not None)

    def condition(self, name: str, value: Any, place: Place) -> Need | None:
        """Read a condition."""
        table = {entry.name: (i, entry) for i, entry in enumerate(self.vocabulary.conditions)}
        if name not in table:
            self.complain((*place, KEY), unknown("condition", name, table))
            return None
        index, condition = table[name]
        given: dict[str, Any] = {}
        if not condition.operands:
            if value is not True:
                self.complain(place, f"{name}: found {quoted(value)}, allowed is true")
        elif isinstance(value, dict):
            given = {key: (argument, (*place, key)) for key, argument in value.items()}
        else:
            given = {condition.operands[0].name: (value, place)}
        return Need(index, condition, *self.operands(condition, given, place))

    def goto(self, value: Any, place: Place) -> Step:
        """Read a `goto`."""
        return Goto(self.operand("goto", text_name("name"), value, place), place)

    def every(self, value: Any, place: Place) -> Step | None:
        """Read a loop over the seats of a target."""
        given = self.mapping("every", value, place, ("of", "do"))
        if given is None:
            return None
        for key in ("of", "do"):
            if key not in given:
                self.complain(place, f"'every' needs '{key}'")
        target = self.target(*given["of"]) if "of" in given else None
        do = self.block(*given["do"]) if "do" in given else ()
        return None if target is None else Every(target, do)

    def choose(self, value: Any, place: Place) -> Step | None:
        """Read a choice."""
        given = self.mapping("choose", value, place, ("by", "options"))
        if given is None:
            return None
        options, where = given.get("options", (None, place))
        if not isinstance(options, list) or not 2 <= len(options) <= MOST_OPTIONS:
            self.complain(where, f"'choose' needs 'options': a list of 2 to {MOST_OPTIONS}")
            return None
        voters = self.voters(*given["by"]) if "by" in given else NOBODY
        found = [self.option(option, (*where, i)) for i, option in enumerate(options)]
        self.check_options(options, where)
        done = [
            self.block(option["do"], (*where, i, "do")) if isinstance(option, dict) and "do" in option else ()
            for i, option in enumerate(options)
        ]
        return Choose(voters, tuple(Option(*limits, do) for limits, do in zip(found, done, strict=True)))

    def voters(self, value: Any, place: Place) -> int:
        """Return the number of the target whose seats vote."""
        names = [target.name for target in self.vocabulary.targets if target.votes]
        if value not in names:
            self.complain(place, unknown("way to choose", str(value), names))
            return NOBODY
        return self.vocabulary.target(value)[0]

    def check_options(self, options: Sequence[Any], place: Place) -> None:
        """Record what is wrong with the options of a choice as a whole."""
        sound = [option for option in options if isinstance(option, dict)]
        if len(sound) == len(options) and all(option.get("need") for option in sound):
            self.complain(
                place, "every option has a need: one must have none, to be done if no other is open"
            )
        names = [str(option.get("name")) for option in sound]
        for i, name in enumerate(names):
            if name in names[:i]:
                self.complain((*place, i, "name"), f"two options are called '{name}'")

    def option(self, option: Any, place: Place) -> tuple[str, tuple[Need, ...], tuple[Paid, ...]]:
        """Read an option's name, needs and prices."""
        prices = {price.name: (i, price) for i, price in enumerate(self.vocabulary.prices)}
        given = self.mapping("an option", option, place, (*OPTION_KEYS, *prices))
        if given is None:
            return "", (), ()
        name = given.get("name", ("", ()))[0]
        if isinstance(name, (list, dict, type(None))) or str(name) == "":
            self.complain(place, "an option needs a 'name', what sentences call it")
        if "do" not in given:
            self.complain(place, "an option needs 'do', a list of operations; [] for nothing")
        needs = self.needs(self.mapping("need", *given["need"]) or {}) if "need" in given else ()
        paid = [
            Paid(index, price, self.amount(price, *given[word]))
            for word, (index, price) in prices.items()
            if word in given
        ]
        return str(name), needs, tuple(paid)

    def amount(self, price: Price, value: Any, place: Place) -> int:
        """Return how much of a price an option costs."""
        _, condition = self.vocabulary.condition(price.condition)
        return self.operand(price.name, condition.operands[0], value, place)
