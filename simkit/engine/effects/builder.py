"""Turns the texts of cards, read from YAML, into instructions, and collects what is wrong in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from simkit.content.complaints import quoted
from simkit.content.source import KEY, Place
from simkit.engine.effects.machine import (
    CASE,
    CHOOSE,
    COMMON,
    END,
    EVERY,
    GOTO,
    GOTO_AT_END,
    IF,
    JUMP,
    NEED,
    NEXT,
    PERFORM,
    ROLL,
)
from simkit.engine.effects.vocabulary import (
    CONTROL,
    OPTION_KEYS,
    Condition,
    Instruction,
    Operand,
    Operation,
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


class Builder:
    """Builds instructions from texts."""

    def __init__(self, vocabulary: Vocabulary, texts: Sequence[Text]) -> None:
        self.vocabulary = vocabulary
        self.texts = texts
        self.numbers = {text.name: i for i, text in enumerate(texts, 1)}
        self.code: list[Instruction] = []
        self.first: list[int] = [0]
        self.options: dict[int, str] = {}
        self.problems: list[Problem] = []
        self.text = texts[0]
        self.operations = {entry.name: (i, entry) for i, entry in enumerate(vocabulary.operations)}
        self.control: dict[str, Callable[[Any, Place], None]] = {
            "if": self.choose_by_condition,
            "roll": self.roll,
            "choose": self.choose,
            "every": self.every,
            "goto": self.goto,
        }

    def build(self, text: Text, value: Any) -> None:
        """Add a text."""
        self.text = text
        self.first.append(len(self.code))
        self.block(value, text.place)
        self.emit(END, text.place)
        for at in range(self.first[-1], len(self.code)):
            if self.code[at].kind == GOTO and self.leads_to_the_end(at + 1):
                self.code[at].kind = GOTO_AT_END

    def leads_to_the_end(self, at: int) -> bool:
        """Return True if nothing more is done from an instruction on."""
        while self.code[at].kind == JUMP:
            at = self.code[at].jump
        return self.code[at].kind == END

    def complain(self, place: Place, message: str) -> None:
        """Record what is wrong at a place."""
        self.problems.append((place, f"card {self.text.full_name}: {message}"))

    def emit(self, kind: int, place: Place, number: int = 0, a: int = 0, b: int = 0) -> int:
        """Add an instruction, which continues with the next one; return its place."""
        at = len(self.code)
        self.code.append(Instruction(kind, number, a, b, at + 1, at + 1, place))
        return at

    def block(self, value: Any, place: Place) -> None:
        """Add a list of operations."""
        if not isinstance(value, list):
            self.complain(place, f"found {quoted(value)}, allowed is a list of operations")
            return
        for i, item in enumerate(value):
            self.entry(item, (*place, i))

    def entry(self, item: Any, place: Place) -> None:
        """Add one operation or one control word."""
        keys = [item] if isinstance(item, str) else list(item) if isinstance(item, dict) else []
        if not keys:
            self.complain(place, f"found {quoted(item)}, allowed is an operation, such as {self.example}")
            return
        known = [key for key in keys if key in self.operations or key in self.control]
        at = place if isinstance(item, str) else (*place, keys[0], KEY)
        if not known:
            self.complain(at, unknown("operation", keys[0], [*self.operations, *CONTROL]))
            return
        head = known[0]
        value = None if isinstance(item, str) else item[head]
        siblings = {} if isinstance(item, str) else {key: item[key] for key in keys if key != head}
        if head in self.control:
            for key in siblings:
                self.complain((*place, key, KEY), f"'{key}' can't stand beside '{head}'")
            self.control[head](value, (*place, head))
        else:
            self.operation(head, value, siblings, place)

    @property
    def example(self) -> str:
        """An example of an operation, for messages."""
        name, (_, operation) = next(iter(self.operations.items()), ("goto", (0, None)))
        return f"{{{name}: ...}}" if operation is None or operation.operands else name

    def operation(self, name: str, value: Any, siblings: Mapping[str, Any], place: Place) -> None:
        """Add an operation of the game, for each seat that it is done to."""
        index, operation = self.operations[name]
        beside = {key: (given, (*place, key)) for key, given in siblings.items()}
        target = beside.pop("to", None)
        inside: dict[str, Any] = {}
        if isinstance(value, dict):
            inside = {key: (given, (*place, name, key)) for key, given in value.items()}
        elif value is not None:
            if not operation.operands:
                self.complain((*place, name), f"'{name}' takes nothing, found {quoted(value)}")
                return
            inside = {operation.operands[0].name: (value, (*place, name))}
        branches = {key: inside.pop(key) for key in BRANCHES if key in inside} if operation.branches else {}
        a, b = self.operands(operation, {**inside, **beside}, (*place, name))
        loop = None if target is None else self.begin_loop(operation, *target)
        kind = COMMON if operation.is_common else PERFORM
        at = self.emit(kind, (*place, name), index, a, b)
        self.branch(at, branches)
        if loop is not None:
            self.end_loop(loop)

    def begin_loop(self, operation: Operation, value: Any, place: Place) -> int | None:
        """Add the beginning of the loop for an operation that is done to several."""
        if operation.is_common:
            self.complain((*place, KEY), f"'{operation.name}' is not done to anybody: it can't have 'to'")
            return None
        return self.begin_every(value, place)

    def begin_every(self, value: Any, place: Place) -> int | None:
        """Add the beginning of a loop over a target's seats."""
        targets = self.vocabulary.targets
        names = [target.name for target in targets]
        if value not in names:
            self.complain(place, unknown("target", str(value), names))
            return None
        index = names.index(value)
        return self.emit(EVERY, place, index, int(targets[index].asks))

    def end_loop(self, loop: int) -> None:
        """Add the end of a loop."""
        at = self.emit(NEXT, self.code[loop].place)
        self.code[loop].jump = at
        self.code[loop].end = at + 1

    def operands(
        self, entry: Operation | Condition, given: Mapping[str, tuple[Any, Place]], place: Place
    ) -> tuple[int, int]:
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

    def branch(self, at: int, branches: Mapping[str, tuple[Any, Place]]) -> None:
        """Add the branches for success and failure of the instruction at `at`."""
        if "then" in branches:
            self.block(*branches["then"])
        if "else" in branches and branches["else"][0] != []:
            over = self.emit(JUMP, branches["else"][1])
            self.code[at].jump = over + 1
            self.block(*branches["else"])
            self.code[over].jump = self.code[over].end = len(self.code)
        else:
            self.code[at].jump = len(self.code)
        self.code[at].end = len(self.code)

    def mapping(self, word: str, value: Any, place: Place, keys: Sequence[str] = ()) -> dict[str, Any] | None:
        """Return the mapping after a control word, or None if it is something else."""
        if not isinstance(value, dict):
            self.complain(place, f"{word}: found {quoted(value)}, allowed is a mapping (key: value)")
            return None
        for key in value:
            if keys and key not in keys:
                self.complain((*place, key, KEY), unknown(f"key of '{word}'", key, keys))
        return {key: (given, (*place, key)) for key, given in value.items()}

    def roll(self, value: Any, place: Place) -> None:
        """Add a roll."""
        given = self.mapping("roll", value, place)
        if given is not None:
            branches = {key: given.pop(key) for key in BRANCHES if key in given}
            highest = self.vocabulary.faces
            roll = Operation("roll", (number("at_least", 2, highest),), "roll", is_common=True, branches=True)
            a, _ = self.operands(roll, given, place)
            self.branch(self.emit(ROLL, place, 0, a), branches)

    def choose_by_condition(self, value: Any, place: Place) -> None:
        """Add an `if`."""
        given = self.mapping("if", value, place)
        if given is not None:
            branches = {key: given.pop(key) for key in BRANCHES if key in given}
            at = self.emit(IF, place, len(given))
            if not given:
                self.complain(place, "an 'if' needs a condition")
            for name, (argument, where) in given.items():
                self.condition(name, argument, where)
            self.branch(at, branches)

    def condition(self, name: str, value: Any, place: Place) -> None:
        """Add a condition."""
        table = {entry.name: (i, entry) for i, entry in enumerate(self.vocabulary.conditions)}
        if name not in table:
            self.complain((*place, KEY), unknown("condition", name, table))
            return
        index, condition = table[name]
        given: dict[str, Any] = {}
        if not condition.operands:
            if value is not True:
                self.complain(place, f"{name}: found {quoted(value)}, allowed is true")
        elif isinstance(value, dict):
            given = {key: (argument, (*place, key)) for key, argument in value.items()}
        else:
            given = {condition.operands[0].name: (value, place)}
        self.emit(NEED, place, index, *self.operands(condition, given, place))

    def goto(self, value: Any, place: Place) -> None:
        """Add a `goto`."""
        name = text_name("name")
        self.emit(GOTO, place, self.operand("goto", name, value, place))

    def every(self, value: Any, place: Place) -> None:
        """Add a loop over the seats of a target."""
        given = self.mapping("every", value, place, ("of", "do"))
        if given is None:
            return
        for key in ("of", "do"):
            if key not in given:
                self.complain(place, f"'every' needs '{key}'")
        loop = self.begin_every(*given["of"]) if "of" in given else None
        if "do" in given:
            self.block(*given["do"])
        if loop is not None:
            self.end_loop(loop)

    def choose(self, value: Any, place: Place) -> None:
        """Add a choice."""
        given = self.mapping("choose", value, place, ("by", "options"))
        if given is None:
            return
        options, where = given.get("options", (None, place))
        if not isinstance(options, list) or not 2 <= len(options) <= MOST_OPTIONS:
            self.complain(where, f"'choose' needs 'options': a list of 2 to {MOST_OPTIONS}")
            return
        voters = self.voters(*given["by"]) if "by" in given else NOBODY
        at = self.emit(CHOOSE, place, len(options), voters)
        cases = [self.case(option, (*where, i)) for i, option in enumerate(options)]
        self.check_options(options, where)
        free = [i for i, option in enumerate(options) if isinstance(option, dict) and not option.get("need")]
        self.code[at].b = free[-1] if free else 0
        ends = [
            self.body(case, option, (*where, i))
            for i, (case, option) in enumerate(zip(cases, options, strict=True))
        ]
        for end in ends:
            self.code[end].jump = self.code[end].end = len(self.code)
        self.code[at].jump = self.code[at].end = len(self.code)

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

    def case(self, option: Any, place: Place) -> int:
        """Add an option's name, needs and prices; return its place."""
        at = self.emit(CASE, place)
        prices = {price.name: (i, price) for i, price in enumerate(self.vocabulary.prices)}
        given = self.mapping("an option", option, place, (*OPTION_KEYS, *prices))
        if given is None:
            return at
        name = given.get("name", ("", ()))[0]
        if isinstance(name, (list, dict, type(None))) or str(name) == "":
            self.complain(place, "an option needs a 'name', what sentences call it")
        if "do" not in given:
            self.complain(place, "an option needs 'do', a list of operations; [] for nothing")
        self.options[at] = str(name)
        if "need" in given:
            needs = self.mapping("need", *given["need"])
            for need, (argument, where) in (needs or {}).items():
                self.condition(need, argument, where)
        for word, (index, price) in prices.items():
            if word in given:
                condition, entry = self.vocabulary.condition(price.condition)
                value = self.operand(word, entry.operands[0], *given[word])
                priced = self.emit(NEED, (*place, word), condition, value)
                self.code[priced].end = index  # which price: for sentences, and for what pays it
                self.code[at].b += 1
        self.code[at].number = len(self.code) - at - 1
        return at

    def body(self, case: int, option: Any, place: Place) -> int:
        """Add what an option does, prices first; return the place of the jump past the other options."""
        self.code[case].jump = len(self.code)
        needs = self.code[case + 1 : case + 1 + self.code[case].number]
        for need in needs[len(needs) - self.code[case].b :]:
            index, operation = self.vocabulary.operation(self.vocabulary.prices[need.end].operation)
            self.emit(COMMON if operation.is_common else PERFORM, need.place, index, need.a)
        if isinstance(option, dict) and "do" in option:
            self.block(option["do"], (*place, "do"))
        self.code[case].end = self.emit(JUMP, place)
        return self.code[case].end
