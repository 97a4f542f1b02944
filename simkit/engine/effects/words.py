"""Turns the texts of cards into sentences."""

from __future__ import annotations

from collections.abc import Sequence

from simkit.engine.effects.program import Program
from simkit.engine.effects.tree import Block, Choose, Do, Every, Goto, Need, Option, Roll, Step
from simkit.language import NOBODY

YOU = "you"
THEY = "each"


def words_of(program: Program, name: str) -> list[str]:
    """Return a text in sentences, one per line; branches are indented below their line."""
    return _Sentences(program).block(program.trees[program.number(name) - 1], YOU)


class _Sentences:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.vocabulary = program.vocabulary

    def block(self, block: Block, who: str) -> list[str]:
        return [line for step in block for line in self.step(step, who)]

    def step(self, step: Step, who: str) -> list[str]:
        if isinstance(step, Goto):
            return [f"Go on with {self.title(step.text)}."]
        if isinstance(step, Every):
            target = self.vocabulary.targets[step.target].words
            only = step.do[0] if len(step.do) == 1 else None
            if isinstance(only, Do) and not only.operation.is_common:
                return self.operation(only, target, THEY)
            return [f"For {target}:", *_indented(self.block(step.do, THEY))]
        if isinstance(step, Choose):
            return self.choose(step, who)
        if isinstance(step, Do):
            return self.operation(step, who, who)
        condition = (
            f"the die shows {step.at_least} or more"
            if isinstance(step, Roll)
            else self.conditions(step.needs)
        )
        return self.branches(condition, step.then, step.otherwise, who)

    def operation(self, step: Do, whom: str, inside: str) -> list[str]:
        """Return the lines for an operation that is done to somebody; `inside` are those in its branches."""
        words = step.operation.in_words(whom, step.a, step.b, self.title)
        sentence = f"{words[:1].upper()}{words[1:]}."
        return [sentence, *self.branches("it succeeds", step.then, step.otherwise, inside, "If it fails:")]

    def branches(
        self, condition: str, then: Block, otherwise: Block, who: str, if_not: str = "Otherwise:"
    ) -> list[str]:
        done, other = self.block(then, who), self.block(otherwise, who)
        if other and not done:
            return [f"Unless {condition}:", *_indented(other)]
        return [
            *([f"If {condition}:", *_indented(done)] if done else []),
            *([if_not, *_indented(other)] if other else []),
        ]

    def conditions(self, needs: Sequence[Need]) -> str:
        return " and ".join(need.condition.in_words(need.a, need.b, self.title) for need in needs)

    def choose(self, choice: Choose, who: str) -> list[str]:
        votes = choice.by != NOBODY
        lines = [f"Vote ({self.vocabulary.targets[choice.by].words}):" if votes else "Choose:"]
        for option in choice.options:
            done = self.block(option.do, who)
            lines += _indented([f"{option.name}{self.limits(option)}:", *_indented(done or ["Nothing."])])
        return lines

    def limits(self, option: Option) -> str:
        """Return what an option costs and needs, in brackets."""
        limits = [f"{paid.price.name} {paid.amount}" for paid in option.prices]
        limits += [f"if {self.conditions(option.needs)}"] if option.needs else []
        return f" ({'; '.join(limits)})" if limits else ""

    def title(self, number: int) -> str:
        return f"'{self.program.title(number)}'"


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"    {line}" for line in lines]
