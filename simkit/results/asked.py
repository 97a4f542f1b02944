"""Finds out what a run was asked."""

from __future__ import annotations

from simkit.experiment.about import AskedAbout, asked_about
from simkit.run.store.directory import RunDirectory


def asked_of(run: RunDirectory) -> AskedAbout:
    """Return what a run's experiment asks, and by which factor."""
    experiment = run.manifest["experiment"]
    subjects = [target["subject"] for target in experiment.get("targets", ())]
    said, title = experiment.get("question", ""), experiment.get("title", "")
    return asked_about(run.varied, subjects, said, title, run.game.knobs)
