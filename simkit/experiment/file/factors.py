"""Reads factors: what an experiment varies, and what each of their levels sets.

A range stands for several levels: `1..6` for 1, 2, 3, 4, 5, 6, and `0..20 by 5` for 0, 5, 10, 15, 20.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from simkit.content.complaints import Problem, quoted
from simkit.content.source import KEY, Place
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import WHEN, Assumption
from simkit.engine.contract.player import Player
from simkit.errors import BadInput, nearest, unknown
from simkit.experiment.factors import (
    AS_ASSUMED,
    ASSUMPTIONS,
    OUTCOME,
    Factor,
    FactorLevel,
    Setting,
    heading,
    short_label,
)
from simkit.experiment.file.design import TableRead, is_design, place_of, settings_of
from simkit.experiment.file.players import label_of, line_ups_in, parameters_given, read_player
from simkit.experiment.keys import (
    EVERY_PLAYER,
    LINE_UP,
    RESTRICT,
    EveryPlayer,
    Key,
    LineUp,
    OnePlayer,
    Restrict,
    RuleKey,
    read_key,
)
from simkit.language import plural
from simkit.plugins import in_full

_NUMBER = r"-?\d+(?:\.\d+)?"
RANGE = rf"^ *({_NUMBER}) *\.\. *({_NUMBER})(?: +by +(\d+(?:\.\d+)?))? *$"
"""A regular expression that matches a range."""

_MEANT = re.compile(r"^ *[-+]?[\d.]*\d? *(?:\.\.|…)")
"""Matches text that begins like a range."""

MOST_LEVELS = 1000

ALLOWED = "allowed is first..last, such as 1..6, or 0..20 by 5"


def is_meant_as_range(value: Any) -> bool:
    """Return True if a text begins like a range.

    >>> is_meant_as_range("1..6"), is_meant_as_range("A1")
    (True, False)
    """
    return isinstance(value, str) and bool(_MEANT.match(value))


def in_range(text: str) -> list[int | float]:
    """Return the numbers that a range stands for, the last one included.

    >>> in_range("1..4"), in_range("0.5..1.5 by 0.5"), in_range("3..1")
    ([1, 2, 3, 4], [0.5, 1.0, 1.5], [3, 2, 1])

    Raises
    ------
    ValueError
        In words, if it is no range or has too many numbers.
    """
    found = re.match(RANGE, text)
    if found is None:
        raise ValueError(f"found '{text[:40]}', {ALLOWED}")
    first, last, by = Decimal(found[1]), Decimal(found[2]), Decimal(found[3] or 1)
    if by == 0:
        raise ValueError(f"found '{text[:40]}': steps of 0 lead nowhere; {ALLOWED}")
    if abs(last - first) / by >= MOST_LEVELS:
        raise ValueError(f"'{text[:40]}' stands for more than {MOST_LEVELS:,} levels")
    return list(_counted(first, last, by))


def _counted(first: Decimal, last: Decimal, by: Decimal) -> Iterator[int | float]:
    is_whole = all(number == number.to_integral_value() for number in (first, by))
    up = last >= first
    number = first
    while number <= last if up else number >= last:
        yield int(number) if is_whole else float(number)
        number += by if up else -by


Kinds = tuple[str, ...]

RESERVED = frozenset(
    {
        *(
            "scenario",
            "levels",
            "knobs",
            "players",
            "game",
            "seat",
            "player",
            "of",
            "column",
            "level",
            "statistic",
        ),
        *("estimate", "low", "high", "n", "method", "who", "games"),
    }
)
"""The columns of a run's tables; no factor can have such a name."""

HEADINGS = frozenset({"no.", "share won", "95 % interval", "games"})
"""The columns that reports' tables have besides the factors."""

TWO_CONTENTS = (
    "all scenarios of a run have the same content; play two runs and compare them: `simkit run FILE --out "
    "printed`, `simkit run FILE --content my_cards.yaml --out mine`, `simkit compare printed mine`"
)
"""The advice to a designer who varies the content within an experiment."""


def read_factor(
    name: str, levels: Any, game: Game, problems: list[Problem], table: TableRead | None = None
) -> Factor | None:
    """Read one factor; problems are added to `problems`.  A sampled design may stand in a file, `table`."""
    place: Place = ("factors", name)
    levels = [levels] if is_meant_as_range(levels) else levels
    taken = _taken(name, game)
    if taken:
        problems.append(((*place, KEY), f"a factor can't be called '{name}': {taken}; choose another"))
        return None
    if not isinstance(levels, (list, dict)) or not levels:
        allowed = "allowed is a list of levels, or a range: 1..6"
        problems.append((place, f"factor '{name}': found {quoted(levels or None)}, {allowed}"))
        return None
    if name == "content":
        problems.append(((*place, KEY), f"factor 'content': {TWO_CONTENTS}"))
        return None
    if key := read_key(name):
        return _values(name, key, levels, problems)
    if isinstance(levels, dict):
        return _variants(name, levels, game, problems)
    if is_design(levels):
        return _sampled(name, levels, game, problems, table)
    message = f"factor '{name}': a list of values needs {_setting_key(name, game, ASSUMPTIONS)}"
    problems.append(((*place, KEY), message))
    return None


