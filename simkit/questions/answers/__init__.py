"""How each question is answered: what is played, and what is said, listed and drawn of it."""
