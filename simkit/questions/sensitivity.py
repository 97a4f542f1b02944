"""Asks which rules decide: each goes one step down and up, in the same games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from pydantic import Field, field_validator

from simkit.engine.contract.objectives import measure_in_words
from simkit.engine.contract.player import Player
from simkit.errors import BadInput
from simkit.experiment.factors import heading
from simkit.questions.answer import Answer, Lines, Shown
from simkit.questions.named import factor_of, rule_in, strategies_in, words_in
from simkit.questions.question import MOST_GAMES, Command, Parameters, Question
from simkit.report.document.blocks import Figure, Section, Table, Text
from simkit.report.document.charts import dots_against_zero
from simkit.report.effects.averaging import said_of
from simkit.report.facts.scenarios import wrapped
from simkit.report.words import percent
from simkit.run.findings.ceiling import changed_rules, measures_of
from simkit.search.indices import explain
from simkit.search.settings import PRINTED, rules_in_words
from simkit.search.steps import try_steps
from simkit.stats.estimates import UNKNOWN, Estimate
from simkit.stats.words import number, with_interval
from simkit.words import listed, plural

if TYPE_CHECKING:
    from simkit.experiment.factors import Factor
    from simkit.experiment.values import Experiment
    from simkit.questions.lab import Lab
    from simkit.search.indices import Explained
    from simkit.search.steps import Effect, Steps

MOST_NAMED = 2
"""The most rules that a sentence names with numbers."""

MOST_LISTED = 12
"""The most rules that a sentence names without."""

MOST_DRAWN = 20
"""The most rules of a tornado; the table has all."""


class Sensitivity(Parameters):
    """Whose results are measured, over which rules."""

    players: str = Field(
        "",
        description="the strategies, separated by commas, each at every seat; by default the experiment's",
    )
    games: int = Field(20_000, ge=2, le=MOST_GAMES, description="games under each rules")
    rules: str = Field("", description="only these rules, separated by commas; by default all")
    by: dict[str, list[Any] | str | int | float | bool] = Field(
        {}, description="in place of steps, Sobol' indices of these rules over their levels: {reserve: 1..6}"
    )
    samples: int = Field(
        64, ge=8, le=4096, description="the size of the sample for them, a power of 2: more is more exact"
    )

    @field_validator("samples")
    @classmethod
    def _is_power_of_two(cls, samples: int) -> int:
        if samples & (samples - 1):
            below = 1 << (samples.bit_length() - 1)
            raise ValueError(f"found {samples}, allowed are powers of 2, such as {below} or {2 * below}")
        return samples


def ask(lab: Lab, experiment: Experiment, parameters: Sensitivity) -> Answer:
    """Try one step of each rule of the first scenario."""
    players = _players(experiment, parameters.players)
    rules = [rule_in(experiment, word, "rules") for word in words_in(parameters.rules)]
    words = _setting(experiment)
    names = ", ".join(player.name for player in players)
    lab.listener.says(
        f"{experiment.game.title}, {names}: {words}; {parameters.games:,} games under each rules"
    )
    own = replace(experiment, games=parameters.games)
    if parameters.by:
        return _explained(lab, own, players, parameters, words)
    found = try_steps(own, players, rules, workers=lab.workers, tell=lab.listener.played)
    if not found.effects:
        raise BadInput(f"sensitivity: no other value is allowed for any of {', '.join(found.without_step)}")
    return _answer(experiment, found, words)


def _players(experiment: Experiment, words: str) -> list[Player]:
    """Return the players that are asked for, or those of the experiment, each to sit at every seat."""
    if words:
        return [Player(reference, {}) for reference, _ in strategies_in(experiment, words)]
    found: dict[str, Player] = {}
    for scenario in experiment.scenarios:
        for player in scenario.players:
            found.setdefault(player.name, player)
    return list(found.values())


def _setting(experiment: Experiment) -> str:

    changed = changed_rules(experiment.scenarios[0].knobs)
    return f"{PRINTED}, with {rules_in_words(changed)}" if changed else PRINTED


def _answer(experiment: Experiment, found: Steps, words: str) -> Answer:

    rows = [
        {
            "player": own.player.name,
            "rule": own.step.rule,
            "step": own.step.words,
            "way": own.step.way,
            "is_assumption": own.step.is_assumption,
            "column": name,
            "before": found.before[own.player.name][name].value,
            "change": change.value,
            "low": change.low,
            "high": change.high,
            "games": found.games,
            "games_changed": own.games_changed,
        }
        for own in found.effects
        for name, change in own.changes.items()
    ]
    main = found.main
    ranked = {player: [_as_data(found, own) for own in found.ranked(player)] for player in found.players}
    return Answer(
        sentences=tuple(_sentences(found)),
        key_figures={f"{_measured(found)} of {name}": own[main.name] for name, own in found.before.items()},
        tables={"steps": pl.DataFrame(rows)},
        data={
            "measured": _measured(found),
            "is_share": main.is_share,
            "games": found.games,
            "ranked": ranked,
            "idle": {player: found.idle_for(player) for player in found.players},
            "without_step": list(found.without_step),
        },
        about={"Game": experiment.game.title, "Setting": words},
    )


def _measured(found: Steps) -> str:

    return measure_in_words(found.main.column)


def _as_data(found: Steps, own: Effect) -> dict[str, Any]:
    """Return a rule with the ends of its steps: what the largest does, and the one the other way."""
    column = found.main.name
    others = [
        one for one in found.of(own.player.name) if one.step.rule == own.step.rule and one.step != own.step
    ]
    against = [one for one in others if one.step.way == -own.step.way] if own.step.way else []
    other = max(against, key=lambda one: abs(one.changes[column].value), default=None)
    return {
        "rule": own.step.rule,
        "steps": [
            {"words": one.step.words, "change": asdict(found.change(one))}
            for one in ((own, other) if other else (own,))
        ],
        "is_clear": any(found.is_clear(one) for one in (own, *others)),
        "is_assumption": own.step.is_assumption,
    }


# ---- Sobol' indices


def _explained(
    lab: Lab, experiment: Experiment, players: Sequence[Player], parameters: Sensitivity, words: str
) -> Answer:
    """Return what share of the variance over some rules' levels each of them explains."""
    factors = _factors(experiment, parameters.by)
    found = [
        explain(
            experiment, player, factors, parameters.samples, workers=lab.workers, tell=lab.listener.played
        )
        for player in players
    ]
    kinds = ("first", "total")
    rows = [
        {"player": own.player, "rule": one.rule}
        | {kind: getattr(one, kind).value for kind in kinds}
        | {f"{kind}_{end}": getattr(getattr(one, kind), end) for kind in kinds for end in ("low", "high")}
        for own in found
        for one in own.indices
    ]
    levels = {heading(own.name): [level.label for level in own.levels] for own in factors}
    return Answer(
        sentences=tuple(sentence for own in found for sentence in _of_indices(experiment, own)),
        tables={"indices": pl.DataFrame(rows)},
        data={"levels": levels, "games": experiment.games, "ranked": {}, "idle": {}},
        about={"Game": experiment.game.title, "Setting": words},
    )


