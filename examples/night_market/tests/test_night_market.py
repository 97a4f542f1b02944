"""Night Market: its cards do what they say, hide what they must, and are done compiled as in plain Python."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simkit_night_market.cards import BOX
from simkit_night_market.state import MOST_CARDS, SEATS
from simkit_night_market.words import Move

from simkit import BadInput
from simkit.game import content_schema, own_content
from simkit.game.effects import AGAIN, NO, NO_TEXT, OPTION, VOTE, WHOM, YES, words_of
from simkit.testing import (
    Match,
    check_game,
    check_playthrough,
    find_game,
    legal_moves,
    make_move,
    strategies_of,
)

GAME = find_game("night_market")
STRATEGIES = strategies_of("night_market")
NAMES = [text.name for text in BOX.program.texts]


def match_of(first: str = "random", second: str = "random", seed: int = 1, **knobs: Any) -> Match:
    return Match(GAME, GAME.knobs(**knobs), (STRATEGIES[first], STRATEGIES[second]), seed=seed)


class Table:
    """A game at which the test plays both seats, with the hands that it wants."""

    def __init__(self, *hands: list[str], coins: int = 3, charms: int = 0, deck: str = "lanterns") -> None:
        self.match = match_of()
        self.state = next(self.match.walk(0)).state
        self.table: Any = self.state.table
        self.table.coins[:], self.table.charms[:] = coins, charms
        for seat, names in enumerate(hands):
            hand = self.state.seats[seat].hand
            hand.cards[: len(names)] = [NAMES.index(name) for name in names]
            hand.count = self.table.hand_sizes[seat] = len(names)
        self.state.hidden.deck.cards[:] = NAMES.index(deck)
        self.state.hidden.deck.count = self.table.deck_left = 10

    def asked(self) -> tuple[int, int, list[int]]:
        """Return who is asked, what, and the answers allowed."""
        moves: Any = legal_moves(self.match, self.state)
        kind = int(moves[0].kind)
        return (
            int(self.state.seat),
            kind,
            [int(move.card if kind == Move.PLAY else move.answer) for move in moves],
        )

    def answer(self, answer: int) -> Table:
        _, _, answers = self.asked()
        make_move(self.match, self.state, legal_moves(self.match, self.state)[answers.index(answer)])
        return self

    def play(self, name: str) -> Table:
        return self.answer(NAMES.index(name))

    def has(self) -> tuple[list[int], list[int]]:
        return self.table.coins.tolist(), self.table.charms.tolist()


def test_a_card_is_done_and_the_hand_filled_up() -> None:
    table = Table(["lanterns", "tax"], ["gift"]).play("lanterns")
    assert table.has() == ([5, 3], [0, 0])
    assert table.table.hand_sizes.tolist() == [3, 1]
    assert table.asked() == (1, Move.PLAY, [NAMES.index("gift")])


def test_everybody_gets_something() -> None:
    assert Table(["noodles"], ["tax"]).play("noodles").has() == ([4, 4], [1, 0])


def test_an_operation_for_one_asks_whom() -> None:
    table = Table(["gift"], ["tax"]).play("gift")
    assert table.asked() == (0, WHOM, [0, 1])
    assert table.answer(1).has() == ([4, 3], [0, 2])


def test_options_that_cannot_be_paid_are_not_open() -> None:
    rich = Table(["fortune_teller"], ["tax"]).play("fortune_teller")
    assert rich.asked() == (0, OPTION, [0, 1])
    assert rich.answer(1).has() == ([3, 3], [1, 0])
    assert Table(["fortune_teller"], ["tax"], coins=0).play("fortune_teller").has() == ([0, 0], [1, 0])


def test_a_chain_of_cards_shuffles_one_in_once() -> None:
    brought = 0
    for dice in range(30):
        table = Table(["fortune_teller"], ["tax"])
        table.state.chance.key[0] = dice
        coins = table.play("fortune_teller").answer(0).has()[0][0]
        came = table.table.aside[NAMES.index("cat_comes_back")] == 0
        assert coins == (2 if came else 5)
        deck = table.state.hidden.deck
        drawn = table.state.seats[0].hand.cards[: table.state.seats[0].hand.count].tolist()
        assert [*deck.cards[: deck.count].tolist(), *drawn].count(NAMES.index("cat_comes_back")) == came
        brought += came
    assert 0 < brought < 30


def test_a_charm_pays_for_another_throw() -> None:
    again = 0
    for dice in range(30):
        table = Table(["pickpocket"], ["tax"], charms=1)
        table.state.chance.key[0] = dice
        table.play("pickpocket")
        if table.asked()[1] == Move.PLAY:
            assert table.has() == ([5, 1], [1, 1])
            continue
        assert table.asked() == (0, AGAIN, [NO, YES])
        table.answer(YES)
        assert table.has() in [([5, 1], [0, 1]), ([2, 3], [0, 1])]
        again += 1
    assert 5 < again < 25


def test_each_player_discards_a_card_of_their_choice() -> None:
    table = Table(["downpour", "gift", "tax", "gift"], ["spices"]).play("downpour")
    assert table.asked() == (0, Move.DISCARD_IT, sorted(NAMES.index(name) for name in ("gift", "tax")))
    table.answer(NAMES.index("gift"))
    assert table.table.machine.open == 1 << NAMES.index(
        "spices"
    )  # what seat 0 could choose is not to be seen
    assert table.asked() == (1, Move.DISCARD_IT, [NAMES.index("spices")])
    table.answer(NAMES.index("spices"))
    discards = table.table.discards
    assert [NAMES[card] for card in discards.cards[: discards.count]] == ["downpour", "gift", "spices"]


def test_a_tied_vote_is_for_the_option_that_stands_first() -> None:
    table = Table(["fireworks"], ["tax"]).play("fireworks")
    assert table.asked() == (0, VOTE, [0, 2])  # without charms nobody sells umbrellas
    table.answer(2)
    assert table.asked() == (1, VOTE, [0, 2])
    assert table.answer(0).has() == ([3, 3], [1, 1])


def test_the_tax_is_paid_by_the_rich() -> None:
    table = Table(["tax"], ["gift"])
    table.table.coins[:] = 9, 2
    assert table.play("tax").has() == ([6, 2], [0, 1])


def test_the_game_ends_when_all_cards_are_played() -> None:
    rows, seats = match_of(target=999).play(0, 200)
    assert set(rows["end"]) == {1}
    assert (seats["won"].reshape(-1, 2).sum(axis=1) == 1).all()
    assert rows["turns"].min() >= sum(BOX.copies) - 2  # a downpour takes two


def own_cards(folder: Path, text: str) -> Path:
    """Write a file of cards."""
    file = folder / "cards.yaml"
    file.write_text(f"cards:\n{text}", encoding="utf-8")
    return file


ONLY = "".join(f"  {name}: {{copies: 0}}\n" for name, card in BOX.cards.items() if card.copies)
"""Takes all cards out of the deck."""


def test_a_card_without_end_ends_the_game_and_says_so(tmp_path: Path) -> None:
    file = own_cards(
        tmp_path,
        "  round: {title: Round we go, copies: 9, do: [{if: {has_coins: 1, then: [{goto: again}]}}]}\n"
        f"  again: {{do: [{{goto: round}}]}}\n{ONLY}",
    )
    content = own_content(BOX, file)
    game = GAME.with_content(content)
    match = Match(game, game.knobs(), (STRATEGIES["random"],) * SEATS, seed=1)
    stuck = [int(step.state.table.machine.stuck) for step in match.walk(0)][-1]
    [given_up] = [kind for kind in game.events if kind.name == "given_up"]
    assert "the card 'round' (Round we go) did not end" in given_up.sentence([stuck])
    rows, seats = match.play(0, 3)
    assert GAME.columns[2].labels[rows["end"][0]] == "card_without_end"
    assert not seats["won"].any()


def check_invariants(state: Any, knobs: Any) -> None:
    table = state.table
    assert (table.coins >= 0).all()
    assert (table.charms >= 0).all()
    hands = [seat.hand for seat in state.seats]
    piles = [*hands, state.hidden.deck, table.discards]
    where = Counter(card for pile in piles for card in pile.cards[: pile.count].tolist())
    came = [card for card, aside in enumerate(BOX.aside) if aside and table.aside[card] == 0]
    assert where == Counter({card: n for card, n in enumerate(BOX.copies) if n}) + Counter(came)
    assert [hand.count for hand in hands] == table.hand_sizes.tolist()
    assert table.deck_left == state.hidden.deck.count
    assert state.over or table.machine.text == NO_TEXT or table.machine.asked == state.seat


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    knobs=st.fixed_dictionaries(
        {"target": st.integers(1, 60), "hand": st.integers(1, 6), "purse": st.integers(0, 20)},
        optional={"charms": st.integers(0, 9)},
    ),
    players=st.tuples(*[st.sampled_from(sorted(STRATEGIES))] * SEATS),
)
def test_every_card_is_in_one_place_and_nobody_owes_anything(
    seed: int, knobs: dict[str, int], players: tuple[str, str]
) -> None:
    first, second = players
    match = match_of(first, second, seed, **knobs)
    for step in match.walk(0):
        check_invariants(step.state, match.knobs)


def test_all_that_must_hold_of_any_game() -> None:
    check_game(
        GAME,
        {"target": 8, "hand": 2, "purse": 0, "charms": 3, "decision_cap": 10},
        invariants=lambda step, match: check_invariants(step.state, match.knobs),
        unseen={"given_up": "no card in the box goes on without end"},
    )


def test_a_game_in_words() -> None:
    check_playthrough(match_of("bold", "random", seed=7), 1, Path(__file__).with_name("playthrough.txt"))


def test_all_cards_can_be_said() -> None:
    assert words_of(BOX.program, "gift") == ["2 charms for a player of your choice.", "1 coin for you."]
    assert all(words_of(BOX.program, name) for name in NAMES)


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ("{copies: 1}", "2:6: cards.a.do: is missing"),
        ("{copies: 10, do: []}", "2:15: cards.a.copies: found 10, allowed is at most 9"),
        ("{aside: 1, do: []}", "2:14: cards.a.aside: found 1, allowed is true or false"),
        ("{copy: 1, do: []}", "2:7: cards.a.copy: unknown key of cards.a 'copy'; did you mean 'copies'?"),
        ("{copies: 1, do: [{coin: 2}]}", "2:24: card 'a': unknown operation 'coin'; did you mean 'coins'?"),
        ("{title: A, do: []}", "2:21: card 'a' (A): nothing leads to it"),
        (
            "{copies: 1, do: [{goto: gifts}]}",
            "2:30: card 'a': there is no card 'gifts'; did you mean 'gift'?",
        ),
    ],
)
def test_what_is_wrong_with_a_file_of_cards(tmp_path: Path, card: str, message: str) -> None:
    file = own_cards(tmp_path, f"  a: {card}\n  b: {{copies: 1, do: []}}\n")
    with pytest.raises(BadInput) as complaint:
        own_content(BOX, file)
    assert str(complaint.value).startswith(f"{file}:{message}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ONLY, f"found 0 cards in the deck, allowed are 1 to {MOST_CARDS}"),
        ("".join(f"  a{i}: {{copies: 9, do: []}}\n" for i in range(6)), "found 71 cards in the deck"),
        ("".join(f"  a{i}: {{copies: 0, do: []}}\n" for i in range(30)), "found 44 kinds of cards"),
    ],
    ids=["none", "too many", "too many kinds"],
)
def test_how_many_cards_there_can_be(tmp_path: Path, text: str, message: str) -> None:
    file = own_cards(tmp_path, text)
    with pytest.raises(BadInput, match=rf"^{re.escape(str(file))}:2:3: cards: {message}"):
        own_content(BOX, file)


def printed_by_cards(*arguments: str) -> str:
    """Return what ``simkit cards night_market`` prints."""
    command = [sys.executable, "-m", "simkit", "cards", "night_market", *arguments]
    environment = os.environ | {"COLUMNS": "200"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_all_cards_are_listed_with_what_is_said_of_them() -> None:
    listed = printed_by_cards()
    assert all(BOX.title_of(card) in listed for card in range(len(NAMES)))
    assert "2 charms for a player of your choice." in listed


def card_of_the_readme(folder: Path) -> Path:
    """Write the file that the tutorial text shows."""
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    file = folder / "my_cards.yaml"
    file.write_text(dedent(re.findall(r"```yaml\n(.*?)```", readme, re.DOTALL)[0]), encoding="utf-8")
    return file


def test_the_cards_of_the_readme_are_played(tmp_path: Path) -> None:
    file = card_of_the_readme(tmp_path)
    listed = printed_by_cards("--content", str(file))
    assert "not as printed: cards lanterns (copies), cards street_singer (new)" in listed
    content = own_content(BOX, file)
    assert words_of(content.program, "street_singer")[0] == "1 coin for both players."
    game = GAME.with_content(content)
    line_up = (STRATEGIES["random"], STRATEGIES["bold"])
    match = Match(game, game.knobs.model_validate({"target": 999}), line_up, seed=1)
    told = "\n".join(
        line for step in match.walk(0) for line in game.story.tell(game, step.state, match.rules, step.events)
    )
    assert told.count("plays A street singer.") == 2
    assert told.count("plays Paper lanterns.") == 1
    assert match.play(0, 1)[0]["turns"] == sum(content.copies) - 1  # a downpour takes one


def test_editors_know_the_words_of_a_card() -> None:
    schema = content_schema(type(BOX))
    assert schema["$defs"]["Card"]["properties"]["do"]["$ref"] == "#/$defs/text"
    entries = schema["$defs"]["text"]["items"]["anyOf"]
    [coins] = [entry["properties"] for entry in entries if "coins" in entry.get("properties", {})]
    assert coins["to"]["enum"] == ["players", "rival", "one"]


def test_bold_beats_random() -> None:
    _, seats = match_of("bold", "random").play(0, 4000)
    won = seats["won"].reshape(-1, 2)
    assert won[0::2, 0].mean() + won[1::2, 1].mean() > 1
