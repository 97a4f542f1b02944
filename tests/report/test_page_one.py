"""What page one says for each kind of question: one golden page each, and no claim that its run refutes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simkit.document.blocks import Finding
from simkit.questions.reporting import report_of
from simkit.report.front.answers import answer_of
from simkit.report.questions.seats import Seats
from simkit.results.claims import (
    MUCH,
    Change,
    Claim,
    Contrast,
    Nothing,
    Several,
    TooFew,
    Truth,
    claims_in,
    claims_of,
)
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import wilson
from simkit.stats.words import rounded_up
from simkit.words.names import MOST_INTERVALS, MOST_WORDS

RunOf = Callable[..., RunDirectory]

TRADERS = """
name: traders
game: night_market
seed: 1
games: 2_000
factors:
  pair:
    bold - careful: {strategies: [bold, careful]}
    bold - random: {strategies: [bold, random]}
    careful - random: {strategies: [careful, random]}
"""

TWO_TRADERS = """
name: two_traders
game: night_market
seed: 1
games: 2_000
strategies: [careful, bold]
question: players
"""

YACHT_ALONE = """
name: yacht_alone
game: yacht
seed: 1
games: 300
factors:
  strategy: [random, simple]
"""

PIG_BEGINS = """
name: pig_begins
game: pig
seed: 1
games: {games}
strategies: [hold_at, hold_at]
question: seats
"""

PLACES = """
name: places
game: nautilus_2002
seed: 2002
games: 300
factors:
  rules.players: [2, 4]
  strategy: [reference, expert]
question: seats
"""

SETTING_COMPETITIVE = """
name: setting_competitive
seed: 3
games: 300
game: pig
strategy: hold_at
"""

SETTING_DIFFERENT_PLAYERS = """
name: setting_different_players
seed: 3
games: 300
game: night_market
strategies: [bold, careful]
"""

SETTING_POINTS = """
name: setting_points
seed: 3
game: yacht
games: 100
strategy: simple
"""

CHANGE_SOLO = """
name: change_solo
seed: 3
game: nautilion
games: 600
factors: {rules.spell_cost_tide: [2, 1], strategy: [novice, planner, expert]}
"""

CHANGE_FOR_A_BEGINNER = """
name: change_for_a_beginner
title: "Are Tides too dear for a beginner?"
seed: 3
games: 300
game: nautilion
factors: {rules.reserve: [4, 5], rules.spell_cost_tide: [2, 1], strategy: [novice, planner, expert]}
"""

SETTING_OF_SEVERAL_RULES = """
name: setting_of_several_rules
seed: 3
games: 300
game: nautilion
factors: {rules.reserve: [4, 5], rules.spell_cost_tide: [2, 1], strategy: [novice, planner, expert]}
targets: {novice: {won: at least 20 %}}
"""

NUMBER_OF_SCORES = """
name: number_of_scores
title: "What does money at the start do to scores?"
seed: 3
games: 60
game: nautilus_2002
strategy: reference
factors: {rules.start_money: [35, 45, 65], rules.players: [2, 4]}
"""

CHANGE_COMPETITIVE = """
name: change_competitive
seed: 3
games: 300
game: night_market
factors: {rules.charms: [1, 3], strategy: [bold, careful]}
"""

CHANGE_VARIANTS = """
name: change_variants
seed: 3
games: 300
game: nautilion
factors:
  alternative:
    as printed: {}
    reserve 1: {rules.reserve: 1}
    Tides for 1: {rules.spell_cost_tide: 1}
    Whirlwind free: {rules.spell_cost_whirlwind: 0}
    mercenaries 5: {rules.mercenary_count: 5}
  strategy: [planner, expert]
"""

NUMBER_SOLO = """
name: number_solo
seed: 3
games: 300
game: nautilion
factors: {rules.reserve: [0, 1, 2, 3, 4, 6], strategy: [novice, planner, expert]}
"""

NUMBER_COMPETITIVE = """
name: number_competitive
seed: 3
games: 300
game: night_market
strategies: [bold, careful]
factors: {rules.purse: [0, 3, 6]}
"""

NUMBER_POINTS = """
name: number_points
seed: 3
game: yacht
games: 100
strategy: simple
factors: {rules.rolls: [1, 2, 3]}
"""

NUMBER_OF_A_PLAYER = """
name: number_of_a_player
seed: 3
game: pig
games: 1_000
strategies: [hold_at, {name: hold_at, parameters: {n: 20}}]
factors: {strategies.0.n: [5, 10, 20, 30, 60]}
"""

PIG_COMPONENTS = """
name: pig_components
game: pig
seed: 1
games: 300
strategies: [hold_at, hold_at]
factors:
  component:
    as printed: {}
    a four-sided die: {rules.sides: 4}
    a game to 50: {rules.target: 50}
