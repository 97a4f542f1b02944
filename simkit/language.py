"""Words that games, reports and messages share: lists, plurals, and the number that stands for nobody."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

NOBODY = -1
"""The number that stands for no seat: nobody has won, owns it, is asked."""


IN_UNITS = r"^\d[\d_]*(?:\.\d+)?[kKmM]$"
"""A regular expression that matches numbers of thousands and millions: 20k, 1.5m."""

MOST_DIGITS = 40
"""More digits than any number of games has; Python refuses to read thousands of them."""


def in_units(value: Any) -> Any:
    """Return the whole number that a text stands for, in thousands or millions; anything else as it is.

    >>> in_units("20k"), in_units("1.5m"), in_units("1.0001k"), in_units("all")
    (20000, 1500000, '1.0001k', 'all')
    """
    if not isinstance(value, str) or len(value) > MOST_DIGITS or not re.match(IN_UNITS, value):
        return value
    number = Decimal(value[:-1]) * (1_000 if value[-1] in "kK" else 1_000_000)
    return int(number) if number == int(number) else value


def listed(things: Iterable[object], last: str = "and") -> str:
    """Return things as a list within a sentence: "one, another and a third"."""
    *first, end = map(str, things)
    return f"{', '.join(first)} {last} {end}" if first else end


def listed_once(things: Iterable[str], last: str = "and") -> str:
    """Return things as a list in which words that all begin or end with are said once.

    >>> listed_once(["1 charm", "2 charms", "3 charms"], "or"), listed_once(["hand 4", "hand 5"])
    ('1, 2 or 3 charms', 'hand 4 and 5')
    """
    every = [re.findall(r"'.*?'(?!\w)\S*|\S+", thing) for thing in things]
    shortest = min(map(len, every)) - 1
    firsts = ({words[at] for words in every} for at in range(shortest))
    head = next((at for at, words in enumerate(firsts) if len(words) != 1 or words == {"no"}), shortest)
    tail = next(
        (at for at in range(shortest - head) if len({words[-1 - at].rstrip("s") for words in every}) > 1),
        shortest - head,
    )
    inner = listed((" ".join(words[head : len(words) - tail]) for words in every), last)
    return " ".join([*every[0][:head], inner, *every[-1][len(every[-1]) - tail :]])


def plural(count: int, one: str, many: str = "") -> str:
    """Return a number of things: "1 coin", "2 coins"; `many` is a plural that does not end in s."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


class Said(str):
    """A word or a number in words; in a sentence it may count a noun, as in ``{n:coin}``.

    A noun whose plural is irregular gives both forms: ``{n:injury/injuries}``.
    """

    def __format__(self, noun: str) -> str:
        """Return it in words, followed by the counted noun if there is one."""
        one, _, several = noun.partition("/")
        return f"{self} {one if self == '1' else several or f'{one}s'}" if noun else str(self)


def value_in_words(value: Any) -> str:
    """Return a value of a rule or parameter as YAML: 4, [1, 2], null."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (set, frozenset)):
        return value_in_words(sorted(value)) if value else "none"
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(value_in_words(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {value_in_words(item)}' for key, item in value.items())}}}"
    return str(value)


FAIR = "fair share"
"""The words for what a seat wins on average."""


UNKNOWN = "over unknown values"
"""The heading for how far a rate moves under other assumptions (`simkit.run.findings.unknown`)."""

GENERAL = "`report: general` (--script general) reports on any run"
"""The advice at the end of a complaint that a report can't be made of a run."""


def at_least(
    clear: int, every: int, of_what: str = "", *, unclear: int | None = None, says_open: bool = True
) -> str:
    """Return how many are known to be so: "all 36", "30 of 36", "at least 30 of 36 settings (6 open)".

    A count of what is significant grows with the number of games: it is no count of the game.

    Parameters
    ----------
    clear, every : int
        How many are clearly so, of how many.
    of_what : str
        Of what, in the plural.
    unclear : int, optional
        Of how many it is open; of all others by default.
    says_open : bool
        Whether their number is said, in brackets.
    """
    still = every - clear if unclear is None else unclear
    if not clear:
        return f"none of {every}{after(of_what, ' ')}{' for certain' if still else ''}"
    which = (
        ("both" if every == 2 else f"all {every}")
        if clear == every
        else f"{'at least ' if still else ''}{clear} of {every}"
    )
    return f"{which}{after(of_what, ' ')}{f' ({still} open)' if still and says_open else ''}"


def shortened(text: str, longest: int = 200) -> str:
    """Return a text for quoting in a message, cut after `longest` characters if it is longer."""
    return text if len(text) <= longest else f"{text[:longest]}..."


def with_setting(words: str) -> str:
    """Return a setting to stand in a sentence: "with board A1", "as printed"."""
    return words if words.startswith(("as ", "'as ")) else f"with {words}"


def after(words: str, before: str = ", ") -> str:
    """Return words with a separator before them, or an empty text if there are no words."""
    return before + words if words else ""


def opening(words: str) -> str:
    """Return words with a capital letter, for the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def outcome_heading(name: str, taken: Iterable[str]) -> str:
    """Return a heading for an outcome that differs from all factors' headings."""
    return f"{name} (outcome)" if name in taken else name
