"""Loads an experiment: reads the file, applies the command line's settings, makes the scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from simkit.content.characters import path_in
from simkit.content.complaints import MOST_PROBLEMS, Problem, complaint
from simkit.content.source import KEY, Source, read_source, read_value
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import holds
from simkit.engine.contract.player import named
from simkit.errors import BadInput, unknown
from simkit.experiment.about import question_words, unfit
from simkit.experiment.factors import ASSUMPTIONS, Factor, FactorLevel, Setting
from simkit.experiment.file.box import with_own_content
from simkit.experiment.file.checked import Overrides as Overrides
from simkit.experiment.file.checked import changed_questions, checked_file
from simkit.experiment.file.consistency import (
    clashes,
    fixed_and_varied,
    never_tried,
    nobody_restricted,
    rival_line_ups,
    seconds_of_no_move,
    twins,
    without_effect,
)
from simkit.experiment.file.design import TableRead, with_tables_read
from simkit.experiment.file.factors import read_assumptions, read_factor, with_players
from simkit.experiment.file.model import ExperimentFile
from simkit.experiment.file.players import BASE, names_in
from simkit.experiment.file.precision import MOST, PRECISION, with_one_of_both, wrong_columns
from simkit.experiment.file.questions import refusals
from simkit.experiment.file.scenarios import MOST_SCENARIOS, ScenarioReader
from simkit.experiment.file.targets import Narrowed, read_targets
from simkit.experiment.file.tournament import TOURNAMENT, names_in_tournament, with_tables
from simkit.experiment.keys import EVERY_PLAYER, LINE_UP, RESTRICT, Restrict, RuleKey, is_of_players, read_key
from simkit.experiment.values import Experiment, Scenario
from simkit.language import listed, value_in_words
from simkit.plugins import find_game


def load_experiment(path: Path, overrides: Overrides | None = None) -> Experiment:
    """Load an experiment file, with the changes of the command line."""
    return read_experiment(read_source(path), path.parent, overrides or Overrides())


def read_experiment(source: Source, folder: Path, overrides: Overrides) -> Experiment:
    """Return the experiment that a file or a Python mapping describes, with the caller's changes.

    The paths of strategies, content and reports are relative to `folder`.
    """
    given = _given(overrides, folder)
    of_file: list[Problem] = []
    source, tables = with_tables_read(source, folder)
    file, asked = checked_file(source, overrides, of_file)
    try:
        game = find_game(file.game)
    except BadInput as problem:
        raise complaint(source, [*of_file, (("game",), str(problem))]) from None
    problems: list[Problem] = []
    if file.tournament is not None:
        written = source.data[TOURNAMENT].get("strategies")
        file.factors = with_tables(file.tournament, written, file.rules, file.factors, game, problems)
    game = _with_content(game, file, source.where(("content",)), folder, overrides)
    factors = _factors(file, game, given, tables, problems)
    problems.extend(fixed_and_varied(source, factors))
    problems.extend(rival_line_ups(source, factors))
    known = question_words(file.factors)
    if file.question and file.question not in (*known, *file.factors):
        problems.append((("question",), f"question: {unknown('kind of question', file.question, known)}"))
    elif not (problems or given) and (needed := unfit(file.question, factors)):
        varied = listed(factor.name for factor in factors) if factors else "nothing"
        words = f"question: {file.question} needs {needed}; here {varied} is varied"
        problems.append((("question",), words))
    if file.events and not game.events:
        problems.append((("events", KEY), f"events: {game.title} declares no kinds of events to log"))
    problems.extend(seconds_of_no_move(file, game))
    if problems:
        raise complaint(source, [*of_file, *problems])
    given = [with_players(setting, game, problems) for setting in given]
    base = [with_players(setting, game, problems) for setting in _base(source)]
    factors = [_with_players(factor, game, problems) for factor in factors]
    reader = ScenarioReader(game, folder, problems)
    scenarios = tuple(_scenarios(reader, base, factors, given))
    wrong = wrong_columns(file, game, scenarios)
    problems.extend((overrides.place_of(place), words) for place, words in wrong)
    problems.extend(twins(factors, scenarios, given))
    problems.extend(without_effect(scenarios, given))
    of_levels = [setting for factor in factors for level in factor.levels for setting in level.settings]
    problems.extend(nobody_restricted([*base, *of_levels, *given], {*reader.names, *_named(source.data)}))
    sets_rules = any(isinstance(setting.key, RuleKey) for setting in given)  # so a factor may no longer apply
    if not problems and file.factors.get(ASSUMPTIONS) != "all" and not sets_rules:
        problems.extend(never_tried(factors, scenarios))
    if of_file or problems:
        raise complaint(source, [*of_file, *problems])
    if not scenarios:
        raise complaint(source, [(("factors",), "no scenario is left: no combination is possible")])
    names = [factor.name for factor in factors]
    narrowed = Narrowed(
        {setting.key.name: value_in_words(setting.value) for setting in given}, frozenset(_named(source.data))
    )
    has_targets = "targets" in source.data
    targets = read_targets(file.targets, game, names, scenarios, narrowed, problems) if has_targets else ()
    if problems:
        raise complaint(source, problems)
    experiment = Experiment(
        name=file.name,
        title=" ".join(file.title.split()) or file.name,
        description=" ".join(file.description.split()),
        game=game,
        seed=file.seed,
        games=file.max_games if file.precision else file.games,
        factors=tuple(names),
        scenarios=scenarios,
        report=file.report,
        folder=folder.resolve(),
        resolved=_resolved(source, file, overrides, given),
        events_one_in=file.events.one_in if file.events else 0,
        seconds=file.seconds,
        targets=targets,
        question=file.question,
        asked_at_table=tuple(" ".join(words.split()) for words in file.sheet.questions) if file.sheet else (),
        questions=asked,
        varied=tuple(factors),
        command=overrides.command,
        file=str(source.path),
        precision=file.precision,
    )
    if problems := refusals(asked, experiment):
        raise complaint(source, problems)
    return experiment


def given_again(experiment: Experiment) -> tuple[Setting, ...]:
    """Return what the caller set besides the file, to read the experiment again with changes."""
    given = ((read_key(path), path, value) for path, value in experiment.resolved.get("set", {}).items())
    return tuple(Setting(key, value, f"--set {path}") for key, path, value in given if key)


def _resolved(
    source: Source, file: ExperimentFile, overrides: Overrides, given: list[Setting]
) -> dict[str, Any]:
    """Return the file as data, with what the command line and the defaults decide."""
    kept = with_one_of_both(source.data, overrides.replacing)
    changed: dict[str, Any] = {"seed": file.seed}
    if file.precision:
        changed |= {PRECISION: dict(file.precision), MOST: file.max_games}
    else:
        changed["games"] = file.games
    if overrides.content is not None:
        changed["content"] = str(overrides.content.resolve())
    changed |= changed_questions(source.data, overrides)
    return kept | changed | {"set": {setting.key.name: setting.value for setting in given}}


def _with_content(game: Game, file: ExperimentFile, place: str, folder: Path, overrides: Overrides) -> Game:
    """Return the game, with the content that the experiment or the command line names, if any."""
    if overrides.content is not None:
        return with_own_content(game, overrides.content, f"{overrides.before}content")
    if file.content is not None:
        return with_own_content(game, path_in(folder, file.content), place)
    return game


def _given(overrides: Overrides, folder: Path) -> list[Setting]:
    settings = []
    for text in overrides.settings:
        if isinstance(text, Setting):
            settings.append(text)
            continue
        written, equals, value = text.partition("=")
        written = written.strip()
        place, key = f"--set {written}", read_key(written)
        if not equals or key is None:
            raise BadInput(_no_setting(text, written))
        read = read_value(value, place)
        settings.append(
            Setting(
                key, read if isinstance(key, RuleKey | Restrict) else moved(read, Path.cwd(), folder), place
            )
        )
    return settings


def _no_setting(text: str, key: str) -> str:
    """Return the message for a ``--set`` that sets nothing, with the keys that would."""
    if key in ("games", "seed"):
        return f"--set {text}: {key} is set by --{key}"
    allowed = "allowed is KEY=VALUE, such as rules.reserve=3 or strategy=greedy"
    return f"--set {text}: '{key}' sets nothing; {allowed}"


def moved(strategies: Any, before: Path, after: Path) -> Any:
    """Return strategies whose files' paths, relative to one folder before, are relative to another after."""
    if isinstance(strategies, list):
        return [moved(strategy, before, after) for strategy in strategies]
    if isinstance(strategies, dict):
        naming = ("name", "think", BASE, "opponents", "finish")
        return {k: moved(value, before, after) if k in naming else value for k, value in strategies.items()}
    return named(strategies).moved(before, after).name if isinstance(strategies, str) else strategies


