"""Follows texts from one to the next, to find those that nothing leads to and chains that never end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simkit.engine.base.machine_state import MOST_FRAMES
from simkit.engine.effects.tree import Block, Do, Every, Goto, steps_in
from simkit.engine.effects.vocabulary import Problem, Text


def problems_of_chains(texts: Sequence[Text], trees: Sequence[Block]) -> Iterator[Problem]:
    """Yield the problems with the texts that others lead to; the first text is number 1."""
    yield from _Chains(texts, trees).problems()


class _Chains:
    def __init__(self, texts: Sequence[Text], trees: Sequence[Block]) -> None:
        self.texts = dict(enumerate(texts, 1))
        self.trees = dict(enumerate(trees, 1))

    def problems(self) -> Iterator[Problem]:
        yield from self.unreachable()
        endless = self.endless()
        for text in sorted(endless):
            goto = next(goto for goto in _gotos(self.trees[text]) if goto.text in endless)
            chain = " -> ".join(self.texts[number].name for number in self.chain(text, endless))
            yield goto.place, f"card {self.texts[text].full_name}: a chain that never ends: {chain}"
        if not endless:
            yield from self.too_deep()

    def unreachable(self) -> Iterator[Problem]:
        """Yield each text that nothing leads to and that does not begin by itself."""
        waiting = [number for number, text in self.texts.items() if text.is_start]
        reached = set(waiting)
        while waiting:
            found = set(_leads_to(self.trees[waiting.pop()])) - reached
            reached |= found
            waiting += found
        for number, text in self.texts.items():
            if number not in reached:
                yield text.place, f"card {text.full_name}: nothing leads to it"

    def endless(self) -> set[int]:
        """Return the texts that never end, whatever is thrown, chosen or true."""
        endless = set(self.trees)
        while ending := {text for text in endless if _can_end(self.trees[text], endless)}:
            endless -= ending
        return endless

    def chain(self, text: int, endless: set[int]) -> Iterator[int]:
        """Yield the chain of texts that begins with an endless one, up to the first that repeats."""
        seen: list[int] = []
        while text not in seen:
            yield text
            seen.append(text)
            text = next(number for number in _leads_to(self.trees[text]) if number in endless)
        yield text

    def too_deep(self) -> Iterator[Problem]:
        """Yield each text that would need too many frames of the machine: nested in itself, or too deep."""
        again = [problem for text in self.trees for problem in self.again_in_the_midst(text)]
        yield from again
        if again:
            return
        for text, needed in self.frames().items():
            if needed > MOST_FRAMES:
                place, named = self.texts[text].place, self.texts[text].full_name
                yield (
                    place,
                    f"card {named}: {needed} loops and cards within each other, allowed are {MOST_FRAMES}",
                )

    def again_in_the_midst(self, text: int) -> Iterator[Problem]:
        """Yield each `goto` that leads back to its own text before that text is finished."""
        last = set(map(id, _last_gotos(self.trees[text])))
        for goto in _gotos(self.trees[text]):
            if id(goto) not in last and text in self.all_from(goto.text):
                yield (
                    goto.place,
                    f"card {self.texts[text].full_name}: comes back to itself in the middle of its text; "
                    "put the 'goto' last",
                )

    def all_from(self, text: int) -> set[int]:
        """Return a text and all texts that it leads to by `goto`."""
        reached, waiting = {text}, [text]
        while waiting:
            found = {goto.text for goto in _gotos(self.trees[waiting.pop()])} - reached
            reached |= found
            waiting += found
        return reached

    def frames(self) -> dict[int, int]:
        """Return the most frames of the machine that each text needs."""
        needed = dict.fromkeys(self.trees, 0)
        while True:
            found = {text: _frames_of(tree, needed) for text, tree in self.trees.items()}
            if found == needed:
                return needed
            needed = found


def _gotos(block: Block) -> Iterator[Goto]:
    return (step for step in steps_in(block) if isinstance(step, Goto))


def _last_gotos(block: Block) -> Iterator[Goto]:
    """Yield each `goto` after which nothing more is done."""
    for step in block[-1:]:
        if isinstance(step, Goto):
            yield step
        elif not isinstance(step, Every):
            for inner in step.blocks:
                yield from _last_gotos(inner)


def _leads_to(block: Block) -> Iterator[int]:
    """Yield the texts that a text names, in `goto` or as operands of operations."""
    for step in steps_in(block):
        if isinstance(step, Goto):
            yield step.text
        elif isinstance(step, Do):
            values = zip(step.operation.operands, (step.a, step.b), strict=False)
            yield from (value for operand, value in values if operand.is_text)


def _can_end(block: Block, endless: set[int]) -> bool:
    """Return True if a block can end, going only to texts that end themselves; any option may be chosen."""
    return all(
        step.text not in endless
        if isinstance(step, Goto)
        else any(_can_end(inner, endless) for inner in step.blocks)
        for step in block
    )


def _frames_of(block: Block, needed: dict[int, int], *, is_last: bool = True) -> int:
    """Return the frames that a block needs, given those of the texts that it goes to."""
    deepest = 0
    for place, step in enumerate(block, 1):
        nothing_follows = is_last and place == len(block)
        if isinstance(step, Goto):
            found = needed[step.text] + (not nothing_follows)
        else:
            loops = isinstance(step, Every)
            inner = (
                _frames_of(inner, needed, is_last=nothing_follows and not loops) for inner in step.blocks
            )
            found = loops + max(inner)
        deepest = max(deepest, found)
    return deepest
