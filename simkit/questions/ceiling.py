"""Asks what a game's master comes to under an experiment's rules: how much of what is lost could be won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pydantic import Field

from simkit.engine.contract.thinker import PLAYOUTS, thinking
from simkit.errors import BadInput, unknown
from simkit.experiment.factors import heading, level_in_words
from simkit.experiment.keys import is_of_players
from simkit.plugins import find_strategy, master_of
from simkit.questions.answer import Answer
from simkit.questions.question import MOST_GAMES, MOST_PLAYOUTS, Command, Parameters, Question

if TYPE_CHECKING:
    import numpy.typing as npt

    from simkit.engine.contract.strategy import Strategy
    from simkit.engine.play.match import Match
    from simkit.experiment.values import Experiment, Scenario
    from simkit.questions.lab import Lab
    from simkit.questions.unfinished import Unfinished
    from simkit.report.document.blocks import Section
    from simkit.run.findings.ceiling import Ceiling, Measure
    from simkit.stats.control import Controlled
    from simkit.stats.estimates import Estimate

AT_ONCE = 5
"""Games per piece of work: few, because look-ahead is slow and no worker should be idle."""

QUICK_AT_ONCE = 4096
"""The same for players that do not look ahead."""


class CeilingOfPlay(Parameters):
    """How exactly the master's results are measured, and with which master."""

    width: float = Field(
        0.03,
        ge=0.001,
        le=0.5,
        description="games are played until the interval is at most this long to either side: 0.03 for 3 "
        "points of a share, or 3 % of a mean",
    )
    games: int = Field(2000, ge=1, le=MOST_GAMES, description="the most games of the master under each rules")
    base: str = Field("", description="the strategy that looks ahead; by default the master's")
    playouts: int | None = Field(
        None, ge=1, le=MOST_PLAYOUTS, description="its play-outs per decision; by default the master's"
    )
    anew: bool = Field(False, description="measure also what is recorded with the game")
    where: dict[str, list[str | int | float | bool] | str | int | float | bool] = Field(
        {}, description="only at these levels of the factors: {reserve: [2, 4, 6]}"
    )


@dataclass(frozen=True)
class _Master:
    """The player whose results are the ceiling."""

    strategy: Strategy
    parameters: Mapping[str, float]
    base: str
    playouts: int


@dataclass(frozen=True)
class _Task:
    """The rules of a scenario, in which the master and another player play the same games."""

    scenario: Scenario
    match: Match
    measures: Sequence[Measure]
    quick: Mapping[str, npt.NDArray[Any]]


