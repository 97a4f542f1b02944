"""Asks what each kind of move, each card and each component is worth: the same games with and without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simkit.document.blocks import Figure, Row, Table
from simkit.document.charts import dots_against_zero
from simkit.engine.contract.objectives import measure_in_words
from simkit.engine.contract.player import Player, named
from simkit.errors import BadInput, unknown
from simkit.experiment.values import Experiment
from simkit.language import listed, plural
from simkit.plugins import find_strategy, ranked_by_ladders, strategies_of
from simkit.questions.answer import Answer
from simkit.questions.lab import Lab
from simkit.questions.named import strategies_in, words_in
from simkit.questions.worth import WorthOfThings
from simkit.results.scenarios import wrapped
from simkit.run.findings.targeted import RANDOM
from simkit.search.settings import in_words
from simkit.search.worth import GROUPS, Group, Worth, Worths, measure_worth, table_of, things_of
from simkit.stats.estimates import percent

MOST_NAMED = 3
"""The most things that a sentence names with numbers."""

MOST_LISTED = 15
"""The most things that a sentence names without."""

MOST_SHOWN = 20
"""The most rows of a table on a terminal, and of a chart; the report's table has all."""

UNUSED, NEVER_MATTERED, FORCED = "never used", "never mattered", "no other kind"
EXPERTS, BETTER_WITHOUT = "only experts use it", "better without"
ENDLESS = "no end without"

CALLED = {"moves": "kind of move", "cards": "card", "components": "component"}
SEVERAL = {"moves": "kinds of moves", "cards": "cards", "components": "components"}
"""What one thing of a group is called, and several."""


def ask(lab: Lab, experiment: Experiment, parameters: WorthOfThings) -> Answer:
    """Play the first scenario's games with everything, and without each thing."""
    groups = _groups(parameters.of)
    skills, line_ups = tables_of(experiment, parameters.players)
    things, kept = things_of(experiment, groups)
    if not things:
        raise BadInput(f"worth: {experiment.game.title} has no {' and no '.join(groups)} to leave out")
    counts = _counts([own.group for own in things])
    lab.listener.says(
        f"{experiment.game.title}, {', '.join(skills)}: {counts}; {parameters.games:,} games with and "
        "without each"
    )
    found = measure_worth(
        replace(experiment, games=parameters.games),
        line_ups,
        things,
        skills=skills,
        kept=kept,
        workers=lab.workers,
    )
    return _answer(experiment, found)


def _groups(words: str) -> list[Group]:

    for word in words_in(words):
        if word not in GROUPS:
            raise BadInput(f"of: {unknown('group', word, GROUPS)}")
    return [group for group in GROUPS if group in words_in(words)]


def _counts(groups: Sequence[str]) -> str:
    """Return how many things of each group there are, in words."""
    counts = {group: groups.count(group) for group in dict.fromkeys(groups)}
    named = {"moves": ("kind of move", "kinds of moves")}
    return listed(plural(count, *named.get(group, (group[:-1],))) for group, count in counts.items())


def tables_of(experiment: Experiment, words: str) -> tuple[dict[str, str], list[tuple[Player, ...]]]:
    """Return the players, the strongest first, with what they model; and the table of each."""
    scenario, game = experiment.scenarios[0], experiment.game
    if words:
        alike = [Player(reference, {}) for reference, _ in strategies_in(experiment, words)]
    else:
        alike = [Player(named(name), {}) for name in _of_each_skill(experiment)] if experiment.setting else []
    tables = {own.name: (own,) * len(scenario.players) for own in alike}
    if not tables:
        tables = {own.name: table_of(scenario, own) for own in reversed(scenario.players)}
    ranked = ranked_by_ladders(game.name)
    order = sorted(tables, key=lambda name: ranked.index(name) if name in ranked else len(ranked))
    skills = {
        name: find_strategy(game.name, tables[name][0].strategy, experiment.folder).skill for name in order
    }
    return skills, [tables[name] for name in order]


