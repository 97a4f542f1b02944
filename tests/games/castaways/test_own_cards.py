"""Cards of a designer's own: the how-to as it stands, random ones, and what is wrong with them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import yaml
from click.testing import CliRunner
from hypothesis import assume, given
from hypothesis import strategies as st

import simkit
from simkit import BadInput
from simkit.cli.main import main
from simkit.game import content_schema, own_content
from simkit.games.castaways.box import BOX, CastawaysContent
from simkit.games.castaways.printed import island_cards, print_cards
from simkit.games.castaways.vocabulary import vocabulary_in
from simkit.run.findings.noticed import unused_items
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.testing import find_game
from tests.engine.effects_trees import NAMES, cards, places, replaced
from tests.games.castaways.card_table import CardTable

HOW_TO = (Path(__file__).parents[3] / "docs" / "howto" / "castaways-cards.md").read_text(encoding="utf-8")
OWN_CARDS, PLAYED, CHANGES = re.findall(r"```yaml\n(.*?)```", HOW_TO, re.DOTALL)
VOCABULARY = vocabulary_in(BOX)

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a file with cards."""

    def write_cards(text: str) -> Path:
        path = tmp_path / "my_cards.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write_cards


def test_the_cards_of_the_how_to_do_what_they_say(write: Write) -> None:
    content = own_content(BOX, write(OWN_CARDS))
    chance = random.Random(1)
    met: set[int] = set()
    names = ("events.locusts", "ruined_pier", "bark_message", "bark_builder")
    for seed in range(60):
        table = CardTable(3, seed=seed, content=content).give(1, *(["rope"] if seed % 2 else []))
        table.set_out(0, 1)
        for name in names:
            table.do(name, 0, lambda q, s, a: chance.choice(a))
        table.check()
        met |= set(table.table.card_state.nonzero()[0])
    card = content.program.number("bark_hut") - 1
    assert {card, content.program.number("bark_builder") - 1} <= met
    hut = content.in_words("plots", "bark_hut", content.plots["bark_hut"])
    assert "'Who built it' is shuffled into the deck of the heart." in hut


def test_the_mistake_that_the_how_to_shows_is_told_so(write: Write) -> None:
    path = write(OWN_CARDS.replace("energy: -1, to: camp", "energie: -1, to: camp"))
    with pytest.raises(BadInput) as complaint:
        own_content(BOX, path)
    assert str(complaint.value).partition("? ")[0].removeprefix(f"{path.parent}/") in HOW_TO


