"""Cards, tokens and boards of a designer's own: read with their places, part of the rules and of the run."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st

from simkit import BadInput
from simkit.compile.sources import constants_hash
from simkit.engine.contract.content import changes_in_words, content_of
from simkit.engine.play.compiled import compiled
from simkit.experiment.file.box import with_own_content
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.game import Game, own_content
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import identity, sources_of
from simkit.testing import Match, find_game, strategies_of

NAUTILION, ISLAND = find_game("nautilion"), find_game("nautilus_island")
LINE = "[[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 8], [8, 9]]"

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a file with content."""

    def write_content(text: str) -> Path:
        path = tmp_path / "own.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write_content


def with_content(game: Game, path: Path) -> Game:
    return with_own_content(game, path, "--content")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bords: {}", "1:1: bords: unknown section 'bords'; did you mean 'boards'? Allowed: boards, "),
        ("portholes: {}", "1:1: portholes: unknown section 'portholes'; Allowed: boards, components, "),
        ("boards: [A1]", "1:9: boards: found a list of 1, allowed is a mapping"),
        ("boards:\n  A1: 3", "2:7: boards.A1: found 3, allowed is a mapping"),
        ("boards:\n  D1:", "2:6: boards.D1: found nothing, allowed is a mapping"),
        ("boards:\n  D1: {}", "2:7: boards.D1.ducts: is missing"),
        ("boards:\n  1D: {ducts: [[1, 2]]}", "2:3: boards.1D: found '1D', allowed are letters (a to z)"),
        (
            "boards:\n  A1:\n    duct: [[1, 2]]",
            "3:5: boards.A1.duct: unknown key of boards.A1 'duct'; did you mean 'ducts'?",
        ),
        ("boards: {A1: {ducts: [[1, 10]]}}", "1:27: boards.A1.ducts[0][1]: found 10, allowed is at most 9"),
        (
            "boards: {A1: {ducts: [[1, 1]]}}",
            "1:23: boards.A1.ducts[0]: a duct joins two different numbers, found 1-1",
        ),
        ("boards: {A1: {ducts: [[1, 2], [2, 1]]}}", "1:22: boards.A1.ducts: the duct 1-2 stands there twice"),
        (
            "boards: {A1: {ducts: []}}",
            "1:22: boards.A1.ducts: found a list of 0, allowed is at least 1 entries",
        ),
        ("boards: {A1: {ducts: [[1]]}}", "1:23: boards.A1.ducts[0][1]: is missing"),
        ("boards:\n  A1: {}\n  A1: {}", "3:3: the key 'A1' appears twice"),
        (
            "components:\n  dices: {faces: [1]}",
            "2:3: unknown item of components 'dices'; did you mean 'dice'? Allowed: dice, crew, ",
        ),
        (
            "components: {dice: {faces: [1, two]}}",
            "1:32: components.dice.faces[1]: found 'two', allowed is a whole number",
        ),
        (
            "components: {dice: {faces: [1, 2.0]}}",
            "1:32: components.dice.faces[1]: found 2.0, allowed is a whole number",
        ),
        ("components: {dice: {count: 4}}", "1:28: components.dice.count: found 4, allowed is 3"),
        (
            "components: {mages: {partners: [1, 4, 4]}}",
            "1:32: components.mages.partners: found 4 twice, allowed is each number once",
        ),
        (
            "components: {darkhouse: {levels: {normal: {red: 9, blue: 0}}}}",
            "1:49: components.darkhouse.levels.normal.red: found 9, allowed is at most 5",
        ),
        (
            "components: {darkhouse: {levels: {normal: {red: 1, blue: 4}}}}",
            "1:43: level normal needs 4 blue cards, found 3",
        ),
        (
            "darkhouse_cards:\n  4: {effect: discard_mor}",
            "2:15: darkhouse_cards.4.effect: unknown effect 'discard_mor'; did you mean 'discard_more'?",
        ),
        (
            "darkhouse_cards:\n  4: {colour: rde}",
            "2:15: darkhouse_cards.4.colour: unknown colour 'rde'; did you mean 'red'? Allowed: red, blue",
        ),
        (
            "darkhouse_cards:\n  14: {colour: red, effect: nothing}",
            "2:3: darkhouse_cards.14: cards have the numbers 1 to 13 here",
        ),
        (
            "darkhouse_cards:\n  17: {colour: red, effect: nothing}",
            "2:3: darkhouse_cards.17: found '17', allowed is at most 16",
        ),
        (
            "darkhouse_cards:\n  04: {tokens: 1}",
            "2:3: darkhouse_cards.04: found '04', allowed is a card's number, 1 to 16",
        ),
        (
            "darkhouse_cards:\n  x: {tokens: 1}",
            "2:3: darkhouse_cards.x: found 'x', allowed is a card's number, 1 to 16",
        ),
        ("darkhouse_cards:\n  4: {provenance: rumour}", "2:19: darkhouse_cards.4.provenance: unknown"),
        ("heroic_cards:\n  1: {turns: true}", "2:14: heroic_cards.1.turns: found true, allowed is a whole"),
        ("- boards", "1:1: content is a mapping (key: value), found a list"),
        ('boards: {"A\\a": {}}', "1:10: the character U+0007 (a control character) is not text"),
    ],
)
def test_mistakes_are_reported_with_their_place(write: Write, text: str, said: str) -> None:
    path = write(text)
    with pytest.raises(BadInput) as complaint:
        with_content(NAUTILION, path)
    assert str(complaint.value).splitlines()[0].startswith(f"{path}:{said}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("boards: {5: {columns: [1, 2, 3]}}", "1:10: unknown item of boards '5'; Allowed: 4, 3, 2"),
        ("boards: {4: {columns: [1, 2, 3]}}", "1:23: 4 players need 5 columns, found 3"),
        (
            "components: {portholes: {sizes: [3, 4]}}",
            "1:25: components.portholes: points: 2 piles are needed, found 4",
        ),
        (
            "components: {face_up: {by_width: [1, 3, 2]}}",
            "1:23: components.face_up: a column of 2 can't have 3 stacks face up",
        ),
        (
            "components: {bonus_tokens: {points: {twoo: 1}}}",
            "1:38: components.bonus_tokens.points.twoo: unknown key of components.bonus_tokens.points 'twoo'",
        ),
    ],
)
def test_mistakes_in_the_other_game_are_reported(write: Write, text: str, said: str) -> None:
    path = write(text)
    with pytest.raises(BadInput) as complaint:
        with_content(ISLAND, path)
    assert str(complaint.value).splitlines()[0].startswith(f"{path}:{said}")


