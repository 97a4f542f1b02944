"""Players made of strategies: they err, do without some kinds of moves, or try each move by play-outs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from simkit.engine.contract.chooser import BITS, bits_of
from simkit.engine.contract.game import Game
from simkit.engine.contract.kinds import MoveKind
from simkit.engine.contract.player import (
    DIALS,
    ERRING,
    METHODS,
    NUMBERS,
    PLAYOUTS,
    SURE,
    USUAL_METHOD,
    LookAhead,
    Method,
    restricted_name,
)
from simkit.engine.contract.strategy import PARAMETERS, Strategy
from simkit.errors import BadInput, unknown

NO = "no "
"""What a person may write before a kind of move."""


def erring(strategy: Strategy) -> Strategy:
    """Return a strategy with the skill dial, which adds the parameters `overlooks` and `noise`.

    Raises BadInput if it has a parameter of its own of such a name, or is made of another strategy.
    """
    if strategy.errs or strategy.look_ahead or strategy.left_out is not None:
        raise BadInput(f"'{strategy.name}' can't err: only a strategy can that is made of no other one")
    names = {parameter.name for parameter in strategy.parameters}
    for dial in DIALS:
        if dial.name in names:
            raise BadInput(
                f"strategy '{strategy.name}' has a parameter of its own called '{dial.name}', like one "
                "that makes any strategy err; rename it"
            )
    name, parameters = ERRING + strategy.name, (*strategy.parameters, *DIALS)
    return replace(strategy, name=name, parameters=parameters, errs=True)


def restricted(strategy: Strategy, game: Game, kinds: Sequence[str]) -> Strategy:
    """Return a strategy that does without some kinds of moves.

    Where nothing else is allowed, it chooses among all moves.

    * `strategy`: the strategy; it may err, look ahead, or do without other kinds already.  One that looks
      ahead tries only the moves that are left, and in play-outs makes no others itself.
    * `kinds`: the names of the kinds of moves, or of answers (`MoveKind.answers`); with none it plays as the
      strategy itself does.

    Raises BadInput if there is no such kind, or the strategy has too many parameters.
    """
    bits = bits_of(game)
    most = PARAMETERS["values"].shape[0] - -(-len(bits) // BITS)
    if len(strategy.asked_by) > most:
        raise BadInput(
            f"strategy '{strategy.name}' has {len(strategy.asked_by)} parameters; allowed are {most} at "
            "most in one that does without some moves"
        )
    for name in kinds:
        if name not in bits:
            raise BadInput(unknown("kind of move", name, bits))
    return replace(
        strategy,
        name=restricted_name(strategy.name, kinds),
        left_out=(*(strategy.left_out or ()), *(bits[name] for name in kinds)),
        base=strategy.base and restricted(strategy.base, game, kinds),
    )


def thinking(
    base: Strategy,
    opponents: Strategy | None = None,
    method: Method = USUAL_METHOD,
    finish: Strategy | None = None,
    *,
    playouts: int | None = None,
    called: str = "",
) -> Strategy:
    """Return a player with look-ahead; its parameter `playouts` is the number of play-outs per decision.

    * `base`: chooses first; only a move that is surely better takes the place of its choice.
    * `opponents`: what it imagines the others to play; by default the base, and a tree then holds their
      decisions, too.
    * `method`: one of `METHODS`.
    * `finish`: a faster strategy that finishes each play-out, for all seats, after its first moves.
    * `playouts`: its play-outs per decision unless others are set.

    Raises BadInput if one of them thinks itself, a parameter's name is taken, or there is no such method.
    """
    if method not in METHODS:
        raise BadInput(unknown("method", method, METHODS))
    for strategy in (base, opponents, finish):
        if strategy and strategy.look_ahead:
            raise BadInput(f"'{strategy.name}' thinks already: allowed is a strategy that doesn't")
    taken = [p.name for p in base.parameters if p.name in {number.name for number in NUMBERS}]
    if taken:
        raise BadInput(f"strategy '{base.name}' has a parameter '{taken[0]}', which is look-ahead's")
    look_ahead = LookAhead(opponents, method, playouts, finish)
    idea = f"Tries each move by play-outs of {base.name} before it chooses."
    if playouts is not None:
        idea = f"{base.name} that looks ahead with {playouts:,} play-outs per decision."
    budget = PLAYOUTS if playouts is None else replace(PLAYOUTS, default=playouts)
    return replace(
        base,
        name=called or look_ahead.name_over(base.name),
        skill="look-ahead",
        parameters=(budget, SURE, *base.parameters),
        idea=idea,
        base=base,
        imagined=opponents or base,
        look_ahead=look_ahead,
    )


def kind_meant(kinds: Sequence[MoveKind], words: str) -> str:
    """Return the name of the kind of move that a person means: "no tides" is tide, "take_aboard" itself."""
    names = [kind.name for kind in kinds]
    word = " ".join(words.lower().split())
    if word in names:
        return word
    plain = {name.replace("_", " "): name for name in names}
    meant = word.removeprefix(NO).replace("_", " ")
    for word in (meant, meant.removesuffix("s")):
        if word in plain:
            return plain[word]
    raise BadInput(unknown("kind of move", meant.replace(" ", "_"), names))


def kinds_meant(game: Game, words: str | Iterable[str]) -> tuple[str, ...]:
    """Return the names of the kinds of moves that a person means, in the game's order, each once.

    The words are the kinds, one by one, or separated by commas.
    """
    listed = words.split(",") if isinstance(words, str) else words
    meant = {kind_meant(game.moves, word) for word in listed if word.strip()}
    return tuple(kind.name for kind in game.moves if kind.name in meant)
