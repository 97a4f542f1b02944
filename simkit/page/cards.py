"""The cards of the page: each is a question about its setting, with the parameters that fit a page.

A card is a question's declaration and little more: what is asked, which parameters have a field, and how many
line-ups are played, from which follows what it costs.  Comparing and replaying, which are no questions of
simkit's, are declared as such here, so that there is one kind of card.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pydantic import Field

from simkit.document.blocks import Block, Bullets, Code, Section, Table, Text
from simkit.door.reading import replay_of
from simkit.door.results import Run, open_run
from simkit.engine.contract.alternatives import plain_type
from simkit.engine.contract.objectives import WON
from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.page.controls import Data, ends_of
from simkit.questions.answer import Answer
from simkit.questions.lab import Lab
from simkit.questions.question import MOST_GAMES, Parameters, Positional, Question
from simkit.questions.registry import find_question
from simkit.run.findings.notable import Most

GAMES = "games"
"""The parameter that says how many games are played; one that ends with it says so of other games."""

ROUND = (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000)
"""The numbers of games that the page proposes."""

FEWEST = 100
"""The games of the first answer, if it is asked for more."""

SHARE_BEFORE = 3
"""An answer before the last one has at most its games divided by this."""

MOST_TEXT = 2000
"""The most characters in a field of a card."""


@dataclass(frozen=True)
class Card:
    """Something that is asked of the setting on the page."""

    question: Question[Any]
    heading: str
    """What the card is called, as one asks it."""

    fields: Sequence[str]
    """The parameters that have a field; the others are as usual."""

    own: Mapping[str, Any] = field(default_factory=dict)
    """Parameters that are otherwise than usual, because a page is not waited for."""

    most_games: int = ROUND[-1]
    """The most games that the page proposes."""

    growth: int = 4
    """By how much the games grow from one answer to the next."""

    @property
    def name(self) -> str:
        """The name of the question."""
        return self.question.name

    def as_data(self, experiment: Experiment) -> Data:
        """Return what the page draws the card from."""
        model = self.question.parameters
        usual = model(**self.own)
        return {
            "name": self.name,
            "heading": self.heading,
            "summary": self.question.summary,
            "fields": [
                {
                    "name": name,
                    "label": name.replace("_", " "),
                    "meaning": model.model_fields[name].description or "",
                    "value": None if name == GAMES else getattr(usual, name),
                    "example": example_of_targets(experiment) if name == "targets" else "",
                    **control_of(model.model_fields[name]),
                }
                for name in self.fields
            ],
        }

    def line_ups(self, experiment: Experiment, parameters: Parameters) -> int:
        """Return about how many line-ups play as many games as it is given."""
        return 1 if self.question.line_ups is None else self.question.line_ups(experiment, parameters)

    def proposed(
        self, experiment: Experiment, parameters: Parameters, seconds_a_game: float, wanted: float
    ) -> Parameters:
        """Return the parameters with a round number of games that takes the wanted seconds, or less."""
        sizes = [games for games in ROUND if games <= self.most_games]
        found = parameters.model_copy(update={GAMES: sizes[-1]})
        while len(sizes) > 1:
            most = wanted / max(self.line_ups(experiment, found) * seconds_a_game, 1e-9)
            if most >= sizes[-1]:
                break
            sizes = [games for games in sizes[:-1] if games <= most] or sizes[:1]
            found = parameters.model_copy(update={GAMES: sizes[-1]})
        return found

    def rounds(self, parameters: Parameters, experiment: Experiment) -> list[Parameters]:
        """Return the parameters of each answer: with few games at first, in the end as they were given."""
        last = getattr(parameters, GAMES, 0) if self.line_ups(experiment, parameters) else 0
        found, games = [], FEWEST
        while games * SHARE_BEFORE <= last:
            found.append(parameters.model_copy(update=_with_games(parameters, games / last)))
            games *= self.growth
        return [*found, parameters]


def _with_games(parameters: Parameters, share: float) -> dict[str, int]:
    """Return a share of all numbers of games that a question is given, but not too few."""
    names = [name for name in type(parameters).model_fields if name == GAMES or name.endswith(f"_{GAMES}")]
    given = {name: getattr(parameters, name) for name in names}
    return {name: max(min(FEWEST, count), round(count * share)) for name, count in given.items()}


def control_of(of: Any) -> Data:
    """Return by what a parameter is set: a number, a choice, a switch, or words."""
    plain = plain_type(of.annotation, of.metadata)
    if plain.kind is bool:
        return {"kind": "switch"}
    if typing.get_origin(plain.kind) is Literal:
        return {"kind": "choice", "options": list(plain.words)}
    if plain.kind in (int, float):
        return {"kind": "number", **ends_of(plain), "whole": plain.kind is int}
    return {"kind": "words", "most": MOST_TEXT}


def example_of_targets(experiment: Experiment) -> str:
    """Return targets in words that fit a game: "expert wins 45 to 55 %; turns <= 12"."""
    game, player = experiment.game, experiment.scenarios[0].players[0].name
    said = []
    if game.objectives:
        main = game.objectives[0]
        column = game.column_of(main)
        wanted = "45 to 55 %" if column.is_yes_no else "at least 10"
        said.append(f"{player} {'wins' if column.name == WON else column.name} {wanted}")
    if game.length_column:
        said.append(f"{game.length_column.name} <= 12")
    return "; ".join(said)


# ---- comparing and replaying


class CompareWith(Parameters):
    """With what the setting is compared."""

    other: typing.Annotated[str, Positional()] = Field(
        "",
        description="the name of a kept setting; or a run: its name, label or directory, @1 for the newest",
    )
    games: int = Field(10_000, ge=10, le=MOST_GAMES, description="games of each setting that is played")


class ReplayAGame(Parameters):
    """Which game is told."""

    most: Literal["", Most] = Field(
        "", description="what the game is more than any other; without it, it is the one of the number"
    )
    game: int = Field(0, ge=0, le=MOST_GAMES, description="the number of the game, from 0")
    games: int = Field(2000, ge=1, le=MOST_GAMES, description="among how many games it is looked for")
    choices: bool = Field(False, description="tell what else could have been chosen at each decision")


KeptSetting = Callable[[str], Experiment | None]
"""Returns the experiment of a kept setting by its name; None if there is none."""


def _compared(lab: Lab, now: Experiment, parameters: CompareWith, kept: KeptSetting, runs: Any) -> Answer:
    """Compare the setting with a kept one, or with a run; that one counts as before."""
    if not parameters.other.strip():
        raise BadInput("other: say with what: the name of a kept setting, or a run (@1 is the newest)")
    now = replace(now, games=parameters.games)
    before = kept(parameters.other)
    if before is not None:
        before = replace(before, games=parameters.games)
        if before.scenarios == now.scenarios and before.seed == now.seed:
            raise BadInput(f"other: '{parameters.other}' is the setting that the page shows; change a rule")
        first = Run(lab.run(before).path)
    else:
        try:
            first = open_run(parameters.other, runs)
        except BadInput as problem:
            raise BadInput(f"other: no kept setting of that name, and {problem}") from None
    found = Run(lab.run(now).path)
    try:
        compared = first.compare(found)
        sentences = [*compared.mark, *compared.sentences]
    except BadInput as problem:
        raise BadInput(f"other: {problem}") from None
    moved = compared.moved
    return Answer(
        sentences=tuple(sentences),
        tables={"moved": moved.as_shown()} if moved is not None else {},
        data={"differs": compared.differs, "with": parameters.other},
        about={"Game": now.game.title, "Before": parameters.other},
    )


def _of_comparison(answer: Answer) -> list[Section]:
    differs = answer.data["differs"]
    said: list[Block] = [*map(Text, answer.sentences)]
    if differs:
        said += [Text(f"From '{answer.data['with']}' to the setting of the page:"), Bullets(differs)]
    return [Section(answer.title, [*said, *(_unless_empty(answer.tables.values()))])]


def _unless_empty(tables: typing.Iterable[Table]) -> Iterator[Table]:
    return (table for table in tables if table.height)


def _replayed(lab: Lab, experiment: Experiment, parameters: ReplayAGame) -> Answer:
    """Tell a game: the one of a number, or the one that is most of something among those that are played."""
    if parameters.most:
        run = Run(lab.run(replace(experiment, games=parameters.games)).path)
        told = run.replay(most=parameters.most, scenario=0, choices=parameters.choices)
    else:
        told = replay_of(experiment, 0, parameters.game, choices=parameters.choices)
    why = [f"It is {told.why.removeprefix('... ')}."] if told.why else []
    broken = [f"Here the game breaks: {told.broken}."] if told.broken else []
    return Answer(
        sentences=(f"Game {told.game}.", *why, told.players),
        data={"lines": [*told.lines, *broken]},
        about={"Game": experiment.game.title},
    )


def _of_replay(answer: Answer) -> list[Section]:
    return [
        Section(answer.title, [*map(Text, answer.sentences), Code("\n".join(answer.data["lines"]))]),
    ]


def cards_of(kept: KeptSetting, runs: Any) -> dict[str, Card]:
    """Return the cards of a page by name, in their order.

    * `kept`: returns what is kept.
    * `runs`: the folder of all runs.
    """
    compare = Question(
        name="compare",
        title="Compare with",
        summary="Measure what changes from a kept setting, or a run, to the setting of the page.",
        parameters=CompareWith,
        ask=lambda lab, now, parameters: _compared(lab, now, parameters, kept, runs),
        line_ups=lambda *_: 2,
        section=_of_comparison,
    )
    replay = Question(
        name="replay",
        title="Replay a game",
        summary="Tell a game move by move: any, or the longest, the closest, the most dramatic ...",
        parameters=ReplayAGame,
        ask=_replayed,
        line_ups=lambda _experiment, parameters: 1 if parameters.most else 0,
        section=_of_replay,
    )
    cards = (
        Card(
            find_question("sensitivity"),
            "Which rules decide?",
            ("games", "players", "rules"),
            most_games=5000,
        ),
        Card(
            find_question("seek"),
            "Find a setting",
            ("targets", "by", "changes", "games", "fresh_games"),
            own={"changes": 1, "fresh_games": 2000},
            most_games=2000,
            growth=16,  # it goes from few games to more by itself
        ),
        Card(find_question("luck"), "Chance or skill?", ("games", "players", "against"), most_games=5000),
        Card(
            find_question("worth"),
            "What is it worth?",
            ("of", "games", "players"),
            own={"of": "moves"},
            most_games=1000,
        ),
        Card(compare, "Compare with ...", ("other", "games")),
        Card(replay, "Replay a game", ("most", "game", "games", "choices"), most_games=2000),
    )
    return {card.name: card for card in cards}
