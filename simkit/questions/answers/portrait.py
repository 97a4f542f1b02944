"""Draws a game on one page: asks what measures its traits with few games, and lays them out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import isfinite, nan
from pathlib import Path
from typing import Any

from simkit.document.blocks import Document, Figure, KeyFigure, Row, Section, Table, Text
from simkit.document.charts import dots, several_dots
from simkit.document.figures import PALETTE, colours_of, new_figure
from simkit.document.series import name_series
from simkit.engine.contract.composed import thinking
from simkit.engine.contract.player import MASTER
from simkit.engine.contract.skills import LOOK_AHEAD
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.plugins import find_game
from simkit.questions.answer import Answer, estimate_of, stored_answer
from simkit.questions.answers.worth import tables_of
from simkit.questions.kept import sources_used
from simkit.questions.lab import Lab
from simkit.questions.named import strategies_in
from simkit.questions.portrait import QUESTION, PortraitAsked
from simkit.questions.unfinished import Unfinished
from simkit.run.findings.ladder import Ladder, LadderSetting, ladders_of, objective_of
from simkit.run.findings.minutes import SECONDS, seconds_of
from simkit.run.findings.steps import steps_of
from simkit.run.findings.targeted import RANDOM
from simkit.search.climb import climb
from simkit.search.luck import measure_luck
from simkit.search.settings import ladder_players, own_strategies, setting_of, standard_experiment
from simkit.search.tension import measure_tension
from simkit.search.traits import (
    NO_GOAL,
    NOTHING_OUT,
    TENSE,
    Trait,
    best_of_each_skill,
    missing,
    see_games,
    traits_of_decisions,
    traits_of_ladder,
    traits_of_length,
    traits_of_luck,
    traits_of_seats,
    traits_of_strategies,
    traits_of_tension,
    traits_of_variety,
    traits_of_weight,
    traits_of_worth,
)
from simkit.search.worth import GROUPS, measure_worth, things_of
from simkit.stats.estimates import UNKNOWN, Estimate, difference_of_shares, sum_of_independent
from simkit.words.asked.luck import after_the
from simkit.words.asked.names import called
from simkit.words.asked.portrait import (
    TOPICS,
    UNLIKE,
    Names,
    as_drawn,
    differing,
    label_of,
    line_of,
    summary_of,
    sure_of,
    value_of,
)

COMPARED = 64
"""Play-outs of each choice in which other moves are tried as well."""

OF_THINGS, OF_CLIMB = 5, 10
"""Without each thing a part of the games is played, and with each budget of look-ahead: a fifth, a tenth."""

FEWEST = 20
"""The fewest games of such a part."""

FEW_PLAYOUTS = 16
"""Play-outs per decision of the second player of a game that has one strategy."""


# ---- what is measured


@dataclass(frozen=True)
class _Measuring:
    """A game that is drawn: what is measured of it, and by whom."""

    lab: Lab
    experiment: Experiment
    asked: PortraitAsked

    @property
    def named(self) -> dict[str, Strategy]:
        """The strategies that are compared, by name: those that are asked for, else all of the game."""
        wished = strategies_in(self.experiment, self.asked.strategies)
        if wished:
            return {strategy.name: strategy for _, strategy in wished}
        own = own_strategies(self.experiment)
        return {one.name: one for one in ladder_players(self.experiment.game, "", own).named}

    @property
    def base(self) -> Strategy:
        """The strongest of them: it sits at all seats."""
        named = self.named
        strongest = ladder_players(self.experiment.game, "", own_strategies(self.experiment)).base
        return strongest if strongest.name in named else next(iter(named.values()))

    @property
    def table(self) -> Match:
        """The match in which it does."""
        first = self.experiment.scenarios[0]
        return Match(
            self.experiment.game, first.knobs, (self.base,) * len(first.players), seed=self.experiment.seed
        )

    def skills(self) -> dict[str, str]:
        """Return the kind of person that each strategy models."""
        return {name: strategy.skill for name, strategy in self.named.items()}

    def part_of(self, part: int) -> int:
        """Return a part of the games, but not too few."""
        return max(FEWEST, self.asked.games // part)

    def games(self) -> Iterator[Trait]:
        """Yield what games of one table show."""
        seen = see_games(self.table, self.asked.games, workers=self.lab.workers)
        chosen = self.experiment.resolved.get(SECONDS) or {}
        yield from traits_of_length(seen, seconds_of(self.experiment.game, chosen))
        yield from traits_of_seats(seen.games)
        yield from traits_of_decisions(seen)
        yield from traits_of_variety(seen)

    def luck(self) -> Iterator[Trait]:
        """Yield what chance and players decide, and which strategies are good."""
        named, base, games = self.named, self.base, self.asked.games
        skilled = [one for name, one in named.items() if name != RANDOM]
        players = skilled if len(skilled) > 1 else list(named.values())
        if len(players) < 2:  # a game on its first day
            playouts = min(FEW_PLAYOUTS, self.asked.playouts)
            players, games = [thinking(base, playouts=playouts), base], self.part_of(OF_CLIMB)
        found = measure_luck(self.experiment, players, base, games, workers=self.lab.workers)
        yield from traits_of_luck(found)
        yield from traits_of_strategies(found, len(self.experiment.scenarios[0].players))

    def tension(self) -> Iterator[Trait]:
        """Yield when games are decided, and how many choices matter."""
        game = self.experiment.game
        goal = game.column_of(objective_of(game))
        found = measure_tension(self.table, self.asked.tension, compared=COMPARED, workers=self.lab.workers)
        yield from traits_of_tension(found, after_the(goal))

    def ladder(self) -> Iterator[Trait]:
        """Yield the rungs of skill: as they are stored for the setting, else measured with few games."""
        skills = self.skills()
        stored = self._stored()
        at_standard = stored is not None and not self.asked.strategies
        steps = next(steps_of(self.experiment.game.name), None) if at_standard else None
        if steps is not None and all(step.result for step in steps.steps):
            known = {
                MASTER if step.skill.name == LOOK_AHEAD else step.skill.name: (step.words, step.result)
                for step in steps.steps
                if step.result
            }
            yield from traits_of_ladder(steps.setting, known)
            return
        if stored is not None:
            results = {name: found for name, found in stored.results.items() if name in {*skills, MASTER}}
            setting: LadderSetting = stored
            budgets: dict[str, tuple[str, Estimate]] = {}
        else:
            setting = replace(setting_of(self.experiment), games=self.part_of(OF_CLIMB))
            if self.asked.seed is not None:
                setting = replace(setting, seed=self.asked.seed)
            climbed = climb(
                setting,
                list(self.named.values()),
                thinking(self.base),
                most=self.asked.playouts,
                workers=self.lab.workers,
            )
            results = {rung.name: rung.result for rung in reversed(climbed.named)}
            budgets = {
                f"{rung.playouts:,} play-outs": (f"look-ahead with {rung.playouts:,} play-outs", rung.result)
                for rung in climbed.thinking
            }
        best = best_of_each_skill(results, skills)
        alone = {skill: (name, results[name]) for skill, name in best.items()}
        yield from traits_of_ladder(setting, alone | budgets)

    def _stored(self) -> Ladder | None:
        """Return the game's stored ladder, if it is of the setting that is asked about."""
        game, scenario = self.experiment.game, self.experiment.scenarios[0]
        known = ladders_of(game.name) if self.experiment.setting else ()
        return next((ladder for ladder in known if ladder.results and ladder.knobs == scenario.knobs), None)

    def worth(self) -> Iterator[Trait]:
        """Yield what components, cards and kinds of moves are worth to the strongest player."""
        things, kept = things_of(self.experiment, GROUPS)
        if not things:
            yield from missing(NOTHING_OUT, *TOPICS["Components"])
            return
        experiment = replace(self.experiment, games=self.part_of(OF_THINGS))
        skills, line_ups = tables_of(experiment, self.base.name)
        found = measure_worth(
            experiment, line_ups, things, skills=skills, kept=kept, workers=self.lab.workers
        )
        yield from traits_of_worth(found)

    def pieces(self) -> dict[str, tuple[Callable[[], Iterable[Trait]], tuple[str, ...]]]:
        """Return what is measured, piece by piece, with the traits that each gives."""
        of = {topic: tuple(labels) for topic, labels in TOPICS.items()}
        seen = (*of["Length"], *of["Seats"], "decisions", "options", *of["Two games"])
        return {
            "games of one table": (self.games, seen),
            "luck and strategies": (self.luck, (*of["Luck and skill"], *of["Strategies"])),
            "the ladder": (self.ladder, of["The ladder"]),
            "what things are worth": (self.worth, of["Components"]),
            "tension": (self.tension, TENSE),
        }