def test_the_experiment_of_the_how_to_is_played(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(OWN_CARDS).with_name("my_cards_played.yaml")
    path.write_text(PLAYED.replace("games: 200", "games: 40"), encoding="utf-8")
    experiment = simkit.experiment(path)
    run_experiment(experiment, path.with_name("run"), jobs=1)
    run = RunDirectory(path.with_name("run"))
    unused, games = unused_items(run)
    assert games == 80
    assert ("plots", "103") in unused
    assert ("camp_cards", "fishing") not in unused
    assert ("events", "locusts") not in unused
    told = run.events_in("event_turned").collect()["event"].to_list()
    assert run.game.events != find_game("castaways").events  # the words are those of these cards
    assert max(told) == len(BOX.events)  # the locusts came
    monkeypatch.chdir(path.parent)
    found = CliRunner().invoke(main, ["cards", "castaways", "--unused", "run"])
    assert f"never met in 80 logged games: {len(unused)}" in found.output
    pier = list(island_cards(own_content(BOX, write(OWN_CARDS)))).index("ruined_pier")
    met = run.events_in("card_drawn").filter(pl.col("card") == pier).collect().row(0, named=True)
    wanted = ["--scenario", str(met["scenario"]), "--game", str(met["game"])]
    story = CliRunner().invoke(main, ["replay", "run", *wanted]).output
    assert re.search(r"explores the coast: A ruined pier\.(\n  .*)+ chooses: (tear it|sit and) ", story)


def test_what_is_printed_is_changed_as_the_how_to_says(write: Write) -> None:
    content = own_content(BOX, write(CHANGES))
    assert content.objects["axe"].strength == 2
    assert content.objects["axe"].wood_action == 1
    assert content.exploration["c06"].name == "Driftwood"
    assert CardTable(2, content=content).do("c06").table.wood == 3


def test_cards_are_listed_and_shown(write: Write) -> None:
    path = write(OWN_CARDS)
    shown = CliRunner().invoke(main, ["cards", "castaways", "--content", str(path), "bark_hut", "dog"]).output
    assert "A hut of bark" in shown
    assert "Footprints" not in shown
    listed = CliRunner().invoke(main, ["cards", "castaways"]).output
    assert all(title in listed for title in ("Footprints", "A parrot speaks", "The great wave", "Rats"))
    said = {(section, id_): BOX.in_words(section, id_, item) for section, id_, item in BOX.items()}
    assert said["objects", "goat"] == "The goat; 1 food token every turn; found on the island"
    assert (
        said["objects", "spyglass"] == "Spyglass; 1 story point for a rescued owner; something to signal with"
    )
    assert "rescue needs spyglass and captain's log; taken out above two players" in said["events", "e08"]
    assert (
        "the return cube goes up 1 space; draw 1 story-point tile; deck of the coast"
        in said["exploration", "c03"]
    )
    wrong = CliRunner().invoke(main, ["cards", "castaways", "bark_hut"])
    assert "Castaways has no card, token or board 'bark_hut'" in wrong.output


FAULTS = Path(__file__).with_name("content_faults.txt").read_text(encoding="utf-8").splitlines()
"""A file of cards, in which a ^ stands before what is wrong; below it what is said of that."""


@pytest.mark.parametrize(("text", "said"), list(zip(FAULTS[::2], FAULTS[1::2], strict=True)))
def test_what_is_wrong_is_said_with_its_place(write: Write, text: str, said: str) -> None:
    path = write(text.replace("^", ""))
    with pytest.raises(BadInput) as complaint:
        own_content(BOX, path)
    assert f"{path}:1:{text.index('^') + 1}: {said.strip()}" in str(complaint.value)


def test_what_there_is_no_room_for(write: Write) -> None:
    many = "".join(f"  o{i}: {{name: O}}\n" for i in range(20))
    copies = "".join(f"  {name}: {{copies: 9}}\n" for name in list(BOX.remains)[:9])
    base = "".join(f"  {name}: {{base: true}}\n" for name in list(BOX.camp_cards)[:13])
    for text, said in (
        (f"objects:\n{many}", "21:3: objects: 49 of them, room is for 48"),
        (f"remains:\n{copies}", "2:3: remains: 101 cards with their copies, room is for 80"),
        (f"camp_cards:\n{base}", "14:16: 13 cards on the camp board at the start, room is for 12"),
    ):
        path = write(text)
        with pytest.raises(BadInput) as complaint:
            own_content(BOX, path)
        assert str(complaint.value) == f"{path}:{said}"


def test_plots_that_own_cards_no_longer_lead_to_stay_in_the_box(write: Write) -> None:
    content = own_content(BOX, write("plots: {z09: {do: [{sp: 1}]}}"))  # else it leads to 34, and that to 35
    assert content.plots["34"] == BOX.plots["34"]


def test_things_that_are_added_come_after_those_of_the_box(write: Write) -> None:
    content = own_content(BOX, write("objects: {lamp: {name: A lamp, sp: 2, strength: 1}}\n" + OWN_CARDS))
    assert list(content.objects)[:-1] == list(BOX.objects)
    table = CardTable(2, content=content)
    assert table.rules.object[len(BOX.objects)].points == 2
    numbers = {id_: number for number, id_ in enumerate(island_cards(content))}
    assert numbers["ruined_pier"] == len(BOX.exploration)
    assert table.rules.card[numbers["z01"]].text == content.program.number("z01")
    assert table.rules.plot_card[104] == numbers["bark_hut"]  # plots without a number get the next free ones


def test_editors_know_what_a_text_may_say() -> None:
    schema = content_schema(CastawaysContent)
    assert schema["$defs"]["Plot"]["properties"]["do"]["$ref"] == "#/$defs/text"
    operations = schema["$defs"]["text"]["items"]["anyOf"]
    assert any("shuffle_in" in entry.get("properties", {}) for entry in operations)


def own_cards(found: dict[str, Any]) -> dict[str, Any]:
    """Return content with random plots, to all of which an event leads."""
    options = [{"name": name, "do": [{"goto": name}]} for name in NAMES]
    event = {
        "name": "E",
        "weather": "none",
        "wreck": 0,
        "signal": "B",
        "do": [{"choose": {"options": options}}],
    }
    plots = {name: {"name": name, "do": text} for name, text in found.items()}
    return {"events": {"own": event}, "plots": plots}


def with_own(found: dict[str, Any], folder: Path) -> CastawaysContent:
    """Return the box with random plots."""
    path = folder / "own.yaml"
    path.write_text(yaml.safe_dump(own_cards(found), sort_keys=False), encoding="utf-8")
    return own_content(BOX, path)


@given(found=cards(VOCABULARY), seed=st.integers(0, 2**32 - 1))
def test_random_cards_come_to_an_end_and_nothing_is_lost(
    found: dict[str, Any], seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    try:
        content = with_own(found, tmp_path_factory.mktemp("cards"))
    except BadInput as refused:
        lines = str(refused).splitlines()
        assert all("never ends" in line or "in the middle of its text" in line for line in lines), lines
        assume(False)
    chance = random.Random(seed)
    table = CardTable(chance.randint(1, 4), seed=seed, content=content, sp_reroll=chance.random() < 0.5)
    players = int(table.rules.players)
    for seat in range(players):
        things = [name for name in BOX.objects if chance.random() < 0.1]
        table.give(seat, *things, tiles=chance.randint(0, 2), food=chance.randint(0, 2))
    if chance.random() < 0.5:
        table.set_out(*range(chance.randint(1, players)))
    for _ in range(3):
        if not table.state.over:
            table.do("events.own", table.drawer(chance), lambda q, s, a: chance.choice(a))
    table.check()


WRONG = st.sampled_from(
    [None, True, 77, -77, 0.5, "nonsense", "goto", "", [], ["plan"], {}, {"goto": "a"}, {"then": 1}, [[1]]]
)


@given(found=cards(VOCABULARY), wrong=WRONG, data=st.data())
def test_ill_formed_cards_are_refused_with_their_line(
    found: dict[str, Any], wrong: Any, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    content = own_cards(found)
    place = data.draw(st.sampled_from(places(content)[1:]))
    path = tmp_path_factory.mktemp("cards") / "own.yaml"
    path.write_text(yaml.safe_dump(replaced(content, place, wrong), sort_keys=False), encoding="utf-8")
    try:
        own_content(BOX, path)
    except BadInput as refused:
        lines = path.read_text().count("\n") + 1
        for message in str(refused).splitlines():
            if message == "... and more":
                continue
            assert message.startswith(f"{path}:"), message
            line, column = message.removeprefix(f"{path}:").split(":")[:2]
            assert 1 <= int(line) <= lines
            assert int(column.split()[0]) >= 1


def test_the_rules_record_has_room_for_all_that_content_allows() -> None:
    table = CardTable(2)
    print_cards(table.rules, BOX)
    assert table.rules.card_count == len(BOX.exploration) + len(BOX.plots)
    assert sum(card.copies for card in BOX.remains.values()) == 30
