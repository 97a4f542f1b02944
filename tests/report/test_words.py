"""Numbers, reasons, bounds and names in sentences; who beats whom in one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest

from simkit import report as r
from simkit.experiment.factors import level_in_words
from simkit.report.document.blocks import Finding
from simkit.report.facts.claims import claims_of
from simkit.report.front.answers import answer_of
from simkit.report.sections.pairs import (
    Meeting,
    Meetings,
    order_in_words,
    pair_findings,
    survival_among,
    survival_in_words,
)
from simkit.reports import general
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import POINTS, SHARE, Estimate
from tests.report.test_page_one import PIG_BEGINS

# Numbers in words.


MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (-0.04, -0.022, f"{MINUS}3.1 ({MINUS}4.0 to {MINUS}2.2)"),
        (0.00044, 0.00063, "+0.05 (+0.04 to +0.06)"),
        (-0.0823, -0.0821, f"{MINUS}8.22 ({MINUS}8.23 to {MINUS}8.21)"),
        (float("nan"), float("nan"), "+1.0"),
    ],
)
def test_the_ends_of_an_interval_do_not_meet(low: float, high: float, words: str) -> None:
    middle = 0.01 if low != low else (low + high) / 2
    assert f"{Estimate(middle, low, high, 100, '', POINTS):bare}" == words


# Sentences that findings are made of: reasons, bounds and names.


TIDES = """
name: tides
game: nautilion
games: 100
factors:
  rules.spell_cost_tide: [2, 1]
  strategy: [novice, random]
"""


def test_a_player_who_can_not_react_to_a_rule_is_named(run_of: Callable[[str], RunDirectory]) -> None:
    run = run_of(TIDES)
    found = (own for own in general.report(run).document().findings if isinstance(own, Finding))
    (said,) = (own.words for own in found if own.about == "rules.spell_cost_tide")
    assert [claim.kind for claim in claims_of(said)] == ["nothing"]
    assert said.endswith("Artificial Tides cast per game.")


def test_a_bound_is_the_interval_s_and_not_the_estimate_s(run_of: Callable[[str], RunDirectory]) -> None:
    run = run_of(PIG_BEGINS.replace("{games}", "300"))
    answer = answer_of(run)
    assert answer is not None
    found = re.search(r"no seat wins more than (\d+\.\d) points", answer.sentences[0])
    assert found is not None
    won = run.summary(of="seat 0", column="won", statistic="rate").row(0, named=True)
    off, furthest = abs(won["estimate"] - 0.5), max(won["high"] - 0.5, 0.5 - won["low"])
    assert float(found[1]) / 100 >= round(furthest, 3) > off + 0.03


def test_moves_overlooked_are_said_in_english() -> None:
    assert level_in_words("strategy.overlooks", "0") == "no moves overlooked"
    assert level_in_words("strategy.overlooks", "0.05") == "5 % of moves overlooked"
    assert level_in_words("strategies.1.overlooks", 0.1) == "player 2's 10 % of moves overlooked"


# One sentence on who beats whom: a ladder, a cycle, or not everybody met; and who is dominated.


GAMES = 10_000


def pairs(**shares: float) -> Meetings:
    """Return pairs by letters: ``ab=0.6`` is a player a who wins 60 % of games against b."""
    made = {}
    for letters, share in shares.items():
        first, second = letters[0], letters[1]
        both = {
            name: Estimate(own, own, own, GAMES, "", SHARE)
            for name, own in ((first, share), (second, 1 - share))
        }
        lead = 2 * share - 1
        made[frozenset((first, second))] = Meeting(
            both, Estimate(lead, lead - 0.02, lead + 0.02, GAMES, "", POINTS)
        )
    return made


@pytest.mark.parametrize(
    ("found", "start"),
    [
        (pairs(ab=0.6, bc=0.6, ac=0.7), "A ladder, on which each player beats all below: a, b, c."),
        (pairs(ab=0.6, bc=0.6, ac=0.4), "A cycle: a beats b, b beats c, c beats a."),
        (pairs(ab=0.5, bc=0.6, ac=0.6), "No cycle: a ladder, though not every two differ significantly: "),
        (pairs(ab=0.6, bc=0.6), "Not all players met each other; by ratings, the best first: a, b, c."),
    ],
)
def test_the_order_is_said_above_the_grid_and_a_cycle_is_found(found: Meetings, start: str) -> None:
    assert order_in_words(found).startswith(start)
    findings = pair_findings(found)
    assert len(findings) == start.startswith("A cycle")
    for finding in findings:
        assert finding.words.startswith(start)
        assert finding.words.endswith("and wins at least as much against everybody else.")
        assert finding.surprise == r.Surprise.REVERSED


def test_a_player_that_beats_one_known_to_be_stronger_is_found() -> None:
    ladder = pairs(ab=0.6, bc=0.6, ac=0.7)
    (found,) = pair_findings(ladder, lambda one, other: (one, other) == ("c", "b"))
    assert found.words.startswith("B beats c, which stands above it on the game's ladder: it wins 60.0")
    assert (found.surprise, round(found.size, 6)) == (r.Surprise.REVERSED, 0.2)


def test_a_single_pair_has_no_order() -> None:
    assert pair_findings(pairs(ab=0.6)) == []


# Which players survive, in one sentence.


def met_in_blocks(spread: float, **leads: float) -> Meetings:
    """Return pairs with the lead of the first in each block of games, which goes up and down by `spread`."""
    found = pairs(**{pair: 0.5 + lead / 2 for pair, lead in leads.items()})
    waves = spread * np.where(np.arange(100) % 2, 1.0, -1.0)
    for pair, own in found.items():
        found[pair] = Meeting(own.shares, own.lead, leads["".join(sorted(pair))] + waves)
    return found


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            met_in_blocks(0, ab=0.2, bc=0.2, ac=-0.2),
            "If players copy what wins, none takes over: on average over time, ",
        ),
        (
            met_in_blocks(0, ab=0.2, bc=0.2, ac=0.2),
            "If players copy what wins, a takes over and all others die out. So it is in all samples",
        ),
        (
            met_in_blocks(0.5, ab=0.005, bc=0.2, ac=0.2),
            "Which players survive if players copy what wins is not settled by these games. In samples drawn "
            "anew from them it is a alone in ",
        ),
    ],
)
def test_which_survive_is_said_and_how_sure_it_is(found: Meetings, said: str) -> None:
    survival = survival_among(found)
    assert survival is not None
    words = survival_in_words(survival)
    assert words.startswith(said)
    if "none takes over" in words:
        assert words.count(" with 33.3") == 3 and "follow each other in a cycle. So it is in all" in words


def test_which_survive_is_not_said_of_two_or_where_not_all_met() -> None:
    assert survival_among(met_in_blocks(0, ab=0.2)) is None
    assert survival_among(met_in_blocks(0, ab=0.2, bc=0.2)) is None
    assert survival_among({}) is None  # more than two sat at each table
