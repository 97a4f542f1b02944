"""What a game's master comes to: measured beside the games of a run, resumed, recorded with the game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
import pytest
from click.testing import CliRunner, Result
from record_ceilings import play_of, record, record_answer

import simkit
from simkit import plugins
from simkit.plugins import find_game, master_of
from simkit.questions.answer import UNFINISHED
from simkit.questions.asking import ask_of_run
from simkit.questions.ceiling import CeilingOfPlay
from simkit.questions.lab import Lab, Listener
from simkit.questions.unfinished import Unfinished
from simkit.report.sections.ceiling import Told, avoidable, sentences_of
from simkit.run.findings import ceiling as of_ceiling
from simkit.run.findings.ceiling import Ceiling, ceilings_of, measures_of, read_ceilings
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, wilson

FEW = {"games": 12, "playouts": 16}

SHORT: dict[str, Any] = {
    "game": "pig",
    "games": 40,
    "strategies": ["hold_at", "hold_at"],
    "factors": {"rules.target": [20, 30]},
}


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def directory_of(run: Any) -> RunDirectory:
    return RunDirectory(run.path)


def test_what_is_measured_depends_on_whether_players_compete() -> None:
    names = {
        (name, seats): [(own.name, own.of_seats) for own in measures_of(find_game(name), seats)]
        for name, seats in (("nautilion", 1), ("castaways", 4), ("castaways", 1), ("nautilus_2002", 4))
    }
    assert names["nautilion", 1] == [("won", False), ("turns", False)]
    assert names["castaways", 4][0] == names["castaways", 1][0] == ("rescued", False)
    assert names["nautilus_2002", 4][0] == ("score", True)


def test_every_set_of_rules_has_a_ceiling_on_the_same_chance() -> None:
    run = simkit.run({**SHORT, "ceiling": FEW})
    answer = run.answers["ceiling"]
    first, second = map(Ceiling.from_data, answer.data["ceilings"])
    assert (first.setting, second.setting) == ("target 20", "target 30")
    assert (first.base, first.playouts, first.games, first.control) == ("hold_at", 16, 12, "hold_at")
    table = simkit.play("pig", _thinking(16), games=12, rules={"target": 20})
    slow, quick = (_scores(own) for own in (table.seats, run.seats.filter(scenario=0).collect()))
    partner = quick[:12]
    slope = np.cov(slow, partner)[0, 1] / partner.var(ddof=1)
    expected = slow.mean() + slope * (quick.mean() - partner.mean())
    assert first.results["score"].value == pytest.approx(expected)
    assert first.controls["score"].value == pytest.approx(quick.mean())
    assert first.gains["score"].value == pytest.approx(expected - quick.mean())
    assert set(answer.tables["ceilings"].frame["column"]) == {"score", "turns"}


def _thinking(playouts: int) -> list[dict[str, Any]]:
    return [{"think": {"base": "hold_at", "playouts": playouts}}] * 2


def _scores(seats: pl.DataFrame) -> npt.NDArray[np.float64]:
    """Return the mean score of each game."""
    means = seats.group_by("game").agg(pl.col("score").cast(pl.Float64).mean()).sort("game")
    return means["score"].to_numpy()


def test_players_with_the_same_rules_have_the_same_ceiling() -> None:
    described = {key: value for key, value in SHORT.items() if key not in ("strategies", "factors")}
    players = {"strategy": ["random", "hold_at"]}
    run = simkit.run({**described, "factors": players, "rules": {"target": 20}, "ceiling": FEW})
    (own,) = run.answers["ceiling"].data["ceilings"]
    assert own["control"] == "hold_at"
    assert {*ceilings_of(directory_of(run))} == {0, 1}


def test_only_some_levels_are_measured() -> None:
    run = simkit.run({**SHORT, "ceiling": {**FEW, "where": {"target": 30}}})
    assert {*ceilings_of(directory_of(run))} == {1}


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ({"where": {"targets": 30}}, "where: unknown factor 'targets'; did you mean 'target'"),
        ({"where": {"target": 31}}, r"where\.target: unknown level '31'"),
        ({"width": 0}, r"ceiling\.width: found 0"),
        ("yes", "ceiling: found 'yes', allowed is true, false or a mapping"),
        ({"base": "hold"}, "unknown strategy of pig 'hold'"),
    ],
)
def test_a_wrong_parameter_is_refused(key: Any, message: str) -> None:
    with pytest.raises(simkit.BadInput, match=message):
        simkit.experiment({**SHORT, "ceiling": key})


def test_it_needs_a_table_of_players_that_are_alike() -> None:
    with pytest.raises(simkit.BadInput, match="ceiling: no scenario in which all players are alike"):
        simkit.experiment({**SHORT, "strategies": ["hold_at", "random"], "ceiling": True})


def test_the_command_line_and_python_ask_or_do_not(simkit: Callable[..., Result]) -> None:
    file = Path("short.yaml")
    few = json.dumps(FEW)
    file.write_text(
        f"name: short\ngame: pig\ngames: 20\nstrategy: hold_at\nrules: {{target: 20}}\nceiling: {few}\n"
    )
    assert simkit("run", file, "--no-ceiling", "--no-report", "--jobs", 1).exit_code == 0
    assert not [*Path().glob("runs/short/*/answers/ceiling")]
    assert simkit("run", file, "--ceiling", "--no-report", "--jobs", 1).exit_code == 0
    (answer,) = Path().glob("runs/short/*/answers/ceiling/answer.json")
    assert json.loads(answer.read_text())["parameters"]["games"] == FEW["games"]
    asked = ("ceiling", file, "--games", 10, "--playouts", 16, "--jobs", 1)
    shown = simkit(*asked).output
    assert "mean score" in shown and "runs/ceiling/short" in shown
    refused = simkit(*asked, "--where", "target=3")
    assert refused.exit_code == 2 and "where: unknown factor 'target'" in refused.output
    refused = simkit(*asked, "--where", "target")
    assert refused.exit_code == 2 and "--where target: allowed is KEY=VALUE" in refused.output


def test_python_asks_beside_a_file() -> None:
    file = Path("short.yaml")
    file.write_text("name: short\ngame: pig\ngames: 20\nstrategy: hold_at\nrules: {target: 20}\n")
    assert [asked.name for asked in simkit.experiment(file, ceiling=True).questions] == ["ceiling"]
    asked = simkit.experiment(file, ceiling=FEW).questions[0].parameters
    assert isinstance(asked, CeilingOfPlay) and asked.games == 12
    with pytest.raises(simkit.BadInput, match=r"^ceiling: found 'no'"):
        simkit.experiment(file, ceiling="no")  # type: ignore[arg-type]


class Stops(Listener):
    """Stops the work after some pieces of it, as a kill does."""

    def __init__(self, after: int) -> None:
        self.left = after

    def played(self, player: str, games: int, of: int) -> None:
        self.left -= 1
        if self.left < 0:
            raise InterruptedError


def test_one_that_was_stopped_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    experiment = simkit.experiment({**SHORT, "ceiling": FEW})
    whole, stopped = (run_experiment(experiment, tmp_path / name, jobs=1) for name in ("whole", "stopped"))
    ask_of_run(whole, experiment, Lab(jobs=2))
    with pytest.raises(InterruptedError):
        ask_of_run(stopped, experiment, Lab(jobs=1, listener=Stops(3)))
    unfinished = stopped.path / "answers" / "ceiling" / UNFINISHED
    kept = unfinished.read_bytes()
    assert len(kept.splitlines()) == 5  # a head and four pieces
    unfinished.write_bytes(kept[:-9])  # and a power cut in the middle of the fourth
    heard = Stops(1000)
    ask_of_run(stopped, experiment, Lab(jobs=1, listener=heard))
    assert 1000 - heard.left == 6 - 3  # pieces of 5, 5 and 2 games under two sets of rules
    files = sorted(path.name for path in (whole.path / "answers" / "ceiling").iterdir())
    assert files == ["answer.json", "ceilings.parquet", "score.parquet", "turns.parquet"]
    for name in files:
        first, second = (own.path / "answers" / "ceiling" / name for own in (whole, stopped))
        assert first.read_bytes() == second.read_bytes()
    assert not unfinished.exists()


def test_what_depends_on_something_else_is_not_continued(tmp_path: Path) -> None:
    Unfinished(tmp_path, {"sources": "a"}).add((1, 2), {"won": [1.0]})
    assert Unfinished(tmp_path, {"sources": "a"}).get((1, 2)) == {"won": [1.0]}
    assert Unfinished(tmp_path, {"sources": "b"}).get((1, 2)) is None
    assert Unfinished(tmp_path, {"sources": "a"}).get((1, 2)) is None
    Unfinished(None, {}).add((1,), 2)


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the file in which Pig's ceilings are recorded, in a folder of its own."""
    (ladder,) = plugins.ladder_files("pig")
    copy = tmp_path / "strategies" / "ladder.yaml"
    copy.parent.mkdir()
    copy.write_text(ladder.read_text())
    monkeypatch.setattr(of_ceiling, "ladder_files", lambda _game: [copy])
    monkeypatch.setattr("record_ceilings.ladder_files", lambda _game: [copy])
    return copy.with_name("ceilings.yaml")


