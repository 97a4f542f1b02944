"""The record in which card texts are carried out; a part of a game's state (`effects.machine`)."""

import numpy as np

MOST_SEATS = 8
"""The most seats of a game with card texts: a queue of seats is one number."""

MOST_FRAMES = 12
"""The most loops and nested texts that can be open at once."""

MEMORY = 8

FRAME = np.dtype(
    [
        ("queue", np.int64),  # of a loop: the seats still to come
        ("at", np.int32),  # of a loop: its body; of a text: where the text that named it goes on
        ("text", np.int32),  # which text goes on
        ("seat", np.int32),
        ("stage", np.int32),
    ],
    align=True,
)

CONTEST = np.dtype(
    [
        ("order", np.int64),  # sides still to be asked whether they throw again, as a queue
        ("stage", np.int32),
        ("sides", np.int32),  # how many there are
        ("asks", np.int32),  # the side that is asked
        ("ahead", np.int32),  # the side that was ahead last
        ("side_of", np.int32, (MOST_SEATS,)),  # by seat, or NO_SIDE
        ("faces", np.int32, (MOST_SEATS,)),  # by side: what its die shows
    ],
    align=True,
)
"""The state of a contest (`simkit.engine.effects.rolls`)."""

MACHINE = np.dtype(
    [
        ("open", np.int64),  # answers allowed, while somebody is asked: bit `answer` for each
        ("options", np.int64),  # of a choice: those that are open
        ("queue", np.int64),  # seats still to be asked, four bits each, the next one lowest
        ("text", np.int32),  # what is being done, or NO_TEXT
        ("at", np.int32),  # the instruction
        ("drawer", np.int32),  # whose card it is
        ("seat", np.int32),  # that it is done for now: the drawer, or in an `every` each in turn
        ("question", np.int32),  # what somebody must answer, or NOTHING
        ("asked", np.int32),  # the seat that must answer
        ("answer", np.int32),
        ("stage", np.int32),  # 0 when an operation begins; what it sets stays until it is done
        ("memory", np.int32, (MEMORY,)),  # of the operation being done
        ("call", np.int32),
        ("at_least", np.int32),  # what the throw must show
        ("face", np.int32),  # what it shows
        ("throws", np.int32),  # how many there were of this roll
        ("votes", np.int32, (MOST_SEATS,)),  # by seat, or NO_ANSWER
        ("seats", np.int32, (MOST_SEATS,)),  # room for a list
        ("contest", CONTEST),
        ("stuck", np.int32),  # the text that did not end, or NO_TEXT
        ("depth", np.int32),
        ("frames", FRAME, (MOST_FRAMES,)),
    ],
    align=True,
)
"""The state of the machine; all seats see it, as they see the card on the table.

So what an operation keeps in `memory` is public too.  `open` may reveal the hand of the seat that is asked;
it is cleared as soon as that seat answers.
"""