def test_what_the_rules_can_not_be_made_of_is_reported(write: Write) -> None:
    path = write("components: {stacks: {height: 24}}")
    with pytest.raises(
        BadInput, match=f"^{path}:1:14: stack_height: the stacks take 288 cards, there are 96"
    ):
        with_content(ISLAND, path)


def test_a_game_without_content_says_so(write: Write, write_experiment: Write) -> None:
    file = write_experiment("name: x\ngame: pig\ngames: 1\nstrategy: random\ncontent: own.yaml\n")
    with pytest.raises(BadInput, match=r"experiment.yaml:5:10: .* declares no content, so none can be"):
        load_experiment(file)
    file.write_text(file.read_text().replace("pig", "nautilion"))
    with pytest.raises(BadInput, match=r"experiment.yaml:5:10: there is no file .*own.yaml"):
        load_experiment(file)


def test_an_item_is_replaced_by_the_keys_given_and_the_rest_stays(write: Write) -> None:
    game = with_content(
        NAUTILION,
        write(
            f"boards: {{A1: {{ducts: {LINE}}}, D1: {{ducts: {LINE}}}}}\n"
            "components: {reserve: {at_start: 5}, mercenaries: {armed_crew: [1, 3]}}\n"
            "darkhouse_cards: {4: {tokens: 3}, 13: {colour: red, effect: discard_more, tokens: 1}}\n"
            "heroic_cards: {8: {tokens: 4}}\n"
        ),
    )
    content, printed = NAUTILION.content, game.content
    assert content is not None and printed is not None
    card: Any = {f"{s}.{i}": item for s, i, item in printed.items()}["darkhouse_cards.4"]
    assert (card.colour, card.effect, card.tokens) == ("red", "discard_more", 3)
    assert card.provenance == "yours"
    assert game.changed_content == (
        "boards A1 (ducts), boards D1 (new), components reserve (at_start), components mercenaries "
        "(armed_crew), darkhouse_cards 4 (tokens), darkhouse_cards 13 (new), heroic_cards 8 (tokens)"
    )
    knobs: Any = game.knobs()
    assert (knobs.reserve, knobs.darkhouse_more_tokens, knobs.heroic_recoveries) == (5, 3, 4)
    assert 13 in knobs.darkhouse_cards
    rules: Any = game.rules_under(game.knobs.model_validate({"board": "D1", "expansions": "all"}))
    assert rules.armed_crew == 0b101
    assert rules.darkhouse_tokens[[4, 13]].tolist() == [3, 1]
    assert rules.darkhouse_cards == 13
    own: Any = game.rules_under(game.knobs.model_validate({"darkhouse_more_tokens": 2, "expansions": "all"}))
    assert own.darkhouse_tokens[[4, 13]].tolist() == [2, 1]


