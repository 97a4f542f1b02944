"""The board as content: what is printed, what a designer draws, what is wrong with a drawing and where."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from simkit import BadInput
from simkit.experiment.file.box import with_own_content
from simkit.game import own_content
from simkit.games.nautilus_2002.box import BOX
from simkit.testing import Match, find_game, strategies_of

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
    with pytest.raises(BadInput) as raised:
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
        (3, 5, "~", "'~' is no square; did you mean d (deep sea)? Allowed: . B lagoon"),
        (3, 5, "D", "'D' is no square; did you mean d (deep sea)?"),
        (9, 13, "b", "'b' is no square; did you mean B (lagoon, the centre of the base)?"),
        (8, 8, "0", "'0' is no square; did you mean o (incline with a discovery)?"),
        (8, 8, "\u043e", "'\u043e' (CYRILLIC SMALL LETTER O) is no square; Allowed: "),
        (8, 8, " ", "a space is no square; Allowed: "),
        (8, 8, "\t", "a tab is no square; Allowed: "),
        (0, 27, "", "row 1 has 27 squares, needed are 28"),
        (19, 27, "dd", "row 20 has 29 squares, needed are 28"),
        (12, 12, "B", "a board has one B, the centre of the base; found: 2"),
        (9, 15, "i", None),
        (9, 14, "i", "the nine squares around B are lagoon (.); found: incline"),
        (8, 9, "o", "the incline has 27 squares with discoveries (o), 26 tiles for them; draw 1 o fewer, or"),
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
    where = {"": (row, 26), "dd": (row, 28), "i": (row, 13), "o": (16, 17)}.get(drawn, (row, column))
    assert said.startswith(f"{path}:{FIRST + where[0]}:{where[1] + 1}: ")
    assert len(said.splitlines()) == 1


def test_the_number_of_rows_and_squares_without_tiles(draw: Callable[[str], Path]) -> None:
    assert ":19:1: a board has 20 rows; found: 19" in complaint(draw("\n".join(ROWS[:-1])))
    assert ":21:1: a board has 20 rows; found: 21" in complaint(draw("\n".join([*ROWS, ROWS[0]])))
    assert ":1:1: a board has 20 rows; found: none" in complaint(draw("# nothing\n"))
    assert ":1:1: a board has one B, the centre of the base; found: none" in complaint(
        draw("\n".join(ROWS).replace("B", "."))
    )
    one_less = [ROWS[0].replace("cxdd", "cddd", 1), *ROWS[1:]]
    said = complaint(draw("\n".join(one_less)))
    assert "the deep sea has 19 squares with discoveries (x), 20 tiles for them; draw 1 x more" in said
    many = complaint(draw("\n".join("q" * 28 for _ in range(20)))).splitlines()
    assert len(many) == 20 and ":20:1: 'q' is no square" in many[-1]


def test_a_board_has_sixty_discoveries_at_most(tmp_path: Path) -> None:
    rows = [ROWS[0].replace("xdddd", "xdxdd", 1), *ROWS[1:]]
    drawn = "\n".join(f'      - "{row}"' for row in rows)
    path = tmp_path / "sea.yaml"
    tiles = "components:\n  discoveries:\n    deep: {snail: 2}\n"
    path.write_text(f"board:\n  sea:\n    rows:\n{drawn}\n{tiles}", encoding="utf-8")
    assert complaint(path) == f"{path}:23:9: a board has 60 discoveries at most; found are 61"


@pytest.mark.parametrize("name", ["sea.map", "sea.TXT", "sea"])
def test_a_drawing_of_another_name_is_told_how_to_be_called(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(PRINTED, encoding="utf-8")
    assert complaint(path).endswith("; the name of a file that draws the board ends in .txt")


def test_the_board_is_shown_as_it_is_drawn(simkit: Callable[..., Result]) -> None:
    told = simkit("cards", "nautilus_2002", "sea")
    assert told.exit_code == 0
    lines = told.output.splitlines()
    assert all(f"{y:3d} {row}" in lines for y, row in enumerate(ROWS))
    assert "    *  canyon with a discovery" in lines


def test_a_drawing_to_start_from_is_the_printed_board(simkit: Callable[..., Result]) -> None:
    told = simkit("new", "board", "my_sea", "--game", "nautilus_2002")
    assert told.exit_code == 0 and "my_sea.txt" in told.output
    assert own_content(BOX, Path("my_sea.txt")).board.sea.rows == BOX.board.sea.rows
    assert "#   x   deep sea with a discovery" in Path("my_sea.txt").read_text(encoding="utf-8")
    again = simkit("new", "board", "my_sea", "--game", "nautilus_2002")
    assert again.exit_code == 2 and "my_sea.txt exists already" in again.output
    none = simkit("new", "board", "my_map", "--game", "castaways")
    assert none.exit_code == 2 and "no board" in none.output and "nautilus_2002" in none.output
    wrong = simkit("new", "board", "../my_sea", "--game", "nautilus_2002")
    assert wrong.exit_code == 2 and "can't be called" in wrong.output


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
    assert complaint(path).startswith(f"{path}:5:9: 'k' is no square")


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
        except BadInput as problem:
            assert str(path) in str(problem)
            continue
        rows, _ = Match(game, game.knobs(), (player,) * 4).play(0, 2)
        played += len(rows)
    assert played
