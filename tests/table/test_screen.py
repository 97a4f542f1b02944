"""What a person reads and types: options in words, commands, mistakes, the end of the input."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from simkit.table.game import TableGame
from simkit.table.look import look
from simkit.table.screen import Left, TableScreen
from simkit.table.setting import table_for
from simkit.table.sight import Sight
from simkit.testing import Match
from tests.test_patterns import game_of


class Typed:
    """A person who types some lines; then the input ends."""

    def __init__(self, lines: list[str]) -> None:
        self._lines: Iterator[str] = iter(lines)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            line = next(self._lines)
        except StopIteration:
            raise EOFError from None
        if line == "^C":
            raise KeyboardInterrupt
        return line


def typed(
    game: str, lines: list[str], *, seats: str = "", number: int = 0, width: int = 80, terminal: bool = False
) -> tuple[str, TableGame, Typed]:
    """Play a game by typed lines; return the screen, the game, and what was asked."""
    person = Typed(lines)
    played = TableGame(table_for(game, seats=seats), number)
    console = Console(
        file=io.StringIO(), width=width, height=24, force_terminal=terminal, color_system=None, markup=False
    )
    screen = TableScreen(played, console, "", person)
    try:
        screen.play()
        screen.show_end()
    except Left:
        pass
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue(), played, person


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games be saved in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


def test_a_number_a_word_and_its_beginning_choose() -> None:
    text, game, _ = typed("pig", ["1", "roll", "HO", "h"])
    assert [decision.chosen for decision in game.decisions] == [0, 0, 1, 1]
    assert "First to 100 wins" in text
    assert "1 roll" in text
    assert "Seat 1 rolls a" in text
    assert "on the table: score 0 : 0" in text


def test_what_can_be_typed_after_the_game_only_is_told_so() -> None:
    text, game, _ = typed("pig", ["review", "1"])
    assert "'review' comes after the game" in text and "is no option" not in text
    assert len(game.decisions) == 1


def test_what_is_no_option_is_answered_with_the_nearest_word() -> None:
    text, game, _ = typed("pig", ["3", "0", "rolll", "xyz", "", "1"])
    assert " option 3; allowed: 1 to 2" in text
    assert " option 0; allowed: 1 to 2" in text
    assert "'rolll'" in text and "mean 'roll'?" in text
    assert "'xyz'" in text and "1 to 2, the beginning" in text
    assert len(game.decisions) == 1


def test_a_beginning_of_several_options_lists_these() -> None:
    text, game, _ = typed("castaways", ["the"])
    assert "these 6?" in text
    assert "2 the cook" in text
    assert not game.decisions
    _, game, _ = typed("castaways", ["fish"])
    assert game.decisions[0].chosen == 0


def test_options_that_begin_with_numbers_are_chosen_by_letters() -> None:
    from simkit.table.screen import _labels

    assert _labels(["0 energy for it", "1 energy for it"]) == ["a", "b"]
    assert _labels(["roll", "hold"]) == ["1", "2"]


def test_many_options_are_listed_in_part() -> None:
    game = TableGame(table_for("pig"), 0)
    asked = game.go_on()
    assert asked is not None
    words = [
        f"{verb} the card of colour and number {number}" for verb in ("play", "keep") for number in range(35)
    ]
    shown = []
    for said in ("", "more"):
        file = io.StringIO()
        TableScreen(game, Console(file=file, width=80), "")._obey(said, asked, words)
        shown.append(file.getvalue())
    first, more = shown
    assert "(seat 1):" in first
    assert "40 more (play, keep)" in " ".join(first.split())
    numbers = [int(number) for text in shown for number in re.findall(r"^ *(\d+) ", text, re.MULTILINE)]
    assert numbers == list(range(1, 71))
    assert more.count("colour") == 40


def test_undo_help_look_log_and_save() -> None:
    text, game, _ = typed("pig", ["undo", "1", "undo", "help", "look", "log", "save here.json", "quit"])
    assert "nothing to take back" in text
    assert "Taken back." in text
    assert "the strongest player" in text
    assert "Saved in here.json." in text
    assert Path("here.json").is_file()
    assert game.undone == 1


def test_lists_by_seat_show_the_seats_that_play() -> None:
    game, players = game_of("bidding")
    for seats in (2, 5):
        match = Match(game, game.knobs.model_validate({"players": seats}), (players[0],) * seats)
        state = next(iter(match.walk(0, plain=True))).state
        text = "\n".join(look(match, state, Sight(match, 0, 0), 0))
        assert re.search(rf"passed 0( : 0){{{seats - 1}}} ·", text), text


def test_the_end_of_the_input_and_ctrl_c_save_the_game(tmp_path: Path) -> None:
    for lines in (["1", "2"], ["1", "2", "^C"]):
        text, _, _ = typed("pig", lines, number=len(lines))
        name = f"pig-{len(lines)}.table.json"
        assert f"simkit play --resume {name}" in text
        assert (tmp_path / name).is_file()


def test_nothing_is_saved_of_a_game_in_which_nobody_has_chosen(tmp_path: Path) -> None:
    text, _, _ = typed("pig", [])
    assert "Saved" not in text
    assert not list(tmp_path.iterdir())


def test_two_people_hand_over_the_screen_where_hands_are_hidden() -> None:
    text, game, person = typed(
        "night_market", ["", "1", "", "1", ""], seats="you, Ann", terminal=True, number=2
    )
    handed = [prompt for prompt in person.prompts if "when nobody else sees the screen" in prompt]
    assert handed[0].startswith(f"{'You choose' if game.name_at(0) == 'you' else 'Ann chooses'} (seat 1).")
    assert len(handed) >= 2
    assert text.count("\x1b[2J") == 2 * len(handed) - (len(person.prompts) == len(handed))


def test_no_screen_shows_a_card_that_only_the_other_holds() -> None:
    """Of the cards that are dealt, only those are named that lie open or were in one's own hand."""
    text, game, _ = typed("night_market", ["1"] * 3, seats="you, random", number=1)
    titles = game.match.game.content.titles(("cards",))  # type: ignore[union-attr]
    mine = game.people_seats[0]
    dealt = {titles[card] for card in range(len(titles)) if game.match.rules.copies[card]}
    shown = {title for title in dealt if title in text}
    open_to_all = set()
    for event in game.happened:
        state = event.step.state
        piles = [state.table.discards, state.seats[mine].hand]
        open_to_all |= {titles[int(card)] for pile in piles for card in pile.cards[: int(pile.count)]}
    assert shown
    assert shown <= open_to_all
    assert dealt - open_to_all


def test_a_small_screen_keeps_every_line_within_its_width() -> None:
    text, _, _ = typed("castaways", ["1", "1", "look", "1"], width=60, terminal=True)
    assert max(len(line) for line in text.splitlines() if "\x1b" not in line) <= 60
