"""Makes the scenarios of an experiment from its settings, each with validated knobs and players."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from pydantic import ValidationError

from simkit.content.complaints import Problem, problems_of
from simkit.content.source import Place
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.player import DIAL_NAMES, Player
from simkit.errors import BadInput, raised
from simkit.experiment.factors import Setting
from simkit.experiment.file.seating import Seated, seated
from simkit.experiment.file.unknown_rules import unknown_rule
from simkit.experiment.keys import RuleKey
from simkit.experiment.values import Scenario
from simkit.plugins import find_strategy

MOST_SCENARIOS = 100_000

DIALS = frozenset(DIAL_NAMES)


class ScenarioReader:
    """Makes scenarios from settings, and collects the problems in them."""

    def __init__(self, game: Game, folder: Path, problems: list[Problem]) -> None:
        self.game = game
        self.folder = folder
        self.problems = problems
        self._printed = game.knobs()
        self._known: dict[str, Player] = {}

    def read(self, index: int, levels: dict[str, str], settings: list[Setting]) -> Scenario | None:
        """Return one scenario, or None if there are problems with it."""
        before = len(self.problems)
        knobs = self.knobs(settings)
        if knobs is None:
            for entry in (entry for setting in settings for entry in setting.entries):
                self._settled(Seated(*entry, {}))  # how many seats there are is open
            return None
        self._require_record(knobs, settings)
        found = seated(settings, self.game, self.game.seats_under(knobs), self.problems)
        players = tuple(player for own in found if (player := self._settled(own)))
        is_whole = len(self.problems) == before and len(players) == len(found)
        return Scenario(index, levels, knobs, players) if is_whole else None

    def knobs(self, settings: Iterable[Setting]) -> Knobs | None:
        """Return the validated knobs; of several settings of a knob, the last one counts."""
        chosen = {s.key.rule: s for s in settings if isinstance(s.key, RuleKey)}
        try:
            knobs = self.game.knobs.model_validate({name: setting.value for name, setting in chosen.items()})
            # What is not set is shared: of 100,000 scenarios each would have its own copy.
            return self._printed.model_copy(update={name: getattr(knobs, name) for name in chosen})
        except ValidationError as error:
            self.problems += self._knob_problems(error, chosen)
        except Exception as error:  # raised by a plug-in's own check, of a list that is too short, say
            if self.game.is_shipped:
                raise
            self.problems.append(
                (_place_of(chosen), f"{self.game.title}: its check of rules {raised(error)}")
            )
        return None

    def _require_record(self, knobs: Knobs, settings: Iterable[Setting]) -> None:
        """Record a problem if a plug-in's rules don't fit their record, such as a list that is too long."""
        if self.game.is_shipped:
            return
        try:
            self.game.rules_under(knobs)
        except BadInput as problem:
            chosen = {s.key.rule: s for s in settings if isinstance(s.key, RuleKey)}
            self.problems.append((_place_of(chosen), str(problem)))

    def _knob_problems(self, error: ValidationError, chosen: dict[str, Setting]) -> list[Problem]:
        names = list(self.game.knobs.model_fields)

        def place_of(location: Place) -> Place | str:
            named = location or _named_in(error, chosen)
            setting = chosen.get(str(named[0])) if named else None
            if setting is None:
                return ("rules",)
            if isinstance(setting.place, str):
                return setting.place
            if str(named[0]) not in names and len(setting.place) == 3:
                return setting.place[:2]  # the factor's own name is wrong, not each of its levels
            return (*setting.place, *location[1:])

        return problems_of(error, place_of, names, unknown_word=partial(self._unknown_rule, chosen))

    def _unknown_rule(self, chosen: dict[str, Setting], word: str) -> str:
        """Return the message about a rule that there is not; one without a value may be part of a list."""
        if word in chosen and chosen[word].value is None:
            return (
                f"'{word}' is no rule of {self.game.name}; several values of a rule stand in a list: [a, b]"
            )
        return unknown_rule(self.game, word)

    def _settled(self, own: Seated) -> Player | None:
        """Return a player with the skill dial if it takes that to have what is set; it is checked once."""
        seen, player, place = repr(own), own.player, own.place
        if player is None or seen in self._known:
            return self._known.get(seen)
        try:
            strategy = find_strategy(self.game.name, player.strategy, self.folder)
            known = {parameter.name for parameter in strategy.parameters}
            if not player.strategy.errs and any(name not in known for name in DIALS.intersection(own.places)):
                player = replace(player, strategy=player.strategy.erring())
                strategy = find_strategy(self.game.name, player.strategy, self.folder)
            for name, value in player.parameters.items():
                place = own.places.get(name, own.place)
                strategy.parameter_row({name: value})
        except BadInput as complaint:
            if str(complaint) not in (words for _, words in self.problems):  # not again for every level
                self.problems.append((place, str(complaint)))
        self._known[seen] = player
        return player


def _place_of(chosen: dict[str, Setting]) -> Place | str:
    """Return the place of the rule that is set, or of all rules if several are."""
    return next(iter(chosen.values())).place if len(chosen) == 1 else ("rules",)


def _named_in(error: ValidationError, chosen: dict[str, Setting]) -> Place:
    """Return the knob, of those that a message about several knobs names, that was set last: in a factor."""
    for found in error.errors(include_url=False):
        if not found["loc"]:
            words = re.findall(r"\w+", str(found.get("ctx", {}).get("error", "")))
            named = [knob for knob in chosen if knob in words]
            return (named[-1] if named else next(iter(chosen), ""),)
    return ()