@pytest.fixture
def quick_master(monkeypatch: pytest.MonkeyPatch) -> int:
    """Have a master with few play-outs."""
    own = master_of("pig")
    assert own.look_ahead is not None
    quick = replace(own, look_ahead=replace(own.look_ahead, playouts=16))
    monkeypatch.setattr("simkit.questions.answers.master.master_of", lambda _game: quick)
    monkeypatch.setattr("record_ceilings.master_of", lambda _game: quick)
    return 16


def test_what_is_recorded_is_known_to_any_run_and_not_played_again(recorded: Path, quick_master: int) -> None:
    run = simkit.run({**SHORT, "ceiling": {"games": 12}})
    assert record_answer(run.path, date(2031, 2, 3)) == (recorded, 2)
    first, second = read_ceilings(recorded)
    assert (first.rules, first.measured, first.is_current) == ({"target": 20}, "2031-02-03", True)
    measured = Ceiling.from_data(run.answers["ceiling"].data["ceilings"][0])
    assert first.results["score"].value == pytest.approx(measured.results["score"].value, abs=1e-4)

    other = simkit.run({**SHORT, "seed": 7, "factors": {"rules.target": [30, 25]}})
    assert {scenario: own.rules for scenario, own in ceilings_of(directory_of(other)).items()} == {
        0: {"target": 30}
    }
    asked = simkit.run({**SHORT, "seed": 7, "factors": {"rules.target": [30, 25]}, "ceiling": {"games": 12}})
    days = [own["measured"] for own in asked.answers["ceiling"].data["ceilings"]]
    assert days == ["2031-02-03", ""]
    known = Ceiling.from_data(asked.answers["ceiling"].data["ceilings"][0])
    assert known.results["score"].value == second.results["score"].value
    assert known.control == "hold_at" and known.gains["score"].low < known.gains["score"].high
    exact = simkit.run({**SHORT, "seed": 9, "ceiling": {"games": 13, "width": 0.001}})
    assert [own["measured"] for own in exact.answers["ceiling"].data["ceilings"]] == ["", ""]
    anew = simkit.run({**SHORT, "seed": 8, "ceiling": {"games": 12, "anew": True}})
    assert [own["measured"] for own in anew.answers["ceiling"].data["ceilings"]] == ["", ""]


