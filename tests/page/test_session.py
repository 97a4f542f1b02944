"""What the live page comes to: the numbers of a run, intervals that narrow, one setting at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import simkit
from simkit import Run
from simkit.page import session as of_session
from simkit.page.answer import width_of_bars
from simkit.page.complaints import complaints
from simkit.page.controls import groups_of_rules
from simkit.page.session import Session
from simkit.page.setting import LiveSetting, Start, player_as_data, read_form, start_of, start_of_file
from simkit.report.questions.hardly_ever import why_players_lose
from tests.conftest import RunOf
from tests.page.conftest import form_of, last_of

SessionOf = Callable[[str | Start], Session]

FILE = """
name: mine
game: pig
seed: 5
rules: {target: 60}
strategies: [{base: hold_at, overlooks: 0.15, parameters: {n: 25}}, random]
factors:
  rules.sides: [6, 10]
"""


def same_as_run(session: Session, form: dict[str, Any], folder: Path) -> tuple[dict[str, Any], Run]:
    """Return the last answer to a form, after comparing its key figures with a run of the copied file."""
    said = list(session.try_out(form))[-1]
    assert said["state"] == "done", said
    file = folder / "copied.yaml"
    file.write_text(LiveSetting(session.start, read_form(form)).as_yaml(), encoding="utf-8")
    run = simkit.run(file, out=folder / "copied", jobs=1, report="none")
    scenario = run.scenarios.height - 1
    for key in said["keys"]:
        own = run.summary.filter(scenario=scenario, column=key["column"], of=key["of"])
        row = own.filter(own["statistic"].is_in(["rate", "mean"])).row(0, named=True)
        assert [key[name] for name in ("estimate", "low", "high", "n")] == [
            row[name] for name in ("estimate", "low", "high", "n")
        ]
    return said, run


def test_the_copied_file_comes_to_the_same_numbers(session_of: SessionOf, tmp_path: Path) -> None:
    session = session_of("pig")
    said, run = same_as_run(session, form_of(session, rules={"sides": 8}), tmp_path)
    assert run.scenarios["setting"].to_list() == ["as printed", "tried"]
    assert said["sentences"][0].startswith("With 8 sides instead of 6, ")
    games = run.games.collect()
    before, after = (games.filter(scenario=number)["turns"].to_numpy() for number in (0, 1))
    turns = next(key for key in said["keys"] if key["column"] == "turns")
    assert turns["difference"] == pytest.approx((after - before).mean())


def test_without_a_change_the_file_has_one_scenario(session_of: SessionOf, tmp_path: Path) -> None:
    session = session_of("pig")
    said, run = same_as_run(session, form_of(session, games=500), tmp_path)
    assert run.scenarios.height == 1
    assert "change" not in said["keys"][0]
    assert said["sentences"] == [said["sentences"][0]]
    assert said["sentences"][0].startswith("Seat 1 wins ")


def test_different_players_with_slips(session_of: SessionOf, tmp_path: Path) -> None:
    session = session_of("pig")
    seats = form_of(session)["seats"]
    seats = [{**seats[0], "one_in": 3.0, "parameters": {"n": 22.0}}, {**seats[1], "strategy": "random"}]
    said, _ = same_as_run(session, form_of(session, seats=seats, rules={"target": 70}), tmp_path)
    assert [key["of"] for key in said["keys"][:2]] == ["player 0", "player 1"]
    assert "player 1 (a casual player holding at 22 who overlooks 33.3 % of moves)" in said["sentences"][0]
    row = session.form()["tried"][0]
    assert (row["rules"], row["players"]) == ("target 70", "hold_at (n 22) with one slip in 3, random")


def test_a_file_is_the_start(session_of: SessionOf, write_experiment: Any, tmp_path: Path) -> None:
    file = write_experiment(FILE)
    session = session_of(start_of_file(simkit.experiment(file), file, 1))
    form = session.form()
    assert (form["called"], form["levels"]) == ("as in experiment.yaml", "10 sides")
    assert [seat["strategy"] for seat in form["seats"]] == ["hold_at", "random"]
    by_name = {rule["name"]: rule for group in form["groups"] for rule in group["rules"]}
    assert (by_name["sides"]["value"], by_name["sides"]["printed"]) == (10, "6")
    said, run = same_as_run(session, form_of(session, rules={"sides": 6, "target": 80}), tmp_path)
    knobs = run.scenarios["setting"].to_list()
    assert knobs == ["as in experiment.yaml", "tried"]
    assert "2 differences" not in said["sentences"][0]
    as_in_file = simkit.run(file, out=tmp_path / "file", games=2000, jobs=1, report="none")
    of_file = as_in_file.summary.filter(scenario=1, column="won", of="player 0")["estimate"].item()
    assert run.summary.filter(scenario=0, column="won", of="player 0")["estimate"].item() == of_file


def test_of_many_changes_all_are_named(session_of: SessionOf) -> None:
    changes = {"sides": 8, "target": 60, "decision_cap": 500}
    said = last_of(session_of("pig"), rules=changes)["sentences"]
    assert said[0].startswith("With 3 differences together, ")
    assert said[1] == "Target 60, sides 8, decision cap 500."


@pytest.mark.parametrize(
    ("low", "high", "whole", "width"),
    [(1, 40, True, 1), (1, 41, True, 2), (0, 1000, True, 50), (0, 3, False, 0.1), (-2.5, 2.5, False, 0.2)],
)
def test_bars_have_round_widths(low: float, high: float, whole: bool, width: float) -> None:
    assert width_of_bars(low, high, whole=whole) == pytest.approx(width)


def test_bars_hold_all_games(session_of: SessionOf) -> None:
    (chart,) = last_of(session_of("pig"), rules={"target": 30})["charts"]
    assert chart["title"] == "turns"
    assert len(chart["now"]) == len(chart["before"]) == len(chart["names"]) == len(chart["begins"])
    assert sum(chart["now"]) == pytest.approx(1, abs=1e-4)
    assert sum(chart["before"]) == pytest.approx(1, abs=1e-4)


def test_intervals_narrow_while_it_plays(session_of: SessionOf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_session, "OFTEN", 0.0)
    session = session_of("pig")
    said = [
        one for one in session.try_out(form_of(session, rules={"sides": 7}, games=20_000)) if "keys" in one
    ]
    games = [one["games"] for one in said]
    assert games[0] == of_session.FIRST
    assert games[-1] == 20_000
    assert games == sorted(games)
    widths = [one["keys"][0]["high"] - one["keys"][0]["low"] for one in said]
    assert widths == sorted(widths, reverse=True)
    assert said[-1]["state"] == "done"


def test_a_newer_setting_cancels_the_older(session_of: SessionOf) -> None:
    session = session_of("pig")
    old = session.try_out(form_of(session, games=200_000, rules={"sides": 9}))
    first = next(one for one in old if one["state"] == "playing")
    assert first["games"] < 200_000
    session._newest += 1
    assert next(old) == {"state": "cancelled"}
    assert last_of(session)["state"] == "done"


def test_earlier_games_are_not_played_again(session_of: SessionOf, monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of("pig")
    first = last_of(session, rules={"sides": 8})
    monkeypatch.setattr("simkit.page.games._piece", None)  # to play would fail
    again = last_of(session, rules={"sides": 8})
    assert again["keys"] == first["keys"]
    assert len(session.form()["tried"]) == 1


def test_a_rule_without_effect_is_told(session_of: SessionOf) -> None:
    said = last_of(session_of("pig"), rules={"decision_cap": 9000})
    assert said["sentences"] == [
        "With 9000 moves at most instead of 10000 nothing changes: all 2,000 games are the same.",
        "No game comes to that limit.",
    ]


def test_a_rule_about_what_the_player_hardly_ever_does_gets_the_reason_of_the_report(
    session_of: SessionOf,
) -> None:
    session = session_of("nautilion")
    form = form_of(session, rules={"spell_cost_tide": 1})
    form["seats"] = [{**seat, "strategy": "novice"} for seat in form["seats"]]
    said = list(session.try_out(form))[-1]
    row = next(row for row in said["results"] if row["name"] == "tides")
    counted = round(100 * float(row["value"].split()[0]))
    assert 0 < counted < 10
    assert any(
        f" {counted} Artificial Tides cast in a hundred games" in sentence for sentence in said["sentences"]
    )


def test_a_rule_that_moves_wins_is_told_with_the_way_to_lose_that_moves_most(session_of: SessionOf) -> None:
    session = session_of("nautilion")
    said = last_of(session, rules={"reserve": 1})
    (words,) = [sentence for sentence in said["sentences"] if " % of games instead of " in sentence]
    (row,) = [
        row
        for row in said["results"]
        if row["name"].startswith("end: ") and row["clear"] and row["value"].split()[0] in words
    ]
    assert row["before"].split("\N{NO-BREAK SPACE}")[0] in words


def test_a_player_that_hardly_ever_wins_is_told_what_the_report_tells_it(
    session_of: SessionOf, run_of: RunOf
) -> None:
    session = session_of("nautilion")
    form = form_of(session, rules={"board": "C2", "reserve": 2}, games=300)
    form["seats"] = [{**seat, "strategy": "novice"} for seat in form["seats"]]
    said = list(session.try_out(form))[-1]["sentences"]
    run = run_of(
        "name: alone\ngame: nautilion\ngames: 300\nreport: none\nrules: {board: C2, reserve: 2}\n"
        f"strategy: novice\nseed: {form['seed']}\n"
    )
    (why,) = why_players_lose(run)
    assert [sentence for sentence in said if " hardly ever wins: " in sentence] == [
        why.partition(". ")[0] + "."
    ]


def test_what_is_given_and_left_over_is_kept(session_of: SessionOf) -> None:
    session = session_of("night_market")
    form = form_of(session, rules={"charms": 4}, games=300)
    form["seats"] = [{**seat, "strategy": "careful"} for seat in form["seats"]]
    said = list(session.try_out(form))[-1]
    row = next(row for row in said["results"] if row["name"] == "charms")
    assert float(row["change"].split()[0].lstrip("+")) > 2.4
    assert any(" is kept, " in sentence for sentence in said["sentences"])


@pytest.mark.parametrize(
    ("changes", "rule", "seat", "says"),
    [
        ({"rules": {"sides": 1}}, "sides", None, "found 1, allowed is at least 2"),
        ({"rules": {"sides": "x"}}, "sides", None, "found 'x', allowed is a whole number"),
        ({"rules": {"sides": {"text": "[1"}}}, "sides", None, "not YAML"),
        ({"rules": {"side": 4}}, "side", None, "did you mean 'sides'?"),
        ({"games": 10}, None, None, "games: found 10, allowed is at least 100"),
        ({"seats": []}, None, None, "seats"),
        ({"seats": [{"strategy": "hold_et"}] * 2}, None, 0, "did you mean 'hold_at'?"),
        ({"seats": [{"strategy": "random"}, {"strategy": "./m.py:me"}]}, None, 1, "Allowed: hold_at, random"),
        ({"seats": [{"strategy": "random"}, {"strategy": "hold_at", "parameters": {"n": -1}}]}, None, 1, "n"),
        ({"seats": [{"strategy": "random", "kept": 5}] * 2}, None, None, "there are 2 players"),
        ({"seats": [{"strategy": "hold_at"}] * 3}, None, None, "seats: found 3, Pig has 2 seats"),
        ({"seats": [{"strategy": "hold_at", "one_in": -1}, {"strategy": "random"}]}, None, 0, "at least 0"),
        ({"seats": [{"strategy": "hold_at", "parameters": {"n": 0}}] * 2}, None, 0, "parameter 'n' of strat"),
        ({"rules": {"players": 2}}, "players", None, "the form says it by its seats"),
        ({"more": 1}, None, None, "more"),
    ],
)
def test_one_complaint_beside_what_it_is_about(
    session_of: SessionOf, changes: dict[str, Any], rule: str | None, seat: int | None, says: str
) -> None:
    said = last_of(session_of("pig"), **changes)
    assert said["state"] == "wrong"
    assert len(said["complaints"]) == 1
    found = said["complaints"][0]
    assert (found["rule"], found["seat"]) == (rule, seat)
    assert says in found["says"]


def test_complaints_without_a_place_are_kept_whole() -> None:
    assert complaints("it fails: here") == [{"rule": None, "seat": None, "says": "it fails: here"}]


def test_rules_are_grouped_as_declared_and_say_what_they_need(session_of: SessionOf) -> None:
    session = session_of("nautilion")
    form = session.form()
    by_name = {rule["name"]: rule for group in form["groups"] for rule in group["rules"]}
    assert [group["heading"] for group in form["groups"]][:3] == [
        "Board and start",
        "Dice, spells and crew",
        "Two players",
    ]
    assert by_name["board"]["options"][0] == "A1"
    assert (by_name["reserve"]["kind"], by_name["reserve"]["from"], by_name["reserve"]["to"]) == (
        "slider",
        0,
        20,
    )
    assert by_name["crew_copies"] | {"kind": "numbers", "low": 1, "high": 6} == by_name["crew_copies"]
    assert by_name["expansions"]["options"] == ["mages", "mercenaries", "reefs", "darkhouse", "heroic"]
    assert by_name["add_duct"]["kind"] == "text"
    assert "players" not in by_name
    assert form["players"] == {"low": 1, "high": 2}


@pytest.mark.parametrize(
    "player",
    [
        "hold_at",
        "master",
        {"name": "hold_at", "parameters": {"n": 22.0}},
        {"base": "hold_at", "overlooks": 0.25, "noise": 0.5, "parameters": {"n": 3.0}},
        {"name": "hold_at", "restrict": ["no hold"]},
        {"think": {"base": "hold_at", "method": "flat", "playouts": 32}},
    ],
)
def test_players_are_written_as_they_were_read(player: Any) -> None:
    first = simkit.experiment(game="pig", strategies=[player, "random"])
    again = player_as_data(first.scenarios[0].players[0])
    assert again == player
    second = simkit.experiment(game="pig", strategies=[again, "random"])
    assert second.scenarios[0].players == first.scenarios[0].players


def test_a_player_that_the_form_can_not_describe_is_kept(
    session_of: SessionOf, write_experiment: Any
) -> None:
    file = write_experiment(
        "{name: mine, game: pig, strategies: [{name: hold_at, restrict: [no hold]}, random]}"
    )
    session = session_of(start_of_file(simkit.experiment(file), file))
    assert session.form()["seats"][0]["kept"] == 0
    assert last_of(session, games=200)["row"]["players"] == "hold_at without hold, random"


@pytest.mark.long
def test_the_report_is_about_the_change(session_of: SessionOf, tmp_path: Path) -> None:
    session = session_of("pig")
    said = list(session.report(form_of(session, rules={"sides": 8}, games=200)))
    assert said[-1]["state"] == "written"
    assert said[-1]["files"] == ["report.html", "report.pdf"]
    assert Path(said[-1]["path"]).is_relative_to(tmp_path / "runs" / "pig_live")
    assert "sides 8" in (session.reports[0] / "report.html").read_text(encoding="utf-8")


def test_a_number_that_may_be_left_out_has_a_box() -> None:
    game = start_of("nautilus_2002")
    groups = groups_of_rules(game.game, game.rules)
    by_name = {rule["name"]: rule for group in groups for rule in group["rules"]}
    found = by_name["start_money"]
    assert [found[name] for name in ("kind", "value", "whole")] == ["maybe", None, True]


def test_weights_are_text_which_may_be_a_list_or_a_mapping(session_of: SessionOf) -> None:
    session = session_of("yacht")
    rules = groups_of_rules(session.start.game, session.start.rules)
    found = next(rule for group in rules for rule in group["rules"] if rule["name"] == "die")
    assert (found["kind"], found["text"]) == ("text", "{1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}")
    for text in ("{1: 1, 6: 3}", "[1, 6, 6, 6]"):
        said = last_of(session, rules={"die": {"text": text}})
        assert said["state"] == "done", said


def test_a_game_begins_as_printed() -> None:
    start = start_of("nautilion")
    assert start.called == "as printed"
    assert start.changed == {}
