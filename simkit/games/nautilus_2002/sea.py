"""The sea as a drawing: a character for each square, what is wrong with it, and how it is shown."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Literal

from pydantic import Field

from simkit.game import Item, Place
from simkit.games.nautilus_2002.drawing import SQUARES_NAMED, WATER, draw_squares
from simkit.games.nautilus_2002.squares import HEIGHT, WIDTH
from simkit.games.nautilus_2002.state import CANYON, DEEP, INCLINE, LAGOON

BASE_CENTRE = "B"

DRAWN = {
    ".": (LAGOON, False),
    BASE_CENTRE: (LAGOON, False),
    "i": (INCLINE, False),
    "o": (INCLINE, True),
    "d": (DEEP, False),
    "x": (DEEP, True),
    "c": (CANYON, False),
    "*": (CANYON, True),
}
"""What a character of the drawing means: the square's zone, and whether a discovery lies there."""

LEGEND = {
    ".": "lagoon",
    BASE_CENTRE: "lagoon, the centre of the base",
    "i": "incline",
    "o": "incline with a discovery",
    "d": "deep sea",
    "x": "deep sea with a discovery",
    "c": "canyon",
    "*": "canyon with a discovery",
}

MEANT = {"~": "d", ":": "i", "=": "c", "0": "o", "b": BASE_CENTRE, "+": "*", ",": ".", "-": "."}
"""The likely meaning of other characters: those of replays, and those that look similar."""

ALLOWED = ". B lagoon (B: the base), i o incline, d x deep sea, c * canyon (o x *: with a discovery)"

ZONE_WORDS = ("lagoon", "incline", "deep sea", "canyon")
DISCOVERY_SQUARES = {zone: letter for letter, (zone, has_one) in DRAWN.items() if has_one}


class Sea(Item):
    """The sea: one character for each square.

    The printed one is a drawing, which has no keys, so its provenance is here.
    """

    provenance: Literal["published", "derived", "inferred", "reconstructed", "yours"] = Field(
        default="reconstructed", description="how it is known; 'yours' if it is not as it is in the box"
    )
    assumption: str = Field(default="A1", description="the id of the assumption that it rests on")
    rows: tuple[str, ...] = Field(
        description=f"{HEIGHT} rows of {WIDTH} characters: "
        + ", ".join(f"{letter} {words}" for letter, words in LEGEND.items()),
        json_schema_extra={"minItems": HEIGHT, "maxItems": HEIGHT},
    )

    def in_words(self) -> str:
        """Return the number of squares and of discoveries of each zone, and where the base lies."""
        counts = []
        for zone, name in enumerate(ZONE_WORDS):
            held = sum(self.zones[square] == zone for square in self.discoveries)
            with_them = f" with {held} discoveries" if held else ""
            counts.append(f"{name} {self.zones.count(zone)} squares{with_them}")
        others = len(self.base_centres) - 1
        return f"{', '.join(counts)}; the base at {self.base}, or at {others} other places"

    def drawn(self) -> list[str]:
        """Return the drawing in text, coloured as replays colour it, with the numbers of squares."""
        squares = [(letter, WATER[DRAWN[letter][0]][1]) for letter in "".join(self.rows)]
        return [SQUARES_NAMED, *draw_squares(squares)]

    @property
    def zones(self) -> tuple[int, ...]:
        """The zone of every square."""
        return _zones_of(tuple(self.rows))

    @property
    def discoveries(self) -> tuple[int, ...]:
        """The squares with discoveries, in order."""
        return tuple(i for i, letter in enumerate("".join(self.rows)) if DRAWN[letter][1])

    @property
    def base(self) -> tuple[int, int]:
        """Where the centre of the base lies in a first game: x and y."""
        y, x = divmod("".join(self.rows).index(BASE_CENTRE), WIDTH)
        return x, y

    @property
    def base_centres(self) -> tuple[tuple[int, int], ...]:
        """Every (x, y) where a base would lie on lagoon squares alone."""
        return _base_centres(self.zones)

    def problems(self) -> Iterator[tuple[Place, str]]:
        """Yield the faults of the drawing, each with its row and character."""
        wrong = list(self._wrong_rows())
        yield from wrong
        if wrong:
            return
        bases = [divmod(i, WIDTH) for i, letter in enumerate("".join(self.rows)) if letter == BASE_CENTRE]
        if len(bases) != 1:
            place = bases[1] if bases else ()
            found = len(bases) or "none"
            yield place, f"a board has one {BASE_CENTRE}, the centre of the base; found: {found}"
        elif self.base not in self.base_centres:
            beside = self._around(bases[0])
            yield bases[0], f"the nine squares around {BASE_CENTRE} are lagoon (.); found: {beside}"

    def _around(self, centre: tuple[int, int]) -> str:
        """Return in words everything except lagoon that is drawn around a square."""
        y, x = centre
        near = (
            self.rows[j][i]
            for j in range(max(0, y - 1), min(HEIGHT, y + 2))
            for i in range(max(0, x - 1), min(WIDTH, x + 2))
        )
        others = [LEGEND[letter] for letter in dict.fromkeys(near) if DRAWN[letter][0] != LAGOON]
        return ", ".join(others) or "the edge of the board"

    def _wrong_rows(self) -> Iterator[tuple[Place, str]]:
        for y, row in enumerate(self.rows):
            wrong = next((x for x, letter in enumerate(row) if letter not in DRAWN), None)
            if wrong is not None:
                yield (y, wrong), _no_square(row[wrong])
            if len(row) != WIDTH:
                last = min(len(row), WIDTH + 1) - 1
                yield (y, last), f"row {y + 1} has {len(row)} squares, needed are {WIDTH}"
        if len(self.rows) != HEIGHT:
            place = (min(len(self.rows), HEIGHT + 1) - 1,) if self.rows else ()
            yield place, f"a board has {HEIGHT} rows; found: {len(self.rows) or 'none'}"


@cache
def _zones_of(rows: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(DRAWN[letter][0] for row in rows for letter in row)


@cache
def _base_centres(zones: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(
        (x, y)
        for y in range(1, HEIGHT - 1)
        for x in range(1, WIDTH - 1)
        if all(zones[WIDTH * j + i] == LAGOON for j in range(y - 1, y + 2) for i in range(x - 1, x + 2))
    )


def _no_square(letter: str) -> str:
    called = {" ": "a space", "\t": "a tab"}.get(letter, f"'{letter}'")
    if not letter.isascii():
        called += f" ({unicodedata.name(letter, 'of no name')})"  # it may look like one that is allowed
    meant = MEANT.get(letter.lower(), letter.lower())
    hint = f"did you mean {meant} ({LEGEND[meant]})? " if meant in DRAWN else ""
    return f"{called} is no square; {hint}Allowed: {ALLOWED}"