def _taken(name: str, game: Game) -> str:
    """Return the reason why a factor can't have a name, or an empty text if it can."""
    if not name.strip():
        return "that is not a name"
    if name in RESERVED:
        return "a run's tables have a column of that name"
    if name in {column.name for column in (*game.columns, *game.seat_columns)}:
        return f"{game.title} has an outcome of that name, and conditions could not distinguish them"
    for called in (heading(name), short_label(game.knobs, name)):
        if called in HEADINGS or name.endswith(OUTCOME):
            own = f" (a variant of another name can set {name})" if read_key(name) else ""
            return f"reports' tables have a column '{called}'{own}"
    return ""


def _setting_key(key: str, game: Game, *more: str) -> str:
    """Return the end of a message about an unknown key: the valid keys and the nearest one."""
    meant = {knob: RuleKey(knob).name for knob in game.knobs.model_fields}
    meant |= {word: word for word in ("strategy", "strategies", *more)}
    guess = nearest(key.partition(".")[2] or key, meant)  # "rule.reserve": what stands behind a point
    hint = f"; did you mean '{meant[guess]}'?" if guess else ""
    return f"a key such as rules.<rule> or strategy{hint}"


def _values(name: str, key: Key, levels: Any, problems: list[Problem]) -> Factor | None:
    entries: list[tuple[str, Any, Place]] = (
        [(label, value, ("factors", name, label)) for label, value in levels.items()]
        if isinstance(levels, dict)
        else list(_listed(name, levels, problems))
    )
    seen: set[str] = set()
    for label, _, place in entries:
        if label in seen:
            problems.append((place, f"factor '{name}': the level {label} is listed twice"))
        seen.add(label)
    return Factor(
        name, tuple(FactorLevel(label, (Setting(key, value, place),)) for label, value, place in entries)
    )


def _listed(name: str, levels: list[Any], problems: list[Problem]) -> Iterator[tuple[str, Any, Place]]:
    """Yield label, value and place of each level in a list; a range stands for several."""
    for i, value in enumerate(levels):
        place: Place = ("factors", name, i)
        values = [value]
        if is_meant_as_range(value):
            try:
                values = list(in_range(value))
            except ValueError as problem:
                problems.append((place, f"factor '{name}': {problem}"))
        yield from ((label_of(level), level, place) for level in values)


def _variants(name: str, levels: dict[str, Any], game: Game, problems: list[Problem]) -> Factor | None:
    read = []
    for label, settings in levels.items():
        place: Place = ("factors", name, label)
        if settings is None:
            settings = {}
        if isinstance(settings, dict) and "content" in settings:
            problems.append(((*place, "content", KEY), f"variant '{label}': {TWO_CONTENTS}"))
            return None
        if not isinstance(settings, dict):
            message = f"factor '{name}', variant '{label}': found {quoted(settings)}, allowed is a mapping"
            problems.append((place, f"{message} such as {{rules.reserve: 3}}"))
            return None
        for path in settings:
            if not read_key(path):
                wanted = _setting_key(path, game)
                message = f"factor '{name}', variant '{label}': '{path}' sets nothing, that takes {wanted}"
                if settings[path] is None:
                    message += " Several values of a rule stand in a list: [a, b]"
                problems.append(((*place, path, KEY), message))
        own = ((read_key(path), v, (*place, path)) for path, v in settings.items())
        read.append(FactorLevel(label, tuple(Setting(key, v, where) for key, v, where in own if key)))
    return Factor(name, tuple(read))


def _sampled(
    name: str, rows: list[dict[str, Any]], game: Game, problems: list[Problem], table: TableRead | None
) -> Factor | None:
    """Return a factor with a level for each row of a sampled design."""
    read = []
    for i, row in enumerate(rows):
        place, set_by_row = place_of(name, i, table), settings_of(row, game)
        if wrong := [path for path in set_by_row if not read_key(path)]:
            message = f"factor '{name}': the column '{wrong[0]}' sets nothing, that takes"
            problems.append((place, f"{message} {_setting_key(wrong[0], game)}"))
            return None
        keys = ((read_key(path), value) for path, value in set_by_row.items())
        read.append(
            FactorLevel(f"row {i + 1}", tuple(Setting(key, value, place) for key, value in keys if key))
        )
    return Factor(name, tuple(read), is_sampled=True)


