"""``python -m simkit_night_market [FILE]`` prints all cards in sentences, or what is wrong with a file."""

import sys
from pathlib import Path

from simkit.engine.effects.words import words_of
from simkit.errors import Complaint
from simkit_night_market.cards import IN_THE_BOX, load_cards


def main() -> None:
    """Print the cards."""
    try:
        cards = load_cards(Path(sys.argv[1]) if len(sys.argv) > 1 else IN_THE_BOX)
    except Complaint as complaint:
        print(complaint, file=sys.stderr)
        sys.exit(2)
    for card, text in enumerate(cards.program.texts):
        where = "outside of the game" if cards.aside[card] else "done by other cards"
        print(
            f"{text.title} ({cards.copies[card]} in the deck)"
            if cards.copies[card]
            else f"{text.title} ({where})"
        )
        for line in words_of(cards.program, text.name):
            print(f"    {line}")


if __name__ == "__main__":
    main()
