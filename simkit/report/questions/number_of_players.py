"""Answers what the number of players changes: how often they win, what they score, how long a game lasts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from simkit.document.blocks import Block, Figure, InShort, KeyFigure, Part, Section, Table
from simkit.engine.contract.knobs import PLAYERS
from simkit.engine.contract.objectives import measure_in_words
from simkit.engine.contract.skills import BEST
from simkit.experiment.about import About, AskedAbout, about_of
from simkit.language import listed, opening
from simkit.report.questions.number import Curve, Numbers
from simkit.results.ceilings import rates_at_ceiling
from simkit.results.claims import Claim, Quantity, change_or_nothing
from simkit.results.people import counted
from simkit.results.players import introduced, is_only_of_kind, players_in_short, shown_name
from simkit.results.result import Result, measures_of
from simkit.results.scenarios import base_level, levels_in_words
from simkit.results.wins import Wins
from simkit.run.findings.targeted import RANDOM
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import NO_BREAK, NUMBER
from simkit.stats.whose import GAME, PLAYER, Whose, whose
from simkit.words.lines import Line

RULE = f"rules.{PLAYERS}"
"""The factor that most runs vary the number of players by."""

MOST_KEY_FIGURES = 4


def answer_number_of_players(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return what the number of players changes, for the strongest player and for another one."""
    every = (PlayerCounts.measured(run, result, of).compared for result, of in _measures(run))
    found = [counts for counts in every if counts.curves]
    if not found:
        return None
    first, *others = found
    answer = first.headline()
    sentences = [*answer.sentences, *(other.voice.say(*other.curves[0].claims()) for other in others)]
    return replace(answer, sentences=sentences[:3], findings=[*sentences[3:], *answer.findings])


def _measures(run: RunDirectory) -> list[tuple[Result, str]]:
    """Return what is looked at, the most important first, each with whose it is.

    Where all win together it is how often they do; where they compete, what each of them scores, and how long
    a game lasts.
    """
    measures, length = measures_of(run), run.game.length_column
    if measures and not run.estimates(of=GAME.name, column=measures[0].column).is_empty():
        return [(measures[0], GAME.name)]
    found = [(measure, Whose(PLAYER, 0).name) for measure in measures if not measure.is_share][:1]
    if length:
        name = measure_in_words(length)
        found.append((Result(length.name, name, name, "lasts", length.heading, NUMBER), GAME.name))
    return found


