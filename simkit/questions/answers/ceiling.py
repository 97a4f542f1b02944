"""Asks what a game's master comes to under an experiment's rules: how much of what is lost could be won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.document.blocks import Section, Table
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.experiment.factors import level_in_words
from simkit.experiment.keys import is_of_players
from simkit.experiment.values import Experiment, Scenario
from simkit.language import opening
from simkit.questions.answer import Answer
from simkit.questions.answers.master import NO_SCENARIO, Master, comparable, master_at, match_with
from simkit.questions.ceiling import QUESTION, CeilingAsked
from simkit.questions.kept import sources_used
from simkit.questions.lab import Lab
from simkit.questions.unfinished import Unfinished
from simkit.report.questions.ceiling import ceiling_sections
from simkit.results.ceilings import Ceilings, master_in_words
from simkit.run.findings.blind import why_blind
from simkit.run.findings.ceiling import (
    Ceiling,
    CeilingMeasure,
    changed_rules,
    key_of,
    mean_result,
    measures_of,
    recorded_ceilings,
    results_by_game,
    results_in,
)
from simkit.run.games import Games
from simkit.run.store.manifest import run_name
from simkit.run.work.rehearsal import match_of, prepare
from simkit.run.work.workers import in_batches
from simkit.stats.control import Controlled, controlled, is_narrow, looks
from simkit.stats.estimates import Estimate
from simkit.words.ceilings import sentences_of

AT_ONCE = 5
"""Games per piece of work: few, because look-ahead is slow and no worker should be idle."""

QUICK_AT_ONCE = 4096
"""The same for players that do not look ahead."""


@dataclass(frozen=True)
class _Task:
    """The rules of a scenario, in which the master and another player play the same games."""

    scenario: Scenario
    match: Match
    measures: Sequence[CeilingMeasure]
    quick: Mapping[str, npt.NDArray[Any]]


def ask(lab: Lab, experiment: Experiment, parameters: CeilingAsked) -> Answer:
    """Play the master under all rules until its results are known well enough."""
    master = master_at(experiment, parameters)
    controls = _controls(experiment, parameters, master.base)
    if not controls:
        raise BadInput(f"ceiling: {NO_SCENARIO}")
    quick = [experiment.fixed_games]
    if lab.played is not None:
        quick = [lab.played.games_played[scenario.index] for scenario in controls.values()]
    games = min(parameters.games, *quick)
    recorded = {}
    if not (parameters.anew or parameters.base or parameters.playouts or experiment.game.changed_content):
        recorded = {
            ceiling.key: ceiling
            for ceiling in recorded_ceilings(experiment.game)
            if ceiling.key in controls
            and (ceiling.base, ceiling.playouts) == (master.base, master.playouts)
            and _is_exact(experiment, controls[ceiling.key], ceiling, games, parameters.width)
        }
    lab.listener.says(_plan(experiment, master, len(recorded), len(controls) - len(recorded), games))
    if lab.played is None:
        prepare(replace(experiment, scenarios=tuple(controls.values())))
    tasks = {key: _task(lab, experiment, scenario, master) for key, scenario in controls.items()}
    missing = {key: task for key, task in tasks.items() if key not in recorded}
    results = _measure(lab, parameters, missing, games, _unfinished(lab, experiment, master))
    found = []
    for key, task in tasks.items():
        own = recorded.get(key)
        if own is None:
            own = _ceiling(task, results[key], master)
        else:
            means = {one.name: mean_result(task.quick[one.name], one) for one in task.measures}
            own = own.compared(task.scenario.players[0].name, means)
        found.append(replace(own, setting=_setting(task.scenario, controls.values())))
    blind = next((why_blind(task.match) for task in missing.values()), "")  # recorded ones see
    return _answer(experiment, found, blind)


def _is_exact(experiment: Experiment, scenario: Scenario, ceiling: Ceiling, games: int, width: float) -> bool:
    """Return True if a recorded ceiling is as exact as what would be measured; its ends are rounded."""
    measures = measures_of(experiment.game, len(scenario.players))
    if ceiling.results.keys() != {measure.name for measure in measures}:
        return False
    return ceiling.games >= games or _is_known(measures, ceiling.results, 1.01 * width)


def _is_known(measures: Sequence[CeilingMeasure], results: Mapping[str, Estimate], width: float) -> bool:
    """Return True if what counts is known well enough: shares, or where there are none, everything."""
    main = [measure for measure in measures if measure.is_share] or measures
    return all(is_narrow(results[measure.name], width) for measure in main)


def _ceiling(task: _Task, results: Mapping[str, Controlled], master: Master) -> Ceiling:
    """Return the ceiling of the rules of a scenario, with the results of the games played there."""
    return Ceiling(
        changed_rules(task.scenario.knobs),
        master.base,
        master.playouts,
        {name: result.mean for name, result in results.items()},
        task.scenario.players[0].name,
        {measure.name: mean_result(task.quick[measure.name], measure) for measure in task.measures},
        {name: result.gain for name, result in results.items()},
    )


def _plan(experiment: Experiment, master: Master, known: int, measured: int, games: int) -> str:
    """Return what is going to be played, in words."""
    recorded = f"recorded for {known:,} of {known + measured:,} sets of rules; " if known else ""
    several = f" under each of {measured:,} sets of rules" if measured > 1 else ""
    played = f"up to {games:,} games{several}" if measured else "nothing is to be played"
    return f"{experiment.game.title}, {master_in_words(master.base, master.playouts)}: {recorded}{played}"


# ---- which scenarios, and with whom


def _controls(experiment: Experiment, parameters: CeilingAsked, base: str) -> dict[str, Scenario]:
    """Return, by their rules, the scenarios with which the master is compared.

    Of several with the same rules it is the one with the master's base, or the first.
    """
    found: dict[str, Scenario] = {}
    for scenario in comparable(experiment, parameters):
        first = scenario.players[0]
        key = key_of(changed_rules(scenario.knobs))
        if key not in found or (first.name == base and not first.parameters):
            found[key] = scenario
    return found


def _setting(scenario: Scenario, others: Iterable[Scenario]) -> str:
    """Return the rules of a scenario in words, as the experiment varies them among others."""
    levels = [
        {name: other.levels[name] for name in other.levels if not is_of_players(name)} for other in others
    ]
    return ", ".join(
        level_in_words(name, level)
        for name, level in scenario.levels.items()
        if not is_of_players(name) and any(other[name] != level for other in levels)
    )


# ---- playing


def _measure(
    lab: Lab, parameters: CeilingAsked, tasks: Mapping[str, _Task], games: int, kept: Unfinished
) -> dict[str, dict[str, Controlled]]:
    """Return the master's results, for all rules of which games are played in turn until each is known.

    After every look all rules that are not known well enough get more games, so that any number of workers
    is busy.  What is played depends on the games' results alone.
    """
    compiled: set[int] = set()
    for task in tasks.values():
        if len(task.scenario.players) not in compiled:
            task.match.compile()
            compiled.add(len(task.scenario.players))
    played: dict[str, list[dict[str, list[float]]]] = {key: [] for key in tasks}
    found: dict[str, dict[str, Controlled]] = {}
    left, before = list(tasks), 0
    for look in looks(games):
        if not left:
            break
        for key, piece in _play(lab, {key: tasks[key] for key in left}, range(before, look), kept):
            played[key].append(piece)
        for key in list(left):
            measures = tasks[key].measures
            results = {measure.name: _result(tasks[key], measure, played[key]) for measure in measures}
            means = {name: result.mean for name, result in results.items()}
            if _is_known(measures, means, parameters.width) or look == games:
                left.remove(key)
                found[key] = results
        before = look
    return found


def _unfinished(lab: Lab, experiment: Experiment, master: Master) -> Unfinished:

    depends_on = {
        "run": run_name(experiment),
        "sources": sources_used(QUESTION, experiment),
        "master": [master.base, master.playouts],
    }
    return Unfinished(lab.answers, depends_on)


def _task(lab: Lab, experiment: Experiment, scenario: Scenario, master: Master) -> _Task:

    measures = measures_of(experiment.game, len(scenario.players))
    quick = (
        results_in(lab.played, scenario.index, measures)
        if lab.played is not None
        else _quick_results(lab, match_of(experiment, scenario), measures, experiment.fixed_games)
    )
    return _Task(scenario, match_with(experiment, scenario, master), measures, quick)


def _quick_results(
    lab: Lab, match: Match, measures: Sequence[CeilingMeasure], games: int
) -> dict[str, npt.NDArray[Any]]:

    pieces = in_batches(lab.workers, results_in_lists, (match, measures), range(games), QUICK_AT_ONCE)
    return {measure.name: np.concatenate([piece[measure.name] for piece in pieces]) for measure in measures}


def results_in_lists(
    match: Match, measures: Sequence[CeilingMeasure], numbers: range
) -> dict[str, list[float]]:
    """Play some games, and return each one's results; those of the seats on average."""
    found = results_by_game(Games.play(match, numbers), measures)
    return {name: values.tolist() for name, values in found.items()}