def test_games_with_different_content_do_not_disturb_each_other(write: Write) -> None:
    before = NAUTILION.rules_under(NAUTILION.knobs()).tobytes()
    one = with_content(NAUTILION, write("components: {reserve: {at_start: 1}}"))
    two = with_content(
        NAUTILION, write("components: {reserve: {at_start: 6}}\nboards: {Z: {ducts: [[1, 2]]}}\n")
    )
    values = [vars(game.knobs())["reserve"] for game in (one, NAUTILION, two)]
    assert values == [1, 4, 6]
    assert two.knobs.model_validate({"board": "Z"})
    with pytest.raises(ValueError, match="unknown board 'Z'"):
        one.knobs.model_validate({"board": "Z"})
    assert NAUTILION.rules_under(NAUTILION.knobs()).tobytes() == before
    assert one.in_the_box is two.in_the_box is NAUTILION


def test_an_empty_file_leaves_everything_as_printed(write: Write) -> None:
    assert NAUTILION.content is not None
    own = own_content(NAUTILION.content, write("boards: {A1: {}}"))
    assert changes_in_words(own, NAUTILION.content) == ""
    assert content_of(type(own), json.loads(json.dumps(own.as_data()))) == own


OWN_GAME = "name: own\ngame: nautilion\ngames: 60\nstrategy: greedy\nreport: none\n"


def test_content_changes_results_and_identity_and_compiles_nothing(
    write: Write, write_experiment: Write, tmp_path: Path
) -> None:
    path = write(
        f"boards: {{D1: {{ducts: {LINE}}}}}\ncomponents: {{mages: {{partners: [2, 5, 8]}}}}\n"
        "darkhouse_cards: {13: {colour: red, effect: discard_more, tokens: 9}}\n"
    )
    factors = "rules: {expansions: all}\n"
    printed = load_experiment(write_experiment(OWN_GAME + factors))
    own = load_experiment(write_experiment(f"{OWN_GAME}{factors}content: {path.name}\n"))
    assert identity(own, sources_of(own)) != identity(printed, sources_of(printed))
    assert sources_of(own) == sources_of(printed)
    assert constants_hash(*own.game.home) == constants_hash(*printed.game.home)
    runs = [run_experiment(e, tmp_path / f"run{i}", jobs=1) for i, e in enumerate((printed, own))]
    assert compiled(own.game).loop() is compiled(printed.game).loop()
    games = [run.games.collect() for run in runs]
    assert not games[0].equals(games[1])
    seen = [int(frame["darkhouse_cards"].to_numpy().max()) >> 12 for frame in games]
    assert seen == [0, 1]  # the new card has come up, and only there


def test_a_run_needs_its_content_file_no_more(
    simkit: Callable[..., Result], write: Write, write_experiment: Write, tmp_path: Path
) -> None:
    path = write(f"boards: {{D1: {{ducts: {LINE}}}}}\ncomponents: {{reserve: {{at_start: 6}}}}\n")
    file = write_experiment(OWN_GAME + "rules: {board: D1}\n")
    done = simkit("run", file, "--content", path, "--out", "run", "--jobs", 1)
    assert done.exit_code == 0, done.output
    assert "this run exists already" in simkit("run", file, "--content", path, "--out", "run").output
    path.unlink()
    told = simkit("replay", "run", "--game", 3)
    assert told.exit_code == 0, told.output
    assert "have changed" not in told.output
    report = simkit("report", "run", "--no-pdf")
    assert report.exit_code == 0, report.output
    page = (tmp_path / "run/report.html").read_text()
    assert "boards D1 (new), components reserve (at_start)" in page
    run = RunDirectory(tmp_path / "run")
    assert run.manifest["experiment"]["content"]["components"]["reserve"]["at_start"] == 6
    assert [vars(rules)["reserve"] for rules in run.rules()] == [6]