def _of_each_skill(experiment: Experiment) -> list[str]:
    """Return the strongest strategy of each skill; the experiment's own if there are no others."""
    known = strategies_of(experiment.game.name)
    names = [name for name in ranked_by_ladders(experiment.game.name) if name in known]
    found: dict[str, str] = {}
    for name in (*names, *known):
        if name != RANDOM:
            found.setdefault(known[name].skill, name)
    return list(found.values())


def _answer(experiment: Experiment, found: Worths) -> Answer:

    groups = dict.fromkeys(own.thing.group for own in found.worths)
    rows = [
        _row(found, own) for player in found.skills for group in groups for own in found.of(player, group)
    ]
    setting = in_words(experiment.scenarios[0].knobs)
    caption = (
        f"Each was left out of the same {found.games:,} games, at {setting}: its worth is the result with it "
        "minus the result without it, where any result changed. The player alone does without a kind of move "
        "(in a game that all win together, all do); a card or a component is missing for all. Intervals "
        f"allow for the {found.comparisons} things left out."
    )
    return Answer(
        sentences=tuple(_sentences(found)),
        key_figures={
            f"{measure_in_words(found.measured)} of {name}": own for name, own in found.results.items()
        },
        tables={"worth": Table(rows, caption)},
        data={
            "games": found.games,
            "comparisons": found.comparisons,
            "players": dict(found.skills),
            "names": {own.thing.words: own.thing.name for own in found.worths},
            "kept": list(found.kept),
        },
        about={"Game": experiment.game.title, "Setting": setting},
    )


def _row(found: Worths, own: Worth) -> Row:
    player = {"player": own.player} if len(found.skills) > 1 else {}
    return {
        **player,
        "of": own.thing.group,
        "left out": own.thing.words,
        "worth": found.change(own) if own.games_changed else None,
        "measured": measure_in_words(own.measured),
        "games changed": own.games_changed,
        "uses a game": None if own.uses is None else float(f"{own.uses:.2g}"),
        "verdict": _verdict(found, own),
    }


def _verdict(found: Worths, own: Worth) -> str:
    """Return what is to be said about a thing in a word or two; an empty text if nothing is."""
    if own.never_ends:
        return ENDLESS
    if own.is_unused and not own.games_changed:  # of a card, one that takes its place may change a game
        return UNUSED
    if own.is_forced:
        return FORCED
    if own.never_mattered:
        return NEVER_MATTERED
    if found.only_experts_use(own):
        return EXPERTS
    return BETTER_WITHOUT if found.is_clear(own) and own.change.value < 0 else ""


# ---- sentences


def _sentences(found: Worths) -> Iterator[str]:
    groups = list(dict.fromkeys(own.thing.group for own in found.worths))
    players = list(found.skills)
    for group in groups:
        for player in players if group == "moves" else players[:1]:
            yield from _of_group(found, player, group)
    for group in groups:
        yield from _of_nobody(found, group)
        yield from _without_end(found, group)
    yield from _of_experts(found)
    if found.kept:
        yield f"The game can't be without {_counted(found.kept, SEVERAL['cards'])}."


def _of_group(found: Worths, player: str, group: str) -> Iterator[str]:
    """Yield what is worth most to a player, and what the player would do better without."""
    own = [one for one in found.of(player, group) if one.games_changed and not one.never_ends]
    clear = [one for one in own if found.is_clear(one)]
    gains = [one for one in clear if one.change.value > 0]
    losses = [one for one in clear if one.change.value < 0]
    if gains:
        measured = measure_in_words(own[0].measured)
        many = f"{len(found.of(player, group))} {SEVERAL[group]}"
        first = "worth most" if len(gains) > 1 else "the only one of any worth"
        yield f"Of {many}, {first} to {player} in its {measured}: {_with_numbers(found, gains)}."
    elif own:
        yield f"No {CALLED[group]} is worth anything to {player} beyond chance."
    if losses:
        yield f"{player} does better without: {_with_numbers(found, losses)}."


