"""Asks what an experiment comes to under other values for what is not known of the rules."""

from __future__ import annotations

from typing import Any

from simkit.content.mapping import read_mapping
from simkit.experiment.file.load import Overrides, given_again, read_experiment
from simkit.experiment.file.precision import with_one_of_both
from simkit.experiment.values import Experiment
from simkit.questions.answer import Answer
from simkit.questions.assumptions import ASSUMPTIONS, AssumptionsAsked
from simkit.questions.lab import Lab

MOST_GAMES = 2_000
"""Games per scenario in a run that varies all assumptions, which has many scenarios."""

LONGEST_NAME = 68
"""The longest name of an experiment, in characters; run directories append to it."""

NOT_ASKED_AGAIN = ("set", "targets", "events", "question")
"""The keys that the experiment over assumptions does not take over."""


def ask(lab: Lab, experiment: Experiment, _parameters: AssumptionsAsked) -> Answer:
    """Play the experiment with every alternative, in a run beside it, where reports find it."""
    title = experiment.game.title
    if not experiment.game.assumptions:
        return Answer((f"{title} has no rules that are not known.",))
    varied = over_assumptions(experiment)
    count = len(varied.scenarios)
    lab.listener.says(f"now {varied.name}: {count:,} scenarios of other assumptions ...")
    run = lab.run(varied)
    return Answer(
        (f"{title} was played in {count:,} scenarios of other assumptions, as {varied.name}.",),
        data={"experiment": varied.name, "run": run.path.name, "scenarios": count},
    )


def over_assumptions(experiment: Experiment) -> Experiment:
    """Return the experiment that plays another one under each alternative to an assumption."""
    kept = {key: value for key, value in experiment.resolved.items() if key not in NOT_ASKED_AGAIN}
    for asked in experiment.questions:
        kept.pop(asked.name, None)
    changed: dict[str, Any] = {
        "name": f"{experiment.name[:LONGEST_NAME]}_{ASSUMPTIONS}",
        "title": f"{experiment.title}: what if the assumptions are wrong?",
        "factors": {**(kept.get("factors") or {}), ASSUMPTIONS: "all"},
        "games": min(experiment.fixed_games, MOST_GAMES),
        "report": ASSUMPTIONS,
    }
    source = read_mapping(with_one_of_both(kept, changed), changed["name"])
    overrides = Overrides(settings=given_again(experiment), command=experiment.command)
    return read_experiment(source, experiment.folder, overrides)
