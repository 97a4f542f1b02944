"""Players that learn: better weights of a strategy under some rules, and what it is worth to learn new rules.

`tune` and `learning` declare the questions, `tune_answer` and `learning_answer` answer them, `words` says
what was found, `functions` are `simkit.tune` and `simkit.learning`.  `weights` searches, `trained` measures
in fresh games, `positions` keeps decisions that were valued.
"""
