"""The cards of the live page: they answer what the commands answer, stop when told, and can be copied."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import simkit
from simkit.cli.main import main
from simkit.errors import BadInput
from simkit.page.session import Session
from simkit.page.setting import Start
from simkit.questions.sensitivity import Sensitivity
from tests.page.conftest import form_of

SessionOf = Callable[[str | Start], Session]

ASKED: Mapping[str, Mapping[str, Any]] = {
    "sensitivity": {"games": 500, "rules": "sides, target"},
    "seek": {"targets": "turns 10 to 12", "by": "target", "games": 400, "fresh_games": 500},
    "luck": {"games": 400, "players": "hold_at, random"},
    "worth": {"of": "moves", "games": 300},
    "compare": {"other": "before", "games": 600},
    "replay": {"most": "longest", "games": 400},
}
"""What the tests ask on each card."""


def told_by(session: Session, card: str, changes: Mapping[str, Any] | None = None, **parameters: Any) -> Any:
    """Return all that a card says but how far it is, about rules with some changes."""
    form = form_of(session, rules={"sides": 8} if changes is None else changes)
    asked = {"form": form, "card": card, "parameters": dict(ASKED[card]) | parameters}
    return [said for said in session.workbench.ask(asked) if said["state"] != "asking"]


@pytest.fixture
def session(session_of: SessionOf) -> Session:
    """Return a session of Pig with a kept setting."""
    found = session_of("pig")
    found.keep({"name": "before", "form": form_of(found)})
    return found


@pytest.mark.parametrize("card", ASKED)
def test_the_copies_of_a_card_come_to_what_stands_on_it(
    session: Session, card: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = told_by(session, card)[-1]
    assert last["state"] == "done"
    session.drop({"name": "before"})  # the copy is of what was compared then
    _, answer = session.workbench.standing_on(card)
    copies = session.workbench.copies(card)
    monkeypatch.chdir(tmp_path)
    if card == "compare":
        before, after = copies["yaml"].removeprefix("# before.yaml\n").split("# after.yaml\n")
        Path("before.yaml").write_text(before, encoding="utf-8")
        Path("after.yaml").write_text(after, encoding="utf-8")
    else:
        Path("idea.yaml").write_text(copies["yaml"], encoding="utf-8")
    for line in copies["command"].splitlines():
        program, *words = shlex.split(line)
        assert program == "simkit"
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, done.output
    found = answer.data["lines"] if card == "replay" else answer.sentences
    printed = " ".join(done.output.split())
    assert " ".join(found[0].split()) in printed
    assert " ".join(found[-1].split()) in printed
    with redirect_stdout(StringIO()) as by_python:
        exec(copies["python"], {})
    assert " ".join(found[0].split()) in " ".join(by_python.getvalue().split())


@pytest.mark.parametrize("card", ["sensitivity", "luck", "worth"])
def test_a_copied_question_is_asked_by_a_run_of_the_file(session: Session, card: str, tmp_path: Path) -> None:
    told_by(session, card)
    _, answer = session.workbench.standing_on(card)
    experiment = tmp_path / "idea.yaml"
    experiment.write_text(session.workbench.copies(card)["yaml"], encoding="utf-8")
    ((name, parameters),) = simkit.experiment(experiment).questions
    assert name == card
    assert parameters.model_dump(mode="json") == answer.parameters
    assert simkit.ask(card, experiment, **parameters.model_dump()) == answer


def test_a_card_fills_with_answers_of_more_and_more_games(session: Session) -> None:
    said = told_by(session, "sensitivity", games=1600)
    assert [(one["state"], one["games"]) for one in said] == [("found", 100), ("found", 400), ("done", 1600)]
    assert all(one["of"] == 1600 and "<table" in one["html"] for one in said)
    assert "<svg" in said[-1]["html"]
    assert " style=" not in said[-1]["html"]
    assert said[-1]["about"] == "sides 8; 2 x hold_at"


def test_ids_on_two_cards_differ(session: Session) -> None:
    import re

    pages = [told_by(session, card)[-1]["html"] for card in ("sensitivity", "worth")]
    first, second = (set(re.findall(r'\bid="([^"]+)"', page)) for page in pages)
    assert first
    assert second
    assert not first & second


@pytest.mark.parametrize(
    ("card", "parameters", "field", "says"),
    [
        ("luck", {"games": 3}, "games", "found 3, allowed is at least 10"),
        ("luck", {"players": "hold_att"}, "players", "hold_at"),
        ("sensitivity", {"rules": "side"}, "rules", "did you mean 'sides'?"),
        ("seek", {"targets": ""}, "targets", "say what is wanted"),
        ("seek", {"targets": "turns many"}, "targets", "no range at its end"),
        ("worth", {"of": "stones"}, "of", "stones"),
        ("compare", {"other": ""}, "other", "say with what"),
        ("compare", {"other": "nothing"}, "other", "no kept setting of that name"),
        ("replay", {"most": "loudest"}, "most", "loudest"),
        ("luck", {"tension": 100}, "tension", "unknown field"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(
    session: Session, card: str, parameters: dict[str, Any], field: str, says: str
) -> None:
    (said,) = told_by(session, card, **parameters)
    assert said["state"] == "wrong"
    (complaint,) = said["complaints"]
    if field in session.workbench.cards[card].fields:
        assert complaint.get("field") == field, complaint
    assert says in complaint["says"]


def test_a_bad_rule_is_said_beside_the_rule(session: Session) -> None:
    (said,) = told_by(session, "luck", {"sides": 0})
    assert [(one["rule"], one["says"]) for one in said["complaints"]] == [
        ("sides", "found 0, allowed is at least 2")
    ]


def test_a_card_stops_when_nobody_waits_for_it(session: Session) -> None:
    form = form_of(session)
    asking = session.workbench.ask({"form": form, "card": "luck", "parameters": {"games": 1_000_000}})
    assert next(asking)["state"] in ("asking", "found")
    asking.close()  # type: ignore[attr-defined]
    assert session.workbench.asking.acquire(timeout=60)
    session.workbench.asking.release()


def test_asked_again_a_card_stops_what_it_asked_before(session: Session) -> None:
    form = form_of(session)
    older = session.workbench.ask({"form": form, "card": "luck", "parameters": {"games": 1_000_000}})
    next(older)
    assert told_by(session, "luck")[-1]["state"] == "done"
    assert list(older)[-1]["state"] == "cancelled"


def test_a_search_stops_while_it_plays_a_run(session: Session) -> None:
    form = form_of(session)
    parameters = {"targets": "turns 10 to 12", "games": 200_000, "fresh_games": 2_000_000, "changes": 2}
    asking = session.workbench.ask({"form": form, "card": "seek", "parameters": parameters})
    assert any(said["state"] == "asking" and said["of"] for said in asking)
    asking.close()  # type: ignore[attr-defined]
    assert session.workbench.asking.acquire(timeout=60)
    session.workbench.asking.release()


def test_sliders_answer_while_a_card_plays(session: Session) -> None:
    form = form_of(session, games=1000)
    asking = session.workbench.ask({"form": form, "card": "luck", "parameters": {"games": 1_000_000}})
    next(asking)
    assert list(session.try_out(form))[-1]["state"] == "done"
    asking.close()  # type: ignore[attr-defined]


def test_a_card_says_what_it_costs_and_proposes_a_number_of_games(session: Session) -> None:
    asked = {"form": form_of(session), "card": "sensitivity", "parameters": {}}
    list(session.try_out(form_of(session)))
    said = session.workbench.cost(asked)
    assert said["games"] == 5000
    assert said["says"].startswith("About 25,000 games, about ")
    many = session.workbench.cost(asked | {"parameters": {"games": 100_000}})
    assert many["says"].startswith("About 500,000 games, about ")
    card = session.workbench.cards["sensitivity"]
    experiment = session.setting(asked["form"]).both[1]
    for seconds_a_game, games in ((0.0, 5000), (0.001, 2000), (0.01, 200), (1.0, 100)):
        proposed = card.proposed(experiment, Sensitivity(), seconds_a_game, 15.0)
        assert proposed == Sensitivity(games=games)


def test_a_setting_is_compared_with_a_run(session: Session, tmp_path: Path) -> None:
    simkit.run(
        game="pig",
        name="earlier",
        strategy="hold_at",
        games=500,
        seed=1,
        runs=tmp_path / "runs",
        report="none",
    )
    assert session.form()["runs"] == ["earlier"]
    said = told_by(session, "compare", other="earlier")
    assert said[-1]["state"] == "done"
    assert " 8 sides instead of 6" in said[-1]["sentence"]
    (same,) = told_by(session, "compare", {}, other="before")
    assert "change a rule" in same["complaints"][0]["says"]


def test_a_game_is_told_by_its_number(session: Session) -> None:
    said = told_by(session, "replay", most="", game=7)
    assert [one["state"] for one in said] == ["done"]
    _, answer = session.workbench.standing_on("replay")
    copied = session.workbench.copies("replay")
    assert copied["command"] == "simkit replay idea.yaml --game 7\n"
    assert answer.data["lines"][0] == "First to 100 wins; the die has 8 sides. Seat 1 begins."


def test_an_answer_is_written_as_a_report(session: Session, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="ask first"):
        session.workbench.write("luck")
    said = told_by(session, "luck")[-1]
    written = session.workbench.write("luck")
    folder = session.reports[written["number"]]
    assert folder.is_relative_to(tmp_path / "runs" / "luck")
    assert written["files"] == ["report.html", "report.pdf"]
    assert said["sentence"] in (folder / "report.html").read_text(encoding="utf-8")
    assert (folder / "answer.json").is_file()


def test_kept_settings_are_there_the_next_time(session: Session, session_of: SessionOf) -> None:
    form = form_of(session, rules={"sides": 8})
    session.keep({"name": "  more   sides ", "form": form})
    later = session_of("pig")
    assert [(row["name"], row["rules"]) for row in later.form()["kept"]] == [
        ("before", "rules as printed"),
        ("more sides", "sides 8"),
    ]
    assert later.form()["kept"][1]["form"]["rules"] == {"sides": 8}
    assert [row["name"] for row in later.drop({"name": "before"})["kept"]] == ["more sides"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\x00b", None])
def test_a_setting_is_kept_under_a_name_that_can_be_read(session: Session, name: Any) -> None:
    with pytest.raises(BadInput, match="name: "):
        session.keep({"name": name, "form": form_of(session)})


def test_a_damaged_file_of_kept_settings_is_told_and_not_overwritten(session: Session) -> None:
    session.kept.file.write_text('[{"name": 7}]', encoding="utf-8")
    assert session.form()["kept"] == []
    with pytest.raises(BadInput, match="not as the page wrote it"):
        session.keep({"name": "x", "form": form_of(session)})
    assert session.kept.file.read_text(encoding="utf-8") == '[{"name": 7}]'


def test_the_page_goes_on_where_it_was(session: Session) -> None:
    told_by(session, "luck")
    list(session.try_out(form_of(session, rules={"sides": 7}, games=500)))
    state = session.form()
    assert state["now"]["form"]["rules"] == {"sides": 7}
    assert state["now"]["said"]["state"] == "done"
    standing = state["standing"]["luck"]
    assert standing["form"]["rules"] == {"sides": 8}
    assert standing["parameters"]["games"] == 400
    assert standing["said"]["state"] == "done"
    assert session.state(state["changes"]) == {"changes": state["changes"]}
