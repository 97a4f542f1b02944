"""Reads an experiment from YAML and makes its validated scenarios."""

from simkit.experiment.load import Overrides, load_experiment
from simkit.experiment.scenarios import Experiment, Player, Scenario
from simkit.experiment.schema import experiment_schema

__all__ = ["Experiment", "Overrides", "Player", "Scenario", "experiment_schema", "load_experiment"]
