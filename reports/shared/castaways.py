"""Castaways' words: what the parts of its report share."""

from __future__ import annotations

from simkit import report as r

RESCUE = r.TogetherWords(
    r.Result("rescued", "rescue rate", "games with a rescue", "is rescued", "rescues"),
    done="rescued",
    heading="Rescue",
    games_do="end with a rescue",
    players="castaways",
    tuned_on="cards",
)

RECONSTRUCTED = (
    "How far to trust this: what is printed on the cards could not be looked up, so their texts were "
    "written anew to fit the published rules and numbers of cards. Comparisons (of players, rules, reasons "
    "for failing) are likely to hold for the printed game; the rescue rates are those of these cards, and "
    "the experiment castaways_assumptions shows how far some changes move them. They rest most on the camp "
    "card Swim to the wreck (A24): without it the last two cubes of the wreck do not come ashore, and a "
    "third of its things is never seen."
)
"""What a finding says about the cards."""

RESTS_ON = (
    "What is printed on the cards is reconstructed: comparisons are likely to hold for the printed game, the "
    "rates are those of these cards. They rest most on one of them, Swim to the wreck (A24)."
)
"""What the answer in short says about the cards, so that it stands on the first page."""

TRUST = r.OwnPart(findings=[RECONSTRUCTED], in_short=RESTS_ON)
