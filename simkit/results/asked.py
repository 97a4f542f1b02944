"""Finds out what a run was asked."""

from __future__ import annotations

from simkit.experiment.about import AskedAbout, Who, asked_about
from simkit.results.players import introduced, shown_name
from simkit.run.store.directory import RunDirectory
from simkit.run.store.vocabulary import vocabulary_of


def asked_of(run: RunDirectory) -> AskedAbout:
    """Return what a run's experiment asks, and by which factor."""
    experiment = run.manifest["experiment"]
    targets = [(target["subject"], target["column"]) for target in experiment.get("targets", ())]
    said, title = experiment.get("question", ""), experiment.get("title", "")
    who = Who.of(run.game, {shown_name(run, player.name): player.skill for player in introduced(run)})
    return asked_about(run.varied, targets, said, title, vocabulary_of(run), who)
