"""Restricted play: a strategy that does without some kinds of moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from simkit.engine.base.chance import CHANCE, open_stream
from simkit.engine.base.rows import zeros
from simkit.engine.contract.chooser import BITS, is_bit_set
from simkit.engine.contract.composed import erring, kinds_meant, restricted, thinking
from simkit.engine.contract.player import Parameter
from simkit.engine.contract.strategy import MOST_PARAMETERS, PARAMETERS, Strategy, strategy
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.game.effects import AGAIN, NO, YES
from simkit.plugins import find_game, strategies_of

PIG = find_game("pig")
NAUTILUS = find_game("nautilus_2002")
PLAYERS = strategies_of("pig")
MARKET = find_game("night_market")
MARKET_PLAYERS = strategies_of("night_market")


def played(player: Strategy, parameters: dict[str, float] | None = None, games: int = 200) -> Any:
    """Return the rows of the seats when a player meets `hold_at`."""
    match = Match(PIG, PIG.knobs(), (player, PLAYERS["hold_at"]), (parameters or {}, {}), seed=5)
    return match.play(0, games)[1]


def highest(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Return the highest kind; counts on five moves."""
    return 4


HIGHEST = strategy(game="nautilus_2002", skill="none")(highest)


def choice(without: tuple[int, ...], kinds: tuple[int, ...] = (0, 1, 2, 3, 4)) -> set[int]:
    """Return the kinds chosen, in plain Python, by a player of 24 kinds that does without some."""
    player = restricted(HIGHEST, NAUTILUS, [NAUTILUS.moves[kind].name for kind in without])
    choose, room = player.chooser(NAUTILUS), zeros(1, NAUTILUS.room)[0]
    for i, kind in enumerate(kinds):
        room.moves[i].kind = kind
    parameters: Any = zeros(1, np.dtype([("values", np.float64, (MOST_PARAMETERS + 2,))]))[0]
    parameters["values"][:] = player.parameter_row({})
    chance, found = zeros(1, CHANCE)[0], set()
    for game in range(100):
        open_stream(chance, 3, game, 1)
        found.add(kinds[choose(None, None, None, room, len(kinds), parameters, chance)])
    return found


def test_with_nothing_left_out_it_is_the_strategy_itself() -> None:
    """To the last bit, with the same chance drawn."""
    for player in (*PLAYERS.values(), erring(PLAYERS["hold_at"])):
        assert played(restricted(player, PIG, ())).tobytes() == played(player).tobytes()


def test_what_is_left_out_is_not_chosen() -> None:
    assert choice(()) == {4}
    assert choice((3,)) == {4}
    assert choice((4,)) == {0, 1, 2, 3}  # it relied on a move that it no longer sees
    assert choice((1, 2, 3, 4)) == {0}


def test_where_nothing_else_is_allowed_all_may_be_chosen() -> None:
    assert choice((0, 1, 2, 3, 4)) == {4}


def test_a_game_in_which_it_is_never_chosen_is_the_same() -> None:
    """And one in which it would be chosen has the same dice until then."""
    log = {}
    for name, player in (
        ("all", PLAYERS["hold_at"]),
        ("no hold", restricted(PLAYERS["hold_at"], PIG, ["hold"])),
    ):
        match = Match(PIG, PIG.knobs(), (player, PLAYERS["hold_at"]), seed=5)
        log[name] = [str(step.events) for step in match.walk(0)]
    parted = next(i for i, (one, other) in enumerate(zip(*log.values(), strict=False)) if one != other)
    assert 0 < parted < min(map(len, log.values()))


def test_without_holding_nobody_wins_at_pig() -> None:
    match = Match(
        PIG, PIG.knobs(), (restricted(PLAYERS["hold_at"], PIG, ["hold"]), PLAYERS["hold_at"]), seed=5
    )
    won = match.play(0, 100)[1]["won"].reshape(100, 2)
    own = np.take_along_axis(won, match.lineups[np.arange(100) % 2].argmin(axis=1)[:, None], axis=1)
    assert not own.any()


def test_it_may_err_and_do_without_more() -> None:
    both = restricted(restricted(erring(PLAYERS["hold_at"]), PIG, ["hold"]), PIG, ["roll"])
    assert both.left_out == (1, 0)
    free = played(erring(PLAYERS["hold_at"]), {"noise": 1.0})
    assert played(both, {"noise": 1.0}).tobytes() == free.tobytes()  # all is left out: nothing is


def test_it_is_the_same_in_plain_python() -> None:
    match = Match(
        PIG, PIG.knobs(), (restricted(PLAYERS["random"], PIG, ["hold"]), PLAYERS["hold_at"]), seed=5
    )
    for game in range(3):
        ends = [list(match.walk(game, plain=plain))[-1].state for plain in (False, True)]
        assert ends[0] == ends[1]


def test_many_kinds_stand_in_several_parameters() -> None:
    left_out = (0, BITS, 3 * BITS - 1)
    row = zeros(1, PARAMETERS)[0]
    row.values[:] = replace(HIGHEST, left_out=left_out).parameter_row({})
    assert row.values[-4:].tolist() == [0.0, 2.0 ** (BITS - 1), 1.0, 1.0]
    assert tuple(bit for bit in range(3 * BITS) if is_bit_set(bit, row)) == left_out