def _factors(experiment: Experiment, by: Mapping[str, Any]) -> list[Factor]:
    """Return the rules whose levels are given, each as a factor.

    Raises
    ------
    BadInput
        If there is no such rule, it has fewer than two levels, or it is the only one.
    """
    found = []
    for name, levels in by.items():
        rule = rule_in(experiment, name, "by")
        factor = factor_of(experiment, rule, levels, "by")
        if len(factor.levels) < 2:
            raise BadInput(f"by: {rule}: found one level, allowed are two or more: [2, 4] or 1..6")
        found.append(factor)
    if len(found) < 2:
        raise BadInput(
            "by: found one rule, allowed are two or more: of a single rule an experiment shows the curve"
        )
    return found


def _of_indices(experiment: Experiment, found: Explained) -> Iterator[str]:
    """Yield what the rules explain for a player, the rule that explains most first."""
    main = measures_of(experiment.game, len(experiment.scenarios[0].players))[0]
    ends = [percent(end) if main.is_share else number(end, 1) for end in (found.low, found.high)]
    ranked = sorted(found.indices, key=lambda own: -own.total.value)
    first = ranked[0]
    alone, whole = (with_interval(own, is_share=True, unit=" %") for own in (first.first, first.total))
    measured = measure_in_words(main.column)
    yield (
        f"Over the levels of {listed([own.rule for own in found.indices])} the {measured} of {found.player} "
        f"goes from {ends[0]} to {ends[1]}; {first.rule} alone explains {alone} of its variance, and takes "
        f"part in {whole}."
    )
    for own in ranked[1:]:
        yield f"{own.rule} takes part in {with_interval(own.total, is_share=True, unit=' %')}."


