"""Turns instructions back into texts: into the tree that they were made from, and into sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simkit.engine.effects.machine import CHOOSE, COMMON, EVERY, GOTO, GOTO_AT_END, IF, PERFORM, ROLL
from simkit.engine.effects.program import Program
from simkit.engine.effects.vocabulary import Condition, Operand, Operation

Tree = list[dict[str, Any]]

YOU = "you"
THEY = "each"


def tree_of(program: Program, name: str) -> Tree:
    """Return a text as it could have been written, with all operands named and empty branches left out."""
    number = program.number(name)
    last = number == len(program.texts)
    end = len(program.code) if last else int(program.first[number + 1])
    return _Reader(program).block(int(program.first[number]), end - 1)


def words_of(program: Program, name: str) -> list[str]:
    """Return a text in sentences, one per line; branches are indented below their line."""
    return _Sentences(program).block(tree_of(program, name), YOU)


class _Reader:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.vocabulary = program.vocabulary

    def block(self, at: int, end: int) -> Tree:
        tree: Tree = []
        while at < end:
            step = self.program.code[at]
            tree.append(self.entry(at, step))
            at = at + 1 if step["kind"] in (GOTO, GOTO_AT_END) else int(step["end"])
        return tree

    def entry(self, at: int, step: Any) -> dict[str, Any]:
        kind = int(step["kind"])
        if kind in (GOTO, GOTO_AT_END):
            return {"goto": self.program.texts[step["number"] - 1].name}
        if kind == EVERY:
            return self.every(at, step)
        if kind == CHOOSE:
            return {"choose": self.choose(at, step)}
        if kind == ROLL:
            return {"roll": {"at_least": int(step["a"]), **self.branches(at + 1, step)}}
        if kind == IF:
            return {"if": {**self.needs(at + 1, step), **self.branches(at + 1 + int(step["number"]), step)}}
        assert kind in (PERFORM, COMMON)
        operation = self.vocabulary.operations[step["number"]]
        branches = self.branches(at + 1, step) if operation.branches else {}
        return {operation.name: {**self.operands(operation, step), **branches}}

    def operands(self, entry: Operation | Condition, step: Any) -> dict[str, Any]:
        given = zip(entry.operands, (int(step["a"]), int(step["b"])), strict=False)
        return {operand.name: self.operand(operand, value) for operand, value in given}

    def operand(self, operand: Operand, value: int) -> Any:
        if operand.is_text:
            return self.program.texts[value - 1].name
        found = operand.in_words(value)
        return found if found in operand.words else value

    def branches(self, at: int, step: Any) -> dict[str, Tree]:
        jump, end = int(step["jump"]), int(step["end"])
        then = self.block(at, end if jump == end else jump - 1)
        return {
            **({"then": then} if then else {}),
            **({"else": self.block(jump, end)} if jump != end else {}),
        }

    def needs(self, at: int, step: Any) -> dict[str, Any]:
        found = self.program.code[at : at + int(step["number"])]
        return {
            condition.name: self.operands(condition, need) if condition.operands else True
            for need in found
            for condition in [self.vocabulary.conditions[need["number"]]]
        }

    def every(self, at: int, step: Any) -> dict[str, Any]:
        target = self.vocabulary.targets[step["number"]].name
        body = self.block(at + 1, int(step["jump"]))
        own = [operation.name for operation in self.vocabulary.operations if not operation.is_common]
        if len(body) == 1 and next(iter(body[0])) in own and "to" not in body[0]:
            return {**body[0], "to": target}
        return {"every": {"of": target, "do": body}}

    def choose(self, at: int, step: Any) -> dict[str, Any]:
        by = {} if step["a"] < 0 else {"by": self.vocabulary.targets[step["a"]].name}
        options, case = [], at + 1
        for _ in range(int(step["number"])):
            options.append(self.option(case, self.program.code[case]))
            case += 1 + int(self.program.code[case]["number"])
        return {**by, "options": options}

    def option(self, at: int, case: Any) -> dict[str, Any]:
        needs, prices = int(case["number"]), int(case["b"])
        need = self.needs(at + 1, {"number": needs - prices})
        paid = self.program.code[at + 1 + needs - prices : at + 1 + needs]
        costs = {self.vocabulary.prices[price["end"]].name: int(price["a"]) for price in paid}
        body = self.block(int(case["jump"]) + prices, int(case["end"]))
        return {"name": self.program.options[at], **costs, **({"need": need} if need else {}), "do": body}


class _Sentences:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.vocabulary = program.vocabulary

    def block(self, tree: Tree, who: str) -> list[str]:
        return [line for entry in tree for line in self.entry(entry, who)]

    def entry(self, entry: dict[str, Any], who: str) -> list[str]:
        word, given = next(iter(entry.items()))
        if word == "goto":
            return [f"Go on with {self.title(self.program.number(given))}."]
        if word == "every":
            target = self.vocabulary.target(given["of"])[1].words
            return [f"For {target}:", *_indented(self.block(given["do"], THEY))]
        if word == "choose":
            return self.choose(given, who)
        if word == "roll":
            return self.branches(f"the die shows {given['at_least']} or more", given, who)
        if word == "if":
            return self.branches(self.conditions(given), given, who)
        _, operation = self.vocabulary.operation(word)
        whom = self.vocabulary.target(entry["to"])[1].words if "to" in entry else who
        a, b = self.numbers(operation, given)
        words = operation.in_words(whom, a, b, self.title)
        sentence = f"{words[:1].upper()}{words[1:]}."
        if not operation.branches:
            return [sentence]
        inner = THEY if "to" in entry else who
        return [sentence, *self.branches("it succeeds", given, inner, "If it fails:")]

    def branches(
        self, condition: str, given: dict[str, Any], who: str, otherwise: str = "Otherwise:"
    ) -> list[str]:
        then, other = (self.block(given.get(key, []), who) for key in ("then", "else"))
        if other and not then:
            return [f"Unless {condition}:", *_indented(other)]
        return [
            *([f"If {condition}:", *_indented(then)] if then else []),
            *([otherwise, *_indented(other)] if other else []),
        ]

    def conditions(self, given: dict[str, Any]) -> str:
        said = []
        for name, operands in given.items():
            if name not in ("then", "else"):
                condition = self.vocabulary.condition(name)[1]
                said.append(condition.in_words(*self.numbers(condition, operands), self.title))
        return " and ".join(said)

    def choose(self, given: dict[str, Any], who: str) -> list[str]:
        by = self.vocabulary.target(given["by"])[1].words if "by" in given else ""
        lines = [f"Vote ({by}):" if by else "Choose:"]
        for option in given["options"]:
            limits = [
                f"{price.name} {option[price.name]}"
                for price in self.vocabulary.prices
                if price.name in option
            ]
            limits += [f"if {self.conditions(option['need'])}"] if "need" in option else []
            limit = f" ({'; '.join(limits)})" if limits else ""
            done = self.block(option["do"], who)
            lines += _indented([f"{option['name']}{limit}:", *_indented(done or ["Nothing."])])
        return lines

    def numbers(self, entry: Operation | Condition, given: Any) -> tuple[int, int]:
        values = []
        for operand in entry.operands:
            value = given[operand.name]
            if operand.is_text:
                values.append(self.program.number(value))
            else:
                values.append(operand.words[value] if isinstance(value, str) else value)
        a, b = (*values, 0, 0)[:2]
        return a, b

    def title(self, number: int) -> str:
        return f"'{self.program.title(number)}'"


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"    {line}" for line in lines]