def _play(
    lab: Lab, tasks: Mapping[str, _Task], numbers: range, kept: Unfinished
) -> Iterator[tuple[str, dict[str, list[float]]]]:
    """Yield the results of the master's games of some numbers under all rules, piece by piece, in order."""
    pieces = [
        (key, numbers[first : first + AT_ONCE]) for key in tasks for first in range(0, len(numbers), AT_ONCE)
    ]
    done = {(key, some): kept.get((tasks[key].scenario.index, some.start, len(some))) for key, some in pieces}
    missing = [piece for piece in pieces if done[piece] is None]

    whose, games = f"the master, games {numbers.start + 1:,} to {numbers.stop:,}", len(tasks) * len(numbers)
    so_far = games - sum(len(some) for _, some in missing)
    calls = [(tasks[key].match, tasks[key].measures, some) for key, some in missing]
    results = lab.workers.results(results_in_lists, (), calls)
    for (key, some), found in zip(missing, results, strict=True):
        kept.add((tasks[key].scenario.index, some.start, len(some)), found)
        done[key, some] = found
        so_far += len(some)
        lab.listener.played(whose, so_far, games)
    for piece in pieces:
        yield piece[0], done[piece]


def _result(task: _Task, measure: CeilingMeasure, pieces: Sequence[Mapping[str, list[float]]]) -> Controlled:

    slow = np.array([value for piece in pieces for value in piece[measure.name]])
    return controlled(slow, task.quick[measure.name], unit=measure.unit)


# ---- the answer


def _answer(experiment: Experiment, found: Sequence[Ceiling], blind: str) -> Answer:

    told = Ceilings(experiment.game, found)
    return Answer(
        sentences=(*sentences_of(told), *([f"This master is blind: {blind}."] if blind else ())),
        key_figures={},
        tables={
            "ceilings": Table(told.frame()),
            **{
                measure.name: Table(told.table(measure), f"{opening(told.heading(measure))}.")
                for measure in told.shown
            },
        },
        data={
            "ceilings": [ceiling.as_data() for ceiling in found],
            "game": experiment.game.name,
            "changed_content": experiment.game.changed_content,
        },
        about={"Game": experiment.game.title},
    )


def section(answer: Answer) -> list[Section]:
    """Return the section about the ceiling."""
    return ceiling_sections(Ceilings.from_data(answer.data))
