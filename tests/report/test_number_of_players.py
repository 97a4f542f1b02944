"""What the number of players changes: claims against the games that they are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl
import pytest

from simkit import report as r
from simkit.report.parts import answer_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import NO_BREAK
from tests.conftest import RunOf
from tests.report.reading import claims_of, tables_of

ISLAND = """
name: island
game: castaways
seed: 2
games: 200
question: number of players
factors:
  rules.players: [2, 3, 4]
  strategy: [expert, reference, explorer, random]
  rules.headland: [13, 16]
"""

COMPETING = """
name: competing
game: nautilus_2002
seed: 2
games: 100
question: number of players
factors:
  table:
    two: {rules.players: 2, strategies: [expert, expert]}
    three: {rules.players: 3, strategies: [expert, expert, expert]}
    different: {rules.players: 3, strategies: [expert, reference, reference]}
"""

RESCUED = r.stats.Result("rescued", "share rescued", "games rescued", "is rescued", "rescued")

RISING, FALLING = (0.2, 0.5, 0.9), (0.9, 0.6, 0.3)


def claims_on_page(answer: r.parts.InShort | None) -> list[tuple[Any, ...]]:
    """Return the claims of each sentence and finding of an answer that makes some, in their order."""
    assert answer is not None
    said = [
        finding if isinstance(finding, str) else finding.words
        for finding in (*answer.sentences, *answer.findings)
    ]
    return [claims for words in said if (claims := claims_of(words))]


def with_shares(run: RunDirectory, shares: Mapping[str, tuple[float, ...]]) -> list[tuple[Any, ...]]:
    """Return what is claimed if players had been rescued in these shares of games, by their number."""
    found = r.parts.PlayerCounts.measured(run, RESCUED).compared
    won = np.zeros((len(run.line_ups), 200), dtype=np.bool_)
    for curve in found.curves:
        for (scenario,), share in zip(curve.scenarios, shares[curve.line.key], strict=True):
            won[scenario] = np.arange(200) * 73 % 200 < 200 * share
    found.curves[0].line.wins.won = r.stats.SideBySide(won)
    return claims_on_page(found.headline())


@pytest.fixture
def island(run_once_of: RunOf) -> RunDirectory:
    """Return a run of a game that is won together."""
    return run_once_of(ISLAND)


def test_page_one_begins_with_the_strongest_from_the_fewest_players_to_the_most(island: RunDirectory) -> None:
    rates = island.games.group_by("scenario").agg(pl.col("rescued").mean()).collect()
    of = dict(rates.iter_rows())
    at = {
        row["rules.players"]: of[row["scenario"]]
        for row in island.levels.iter_rows(named=True)
        if (row["strategy"], row["rules.headland"]) == ("expert", "16")  # the place as printed
    }
    answer = answer_of(island)
    change = claims_on_page(answer)[0][0]
    assert change.kind == "change"
    effect, before, after = (quantity.estimate.value for quantity in change.quantities)
    assert [before, after] == pytest.approx([at["2"], at["4"]])
    assert effect == pytest.approx(at["4"] - at["2"])
    assert answer is not None
    shown = [f"{100 * at[count]:.0f}{NO_BREAK}%" for count in "234"]  # the intervals are wide
    assert [figure.number for figure in answer.key_figures] == shown


def test_the_random_player_has_a_row_of_the_table_and_no_claim(island: RunDirectory) -> None:
    found = r.parts.PlayerCounts.measured(island, RESCUED)
    (section,) = found.sections()
    (table,) = tables_of(section)
    assert "random" in {row["player"] for row in table.dicts()}
    assert "random" not in found.compared.names


def test_one_that_goes_the_other_way_is_named_and_what_several_have_in_common_is_counted(
    island: RunDirectory,
) -> None:
    shares = {"expert": RISING, "explorer": RISING, "reference": FALLING}
    _, (other,), *findings = with_shares(island, shares)
    assert other.kind == "change"
    players = {
        island.line_ups[at][0]
        for quantity in other.quantities[1:]
        for at in getattr(quantity.of, "scenarios", ())
    }
    assert players == {"reference"}
    assert other.quantities[0].estimate.value == pytest.approx(-0.6)
    ((several,),) = (finding for finding in findings if finding[0].kind == "several")
    assert several.kind == "several"
    assert (several.at_least, len(several.claims)) == (2, 3)


def test_where_results_turn_within_the_whole_change_stands_apart_from_the_turn(island: RunDirectory) -> None:
    shares = {"expert": RISING, "explorer": RISING, "reference": (0.9, 0.2, 0.6)}
    _, (whole,), *findings = with_shares(island, shares)
    assert whole.kind == "change"
    ((turn,),) = (finding for finding in findings if finding[0].kind == "extreme")
    assert turn.kind == "extreme" and not turn.is_most
    (least,) = (island.line_ups[at] for of in turn.first for at in getattr(of, "scenarios", ()))
    assert least == ["reference"] * 3


def test_no_difference_has_the_margin_that_is_excluded(island: RunDirectory) -> None:
    (first, *_), *_ = with_shares(island, dict.fromkeys(("expert", "explorer", "reference"), (0.5,) * 3))
    assert first.kind == "nothing"
    assert 0 <= first.margin < 0.2


def test_where_players_compete_those_of_one_strategy_are_compared_by_points_and_by_length(
    run_of: RunOf,
) -> None:
    run = run_of(COMPETING)
    points, length = claims_on_page(answer_of(run))[:2]
    columns = []
    for claim in (points[0], length[0]):
        assert claim.kind == "change"
        assert {at for quantity in claim.quantities[1:] for at in getattr(quantity.of, "scenarios", ())} == {
            0,
            1,
        }
        columns.append(getattr(claim.quantities[1].of, "column", ""))
    assert columns == ["score", "rounds"]
    scores = run.seats_in([0, 1]).group_by("scenario").agg(pl.col("score").mean()).sort("scenario").collect()
    before, after = (quantity.estimate for quantity in points[0].quantities[1:])
    assert [before.value, after.value] == pytest.approx(scores["score"].to_list(), rel=0.1)
