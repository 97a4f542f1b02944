"""A portrait: the same lines for every game, each with its interval, on one page; two games side by side."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import Result

import simkit
from simkit.questions import Answer
from simkit.questions.answers import portrait
from simkit.words.asked.portrait import LINES, TOPICS
from tests.engine.points_toy import installed_toys

FEW: dict[str, Any] = {"games": 60, "tension": 10, "playouts": 16, "jobs": 1}
SHORT = {"rules.target": 20}
EVERY = [name for labels in TOPICS.values() for name in labels]


@pytest.fixture(scope="module", autouse=True)
def toys() -> Iterator[None]:
    with installed_toys():
        yield


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Answer:
    folder = tmp_path_factory.mktemp("portrait")
    return simkit.portrait("pig", settings=SHORT, out=folder / "pig", **FEW)


def pages_of(file: Path) -> int:
    """Return the number of pages of a PDF."""
    return len(re.findall(rb"/Type/Page\b(?!s)", file.read_bytes()))


def traits(found: Answer) -> pl.DataFrame:
    return found.tables["traits"].frame.filter(part="")


def test_every_line_has_a_number_with_its_interval_or_says_why_it_has_none(answer: Answer) -> None:
    table = traits(answer)
    assert set(table["trait"]) == set(EVERY)
    known = table.filter(pl.col("value").is_not_null())
    assert (known["low"] <= known["value"]).all() and (known["value"] <= known["high"]).all()
    assert (known["n"] >= 1).all()
    unknown = table.filter(pl.col("value").is_null())
    assert unknown.height and (unknown["why"] != "").all()


def test_every_line_has_one_plain_sentence(answer: Answer) -> None:
    said = [row["in words"] for table in answer.shown for row in table.dicts()]
    assert len(said) == traits(answer).height
    for words in said:
        assert words[0].isupper() and words.endswith(".") and words.count(". ") == 0, words
        assert "_" not in words.partition("against")[0] and len(words.split()) <= 25, words


def test_each_trait_of_a_topic_can_be_said() -> None:
    assert {*LINES} == {*EVERY} - {"rung"}


def test_how_sure_it_is_names_games_the_least_sure_share_and_what_is_missing(answer: Answer) -> None:
    at = next(at for at, said in enumerate(answer.sentences) if said.startswith("The least sure share is '"))
    least, games, missing = answer.sentences[at], answer.sentences[:at], answer.sentences[at + 1 :]
    assert least.endswith("points either way.")
    assert any(said.startswith("60 games or choices: length") for said in games)
    assert "10 games or choices: tension." in games
    assert any("'survive' (only two strategies are compared)" in said for said in missing)


def test_the_numbers_are_those_of_other_questions(answer: Answer) -> None:
    table = {row["trait"]: row for row in traits(answer).iter_rows(named=True)}
    luck = simkit.luck("pig", settings=SHORT, players="hold_at,random", games=60, jobs=1)
    shares = luck.tables["variance"].frame
    assert table["chance"]["value"] == pytest.approx(shares["share"][0])
    assert table["player"]["value"] == pytest.approx(shares["share"][1])
    (pair,) = luck.tables["pairs"].frame.iter_rows(named=True)
    assert table["best_and_weakest"]["value"] == pytest.approx(pair["ahead"])


def test_a_stored_ladder_is_read_and_another_setting_is_measured(answer: Answer) -> None:
    measured = traits(answer).filter(trait="rung")
    assert measured["n"].unique().to_list() == [20]
    assert measured["of"].to_list() == ["uniform chance", "casual", "16 play-outs"]

    stored = traits(simkit.portrait("pig", games=50, tension=10, jobs=1)).filter(trait="rung")
    assert stored["than"].to_list() == ["random", "hold_at", "master"]
    known = simkit.strategies("pig")
    assert stored["n"].to_list()[:2] == [100_000, 100_000] and "master" in known["strategy"].to_list()


def test_jobs_change_nothing() -> None:
    one, two = (simkit.portrait("pig", settings=SHORT, **{**FEW, "jobs": jobs}) for jobs in (1, 2))
    assert one == two


def test_a_seed_plays_other_games() -> None:
    one, two = (simkit.portrait("pig", settings=SHORT, seed=seed, **FEW) for seed in (1, 2))
    lengths = [found.key_figures["at the table"].value for found in (one, two)]
    assert lengths[0] != lengths[1]


def test_a_killed_one_goes_on_with_the_pieces_that_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {**FEW, "settings": SHORT, "out": tmp_path / "pig"}

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(portrait, "measure_tension", killed)
        with pytest.raises(KeyboardInterrupt):
            simkit.portrait("pig", **asked)
    with monkeypatch.context() as patch:
        for measure in ("see_games", "measure_luck", "climb", "measure_worth"):
            patch.setattr(portrait, measure, killed)
        resumed = simkit.portrait("pig", **asked)
    assert resumed == simkit.portrait("pig", settings=SHORT, **FEW)


def test_a_whole_one_is_not_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {**FEW, "settings": SHORT, "out": tmp_path / "pig"}
    first = simkit.portrait("pig", **asked)
    monkeypatch.setattr(portrait, "see_games", None)
    assert simkit.portrait("pig", **asked) == first
    with pytest.raises(TypeError):  # other games are played
        simkit.portrait("pig", **{**asked, "seed": 5})


def test_its_files_are_one_page_and_its_numbers(tmp_path: Path) -> None:
    folder = tmp_path / "pig"
    simkit.portrait("pig", settings=SHORT, out=folder, **FEW)
    assert {"answer.json", "traits.parquet", "portrait.html", "portrait.pdf"} <= {
        path.name for path in folder.iterdir()
    }
    assert pages_of(folder / "portrait.pdf") == 1
    page = (folder / "portrait.html").read_text(encoding="utf-8")
    assert page.count("<table") == len(TOPICS) and "simkit portrait" in page
    data = json.loads((folder / "answer.json").read_text(encoding="utf-8"))
    assert [one["game"] for one in data["data"]["portraits"]] == ["pig"]


def test_two_games_stand_side_by_side_with_what_differs(tmp_path: Path) -> None:
    both = tmp_path / "both"
    found = simkit.portrait("pig", beside="toy_won", settings=SHORT, out=both, **FEW)
    assert set(traits(found)["game"]) == {"pig", "toy_won"}
    (row,) = [row for row in found.tables["weight"].dicts() if row["measure"] == "kinds of moves"]
    assert (row["Pig"], row["Toy chips"], row["difference"]) == ("2", "2", "0")
    (lasts,) = [row for row in found.tables["length"].dicts() if row["measure"] == "a game lasts"]
    assert lasts["difference"]
    assert all(not row["difference"] for row in found.tables["the_ladder"].dicts())
    assert pages_of(both / "portrait.pdf") == 1


def test_what_is_wrong_is_told() -> None:
    with pytest.raises(simkit.BadInput, match="beside: pig is the game itself; name another one"):
        simkit.portrait("pig", beside="pig", **FEW)
    with pytest.raises(simkit.BadInput, match="did you mean 'pig'"):
        simkit.portrait("pig", beside="pigg", **FEW)
    with pytest.raises(simkit.BadInput, match="did you mean 'hold_at'"):
        simkit.portrait("pig", strategies="hold_it", **FEW)
    with pytest.raises(simkit.BadInput, match="games: found 3, allowed is at least 50"):
        simkit.portrait("pig", games=3)


@pytest.mark.parametrize("game", ["toy_sum", "toy_misses", "toy_chips", "toy_alone"])
def test_games_of_points_and_of_shared_aims_have_one_too(game: str) -> None:
    table = traits(simkit.portrait(game, **FEW))
    assert set(table["trait"]) == set(EVERY)
    assert set(table.filter(pl.col("value").is_null())["why"]) <= {
        "alone", "together", "two_players", "never", "nothing_out", "none_clear", "no_chance",
    }  # fmt: skip


def test_a_game_has_one_on_its_first_day_when_it_can_only_be_played_at_random() -> None:
    found = simkit.portrait("toy_won", strategies="random", **FEW)
    rungs = traits(found).filter(trait="rung")["of"].to_list()
    assert rungs == ["random", "2 play-outs", "4 play-outs", "8 play-outs", "16 play-outs"]
    known = traits(found).filter(pl.col("value").is_not_null())["trait"]
    assert {"chance", "player", "best_and_weakest", "dominates", "weight", "decided"} <= {*known}


def test_a_page_of_the_terminal_is_80_columns_wide(
    simkit: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    told = simkit("portrait", "pig", "--set", "rules.target=20", "--games", 60, "--tension", 10, "--jobs", 1)
    assert told.exit_code == 0, told.output
    for topic in TOPICS:
        assert f"\n{topic}\n" in told.stdout
    assert pages_of(tmp_path / "runs" / "portrait" / "pig" / "portrait.pdf") == 1
