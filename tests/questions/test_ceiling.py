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
from simkit.questions.asking import ask_of_run
from simkit.questions.lab import Lab
from simkit.questions.unfinished import Unfinished
from simkit.report import Estimate, ceilings_of
from simkit.results.ceilings import Ceilings
from simkit.run.findings import ceiling as of_ceiling
from simkit.run.findings.ceiling import Ceiling, measures_of, read_ceilings
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.run.work.listening import Listener
from simkit.run.work.workers import Where
from simkit.stats.estimates import widened
from simkit.testing import find_game, wilson
from simkit.testing.playthroughs import check_lines
from simkit.words.ceilings import sentences_of

FEW = {"games": 12, "playouts": 16}

SHORT: dict[str, Any] = {
    "game": "pig",
    "games": 40,
    "strategies": ["hold_at", "hold_at"],
    "factors": {"rules.target": [20, 30]},
}


PAGES = Path(__file__).parent / "pages"


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def measured(run: Any) -> list[dict[str, Any]]:
    """Return the ceilings of a run, one for each set of rules."""
    return list(run.answers["ceiling"].data["ceilings"])


def test_what_is_measured_depends_on_whether_players_compete() -> None:
    names = {
        (name, seats): [(measure.name, measure.of_seats) for measure in measures_of(find_game(name), seats)]
        for name, seats in (("nautilion", 1), ("castaways", 4), ("castaways", 1), ("nautilus_2002", 4))
    }
    assert names["nautilion", 1] == [("won", False), ("turns", False)]
    assert names["castaways", 4][0] == names["castaways", 1][0] == ("rescued", False)
    assert names["nautilus_2002", 4][0] == ("score", True)


def days_of(run: Any) -> list[str]:
    """Return for each ceiling the day on which it was recorded; empty if it was measured for this run."""
    return [row["measured"] for row in measured(run)]


def test_every_set_of_rules_has_a_ceiling_on_the_same_chance() -> None:
    run = simkit.run({**SHORT, "ceiling": FEW})
    first, second = measured(run)
    assert (first["setting"], second["setting"]) == ("target 20", "target 30")
    assert (first["base"], first["playouts"], first["control"]) == ("hold_at", 16, "hold_at")
    table = simkit.play("pig", _thinking(16), games=12, rules={"target": 20})
    slow, quick = (_scores(frame) for frame in (table.seats, run.seats.filter(scenario=0).collect()))
    partner = quick[:12]
    slope = np.cov(slow, partner)[0, 1] / partner.var(ddof=1)
    expected = slow.mean() + slope * (quick.mean() - partner.mean())
    row = run.answers["ceiling"].tables["ceilings"].frame.row(0, named=True)
    assert (row["column"], first["results"]["score"][3]) == ("score", 12)
    assert first["results"]["score"][0] == pytest.approx(expected)
    assert row["of_player"] == pytest.approx(quick.mean())
    assert row["gain"] == pytest.approx(expected - quick.mean())


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
    (own,) = measured(run)
    assert own["control"] == "hold_at"
    assert {*ceilings_of(RunDirectory(run.path))} == {0, 1}


def test_only_some_levels_are_measured() -> None:
    run = simkit.run({**SHORT, "ceiling": {**FEW, "where": {"target": 30}}})
    assert [row["rules"] for row in measured(run)] == [{"target": 30}]
    assert {*ceilings_of(RunDirectory(run.path))} == {1}


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
    assert simkit(*asked).exit_code == 0 and Path("runs/ceiling/short/answer.json").is_file()
    for where in ("target=3", "target"):
        refused = simkit(*asked, "--where", where)
        assert refused.exit_code == 2 and "where" in refused.output