# ---- sentences


def _sentences(found: Steps) -> Iterator[str]:

    tried = plural(len(found.rules), "rule")
    for player in found.players:
        ranked = found.ranked(player)
        clear = [own for own in ranked if found.is_clear(own)]
        if not clear:
            yield f"Of {tried} none moves the {_measured(found)} of {player} beyond chance by one step."
            continue
        named = [f"{_step_in_words(own)} {_said(found, own)}" for own in clear[:MOST_NAMED]]
        verb = "moves" if len(clear) == 1 else "move"
        most = "most of all " if len(clear) > 1 else ""
        yield (
            f"Of {tried} {len(clear)} {verb} the {_measured(found)} of {player} by one step, {most}"
            f"{', then '.join(named)}."
        )
    yield from _idle(found)
    if len(found.players) > 1:
        yield from _apart(found)


def _idle(found: Steps) -> Iterator[str]:
    """Yield which rules changed no game: of any player, and of one while they did of another."""
    if found.idle:
        yield f"No step of {_counted(found.idle)} changed any of {found.games:,} games{_of_any(found)}."
    for player in found.players if len(found.players) > 1 else ():
        own = [rule for rule in found.idle_for(player) if rule not in found.idle]
        if own:
            yield f"{listed(own)} changed no game of {player}."


def _of_any(found: Steps) -> str:
    return " of any player" if len(found.players) > 1 else ""


def _counted(rules: Sequence[str]) -> str:
    """Return rules by name, or their number if there are many."""
    return listed(rules) if len(rules) <= MOST_LISTED else f"{len(rules)} rules"


def _apart(found: Steps) -> Iterator[str]:
    """Yield a sentence about the rules that move one player and not another."""
    first, *others = found.players
    for other in others:
        only = [[own.step.rule for own in found.ranked(one) if found.is_clear(own)] for one in (first, other)]
        for one, mine, theirs in ((first, *only), (other, *reversed(only))):
            alone = [rule for rule in mine if rule not in theirs]
            if alone and len(alone) <= MOST_LISTED:
                yield f"Only {one} is moved by {listed(alone)} ({other if one == first else first} is not)."


def _step_in_words(own: Effect) -> str:
    if own.step.is_assumption:
        return f"{own.step.rule}, '{own.step.words}'"
    return f"{own.step.rule} {own.step.words}"


def _value(found: Steps, own: Effect) -> float:
    return own.changes[found.main.name].value


def _said(found: Steps, own: Effect) -> str:

    return said_of(found.change(own), is_share=found.main.is_share)


# ---- on the terminal and in reports


def show(answer: Answer, _folder: Path | None) -> Sequence[Shown]:
    """Show, for each player, the rules with what their steps do, and the findings."""
    if "indices" in answer.tables:
        return [*_rows_of_indices(answer), *answer.sentences]
    shown: list[Shown] = []
    for player, ranked in answer.data["ranked"].items():
        rows = tuple(
            (own["rule"], *_cells(own, answer.data)) for own in ranked if not _is_idle(answer, player, own)
        )
        shown.append(Lines((player, "steps"), ("change",), rows[:MOST_DRAWN]))
    return [*shown, *answer.sentences]


def _rows_of_indices(answer: Answer) -> Iterator[Lines]:

    for (player,), rows in answer.tables["indices"].group_by("player", maintain_order=True):
        cells = tuple(
            (
                row["rule"],
                *(
                    f"{percent(row[kind])} ({percent(row[f'{kind}_low'])} to {percent(row[f'{kind}_high'])})"
                    for kind in ("first", "total")
                ),
            )
            for row in rows.iter_rows(named=True)
        )
        yield Lines((f"{player}: variance explained",), ("alone", "takes part in"), cells)