def test_a_record_says_whether_play_has_changed_since(recorded: Path, quick_master: int) -> None:
    run = simkit.run({**SHORT, "ceiling": {"games": 12}})
    record_answer(run.path, date(2031, 2, 3))
    text = recorded.read_text()
    now = of_ceiling.sources_of_play(find_game("pig"), "hold_at")
    recorded.write_text(text.replace(now, "v" * 16))
    assert [own.is_current for own in read_ceilings(recorded)] == [False, False]
    page = (
        simkit.run({**SHORT, "seed": 9, "name": "later", "report": "general"}, progress=False).path
        / "report.html"
    )
    assert "have changed since then" in page.read_text()
    recorded.write_text(text.replace("playouts: 16", "playouts: 17"))  # another master: measured anew
    asked = simkit.run({**SHORT, "seed": 10, "ceiling": {"games": 12}})
    assert {own["measured"] for own in asked.answers["ceiling"].data["ceilings"]} == {""}


def test_recording_again_replaces_the_same_rules(recorded: Path, quick_master: int) -> None:
    for seed, day, targets in ((1, 3, [20, 30]), (2, 4, [30, 35])):
        described = {**SHORT, "seed": seed, "factors": {"rules.target": targets}}
        run = simkit.run({**described, "ceiling": {"games": 12, "anew": True}})
        record_answer(run.path, date(2031, 2, day))
    found = {own.rules["target"]: own.measured[-1] for own in read_ceilings(recorded)}
    assert found == {20: "3", 30: "4", 35: "4"}


def test_only_what_the_master_has_measured_is_recorded(recorded: Path) -> None:
    run = simkit.run({**SHORT, "ceiling": FEW})  # with other play-outs than the master's
    with pytest.raises(simkit.BadInput, match="nothing was measured with the game's master of today"):
        record_answer(run.path, date(2031, 2, 3))


def test_a_wrong_record_is_refused_with_its_line(recorded: Path) -> None:
    recorded.write_text("game: pig\nrecorded:\n- {measured: today}\n")
    with pytest.raises(simkit.BadInput, match=r"ceilings\.yaml:3"):
        read_ceilings(recorded)


