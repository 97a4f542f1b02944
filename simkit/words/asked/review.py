"""Says how a game went: its chances at the start, the turns that decided it, luck and mistakes apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from simkit.engine.contract.objectives import WON, measure_in_words
from simkit.engine.play.match import Match
from simkit.language import after
from simkit.results.people import counted
from simkit.search.review import PLAYOUTS, Decision, Turn, deciding, review, turns
from simkit.stats.estimates import Estimate, widened
from simkit.words.asked.names import margin

BAR = 10
"""The length of the bar for a chance of 100 %, in characters."""


@dataclass(frozen=True)
class Reviewed:
    """A game with its decisions valued, in words."""

    match: Match
    number: int
    found: Sequence[Decision]

    @classmethod
    def of(cls, match: Match, number: int) -> Reviewed:
        """Review a game, as `simkit.search.review.review` does."""
        return cls(match, number, review(match, number))

    def notes(self) -> dict[int, str]:
        """Return a line for each decision: how it stands now, what luck brought, and what would be better."""
        return {decision.move: f"  {self._note(decision)}" for decision in self.found}

    def summary(self) -> Iterator[str]:
        """Yield lines about the start, the turns that decided the game, and what the numbers are of."""
        yield from ("", "Review")
        if self.found:
            yield f"  {self._start()}"
        told = turns(self.match, self.number, self.found)
        decided = deciding(told)
        if decided:
            which = "turn" if len(decided) == 1 else f"{counted(len(decided))} turns"
            whose = ", for the seat that chose" if self._are_several else ""
            yield f"  The {which} that decided it{whose}:"
            yield from (f"    {self._turn(turn)}" for turn in decided)
        elif told:
            most = margin([abs(widened(turn.luck, len(told))) for turn in told])
            yield f"  No turn clearly decided it: none moved more than {most}."
        if self.found and not any(decision.is_mistake for decision in self.found):
            yield "  No choice was clearly a mistake."
        goes_on = "every seat's own player" if self._are_several else "the player"
        yield (
            f"  Each legal move was tried in {PLAYOUTS} play-outs, in which {goes_on} goes on; "
            "\N{PLUS-MINUS SIGN} is the longer side of the 95 % interval."
        )

    def _start(self) -> str:
        """Return how each seat stands at the first choice."""
        first = self.found[0]
        known = {seat: first.value_of(seat) for seat in range(len(self.match.strategies))}
        if first.is_shared or not self._are_several:
            known = {first.seat: first.value}
        said = ", ".join(
            f"{self._seat(seat)} {self._value(estimate)}".strip()
            for seat, estimate in known.items()
            if estimate
        )
        return f"At the start the {self._measure}{': ' if known.keys() - {first.seat} else ' is '}{said}."

    def _turn(self, turn: Turn) -> str:
        """Return what luck and mistakes did in a turn."""
        parts, mistake = list[str](), turn.mistake
        if turn.luck.excludes(0.0):
            parts.append(f"luck {self._as_measured(turn.luck):side}")
        if mistake:
            better = self._better(mistake)
            parts.append(f"a mistake of {mistake.lost:plain side} at move {mistake.move}, better: {better}")
        return f"turn {turn.turn}{after(self._seat(turn.seat))}: {'; '.join(parts)}"

    def _note(self, decision: Decision) -> str:
        full = round(BAR * self._as_measured(decision.value).value)
        bar = "\N{FULL BLOCK}" * full + "\N{LIGHT SHADE}" * (BAR - full) if self._is_share else ""
        whose = f" ({self._seat(decision.seat)})" if self._are_several else ""
        parts = [f"{bar} {self._measure}{whose} {self._value(decision.value)}".strip()]
        if decision.is_changed:
            parts.append(f"{decision.gained:side} since its last choice")
        if decision.is_mistake:
            parts.append(f"a mistake of {decision.lost:plain side}: better {self._better(decision)}")
        return "; ".join(parts)

    @cached_property
    def _moves(self) -> dict[int, list[str]]:
        """All legal moves in words, by the number of the move."""
        story, game, decided = (
            self.match.game.story,
            self.match.game,
            {decision.move for decision in self.found},
        )
        return {
            made: [story.describe(game, step.state, move) for move in step.moves]
            for made, step in enumerate(self.match.walk(self.number))
            if made in decided
        }

    def _better(self, decision: Decision) -> str:
        return self._moves[decision.move][decision.best]

    @property
    def _are_several(self) -> bool:
        return len(self.match.strategies) > 1

    def _seat(self, seat: int) -> str:
        return f"seat {seat + 1}" if self._are_several and not self.found[0].is_shared else ""

    @property
    def _is_share(self) -> bool:
        return self.match.game.column_of(self.match.game.objectives[0]).is_yes_no

    @property
    def _measure(self) -> str:
        column = self.match.game.column_of(self.match.game.objectives[0])
        if not self._is_share:
            return measure_in_words(column)
        return "chance to win" if column.name == WON else f"chance of being {column.heading}"

    def _as_measured(self, value: Estimate) -> Estimate:
        return value if self.match.game.objectives[0].better == "more" else -value

    def _value(self, value: Estimate) -> str:
        return f"{self._as_measured(value):side}"