def test_python_asks_beside_a_file() -> None:
    file = Path("short.yaml")
    file.write_text("name: short\ngame: pig\ngames: 20\nstrategy: hold_at\nrules: {target: 20}\n")
    assert [asked.name for asked in simkit.experiment(file, ceiling=True).questions] == ["ceiling"]
    asked = simkit.experiment(file, ceiling=FEW).questions[0].parameters
    assert asked.model_dump()["games"] == 12
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
    ask_of_run(whole, experiment, Lab(Where(2)))
    with pytest.raises(InterruptedError):
        ask_of_run(stopped, experiment, Lab(Where(1, listener=Stops(3))))
    (unfinished,) = (stopped.path / "answers" / "ceiling").glob(".unfinished*")
    kept = unfinished.read_bytes()
    assert len(kept.splitlines()) == 5  # a head and four pieces
    unfinished.write_bytes(kept[:-9])  # and a power cut in the middle of the fourth
    heard = Stops(1000)
    ask_of_run(stopped, experiment, Lab(Where(1, listener=heard)))
    assert 1000 - heard.left == 6 - 3  # pieces of 5, 5 and 2 games under two sets of rules
    files = sorted(path.name for path in (whole.path / "answers" / "ceiling").iterdir())
    assert files == ["answer.json", "ceilings.parquet", "score.parquet", "turns.parquet"]
    for name in files:
        first, second = (directory.path / "answers" / "ceiling" / name for directory in (whole, stopped))
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
    own = plugins.master_of("pig")
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
    value = measured(run)[0]["results"]["score"][0]
    assert first.results["score"].value == pytest.approx(value, abs=1e-4)

    described = {**SHORT, "seed": 7, "factors": {"rules.target": [30, 25]}}
    recorded_alone = ceilings_of(RunDirectory(simkit.run(described).path))
    assert {scenario: ceiling.rules for scenario, ceiling in recorded_alone.items()} == {0: {"target": 30}}
    asked = simkit.run({**described, "ceiling": {"games": 12}})
    assert days_of(asked) == ["2031-02-03", ""]
    known = measured(asked)[0]
    assert known["results"]["score"][0] == second.results["score"].value
    assert known["control"] == "hold_at" and known["gains"]["score"][1] < known["gains"]["score"][2]
    exact = simkit.run({**SHORT, "seed": 9, "ceiling": {"games": 13, "width": 0.001}})
    anew = simkit.run({**SHORT, "seed": 8, "ceiling": {"games": 12, "anew": True}})
    assert days_of(exact) == days_of(anew) == ["", ""]


def test_a_record_says_whether_play_has_changed_since(recorded: Path, quick_master: int) -> None:
    run = simkit.run({**SHORT, "ceiling": {"games": 12}})
    record_answer(run.path, date(2031, 2, 3))
    text = recorded.read_text()
    now = of_ceiling.sources_of_play(find_game("pig"), "hold_at")
    recorded.write_text(text.replace(now, "v" * 16))
    assert [ceiling.is_current for ceiling in read_ceilings(recorded)] == [False, False]
    later = simkit.run({**SHORT, "seed": 9, "name": "later", "report": "general"}, progress=False)
    assert "changed since then" in (later.path / "report.html").read_text()
    recorded.write_text(text.replace("playouts: 16", "playouts: 17"))  # another master: measured anew
    asked = simkit.run({**SHORT, "seed": 10, "ceiling": {"games": 12}})
    assert days_of(asked) == ["", ""]


def test_recording_again_replaces_the_same_rules(recorded: Path, quick_master: int) -> None:
    for seed, day, targets in ((1, 3, [20, 30]), (2, 4, [30, 35])):
        described = {**SHORT, "seed": seed, "factors": {"rules.target": targets}}
        run = simkit.run({**described, "ceiling": {"games": 12, "anew": True}})
        record_answer(run.path, date(2031, 2, day))
    found = {ceiling.rules["target"]: ceiling.measured[-1] for ceiling in read_ceilings(recorded)}
    assert found == {20: "3", 30: "4", 35: "4"}


def test_only_what_the_master_has_measured_is_recorded(recorded: Path) -> None:
    run = simkit.run({**SHORT, "ceiling": FEW})  # with other play-outs than the master's
    with pytest.raises(simkit.BadInput, match="nothing was measured with the game's master of today"):
        record_answer(run.path, date(2031, 2, 3))


def test_the_ends_of_an_experiment_are_measured_in_fresh_games_and_quoted(
    recorded: Path, quick_master: int, write_experiment: Callable[[str], Path]
) -> None:
    file = write_experiment(
        "{name: ends, game: pig, games: 40, strategies: [hold_at, hold_at], "
        "factors: {rules.target: [20, 25, 30]}, report: none}"
    )
    run = simkit.run(file, ceiling={"games": 12})
    record_answer(run.path, date(2031, 2, 3))
    before = {ceiling.rules["target"]: ceiling for ceiling in read_ceilings(recorded)}
    told = CliRunner().invoke(record, ["--fresh", str(file)])
    assert told.exit_code == 0 and told.output.startswith("2 ceilings measured in fresh games"), told.output
    after = {ceiling.rules["target"]: ceiling for ceiling in read_ceilings(recorded)}
    assert {target: ceiling.results for target, ceiling in after.items()} == {
        target: ceiling.results for target, ceiling in before.items()
    }
    assert {target for target, ceiling in after.items() if ceiling.fresh} == {20, 30}
    measure = measures_of(find_game("pig"), 2)[0]
    for target in (20, 30):
        own = after[target]
        assert own.fresh["score"].n == own.games == 12
        assert own.fresh["score"].value != own.results["score"].value
        assert own.quoted(measure, 3) == own.fresh["score"]
        assert Ceiling.from_data(json.loads(json.dumps(own.as_data())), find_game("pig")).fresh == own.fresh
    assert after[25].quoted(measure, 3) == widened(after[25].results["score"], 3)
    other = RunDirectory(simkit.run(file, seed=7).path)
    assert ceilings_of(other)[0].fresh == after[20].fresh
    again = CliRunner().invoke(record, ["--fresh", str(file)])
    assert again.output.startswith("0 ceilings measured")


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
    assert [ceiling.is_current for ceiling in read_ceilings(recorded)] == [False, False]
    text = recorded.read_text()
    recorded.write_text(
        re.sub(r"plays: p\w+", "plays: pother", text, count=1)
    )  # under the first of two rules
    told = CliRunner().invoke(record, ["--renew"])
    assert told.exit_code == 0 and "1 ceilings renewed, 1 left" in told.output
    assert {ceiling.rules["target"]: ceiling.is_current for ceiling in read_ceilings(recorded)} == {
        20: False,
        30: True,
    }
    results = {ceiling.rules["target"]: ceiling.results["score"] for ceiling in read_ceilings(recorded)}
    recorded.write_text(text)
    assert results == {
        ceiling.rules["target"]: ceiling.results["score"] for ceiling in read_ceilings(recorded)
    }
    of_ceiling.sources_of_play.cache_clear()


