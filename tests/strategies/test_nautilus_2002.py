"""The strategies of Nautilus (2002): single decisions, legal play, the ladder."""

from __future__ import annotations

from itertools import islice

import pytest

from simkit.engine.contract.composed import erring
from simkit.games.nautilus_2002 import state as s
from simkit.games.nautilus_2002.knobs import Nautilus2002Knobs
from simkit.games.nautilus_2002.rules.discoveries import slot_at
from simkit.run.findings.alike import kept_alike
from simkit.run.findings.ladder import ladders_of
from simkit.testing import Match, find_game, strategies_of
from tests.nautilus_2002_tables import SONAR, TRAINING, Position, at
from tests.strategies.results import lead_among_its_own, win_rate

GAME = find_game("nautilus_2002")
STRATEGIES = strategies_of("nautilus_2002")
WEIGHING = sorted(set(STRATEGIES) - {"random", "reference"})


def test_the_ladder_has_all_its_names() -> None:
    assert {
        "random",
        "reference",
        "lagoon_builder",
        "majority_hunter",
        "diver",
        "canyon_racer",
        "landlord",
        "balancer",
        "expert",
    } <= set(STRATEGIES)


@pytest.mark.parametrize("name", WEIGHING)
def test_a_second_station_brings_a_chip_and_a_second_researcher_a_submarine(name: str) -> None:
    """With one Training station at work, the next wins its chip; the diver would rather launch."""
    position = Position(players=2).money(20, 20)
    first = position.lay(TRAINING, 16, 9, 1)
    second = position.lay(TRAINING, 10, 9, 1)
    position.staff(first).work(0, [1, 0, 0, 0, 0]).staff(0).step(s.WALK)
    assert position.choose(name) == ("walk_to", 0, first if name == "diver" else second)


@pytest.mark.parametrize("name", WEIGHING)
def test_everybody_raises_goals_as_often_as_it_pays(name: str) -> None:
    position = Position(players=2).money(3, 3).work(0, [2, 2, 2, 0, 0])
    position.player().got[: s.KEPT_KINDS] = 2
    position.step(s.RAISE)
    assert position.choose(name) == position.options()[-1]


@pytest.mark.parametrize("name", sorted({*WEIGHING} - {"canyon_racer"}))
def test_gold_that_lies_open_is_recovered(name: str) -> None:
    """By all but the canyon racer, who hopes for more in the canyon."""
    position = Position(players=2).money(20, 20).work(0, [1, 1, 1, 1, 1]).submarine(24, 9).step(s.DIVE)
    near = [square for _, _, square in position.options()[1:] if slot_at(position.table, square) >= 0]
    assert len(near) > 1
    for square in near:
        position.discovery(*at(square), s.SNAIL, face_up=True)
    position.discovery(*at(near[-1]), s.GOLD, face_up=True)
    assert position.choose(name) == ("dive_to", 0, near[-1])


def contested() -> Position:
    """Two stations to walk to: a third of a type whose chip an opponent holds, the first of another type."""
    position = Position(players=2).money(20, 20)
    position.lay(TRAINING, 16, 9, 1)
    position.lay(SONAR, 10, 9, 1)
    position.work(0, [2, 0, 0, 0, 0]).work(1, [2, 0, 0, 0, 0]).staff(0).step(s.WALK)
    position.table.chips[0] = 1
    return position


def test_who_denies_takes_a_chip_from_its_holder() -> None:
    """A third Training station wins the chip from an opponent with two, and costs that one two points."""
    quiet = {"chip": 0.4, "first": 1.0}
    assert contested().choose("balancer", **quiet) == ("walk_to", 0, 2)
    assert contested().choose("balancer", **quiet, deny=3.0) == ("walk_to", 0, 1)


def test_who_guards_keeps_ahead_of_an_opponent_who_could_take_the_chip() -> None:
    position = contested()
    position.table.chips[0] = 0
    assert position.choose("balancer") == ("walk_to", 0, 2)
    assert position.choose("balancer", guard=3.0) == ("walk_to", 0, 1)
    position.work(1, [1, 0, 0, 0, 0])
    assert position.choose("balancer", guard=3.0) == ("walk_to", 0, 2)


