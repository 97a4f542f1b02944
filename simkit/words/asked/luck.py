"""Says how much of a game is luck: chance or skill first, then which chance, then how tense games are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from simkit.engine.base.columns import Column
from simkit.engine.contract.objectives import measure_in_words
from simkit.language import listed, opening
from simkit.search.kinds_of_chance import KindsOfChance
from simkit.search.luck import Luck, PairOfPlayers
from simkit.search.tension import Tension
from simkit.stats.estimates import percent
from simkit.words.asked.names import called, count, games, of_100_games, some_of
from simkit.words.rounding import as_said

TIES = 0.03
"""The share of games in which nobody is ahead from which this is said."""

FEW = 10
"""Of no more games than this it is said that they are enough."""

FEW_KINDS = 2
"""The most kinds of chance without effect that are named."""

SHOWN = 0.005
"""A share that may be as low as this says only what is excluded."""


def sentences_of(found: Luck, skills: Mapping[str, str], title: str) -> list[str]:
    """Return what was found about some players, of whom skills are given, in a game of some title."""
    names, several = called(skills), called(skills, several=True)
    first, last = found.players[0], found.players[-1]
    ends = [pair for pair in found.pairs if {pair.better, pair.other} == {first, last}]
    if len(found.players) > 2:
        ends += [pair for pair in found.pairs if {pair.better, pair.other} == {*found.players[:2]}]
    said = [words for end in ends for words in _lead(end, names, f" of {title}" if end is ends[0] else "")]
    said.append(_chance_alone(found))
    for column, chances in found.kinds[:1]:
        said += _kinds(chances, _result(column, found))
    if found.tension:
        said += _tension(found, found.tension, several[found.tense])
    said.append("among players who differ less, more of it is luck")
    return [f"{opening(words)}." for words in said]


def _lead(pair: PairOfPlayers, names: Mapping[str, str], where: str) -> Iterator[str]:
    """Yield how often the better of two players is ahead, and how many games tell who it is."""
    better, other = names[pair.better], names[pair.other]
    if not pair.is_clear:
        yield f"{games(pair.ahead.n)}{where} do not show whether {better} or {other} is the better player"
        return
    beats = f"{better} beats {other} in {of_100_games(pair.ahead, where)}"
    neither, loses = 1 - pair.ahead.value - pair.behind.value, round(100 * pair.behind.value)
    if neither >= TIES and loses:
        beats += f" and loses in {loses}"
    needed, least, most = pair.needed
    if needed is None:
        yield from (beats, "more than 5,000 games are needed to tell which of them is better")
    elif most is None or most > FEW:
        span = f"{least or 1:,} to {f'{most:,}' if most else 'thousands'}"
        yield from (beats, f"it takes {games(needed)} ({span}) to tell which of them is better")
    else:
        yield f"{beats}; {games(most)} {'is' if most == 1 else 'are'} enough to tell which is better"


def _result(column: Column, found: Luck) -> str:
    """Return a result as something that depends on others: "the result in coins", "who wins"."""
    if not column.is_yes_no:
        return f"the result in {column.heading}"
    return "who wins" if found.against else "the result"


def _chance_alone(found: Luck) -> str:
    """Return how much of the result chance alone decides."""
    share, seat = found.split.shares["chance"], found.split.shares["seat"]
    is_shown = share.low > SHOWN
    size = f"{as_said(share)}" if is_shown else f"at most {percent(share.high)}"
    what = f"of {_result(found.column, found)}"
    if not found.column.is_yes_no:
        what = f"of the differences in {found.column.heading}"
    if not is_shown:
        return f"chance alone decides {size} {what}"
    who = "who plays, at which place, and how" if seat.low > SHOWN else "who plays and how"
    return f"chance alone decides {size} {what}; the rest depends on {who}"


def _kinds(kinds: KindsOfChance, what: str) -> Iterator[str]:
    """Yield on which kind of chance a result depends most, and on which nothing depends."""
    if len(kinds.kinds) == 1:
        yield f"the only chance is {kinds.kinds[0].words}"
    elif kinds.leader:
        others = [kind.words for kind in kinds.kinds if kind is not kinds.leader]
        than = some_of(others, "other kinds of chance", "or")
        yield f"{what} depends more on {kinds.leader.words} than on {than}"
    else:
        first, *others = (kind.words for kind in kinds.undecided)
        which = some_of([first, *others], "kinds of chance", "or")
        depends = f"which moves {what} more: {first} or {others[0]}"
        if len(others) > 1:
            depends = f"on which of these {what} depends most: {which}"
        yield f"{games(kinds.games)} do not show {depends}"
    if kinds.idle:
        many = count(len(kinds.idle), "other kind of chance", "other kinds of chance")
        idle = listed(kinds.idle, "or") if len(kinds.idle) <= FEW_KINDS else many
        yield f"in {games(kinds.first)} nothing depended on {idle}"


def _tension(found: Luck, tension: Tension, who: str) -> Iterator[str]:
    """Yield when games are decided, how often they turn, and what choices are worth."""
    if tension.bar is not None:
        yield f"a game with more than {tension.bar:,.0f} points is called won here, as only points count"
    whose = "between" if tension.is_contested else "of"
    yield f"games {whose} {who} are decided after {tension.decided} of their {tension.unit}"
    turned = [
        f"{as_said(share)} of {kind} had looked {other}"
        for share, kind, other in (
            (tension.comebacks, "wins", "lost"),
            (tension.thrown_away, "losses", "won"),
        )
        if share is not None
    ]
    yield listed([f"the lead changes {tension.lead_changes} times a game", *turned[:1]])
    yield from turned[1:]
    if tension.forced.value:
        yield f"{as_said(tension.forced)} of {tension.unit_of_choices} leave nothing to choose"
    result, worth = after_the(found.column_of_tension), as_said(tension.worth)
    idle = f"at {as_said(tension.idle)} of choices every move ends the same"
    yield f"{idle}; the best move adds {worth} to the {result} over the worst"


def after_the(column: Column) -> str:
    """Return what a result is called after "the": "win rate", "coins"."""
    return measure_in_words(column) if column.is_yes_no else column.heading
