"""What travels to a worker is found there again: games, strategies and rules by name, all else as it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simkit import BadInput
from simkit.cluster.packed import pack, unpack
from simkit.engine.contract.composed import erring, restricted, thinking
from simkit.engine.contract.player import Reference
from simkit.experiment.file.box import with_own_content
from simkit.game import strategy
from simkit.plugins import load_file
from simkit.search.kinds_of_chance import Redrawn
from simkit.search.settings import standard_experiment
from simkit.testing import Match, find_game, strategies_of
from tests.cluster.test_cluster import CAREFUL

PIG = find_game("pig")
HOLD_AT = strategies_of("pig")["hold_at"]


def there(value: Any) -> Any:
    (found,) = unpack(pack(value).contents)
    return found


@pytest.mark.parametrize(
    "player",
    [
        HOLD_AT,
        erring(HOLD_AT),
        thinking(HOLD_AT, strategies_of("pig")["random"]),
        restricted(thinking(erring(HOLD_AT)), PIG, ["roll"]),
        replace(HOLD_AT, name="measured"),
    ],
)
def test_players_are_the_same_there(player: Any) -> None:
    match = Redrawn(PIG, PIG.knobs(), (player, HOLD_AT), ({}, {"n": 25}), seed=3, purposes=2, shift=8)
    found = there(match)
    assert found == match
    assert found.game is PIG
    assert found.strategies[0].function is HOLD_AT.function


def test_a_strategy_in_a_file_travels_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(CAREFUL)
    (tmp_path / "enough.json").write_text("12")
    careful = load_file(tmp_path / "my.py").careful
    packed = pack(Match(PIG, PIG.knobs(), (careful, HOLD_AT)))
    assert packed.references == (Reference("careful", str(tmp_path / "my.py")), Reference("hold_at"))
    assert unpack(packed.contents)[0].strategies[0].function is careful.function


def test_a_game_with_other_content_has_it_there_with_its_rules(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("components: {dice: {faces: [1, 2, 3, 4, 5, 5]}}\n")
    nautilion = standard_experiment("nautilion").game
    game = with_own_content(nautilion, path, "--content")
    found, knobs = there((game, game.knobs()))
    assert found.content == game.content != nautilion.content
    assert dict(knobs) == dict(game.knobs())


def test_what_a_value_has_worked_out_stays_behind() -> None:
    match = Match(PIG, PIG.knobs(), (HOLD_AT, HOLD_AT))
    before = len(pack(match).contents)
    match.play(0, 10)
    assert len(pack(match).contents) == before


def cautious(table: Any, seat: Any, rules: Any, moves: Any, count: int, parameters: Any, chance: Any) -> int:
    return 0


def test_what_only_this_process_knows_is_told() -> None:
    mine = strategy(game="pig", skill="none", name="cautious")(cautious)
    with pytest.raises(BadInput, match=r"^the strategy cautious was made in this process"):
        pack(mine)
    with pytest.raises(BadInput, match=r"^the game pig_of_mine was made in this process"):
        pack(replace(PIG, name="pig_of_mine"))
    with pytest.raises(BadInput, match=r"^a part of what is played \(.*\) was made in this process"):
        pack(lambda: 0)
