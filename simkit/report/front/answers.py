"""The answers to what experiments ask: a module for each kind of question (`simkit.experiment.about`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from simkit.document.blocks import InShort
from simkit.experiment.about import About, AskedAbout
from simkit.report.front.findings import says_too_few
from simkit.report.questions.assumptions import answer_assumptions
from simkit.report.questions.change import answer_change
from simkit.report.questions.combinations import answer_combinations
from simkit.report.questions.components import answer_components
from simkit.report.questions.hardly_ever import why_players_lose
from simkit.report.questions.number import answer_number
from simkit.report.questions.number_of_players import answer_number_of_players
from simkit.report.questions.players import answer_players
from simkit.report.questions.seats import answer_seats
from simkit.report.questions.setting import answer_setting
from simkit.report.questions.skill import answer_skill
from simkit.results.asked import asked_of
from simkit.run.findings.noticed import nothing_is_decided, unasked_in_words
from simkit.run.store.directory import RunDirectory

Answering = Callable[[RunDirectory, AskedAbout], InShort | None]

ANSWERS: Mapping[About, Answering] = {
    About.CHANGE: answer_change,
    About.NUMBER: answer_number,
    About.SETTING: answer_setting,
    About.COMBINATIONS: answer_combinations,
    About.COMPONENTS: answer_components,
    About.SKILL: answer_skill,
    About.PLAYERS: answer_players,
    About.SEATS: answer_seats,
    About.PLAYER_COUNT: answer_number_of_players,
    About.ASSUMPTIONS: answer_assumptions,
}
"""How each kind of question is answered; None if a run has no answer to it."""


def answer_of(run: RunDirectory) -> InShort | None:
    """Return the answer to what a run was asked; where it has none, how the game goes, if it can."""
    if nothing_is_decided(run):
        return InShort(unasked_in_words(run))
    asked = asked_of(run)
    found = ANSWERS[asked.about](run, asked) or answer_setting(run, asked)
    if found and says_too_few(found.sentences):
        return replace(found, sentences=found.sentences[:1], key_figures=(), findings=())
    return found and replace(found, findings=(*why_players_lose(run), *found.findings))