def test_without_games_a_record_is_not_renewed(recorded: Path, quick_master: int) -> None:
    run = simkit.run({**SHORT, "ceiling": {"games": 12}})
    told = CliRunner().invoke(record, [str(run.path), "--without-games"])
    assert told.exit_code == 0 and "plays:" not in recorded.read_text()
    assert of_ceiling.renew_ceilings(recorded, "v" * 16, lambda rules: "") == (0, 2)


def test_games_differ_where_players_or_rules_do() -> None:
    pig, master = find_game("pig"), plugins.master_of("pig")
    plays = play_of(pig, master)({"target": 20})
    assert plays == play_of(pig, master)({"target": 20}) != play_of(pig, master)({"target": 21})
    assert plays != play_of(pig, replace(master, strategy="random"))({"target": 20})


def test_folders_are_recorded_or_records_renewed() -> None:
    for arguments in ([], ["--renew", "folder"]):
        told = CliRunner().invoke(record, arguments)
        assert told.exit_code == 2 and "--renew" in told.output


def test_data_keeps_what_has_no_interval() -> None:
    nan = float("nan")
    own = Ceiling({}, "hold_at", 8, {"score": Estimate(3.0, nan, nan, 2, "double sampling")})
    back = Ceiling.from_data(json.loads(json.dumps(own.as_data())), find_game("pig"))
    assert back.results["score"].low != back.results["score"].low
    assert back.results["score"].value == 3.0


def of_settings(**won: tuple[int, int]) -> Ceilings:
    """Return what is found where the master wins some of 100 games, and an expert some of 1,000."""
    found = [
        Ceiling({}, "expert", 64, {"won": wilson(ceiling, 100)}, setting=name).compared(
            "expert", {"won": wilson(player, 1_000)}
        )
        for name, (ceiling, player) in won.items()
    ]
    return Ceilings(find_game("nautilion"), found)


def test_the_lowest_and_the_highest_are_quoted_from_fresh_games() -> None:
    def won(count: int) -> dict[str, Estimate]:
        return {"won": wilson(count, 100)}

    found = [
        Ceiling({}, "expert", 64, won(60), "expert", won(50), won(10), "hard", fresh=won(66)),
        Ceiling({}, "expert", 64, won(90), "expert", won(80), won(10), "middling"),
        Ceiling({}, "expert", 64, won(99), "expert", won(90), won(9), "easy", fresh=won(97)),
    ]
    said = sentences_of(Ceilings(find_game("nautilion"), found))[0]
    assert "66.0" in said and "97.0" in said


def alone(value: float) -> dict[str, Estimate]:
    return {"score": Estimate(value, value - 2, value + 2, 100, "double sampling")}


SAID = {
    "one comes to alone": Ceilings(
        find_game("yacht"), [Ceiling({}, "simple", 1, alone(240.0), "simple", alone(225.0), alone(15.0))]
    ),
    "the lowest of many, with an interval for the lowest of many; no share above 100 %": of_settings(
        hard=(60, 500), easy=(95, 900), easier=(98, 950), easiest=(100, 990)
    ),
    "ceilings that do not differ, by the bounds of all; where the gap is widest is not clear": of_settings(
        a=(96, 700), b=(97, 720), c=(95, 710)
    ),
    "where the gap is clearly the widest": of_settings(a=(96, 900), b=(97, 300)),
    "some losses are avoidable in both": of_settings(a=(96, 700), b=(97, 690)),
    "losses are avoidable in one at least": of_settings(a=(95, 930), b=(97, 890)),
}


def test_no_more_is_said_of_ceilings_than_was_found() -> None:
    lines = [line for title, told in SAID.items() for line in (f"# {title}", *sentences_of(told), "")]
    check_lines(lines, PAGES / "ceiling_in_words.txt")