def _factors(
    file: ExperimentFile,
    game: Game,
    given: list[Setting],
    tables: Mapping[str, TableRead],
    problems: list[Problem],
) -> list[Factor]:
    replaced = {setting.key for setting in given}
    if replaced & {EVERY_PLAYER, LINE_UP}:
        replaced |= {EVERY_PLAYER, LINE_UP}
    read = [
        read_factor(name, levels, game, problems, tables.get(name))
        for name, levels in file.factors.items()
        if read_key(name) not in replaced and name != ASSUMPTIONS
    ]
    factors = [factor for factor in read if factor is not None]
    if ASSUMPTIONS in file.factors:
        elsewhere = {**_set_by_rules(file.rules, game, given), **_set_by_factors(factors)}
        assumptions = read_assumptions(file.factors[ASSUMPTIONS], game.assumptions, elsewhere, problems)
        factors += [assumptions] if assumptions is not None else []
        factors.sort(key=lambda factor: list(file.factors).index(factor.name))
    problems.extend(clashes(factors, game))
    count = prod(len(factor.levels) for factor in factors)
    if count > MOST_SCENARIOS:
        sizes = " x ".join(f"{factor.name} ({len(factor.levels)})" for factor in factors)
        problems.append((("factors",), f"{sizes} is {count:,} scenarios; at most {MOST_SCENARIOS:,}"))
    return factors


