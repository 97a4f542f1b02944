"""Follows texts from one to the next, to find those that nothing leads to and chains that never end."""

from __future__ import annotations

from collections.abc import Iterator

from simkit.engine.base.machine_state import MOST_FRAMES
from simkit.engine.effects.builder import Builder
from simkit.engine.effects.machine import (
    CASE,
    CHOOSE,
    COMMON,
    END,
    EVERY,
    GOTO,
    GOTO_AT_END,
    JUMP,
    NEXT,
    PERFORM,
)
from simkit.engine.effects.vocabulary import Instruction, Problem

GOES = (GOTO, GOTO_AT_END)


def problems_of_chains(builder: Builder) -> Iterator[Problem]:
    """Yield the problems with the texts that others lead to."""
    yield from _unreachable(builder)
    endless = _endless(builder)
    for text in sorted(endless):
        at = next(
            i
            for i in _instructions(builder, text)
            if builder.code[i].kind in GOES and builder.code[i].number in endless
        )
        chain = " -> ".join(builder.texts[number - 1].name for number in _chain(builder, text, endless))
        named = builder.texts[text - 1].full_name
        yield builder.code[at].place, f"card {named}: a chain that never ends: {chain}"
    if not endless:
        yield from _too_deep(builder)


def _instructions(builder: Builder, text: int) -> range:
    end = builder.first[text + 1] if text + 1 < len(builder.first) else len(builder.code)
    return range(builder.first[text], end)


def _leads_to(builder: Builder, text: int) -> Iterator[int]:
    """Yield the texts that a text names, in `goto` or as operands of operations."""
    for at in _instructions(builder, text):
        instruction = builder.code[at]
        if instruction.kind in GOES:
            yield instruction.number
        elif instruction.kind in (PERFORM, COMMON):
            operands = builder.vocabulary.operations[instruction.number].operands
            values = zip(operands, (instruction.a, instruction.b), strict=False)
            yield from (value for operand, value in values if operand.is_text)


def _unreachable(builder: Builder) -> Iterator[Problem]:
    """Yield each text that nothing leads to and that does not begin by itself."""
    waiting = [i for i, text in enumerate(builder.texts, 1) if text.is_start]
    reached = set(waiting)
    while waiting:
        found = set(_leads_to(builder, waiting.pop())) - reached
        reached |= found
        waiting += found
    for i, text in enumerate(builder.texts, 1):
        if i not in reached:
            yield text.place, f"card {text.full_name}: nothing leads to it"


def _endless(builder: Builder) -> set[int]:
    """Return the texts that never end, whatever is thrown, chosen or true."""
    ends: set[int] = set()
    while True:
        more = {
            text
            for text in range(1, len(builder.first))
            if text not in ends and _can_end(builder, text, ends)
        }
        if not more:
            return set(range(1, len(builder.first))) - ends
        ends |= more


def _can_end(builder: Builder, text: int, ends: set[int]) -> bool:
    """Return True if a text can end, going only to texts that end themselves."""
    waiting, seen = [builder.first[text]], set()
    while waiting:
        at = waiting.pop()
        if at in seen:
            continue
        seen.add(at)
        instruction = builder.code[at]
        if instruction.kind in GOES and instruction.number not in ends:
            continue
        if instruction.kind in (END, GOTO_AT_END):
            return True
        waiting += _next_to(instruction, at)
    return False


def _next_to(instruction: Instruction, at: int) -> tuple[int, ...]:
    """Return the places where an instruction may continue: any option may be chosen, loops end."""
    if instruction.kind == JUMP:
        return (instruction.jump,)
    if instruction.kind == CASE:
        return instruction.jump, at + 1 + instruction.number
    if instruction.kind in (EVERY, CHOOSE):
        return (at + 1,)
    return at + 1, instruction.jump


def _chain(builder: Builder, text: int, endless: set[int]) -> Iterator[int]:
    """Yield the chain of texts that begins with an endless one, up to the first that repeats."""
    seen: list[int] = []
    while text not in seen:
        yield text
        seen.append(text)
        text = next(number for number in _leads_to(builder, text) if number in endless)
    yield text


def _too_deep(builder: Builder) -> Iterator[Problem]:
    """Yield each text that would need too many frames of the machine: nested in itself, or too deep."""
    texts = range(1, len(builder.first))
    again = [problem for text in texts for problem in _again_in_the_midst(builder, text)]
    yield from again
    if again:
        return
    for text, needed in _frames(builder).items():
        if needed > MOST_FRAMES:
            named, place = builder.texts[text - 1].full_name, builder.texts[text - 1].place
            yield (
                place,
                f"card {named}: {needed} loops and cards within each other, allowed are {MOST_FRAMES}",
            )


def _again_in_the_midst(builder: Builder, text: int) -> Iterator[Problem]:
    """Yield each `goto` that leads back to its own text before that text is finished."""
    for at in _instructions(builder, text):
        instruction = builder.code[at]
        if instruction.kind == GOTO and text in _all_from(builder, instruction.number):
            named = builder.texts[text - 1].full_name
            yield (
                instruction.place,
                f"card {named}: comes back to itself in the middle of its text; put the 'goto' last",
            )


def _frames(builder: Builder) -> dict[int, int]:
    """Return the most frames of the machine that each text needs."""
    needed = dict.fromkeys(range(1, len(builder.first)), 0)
    while True:
        found = {text: _frames_of(builder, text, needed) for text in needed}
        if found == needed:
            return needed
        needed = found


def _frames_of(builder: Builder, text: int, needed: dict[int, int]) -> int:
    """Return the frames that a text needs, given those of the texts that it goes to."""
    deepest, loops = 0, 0
    for at in _instructions(builder, text):
        instruction = builder.code[at]
        loops += (instruction.kind == EVERY) - (instruction.kind == NEXT)
        within = needed[instruction.number] if instruction.kind in GOES else 0
        deepest = max(deepest, loops + (instruction.kind == GOTO) + within)
    return deepest


def _all_from(builder: Builder, text: int) -> set[int]:
    """Return a text and all texts that it leads to by `goto`."""
    reached, waiting = {text}, [text]
    while waiting:
        current = waiting.pop()
        for at in _instructions(builder, current):
            instruction = builder.code[at]
            if instruction.kind in GOES and instruction.number not in reached:
                reached.add(instruction.number)
                waiting.append(instruction.number)
    return reached
