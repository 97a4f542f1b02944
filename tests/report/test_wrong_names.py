"""What report scripts are told of names that are wrong: what was found, and what is allowed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simkit import BadInput
from simkit import report as r
from simkit.report.charts import rate_table
from simkit.report.stats import (
    Wins,
    column_of,
    effects_of,
    estimates,
    game_columns,
    mean_over_base,
    seat_columns,
)
from tests.conftest import RunOf

PIG = """
name: named
game: pig
games: 20
strategies: [hold_at, random]
factors: {rules.target: [30, 40, 50]}
report: none
"""

WRONG: list[tuple[Callable[[r.Run], object], str]] = [
    (lambda run: column_of(game_columns(run), "turn"), "unknown column 'turn'; did you mean 'turns'?"),
    (lambda run: column_of(seat_columns(run), "scor"), "unknown column 'scor'; did you mean 'score'?"),
    (lambda run: estimates(run, "turn", "mean"), "unknown column 'turn'; did you mean 'turns'?"),
    (lambda run: estimates(run, "turns", "means"), "unknown statistic 'means'; did you mean 'mean'?"),
    (lambda run: estimates(run, "won", "rate", "player one"), "found 'player one', allowed are game"),
    (lambda run: mean_over_base(run, "turn"), "unknown column 'turn'"),
    (lambda run: rate_table(run, "Wins.", of="players"), "found 'players', allowed are game"),
    (lambda run: Wins(run, "seat one"), "found 'seat one', allowed are game"),
    (lambda run: effects_of(run, "target"), "unknown factor 'target'; did you mean 'rules.target'?"),
    (lambda run: effects_of(run, "rules.target", base="60"), "target: unknown level '60'"),
]  # fmt: skip


@pytest.mark.parametrize("which", range(len(WRONG)))
def test_a_wrong_name_is_told(run_once_of: RunOf, which: int) -> None:
    ask, message = WRONG[which]
    with pytest.raises(BadInput) as raised:
        ask(run_once_of(PIG))
    assert message in str(raised.value)
