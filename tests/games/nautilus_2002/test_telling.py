"""What a replay tells is what the state holds: money, goal cards, chips, what a seat has seen."""

from __future__ import annotations

import re

import pytest

from simkit.engine.play.match import Match
from simkit.engine.play.playthrough import playthrough
from simkit.engine.play.walk import Step
from simkit.games.nautilus_2002.kinds import TYPE_NAMES, Event, name_discovery, name_square
from simkit.games.nautilus_2002.knobs import Nautilus2002Knobs
from simkit.games.nautilus_2002.state import TYPES
from simkit.plugins import find_game, strategies_of

GAME = find_game("nautilus_2002")
REFERENCE = strategies_of("nautilus_2002")["reference"]
MATCH = Match(GAME, Nautilus2002Knobs(players=3), (REFERENCE,) * 3, seed=26)


@pytest.fixture(scope="module")
def steps() -> list[Step]:
    return list(MATCH.walk(0))


def told(step: Step) -> list[str]:
    tell = GAME.story.begin if step.move is None else GAME.story.tell
    return tell(GAME, step.state, MATCH.rules, step.events)


def of(step: Step, kind: int) -> list[list[int]]:
    return [event["numbers"].tolist() for event in step.events if event["kind"] == kind]


def test_a_round_begins_with_what_everybody_has(steps: list[Step]) -> None:
    begun = [step for step in steps if of(step, Event.ROUND_BEGUN)]
    assert len(begun) > 5
    for step in begun:
        text, table = "\n".join(told(step)), step.state.table
        for seat in range(3):
            own = re.search(rf"    Seat {seat + 1} has .*(\n        .*)*", text)
            assert own, text
            player = table.players[seat]
            assert f"has {player.money} Nemo" in own[0]
            assert f"in reserve {player.reserve} researcher" in own[0]
            assert "goal card: " in own[0]
            for kind in range(TYPES):
                assert (f"{TYPE_NAMES[kind]} at" in own[0]) == (player.ops[kind] > 0)
            assert own[0].count("and its chip") == sum(table.chips[kind] == seat for kind in range(TYPES))
            told_at = re.findall(r"submarine (\d) at (\(\d+, \d+\))", own[0])
            assert told_at == [
                (str(number), name_square(int(square)))
                for number, square in enumerate(player.submarines, 1)
                if square >= 0
            ]


def test_a_seat_knows_what_it_has_seen_and_no_more(steps: list[Step]) -> None:
    last = next(step for step in reversed(steps) if of(step, Event.ROUND_BEGUN))
    text, table = "\n".join(told(last)), last.state.table
    known = 0
    for seat in range(3):
        own, tiles = last.state.seats[seat], last.state.hidden.tiles
        slots = int(table.slots) & ~int(table.face_up) & int(own.seen)
        expected = [
            f"{name_discovery(int(tiles[slot]))} at {name_square(int(table.slot_square[slot]))}"
            for slot in range(len(tiles))
            if slots >> slot & 1
        ]
        known += len(expected)
        part = text.split(f"Seat {seat + 1} has ")[1].split("    Seat ")[0]
        line = re.search(r"knows: (.*)", part)
        assert (line[1] if line else "") == ", ".join(expected)
    assert known > 0


def test_who_pays_is_told_with_what_is_left(steps: list[Step]) -> None:
    kinds = (
        Event.BOUGHT,
        Event.BUILDING_PAID,
        Event.FEE_PAID,
        Event.SCANNED,
        Event.RECOVERED,
        Event.CHEST_FOUND,
        Event.RAISED,
    )
    met = set()
    for step in steps:
        for kind in kinds:
            for seat, *_ in of(step, kind):
                met.add(kind)
                money = step.state.table.players[seat].money
                assert any(f"({money} Nemo{'' if money == 1 else 's'} left)." in line for line in told(step))
    assert met == set(kinds)


def test_a_scan_says_in_one_sentence_what_it_shows(steps: list[Step]) -> None:
    scans = [step for step in steps if of(step, Event.SCANNED)]
    assert scans
    for step in scans:
        shown = of(step, Event.SEEN)
        assert shown
        (line,) = (line for line in told(step) if line.startswith("    It sees "))
        for _, discovery, square in shown:
            assert f"{name_discovery(discovery)} at {name_square(square)}" in line
        seat = int(of(step, Event.SCANNED)[0][0])
        assert all(
            int(step.state.seats[seat].seen) >> int(step.state.table.slot_at[square]) - 1 & 1
            for _, _, square in shown
        )


def test_stations_and_submarines_are_told_as_people_call_them() -> None:
    text = "\n".join(line for number in range(2) for line in playthrough(MATCH, number, choices=True))
    assert not re.search(r"\bstation \d|submarine 0|discovery \d", text)
    assert re.search(r"Seat \d moves submarine [123] from \(", text)
    assert re.search(r"launch from \w+ of seat \d at \(", text)
    assert re.search(r"chooses of \d+: look at \(\d+, \d+\)\.", text)
    assert re.search(r"It looks at \(\d+, \d+\): \w+", text)
    assert re.search(r"raises \d of its goal's tiles, \w+ and \w+ \(\d+ Nemos? left\)", text)


def test_a_score_is_told_with_its_parts() -> None:
    for number in range(3):
        lines = list(playthrough(MATCH, number))
        _, rows = MATCH.play(number, 1)
        for seat, row in enumerate(rows.reshape(-1)[:3], 1):
            (line,) = (line for line in lines if line.startswith(f"Seat {seat}: factor "))
            parts = re.search(r"discoveries (\d+), goal of [\w ]+ (\d+), Atlantis (\d+)", line)
            assert parts
            tiles, raised, award = map(int, parts.groups())
            assert tiles + raised + award == row.points
            assert line.endswith(f" = {row.score}.")
