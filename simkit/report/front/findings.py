"""Decides which findings stand on page one, and in which order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from simkit.experiment.about import About, AskedAbout
from simkit.report.document.blocks import Finding, Findings, Surprise

RANKED_BY_THE_ANSWER = {About.COMPONENTS: Surprise.WHICH, About.ASSUMPTIONS: Surprise.NOTHING}
"""Where the answer ranks all that was varied, and up to which surprise parts then say nothing new of it."""

MOST_FINDINGS = 5
"""The most findings of a report, besides those that a script says in plain words."""

_SIGNS = "+-\N{MINUS SIGN}"

_NUMBER = r"[+\N{MINUS SIGN}-]?\d[\d,.]*"
_WITH_INTERVAL = re.compile(rf"({_NUMBER})[^\d(;]{{0,40}}\(({_NUMBER}) to ({_NUMBER})")
"""A number with its interval: "42.0 % (40.1 to 43.9)", "+3.1 points (+2.2 to +4.0)"."""


def first_findings(answer: Findings, others: Findings, asked: AskedAbout, said: str) -> list[str]:
    """Return the findings of a report in the order in which they are printed.

    First what a script says in plain words, all of it; then findings of the answer; then those about what was
    asked; then by surprise and by size.

    Parameters
    ----------
    answer : sequence of Finding or str
        The answer's findings.
    others : sequence of Finding or str
        Those of the report's parts.
    asked : AskedAbout
        What the run was asked.
    said : str
        The answer itself, which no finding repeats; nor does one repeat another.
    """
    own = [finding for finding in others if isinstance(finding, str)]
    of_answer = [finding for finding in answer if isinstance(finding, str)]
    of_answer += [finding.words for finding in _ranked(answer, asked)]
    ranked = [finding.words for finding in _ranked(others, asked) if not _answers(finding, asked, said)]
    found: list[str] = []
    for words in dict.fromkeys([*own, *of_answer, *ranked]):
        if not repeats(words, " ".join([said, *found])):
            found.append(words)
    return found[: max(MOST_FINDINGS, sum(words in found for words in dict.fromkeys(own)))]


def _ranked(findings: Findings, asked: AskedAbout) -> Sequence[Finding]:
    return sorted(
        (finding for finding in findings if isinstance(finding, Finding)),
        key=lambda own: (not _is_about(own, asked), -own.surprise, -own.size),
    )


def _is_about(finding: Finding, asked: AskedAbout) -> bool:
    return finding.about in {asked.about.value, asked.factor} - {""}


def _answers(finding: Finding, asked: AskedAbout, said: str) -> bool:
    """Return True for what a part says of what was asked, if the answer says as much."""
    if not _is_about(finding, asked):
        return False
    said_by_rank = RANKED_BY_THE_ANSWER.get(asked.about)
    is_ranked = said_by_rank is not None and finding.surprise <= said_by_rank
    return is_ranked or bool(_without_signs(finding.words) & _without_signs(said))


def numbers_with_intervals(words: str) -> list[tuple[str, ...]]:
    """Return the numbers with intervals in some words: value, low and high as they are written."""
    return [match.groups() for match in _WITH_INTERVAL.finditer(words)]


def repeats(words: str, said: str) -> bool:
    """Return True if an answer says some words already: as they are, or all their numbers with intervals.

    What one adds, another says is lost without it: the sign does not matter.
    """
    numbers = _without_signs(words)
    return words in said or (bool(numbers) and numbers <= _without_signs(said))


def _without_signs(words: str) -> set[frozenset[str]]:
    return {frozenset(end.lstrip(_SIGNS) for end in own) for own in numbers_with_intervals(words)}
