"""Patterns for the names of things in files: experiments, cards, boards, tokens."""

NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]*$"
NAME_IN_WORDS = "letters, digits, '_', '.' and '-', the first a letter or a digit"

WORD = r"^[A-Za-z][A-Za-z0-9_]*$"
WORD_IN_WORDS = "letters, digits and '_', the first a letter"

IN_WORDS = {NAME: NAME_IN_WORDS, WORD: WORD_IN_WORDS}
"""What each pattern allows, in words for messages."""