def test_after_a_change_that_leaves_play_as_it_was_a_record_is_renewed(
    recorded: Path, quick_master: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("record_ceilings.game_names", lambda: ["pig"])
    run = simkit.run({**SHORT, "ceiling": {"games": 12}})
    record_answer(run.path, date(2031, 2, 3))
    of_ceiling.sources_of_play.cache_clear()
    monkeypatch.setattr(of_ceiling, "code_of_play", lambda game, strategy: "0" * 64)
    assert [own.is_current for own in read_ceilings(recorded)] == [False, False]
    text = recorded.read_text()
    recorded.write_text(
        re.sub(r"plays: p\w+", "plays: pother", text, count=1)
    )  # under the first of two rules
    told = CliRunner().invoke(record, ["--renew"])
    assert told.exit_code == 0 and told.output.endswith("1 ceilings renewed, 1 left as they are\n")
    assert {own.rules["target"]: own.is_current for own in read_ceilings(recorded)} == {20: False, 30: True}
    results = {own.rules["target"]: own.results["score"] for own in read_ceilings(recorded)}
    recorded.write_text(text)
    assert results == {own.rules["target"]: own.results["score"] for own in read_ceilings(recorded)}
    of_ceiling.sources_of_play.cache_clear()


def test_without_games_a_record_is_not_renewed(recorded: Path, quick_master: int) -> None:
    run = simkit.run({**SHORT, "ceiling": {"games": 12}})
    told = CliRunner().invoke(record, [str(run.path), "--without-games"])
    assert told.exit_code == 0 and "plays:" not in recorded.read_text()
    assert of_ceiling.renew_ceilings(recorded, "v" * 16, lambda rules: "") == (0, 2)


def test_games_differ_where_players_or_rules_do() -> None:
    pig, master = find_game("pig"), master_of("pig")
    plays = play_of(pig, master)({"target": 20})
    assert plays == play_of(pig, master)({"target": 20}) != play_of(pig, master)({"target": 21})
    assert plays != play_of(pig, replace(master, strategy="random"))({"target": 20})


def test_folders_are_recorded_or_records_renewed() -> None:
    for arguments in ([], ["--renew", "folder"]):
        told = CliRunner().invoke(record, arguments)
        assert told.exit_code == 2 and "give either folders or --renew" in told.output


def test_data_keeps_what_has_no_interval() -> None:
    nan = float("nan")
    own = Ceiling({}, "hold_at", 8, {"score": Estimate(3.0, nan, nan, 2, "double sampling")})
    back = Ceiling.from_data(json.loads(json.dumps(own.as_data())))
    assert back.results["score"].low != back.results["score"].low
    assert back.results["score"].value == 3.0


def test_what_one_comes_to_alone_is_said_so() -> None:
    def points(value: float) -> dict[str, Estimate]:
        return {"score": Estimate(value, value - 2, value + 2, 100, "double sampling")}

    own = Ceiling({}, "simple", 1, points(240.0), "simple", points(225.0), points(15.0))
    (said,) = sentences_of(Told(find_game("yacht"), [own]))
    assert said == (
        "At the ceiling (simple that looks ahead with 1 play-out per decision) the mean score is 240.0 "
        "(238.0 to 242.0), 15.0 more (13.0 to 17.0) than simple's."
    )


def of_settings(**won: tuple[int, int]) -> str:
    """Return what is said where the master wins some of 100 games, and an expert some of 1,000."""
    found = [
        Ceiling({}, "expert", 64, {"won": wilson(own, 100)}, setting=name).compared(
            "expert", {"won": wilson(player, 1_000)}
        )
        for name, (own, player) in won.items()
    ]
    said = " ".join(sentences_of(Told(find_game("nautilion"), found)))
    return said.replace("\N{NO-BREAK SPACE}", " ")


def test_the_lowest_of_many_ceilings_has_an_interval_for_the_lowest_of_many() -> None:
    said = of_settings(hard=(60, 500), easy=(95, 900), easier=(98, 950), easiest=(100, 990))
    least = re.search(r"wins 60.0 % \(([\d.]+) to ([\d.]+) %\) of games at worst \(hard\)", said)
    assert least
    plain = wilson(60, 100)
    assert float(least[1]) < 100 * plain.low < 100 * plain.high < float(least[2])
    assert "100.0 %) at best (easiest)" in said  # no share is above 100 %


def test_ceilings_that_do_not_differ_are_said_by_the_bounds_of_all() -> None:
    said = of_settings(a=(96, 700), b=(97, 720), c=(95, 710))
    bounds = re.search(r"In each of 3 settings .* wins ([\d.]+) to ([\d.]+) % of games; no difference", said)
    assert bounds and float(bounds[1]) < 100 * wilson(95, 100).low and float(bounds[2]) <= 100


def test_where_the_gap_is_widest_is_said_only_if_that_is_clear() -> None:
    assert "The gap is widest with b: " in of_settings(a=(96, 900), b=(97, 300))
    said = of_settings(a=(96, 700), b=(97, 690))
    assert "widest" not in said
    assert "Some of expert's losses are avoidable in both settings" in said
    assert "avoidable in at least 1 of 2 settings" in of_settings(a=(95, 930), b=(97, 890))


def test_no_more_losses_are_avoidable_than_there_are() -> None:
    rate, gain = wilson(691, 1_000), Estimate(0.298, 0.211, 0.311, 100, "")
    assert avoidable("planner", rate, gain).endswith("29.8 points (21.1 to 30.9) are avoidable.")
