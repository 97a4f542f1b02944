"""What each word of the cards does, to whom; losing energy, injuries and death by cards."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.games.castaways.names import CAMP, CAMP_CARDS, DEAD, OBJECTS
from simkit.games.castaways.state import (
    JELLYFISH,
    NOT_SEEN,
    ON_A_PLACE,
    OUT_OF_PLAY,
    SHARK,
    SHUFFLED_IN,
    WAITING,
)
from simkit.language import NOBODY
from tests.games.castaways.card_table import CardTable, done


def test_losing_energy() -> None:
    table = CardTable(3)
    for seat, energy in enumerate((4, 1, 0)):
        table.table.castaways[seat].energy = energy
    done([{"energy": -2, "to": "players"}], table)
    assert table.of("energy") == [2, 0, 0]
    assert table.of("injuries") == [0, 1, 1]
    done([{"energy": 9}], table, drawer=1)
    assert table.of("energy") == [2, 5, 0]


def test_injuries_cover_the_track() -> None:
    table = CardTable(3)
    table.table.castaways[0].energy = 4
    assert done([{"injury": 1}], table).of("energy")[0] == 4
    assert done([{"injury": 2}], table).of("energy")[0] == 3
    table.table.castaways[1].injuries, table.table.castaways[1].energy = 6, 0
    done([{"injury": 1}], table, drawer=1)
    assert (table.of("injuries")[1], table.of("traumas")[1]) == (5, 1)


def test_a_fourth_trauma_is_deadly() -> None:
    table = CardTable(3).give(1, "machete")
    table.table.castaways[1].traumas, table.table.castaways[1].energy = 3, 2
    done([{"trauma": 1}, {"sp": 1}, {"wood": 1}, {"sp": 1, "to": "players"}], table, drawer=1)
    assert table.of("where")[1] == DEAD
    assert table.objects(0) == ["machete"]
    assert table.table.wood == 2  # what is done to nobody is done
    assert table.of("tiles") == [1, 0, 1]  # what is for the drawer alone is not
    alone = CardTable(3).give(1, "machete").set_out(1)
    alone.table.castaways[1].traumas = 3
    done([{"trauma": 1}], alone, drawer=1)
    assert [alone.objects(seat) for seat in range(3)] == [[], [], []]


def test_who_dies_of_injuries_takes_no_more() -> None:
    table = CardTable(2)
    body = table.table.castaways[0]
    body.traumas, body.injuries, body.energy = 3, 3, 0
    done([{"injury": 3}, {"goto": 1}, {"roll": {"at_least": 4, "then": [{"wood": 1}]}}], table)
    assert table.of("where") == [DEAD, 0]
    assert table.of("injuries_suffered")[0] == 1
    assert table.asked == []


def test_all_that_die_of_one_card_leave_their_objects() -> None:
    table = CardTable(3).give(0, "axe").give(1, "net", "compass")
    for seat in (0, 1):
        table.table.castaways[seat].traumas = 3
    done([{"trauma": 1, "to": "players"}], table)
    assert table.of("where")[:2] == [DEAD, DEAD]
    assert table.of("traumas")[2] == 1
    assert sorted(table.objects(2)) == ["axe", "compass", "net"]


@pytest.mark.parametrize(
    ("target", "camp", "out"),
    [
        ("drawer", [1], [1]),
        ("explorers", [1], [2, 1]),
        ("players", [0, 1, 2, 3], [0, 1, 2, 3]),
        ("camp", [0, 1, 2], [0, 1, 2]),
        ("starter", [2], [2]),
    ],
)
def test_whom_it_is_done_to(target: str, camp: list[int], out: list[int]) -> None:
    for expected, away in ((camp, ()), (out, (2, 1))):
        table = CardTable(4).lose(3)
        if away:
            table.set_out(*away)
        table.table.starter = 2
        done([{"sp": 1, "to": target}], table, drawer=1)
        assert [seat for seat in range(4) if table.of("tiles")[seat]] == sorted(expected)


def test_one_is_chosen_of_those_here() -> None:
    table = CardTable(4).lose(3)
    done([{"heal": 1, "to": "one"}], table, 1, [0])
    assert table.asked == [("whom", 1, [0, 1, 2], 0)]
    out = CardTable(4).set_out(3, 1)
    done([{"heal": 1, "to": "one"}], out, 1, [3])
    assert out.asked == [("whom", 1, [1, 3], 3)]


def test_nothing_concerns_castaways_who_are_all_lost() -> None:
    table = CardTable(2).lose(0, 1)
    done([{"sp": 1, "to": "players"}, {"injury": 1, "to": "starter"}, {"wood": 1}], table, NOBODY)
    assert table.of("tiles") == [0, 0]
    assert table.table.wood == 2


def test_food_is_limited_by_the_tokens() -> None:
    table = CardTable(2)
    done([{"food": 9}, {"food": 9}, {"food": -2, "to": "drawer"}, {"food": -9}], table)
    assert table.of("food") == [4, 0]
    assert done([{"food": -5}], table).of("food") == [0, 0]


def test_storage_loses_tokens_then_the_smallest_tiles() -> None:
    table = CardTable(2)
    table.table.tiles[1], table.table.tiles[3] = 1, 1
    done([{"food_storage": -2}], table)
    assert (int(table.table.food), table.table.tiles.tolist()[:4]) == (0, [0, 0, 0, 1])
    done([{"food_storage": -9}, {"food_storage": 2}], table)
    assert (int(table.table.food), table.table.tiles.sum()) == (2, 0)


def test_wood_and_the_forage_box() -> None:
    table = CardTable(2)
    done([{"wood": 3}, {"forage": 2}], table)
    assert (int(table.table.wood), int(table.table.forage_box), int(table.table.forage_left)) == (4, 4, 20)
    done([{"wood": -9}, {"forage": -3}], table)
    assert (int(table.table.wood), int(table.table.forage_box)) == (0, 1)
    assert table.state.hidden.forage.total == 21
    assert table.state.hidden.forage_gone.total == 3


def test_fire_and_wave() -> None:
    table = CardTable(3).give(1, "goat", "axe")
    done([{"fire": "lit"}], table)
    assert table.table.fire == 1
    table.table.fire_wood, table.table.wood_supply = 1, table.table.wood_supply - 1
    done([{"fire": "out"}, "tidal_wave"], table)
    assert (int(table.table.fire), int(table.table.fire_wood), int(table.table.wood)) == (0, 0, 0)
    assert table.objects(1) == ["axe"]
    lost = CardTable(2).give(1, "goat").lose(0, 1)
    assert done(["tidal_wave"], lost, NOBODY).objects(1) == ["goat"]  # ruling R33


def test_the_wreck_washes_one_cube_ashore() -> None:
    table = done([{"wash_ashore": 2}], CardTable(2))
    assert (int(table.table.wreck), int(table.table.salvage)) == (5, 1)
    done([{"wash_ashore": 1}], table)
    assert table.table.wreck == 5


def test_the_cube_and_the_track_have_ends() -> None:
    table = CardTable(3).set_out(0, 1)
    done([{"return": -2}, {"advance": 3, "to": "explorers"}], table)
    assert (int(table.table.cube), table.of("reached")) == (4, [3, 3, 0])
    done([{"return": 9}, {"return": 9}, {"advance": 9}, {"advance": 9}, "plan"], table)
    assert (int(table.table.cube), table.of("reached")) == (15, [16, 3, 0])
    assert table.table.planned == 1


def fishing(table: CardTable, kinds: dict[int, int], drawer: int = 0, answers: Any = ()) -> CardTable:
    fish = table.table.fish
    fish.counts[:] = 0
    for kind, count in kinds.items():
        fish.counts[kind] = count
    fish.total = sum(kinds.values())
    return done([{"fish": 1}], table, drawer, answers)


def test_fish() -> None:
    table = fishing(CardTable(2).give(0, "net"), {3: 1})
    assert (table.table.tiles[3], table.table.food, table.table.fish.total) == (1, 2, 0)
    assert fishing(CardTable(2).give(0, "net"), {0: 1}).table.food == 1  # the net needs a fish
    jellyfish = fishing(CardTable(2), {JELLYFISH: 1})
    assert (jellyfish.of("injuries")[0], jellyfish.table.fish.total) == (1, 1)
    shark = fishing(CardTable(2), {SHARK: 1})
    assert (shark.of("injuries")[0], shark.table.fish.total) == (2, 0)
    assert fishing(CardTable(2), {}).table.tiles.sum() == 0
    done([{"shark": 1}], shark)
    assert shark.table.fish.counts[SHARK] == 1


def test_the_fisher_keeps_one_of_two() -> None:
    table = CardTable(2)
    table.table.castaways[0].character = 0
    fishing(table, {4: 1, SHARK: 1}, 0, [4])
    assert table.asked == [("keep_fish", 0, [4, SHARK], 4)]
    assert (table.table.tiles[4], table.table.fish.counts[SHARK]) == (1, 1)
    fishing(table, {2: 2})
    assert len(table.asked) == 1  # both are alike
    assert (table.table.tiles[2], table.table.fish.counts[2]) == (1, 1)
    fishing(table, {1: 1})
    assert table.table.tiles[1] == 1


def test_who_dies_fishing() -> None:
    table = CardTable(2).give(0, "axe")
    body = table.table.castaways[0]
    body.traumas, body.injuries, body.energy = 3, 3, 0
    done([{"shark": 5}], table)
    table.table.fish.counts[:10] = table.table.fish.counts[JELLYFISH] = 0
    table.table.fish.total = 5
    done([{"fish": 3}], table)
    assert (table.of("where")[0], table.objects(1)) == (DEAD, ["axe"])
    assert table.table.fish.total == 4


def top_of_remains(table: CardTable, *names: str) -> None:
    pile = table.state.hidden.remains
    ids = list(table.content.remains)
    for i, name in enumerate(reversed(names)):
        pile.cards[i] = ids.index(name)
    pile.count = table.table.remains_left = len(names)


def test_remains_are_kept_with_what_they_say() -> None:
    table = CardTable(3)
    top_of_remains(table, "planks", "gold_and_jewels", "medicine", "axe")
    table.table.castaways[1].injuries = 2
    table.table.castaways[1].energy = 4
    done([{"remains": 3}, {"sp": 1}], table, 0, [1])
    assert table.asked == [("whom", 0, [0, 1, 2], 1)]
    assert table.table.wood == 3
    assert table.objects(0) == ["gold_and_jewels"]
    assert table.board()[-1] == "greed"
    assert (table.of("injuries")[1], table.of("tiles")[0]) == (0, 1)
    assert table.table.remains_left == 1
    done([{"remains": 5}], table)
    assert table.objects(0) == ["axe", "gold_and_jewels"]
    assert table.table.remains_taken == 4


def test_greed_is_not_used_by_one_player() -> None:
    table = CardTable(1)
    top_of_remains(table, "gold_and_jewels")
    done([{"remains": 1}], table)
    assert "greed" not in table.board()


def test_a_found_object_exists_once() -> None:
    table = done(
        [{"object": "dog"}, {"object": "dog"}, {"object": "knife"}, {"object": "knife"}], CardTable(2)
    )
    assert table.objects(0) == ["knife", "knife", "dog"]
    assert table.of("tiles") == [1, 0]
    assert table.of("strength") == [3, 0]


def test_what_to_lose_is_chosen() -> None:
    table = CardTable(2).give(0, "rope", "rope", "axe", "sail")
    done([{"lose_object": 2}], table, 0, [OBJECTS.index("rope"), OBJECTS.index("axe")])
    assert [asked[2] for asked in table.asked] == [[OBJECTS.index(o) for o in ("axe", "rope", "sail")]] * 2
    assert table.objects(0) == ["rope", "sail"]
    done([{"lose_object": 5}], table, 0, [OBJECTS.index("sail")])
    assert table.objects(0) == []
    done([{"lose_object": 1}], table)


def test_giving_up_and_stealing() -> None:
    table = CardTable(4).give(0, "amulet").give(2, "amulet").set_out(2, 0, 1)
    done([{"give_up": "amulet"}], table, 1)
    assert (table.objects(2), table.objects(0)) == ([], ["amulet"])  # the first out who has it
    done([{"give_up": "amulet"}, {"give_up": "amulet"}], table, 0)
    assert table.objects(0) == []
    table.give(3, "gold_and_jewels")
    done([{"steal": "gold_and_jewels"}], table, 1)
    assert (table.objects(3), table.objects(1)) == ([], ["gold_and_jewels"])
    done([{"steal": "gold_and_jewels"}], table, 1)  # nobody else has it
    assert table.objects(1) == ["gold_and_jewels"]


def test_constructions_wait_for_a_place() -> None:
    table = done([{"construction": "pantry"}, {"construction": "raft"}], CardTable(2))
    assert table.table.constructions.tolist()[:2] == [WAITING, ON_A_PLACE]


def test_camp_cards_fill_the_board_then_cover() -> None:
    table = done([{"camp_card": "spring"}, {"camp_card": "rats"}], CardTable(2))
    assert table.board()[5:] == ["spring", "rats"]
    done([{"camp_card": "herbs"}], table, 0, [5])
    assert table.asked == [("cover_card", 0, [0, 1, 2, 3, 4, 5], 5)]
    assert table.board()[5:] == ["herbs", "rats"]
    done([{"camp_card": "herbs"}, {"camp_card": "spring"}, {"camp_card": "fishing"}], table)
    assert table.of("tiles")[0] == 3  # each exists once
    done([{"remove_camp_card": "rats"}, {"remove_camp_card": "spring"}], table)
    assert table.board()[5:] == ["herbs"]


def test_cards_that_are_in_use_or_red_are_not_covered() -> None:
    table = CardTable(2, camp_spaces=2)
    table.table.board[:] = NOBODY
    done([{"camp_card": "rats"}, {"camp_card": "spring"}], table)
    done([{"camp_card": "herbs"}], table)
    assert table.board() == ["rats", "herbs"]
    assert table.asked == []
    table.table.marked[CAMP, 1] = 1
    done([{"camp_card": "lookout_tree"}], table)
    assert table.board() == ["rats", "herbs"]
    table.table.marked[CAMP, 1] = NOBODY
    done([{"camp_card": "crab_pools"}], table)
    assert table.board() == ["rats", "crab_pools"]


def test_a_card_that_finds_no_room_is_lost() -> None:
    table = CardTable(2, camp_spaces=1)
    table.table.board[:] = NOBODY
    done([{"camp_card": "rats"}, {"camp_card": "spring"}, {"camp_card": "spring"}], table)
    assert table.board() == ["rats"]
    assert table.of("tiles")[0] == 1
    assert int(table.table.found_cards) >> CAMP_CARDS.index("spring") & 1
    dead = CardTable(2, camp_spaces=1)
    done([{"camp_card": "spring"}], dead, NOBODY)
    assert dead.board() == ["fishing"]


def test_plots_are_taken_out_of_the_box_once() -> None:
    table = CardTable(2)
    done([{"goto": 9}, {"goto": 9}, {"shuffle_in": 9, "deck": "heart"}], table)
    assert table.objects(0) == ["pirates_chest"]
    assert table.of("tiles") == [1, 0]
    assert table.table.card_state[table.card("9")] == OUT_OF_PLAY
    assert table.table.plots_resolved == 1
    done([{"shuffle_in": 30, "deck": "coast"}, {"goto": 30}, {"shuffle_in": 30, "deck": "heart"}], table)
    assert table.table.card_state[table.card("30")] == SHUFFLED_IN
    deck = table.state.hidden.decks[0]
    assert table.card("30") in deck.cards[: deck.count]
    assert table.table.deck_left.tolist() == [12, 18, 10]
    assert table.of("tiles") == [2, 0]
    assert table.table.card_state[table.card("31")] == NOT_SEEN


def test_what_is_asked_of_a_castaway() -> None:
    asks = [
        {"if": {"has": "rope", "then": [{"sp": 1}]}},
        {"if": {"own_food": 2, "then": [{"sp": 1}]}},
        {"if": {"wood": 1, "then": [{"sp": 1}]}},
        {"if": {"has_energy": 7, "then": [{"sp": 1}]}},
    ]
    assert done(asks, CardTable(2).give(1, "rope")).of("tiles")[0] == 1
    assert done(asks, CardTable(2).give(0, "rope", food=2)).of("tiles")[0] == 3
    out = CardTable(3).give(2, "rope").set_out(0, 2)
    assert done(asks, out).of("tiles")[0] == 2  # another one out has it
    assert done([asks[0], asks[2]], CardTable(2), NOBODY).of("tiles") == [0, 0]


def test_what_an_option_costs_is_paid_and_may_close_it() -> None:
    choose = [
        {
            "choose": {
                "options": [
                    {"name": "pay", "cost": 2, "do": [{"sp": 2}]},
                    {"name": "give", "need": {"own_food": 1}, "do": [{"food": -1}, {"sp": 1}]},
                    {"name": "go", "do": []},
                ]
            }
        }
    ]
    table = done(choose, CardTable(2).give(0, food=1), 0, [0])
    assert table.asked == [("option", 0, [0, 1, 2], 0)]
    assert (table.of("energy")[0], table.of("tiles")[0]) == (4, 2)
    poor = CardTable(2)
    poor.table.castaways[0].energy = 1
    assert done(choose, poor).asked == []
    only = [
        {"choose": {"options": [{"name": n, "cost": 9, "do": [{"sp": i + 1}]} for i, n in enumerate("ab")]}}
    ]
    table = done(only, CardTable(2))
    assert (table.of("energy")[0], table.of("tiles")[0]) == (0, 2)  # the last one, for what there is