"""

PIG_MISTAKES = """
name: pig_mistakes
game: pig
seed: 1
games: 300
strategies: [hold_at, hold_at]
factors:
  strategies.0.overlooks: [0, 0.1, 0.5]
"""

YACHT_MISTAKES = """
name: yacht_mistakes
game: yacht
seed: 1
games: 300
strategy: simple
factors:
  strategy.overlooks: [0, 0.2, 0.5]
"""

ASSUMPTIONS = """
name: assumptions
game: nautilion
seed: 1
games: 300
rules: {reserve: 4}
factors:
  rules.board: [A1, C2]
  strategy: [greedy, planner]
  assumptions: all
"""

CARDS = """
name: cards
game: nautilion
seed: 1
games: 300
strategy: novice
rules: {expansions: darkhouse}
question: components
factors:
  cards:
    all cards: {}
    without 1 (a card is played twice): {rules.darkhouse_cards: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}
    without 7 (the Nautilion goes backwards): {rules.darkhouse_cards: [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12]}
"""

THINGS = """
name: things
game: castaways
seed: 3
games: 150
strategy: reference
rules: {characters: chance}
question: components
factors:
  rules.players: [2, 4]
  component:
    the whole box: {}
    "shelter: all": {rules.shelters: 0}
    "shelter: the fourth": {rules.shelters: 3}
    "event: Squall": {rules.left_out: [events.e16]}
    "event: Ants": {rules.left_out: [events.e17]}
    "thing of the wreck: Captain's log": {rules.left_out: [remains.captains_log]}
    "camp card: Rats": {rules.left_out: [camp_cards.rats]}
"""

EXPANSIONS = """
name: expansions
game: nautilion
seed: 1
games: 300
rules: {board: A2}  # no ceilings are recorded on it
factors:
  rules.expansions: [none, mages, reefs, mages+reefs]
  rules.reserve: [2, 4]
  strategy: [novice, greedy]
