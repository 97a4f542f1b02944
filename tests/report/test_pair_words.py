"""One sentence on who beats whom: a ladder, a cycle, or not everybody met; and who is dominated."""

from __future__ import annotations

import pytest

from simkit.report.sections.pairs import Meeting, Meetings, pair_findings
from simkit.stats.estimates import Estimate

GAMES = 10_000


def pairs(**shares: float) -> Meetings:
    """Return pairs by letters: ``ab=0.6`` is a player a who wins 60 % of games against b."""
    made = {}
    for letters, share in shares.items():
        first, second = letters[0], letters[1]
        both = {
            name: Estimate(own, own, own, GAMES, "") for name, own in ((first, share), (second, 1 - share))
        }
        lead = 2 * share - 1
        made[frozenset((first, second))] = Meeting(both, Estimate(lead, lead - 0.02, lead + 0.02, GAMES, ""))
    return made


@pytest.mark.parametrize(
    ("found", "sentences"),
    [
        (
            pairs(ab=0.6, bc=0.6, ac=0.7),
            ("A ladder, on which each player beats all below: a, b, c.", "All players but a are dominated"),
        ),
        (
            pairs(ab=0.6, bc=0.6, ac=0.4),
            ("A cycle: a beats b, b beats c, c beats a.", "No player is dominated"),
        ),
        (
            pairs(ab=0.5, bc=0.6, ac=0.6),
            ("No cycle: a ladder, though not every two differ significantly: ", "Dominated are c (by a)"),
        ),
        (
            pairs(ab=0.6, bc=0.6),
            ("Not all players met each other; by ratings, the best first: a, b, c.",),
        ),
    ],
)
def test_the_sentences(found: Meetings, sentences: tuple[str, ...]) -> None:
    words = pair_findings(found)
    assert len(words) == len(sentences)
    for sentence, start in zip(words, sentences, strict=True):
        assert sentence.startswith(start)


def test_a_single_pair_has_no_order() -> None:
    assert pair_findings(pairs(ab=0.6)) == []
