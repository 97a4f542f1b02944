"""Seats the players of a scenario, as its settings say: who plays, with what, and where that is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from simkit.content.complaints import Problem, in_words
from simkit.content.source import Place
from simkit.engine.contract.game import Game
from simkit.engine.contract.player import METHOD_KEY, METHODS, Player
from simkit.experiment.factors import Setting
from simkit.experiment.file.factors import parameters_of
from simkit.experiment.keys import EVERY_PLAYER, LINE_UP, EveryPlayer, OnePlayer


class Seated(NamedTuple):
    """A player (None for a wrong entry), with the places where its strategy and its parameters are set."""

    player: Player | None
    place: Place | str
    places: dict[str, Place | str]


def seated(settings: Sequence[Setting], game: Game, seats: int, problems: list[Problem]) -> list[Seated]:
    """Return the players of a scenario by seat; problems are added to `problems`."""
    found: list[Seated] = []
    for setting in settings:
        if setting.key == EVERY_PLAYER:
            found = [Seated(*entry, {}) for entry in setting.entries] * seats
        elif setting.key == LINE_UP:
            found = _line_up(setting, game, seats, problems)
    if not found:
        problems.append(((), "who plays is missing: add `strategy: ...` or `strategies: [...]`"))
    of_seats = (own for each in settings if isinstance(each.key, OnePlayer) for own in parameters_of(each))
    for setting in sorted([*of_seats, *settings], key=_narrowness) if found else ():
        _change(found, setting, problems)
    return found


def _line_up(setting: Setting, game: Game, seats: int, problems: list[Problem]) -> list[Seated]:
    if isinstance(setting.value, list) and len(setting.value) == seats:
        return [Seated(*entry, {}) for entry in setting.entries]
    message = f"strategies: found {in_words(setting.value)}, allowed is a list, one per seat"
    if isinstance(setting.value, list):
        message = f"strategies: found {len(setting.value)}, {game.title} here has {seats} seats"
    problems.append((setting.place, message))
    return [Seated(None, setting.place, {})] * seats


def _change(found: list[Seated], setting: Setting, problems: list[Problem]) -> None:
    """Apply ``strategy.<parameter>``, ``strategies.<seat>`` or ``strategies.<seat>.<parameter>``."""
    key = setting.key
    if isinstance(key, EveryPlayer) and key.parameter:
        found[:] = [_with(own, key.parameter, setting, problems) for own in found]
    if not isinstance(key, OnePlayer):
        return
    if key.number is None or key.number >= len(found):
        message = f"'{key.name}': found seat '{key.player}', allowed is 0 to {len(found) - 1}"
        problems.append((setting.place, message))
    elif key.parameter:
        found[key.number] = _with(found[key.number], key.parameter, setting, problems)
    else:
        found[key.number] = Seated(*setting.entries[0], {})


def _with(own: Seated, parameter: str, setting: Setting, problems: list[Problem]) -> Seated:
    """Return a player with a parameter, or with another method to think."""
    value, key = setting.value, setting.key.name
    if parameter == METHOD_KEY and isinstance(value, str):
        look_ahead = own.player.strategy.look_ahead if own.player else None
        if own.player and look_ahead and value in METHODS:
            strategy = replace(own.player.strategy, look_ahead=replace(look_ahead, method=value))
            return own._replace(player=replace(own.player, strategy=strategy))
        allowed = f"allowed is {' or '.join(METHODS)}, for a player that thinks"
        problems.append((setting.place, f"'{key}': found {in_words(value)}, {allowed}"))
        return own
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        problems.append((setting.place, f"'{key}': found {in_words(value)}, allowed is a number"))
        return own
    if own.player is None:
        return own
    in_file_for_all = isinstance(setting.key, EveryPlayer) and not isinstance(setting.place, str)
    place = own.place if in_file_for_all else setting.place  # one strategy of several may lack it
    player = replace(own.player, parameters={**own.player.parameters, parameter: float(value)})
    return Seated(player, own.place, {**own.places, parameter: place})


def _narrowness(setting: Setting) -> int:
    """Return the rank at which a setting is applied: seats, then all players' parameters, then one seat's.

    So nothing that is set is lost because something wider stands below it.
    """
    if isinstance(setting.key, OnePlayer):
        return 2 if setting.key.parameter else 0
    return 1 if isinstance(setting.key, EveryPlayer) else 0
