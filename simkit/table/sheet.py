"""A sheet on which people write down the games that they play at a table: what stands on it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from simkit.content.mapping import read_mapping
from simkit.content.source import read_value
from simkit.engine.base.columns import END, STOPPED, Column
from simkit.engine.contract.player import Player
from simkit.errors import BadInput
from simkit.experiment.file.load import Overrides, read_experiment
from simkit.experiment.target import GAMES, Target, as_data, from_data
from simkit.experiment.values import Experiment, Scenario
from simkit.language import plural
from simkit.run.findings.ceiling import changed_rules
from simkit.run.store.manifest import RecordedSeat
from simkit.search.settings import ladder_players, rules_in_words
from simkit.table.code import code_of
from simkit.table.columns import BEGAN, GAME, RANK, SEAT, WON, plain
from simkit.table.setting import described

EXPERIMENT, PLAYERS, TARGETS = "experiment", "players", "targets"
"""What a workbook keeps of a sheet, besides its code."""

NO_PLAYERS = "[]"
"""What stands for players in files with code, which a workbook does not name."""

NAME = "name"
"""The heading of the names of people."""

WIDE = 11
"""From this many columns on a page lies on its side."""

LINES, MOST_LINES = {False: 20, True: 12}, {False: 28, True: 16}
"""The lines of seats on a page, if the number of games is not given, and the most that can be written on: of
a page that stands, and of one that lies."""


@dataclass(frozen=True)
class PaperSheet:
    """A sheet for the games of one scenario of an experiment."""

    experiment: Experiment
    scenario: Scenario
    source: str
    """What it was made of, as it is typed again: "idea.yaml", "pig"."""

    players: tuple[Player, ...] = ()
    """Beside whom people are seen, if not the players of the scenario."""

    targets: tuple[Target, ...] = ()
    """What people's games are to come to, if not the targets of the experiment."""

    @property
    def goals(self) -> list[dict[str, Any]]:
        """The targets that games of any players can meet: those of all games, as plain data."""
        return [
            as_data(target)
            for target in self.targets or self.experiment.targets
            if target.subject == GAMES and not (target.is_default or target.where or target.is_spread)
        ]

    @property
    def beside(self) -> tuple[Player, ...]:
        """The simulated players beside whom people are seen."""
        return self.players or self.scenario.players

    @property
    def code(self) -> str:
        """The code by which its games are entered."""
        return code_of(self.experiment, self.scenario)

    @property
    def title(self) -> str:
        """What stands on top."""
        return self.experiment.title

    @property
    def name(self) -> str:
        """The name of its files, without their endings."""
        return f"{self.experiment.name}-{self.code}"

    @property
    def subtitle(self) -> str:
        """The game, with the rules that are not as printed."""
        game = self.experiment.game
        changed = rules_in_words(changed_rules(self.scenario.knobs), game.knobs)
        return f"{game.title}, with {changed}" if changed else f"{game.title}, as printed"

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.experiment.game.seats_under(self.scenario.knobs)

    @property
    def questions(self) -> tuple[str, ...]:
        """What everybody who plays is asked."""
        return self.experiment.asked_at_table

    @property
    def answers(self) -> list[str]:
        """The headings of the columns for answers."""
        return [f"Q{number}" for number in range(1, 1 + len(self.questions))]

    @cached_property
    def of_seats(self) -> list[Column]:
        """The results of each seat: what players strive for, and what decides among equals."""
        game = self.experiment.game
        own = {column.name: column for column in game.seat_columns}
        if self.seats < 2:
            return []
        names = [goal.column for goal in game.objectives if goal.of == "seat"]
        names += [by for by in game.ranked_by if isinstance(by, str)]
        if WON in own and self.seats > 2:
            names += [RANK]
        return [own[name] for name in dict.fromkeys(names) if name in own]

    @cached_property
    def of_games(self) -> list[Column]:
        """The results of each game: what all share, how far it went, how long it was, and how it ended."""
        game = self.experiment.game
        own = {column.name: column for column in game.columns}
        names = [goal.column for goal in game.objectives if goal.of == "game"]
        names += [game.progress.column] if game.progress and game.progress.of == "game" else []
        names += [game.length_column.name] if game.length_column else []
        names += [END] if END in own and len({*own[END].labels} - {STOPPED}) > 1 else []
        return [own[name] for name in dict.fromkeys(names)]

    @property
    def headings(self) -> list[str]:
        """The headings of its columns."""
        seat = [SEAT] if self.seats > 1 else []
        began = [BEGAN] if self.seats > 1 else []
        results = [plain(column.name) for column in (*self.of_seats, *self.of_games)]
        return [GAME, *seat, NAME, *began, *results, *self.answers]

    def hint(self, column: Column) -> str:
        """Return what is written into a column."""
        if column.is_yes_no:
            return "x for yes"
        words = [label for label in column.labels if label != STOPPED]
        return f"one of: {', '.join(words)}" if words else (column.unit or "a number")

    def games_on_a_page(self, asked: int | None) -> int:
        """Return for how many games a page has room; complain if that many don't fit."""
        most = max(1, MOST_LINES[self.is_wide] // self.seats)
        if asked is not None and not 1 <= asked <= most:
            raise BadInput(
                f"--games: found {asked}, allowed are 1 to {most} on a page "
                f"({plural(self.seats, 'line')} each); more pages by --tables"
            )
        return asked or max(1, LINES[self.is_wide] // self.seats)

    @property
    def is_wide(self) -> bool:
        """Whether its page lies on its side."""
        return len(self.headings) >= WIDE

    def kept(self) -> dict[str, str]:
        """Return what a workbook keeps of it, besides its code."""
        return {
            EXPERIMENT: self.as_yaml(),
            PLAYERS: self.players_as_json(),
            TARGETS: json.dumps([{**goal} for goal in self.goals]),
        }

    def as_yaml(self) -> str:
        """Return the game and its rules as an experiment's file, which a workbook keeps."""
        data: dict[str, Any] = {
            "name": self.experiment.name,
            "title": self.experiment.title,
            "game": self.experiment.game.name,
            "rules": changed_rules(self.scenario.knobs),
        }
        if content := self.experiment.resolved.get("content"):
            data["content"] = str((self.experiment.folder / content).resolve())
        data["strategy"] = ladder_players(self.experiment.game).base.name
        if self.questions:
            data["sheet"] = {"questions": list(self.questions)}
        return yaml.safe_dump(data, sort_keys=False, allow_unicode=True)

    def players_as_json(self) -> str:
        """Return the players of the simulation, beside whom people are seen; none if code in a file plays.

        A workbook may come from anybody: it names no code.
        """
        if any(player.strategy.files for player in self.beside):
            return NO_PLAYERS
        return json.dumps([player.as_data() for player in self.beside])


def sheet_for(
    target: str, settings: Sequence[str] = (), content: Path | None = None, scenario: int = 0
) -> PaperSheet:
    """Return the sheet of a game, or of a scenario of an experiment's file.

    Raises BadInput if anything is wrong with it, or there is no such scenario.
    """
    experiment = experiment_of(target, settings, content)
    if not 0 <= scenario < len(experiment.scenarios):
        raise BadInput(
            f"there is no scenario {scenario}; allowed: 0 to {len(experiment.scenarios) - 1} "
            f"({experiment.file})"
        )
    return PaperSheet(experiment, experiment.scenarios[scenario], target)


def experiment_of(target: str, settings: Sequence[str], content: Path | None) -> Experiment:
    """Return the experiment in a file, or that of a game as it is printed."""
    source, folder = described(target, settings)
    return read_experiment(source, folder, Overrides(settings=tuple(settings), content=content))


def sheet_with_code(target: str, code: str, settings: Sequence[str], content: Path | None) -> PaperSheet:
    """Return the sheet of a game or an experiment's file that has a code.

    Raises BadInput if none of its scenarios has it: its name, or its rules have changed since, or it is
    another's.
    """
    experiment = experiment_of(target, settings, content)
    codes = {code_of(experiment, scenario): scenario for scenario in experiment.scenarios}
    if code not in codes:
        few = [*codes][:4]
        more = f" and {len(codes) - len(few)} more" if len(codes) > len(few) else ""
        now = f"its {'code is' if len(codes) == 1 else 'codes are'} {', '.join(few)}{more} now"
        raise BadInput(
            f"{target}: no scenario has the code {code}; {now}. The sheet was made for another experiment or "
            "other rules: give it the file as it was (the workbook has it, too)"
        )
    return PaperSheet(experiment, codes[code], target)


def players_of(data: Any, place: str) -> tuple[Player, ...]:
    """Return players from their plain data, of which none may be in a file with code."""
    try:
        found = [RecordedSeat.model_validate(entry).model_dump() for entry in data]
    except (ValidationError, TypeError, ValueError):
        raise BadInput(f"{place}: damaged: it does not say who plays in the simulation") from None
    players = tuple(map(Player.from_data, found))
    if any(player.strategy.files for player in players):
        raise BadInput(f"{place}: names a file with code, which a workbook must not")
    return players


def _targets_of(data: Any, place: str) -> tuple[Target, ...]:
    try:
        return tuple(map(from_data, data))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadInput(f"{place}: damaged: it does not say what is wanted of the games") from None


def sheet_in_words(kept: Mapping[str, str], code: str, place: str) -> PaperSheet:
    """Return the sheet of the experiment that a workbook keeps; complain if its code is another."""
    data = read_value(kept[EXPERIMENT], place)
    if not isinstance(data, dict):
        raise BadInput(f"{place}: damaged: no experiment is kept in it; name the file: --game idea.yaml")
    experiment = read_experiment(read_mapping(data, place), Path(), Overrides())
    beside = players_of(read_value(kept.get(PLAYERS) or NO_PLAYERS, place), place)
    targets = _targets_of(read_value(kept.get(TARGETS) or "[]", place), place)
    sheet = PaperSheet(experiment, experiment.scenarios[0], place, beside, targets)
    if sheet.code != code:
        raise BadInput(
            f"{place}: its code is {code}, but the game and the rules that it keeps have {sheet.code} now: "
            "code or rules were changed in it, or this simkit has the game with other rules; name the "
            "experiment's file as it was: --game idea.yaml"
        )
    return sheet


def with_title(sheet: PaperSheet, name: str) -> Experiment:
    """Return the experiment of a sheet with its one scenario, as a run of people has it."""
    scenario = replace(sheet.scenario, index=0, levels={})
    title = f"{sheet.experiment.game.title} on a real table"
    own = sheet.experiment
    return replace(
        own, name=name, title=title, report="none", factors=(), varied=(), scenarios=(scenario,), games=1,
        questions=(), question="", targets=(), events_one_in=0, precision={}, description=own.description,
    )  # fmt: skip
