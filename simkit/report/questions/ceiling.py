"""The ceiling: how far a player is behind the best known, and where even that one comes to little."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from simkit.document.blocks import Block, Figure, Finding, Part, Section, Surprise, Table, Text
from simkit.document.charts import LABEL, several_dots
from simkit.document.figures import LINE_HEIGHT, PALETTE, new_figure
from simkit.document.points import Shown
from simkit.document.series import name_series
from simkit.engine.contract.objectives import WON, measure_in_words
from simkit.engine.contract.skills import BEST
from simkit.experiment.about import About
from simkit.language import listed, opening
from simkit.results.asked import asked_of
from simkit.results.ceilings import AMONG_THEMSELVES, TITLE, Ceilings, master_in_words
from simkit.results.claims import BehindBest, BestBelow, Claim, Of, Quantity, Sentence, Several
from simkit.results.paired import size_of
from simkit.run.findings.ceiling import Ceiling
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import NO_BREAK, UNKNOWN, Estimate, widened, widened_share
from simkit.stats.whose import GAME
from simkit.words.ceilings import recorded_in_words, sentences_of
from simkit.words.claims import Voice
from simkit.words.names import HALF
from simkit.words.titles import with_titles

MOST_IN_ONE = 20
"""The most rules of one figure: with its section's words it fits on a page."""

MOST_DRAWN = 120
"""The most rules that figures show; with more, only the table is made."""

ABOUT = (About.SETTING, About.NUMBER)
"""The questions to which it belongs how far a player is from the best known."""


@dataclass(frozen=True)
class BesideBest:
    """How far the players of a run are from the best known, where all win or lose together."""

    run: RunDirectory
    found: Ceilings

    @cached_property
    def compared(self) -> list[tuple[Ceiling, Of]]:
        """The ceilings of the strongest player that is compared, each with what its own result is of."""
        main = self.found.main
        if main.of_seats:
            return []
        pairs = zip(self.found.ceilings, self.found.beside, strict=True)
        every = [
            (ceiling, Of(main.name, (at,), GAME.name))
            for ceiling, at in pairs
            if at is not None and ceiling.control
        ]
        return [pair for pair in every if pair[0].control == every[0][0].control]

    @property
    def _sign(self) -> int:
        objective = next(iter(self.run.game.objectives), None)
        return -1 if objective and objective.better == "less" else 1

    def _gain(self, ceiling: Ceiling) -> Estimate:
        """Return by how much the best known is ahead, with an interval for the number of settings."""
        return widened(ceiling.gains[self.found.main.name], len(self.compared))

    def claims(self) -> list[Sequence[Claim]]:
        """Return what each sentence claims: how far a player is behind, then where rules are too hard."""
        return [claims for claims in (self.behind(), self.too_hard()) if claims]

    def behind(self) -> Sequence[Claim]:
        """Return the largest clear lead of the best known, and in how many settings; else a margin."""
        main, sign, every = self.found.main, self._sign, self.compared
        if not every:
            return []
        ahead = [
            (ceiling, of)
            for ceiling, of in every
            if sign * self._gain(ceiling).value > 0 and self._gain(ceiling).excludes(0)
        ]
        if not ahead:
            most = max(self._furthest(ceiling) for ceiling, _ in every)
            claims = [BehindBest(of, ceiling.results[main.name], most, sign) for ceiling, of in every]
            return claims if len(claims) == 1 else [Several(tuple(claims), len(claims))]
        claims = [BehindBest(of, ceiling.results[main.name], None, sign) for ceiling, of in every]
        own, of = max(ahead, key=lambda pair: sign * self._gain(pair[0]).value)
        best, gain = own.results[main.name], own.gains[main.name]
        if len(every) > 1:  # it was chosen
            best, gain = own.quoted(main, len(every)), own.quoted_gain(main, len(every))
        first = BehindBest(of, best, None, sign)
        first = replace(first, quantities=(Quantity(replace(gain, unit=main.unit.of_changes), first.behind),))
        return [first, *([Several(tuple(claims), len(ahead))] if len(every) > 1 else [])]

    def _furthest(self, ceiling: Ceiling) -> float:
        """Return by how much the best known may be ahead at most: of shares, no more than are lost."""
        name, gain = self.found.main.name, self._gain(ceiling)
        if not self.found.main.is_share:
            return max(self._sign * gain.low, self._sign * gain.high)
        return min(gain.high, 1 - widened_share(ceiling.controls[name], len(self.compared)).low)

    def too_hard(self) -> Sequence[Claim]:
        """Return in how many settings even the best known wins less than half of the games."""
        main, every = self.found.main, self.compared
        claims = [BestBelow(of, ceiling.results[main.name], HALF) for ceiling, of in every if main.is_share]
        low = [claim for claim in claims if widened_share(claim.best, len(every)).high < HALF]
        if not low or len(every) == 1:
            return low
        return [Several(tuple(claims), len(low))]

    def sentences(self, voice: Voice) -> list[Sentence]:
        """Return what page one says of it."""
        return [voice.say(*claims) for claims in self.claims()]