def _with_players(factor: Factor, game: Game, problems: list[Problem]) -> Factor:
    levels = (
        replace(level, settings=tuple(with_players(setting, game, problems) for setting in level.settings))
        for level in factor.levels
    )
    return replace(factor, levels=tuple(levels))


def _set_by_rules(rules: Mapping[str, Any], game: Game, given: list[Setting]) -> dict[str, str]:
    """Return the knobs that some scenario changes, each with the key that sets it."""
    named = {knob: (value, RuleKey(knob).name) for knob, value in rules.items()}
    for setting in given:
        if isinstance(setting.key, RuleKey):
            named[setting.key.rule] = (setting.value, f"--set {setting.key.name}")
    printed = game.knobs()
    changed = {}
    for knob, (value, key) in named.items():
        try:
            found = getattr(game.knobs.model_validate({knob: value}), knob)
        except ValidationError:
            continue  # reported with the scenarios
        if found != getattr(printed, knob):
            changed[knob] = key
    return changed


def _set_by_factors(factors: list[Factor]) -> dict[str, str]:
    return {
        setting.key.rule: f"the factor '{factor.name}'"
        for factor in factors
        for level in factor.levels
        for setting in level.settings
        if isinstance(setting.key, RuleKey)
    }


def _named(file: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of all players in a file, including those that the caller leaves out."""
    for key in (EVERY_PLAYER.name, LINE_UP.name):
        yield from names_in(file.get(key))
    yield from names_in(names_in_tournament(file.get(TOURNAMENT)))
    for name, levels in (file.get("factors") or {}).items():
        if _names_players(name):
            yield from names_in(levels)
        elif isinstance(levels, dict):
            variants = (level for level in levels.values() if isinstance(level, dict))
            settings = (pair for variant in variants for pair in variant.items())
            yield from (found for key, value in settings if _names_players(key) for found in names_in(value))


def _names_players(name: str) -> bool:
    """Return True for the name of a factor or setting whose values are players."""
    return is_of_players(name) and not isinstance(read_key(name), Restrict)


def _base(source: Source) -> list[Setting]:
    """Return the settings that hold in all scenarios, from the file's own keys."""
    rules: dict[str, Any] = source.data.get("rules") or {}
    settings = [Setting(RuleKey(knob), value, ("rules", knob)) for knob, value in rules.items()]
    for key in (EVERY_PLAYER, LINE_UP):
        if source.data.get(key.name) is not None:
            settings.append(Setting(key, source.data[key.name], (key.name,)))
    restrict: dict[str, Any] = source.data.get(RESTRICT) or {}
    settings += [Setting(Restrict(name), value, (RESTRICT, name)) for name, value in restrict.items()]
    return settings


def _scenarios(
    reader: ScenarioReader, base: list[Setting], factors: list[Factor], given: list[Setting]
) -> Iterator[Scenario]:
    index = 0
    for levels in product(*(factor.levels for factor in factors)):
        if len(reader.problems) > 10 * MOST_PROBLEMS:  # every scenario may have the same problem
            return
        settings = [*base, *(setting for level in levels for setting in level.settings), *given]
        if any(level.only_if for level in levels) and not _makes_sense(reader, settings, levels):
            continue
        labels = {factor.name: level.label for factor, level in zip(factors, levels, strict=True)}
        scenario = reader.read(index, labels, settings)
        if scenario is not None:
            yield scenario
            index += 1


def _makes_sense(reader: ScenarioReader, settings: list[Setting], levels: tuple[FactorLevel, ...]) -> bool:
    """Return True if an alternative applies in a scenario: the knobs have the values that it presupposes."""
    conditional = {setting.key for level in levels if level.only_if for setting in level.settings}
    knobs = reader.knobs([setting for setting in settings if setting.key not in conditional])
    return knobs is None or all(holds(level.only_if, knobs) for level in levels)
