"""Turns the trees of texts into instructions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

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
from simkit.engine.effects.tree import Block, Choose, Do, Every, Goto, Need, Option, Roll, Step
from simkit.engine.effects.vocabulary import Operation, Vocabulary


@dataclass
class Instruction:
    """One instruction; its fields are those of `INSTRUCTION`."""

    kind: int
    number: int
    a: int
    b: int
    jump: int
    end: int


class Code:
    """The instructions of texts, one text after the other."""

    def __init__(self, vocabulary: Vocabulary, trees: Sequence[Block]) -> None:
        self.vocabulary = vocabulary
        self.instructions: list[Instruction] = []
        self.first: list[int] = [0]
        self.options: dict[int, str] = {}
        for tree in trees:
            self.first.append(len(self.instructions))
            self.block(tree, is_last=True)
            self.emit(END)

    @property
    def rows(self) -> list[tuple[int, ...]]:
        """The instructions, a tuple of numbers each."""
        return [astuple(instruction) for instruction in self.instructions]

    @property
    def here(self) -> int:
        """The place of the instruction that comes next."""
        return len(self.instructions)

    def emit(self, kind: int, number: int = 0, a: int = 0, b: int = 0) -> Instruction:
        """Add an instruction, which continues with the next one."""
        following = self.here + 1
        self.instructions.append(Instruction(kind, number, a, b, following, following))
        return self.instructions[-1]

    def block(self, block: Block, *, is_last: bool) -> None:
        """Add what is done one after the other; `is_last` if nothing more is done afterwards."""
        for place, step in enumerate(block, 1):
            self.step(step, is_last=is_last and place == len(block))

    def step(self, step: Step, *, is_last: bool) -> None:
        """Add a step."""
        if isinstance(step, Goto):
            self.emit(GOTO_AT_END if is_last else GOTO, step.text)
        elif isinstance(step, Every):
            loop = self.emit(EVERY, step.target, int(self.vocabulary.targets[step.target].asks))
            self.block(step.do, is_last=False)
            loop.jump = self.here
            self.emit(NEXT)
            loop.end = self.here
        elif isinstance(step, Choose):
            self.choose(step, is_last=is_last)
        elif isinstance(step, Do):
            at = self.operation(step.number, step.operation, step.a, step.b)
            self.branches(at, step.then, step.otherwise, is_last=is_last)
        elif isinstance(step, Roll):
            self.branches(self.emit(ROLL, 0, step.at_least), step.then, step.otherwise, is_last=is_last)
        else:
            at = self.emit(IF, len(step.needs))
            self.needs(step.needs)
            self.branches(at, step.then, step.otherwise, is_last=is_last)

    def operation(self, number: int, operation: Operation, a: int, b: int) -> Instruction:
        """Add an operation of the game."""
        return self.emit(COMMON if operation.is_common else PERFORM, number, a, b)

    def needs(self, needs: Sequence[Need]) -> None:
        """Add conditions."""
        for need in needs:
            self.emit(NEED, need.number, need.a, need.b)

    def branches(self, at: Instruction, then: Block, otherwise: Block, *, is_last: bool) -> None:
        """Add the branches for success and failure of an instruction."""
        self.block(then, is_last=is_last)
        if otherwise:
            over = self.emit(JUMP)
            at.jump = self.here
            self.block(otherwise, is_last=is_last)
            over.jump = over.end = self.here
        else:
            at.jump = self.here
        at.end = self.here

    def choose(self, choice: Choose, *, is_last: bool) -> None:
        """Add a choice."""
        free = [place for place, option in enumerate(choice.options) if not option.needs]
        at = self.emit(CHOOSE, len(choice.options), choice.by, free[-1])
        cases = [self.case(option) for option in choice.options]
        ends = [
            self.body(case, option, is_last=is_last)
            for case, option in zip(cases, choice.options, strict=True)
        ]
        for end in ends:
            end.jump = end.end = self.here
        at.jump = at.end = self.here

    def case(self, option: Option) -> Instruction:
        """Add an option's name, needs and prices."""
        self.options[self.here] = option.name
        at = self.emit(CASE, len(option.needs) + len(option.prices), 0, len(option.prices))
        self.needs(option.needs)
        for paid in option.prices:
            condition, _ = self.vocabulary.condition(paid.price.condition)
            self.emit(NEED, condition, paid.amount).end = paid.number  # for strategies: `price_of`
        return at

    def body(self, case: Instruction, option: Option, *, is_last: bool) -> Instruction:
        """Add what an option does, prices first; return the jump past the other options."""
        case.jump = self.here
        for paid in option.prices:
            self.operation(*self.vocabulary.operation(paid.price.operation), paid.amount, 0)
        self.block(option.do, is_last=is_last)
        case.end = self.here
        return self.emit(JUMP)