def ask(lab: Lab, experiment: Experiment, parameters: PortraitAsked) -> Answer:
    """Measure a game's traits, and those of another one beside it."""
    name = find_game(parameters.beside).name if parameters.beside else ""
    if name == experiment.game.name:
        raise BadInput(f"beside: {parameters.beside} is the game itself; name another one")
    drawn = _drawn(lab, experiment, parameters, [lab.answers] if lab.answers else [])
    if not name:
        return _of_one(drawn)
    kept = [lab.answers / f"{BESIDE}{name}", lab.answers.parent / name] if lab.answers else []
    own_players = parameters.model_copy(update={"strategies": ""})
    other = _drawn(lab, standard_experiment(name), own_players, kept)
    if drawn.title == other.title:
        drawn, other = (replace(each, title=each.experiment.game.name) for each in (drawn, other))
    return _of_two(drawn, other)


BESIDE = "beside_"
"""How the folder begins, in that of an answer, in which pieces of the other game's portrait are kept."""


@dataclass(frozen=True)
class _Drawn:
    """A game's portrait: its traits, and what its players are called."""

    experiment: Experiment
    title: str
    traits: Sequence[Trait]
    names: Names
    made_with: str
    """What it depends on, as JSON."""

    def of(self, topic: str) -> list[Trait]:
        """Return the traits of a topic, in their order."""
        order = list(TOPICS[topic])
        own = [trait for trait in self.traits if trait.name in order]
        return sorted(own, key=lambda trait: order.index(trait.name))

    def by_name(self) -> dict[str, Trait]:
        """Return the traits by name, of several the first."""
        return {trait.name: trait for trait in reversed(self.traits)}


