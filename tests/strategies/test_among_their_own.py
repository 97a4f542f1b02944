"""Strong players hold among their own: they score no less than weaker ones do among theirs."""

from __future__ import annotations

import pytest

from simkit.run.findings.alike import as_alike, kept_alike
from simkit.run.findings.ladder import ladders_of
from simkit.testing import find_game
from tests.strategies.results import lead_among_its_own

GAMES = ("castaways", "nautilion", "nautilus_2002", "nautilus_island")
TABLES = [(game, players) for game in GAMES for players in find_game(game).seats]


def weaker_than_expert(game: str) -> list[str]:
    """Return the strategies below the expert on the game's ladder."""
    (ladder,) = ladders_of(game)
    names = list(ladder.results)
    return names[names.index("expert") + 1 :]


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_an_expert_among_its_own_does_no_worse_than_a_weaker_player_among_theirs(
    game: str, players: int
) -> None:
    """Some way of playing may need opponents that do what it leaves undone: only such tables show that."""
    weaker = weaker_than_expert(game)
    assert {"reference", "random"} <= set(weaker)
    leads = {name: lead_among_its_own(game, "expert", name, players, 2000) for name in weaker}
    assert {name: lead for name, lead in leads.items() if lead.high < 0} == {}


@pytest.mark.parametrize("game", ["nautilus_2002", "nautilus_island"])
def test_so_does_what_is_kept_for_reports(game: str) -> None:
    (ladder,) = ladders_of(game)
    kept = kept_alike(ladder.file.with_name("alike.yaml"))
    assert kept is not None
    for players in map(int, kept.players):
        expert = as_alike(kept, players, "expert")
        assert expert is not None and expert.points is not None
        for name in weaker_than_expert(game):
            other = as_alike(kept, players, name)
            assert other is not None and other.points is not None
            assert expert.points.high > other.points.low, (players, name)
