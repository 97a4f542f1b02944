"""Report who wins Nautilus (2002), what the product is made of, where the money goes, and how games end.

A report script: a function `report` that gets a run and returns a `Report`.  Money over the rounds and maps
need the events of some games: ``events: {one_in: 50}`` in the experiment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simkit import report as r
from simkit.reports.shared.nautilus_2002 import TRUST, Subject
from simkit.reports.shared.nautilus_2002_claims import ChipsWin, RunDry, Voice, claims_of_play
from simkit.reports.shared.nautilus_2002_holdings import WORK, Holdings
from simkit.reports.shared.nautilus_2002_length import Length, WithoutEndings
from simkit.reports.shared.nautilus_2002_maps import Maps
from simkit.reports.shared.nautilus_2002_money import Money
from simkit.reports.shared.nautilus_2002_product import DIVES, PLAY, Product
from simkit.reports.shared.nautilus_2002_sea import Sea

TURN_ORDER = replace(
    r.IN_TURN_ORDER,
    introduction=(
        "All players play the same way: one who wins significantly more than the fair share owes it to the "
        "place in the order of round 1. The start player changes every round, so that a lead can only come "
        "from the first rounds. With one place for the base, a strategy without chance opens in the same way "
        "again and again: what a place gains there may be luck with that one city, which is why the base by "
        "chance should be looked at too."
    ),
    each="place in the order of round 1",
)


def report(run: r.Run) -> r.Report:
    """Return the report."""
    r.require_game(run, "nautilus_2002", "nautilus_2002")
    players = r.line_ups_of(run)
    columns = list(dict.fromkeys([*PLAY, *DIVES, *WORK]))
    every = r.Points(run, players, r.counted_seats(run, players, by=["score"], sums=columns), [], {})
    contest = r.Contest.read(run, players, every.seats)
    subject = Subject.of(contest, every)
    components = r.Components(run)
    alike = [scenario for scenario in r.with_one_strategy(players) if scenario in r.base(run)]
    turn_order = r.Seats.read(run, alike, TURN_ORDER)
    voice, said = Voice(run), claims_of_play(run, tuple(list(subject.by_players.values())[-1][:1]))
    parts: list[r.Part] = [
        components,
        WithoutEndings(components),
        contest,
        r.CeilingOfPlay(run),
        turn_order,
        Product(subject),
        _saying(voice, Money(subject), [claim for claim in said if isinstance(claim, RunDry)]),
        Length(subject),
        Sea(subject),
        _saying(voice, Holdings(subject), [claim for claim in said if isinstance(claim, ChipsWin)]),
        Maps(subject),
        _every_scenario(every),
        r.OwnPart(findings=[r.Finding(voice.say(claim), surprise=r.Surprise.WHICH) for claim in said]),
    ]
    return r.Report(
        run,
        [*parts, r.Minutes(run), TRUST],
        key_figures=[contest if contest.key_figures() else turn_order],
        findings=parts,
    )


def _saying(voice: Voice, part: r.Part, claims: Sequence[r.Claim]) -> r.Part:
    """Return a part whose first figure says some claims in its title."""
    return r.OwnPart(sections=r.with_titles(part.sections(), voice, claims))


def _every_scenario(every: r.Points) -> r.Part:
    """Return a player's means in every scenario, if there are several."""
    words = "Means of a player in every scenario."
    several = len(every.run.scenario_rows()) > 1
    return r.OwnPart(sections=r.scenario_sections(every, columns=PLAY, caption=words) if several else [])
