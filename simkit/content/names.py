"""The names that things may have in files: experiments, cards, tokens."""

NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]*$"
NAME_IN_WORDS = "letters, digits, '_', '.' and '-', the first a letter or a digit"
