"""What a designer calls the rules and the players' parameters of a run."""

from __future__ import annotations

from pathlib import Path
from weakref import WeakKeyDictionary

from simkit.engine.contract.strategy import Strategy
from simkit.errors import BadInput
from simkit.experiment.factors import Vocabulary
from simkit.plugins import find_strategy
from simkit.run.store.directory import RunDirectory

_KNOWN: WeakKeyDictionary[RunDirectory, Vocabulary] = WeakKeyDictionary()


def strategy_in(run: RunDirectory, name: str) -> Strategy | None:
    """Return a strategy of a run, or None if it no longer exists or its file must not be imported."""
    folder, reference = Path(run.manifest["experiment"]["folder"]), run.strategies[name]
    try:
        for file in reference.files:
            run.require_trust(file, reference)
        return find_strategy(run.game.name, reference, folder)
    except BadInput:
        return None


def vocabulary_of(run: RunDirectory) -> Vocabulary:
    """Return what a designer calls the rules of a run, and what its players can be given."""
    if run not in _KNOWN:
        found = (strategy_in(run, name) for name in run.strategies)
        _KNOWN[run] = Vocabulary.of(run.game.knobs, filter(None, found))
    return _KNOWN[run]