def _with_numbers(found: Worths, worths: Sequence[Worth]) -> str:
    """Return the first of some things with what they are worth."""
    return ", ".join(f"{own.thing.words} {found.change(own)}" for own in worths[:MOST_NAMED])


def _of_nobody(found: Worths, group: str) -> Iterator[str]:
    """Yield what no player uses, what changed no result, and what was always the only kind."""
    by_verdict: dict[str, list[str]] = {}
    for own in found.of(next(iter(found.skills)), group):
        same = [one for one in found.worths if one.thing is own.thing]
        for verdict in (UNUSED, NEVER_MATTERED, FORCED):
            if all(_verdict(found, one) in (verdict, UNUSED) for one in same):
                by_verdict.setdefault(verdict, []).append(own.thing.words)
                break
    games, several = f"{found.games:,} games", SEVERAL[group]
    who = "no player ever" if len(found.skills) > 1 else f"{next(iter(found.skills))} never"
    said = {
        UNUSED: f"In {games} {who} chose" if group == "moves" else f"In {games} nobody met these {several}",
        NEVER_MATTERED: f"These {several} changed no result of {games}",
        FORCED: "Not measured, as no other kind of move was allowed there",
    }
    for verdict, names in by_verdict.items():
        yield f"{said[verdict]}: {_counted(names, several)}."


def _without_end(found: Worths, group: str) -> Iterator[str]:
    """Yield without what games go on until they are stopped, for each player of whom that is so."""
    for player in found.skills:
        endless = [own for own in found.of(player, group) if own.never_ends]
        named = [f"{own.thing.words} ({percent(own.stopped)} of games)" for own in endless]
        if named:
            yield (
                f"Without {_counted(named, SEVERAL[group])}, games of {player} go on until they are stopped "
                "unfinished: no worth can be told."
            )


def _of_experts(found: Worths) -> Iterator[str]:
    """Yield which kinds of moves the strongest players alone use."""
    by_users: dict[tuple[str, ...], list[str]] = {}
    for own in found.of(next(iter(found.skills))):
        if found.only_experts_use(own):
            by_users.setdefault(tuple(found.users(own)), []).append(own.thing.words)
    for users, names in by_users.items():
        verb = "uses" if len(users) == 1 else "use"
        yield f"Only {listed(users)} {verb} {listed(names)}."


def _counted(names: Sequence[str], several: str) -> str:
    """Return things by name, or their number if there are many."""
    if len(names) > MOST_LISTED:
        return f"{len(names)} {several}"
    return listed(names)


# ---- the figures


def figures(answer: Answer) -> Iterator[Figure]:
    """Yield for each player and group what things are worth."""
    drawn: dict[tuple[str, str], list[Row]] = {}
    (only, *_) = answer.data["players"]
    for row in answer.tables["worth"].dicts():
        if row["worth"] is not None:
            drawn.setdefault((row.get("player", only), row["of"]), []).append(row)
    for (player, group), rows in drawn.items():
        yield _figure(player, group, rows[:MOST_SHOWN])


def _figure(player: str, group: str, rows: Sequence[Row]) -> Figure:
    """Return what the things of a group are worth to a player, what is worth most on top."""
    unit = rows[0]["worth"].unit
    drawing = dots_against_zero(
        [wrapped(row["left out"]) for row in rows],
        {player: [row["worth"] for row in rows]},
        f"{rows[0]['measured']} with it minus without it{', points' if unit.is_share else ''}",
        scale=unit.scale,
    )
    return Figure(
        f"worth_of_{group}_{player}",
        drawing,
        f"What {group} are worth to {player}: what changes most is on top.",
        "A row for each, with a dot for its worth and a line for the interval.",
    )
