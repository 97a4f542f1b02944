"""What the report on Nautilus (2002) claims beyond the claims of all games: the canyon, money, chips."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from simkit import report as r
from simkit.reports.shared.nautilus_2002_holdings import wins_by_count
from simkit.reports.shared.nautilus_2002_money import FEW, rounds_of_little
from simkit.reports.shared.nautilus_2002_sea import lead_of_openers, share_of_openers


@dataclass(frozen=True)
class OfGames(r.Claim):
    """Something of the games of some scenarios that no column has."""

    scenarios: tuple[int, ...]

    @property
    def numbers(self) -> set[Hashable]:
        """What it says of which games."""
        return {(self.kind, self.scenarios)}


@dataclass(frozen=True)
class OpenersWin(OfGames):
    """The players who open the canyon win more or less than is fair."""

    share: r.Estimate
    fair: float

    def holds(self, truth: r.Truth) -> bool | None:
        """Return whether they do, on the same side of the fair share."""
        found = lead_of_openers(truth.run, self.scenarios) if truth.run.has_events else None
        if found is None or not found.excludes(0):
            return None
        return (found.value > 0) == (self.share.value > self.fair)


@dataclass(frozen=True)
class RunDry(OfGames):
    """From a round on, half of the players hold little money."""

    first: int

    def holds(self, truth: r.Truth) -> bool | None:
        """Return whether they do in that round and in all later ones."""
        rounds = rounds_of_little(truth.run, self.scenarios) if truth.run.has_events else {}
        later = [is_little for number, is_little in rounds.items() if number >= self.first]
        return all(later) if later else None


@dataclass(frozen=True)
class ChipsWin(OfGames):
    """Players with the most chips win more than those with the fewest."""

    most: int
    least: int
    shares: tuple[r.Estimate, r.Estimate]

    def holds(self, truth: r.Truth) -> bool | None:
        """Return whether they do."""
        found = wins_by_count(truth.run, self.scenarios, "chips")
        if not {self.most, self.least} <= found.keys():
            return None
        most, least = found[self.most], found[self.least]
        return True if most.low > least.high else False if most.high < least.low else None


def _openers(names: r.Names, claim: OpenersWin, previous: r.Claim | None) -> str:
    where = names.where(r.Of("won", claim.scenarios))
    fair = r.percent(claim.fair)
    return f"the player who opens the canyon wins {claim.share} of games{where}, where {fair} is fair"


def _dry(names: r.Names, claim: RunDry, previous: r.Claim | None) -> str:
    where = names.where(r.Of("won", claim.scenarios))
    return f"half of the players hold less than {FEW} Nemos from round {claim.first} on{where}"


def _chips(names: r.Names, claim: ChipsWin, previous: r.Claim | None) -> str:
    most, least = claim.shares
    return (
        f"players who end with {claim.most} majority chips win {most} of games"
        f"{names.where(r.Of('won', claim.scenarios))}, those with {claim.least or 'none'} {least}"
    )


class Voice(r.Voice):
    """Says these claims, too."""

    templates: ClassVar[Mapping[type[r.Claim], Any]] = {
        **r.Voice.templates,
        OpenersWin: _openers,
        RunDry: _dry,
        ChipsWin: _chips,
    }


def claims_of_play(run: r.Run, scenarios: tuple[int, ...]) -> list[OfGames]:
    """Return what is clear of the canyon, of money and of chips in some games."""
    found: list[OfGames] = []
    if run.has_events:
        lead = lead_of_openers(run, scenarios)
        if lead is not None and r.is_significant(lead):
            found.append(OpenersWin(scenarios, *share_of_openers(run, scenarios)))
        rounds = rounds_of_little(run, scenarios)
        little = [number for number in rounds if all(rounds[later] for later in rounds if later >= number)]
        found += [RunDry(scenarios, min(little))] if little else []
    shares = wins_by_count(run, scenarios, "chips")
    if len(shares) > 1 and shares[max(shares)].low > shares[min(shares)].high:
        most, least = max(shares), min(shares)
        found.append(ChipsWin(scenarios, most, least, (shares[most], shares[least])))
    return found
