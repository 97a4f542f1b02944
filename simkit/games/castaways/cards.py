"""Where the phases meet the cards: what is printed becomes numbers, a card's text begins and goes on.

The texts are done by the effects machine (`operations.do_text`), which lies in ``state.table.machine``.  It
stops where somebody must choose (then the turn asks) and where an operation returns ASK with objects of a dead
castaway to be divided (``table.estates != 0``): the turn divides them and calls `do_text` again, with the
machine's `stage` kept.
"""

from simkit.compile.kernel import kernel
from simkit.engine.effects.machine import NO_TEXT, begin_text


@kernel
def begin_card(state, rules, text, drawer):
    """Begin a card's text for who drew it; texts without an operation have a number too.

    The phases call it; the turn then does the text to its end (`turn.go_on`) before the phase goes on.
    """
    if text != NO_TEXT:
        begin_text(state.table.machine, rules.program, text, drawer)
