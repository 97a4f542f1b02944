"""Decides which findings stand on page one, and in which order: on what they claim, never on their words."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from simkit.document.blocks import Finding, Findings, Surprise
from simkit.experiment.about import About, AskedAbout
from simkit.results.claims import Nothing, TooFew, claims_of

RANKED_BY_THE_ANSWER = {About.COMPONENTS: Surprise.WHICH, About.ASSUMPTIONS: Surprise.NOTHING}
"""Where the answer ranks all that was varied, and up to which surprise parts then say nothing new of it."""

MOST_FINDINGS = 5
"""The most findings of a report, besides those that a script says in plain words."""


def first_findings(answer: Findings, others: Findings, asked: AskedAbout, said: Sequence[str]) -> list[str]:
    """Return the findings of a report in the order in which they are printed.

    First what a script says in plain words, all of it; then findings of the answer; then those about what was
    asked; then by surprise and by size.

    * `others`: those of the report's parts.
    * `said`: the answer's sentences, which no finding repeats; nor does one repeat another.
    """
    plain = [finding for finding in others if isinstance(finding, str)]
    if says_too_few(said):
        return plain
    of_answer = [finding for finding in answer if isinstance(finding, str)]
    of_answer += [finding.words for finding in _ranked(answer, asked)]
    ranked = [finding.words for finding in _ranked(others, asked) if not _is_answered(finding, asked, said)]
    found: list[str] = []
    for words in [*plain, *of_answer, *ranked]:
        if not (says_too_few([words]) or repeats(words, [*said, *found])):
            found.append(words)
    return found[: max(MOST_FINDINGS, sum(words in plain for words in found))]


def says_too_few(said: Sequence[str]) -> bool:
    """Return True if the first of some sentences says that there are too few games."""
    claims = [claim for words in said[:1] for claim in claims_of(words)]
    return bool(claims) and all(isinstance(claim, TooFew) for claim in claims)


def _ranked(findings: Findings, asked: AskedAbout) -> Sequence[Finding]:
    return sorted(
        (finding for finding in findings if isinstance(finding, Finding)),
        key=lambda finding: (not _is_about(finding, asked), -finding.surprise, -finding.size),
    )


def _is_about(finding: Finding, asked: AskedAbout) -> bool:
    return finding.about in {asked.about.value, asked.factor} - {""}


def _is_answered(finding: Finding, asked: AskedAbout, said: Iterable[str]) -> bool:
    """Return True for what a part says of what was asked, if the answer says as much."""
    if not _is_about(finding, asked):
        return False
    said_by_rank = RANKED_BY_THE_ANSWER.get(asked.about)
    is_ranked = said_by_rank is not None and finding.surprise <= said_by_rank
    is_small = any(isinstance(claim, Nothing) for claim in claims_of(finding.words))
    return is_ranked or is_small or bool(_numbers(finding.words) & _numbers(*said))


def repeats(words: str, said: Iterable[str]) -> bool:
    """Return True if some sentences say another already: as it is, or all its numbers.

    What one adds, another says is lost without it: the sign does not matter.
    """
    every = list(said)
    numbers = _numbers(words)
    return words in every or (bool(numbers) and numbers <= _numbers(*every))


def _numbers(*sentences: str) -> set[Hashable]:
    """Return what the numbers with intervals of some sentences are of, whichever way round."""
    claims = (claim for words in sentences for claim in claims_of(words))
    return {of for claim in claims for of in claim.numbers}
