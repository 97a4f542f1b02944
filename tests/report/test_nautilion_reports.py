"""The reports on Nautilion's expansions: arithmetic on hand-made games, and that they can be printed."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy import stats

import simkit
from simkit import BadInput, Run
from simkit.report.parts import Text
from simkit.report.stats import SideBySide
from simkit.reports.nautilion_cards import all_but
from simkit.reports.shared.nautilion import decks_of, in_sentence, parts_of, plus, title
from simkit.reports.shared.nautilion_even import even_level
from tests.conftest import RunOf
from tests.report.reading import body_of

EXPERIMENTS = Path(__file__).parents[2] / "experiments"
NEITHER, ONE, OTHER, BOTH = range(4)
GAMES = np.array(
    [
        [1, 1, 1, 1, 1, 1, 1, 0],  # 7 of 8 won with neither of two changes
        [1, 1, 1, 1, 1, 0, 0, 0],
        [1, 1, 1, 1, 0, 1, 0, 0],
        [1, 1, 0, 0, 0, 0, 0, 0],
    ]
)


def test_an_effect_is_the_mean_difference_of_the_same_games() -> None:
    games = SideBySide(GAMES)
    assert games.average([NEITHER]).value == 7 / 8
    assert games.effect([NEITHER], [ONE]).value == -2 / 8
    assert games.effect([NEITHER, ONE], [OTHER, BOTH]).value == pytest.approx((5 + 2 - 7 - 5) / 16)


def test_an_interaction_is_what_two_changes_do_beyond_their_sum() -> None:
    extra = SideBySide(GAMES).interaction([NEITHER], [ONE], [OTHER], [BOTH])
    assert extra.value == pytest.approx((2 - 7) / 8 - ((5 - 7) / 8 + (5 - 7) / 8))
    assert extra.low < extra.value < extra.high


def test_a_proportion_of_one_means_that_each_takes_its_share() -> None:
    half = np.array([[1, 1, 1, 1], [1, 0, 1, 0], [1, 1, 0, 0], [1, 0, 0, 0]])
    share = SideBySide(half).proportion([0], [1], [2], [3])
    assert share is not None
    assert share.value == pytest.approx(1.0)
    assert SideBySide(half * 0).proportion([0], [1], [2], [3]) is None


def test_an_effect_counts_only_the_games_that_count() -> None:
    seen = np.array([[True, True, False, False, True, True, False, False]])
    effect = SideBySide(GAMES).effect_where([NEITHER], [BOTH], seen)
    assert effect.value == pytest.approx(-2 / 4)
    assert effect.n == 4
    assert not SideBySide(GAMES).effect_where([NEITHER], [BOTH], seen & False).n


@pytest.mark.parametrize("won", [0, 1])
def test_few_games_that_all_ended_alike_are_not_certain(won: int) -> None:
    games = SideBySide(np.full((4, 8), bool(won)))
    everything = np.full((1, 8), True)
    for effect in (
        games.effect([0], [1]),
        games.interaction([0], [1], [2], [3]),
        games.effect_where([0], [1], everything),
    ):
        assert effect.value == 0
        assert -1 < effect.low < -0.1
        assert 0.1 < effect.high < 1
    average = games.average([0, 1])
    assert 0.3 < average.high - average.low < 0.5
    assert won in (average.low, average.high)


def test_no_effect_reaches_beyond_what_shares_can_do() -> None:
    effect = SideBySide(np.array([[0, 0, 0, 0], [1, 1, 1, 1]], np.bool_)).effect([0], [1])
    assert effect.low < effect.value == effect.high == 1


def games_of(chance: np.random.Generator, shares: list[float], n: int, together: float) -> SideBySide:
    """Return games of scenarios with given win rates; `together` is how far they share their luck."""
    luck = together**0.5 * chance.standard_normal(n)
    luck = luck + (1 - together) ** 0.5 * chance.standard_normal((len(shares), n))
    return SideBySide(luck < stats.norm.ppf(shares)[:, None])


@pytest.mark.long
@pytest.mark.parametrize("together", [0.2, 0.6])
@pytest.mark.parametrize("share", [0.02, 0.1, 0.5])
@pytest.mark.parametrize("n", [20, 100, 500])
def test_intervals_of_the_same_games_are_calibrated(n: int, share: float, together: float) -> None:
    """About 95 %; more for effects in so few games that hardly any changes."""
    chance, samples = np.random.default_rng(5), 2000
    covered = dict.fromkeys(("average", "averages", "effect", "effects", "where"), 0)
    first, second = range(6), range(6, 12)
    for _ in range(samples):
        games = games_of(chance, [share] * 6 + [1.6 * share] * 6, n, together)
        seen = chance.random((6, n)) < 0.5
        gap = 0.6 * share
        for kind, estimate, truth in (
            ("average", games.average([0]), share),
            ("averages", games.average(first), share),
            ("effect", games.effect([0], [6]), gap),
            ("effects", games.effect(first, second), gap),
            ("where", games.effect_where(first, second, seen), gap),
        ):
            covered[kind] += not estimate.excludes(truth)
    rates = {kind: count / samples for kind, count in covered.items()}
    assert min(rates.values()) > 0.915, rates
    rare = n * share < 5
    assert max(rates.values()) < (1.01 if rare else 0.985), rates


def test_combinations_in_words() -> None:
    assert parts_of("heroic+mages") == ["mages", "heroic"]
    assert plus("reefs", "mages") == "mages+reefs"
    assert title("none") == "Base game"
    assert in_sentence("none") == "the base game"
    assert title("mages+mercenaries+reefs+darkhouse+heroic") == "All five"
    assert title("mages+mercenaries+reefs+heroic") == "All but Darkhouse"


HEAD = "name: few\ngame: nautilion\ngames: 120\nseed: 3\n"
FEW = {
    "one scenario": ("nautilion_base", "strategy: expert\n"),
    "one board": ("nautilion_base", "factors: {rules.reserve: [1, 5], strategy: [novice, expert]}\n"),
    "one reserve": ("nautilion_base", "factors: {rules.board: [A1, C1], strategy: [novice, expert]}\n"),
    "named levels": (
        "nautilion_base",
        "strategy: expert\nfactors:\n  rules.reserve: {few: 1, many: 5}\n"
        "  board: {easy: {rules.board: A1}, hard: {rules.board: C1}}\n",
    ),
    "nothing won": ("nautilion_base", "factors: {rules.board: [C1, C2]}\nstrategy: random\n"),
    "few combinations": (
        "nautilion_difficulty",
        "factors: {rules.expansions: [mages, mages+reefs, all]}\nstrategy: expert\n",
    ),
    "no two that differ by one": (
        "nautilion_difficulty",
        "factors: {rules.expansions: [reefs, heroic], rules.reserve: [2, 4]}\nstrategy: random\n",
    ),
    "a pair": (
        "nautilion_difficulty",
        "factors: {rules.expansions: [none, mages, reefs, mages+reefs]}\nstrategy: reference\n",
    ),
    "two players": ("nautilion_two_players", "factors: {rules.players: [1, 2]}\nstrategy: expert\n"),
    "one card": (
        "nautilion_cards",
        "rules: {expansions: darkhouse}\nstrategy: expert\nfactors:\n  cards:\n    all: {}\n"
        "    without 7: {rules.darkhouse_cards: [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12]}\n",
    ),
}
"""Runs that vary less than the shipped experiments."""

WORDS = {
    "one scenario": "An expert wins ",
    "one board": "5 tokens instead of 1",
    "one reserve": "board C1 instead of A1",
    "named levels": "an expert wins ",
    "nothing won": "0.0\N{NO-BREAK SPACE}%",
    "few combinations": "An expert wins ",
    "no two that differ by one": "player that moves at random wins ",
    "a pair": "A casual player wins ",
    "two players": "2 players instead of 1",
    "one card": "an expert wins more often without 7",
}


@pytest.mark.parametrize("kind", FEW)
def test_a_run_that_varies_little_is_reported_as_far_as_it_can_show(kind: str, run_of: RunOf) -> None:
    script, text = FEW[kind]
    run = run_of(HEAD + text)
    html, _ = Run(run.path).report(script, pdf=True)
    made = html.read_text(encoding="utf-8")
    assert WORDS[kind] in made
    assert not re.search(
        r"\b1 (are|cards|tokens)\b|\bof 1 (settings|scenarios|combinations)\b|\bnan\b",
        re.sub("<svg.*?</svg>", "", made, flags=re.S),
    )


def test_scenarios_without_a_partner_are_named(run_of: RunOf) -> None:
    """Scenarios that have none, and scenarios that no other strategy plays."""
    boxes = {
        "all random": (range(1, 13), "random"),
        "no 12 random": (range(1, 12), "random"),
        "no 11, 12 random": (range(1, 11), "random"),
        "all reference": (range(1, 13), "reference"),
        "no 12 reference": (range(1, 12), "reference"),
        "no 1 reference": (range(2, 13), "reference"),
    }
    levels = "\n".join(
        f"    {name}: {{rules.darkhouse_cards: {list(cards)}, strategy: {strategy}}}"
        for name, (cards, strategy) in boxes.items()
    )
    text = f"rules: {{expansions: darkhouse}}\nfactors:\n  box:\n{levels}\n"
    run = run_of(HEAD + text)
    sections = {section.heading: section for section in body_of(run, "nautilion_cards").sections}
    (words,) = sections["Left out"].blocks
    assert isinstance(words, Text)
    assert " 2 of 6 scenarios" in words.words
    assert words.words.endswith(": no 11, 12 random; no 1 reference.")


UNFIT = {
    "besides": (
        "nautilion_base",
        "factors: {rules.spell_cost_tide: [1, 2]}\n",
        "varies rules.spell_cost_tide",
    ),
    "one combination": ("nautilion_difficulty", "factors: {rules.reserve: [1, 2]}\n", "nautilion_base says"),
    "only two": ("nautilion_two_players", "rules: {players: 2}\n", "needs players: 1"),
    "no card": ("nautilion_cards", "rules: {expansions: heroic}\n", "differ by a single card"),
    "not all cards": (
        "nautilion_cards",
        "rules: {expansions: heroic, heroic_cards: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]}\n",
        "differ by a single card",
    ),
}


@pytest.mark.parametrize("kind", UNFIT)
def test_a_run_that_a_report_can_not_be_made_of(kind: str, run_of: RunOf) -> None:
    script, text, words = UNFIT[kind]
    run = run_of(f"{HEAD}strategy: random\n{text}")
    with pytest.raises(BadInput, match=words) as told:
        Run(run.path).report(script, pdf=True)
    assert "report: general" in str(told.value)


def test_a_card_that_no_game_turns_up_is_reported_as_such(run_of: RunOf) -> None:
    text = HEAD + FEW["one card"][1].replace("darkhouse}", "darkhouse, turn_cap: 1}")
    run = run_of(text, games=1)
    with pytest.raises(BadInput, match="none of the cards in question did"):
        Run(run.path).report("nautilion_cards", pdf=True)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "games"),
    [
        pytest.param("nautilion_base", 1, marks=pytest.mark.long),
        pytest.param("nautilion_difficulty", 1, marks=pytest.mark.long),
        pytest.param("nautilion_two_players", 1, marks=pytest.mark.long),
        ("nautilion_cards", 8),  # of which one at least turns up the cards in question
    ],
)
def test_of_very_few_games_a_report_is_printed_and_nothing_said_that_is_no_number(
    name: str, games: int, tmp_path: Path
) -> None:
    """Of a single game, if a report can be made of one."""
    run = simkit.run(EXPERIMENTS / f"{name}.yaml", out=tmp_path / "run", jobs=1, games=games)
    html, pdf = run.report(name, pdf=True)
    assert pdf.read_bytes().startswith(b"%PDF-")
    words = re.sub("<svg.*?</svg>", "", html.read_text(encoding="utf-8"), flags=re.S)
    assert not re.search(r"\bnan\b", words)


def test_a_card_is_compared_with_the_same_rules(run_of: RunOf) -> None:
    factors = (
        "rules: {expansions: darkhouse}\nstrategy: random\nfactors:\n  rules.reserve: [2, 4]\n"
        "  rules.spell_cost_tide: [1, 2]\n" + FEW["one card"][1].partition("factors:\n")[2]
    )
    run = run_of(HEAD + factors)
    rest = all_but(run, decks_of(run)[0])
    assert [rest[scenario] for scenario in (0, 2, 4, 6)] == [rest[scenario] for scenario in (1, 3, 5, 7)]
    assert len(set(rest.values())) == 4


@pytest.mark.parametrize(
    ("rates", "words"),
    [
        ([0.1, 0.46, 0.9], "3 (46.0\N{NO-BREAK SPACE}%)"),
        ([0.1, 0.2, 0.3], "too hard"),
        ([0.7, 0.8, 0.9], "too easy"),
        ([0.1, 0.2, 0.9], "between 3 and 5"),
    ],
)
def test_which_reserve_makes_an_even_game(rates: list[float], words: str) -> None:
    assert even_level(pl.DataFrame({"reserve": [1, 3, 5], "estimate": rates})) == words