@dataclass(frozen=True)
class PlayerCounts(Numbers, Part):
    """What tables come to by their number of players, with all else as printed.

    Its curves are those of each group of players who sit together: of one strategy, or, where all win
    together, of several.  One that played with a single number of players has a curve of a single place.
    """

    @classmethod
    def measured(cls, run: RunDirectory, result: Result, of: str = GAME.name) -> PlayerCounts:
        """Return what a run's tables come to, the strongest first; of those who compete the first player."""
        others = _beside_players(run)
        printed = {factor: base_level(run, factor) for factor in others}
        rows = sorted(
            run.levels.sort("scenario").iter_rows(named=True),
            key=lambda row: sum(row[factor] != level for factor, level in printed.items()),
        )
        known = set(run.scenarios_with(whose(of)))
        is_together = of == GAME.name and result.is_share
        known = known if is_together else known & run.alike
        every: dict[tuple[str, ...], list[int]] = {}
        at: dict[tuple[str, ...], dict[int, int]] = {}
        for row in rows:
            scenario, names = row["scenario"], run.line_ups[row["scenario"]]
            if scenario in known:
                who = tuple(dict.fromkeys(names))
                every.setdefault(who, []).append(scenario)
                if all(row[factor] == rows[0][factor] for factor in others):
                    at.setdefault(who, {}).setdefault(len(names), scenario)
        wins = Wins(run, of, result)
        curves = []
        for players, by_count in at.items():
            counts = sorted(by_count)
            curves.append(
                Curve(
                    _line(wins, players, every[players]),
                    RULE,
                    tuple(map(str, counts)),
                    tuple((by_count[count],) for count in counts),
                )
            )
        return cls(run, RULE, tuple(_strongest_first(curves)))

    @cached_property
    def compared(self) -> PlayerCounts:
        """Those that played with several numbers of players; not the random one, unless it is alone."""
        several = [curve for curve in self.curves if curve.last]
        skilled = [curve for curve in several if not curve.line.key.startswith(RANDOM)]
        return replace(self, curves=tuple(skilled or several))

    @property
    def result(self) -> Result:
        """What tables come to."""
        return self.curves[0].line.result

    @cached_property
    def setting(self) -> str:
        """The levels that all these tables share, to follow a comma; nothing if only who plays is varied."""
        row, others = self.run.scenario(self.curves[0].scenarios[0][0]), _beside_players(self.run)
        return f", {levels_in_words(self.run, row, others)}" if others else ""

    @property
    def names(self) -> list[str]:
        """The players, the strongest first."""
        return [curve.line.key for curve in self.curves]

    @property
    def best(self) -> str:
        """The strongest player."""
        return self.names[0]

    def by_players(self, name: str = "") -> dict[int, int]:
        """Return a player's scenario for each number of players; without a name, the strongest one's."""
        curve = next(curve for curve in self.curves if curve.line.key == (name or self.best))
        return {int(count): alike[0] for count, alike in zip(curve.levels, curve.scenarios, strict=True)}

    # ---- claims

    def headline(self) -> InShort:
        """Return what page one says of it: for the strongest player, for another one, at the ceiling."""
        first, other = self.curves[0], self._other()
        said, *more = _claims(first)
        others, *beside = _claims(other) if other else [[]]
        findings = [*beside, *more, *([why] for why in self._why()), self.in_common()]
        findings += self._elsewhere() if self.factor in self.run.factors else []
        sentences = [self.voice.say(*claims) for claims in (said, others) if claims]
        return InShort(
            sentences,
            self.key_figures(),
            draw=partial(self.figure, said),
            findings=[self.voice.say(*claims) for claims in findings if claims],
        )

    def _other(self) -> Curve | None:
        """Return another player: the one that the number moves the other way most, or the last."""
        first, *others = self.curves
        apart = [curve for curve in others if curve.shape not in ("none", first.shape)]
        ways = {curve: curve.change(0, curve.last).value for curve in (first, *apart)}
        return min(apart, key=lambda curve: ways[first] * ways[curve], default=others[-1] if others else None)

    # ---- tables and numbers

    def key_figures(self) -> list[KeyFigure]:
        """Return what the strongest comes to with each number of players, beside the best known."""
        first, found = self.curves[0], []
        for place, scenarios in enumerate(first.scenarios[:MOST_KEY_FIGURES]):
            figure = self.voice.key_figure(Quantity(first.rates[place], first.of(place)))
            known = rates_at_ceiling(self.run).get(scenarios[0])
            meaning = figure.meaning + (f"; {BEST}: {known:alone}" if known is not None else "")
            found.append(replace(figure, meaning=meaning))
        return found

    def figure(self, claims: Sequence[Claim] = ()) -> Figure:
        """Return the curves of all players; a report shows them once, by their name."""
        return replace(super().figure(claims or _claims(self.curves[0])[0]), name="by_number_of_players")

    def sections(self) -> list[Section]:
        """Return what all come to by number of players."""
        counts = sorted({count for curve in self.curves for count in self.by_players(curve.line.key)})
        rows = []
        for curve in self.curves:
            rates = dict(zip(map(int, curve.levels), curve.rates, strict=True))
            rows.append({"player": curve.line.key} | {_party(count): rates.get(count) for count in counts})
        known = rates_at_ceiling(self.run)
        ceilings = {count: known.get(at) for count, at in self.by_players(self.best).items()}
        if any(ceilings.values()):
            rows.append({"player": BEST} | {_party(count): ceilings.get(count) for count in counts})
        caption = (
            f"{opening(self.result.rate)} by number of players{self.setting}, with 95{NO_BREAK}% intervals."
        )
        blocks: list[Block] = [Table(rows, caption)]
        if self.compared.curves:
            blocks = [self.compared.figure(), *blocks]
        return [Section(f"{opening(self.result.rate)} by number of players", blocks)]


def _beside_players(run: RunDirectory) -> list[str]:
    """Return the factors that say neither who plays nor how many."""
    who = {factor.name for factor in run.varied if about_of(factor) in (About.PLAYERS, About.PLAYER_COUNT)}
    return [factor for factor in run.factors if factor not in who]


def _line(wins: Wins, names: Sequence[str], scenarios: Sequence[int]) -> Line:
    """Return players who sit together, in the plural; or their games, if it is the length of these."""
    run, skills = wins.run, {player.name: player.skill for player in introduced(wins.run)}
    called = [shown_name(run, name) for name in names]
    who = listed(called)
    if len(names) == 1:
        who = players_in_short(called[0], skills[names[0]], is_only=is_only_of_kind(run, names[0]))
    is_length = wins.result.column not in {measure.column for measure in measures_of(run)}
    subject = f"games of {who}" if is_length else who
    return Line(run, " + ".join(called), subject, True, wins, frozenset(scenarios))


def _strongest_first(curves: Sequence[Curve]) -> list[Curve]:
    """Return curves of shares by their means, others by the players' places on the game's ladder."""
    if curves and curves[0].line.result.is_share:
        return sorted(curves, key=lambda curve: -curve.line.average(sum(curve.scenarios, ())).value)
    ranked = [
        shown_name(curve.line.run, one.name) for curve in curves[:1] for one in introduced(curve.line.run)
    ]
    return sorted(curves, key=lambda curve: ranked.index(curve.line.key))


def _claims(curve: Curve) -> list[Sequence[Claim]]:
    """Return what the number does to a player; where it turns within stands apart from the whole change."""
    whole = curve.quantity(0, curve.last)
    if "within" not in curve.shape or not curve.is_clear(whole.estimate):
        return [curve.claims()]
    ends = [Quantity(curve.rates[at], curve.of(at), is_alone=True) for at in (0, curve.last)]
    return [[change_or_nothing(whole, ends, 1)], curve.claims()[:1]]


def _party(count: int) -> str:
    return f"{counted(count)} player{'' if count == 1 else 's'}"