"""

PLAYERS_TOGETHER = """
name: players_together
seed: 3
games: 200
game: castaways
factors: {rules.players: [1, 2, 4], strategy: [expert, reference, diarist]}
question: number of players
"""

PLAYERS_COMPETING = """
name: players_competing
seed: 3
games: 200
game: nautilus_island
strategy: expert
factors: {rules.players: [2, 3, 4]}
question: number of players
"""

KINDS = {
    "components, in points": PIG_COMPONENTS,
    "mistakes of one player": PIG_MISTAKES,
    "mistakes, in points": YACHT_MISTAKES,
    "assumptions": ASSUMPTIONS,
    "components that are left out": CARDS,
    "components, many": THINGS,
    "combinations": EXPANSIONS,
    "players of a round robin": TRADERS,
    "two players": TWO_TRADERS,
    "players alone, in points": YACHT_ALONE,
    "seats that matter": PIG_BEGINS.replace("{games}", "4_000"),
    "seats that may not matter": PIG_BEGINS.replace("{games}", "300"),
    "seats, two kinds of player": PLACES,
    "setting, competitive": SETTING_COMPETITIVE,
    "setting, different players": SETTING_DIFFERENT_PLAYERS,
    "setting, points": SETTING_POINTS,
    "change, solo": CHANGE_SOLO,
    "change, for a beginner": CHANGE_FOR_A_BEGINNER,
    "setting, of several rules": SETTING_OF_SEVERAL_RULES,
    "number, of scores": NUMBER_OF_SCORES,
    "change, competitive": CHANGE_COMPETITIVE,
    "change, variants": CHANGE_VARIANTS,
    "number, solo": NUMBER_SOLO,
    "number, competitive": NUMBER_COMPETITIVE,
    "number, points": NUMBER_POINTS,
    "number, of a player": NUMBER_OF_A_PLAYER,
    "number of players, together": PLAYERS_TOGETHER,
    "number of players, competing": PLAYERS_COMPETING,
}
"""A run for each kind of question."""

GOLDEN = Path(__file__).with_name("page_one")


def page_of(run: RunDirectory) -> str:
    """Return page one in words, each sentence with the kinds of its claims."""
    page = report_of(run, None).report
    assert page.answer is not None
    assert 1 <= len(page.answer.sentences) <= 4
    assert len(page.key_figures) <= 4
    said = [("", words) for words in page.answer.sentences]
    said += [("* ", words) for words in page.findings if isinstance(words, str)]
    lines = [
        f"{mark}{words}  [{', '.join(claim.kind for claim in claims_of(words))}]" for mark, words in said
    ]
    lines += [f"# {figure.number} {figure.meaning}" for figure in page.key_figures]
    return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ").replace("\N{MINUS SIGN}", "-") + "\n"


@pytest.mark.parametrize("kind", KINDS)
def test_page_one_is_as_it_was(kind: str, run_of: RunOf) -> None:
    page, golden = page_of(run_of(KINDS[kind])), GOLDEN / f"{kind.replace(', ', ' ').replace(' ', '_')}.txt"
    if os.environ.get("SIMKIT_RENEW"):
        golden.write_text(page, encoding="utf-8")
    known = golden.read_text(encoding="utf-8")
    assert known == page, "SIMKIT_RENEW=1 pytest tests/report/test_page_one.py writes it anew"


@pytest.mark.parametrize("kind", KINDS)
def test_no_claim_is_false_of_its_own_run(kind: str, run_of: RunOf) -> None:
    run = run_of(KINDS[kind])
    truth = Truth(run)
    assert not [
        (sentence, claim)
        for sentence, claim in claims_in(report_of(run, None).report)
        if claim.holds(truth) is False
    ]


QUESTIONS = Path(__file__).parents[1] / "questions" / "pages"

NUMBER = r"[+\N{MINUS SIGN}-]?\d[\d,.]*"
INTERVAL = re.compile(rf"\({NUMBER} to {NUMBER}\)")

NEVER = {
    "an identifier": r"(?<![(\w])(?!hold_at\b)[a-z]+_[a-z_]+(?![\w)])|\./",  # a player's name is no label
    "a conclusion that no claim founds": r"\b(?:so|because)\b(?! few| are all)",
    "decimals of a rule": r"\b(?:reserve|target|sides|rolls|purse|charms) \d+\.\d|with \d+\.\d+ players",
    "what varies, without a number": r"depends on the setting|in none of \d+",
    "no side": r"(?:above or below|more or less than) the fair share",
}
"""What no sentence holds."""


def sentences_of(page: Path) -> list[str]:
    """Return the sentences of a golden page: what page one says, or the answer to a question."""
    text = page.read_text(encoding="utf-8").replace("\N{NO-BREAK SPACE}", " ")
    if page.parent == GOLDEN:
        lines = [line.rpartition("  [")[0].removeprefix("* ") for line in text.splitlines()]
        said = [line for line in lines if line and not line.startswith("#")]
    else:
        answer = text.partition("\n\n")[0].partition("\n")[2]
        said = [re.sub(r"(?<![.:])\n", " ", answer)]
    return [
        sentence for line in said for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z'(0-9])", line) if sentence
    ]


STILL_LONG = {"assumptions"}
"""Answers whose sentences are not yet as short; the list only shrinks."""

PAGES = sorted(
    page for folder in (GOLDEN, QUESTIONS) for page in folder.glob("*.txt") if page.stem not in STILL_LONG
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_sentence_is_read_once(page: Path) -> None:
    found = []
    for sentence in sentences_of(page):
        words = [word for word in INTERVAL.sub("", sentence).split() if re.search(r"\w", word)]
        if len(words) > MOST_WORDS:
            found.append((f"{len(words)} words", sentence))
        if len(INTERVAL.findall(sentence)) > MOST_INTERVALS:
            found.append(("more numbers than a reader takes in", sentence))
        found += [(what, sentence) for what, pattern in NEVER.items() if re.search(pattern, sentence)]
    assert not found


def few_games(run_of: RunOf, text: str) -> TooFew:
    """Return the only thing that page one says of a run of few games."""
    page = report_of(run_of(text), None).report
    assert page.answer is not None
    (sentence,) = page.answer.sentences
    assert not page.findings
    assert not page.key_figures
    (claim,) = claims_of(sentence)
    assert isinstance(claim, TooFew)
    assert f"{claim.games:,} games" in sentence
    assert f"{rounded_up(claim.needed):,}" in sentence
    return claim


@pytest.mark.parametrize("text", [CHANGE_COMPETITIVE, NUMBER_COMPETITIVE])
def test_with_few_games_page_one_says_only_how_many_it_takes(text: str, run_of: RunOf) -> None:
    claim = few_games(run_of, text)
    assert claim.margin > MUCH
    assert claim.needed > claim.games == 300


def test_as_many_games_as_it_takes_are_enough(run_of: RunOf) -> None:
    text = PIG_BEGINS.replace("{games}", "100")
    needed = rounded_up(few_games(run_of, text).needed)
    report = report_of(run_of(text.replace("100", f"{needed}"), "more"), None).report
    claims = [claim for _, claim in claims_in(report)]
    assert claims
    assert not any(isinstance(claim, TooFew) for claim in claims)


def test_targets_that_nobody_set_are_a_hint_below_the_answer_and_no_verdict(run_of: RunOf) -> None:
    text = PIG_BEGINS.replace("{games}", "400")
    usual = report_of(run_of(text), None).report
    assert usual.verdict is None
    assert usual.hint.startswith("No targets are set.")
    assert "missed" not in usual.hint
    own = report_of(run_of(f"{text}targets: {{first seat: {{won: at most 0.1}}}}\n", "own"), None).report
    assert own.verdict is not None
    assert not own.hint


def with_shares(
    run_of: RunOf, monkeypatch: pytest.MonkeyPatch, shares: dict[int, tuple[int, int]]
) -> list[Claim]:
    """Return what is claimed if seats win these numbers of 100 games of bold (0) and careful players (1)."""
    run = run_of(
        "name: openings\nseed: 1\ngame: night_market\ngames: 100\nquestion: seats\n"
        "factors: {strategy: [bold, careful]}\n"
    )
    read = Seats.read.__func__  # type: ignore[attr-defined]

    def as_given(cls: type[Seats], *given: Any, **named: Any) -> Seats:
        found: Seats = read(cls, *given, **named)
        for scenario, places in found.places.items():
            won = [wilson(share, 100) for share in shares[scenario]]
            found.places[scenario] = [
                replace(place, share=share) for place, share in zip(places, won, strict=True)
            ]
        return found

    monkeypatch.setattr(Seats, "read", classmethod(as_given))
    answer = answer_of(run)
    assert answer is not None
    return [claim for words in (*answer.sentences, *answer.findings) for claim in claims_of(str_of(words))]


def str_of(words: str | Finding) -> str:
    return words if isinstance(words, str) else words.words


def side_of(claim: Claim) -> tuple[tuple[int, ...], str, bool]:
    """Return the scenarios and the place of a share beside the fair one, and whether it is more."""
    assert isinstance(claim, Change)
    assert isinstance(claim.contrast, Contrast)
    ((of, sign),) = claim.contrast.terms
    return of.scenarios, of.whose, sign > 0


def test_a_place_that_helps_one_kind_of_player_and_harms_another_is_claimed_of_both(
    run_of: RunOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = with_shares(run_of, monkeypatch, {0: (28, 60), 1: (72, 40)})
    first, second, *_ = (claim for claim in found if isinstance(claim, Change))
    assert side_of(first) == ((0,), "seat 0", False)  # bold players are the stronger ones
    assert side_of(second) == ((1,), "seat 0", True)


def test_a_place_that_does_the_same_to_all_is_counted(run_of: RunOf, monkeypatch: pytest.MonkeyPatch) -> None:
    claims = with_shares(run_of, monkeypatch, {0: (25, 30), 1: (80, 30)})
    (same,) = (
        claim
        for claim in claims
        if isinstance(claim, Several) and {side_of(each)[1:] for each in claim.claims} == {("seat 1", False)}
    )
    assert same.at_least == len(same.claims) == 2


def test_a_place_that_a_count_names_is_not_counted_again(
    run_of: RunOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = with_shares(run_of, monkeypatch, {0: (70, 30), 1: (80, 20)})
    assert [type(claim) for claim in claims].count(Several) == 1


def test_without_a_clear_place_the_margin_is_said(run_of: RunOf, monkeypatch: pytest.MonkeyPatch) -> None:
    claims = with_shares(run_of, monkeypatch, {0: (52, 48), 1: (49, 51)})
    assert claims and all(isinstance(claim, Nothing) and claim.margin > 0.1 for claim in claims)