def read_assumptions(
    levels: Any, known: Sequence[Assumption], elsewhere: Mapping[str, str], problems: list[Problem]
) -> Factor | None:
    """Read the factor `assumptions`; problems are added to `problems`.

    Left out are the assumptions whose knobs are set `elsewhere` (knob -> where, in words): a value that is
    set is not assumed.
    """
    place: Place = ("factors", ASSUMPTIONS)
    ids = [assumption.id for assumption in known]
    wanted = ids if levels == "all" else levels if isinstance(levels, list) else [levels]
    for i, word in enumerate(wanted):
        if word not in ids:
            problems.append(((*place, i), unknown("assumption", str(word), ["all", *ids])))
            return None
        if word in wanted[:i]:
            problems.append(((*place, i), f"factor '{ASSUMPTIONS}': {word} is listed twice"))
    asked = [assumption for assumption in known if assumption.id in wanted]
    taken = {assumption.id: sorted(assumption.knobs & set(elsewhere)) for assumption in asked}
    if levels != "all":
        for name in (name for name, set_there in taken.items() if set_there):
            knob = taken[name][0]
            message = f"factor '{ASSUMPTIONS}': {name} is about {knob}, which {elsewhere[knob]} sets"
            problems.append((place, f"{message}; leave {name} out"))
    read = [FactorLevel(AS_ASSUMED, ())]
    for assumption in (assumption for assumption in asked if not taken[assumption.id]):
        for label, knobs in assumption.alternatives.items():
            settings = tuple(Setting(RuleKey(knob), v, place) for knob, v in knobs.items() if knob != WHEN)
            only_if = dict(knobs.get(WHEN, {}))
            read.append(FactorLevel(f"{assumption.id}: {label}", settings, only_if))
    return Factor(ASSUMPTIONS, tuple(read))


def with_players(setting: Setting, game: Game, problems: list[Problem]) -> Setting:
    """Return a setting with the players that it names, or with the kinds of moves that one does without.

    Problems are added to `problems`.
    """
    at, written = setting.place, []
    if isinstance(setting.key, Restrict):
        said = "" if isinstance(at, str) else f"{setting.key.name}: "
        kinds = read_kinds(setting.value, said, at, game, problems)
        return replace(setting, value=list(kinds))
    if setting.key == LINE_UP:
        line_ups = line_ups_in(setting.value, at)
        problems.extend(_wrong_numbers(line_ups, game))
        written = [
            (entry, within if isinstance(within, str) else (*within, i))
            for entries, within in line_ups.values()
            for i, entry in enumerate(entries)
        ]
    elif isinstance(setting.key, (EveryPlayer, OnePlayer)) and not setting.key.parameter:
        written = [(setting.value, at)]
    return replace(setting, entries=tuple((_player(entry, at, game, problems), at) for entry, at in written))


def _wrong_numbers(line_ups: Mapping[str, tuple[list[Any], Place | str]], game: Game) -> Iterator[Problem]:
    """Yield a problem for each line-up that is for a number of players that a game does not have."""
    allowed = f"allowed is a number of players, {game.seats[0]} to {game.seats[-1]}"
    for number, (entries, place) in line_ups.items():
        at = place if isinstance(place, str) else (*place, KEY)
        if number and number not in map(str, game.seats):
            yield at, f"strategies: found '{number[:20]}', {allowed}"
        elif number and len(entries) != int(number):
            yield place, f"strategies: found {plural(len(entries), 'player')} for {number} seats"


def read_kinds(value: Any, said: str, place: Place | str, game: Game, problems: list[Problem]) -> Kinds:
    """Return the kinds of moves that an entry names; problems, with what is said first, to `problems`."""
    from simkit.engine.contract.composed import kinds_meant

    listed = value.split(",") if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(kind, str) for kind in listed):
        example = f"[no {game.moves[-1].name}]"
        allowed = f"allowed is a list of kinds of moves, such as {example}"
        problems.append((place, f"{said}found {quoted(value)}, {allowed}"))
        return ()
    try:
        return kinds_meant(game, listed)
    except BadInput as problem:
        problems.append((place, f"{said}{problem}"))
        return ()


def _player(value: Any, place: Place | str, game: Game, problems: list[Problem]) -> Player | None:
    """Return the player that an entry describes; the master as what it is made of."""
    player = read_player(value, place, problems)
    if player is None:
        return None
    without = player.strategy.without
    if without:
        without = read_kinds(list(without), f"{RESTRICT}: ", place, game, problems)
    try:
        return replace(player, strategy=in_full(game.name, replace(player.strategy, without=without)))
    except BadInput as problem:
        problems.append((place, str(problem)))
        return None


def parameters_of(setting: Setting) -> Iterator[Setting]:
    """Yield the parameters given inside strategies, each as a setting of its own."""
    if isinstance(setting.key, LineUp):
        every = line_ups_in(setting.value, setting.place).values()
        for i, entry in (pair for entries, _ in every for pair in enumerate(entries)):
            yield from parameters_of(Setting(OnePlayer(str(i)), entry, setting.place))
            yield from parameters_of(
                Setting(EVERY_PLAYER, entry, setting.place)
            )  # a setting of all players changes it too
    if isinstance(setting.key, (EveryPlayer, OnePlayer)) and not setting.key.parameter:
        for name, value in parameters_given(setting.value).items():
            yield Setting(setting.key.of(name), value, setting.place)