def ask(lab: Lab, experiment: Experiment, parameters: CeilingOfPlay) -> Answer:
    """Play the master under all rules until its results are known well enough."""
    from simkit.run.findings.ceiling import mean_result, recorded_ceilings
    from simkit.run.work.rehearsal import prepare

    master = _master_of(experiment, parameters)
    controls = _controls(experiment, parameters, master.base)
    if not controls:
        raise BadInput(f"ceiling: {_NO_SCENARIO}")
    quick = [experiment.fixed_games]
    if lab.played is not None:
        quick = [lab.played.games_played[scenario.index] for scenario in controls.values()]
    games = min(parameters.games, *quick)
    recorded = {}
    if not (parameters.anew or parameters.base or parameters.playouts or experiment.game.changed_content):
        recorded = {
            own.key: own
            for own in recorded_ceilings(experiment.game)
            if own.key in controls
            and (own.base, own.playouts) == (master.base, master.playouts)
            and _is_exact(experiment, controls[own.key], own, games, parameters.width)
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
    return _answer(experiment, found)


def _is_exact(experiment: Experiment, scenario: Scenario, own: Ceiling, games: int, width: float) -> bool:
    """Return True if a recorded ceiling is as exact as what would be measured; its ends are rounded."""
    from simkit.run.findings.ceiling import measures_of

    measures = measures_of(experiment.game, len(scenario.players))
    if own.results.keys() != {measure.name for measure in measures}:
        return False
    return own.games >= games or _is_known(measures, own.results, 1.01 * width)


def _is_known(measures: Sequence[Measure], results: Mapping[str, Estimate], width: float) -> bool:
    """Return True if what counts is known well enough: shares, or where there are none, everything."""
    from simkit.stats.control import is_narrow

    main = [own for own in measures if own.is_share] or measures
    return all(is_narrow(results[own.name], width) for own in main)


def _ceiling(task: _Task, results: Mapping[str, Controlled], master: _Master) -> Ceiling:
    """Return the ceiling of the rules of a scenario, with the results of the games played there."""
    from simkit.run.findings.ceiling import Ceiling, changed_rules, mean_result

    return Ceiling(
        changed_rules(task.scenario.knobs),
        master.base,
        master.playouts,
        {name: own.mean for name, own in results.items()},
        task.scenario.players[0].name,
        {own.name: mean_result(task.quick[own.name], own) for own in task.measures},
        {name: own.gain for name, own in results.items()},
    )


def _plan(experiment: Experiment, master: _Master, known: int, measured: int, games: int) -> str:
    """Return what is going to be played, in words."""
    from simkit.report.facts.ceilings import master_in_words

    recorded = f"recorded for {known:,} of {known + measured:,} sets of rules; " if known else ""
    several = f" under each of {measured:,} sets of rules" if measured > 1 else ""
    played = f"up to {games:,} games{several}" if measured else "nothing is to be played"
    return f"{experiment.game.title}, {master_in_words(master.base, master.playouts)}: {recorded}{played}"


# ---- which scenarios, and with whom


_NO_SCENARIO = (
    "no scenario in which all players are alike and none looks ahead, with which the master could be compared"
)


def _comparable(experiment: Experiment, parameters: CeilingOfPlay) -> Iterator[Scenario]:
    """Yield the scenarios with which the master can be compared: all players alike, and none looks ahead."""
    wanted = _wanted(experiment, parameters)
    for scenario in experiment.scenarios:
        first = scenario.players[0]
        if any(player != first for player in scenario.players) or first.strategy.look_ahead:
            continue
        if all(scenario.levels[name] in levels for name, levels in wanted.items()):
            yield scenario


def _controls(experiment: Experiment, parameters: CeilingOfPlay, base: str) -> dict[str, Scenario]:
    """Return, by their rules, the scenarios with which the master is compared.

    Of several with the same rules it is the one with the master's base, or the first.
    """
    from simkit.run.findings.ceiling import changed_rules, key_of

    found: dict[str, Scenario] = {}
    for scenario in _comparable(experiment, parameters):
        first = scenario.players[0]
        key = key_of(changed_rules(scenario.knobs))
        if key not in found or (first.name == base and not first.parameters):
            found[key] = scenario
    return found


def _wanted(experiment: Experiment, parameters: CeilingOfPlay) -> dict[str, set[str]]:
    """Return the factors of which only some levels count, with the labels of these.

    Raises
    ------
    BadInput
        If there is no such factor or level.
    """
    names = {heading(name): name for name in experiment.factors} | {name: name for name in experiment.factors}
    wanted = {}
    for called, given in parameters.where.items():
        if called not in names:
            raise BadInput(
                f"where: {unknown('factor', called, [heading(own) for own in experiment.factors])}"
            )
        name = names[called]
        played = list(dict.fromkeys(scenario.levels[name] for scenario in experiment.scenarios))
        labels = [_label(level) for level in (given if isinstance(given, list) else [given])]
        for label in labels:
            if label not in played:
                raise BadInput(f"where.{called}: {unknown('level', label, played)}")
        wanted[name] = {*labels}
    return wanted


def _label(level: object) -> str:
    return str(level).lower() if isinstance(level, bool) else str(level)


def _setting(scenario: Scenario, others: Iterable[Scenario]) -> str:
    """Return the rules of a scenario in words, as the experiment varies them among others."""
    levels = [{name: own.levels[name] for name in own.levels if not is_of_players(name)} for own in others]
    return ", ".join(
        level_in_words(name, level)
        for name, level in scenario.levels.items()
        if not is_of_players(name) and any(own[name] != level for own in levels)
    )


def _master_of(experiment: Experiment, parameters: CeilingOfPlay) -> _Master:
    """Return the game's master, or the player that is asked for in its place."""
    game, playouts = experiment.game, parameters.playouts
    reference = master_of(game.name)
    if reference.look_ahead is None and not parameters.base:
        if playouts:
            raise BadInput(f"playouts: {game.title} has a strategy called master, which is played as it is")
        return _Master(find_strategy(game.name, reference, experiment.folder), {}, reference.name, 0)
    if playouts is None and reference.look_ahead is not None:
        playouts = reference.look_ahead.playouts
    own = {} if playouts is None else {PLAYOUTS.name: float(playouts)}
    if parameters.base:
        from simkit.search.settings import ladder_players, own_strategies

        base = ladder_players(game, parameters.base, own_strategies(experiment)).base
        strategy: Strategy = thinking(base)
    else:
        strategy = find_strategy(game.name, reference, experiment.folder)
    return _Master(strategy, own, parameters.base or reference.base.name, playouts or int(PLAYOUTS.default))


def refusal(experiment: Experiment) -> str:
    """Return why no ceiling can be measured: nobody may look ahead, or there is nothing to measure."""
    own = next(asked.parameters for asked in experiment.questions if asked.name == "ceiling")
    assert isinstance(own, CeilingOfPlay)
    try:
        master = _master_of(experiment, own)
        if not any(True for _ in _comparable(experiment, own)):
            return _NO_SCENARIO
        _match_of(experiment, experiment.scenarios[0], master)
    except BadInput as problem:
        return str(problem)
    return ""


# ---- playing


def _match_of(experiment: Experiment, scenario: Scenario, master: _Master) -> Match:
    """Return the match in which the master plays at every seat under the rules of a scenario."""
    from simkit.engine.play.match import Match

    seats = len(scenario.players)
    players, numbers = (master.strategy,) * seats, (master.parameters,) * seats
    return Match(experiment.game, scenario.knobs, players, numbers, experiment.seed)


def _measure(
    lab: Lab, parameters: CeilingOfPlay, tasks: Mapping[str, _Task], games: int, kept: Unfinished
) -> dict[str, dict[str, Controlled]]:
    """Return the master's results, for all rules of which games are played in turn until each is known.

    After every look all rules that are not known well enough get more games, so that any number of workers
    is busy.  What is played depends on the games' results alone.
    """
    from simkit.stats.control import looks

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
            results = {own.name: _result(tasks[key], own, played[key]) for own in measures}
            means = {name: own.mean for name, own in results.items()}
            if _is_known(measures, means, parameters.width) or look == games:
                left.remove(key)
                found[key] = results
        before = look
    return found


def _unfinished(lab: Lab, experiment: Experiment, master: _Master) -> Unfinished:

    from simkit.questions.kept import sources_used
    from simkit.questions.unfinished import Unfinished
    from simkit.run.store.manifest import run_name

    depends_on = {
        "run": run_name(experiment),
        "sources": sources_used(QUESTION, experiment),
        "master": [master.base, master.playouts],
    }
    return Unfinished(lab.answers, depends_on)


def _task(lab: Lab, experiment: Experiment, scenario: Scenario, master: _Master) -> _Task:

    from simkit.run.findings.ceiling import measures_of, results_in
    from simkit.run.work.rehearsal import match_of

    measures = measures_of(experiment.game, len(scenario.players))
    quick = (
        results_in(lab.played, scenario.index, measures)
        if lab.played is not None
        else _quick_results(lab, match_of(experiment, scenario), measures, experiment.fixed_games)
    )
    return _Task(scenario, _match_of(experiment, scenario, master), measures, quick)


def _quick_results(
    lab: Lab, match: Match, measures: Sequence[Measure], games: int
) -> dict[str, npt.NDArray[Any]]:

    import numpy as np

    from simkit.run.work.workers import in_batches

    parts = in_batches(lab.workers, results_in_lists, (match, measures), range(games), QUICK_AT_ONCE)
    pieces = [piece for _, piece in parts]
    return {own.name: np.concatenate([piece[own.name] for piece in pieces]) for own in measures}


def results_in_lists(match: Match, measures: Sequence[Measure], numbers: range) -> dict[str, list[float]]:
    """Play some games, and return each one's results; those of the seats on average."""
    from simkit.run.findings.ceiling import results_by_game

    found = results_by_game(*match.play(numbers.start, len(numbers)), len(match.strategies), measures)
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


def _result(task: _Task, own: Measure, pieces: Sequence[Mapping[str, list[float]]]) -> Controlled:

    import numpy as np

    from simkit.stats.control import controlled

    slow = np.array([value for piece in pieces for value in piece[own.name]])
    return controlled(slow, task.quick[own.name], unit=own.unit)


# ---- the answer


def _answer(experiment: Experiment, found: Sequence[Ceiling]) -> Answer:

    from simkit.report.document.blocks import Table
    from simkit.report.facts.ceilings import Ceilings
    from simkit.report.say.ceilings import sentences_of
    from simkit.report.words import opening

    ceilings = Ceilings(experiment.game, found)
    return Answer(
        sentences=tuple(sentences_of(ceilings)),
        key_figures={},
        tables={
            "ceilings": Table(ceilings.frame()),
            **{
                own.name: Table(ceilings.table(own), f"{opening(ceilings.heading(own))}.")
                for own in ceilings.shown
            },
        },
        data={
            "ceilings": [own.as_data() for own in found],
            "game": experiment.game.name,
            "changed_content": experiment.game.changed_content,
        },
        about={"Game": experiment.game.title},
    )


def section(answer: Answer) -> list[Section]:
    """Return the section about the ceiling."""
    from simkit.report.facts.ceilings import Ceilings
    from simkit.report.questions.ceiling import ceiling_sections

    return ceiling_sections(Ceilings.from_data(answer.data))


QUESTION = Question(
    name="ceiling",
    title="The ceiling of play",
    summary="Measure how much could be won: the results of the game's master, scenario by scenario.",
    parameters=CeilingOfPlay,
    ask=ask,
    key="measure, for every set of rules, what the game's master comes to: minutes or hours of look-ahead",
    command=Command(
        examples=("simkit ceiling pig --games 100", "simkit ceiling idea.yaml --where reserve=4"),
        group="Skill",
        has_folder=True,
    ),
    section=section,
    refusal=refusal,
)
