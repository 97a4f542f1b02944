"""The board as content: what is printed, what a designer draws, what is wrong with a drawing and where."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from simkit.engine.content import own_content
from simkit.engine.match import Match
from simkit.errors import Complaint
from simkit.experiment.box import with_own_content
from simkit.games.nautilus_2002.box import BOX
from simkit.plugins import find_game, strategies_of

GAME = find_game("nautilus_2002")
PRINTED = (Path(__file__).parents[3] / "simkit/games/nautilus_2002/content/board.txt").read_text(
    encoding="utf-8"
)
ROWS = [line for line in PRINTED.splitlines() if not line.startswith("#")]
FIRST = PRINTED.splitlines().index(ROWS[0]) + 1
"""The line of the first row."""


@pytest.fixture
def draw(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        path = tmp_path / "sea.txt"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def complaint(path: Path) -> str:
    with pytest.raises(Complaint) as raised:
        own_content(BOX, path)
    return str(raised.value)


def test_the_printed_board() -> None:
    sea = BOX.board.sea
    assert [sea.zones.count(zone) for zone in range(4)] == [80, 144, 278, 58]
    zones = [sea.zones[square] for square in sea.discoveries]
    assert [zones.count(zone) for zone in range(4)] == [0, 26, 20, 14]
    assert len(sea.base_centres) == 44
    assert sea.base == (13, 9)
    beside = {square + step for square in sea.discoveries for step in (1, 28)}
    assert not beside & set(sea.discoveries)


def test_a_drawing_as_printed_changes_nothing(draw: Callable[[str], Path]) -> None:
    assert own_content(BOX, draw(PRINTED)).board.sea.rows == BOX.board.sea.rows
    assert (
        own_content(BOX, draw("\r\n".join(["", *ROWS, "", "# the end"]))).board.sea.rows == BOX.board.sea.rows
    )


def test_another_board_is_played(draw: Callable[[str], Path]) -> None:
    """The base elsewhere, and the canyon's discoveries in other squares."""
    rows = [row.replace("B", ".") for row in ROWS]
    rows[9] = f"{rows[9][:12]}B{rows[9][13:]}"
    assert rows[17][20:22] == "c*"
    rows[17] = f"{rows[17][:20]}*c{rows[17][22:]}"
    game = with_own_content(GAME, draw("\n".join(rows)), "--content")
    assert game.changed_content == "board sea (rows)"
    reference = strategies_of("nautilus_2002")["reference"]
    match = Match(game, game.knobs.model_validate({"players": 2}), (reference, reference))
    state = next(iter(match.walk(0))).state
    assert (state.table.stations[0].x, state.table.stations[0].y) == (12, 9)
    assert 17 * 28 + 20 in state.table.slot_square
    other = Match(GAME, GAME.knobs.model_validate({"players": 2}), (reference, reference))
    assert match.play(0, 30)[0].tolist() != other.play(0, 30)[0].tolist()


@pytest.mark.parametrize(
    ("row", "column", "drawn", "message"),
    [
        (3, 5, "~", "'~' is not a square; allowed are . B i o d x c *"),
        (0, 27, "", "row 1 has 27 squares, needed are 28"),
        (19, 27, "dd", "row 20 has 29 squares, needed are 28"),
        (12, 12, "B", "a board has one B, the centre of the base; found are 2"),
        (9, 15, "i", None),
        (9, 14, "i", "the nine squares around B must be lagoon"),
    ],
)
def test_what_is_wrong_has_line_and_column(
    draw: Callable[[str], Path], row: int, column: int, drawn: str, message: str | None
) -> None:
    rows = list(ROWS)
    rows[row] = rows[row][:column] + drawn + rows[row][column + 1 :]
    path = draw("\n".join(PRINTED.splitlines()[: FIRST - 1] + rows))
    if message is None:
        own_content(BOX, path)
        return
    said = complaint(path)
    assert message in said
    where = {"": 27, "dd": 28, "i": 13}.get(drawn, column)
    if drawn:
        assert said.startswith(f"{path}:{FIRST + row}:{where + 1}: ")
    else:
        assert said.startswith(f"{path}:{FIRST + row}:")


def test_too_few_rows_and_squares_without_tiles(draw: Callable[[str], Path]) -> None:
    assert "at least 20 entries" in complaint(draw("\n".join(ROWS[:-1])))
    one_more = [ROWS[0].replace("cxdd", "cddd", 1), *ROWS[1:]]
    assert "the deep has 19 squares with discoveries, and 20 tiles for them" in complaint(
        draw("\n".join(one_more))
    )


def test_a_board_in_yaml_with_tiles_for_it(tmp_path: Path) -> None:
    rows = [ROWS[0].replace("cxdd", "cddd", 1), *ROWS[1:]]
    drawn = "\n".join(f'      - "{row}"' for row in rows)
    tiles = "{snail: 0, shell: 1, crab: 3, anemone: 2, gold: 1, chest: 3, speed: 2, atlantis: 7}"
    path = tmp_path / "sea.yaml"
    text = f"board:\n  sea:\n    rows:\n{drawn}\ncomponents:\n  discoveries:\n    deep: {tiles}\n"
    path.write_text(text, encoding="utf-8")
    game = with_own_content(GAME, path, "--content")
    random_player = strategies_of("nautilus_2002")["random"]
    rows_played, _ = Match(game, game.knobs(), (random_player,) * 4).play(0, 5)
    assert len(rows_played) == 5
    path.write_text(text.replace(ROWS[1], ROWS[1].replace("c", "k")), encoding="utf-8")
    assert complaint(path).startswith(f"{path}:5:9: 'k' is not a square")


def test_an_experiment_names_a_drawing(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    file = write_experiment(
        "name: own\ngame: nautilus_2002\nstrategy: random\ngames: 20\nreport: none\ncontent: sea.txt\n"
    )
    (file.parent / "sea.txt").write_text(PRINTED.replace("B", "."), encoding="utf-8")
    told = simkit("run", file, "--jobs", 1)
    assert told.exit_code != 0
    assert "sea.txt:" in told.output and "a board has one B" in told.output
    (file.parent / "sea.txt").write_text(PRINTED, encoding="utf-8")
    assert simkit("run", file, "--jobs", 1).exit_code == 0


def mutated(text: str, chance: random.Random) -> bytes:
    letters = list(text)
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(letters))
        change = chance.randrange(5)
        if change == 0:
            letters[place] = chance.choice(".Biodxc*#\n\t\x00é~ ")
        elif change == 1:
            del letters[place]
        elif change == 2:
            letters.insert(place, chance.choice(".Biodxc*\n\r\u202e"))
        elif change == 3:
            other = chance.randrange(len(letters))
            letters[place], letters[other] = letters[other], letters[place]
        else:
            del letters[place : place + chance.randrange(60)]
        if not letters:
            break
    spoilt = "".join(letters).encode("utf-8", "surrogatepass")
    return spoilt + chance.choice([b"", b"", b"\xff", b"\x00"])


@pytest.mark.parametrize("games", [300, pytest.param(6000, marks=pytest.mark.long)])
def test_any_drawing_is_played_or_refused_with_a_place(tmp_path: Path, games: int) -> None:
    chance = random.Random(26)
    path, played = tmp_path / "sea.txt", 0
    player = strategies_of("nautilus_2002")["random"]
    for _ in range(games):
        path.write_bytes(mutated(PRINTED, chance))
        try:
            game = with_own_content(GAME, path, "--content")
        except Complaint as problem:
            assert str(path) in str(problem)
            continue
        rows, _ = Match(game, game.knobs(), (player,) * 4).play(0, 2)
        played += len(rows)
    assert played