def test_content_that_a_run_was_made_with_and_that_fits_no_more_is_reported(
    write: Write, write_experiment: Write, tmp_path: Path
) -> None:
    file = write_experiment(OWN_GAME.replace("60", "2"))
    experiment = load_experiment(file, Overrides(content=write("components: {reserve: {at_start: 6}}")))
    run = run_experiment(experiment, tmp_path / "run", jobs=1)
    manifest = json.loads((run.path / "manifest.json").read_text())
    manifest["experiment"]["content"]["boards"]["A1"]["ducts"] = []
    (run.path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(BadInput, match=r"other content of nautilion .* boards.A1.ducts: found a list of 0"):
        RunDirectory(run.path).match(0)


def test_runs_with_other_content_are_compared(
    simkit: Callable[..., Result], write: Write, write_experiment: Write
) -> None:
    file = write_experiment(OWN_GAME)
    assert simkit("run", file, "--out", "a", "--jobs", 1).exit_code == 0
    path = write("components: {reserve: {at_start: 1}}")
    assert simkit("run", file, "--out", "b", "--jobs", 1, "--content", path).exit_code == 0
    told = simkit("compare", "a", "b").output
    assert "content as printed -> components reserve (at_start)" in told


def test_the_islands_content_changes_its_results(write: Write) -> None:
    game = with_content(
        ISLAND,
        write("boards: {2: {columns: [1, 1, 3, 3]}}\ncomponents: {treasures: {points: [9, 9, 9, 9]}}\n"),
    )
    player = strategies_of("nautilus_island")["random"]
    rows = [
        Match(played, played.knobs.model_validate({"players": 2}), (player, player)).play(0, 30)[0].tobytes()
        for played in (ISLAND, game)
    ]
    assert rows[0] != rows[1]


def test_cards_are_listed(simkit: Callable[..., Result], write: Write) -> None:
    for game in ("nautilion", "nautilus_2002", "nautilus_island"):
        listed = simkit("cards", game)
        assert listed.exit_code == 0, listed.output
        assert "published" in listed.output
        assert not re.search(r"(?m)^\s*\w+\*", listed.output)  # what is changed
    path = write("darkhouse_cards: {4: {tokens: 3}}")
    told = simkit("cards", "nautilion", "--content", path).output
    row = next(line for line in told.splitlines() if line.strip().startswith("4*"))
    assert row.split() == [
        "4*",
        "red:",
        "the",
        "Darkhouse's",
        "die",
        "costs",
        "3",
        "tokens",
        "instead",
        "of",
        "one",
        "1",
        "yours",
    ]
    assert "* not as printed: darkhouse_cards 4 (tokens)" in told
    refused = simkit("cards", "pig")
    assert refused.exit_code == 2
    assert "declares no content" in refused.output


def test_rules_have_the_defaults_of_own_content(simkit: Callable[..., Result], write: Write) -> None:
    file = write("components:\n  camp: {refill_at: 3}\n")
    shown = simkit("rules", "nautilus_island", "--content", str(file), "--json").output
    (rule,) = (row for row in json.loads(shown) if row["rule"] == "camp_refill_at")
    assert rule["default"] == 3
    assert "yours" in simkit("rules", "nautilus_island", "--content", str(file)).output


def test_a_run_is_checked_with_its_own_content(simkit: Callable[..., Result], tmp_path: Path) -> None:
    refused = simkit("check", str(tmp_path), "--content", "cards.yaml")
    assert refused.exit_code == 2
    assert "a run keeps the content that it was played with" in refused.output


def test_the_schema_of_content_is_for_a_part_of_it(simkit: Callable[..., Result]) -> None:
    schema = json.loads(simkit("schema", "nautilion").output)
    assert set(schema["properties"]) == {"boards", "components", "darkhouse_cards", "heroic_cards"}
    assert "required" not in json.dumps(schema)
    assert schema["$defs"]["DarkhouseCard"]["properties"]["effect"]["enum"][1] == "play_twice"
    assert schema["$defs"]["Dice"]["properties"]["faces"]["description"] == "the faces of each"
    assert simkit("schema", "pig").exit_code == 2


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["ducts", "A1", "4", "faces", "dice", "effect", "x"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)
SECTIONS = ["boards", "components", "darkhouse_cards", "heroic_cards", "cards"]
IDS = ["A1", "D1", "4", "13", "dice", "mages", "reefs", "darkhouse", "x", ""]


@given(st.dictionaries(st.sampled_from(SECTIONS), JSON | st.dictionaries(st.sampled_from(IDS), JSON)))
def test_any_file_is_read_or_refused(tmp_path: Path, data: Any) -> None:
    path = tmp_path / "any.yaml"
    path.write_text(json.dumps(data), encoding="utf-8")
    for game in (NAUTILION, ISLAND):
        try:
            assert with_content(game, path).knobs()
        except BadInput as complaint:
            assert str(path) in str(complaint)
