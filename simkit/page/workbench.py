"""The workbench: asks what the cards of the page ask, tells how far it is, and keeps what they show."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory
from threading import Lock, Thread
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simkit.content.complaints import complaint, problems_of
from simkit.content.mapping import read_mapping
from simkit.document.figures import svg_of, use_style
from simkit.document.html import render_sections
from simkit.errors import BadInput, unknown, writing
from simkit.experiment.values import Experiment
from simkit.page.answer import what_differs, who_plays
from simkit.page.cards import GAMES, Card, CompareWith, cards_of
from simkit.page.complaints import complaints
from simkit.page.controls import Data
from simkit.page.copies import copies_of_comparison, copies_of_question, copies_of_replay
from simkit.page.games import Cancelled
from simkit.page.kept import KeptSettings
from simkit.page.listening import HowFar, OnPage, PlaysForPage
from simkit.page.setting import LiveSetting
from simkit.questions.answer import Answer
from simkit.questions.asking import read_parameters
from simkit.questions.lab import Lab
from simkit.questions.question import Parameters
from simkit.questions.reporting import document_of
from simkit.report.write import drawn, write_files
from simkit.run.work.interrupt import run_interruptibly
from simkit.run.work.trial import duration_in_words
from simkit.search.settings import rules_in_words

WANTED = 15.0
"""Seconds that a card takes with the number of games that the page proposes."""

OFTEN = 0.25
"""Seconds between two times that the page is told how far a card is."""

UNKNOWN_SPEED = 0.0005
"""Seconds of a game, as long as none of the setting was played."""

CHANGES = "changes"
"""The data of an answer with changes of rules that can be tried."""

ENDS = ("done", "wrong", "cancelled")
"""What is told of a card last."""


class _OnCard(BaseModel):
    """What the page sends of a card."""

    model_config = ConfigDict(extra="forbid", strict=True)

    form: dict[str, Any]
    card: Annotated[str, Field(max_length=100)]
    parameters: Annotated[dict[str, bool | int | float | str], Field(max_length=20)] = {}


@dataclass(frozen=True)
class CardAsked:
    """What is asked on a card."""

    card: Card
    setting: LiveSetting
    parameters: Parameters
    other: LiveSetting | None = None
    """The kept setting with which it is compared, as it was then."""

    @cached_property
    def experiment(self) -> Experiment:
        """The setting alone, without the one that it is compared with."""
        return self.setting.both[1]

    @property
    def about(self) -> str:
        """The setting in a few words."""
        return f"{what_differs(self.setting)}; {who_plays(self.setting)}"


@dataclass
class ShownCard:
    """What stands on a card."""

    asked: CardAsked
    said: Data
    answer: Answer | None = None


@dataclass
class Workbench:
    """The cards of a page.  They are asked one after the other, beside what the sliders play."""

    runs: Path
    """The folder of all runs."""

    read_setting: Callable[[object], LiveSetting]
    """Returns the setting of a form; `BadInput` if it is not allowed."""

    seconds_a_game: Callable[[Experiment], float]
    """Returns how long a game takes on all cores; 0 as long as it is not known."""

    kept: KeptSettings
    reports: list[Path]
    """The folders of the reports that the page has written."""

    standing: dict[str, ShownCard] = field(default_factory=dict)
    changes: int = 0
    """Goes up whenever there is news."""

    asking: Lock = field(default_factory=Lock)
    """Held while a card is asked or a report is made: figures are drawn by one thread at a time."""

    _at_work: dict[str, OnPage] = field(default_factory=dict)

    @cached_property
    def cards(self) -> dict[str, Card]:
        """The cards by name."""
        return cards_of(self._kept_experiment, self.runs)

    @cached_property
    def _scratch(self) -> TemporaryDirectory[str]:
        """Where runs lie that only a card needs."""
        return TemporaryDirectory(prefix="simkit-", ignore_cleanup_errors=True)

    @cached_property
    def _drawing(self) -> Thread:
        """What loads the library that draws, while a card is filled in: the first answer comes the sooner."""
        thread = Thread(target=use_style, daemon=True)
        thread.start()
        return thread

    def close(self) -> None:
        """Stop what is asked, and remove what only the cards needed."""
        for listener in self._at_work.values():
            listener.stopping.set()
        if "_scratch" in self.__dict__:
            self._scratch.cleanup()

    def _kept_setting(self, name: str) -> LiveSetting | None:
        form = self.kept.find(name.strip())
        return None if form is None else self.read_setting(form.model_dump())

    def _other(self, parameters: Parameters) -> LiveSetting | None:
        return self._kept_setting(parameters.other) if isinstance(parameters, CompareWith) else None

    def _kept_experiment(self, name: str) -> Experiment | None:
        setting = self._kept_setting(name)
        return None if setting is None else setting.both[1]

    # ---- what a card costs

    def cost(self, data: object) -> Data:
        """Return how many games a card proposes, and about how long it takes."""
        _ = self._drawing
        try:
            return self._cost(data)
        except BadInput as problem:
            return self._wrong(problem, data)

    def _wrong(self, problem: BadInput, data: object) -> Data:
        """Return what is wrong with a card, beside its fields."""
        card = self.cards.get(str(data.get("card"))) if isinstance(data, dict) else None
        return {"state": "wrong", "complaints": complaints(str(problem), card.fields if card else ())}

    def _cost(self, data: object) -> Data:
        card, setting, given = self._read(data)
        experiment = setting.both[1]
        seconds = self.seconds_a_game(experiment) or UNKNOWN_SPEED
        parameters = read_parameters(card.question, {**card.own, **given})
        if GAMES in card.fields and GAMES not in given:
            parameters = card.proposed(experiment, parameters, seconds, WANTED)
        count = card.line_ups(experiment, parameters)
        games = getattr(parameters, GAMES, 1)
        played = sum(getattr(one, GAMES, 1) for one in card.rounds(parameters, experiment))
        time_in_words = duration_in_words(max(1.0, count * played * seconds))
        about = f"About {count * games:,} games" if count else "One game"
        known = (
            "" if self.seconds_a_game(experiment) else ", if the games of this setting are of usual length"
        )
        return {"games": games, "says": f"{about}, about {time_in_words}{known}."}

    def _read(self, data: object) -> tuple[Card, LiveSetting, dict[str, Any]]:
        source = read_mapping(data, "the card")  # type: ignore[arg-type]
        try:
            found = _OnCard.model_validate(source.data)
        except ValidationError as error:
            raise complaint(source, problems_of(error, lambda place: place, _OnCard.model_fields)) from None
        card = self._card(found.card)
        for name in found.parameters:
            if name not in card.fields:
                raise BadInput(f"{name}: {unknown('field', name, card.fields)}")
        return card, self.read_setting(found.form), found.parameters

    def _card(self, name: str) -> Card:
        if name not in self.cards:
            raise BadInput(unknown("card", name, self.cards))
        return self.cards[name]

    # ---- asking

    def ask(self, data: object) -> Iterator[Data]:
        """Ask what a card asks; yield how far it is, answers of more and more games, the last one whole.

        What the same card asked before is stopped; so is this, when nobody waits for it.
        """
        try:
            card, setting, given = self._read(data)
            parameters = read_parameters(card.question, {**card.own, **given})
            asked = CardAsked(card, setting, parameters, self._other(parameters))
        except BadInput as problem:
            yield self._wrong(problem, data)
            return
        if before := self._at_work.get(card.name):
            before.stopping.set()
        listener = self._at_work[card.name] = OnPage()
        news: Queue[tuple[Data, Answer | None]] = Queue()
        Thread(target=self._work, args=(asked, listener, news), daemon=True).start()
        begun, standing = time.monotonic(), ShownCard(asked, {})
        try:
            while True:
                try:
                    said, answer = news.get(timeout=OFTEN)
                except Empty:
                    said, answer = _how_far(listener.now), None
                said["seconds"] = round(time.monotonic() - begun, 1)
                if answer is not None:
                    standing.answer = answer
                if said["state"] in ("found", "done") or card.name not in self.standing:
                    standing.said = said
                    self.standing[card.name] = standing
                    self.changes += 1
                yield said
                if said["state"] in ENDS:
                    return
        finally:
            listener.stopping.set()

    def _work(self, asked: CardAsked, listener: OnPage, news: Queue[tuple[Data, Answer | None]]) -> None:
        """Ask; the answers go into the queue, the last of which says how it ended."""
        try:
            while not self.asking.acquire(timeout=OFTEN):
                listener.says("waiting for another card, or a report ...")
            try:
                rounds = asked.card.rounds(asked.parameters, asked.experiment)
                for parameters in rounds:
                    is_last = parameters is rounds[-1]
                    found = self._answered(asked, parameters, listener, is_last=is_last)
                    if found is not None:
                        news.put((self._shown(asked, parameters, found, is_last=is_last), found))
            finally:
                self.asking.release()
        except Cancelled:
            news.put(({"state": "cancelled"}, None))
        except BadInput as problem:
            stopped = listener.stopping.is_set()
            said = {"state": "wrong", "complaints": complaints(str(problem), asked.card.fields)}
            news.put(({"state": "cancelled"} if stopped else said, None))
        except BaseException as failure:
            news.put(({"state": "wrong", "complaints": complaints(f"simkit failed: {failure!r}")}, None))
            raise

    def _answered(
        self, asked: CardAsked, parameters: Parameters, listener: OnPage, *, is_last: bool
    ) -> Answer | None:
        """Return the answer; None where fewer games than were asked for are too few for one."""
        where = PlaysForPage(runs=Path(self._scratch.name), listener=listener)
        try:
            return run_interruptibly(asked.card.question.answer, Lab(where), asked.experiment, parameters)
        except BadInput:
            if is_last or listener.stopping.is_set():
                raise
            return None

    def _shown(self, asked: CardAsked, parameters: Parameters, answer: Answer, *, is_last: bool) -> Data:
        question = asked.card.question
        document = document_of(question, answer)
        pictures = {figure.name: svg_of(figure.drawing) for figure in document.figures()}
        html = render_sections(document.sections, pictures, f"{asked.card.name}-")
        games = getattr(parameters, GAMES, None)
        return {
            "state": "done" if is_last else "found",
            "html": html,
            "sentence": answer.sentences[0] if answer.sentences else "",
            "about": asked.about,
            "changes": [
                {"words": rules_in_words(change, asked.experiment.game.knobs), "rules": change}
                for change in answer.data.get(CHANGES, ())
            ],
            "games": games,
            "of": getattr(asked.parameters, GAMES, None),
        }

    # ---- what is kept of an answer

    def standing_on(self, name: object) -> tuple[CardAsked, Answer]:
        """Return what was asked on a card, and the answer that stands there."""
        found = self.standing.get(self._card(str(name)).name)
        if found is None or found.answer is None:
            raise BadInput("nothing stands on this card yet: ask first")
        return found.asked, found.answer

    def copies(self, name: object) -> Data:
        """Return what stands on a card as YAML, as commands and as Python."""
        asked, _ = self.standing_on(name)
        given: Mapping[str, Any] = asked.parameters.model_dump()
        if asked.card.name == "compare":
            return copies_of_comparison(asked.setting, asked.other, given)
        if asked.card.name == "replay":
            return copies_of_replay(asked.setting, given)
        return copies_of_question(asked.setting, asked.card.question, asked.parameters)

    def write(self, name: object) -> Data:
        """Write what stands on a card as a report, beside the runs; return where it lies."""
        asked, answer = self.standing_on(name)
        text = json.dumps([asked.setting.alone(), asked.parameters.model_dump(mode="json")], default=sorted)
        code = hashlib.sha256(text.encode()).hexdigest()[:8]
        folder = self.runs / asked.card.name / f"{asked.experiment.name}_{code}"
        with self.asking:  # figures are drawn by one thread at a time
            document = document_of(asked.card.question, answer)
            page = drawn(document, None, tell=lambda _words: None)
            with writing(folder):
                folder.mkdir(parents=True, exist_ok=True)
            answer.store(folder)
            files = write_files(page, folder, "report", tell=lambda _words: None)
        self.reports.append(folder)
        return {
            "state": "written",
            "number": len(self.reports) - 1,
            "files": sorted(path.name for path in files),
            "path": str(folder),
        }

    def as_data(self) -> dict[str, Data]:
        """Return what stands on the cards, for a page that is opened now."""
        return {
            name: {
                "said": standing.said,
                "form": standing.asked.setting.form.model_dump(),
                "parameters": standing.asked.parameters.model_dump(mode="json"),
            }
            for name, standing in self.standing.items()
        }


def _how_far(now: HowFar) -> Data:
    return {"state": "asking", "words": now.words, "done": now.done, "of": now.of}