def test_what_can_not_be_restricted_is_said() -> None:
    many = [Parameter(f"n{i}", 0, 0, 1, "") for i in range(MOST_PARAMETERS)]
    crowded = strategy(game="pig", skill="none", parameters=many)(highest)
    assert restricted(crowded, PIG, ["hold"]).name == "highest without hold"
    with pytest.raises(BadInput, match="has 50 parameters; allowed are 49 at most"):
        restricted(erring(crowded), PIG, ["hold"])
    with pytest.raises(BadInput, match="did you mean 'hold'"):
        restricted(PLAYERS["hold_at"], PIG, ["holt"])


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("no hold", ("hold",)),
        (["No holds", "roll"], ("roll", "hold")),
        ("hold, roll, hold", ("roll", "hold")),
        ("", ()),
    ],
)
def test_kinds_are_named_as_people_name_them(words: Any, meant: tuple[str, ...]) -> None:
    assert kinds_meant(PIG, words) == meant


def test_a_kind_that_begins_with_no_is_not_taken_for_its_opposite() -> None:
    assert kinds_meant(NAUTILUS, "no_look") == ("no_look",)
    assert kinds_meant(NAUTILUS, "no no_look") == ("no_look",)
    assert kinds_meant(NAUTILUS, "no look at, no look_at, stop diving") == ("stop_diving", "look_at")
    with pytest.raises(BadInput, match="unknown kind of move 'look'; did you mean"):
        kinds_meant(NAUTILUS, "no look")


def test_a_player_that_looks_ahead_tries_only_what_is_left() -> None:
    thinker = thinking(PLAYERS["random"])
    without = restricted(thinker, PIG, ["hold"])
    assert without.name == "thinking random without hold"
    match = Match(PIG, PIG.knobs(), (without, PLAYERS["hold_at"]), ({"playouts": 64}, {}), seed=5)
    tried: list[Any] = [step.thoughts for step in match.walk(0) if len(step.thoughts)]
    assert tried
    for thoughts in tried:
        assert thoughts.playouts[1] == 0 and np.isnan(thoughts.value[1])  # to hold
        assert thoughts.is_chosen.tolist() == [True, False]


def test_looking_ahead_with_nothing_left_out_is_the_same() -> None:
    """In the tree, too, for which there must be many play-outs."""
    thinker = thinking(PLAYERS["random"])
    players = (thinker, restricted(thinker, PIG, ()))
    assert len({played(player, {"playouts": 600}, games=2).tobytes() for player in players}) == 1


def test_what_is_imagined_of_others_stays_when_a_player_does_without_something() -> None:
    hold_at = PLAYERS["hold_at"]
    rolling = restricted(hold_at, PIG, ["hold"])
    assert restricted(thinking(hold_at), PIG, ["hold"]).imagined == hold_at
    assert thinking(rolling).imagined == rolling


def test_a_base_that_errs_errs_in_a_player_that_looks_ahead() -> None:
    blind = thinking(erring(PLAYERS["hold_at"]))
    assert played(blind, {"noise": 1.0, "playouts": 0}).tobytes() == (
        played(erring(PLAYERS["hold_at"]), {"noise": 1.0}).tobytes()
    )


def answers_given(player: Strategy, parameters: dict[str, float], games: int) -> set[int]:
    """Return the answers of a player of Night Market that is offered another throw."""
    match = Match(MARKET, MARKET.knobs(), (player, MARKET_PLAYERS["careful"]), (parameters, {}), seed=5)
    made: list[Any] = [
        step.move
        for game in range(games)
        for step in match.walk(game)
        if len(step.moves) > 1 and match.player_at(game, step.seat) == 0
    ]
    return {int(move.answer) for move in made if int(move.kind) == AGAIN}


@pytest.mark.parametrize(("left_out", "given"), [((), {YES}), (("declines",), {YES}), (("takes",), {NO})])
def test_of_a_yes_or_no_one_answer_is_left_out(left_out: tuple[str, ...], given: set[int]) -> None:
    declines, takes = next(kind.answers for kind in MARKET.moves if kind.number == AGAIN)
    names = [{"declines": declines, "takes": takes}[kind] for kind in left_out]
    bold = restricted(MARKET_PLAYERS["bold"], MARKET, names)
    assert answers_given(bold, {}, 40) == given


@pytest.mark.parametrize("playouts", [32, 600])
def test_one_who_looks_ahead_does_without_an_answer_too(playouts: int) -> None:
    """With and without a tree."""
    _, takes = next(kind.answers for kind in MARKET.moves if kind.number == AGAIN)
    thinker = restricted(thinking(MARKET_PLAYERS["random"]), MARKET, [takes])
    assert answers_given(thinker, {"playouts": playouts}, 4) == {NO}


def test_only_what_is_a_yes_or_no_has_answers() -> None:
    assert not any(kind.answers for kind in (*PIG.moves, *NAUTILUS.moves))
    assert [kind.name for kind in MARKET.moves if kind.answers] == ["again"]