def _drawn(lab: Lab, experiment: Experiment, asked: PortraitAsked, folders: Sequence[Path]) -> _Drawn:
    """Measure the traits of a game, except those that were measured already.

    `folders`: where they may lie; what is measured is kept in the first.
    """
    experiment = experiment if asked.seed is None else replace(experiment, seed=asked.seed)
    measuring = _Measuring(lab, experiment, asked)
    thinks = thinking(measuring.base)
    names = {**called(measuring.skills()), **called({thinks.name: thinks.skill})}
    depends_on = {
        "sources": sources_used(QUESTION, experiment),
        "parameters": asked.model_dump(mode="json", exclude={"beside"}),
        "steps": [repr(step) for steps in steps_of(experiment.game.name) for step in steps.steps],
        "experiment": json.loads(json.dumps(experiment.resolved, default=str)),
    }
    made_with = json.dumps(depends_on, sort_keys=True)
    known = next(filter(None, (_known(folder, made_with) for folder in folders)), None)
    if known is None:
        lab.listener.says(
            f"{experiment.game.title}: {', '.join(measuring.named)}; {asked.games:,} games of each table"
        )
        known = _measured(lab, measuring, Unfinished(folders[0] if folders else None, depends_on))
    traits = {trait.name: trait for trait in known}
    every = [*known, *traits_of_weight(experiment, traits)]
    return _Drawn(experiment, experiment.game.title, every, names, made_with)


def _measured(lab: Lab, measuring: _Measuring, unfinished: Unfinished) -> list[Trait]:
    """Return the traits piece by piece; each is kept when it is done."""
    found: list[Trait] = []
    pieces = measuring.pieces()
    for place, (called_so, (measure, names)) in enumerate(pieces.items()):
        kept = unfinished.get((place,))
        if kept is None:
            try:
                traits = list(measure())
            except BadInput as problem:
                has_goal = bool(measuring.experiment.game.objectives)
                traits = missing(str(problem) if has_goal else NO_GOAL, *names)
            kept = [_plain(trait) for trait in traits]
            unfinished.add((place,), kept)
        found += map(_trait, kept)
        lab.listener.played(f"the portrait: {called_so}", place + 1, len(pieces))
    return found


def _plain(trait: Trait) -> dict[str, Any]:
    """Return a trait as plain data, in which None stands for an end of an interval that is not known."""

    def number(found: Estimate) -> dict[str, Any]:
        ends = {end: None for end in ("value", "low", "high") if not isfinite(getattr(found, end))}
        return {**asdict(found), **ends}

    found = None if trait.found is None else number(trait.found)
    beside = {name: number(value) for name, value in trait.beside.items()}
    return {**asdict(replace(trait, found=None, beside={})), "found": found, "beside": beside}


