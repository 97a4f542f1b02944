"""A strategy's skill is one of a short list; other words are a note, and never stand before "player"."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.engine.contract.skills import SKILLS, skill_of
from simkit.engine.contract.strategy import Strategy, strategy
from simkit.plugins import strategies_and_master, working_games
from simkit.results.players import kind_of_player, player_in_short, players_in_short

MADE_TO_COPY = [
    *Path("examples").rglob("*.py"),
    *Path("simkit/experiment/file/templates/games").rglob("*.in"),
]


def choose(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    return 0


def of_skill(skill: str) -> Strategy:
    return strategy(game="pig", skill=skill, name="own")(choose)


@pytest.mark.parametrize("game", working_games())
def test_every_strategy_that_is_shipped_has_a_skill_of_the_list(game: str) -> None:
    for candidate in strategies_and_master(game).values():
        assert skill_of(candidate.skill), candidate.name
        assert not candidate.note


def test_so_has_every_strategy_that_is_made_to_be_copied() -> None:
    found = [skill for file in MADE_TO_COPY for skill in re.findall(r'skill="([^"]+)"', file.read_text())]
    assert len(found) > 10
    assert all(map(skill_of, found))


def test_a_skill_is_known_by_other_words_and_with_the_word_player() -> None:
    for skill in SKILLS:
        for words in (skill.name, skill.name.upper(), f" {skill.name}  player", *skill.also):
            assert skill_of(words) is skill


def test_no_two_skills_share_a_word() -> None:
    for one, other in permutations(SKILLS, 2):
        assert not {one.name, one.one, *one.also} & {other.name, other.one, *other.also}


def test_the_words_for_one_and_for_several_agree() -> None:
    for skill in SKILLS:
        assert skill.one.split()[0] == ("an" if skill.one.split()[1][0] in "aeiou" else "a")
        assert skill.several.split()[0 if " that " in skill.several else -1].endswith("s")


@pytest.mark.parametrize("note", ["an experiment", "expert in trades", "the best", "aged 12", "very good"])
def test_other_words_are_a_note_that_never_stands_before_player(note: str) -> None:
    assert of_skill(note).note == note
    for words in (player_in_short("own", note), players_in_short("own", note), kind_of_player("own", note)):
        assert f"{note} player" not in words
        assert "an an" not in words and "a a" not in words.split("(")[0]


@pytest.mark.parametrize("skill", ["casual", "Expert", "", "none"])
def test_a_skill_of_the_list_or_none_is_no_note(skill: str) -> None:
    assert of_skill(skill).note == ""


@given(skill=st.text(), name=st.text(min_size=1))
def test_any_skill_gives_words_that_name_the_kind_or_the_strategy(skill: str, name: str) -> None:
    kind = skill_of(skill)
    for words in (player_in_short(name, skill), players_in_short(name, skill)):
        if kind is None and skill != "human":
            assert words.startswith(("the player ", "players such as ", "the best "))
    if kind is not None and name not in ("master", "you"):
        assert player_in_short(name, skill, is_only=True) == kind.one
        assert players_in_short(name, skill, is_only=True) == kind.several