def a_chip_or_the_last_type() -> Position:
    """Two stations to walk to: a second Training station, which wins a chip, or the first for Sonar."""
    position = Position(players=2).money(20, 20)
    position.lay(TRAINING, 16, 9, 1)
    position.lay(SONAR, 10, 9, 1)
    return position.work(0, [1, 1, 0, 1, 1]).staff(0).step(s.WALK)


def test_the_last_type_that_opens_the_canyon_comes_before_a_chip() -> None:
    assert a_chip_or_the_last_type().choose("balancer", canyon=0.0) == ("walk_to", 0, 1)
    assert a_chip_or_the_last_type().choose("balancer", canyon=15.0) == ("walk_to", 0, 2)


def test_a_new_type_counts_the_more_the_fewer_are_missing() -> None:
    position = a_chip_or_the_last_type().work(0, [1, 0, 0, 0, 0])
    assert position.choose("balancer", canyon=15.0) == ("walk_to", 0, 1)


def test_opening_is_left_to_an_opponent_with_more_types() -> None:
    position = a_chip_or_the_last_type().work(1, [1, 1, 1, 1, 1])
    assert position.choose("balancer", canyon=15.0) == ("walk_to", 0, 1)
    position.work(1, [1, 1, 0, 1, 1])
    assert position.choose("balancer", canyon=15.0) == ("walk_to", 0, 2)


def test_the_last_money_is_for_the_canyon_alone() -> None:
    """With ten Nemos a player who keeps sixteen buys the type that is missing, and else nothing."""
    position = Position(players=2).money(10, 10).work(0, [1, 1, 0, 1, 1]).step(s.BUY)
    assert position.choose("balancer", save=8.0) == ("buy_research", s.SONAR)
    assert position.choose("balancer")[0] == "buy_residential"
    assert position.work(0, [1, 1, 1, 1, 1]).choose("balancer", save=8.0) == ("buy_nothing",)


def test_stations_are_built_sooner_and_more_researchers_wanted_with_more_players() -> None:
    for players, answer in ((2, "do_not_build"), (3, "start_building")):
        position = Position(players=players).money(40, 40).store((TRAINING, 0), (SONAR, 0)).staff(0)
        position.table.round_number, position.table.bought_now = 2, 1
        assert position.step(s.BUILD).choose("balancer") == (answer,)
    for players, bought in ((2, "buy_research"), (4, "buy_residential")):
        position = Position(players=players).money(40, 40).staff(0, 2).step(s.BUY)
        assert position.choose("balancer")[0] == bought


def in_a_ring(**knobs: int) -> Position:
    """The base with a green residential station on each side: nothing blue can be joined to them."""
    position = Position(**knobs).money(40, 40, 40, 40)
    for x, y in ((13, 6), (16, 9), (13, 12), (10, 9)):
        position.lay(s.GREEN, x, y)
    position.table.round_number = 2
    return position


@pytest.mark.parametrize("name", WEIGHING)
def test_nobody_buys_a_residential_station_that_has_no_place(name: str) -> None:
    assert in_a_ring().step(s.BUY).choose(name) == ("buy_residential", s.GREEN, 4)


@pytest.mark.parametrize("name", WEIGHING)
def test_what_has_no_place_is_kept_by_a_cheaper_purchase(name: str) -> None:
    position = in_a_ring().money(7).store((s.BLUE, 4)).staff(0, 6).step(s.BUY)
    assert position.choose(name)[0] == "buy_research"
    position.store((s.GREEN, 1), (s.BLUE, 4)).step(s.BUILD)
    position.table.bought_now = 1
    assert position.choose(name) == ("do_not_build",)


@pytest.mark.parametrize("name", WEIGHING)
def test_the_first_station_of_an_expansion_leaves_a_place_to_the_next(name: str) -> None:
    """A blue residential station can follow at the corners of a Training station, not the other way round."""
    position = in_a_ring().store((s.BLUE, 4), (TRAINING, 0)).step(s.PLACE)
    move = position.choose(name)
    assert move[1] == TRAINING
    assert [option for option in position.make(*move).options() if option[1:2] == (s.BLUE,)]


