"""Says what moves, cards and components are worth: what is worth most first, then what nobody needs."""

from __future__ import annotations

from collections.abc import Iterator

from simkit.engine.base.columns import Column
from simkit.engine.contract.knobs import Knobs, words_of
from simkit.engine.contract.objectives import measure_in_words
from simkit.language import listed, opening, plural
from simkit.search.worth import Thing, Worth, Worths
from simkit.stats.estimates import percent
from simkit.words.asked.names import are_too_few, called, count, differing, games, margin, some_of

MOST_LEADING = 2
"""The most things that are said to be worth most, with numbers."""

MOST_LISTED = 15
"""The most things that nobody needs that are named."""

UNUSED, NEVER_MATTERED, FORCED = "never used", "never mattered", "no other kind"
EXPERTS, BETTER_WITHOUT = "only experts use it", "better without"
ENDLESS = "no end without"

ONE = {"moves": "kind of move", "cards": "card", "components": "component"}
SEVERAL = {"moves": "kinds of moves", "cards": "cards", "components": "components"}
"""What one thing of a group is called, and several."""


def verdict(found: Worths, worth: Worth) -> str:
    """Return what is to be said about a thing in a word or two; an empty text if nothing is."""
    if worth.never_ends:
        return ENDLESS
    if worth.is_unused and not worth.games_changed:  # of a card, one that takes its place may change a game
        return UNUSED
    if worth.is_forced:
        return FORCED
    if worth.never_mattered:
        return NEVER_MATTERED
    if found.only_experts_use(worth):
        return EXPERTS
    return BETTER_WITHOUT if found.is_clear(worth) and worth.change.value < 0 else ""


def sentences_of(found: Worths, knobs: Knobs) -> list[str]:
    """Return what was found under some rules, the groups of which something is worth most first."""
    players = called(found.skills)
    first, *others = players
    groups = dict.fromkeys(worth.thing.group for worth in found.worths)
    said: list[str] = []
    for group in sorted(groups, key=lambda group: not found.gains(first, group)):
        said += _of_group(found, first, group, players[first], knobs)
        alike = []
        for player in others if group == "moves" else ():
            if {*map(_name, found.gains(player, group))} == {*map(_name, found.gains(first, group))}:
                alike.append(players[player])
            else:
                said += _of_group(found, player, group, players[player], knobs)
        if alike and found.gains(first, group):
            said.append(f"the same {group} are worth something to {listed(alike)}")
    for users, names in _by_users(found, knobs).items():
        said.append(f"only {listed(players[user] for user in users)} used {listed(names)}")
    said += _of_nobody(found, knobs)
    for player, who in players.items():
        said += _without_end(found, player, who, knobs)
    if found.kept:
        kept = some_of([f"'{words}'" for words in found.kept], "cards")
        said.append(f"{count(len(found.kept), 'card')} could not be left out, as the rules need them: {kept}")
    return [f"{opening(words)}." for words in said]


def named(thing: Thing, knobs: Knobs) -> str:
    """Return a thing within a sentence: "'roll'", "'An old map'", "the target"."""
    rules = [*differing(knobs, thing.knobs)] if thing.group == "components" else []
    if len(rules) == 1 and isinstance(getattr(knobs, rules[0]), int):
        return words_of(type(knobs), rules[0]).label
    return f"'{thing.words.replace('_', ' ') if thing.group == 'moves' else thing.words}'"


def _name(worth: Worth) -> str:
    return worth.thing.name


def _of_group(found: Worths, player: str, group: str, who: str, knobs: Knobs) -> Iterator[str]:
    """Yield what is worth most to a player, what else is worth something, and what does harm."""
    gains, leading = found.gains(player, group), found.leading(player, group)
    measured = [worth for worth in found.of(player, group) if worth.games_changed and not worth.never_ends]
    noun = _noun(measured[0].measured) if measured else ""
    names = [named(gain.thing, knobs) for gain in gains]
    many = plural(len(found.of(player, group)), ONE[group], SEVERAL[group])
    if gains and len(leading) <= MOST_LEADING:
        verb = "is worth most" if len(leading) == 1 else "are worth most"
        if len(gains) == 1:
            verb = "alone is clearly worth something"
        sizes = listed(f"{found.change(worth).counted(noun):plain}" for worth in leading)
        yield f"of {many} {listed(names[: len(leading)])} {verb} to {who}: {sizes}"
        names = names[len(leading) :]
    elif gains:
        yield f"of {many} {listed(names[:MOST_LEADING])} are among those that are worth most to {who}"
        names = names[MOST_LEADING:]
    elif measured:
        changes = [found.change(worth).counted(noun) for worth in measured]
        if are_too_few(changes):
            yield f"{games(found.games)} do not show whether any {ONE[group]} is worth something to {who}"
        else:
            yield f"no {ONE[group]} is worth more than {margin(changes)} to {who}"
    if names:
        yield f"{some_of(names, SEVERAL[group])} {'is' if len(names) == 1 else 'are'} worth something, too"
    if harm := [named(worth.thing, knobs) for worth in measured if verdict(found, worth) == BETTER_WITHOUT]:
        yield f"{who} does better without {some_of(harm, SEVERAL[group])}"


def _noun(column: Column) -> str:
    """Return what changes of a result are counted in: " coins", " points of the win rate"."""
    if column.is_yes_no:
        return f" points of the {measure_in_words(column)}"
    return f" {column.unit or column.heading}"


def _of_nobody(found: Worths, knobs: Knobs) -> Iterator[str]:
    """Yield what no player uses, what changed no result, and what was always the only kind."""
    by_verdict: dict[str, list[str]] = {UNUSED: [], NEVER_MATTERED: [], FORCED: []}
    for worth in found.of(next(iter(found.skills))):
        same = [verdict(found, one) for one in found.worths if one.thing is worth.thing]
        for kind, names in by_verdict.items():
            if {*same} <= {kind, UNUSED}:
                names.append(named(worth.thing, knobs))
                break
    of = games(found.games)
    said = {
        UNUSED: (f"never used in {of}: ", ""),
        NEVER_MATTERED: (f"without effect on any result of {of}: ", ""),
        FORCED: ("what ", " would be worth is not known, as nothing else was allowed there"),
    }
    for kind, names in by_verdict.items():
        if names:
            yield some_of(names, "things", most=MOST_LISTED).join(said[kind])


def _without_end(found: Worths, player: str, who: str, knobs: Knobs) -> Iterator[str]:
    """Yield without what the games of a player go on until they are stopped."""
    for worth in found.of(player):
        if worth.never_ends:
            name = named(worth.thing, knobs)
            yield f"without {name} {percent(worth.stopped)} of games of {who} have no end, and are unfinished"


def _by_users(found: Worths, knobs: Knobs) -> dict[tuple[str, ...], list[str]]:
    """Return the kinds of moves that the strongest players alone use, by these players."""
    by_users: dict[tuple[str, ...], list[str]] = {}
    for worth in found.of(next(iter(found.skills))):
        if found.only_experts_use(worth):
            by_users.setdefault(tuple(found.users(worth)), []).append(named(worth.thing, knobs))
    return by_users


def strip_label(words: str, said: str) -> str:
    """Return a thing along an axis, with its verdict: "a Tide (only experts use it)"."""
    return f"{words} ({said})" if said in (UNUSED, EXPERTS, BETTER_WITHOUT) else words