def _cells(own: Mapping[str, Any], data: Mapping[str, Any]) -> tuple[str, str]:
    steps = own["steps"]
    changes = (_change(step["change"], data) for step in steps)
    return " / ".join(step["words"] for step in steps), " / ".join(changes)


def _change(change: Mapping[str, Any], data: Mapping[str, Any]) -> str:

    return with_interval(_estimate(change), is_share=data["is_share"], signed=True)


def _estimate(data: Mapping[str, Any]) -> Estimate:

    return Estimate(**data)


def _is_idle(answer: Answer, player: str, own: Mapping[str, Any]) -> bool:
    return own["rule"] in answer.data["idle"][player]


def section(answer: Answer) -> list[Section]:
    """Return the section about an answer: a tornado and a table for each player."""
    said = [
        Text(
            f"Every rule went one step down and up from {answer.about['Setting']}, all others as they are, "
            f"in the same {answer.data['games']:,} games. Intervals allow for the number of steps tried."
        ),
        *map(Text, answer.sentences),
    ]
    if "indices" in answer.tables:
        return [Section(QUESTION.title, [*map(Text, answer.sentences), _table_of_indices(answer)])]
    figures = [figure for player in answer.data["ranked"] if (figure := _tornado(answer, player))]
    return [Section(QUESTION.title, [*said, *figures, _table(answer)])]


def _tornado(answer: Answer, player: str) -> Figure | None:
    """Return the tornado of a player: what the steps of each rule do, the rule that does most on top."""
    ranked = [own for own in answer.data["ranked"][player] if not _is_idle(answer, player, own)][:MOST_DRAWN]
    if not ranked:
        return None
    ends: dict[str, list[Estimate]] = {"downwards": [], "upwards": []}
    for own in ranked:
        changes = sorted(
            (_estimate(step["change"]) for step in own["steps"]), key=lambda change: change.value
        )
        low = changes[0] if changes[0].value <= 0 else UNKNOWN
        high = changes[-1] if changes[-1].value > 0 else UNKNOWN
        ends["downwards"].append(low)
        ends["upwards"].append(high)
    is_share = answer.data["is_share"]
    measured = answer.data["measured"]
    drawing = dots_against_zero(
        [wrapped(f"{own['rule']}: {' / '.join(step['words'] for step in own['steps'])}") for own in ranked],
        {name: found for name, found in ends.items() if any(one.n for one in found)},
        f"change of the {measured}{', points' if is_share else ''}",
        scale=100 if is_share else 1,
    )
    return Figure(
        f"sensitivity_{player}",
        drawing,
        f"How far one step of each rule moves the {measured} of {player}; what moves it most is on top.",
        "A row for each rule, with a dot for a step that lowers the result and one for one that raises it.",
    )


def _table_of_indices(answer: Answer) -> Table:

    shown = answer.tables["indices"].select(
        "player", "rule", "first", "first_low", "first_high", "total", "total_low", "total_high"
    )
    numbers = [name for name in shown.columns if name not in ("player", "rule")]
    caption = (
        "Shares of the variance of the result over the levels of all these rules, each level equally likely: "
        "what a rule explains alone (first), what it takes part in (total), and the ends of the intervals."
    )
    return Table(shown, caption, dict.fromkeys(numbers, percent))


def _table(answer: Answer) -> Table:

    share = answer.data["is_share"]
    rows = [
        (
            player,
            own["rule"],
            step["words"],
            with_interval(_estimate(step["change"]), is_share=share, signed=True),
        )
        for player, ranked in answer.data["ranked"].items()
        for own in ranked
        if not _is_idle(answer, player, own)
        for step in own["steps"]
    ]
    unit = "points" if share else answer.data["measured"]
    frame = pl.DataFrame(rows, ["player", "rule", "step to", f"change, {unit}"], orient="row")
    return Table(frame, "The steps of every rule that changed any game.")


QUESTION = Question(
    name="sensitivity",
    title="Which rules decide",
    summary="Find the rules that decide: each goes one step down and up, in the same games.",
    parameters=Sensitivity,
    ask=ask,
    key="try one step of every rule from the first scenario's, for the report",
    command=Command(
        examples=(
            "simkit sensitivity pig --games 2k",
            "simkit sensitivity nautilion --players planner --games 20k",
        ),
        has_folder=True,
    ),
    section=section,
    show=show,
)