def _trait(kept: Mapping[str, Any]) -> Trait:
    """Return a trait that was made plain."""

    def number(found: Mapping[str, Any]) -> Estimate:
        return estimate_of({name: nan if value is None else value for name, value in found.items()})

    found = None if kept["found"] is None else number(kept["found"])
    beside = {name: number(value) for name, value in kept["beside"].items()}
    return Trait(**{**kept, "found": found, "beside": beside})


def _known(folder: Path, made_with: str) -> list[Trait] | None:
    """Return the traits that a whole answer in a folder has, if they were made with the same."""
    try:
        answer = stored_answer(folder)
    except BadInput:
        return None
    for drawn in answer.data.get("portraits", ()) if answer else ():
        if drawn["made_with"] == made_with:
            return [_trait(kept) for kept in drawn["traits"] if kept["name"] not in TOPICS["Weight"]]
    return None


# ---- the answer

MEASURE, VALUE, WORDS, DIFFERENCE = "measure", "found (95 % interval)", "in words", "difference"
"""Columns of the tables."""

SHORT = "side"
"""How numbers of two games are written beside each other: with the longer side of their intervals."""


def _of_one(drawn: _Drawn) -> Answer:
    tables = {_key(topic): Table(_lines(drawn, topic), topic) for topic in TOPICS if drawn.of(topic)}
    return _answer([drawn], summary_of(drawn.title, drawn.by_name()), sure_of(drawn.traits), tables)


def _key(topic: str) -> str:
    return topic.lower().replace(" ", "_")


def _lines(drawn: _Drawn, topic: str) -> list[Row]:
    """Return the lines of a topic: what is measured, what was found, what it means."""
    traits = drawn.of(topic)
    return [
        {MEASURE: label_of(trait), VALUE: value_of(trait), WORDS: line_of(trait, drawn.names, traits[:place])}
        for place, trait in enumerate(traits)
    ]


def _of_two(one: _Drawn, other: _Drawn) -> Answer:
    """Return the portraits of two games side by side, with what differs."""
    differences = _differences(one, other)
    tables = {
        _key(topic): Table(rows, topic)
        for topic in TOPICS
        if (rows := list(_side_by_side(one, other, topic, differences)))
    }
    said = differing((one.title, other.title), differences)
    sure = [
        f"{drawn.title}: {words[:1].lower()}{words[1:]}"
        for drawn in (one, other)
        for words in sure_of(drawn.traits)
    ]
    return _answer([one, other], said, sure, tables)


def _differences(one: _Drawn, other: _Drawn) -> dict[str, Estimate]:
    """Return by how much the second game has more of each trait that both have, counted in the same."""
    found = {}
    second = other.by_name()
    for name, trait in one.by_name().items():
        before, after = trait.found, second[name].found if name in second else None
        if name in UNLIKE or before is None or after is None or before.unit != after.unit:
            continue
        if before.unit.is_share and not before.unit.is_change:
            found[name] = difference_of_shares(before, after)
        else:
            apart = sum_of_independent([(after, 1.0), (before, -1.0)])
            found[name] = replace(apart, unit=before.unit.of_changes)
    return found


def _side_by_side(
    one: _Drawn, other: _Drawn, topic: str, differences: Mapping[str, Estimate]
) -> Iterator[Row]:
    """Yield the lines of a topic, each with what either game has, and the difference if there is one."""
    cells: dict[str, list[str]] = {}
    apart: dict[str, str] = {}
    for place, drawn in enumerate((one, other)):
        for trait in drawn.of(topic):
            label = label_of(trait)
            cells.setdefault(label, ["", ""])[place] = value_of(trait, SHORT)
            if trait.name in differences:
                apart[label] = format(as_drawn(differences[trait.name]), SHORT)
    for label, values in cells.items():
        yield {MEASURE: label, one.title: values[0], other.title: values[1], DIFFERENCE: apart.get(label, "")}


