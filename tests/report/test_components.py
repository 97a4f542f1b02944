"""What each component is worth: what it is compared with, what it is called, and what is claimed of it."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.report import Components, answer_of
from simkit.results.claims import Of, Truth
from simkit.results.left_out import bases_of, leaves_out, thing_in_words, things_left_out
from tests.conftest import RunOf
from tests.report.reading import claims_of

TWO_DECKS = """
name: decks
game: nautilion
seed: 1
games: 200
strategy: novice
question: components
factors:
  component:
    Darkhouse, all cards: {rules.expansions: darkhouse}
    Darkhouse without 1:
      {rules.expansions: darkhouse, rules.darkhouse_cards: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}
    Darkhouse without 7:
      {rules.expansions: darkhouse, rules.darkhouse_cards: [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12]}
    Heroic, all cards: {rules.expansions: heroic}
    Heroic without 9: {rules.expansions: heroic, rules.heroic_cards: [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]}
"""

ISLAND = """
name: island
game: nautilus_island
seed: 1
games: 300
question: components
rules: {players: 2}
factors:
  strategies:
    alike: [expert, expert]
    unlike: [tempo, random]
  component:
    printed: {}
    no treasures: {rules.treasure_values: [0, 0, 0, 0]}
    pairs for 3: {rules.bonus_pair: 3}
    pairs for 4: {rules.bonus_pair: 4}
    no last round: {rules.last_round: false}
"""


def test_a_card_is_compared_with_the_whole_deck_that_it_is_of(run_of: RunOf) -> None:
    run = run_of(TWO_DECKS)
    (found,) = Components(run).worths
    assert bases_of(run.varied[0])["Heroic without 9"] == "Heroic, all cards"
    assert {effect.level: (effect.pairs[0].before, effect.pairs[0].after) for effect in found.every} == {
        "Darkhouse without 1": (0, 1),
        "Darkhouse without 7": (0, 2),
        "Heroic without 9": (3, 4),
    }


@pytest.mark.parametrize(
    ("level", "thing"),
    [("Darkhouse without 1", "Darkhouse 1"), ("Heroic without 9", "Heroic 9"), ("Heroic, all cards", None)],
)
def test_what_a_level_leaves_out_is_named(run_of: RunOf, level: str, thing: str | None) -> None:
    assert things_left_out(run_of(TWO_DECKS), "component").get(level) == thing


def test_changes_that_leave_nothing_out_have_no_things(run_of: RunOf) -> None:
    run = run_of(ISLAND)
    assert not things_left_out(run, "component")
    assert not things_left_out(run, "strategies")


@pytest.mark.parametrize(
    ("level", "words"),
    [
        ("shelter: the fourth", "the fourth shelter"),
        ("shelter: the third and those above it", "the third shelter and those above it"),
        ("shelter: all", "any shelter"),
        ("ability: the cook", "the cook (ability)"),
        ("event: Squall", "'Squall' (event)"),
    ],
)
def test_the_words_for_one_of_a_row_bear_its_kind(level: str, words: str) -> None:
    assert thing_in_words(level) == words


def test_a_rule_that_is_left_to_the_game_leaves_nothing_out() -> None:
    ducts = [[4, 8], [6, 9]]
    assert not leaves_out(NautilionKnobs.model_validate({"ducts": ducts}), NautilionKnobs())
    assert not leaves_out(NautilionKnobs(), NautilionKnobs.model_validate({"ducts": ducts}))


def test_where_all_are_alike_points_of_all_players_are_compared(run_of: RunOf) -> None:
    run = run_of(ISLAND)
    points, shares = Components(run).worths
    assert (points.lines[0].result.column, shares.lines[0].result.column) == ("score", "won")
    effect = next(quoted for quoted in points.every if quoted.level == "no last round")
    both = (
        run.seats_in([0, 4]).group_by("scenario").agg(mean=pl.col("score").mean()).sort("scenario").collect()
    )
    assert effect.effect.value == pytest.approx(both["mean"][1] - both["mean"][0])
    assert Truth(run).value(effect.contrast).value == pytest.approx(effect.effect.value)
    one = Of("score", (4,), "player 0") - Of("score", (0,), "player 0")
    assert effect.effect.high - effect.effect.value < Truth(run).value(one).high - Truth(run).value(one).value


def test_the_answer_makes_claims_alone_and_none_without_a_margin(run_of: RunOf) -> None:
    run = run_of(ISLAND)
    answer = answer_of(run)
    assert answer is not None
    findings = [finding for finding in answer.findings if isinstance(finding, str)]
    said = [claims_of(sentence) for sentence in (*answer.sentences, *findings)]
    assert all(said)
    every = [claim for claims in said for claim in claims]
    assert all(claim.margin > 0 for claim in every if claim.kind == "nothing")
    assert any(quantity.is_fresh for claim in every for quantity in claim.quantities)
    truth = Truth(run)
    assert not [claim for claim in every if claim.holds(truth) is False]


def test_each_of_several_does_at_least_what_its_interval_leaves(run_of: RunOf) -> None:
    points, _ = Components(run_of(ISLAND)).worths
    claims = [claim for sentence in points.also(()) for claim in claims_of(sentence)]
    several = [one for claim in claims if claim.kind == "several" for one in claim.claims]
    assert several
    for claim in several:
        effect = claim.quantities[0].estimate
        assert claim.bound <= min(abs(effect.low), abs(effect.high)) and not effect.low <= 0 <= effect.high


def test_what_helps_one_player_and_harms_another_is_said_of_both(run_of: RunOf) -> None:
    (found,) = Components(run_of(TWO_DECKS)).worths
    one, other = found.every[:2]
    line = replace(one.line, key="another")
    opposite = replace(one, line=line, effect=-one.effect)
    found.__dict__.update(clear=[one, opposite])
    assert found.is_reversed(one.level)
    assert not found.is_reversed(other.level)