def test_four_experts_hand_back_next_to_nothing() -> None:
    """No residential station with its researchers, and not one research station in a hundred games."""
    match = Match(GAME, Nautilus2002Knobs(players=4), (STRATEGIES["expert"],) * 4, seed=6)
    assert match.play(0, 200)[1]["handed_back"].sum() <= 2


@pytest.mark.long
@pytest.mark.parametrize("base", ["fixed", "chance"])
def test_four_experts_play_an_even_game_wherever_they_sit(base: str) -> None:
    match = Match(GAME, Nautilus2002Knobs(players=4, base_mode=base), (STRATEGIES["expert"],) * 4, seed=6)
    seat_rows = match.play(0, 2000)[1]
    assert seat_rows["score"].mean() > 73
    for place in range(4):
        of_place = seat_rows[seat_rows["position"] == place]
        assert of_place["score"].mean() > 60
        assert 0.15 < of_place["won"].mean() < 0.40


@pytest.mark.long
@pytest.mark.parametrize("name", WEIGHING)
def test_four_of_a_kind_score_as_people_do(name: str) -> None:
    match = Match(GAME, Nautilus2002Knobs(players=4), (STRATEGIES[name],) * 4, seed=6)
    assert match.play(0, 1000)[1]["score"].mean() > 60


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.long), 4])
@pytest.mark.parametrize("name", WEIGHING)
def test_everybody_plays_whole_games_at_every_player_count(name: str, players: int) -> None:
    """Games end by the rules, and a player who weighs moves scores more than one who plays by chance."""
    match = Match(GAME, Nautilus2002Knobs(players=players), (STRATEGIES[name],) * players, seed=5)
    rows, seat_rows = match.play(0, 60)
    assert set(rows["end"]) <= {s.ATLANTIS_THREE, s.ATLANTIS_ALL, s.STAGNATION}
    assert seat_rows["score"].mean() > 15


@pytest.mark.parametrize("name", WEIGHING)
def test_everybody_is_stronger_than_random(name: str) -> None:
    assert win_rate("nautilus_2002", name, ("random",), 1000).low > 0.9


@pytest.mark.parametrize("players", ["2", "3", "4"])
@pytest.mark.parametrize("name", WEIGHING)
def test_players_of_one_kind_find_the_last_pieces_instead_of_waiting_for_others(
    name: str, players: str
) -> None:
    """By what is kept for reports, which tools/measure_ladder.py plays."""
    (ladder,) = ladders_of("nautilus_2002")
    kept = kept_alike(ladder.file.with_name("alike.yaml"))
    assert kept is not None
    assert kept.players[players][name].ends.get("stagnation", 0) < 0.2 * kept.games


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_experts_among_themselves_seldom_stand_still_and_score_more_than_references(players: int) -> None:
    match = Match(GAME, Nautilus2002Knobs(players=players), (STRATEGIES["expert"],) * players, seed=5)
    assert (match.play(0, 2000)[0]["end"] == s.STAGNATION).mean() < 0.2
    assert lead_among_its_own("nautilus_2002", "expert", "reference", players, 2000).low > 0


@pytest.mark.long
def test_expert_wins_twice_its_fair_share_against_three_references() -> None:
    assert win_rate("nautilus_2002", "expert", ("reference",) * 3, 10_000).low > 0.50


@pytest.mark.long
def test_expert_wins_three_of_four_games_against_one_reference() -> None:
    assert win_rate("nautilus_2002", "expert", ("reference",), 10_000).low > 0.75


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(STRATEGIES) - {"expert"}))
def test_expert_beats_everybody(name: str) -> None:
    assert win_rate("nautilus_2002", "expert", (name,), 20_000).low > 0.5
    assert win_rate("nautilus_2002", "expert", (name,) * 3, 20_000).low > 0.25


def test_players_that_overlook_moves_look_at_no_others() -> None:
    """Played in plain Python, where a move beyond those that are left is an error."""
    players = tuple(erring(STRATEGIES[name]) for name in ("balancer", "expert"))
    match = Match(GAME, Nautilus2002Knobs(players=2), players, ({"overlooks": 0.5}, {"overlooks": 0.5}), 3)
    assert sum(1 for _ in islice(match.walk(0), 400)) > 100