def beside_best(run: RunDirectory) -> BesideBest | None:
    """Return how far the players of a run are from the best known; None where that is not known."""
    found = Ceilings.of_run(run)
    return None if found is None else BesideBest(run, found)


class CeilingOfPlay(Part):
    """What the game's master comes to under the rules of the run, if that was measured or is recorded."""

    def __init__(self, run: RunDirectory) -> None:
        self._run = run
        self._beside = beside_best(run)

    def findings(self) -> list[Finding]:
        """Return how far a player is from the ceiling, and what is too hard, where that was asked."""
        if self._beside is None or asked_of(self._run).about not in ABOUT:
            return []
        name = self._beside.found.main.name
        size = max((size_of(ceiling.gains[name]) for ceiling, _ in self._beside.compared), default=0.0)
        said = self._beside.sentences(Voice(self._run))
        return [Finding(words, size, Surprise.WHICH) for words in said]

    def cautions(self) -> list[str]:
        """Return that ceilings are older than the game, if they are."""
        found = self._beside and self._beside.found
        if not found or all(ceiling.is_current for ceiling in found.ceilings if ceiling.measured):
            return []
        return [recorded_in_words(found)]

    def sections(self) -> list[Section]:
        """Return the section about the ceiling."""
        if self._beside is None:
            return []
        claims = next(iter(self._beside.claims()), [])
        return with_titles(ceiling_sections(self._beside.found), Voice(self._run), claims)


def ceiling_sections(found: Ceilings) -> list[Section]:
    """Return the section about the ceiling."""
    first = found.ceilings[0]
    master = master_in_words(first.base, first.playouts)
    words = (
        f"A rate says how hard rules are for a player. The ceiling is what {master} comes to under the same "
        "rules: what is below it, better play would win. Perfect play may win still more; people may play "
        "below it."
    )
    if not found.main.is_share:
        words = (
            f"At these tables every seat is played by {master}: what good players score against each other, "
            "and how long their games last."
        )
    blocks: list[Block] = [Text(words), *map(Text, sentences_of(found)), *_figures(found)]
    hold = f"95{NO_BREAK}% intervals, which hold although games were played until they were narrow"
    for measure in found.shown:
        caption = f"The {measure_in_words(measure.column)} of {BEST}, with {hold}."
        if measure.is_share:
            won = "games won" if measure.name == WON else f"games {measure.column.heading}"
            caption = f"{opening(won)} in per cent; {hold}."
        blocks.append(Table(found.table(measure), caption))
    return [Section(AMONG_THEMSELVES if found.main.of_seats else TITLE, blocks)]


def _figures(found: Ceilings) -> list[Figure]:
    """Return the chart of all rules, in parts that fit on pages; none for a single one."""
    ceilings = found.ceilings
    if not 1 < len(ceilings) <= MOST_DRAWN:
        return []
    parts = -(-len(ceilings) // MOST_IN_ONE)
    each = -(-len(ceilings) // parts)
    return [_figure(found, ceilings[part * each : (part + 1) * each], part) for part in range(parts)]


def _figure(found: Ceilings, ceilings: Sequence[Ceiling], part: int) -> Figure:
    measure = found.main
    labels = [textwrap.fill(ceiling.setting, LABEL) for ceiling in ceilings]
    lines = max(label.count("\n") for label in labels)
    figure, axes = new_figure(1, 1, (0.24 + LINE_HEIGHT * lines) * len(ceilings) + 1.0)
    players = list(dict.fromkeys(ceiling.control for ceiling in ceilings if ceiling.control))
    series = {
        name: [ceiling.controls[measure.name] if ceiling.control == name else UNKNOWN for ceiling in ceilings]
        for name in players
    }
    series[BEST] = [ceiling.results[measure.name] for ceiling in ceilings]
    colours = dict(zip(series, PALETTE, strict=False))
    shown = {name: Shown([], rows=[ceiling.setting for ceiling in ceilings]) for name in series}
    several_dots(axes[0, 0], labels, series, colours, shown, measure.unit.scale)
    if measure.is_share:
        axes[0, 0].set_xlim(0, 102)
    axes[0, 0].set_xlabel(found.heading(measure))
    name_series(figure, colours)
    return Figure(
        f"ceiling_{part + 1}" if part else "ceiling",
        figure,
        f"What {BEST} comes to is the ceiling. Strokes are 95{NO_BREAK}% intervals.",
        "One row per set of rules: a dot for the player, and one for the ceiling.",
        f"The {measure_in_words(measure.column)} of {BEST}{f' beside {listed(players)}' if players else ''}"
        f"{', continued' if part else ''}",
    )