def _answer(
    drawn: Sequence[_Drawn], sentences: Sequence[str], sure: Sequence[str], tables: Mapping[str, Table]
) -> Answer:
    numbers = [row for one in drawn for trait in one.traits for row in _numbers(one, trait)]
    figures = {
        f"{label_of(trait)}{f', {one.title}' if len(drawn) > 1 else ''}": trait.found
        for one in drawn
        for trait in map(one.by_name().get, KEYS)
        if trait is not None and trait.found is not None
    }
    settings = [setting_of(one.experiment).setting for one in drawn]
    titled = [f"{one.title}: {words}" for one, words in zip(drawn, settings, strict=True)]
    about = {
        "Game": " and ".join(one.title for one in drawn),
        "Setting": "; ".join(titled) if len(drawn) > 1 else settings[0],
    }
    return Answer(
        sentences=(*sentences, *sure),
        key_figures=figures,
        tables={**tables, "traits": Table(numbers)},
        data={
            "said": list(sentences),
            "sure": list(sure),
            "portraits": [
                {
                    "game": one.experiment.game.name,
                    "title": one.title,
                    "made_with": one.made_with,
                    "traits": [_plain(trait) for trait in one.traits],
                }
                for one in drawn
            ],
        },
        about=about,
    )


KEYS = ("minutes", "chance", "decided", "weight")
"""The traits whose numbers head the page."""


def _numbers(drawn: _Drawn, trait: Trait) -> Iterator[Row]:
    """Yield a trait as a row of numbers, for those who calculate on, and a row for each number beside it."""
    topic = next(topic for topic, labels in TOPICS.items() if trait.name in labels)
    for part, found in {"": trait.found, **trait.beside}.items():
        yield {
            "game": drawn.experiment.game.name,
            "topic": topic,
            "trait": trait.name,
            "part": part,
            "of": trait.of,
            "than": trait.than,
            "value": found.value if found else None,
            "low": found.low if found else None,
            "high": found.high if found else None,
            "n": found.n if found else None,
            "method": found.method if found else None,
            "is_share": found.unit.is_share if found else None,
            "why": trait.why,
        }


# ---- the page

SURE = "How sure"


def page(answer: Answer) -> Document:
    """Return the page about an answer."""
    keys = [KeyFigure(f"{as_drawn(found):alone}", name) for name, found in answer.key_figures.items()]
    is_one = len(answer.data["portraits"]) == 1
    return Document(
        title=answer.about["Game"],
        subtitle=answer.about["Setting"],
        facts={},
        key_figures=keys if is_one else [],
        findings=[],
        sections=[
            *([] if is_one else [Section("What differs", [Text(" ".join(answer.data["said"]))])]),
            *(Section(table.caption, [replace(table, caption="")]) for table in answer.shown),
            *(Section("In a picture", [figure]) for figure in figures(answer)),
            Section(SURE, [Text(" ".join(answer.data["sure"]))]),
        ],
        is_sheet=True,
        kind="portrait" if is_one else "portraits side by side",
        notes=Document.notes if is_one else (*Document.notes, LONGER),
    )


LONGER = "\N{PLUS-MINUS SIGN} is the longer side of an interval."


def figures(answer: Answer) -> Iterator[Figure]:
    """Yield the shares of a game, beside its ladder of skill, or those of two games."""
    drawn = {one["title"]: [_trait(kept) for kept in one["traits"]] for one in answer.data["portraits"]}
    known = {title: {trait.name: trait.found for trait in traits} for title, traits in drawn.items()}
    names = [name for name in PROFILE if any(found.get(name) for found in known.values())]
    if not names:
        return
    series = {title: [found.get(name) or UNKNOWN for name in names] for title, found in known.items()}
    rungs = [trait for trait in next(iter(drawn.values())) if trait.name == "rung"] if len(drawn) == 1 else []
    figure, axes = new_figure(1, 2 if rungs else 1, ROW * len(names) + AXIS)
    panel, colours = axes[0, 0], colours_of(list(series))
    labels = [label_of(Trait(name)) for name in names]
    several_dots(panel, labels, series, colours)
    panel.set_xlim(0, 100)
    panel.set_xlabel("per cent")
    if rungs:
        results = [trait.found or UNKNOWN for trait in rungs]
        scale = results[0].unit.scale
        dots(axes[0, 1], [trait.of for trait in rungs], results, PALETTE[1], scale=scale)
        axes[0, 1].set_xlabel(f"{rungs[0].measured}{', %' if results[0].unit.is_share else ''}")
    if len(series) > 1:
        name_series(figure, colours)
    yield Figure(
        "portrait",
        figure,
        f"Shares with 95 % intervals{'; at the right the ladder of skill' if rungs else ''}.",
        "A dot with an interval for each share.",
    )


PROFILE = ("chance", "player", "forced", "matter", "decided", "comebacks", "alike")
"""The shares that are drawn, from the top."""

ROW, AXIS = 0.19, 0.45
"""The inches of a row of the picture, and of its axis."""
