"""Asks which of some players is best, which survive, and which of many is left when half drop out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import product
from math import isfinite
from pathlib import Path
from typing import Any

from simkit.content.complaints import Problem
from simkit.content.source import read_source
from simkit.document.blocks import Table
from simkit.engine.contract.knobs import PLAYERS
from simkit.errors import BadInput, unknown
from simkit.experiment.file.factors import in_range, is_meant_as_range
from simkit.experiment.file.players import entry_of, read_player
from simkit.experiment.file.tournament import TOURNAMENT, TournamentEntry, names_in_tournament, seats_at_table
from simkit.experiment.keys import rule_of
from simkit.experiment.values import Experiment, player_in_words
from simkit.language import plural
from simkit.plugins import find_strategy, strategies_of
from simkit.questions.answer import Answer
from simkit.questions.lab import Lab
from simkit.questions.named import names_of, words_in
from simkit.questions.tournament import Tournament
from simkit.report.front.answers import answer_of
from simkit.report.questions.pairs import pairs_of, ratings_of, survival_among
from simkit.report.questions.players import Players
from simkit.results.line_ups import line_ups_of, means_per_game, together
from simkit.results.result import results_of
from simkit.run.findings.ceiling import is_contested
from simkit.search import tournament as search
from simkit.search.settings import in_words
from simkit.search.tournament import halve
from simkit.stats.estimates import Estimate, is_significant, number, paired_difference, percent, unit_of
from simkit.words.asked.tournament import of_halves, of_results

MOST_PLAYERS = 200

AT_TABLES = {2: "tables of two", 3: "tables of three", 4: "tables of four"}


def ask(lab: Lab, experiment: Experiment, parameters: Tournament) -> Answer:
    """Let all players meet, or play the same games where they do not compete."""
    entries = _entries(experiment, parameters)
    field = search.PlayersInField(experiment, entries, _seats(experiment, parameters.seats), lab.run)
    if field.meets and not field.column.is_yes_no:
        raise BadInput(f"{experiment.game.title}: a tournament needs games that are won or lost")
    if len(entries) < 2:
        raise BadInput(f"strategies: found {len(entries)}, and a tournament needs two or more")
    lab.listener.says(f"{experiment.game.title}: a tournament of {plural(len(entries), 'player')}")
    if parameters.halve:
        return _of_halved(field, halve(field, parameters.games, parameters.fresh_games))
    if len(entries) < field.seats:
        raise BadInput(f"strategies: found {len(entries)}, and a table has {field.seats} seats")
    return _of_meetings(field, parameters.games) if field.meets else _of_results(field, parameters.games)


# ---- players and seats


def _entries(experiment: Experiment, parameters: Tournament) -> dict[str, Any]:
    """Return the players as an experiment writes them, by their names in reports."""
    found: dict[str, Any] = {}
    for written in _written(experiment, parameters.strategies):
        problems: list[Problem] = []
        for weight in _with_weights(written, parameters.weights):
            player = read_player(weight, "strategies", problems)
            if player is None:
                raise BadInput(problems[0][1])
            if parameters.weights and not (player.strategy.errs or player.strategy.look_ahead):
                strategy = find_strategy(experiment.game.name, player.strategy, experiment.folder)
                known = [parameter.name for parameter in strategy.parameters]
                for name in player.parameters:
                    if name not in known:
                        raise BadInput(f"weights: {unknown('parameter', name, known)}")
            found[player_in_words(player.name, player.parameters)] = weight
        if len(found) > MOST_PLAYERS:
            raise BadInput(f"strategies: found more than {MOST_PLAYERS}, which is the most of a tournament")
    return found


def _written(experiment: Experiment, strategies: str | Sequence[Any]) -> list[Any]:
    """Return the players that are named, else the experiment's if they are several, else all of the game."""
    named = words_in(strategies) if isinstance(strategies, str) else list(strategies)
    named = named or list(names_in_tournament(experiment.resolved.get(TOURNAMENT)))
    if not named and not experiment.setting:
        players = [player for scenario in experiment.scenarios for player in scenario.players]
        entries = {player_in_words(player.name, player.parameters): entry_of(player) for player in players}
        named = list(entries.values()) if len(entries) > 1 else []
    if not named:
        return list(strategies_of(experiment.game.name))
    return [
        read_source(Path(entry), "a player").data
        if isinstance(entry, str) and entry.endswith((".yaml", ".yml"))
        else entry
        for entry in named
    ]


def _with_weights(written: Any, weights: Mapping[str, Any]) -> Iterator[Any]:
    """Yield a player with each combination of some weights."""
    if not weights:
        yield written
        return
    try:
        levels = [
            in_range(weight)
            if is_meant_as_range(weight)
            else weight
            if isinstance(weight, list)
            else [weight]
            for weight in weights.values()
        ]
    except ValueError as error:
        raise BadInput(f"weights: {error}") from None
    entry = written if isinstance(written, dict) else {"name": written}
    for values in product(*levels):
        given = dict(zip(weights, map(_number, values), strict=True))
        yield {**entry, "parameters": {**entry.get("parameters", {}), **given}}


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BadInput(f"weights: found {value!r}, allowed are numbers, lists and ranges: n=10..40")
    return value


def _seats(experiment: Experiment, wished: int | None) -> int:
    """Return how many sit at a table: as wished, else as the rules say, else two if that is allowed."""
    game, resolved = experiment.game, experiment.resolved
    now = len(experiment.scenarios[0].players)
    said = PLAYERS in (resolved.get("rules") or {}) and not experiment.setting
    said = said or any(rule_of(path) == PLAYERS for path in resolved.get("set", {})) or TOURNAMENT in resolved
    if not is_contested(game, game.max_seats) and wished is None:
        return now
    problems: list[Problem] = []
    rules = {PLAYERS: now} if said and PLAYERS in game.knobs.model_fields else {}
    found = seats_at_table(TournamentEntry(strategies="all", seats=wished), rules, game, problems, "seats")
    if problems:
        raise BadInput(problems[0][1])
    return found


# ---- all meet


def _of_meetings(field: search.PlayersInField, games: int) -> Answer:
    """Return the answer of a tournament in which all meet: who is best, ratings, cycles, survivors."""
    key = {TOURNAMENT: {"strategies": list(field.players.values()), "seats": field.seats}}
    run = field.play(field.experiment_with(key, games))
    result = next(result for result in results_of(run, "seat") if result.column == field.objective.column)
    pairs = pairs_of(run, line_ups_of(run), result, field.seats)
    ratings = ratings_of(run, pairs, result)
    survival = survival_among(pairs)
    rates = _rates(run, field, list(ratings))
    tables = AT_TABLES.get(field.seats, f"tables of {field.seats}")
    found = Players.read(run, result)
    answer = None if found else answer_of(run)
    sentences = found.said(is_of_survival=True) if found else answer.sentences if answer else ()
    several = survival is not None and sum(often > 0 for often in survival.often.values()) > 1
    players = [
        {"player": name, result.rate: rates[name], "Elo": _whole(rating)}
        | ({"in the long run": survival.shares[name]} if survival and several else {})
        | ({"survives in": percent(survival.often[name])} if survival and several else {})
        for name, rating in ratings.items()
    ]
    met = [
        {
            "player": max(pair, key=lambda name: meeting.shares[name].value),
            "against": min(pair, key=lambda name: meeting.shares[name].value),
            "won": max(meeting.shares.values(), key=lambda share: share.value),
            "lead": abs(meeting.lead),
            "clear": is_significant(meeting.lead, len(pairs)),
        }
        for pair, meeting in pairs.items()
    ]
    return Answer(
        sentences=tuple(sentences),
        key_figures={f"{result.rate}, {name}": rates[name] for name in ratings},
        tables={
            "players": Table(players, "The players, the best first."),
            "pairs": Table(met, f"Every two that met at {tables}: how often the better one wins."),
        },
        data=_data(field) | {"run": run.manifest["experiment"]["name"]},
        about=_about(field),
    )


def _whole(rating: Estimate) -> Estimate | str:
    """Return a rating; one that has no interval as a whole number."""
    return rating if isfinite(rating.low) else number(rating.value, 0, signed=True)


def _rates(run: Any, field: search.PlayersInField, names: Sequence[str]) -> dict[str, Estimate]:
    """Return what each player wins on average at all of its tables."""
    tables = [together(line_ups_of(run), name) for name in names]
    wanted = [(own, (name,)) for own, name in zip(tables, names, strict=True)]
    means = means_per_game(run, wanted, field.objective.column)
    return {
        name: field.estimate(won.each[name], len(own), won.games)
        for name, own, won in zip(names, tables, means, strict=True)
    }


def _of_results(field: search.PlayersInField, games: int) -> Answer:
    """Return the answer where players do not compete: all play the same games."""
    found = field.results([(name,) for name in field.players], games)
    values = {name: found.filter(name=name).sort("game")["value"].to_numpy() for name in field.players}
    ranked = sorted(values, key=lambda name: -field.sign * values[name].mean())
    best, rest = ranked[0], ranked[1:]
    rates = {name: field.estimate(values[name]) for name in ranked}
    unit = unit_of(field.column.is_yes_no).of_changes
    behind = {
        name: paired_difference(field.sign * values[name], field.sign * values[best], unit=unit)
        for name in rest
    }
    players = [
        {"player": name, field.measured: rates[name], "behind the best": behind.get(name)} for name in ranked
    ]
    return Answer(
        sentences=tuple(of_results(ranked, rates, behind, field.measured, _names(field))),
        key_figures={f"{field.measured}, {name}": rates[name] for name in ranked},
        tables={"players": Table(players, "The players, the best first, on the same chance.")},
        data=_data(field),
        about=_about(field),
    )


def _names(field: search.PlayersInField) -> dict[str, str]:
    """Return what the players are called in sentences."""
    read = (read_player(player, "strategies", []) for player in field.players.values())
    return names_of(field.experiment, (player for player in read if player))


def _data(field: search.PlayersInField) -> dict[str, Any]:
    return {
        "measured": field.measured, "meets": field.meets, "seats": field.seats,
        "players": dict(field.players),
    }  # fmt: skip


def _about(field: search.PlayersInField) -> dict[str, str]:

    knobs = field.experiment.scenarios[0].knobs
    return {"Game": field.experiment.game.title, "Setting": in_words(knobs)}


# ---- the lower half drops out


def _of_halved(field: search.PlayersInField, found: search.Halved) -> Answer:
    """Return the answer of a tournament in which the lower half drops out after every round."""
    rows = [
        {"round": number, "the best": best, "players": len(round_.results), "games of each": round_.games}
        | {field.measured: round_.results[best]}
        for number, round_ in enumerate(found.rounds, 1)
        for best in list(round_.results)[:1]
    ]
    players = [
        {"round": number, "player": name, field.measured: result, "goes on": name in after}
        for number, round_ in enumerate(found.rounds, 1)
        for after in [found.rounds[number].results if number < len(found.rounds) else [found.winner]]
        for name, result in round_.results.items()
    ]
    fresh: dict[str, Estimate] = {
        f"{found.winner}, fresh games": found.fresh[found.winner],
        f"{found.runner_up}, the same games": found.fresh[found.runner_up],
    }
    if field.meets:
        fresh[f"{found.winner}, fresh games against all others"] = found.against_all
    return Answer(
        sentences=tuple(of_halves(field, found, _names(field))),
        key_figures=fresh,
        tables={
            "rounds": Table(rows, "The rounds, each with its best player."),
            "players": Table(players, "The players of each round, the best first."),
        },
        data=_data(field)
        | {"winner": found.winner, "runner_up": found.runner_up, "player": field.players[found.winner]}
        | {"lead": asdict(found.lead), "lead_over_all": asdict(found.lead_over_all)},
        about=_about(field),
    )


def next_steps(answer: Answer, _folder: Path | None) -> Iterator[str]:
    """Yield how to see the whole report, if a run was played."""
    if "run" in answer.data:
        yield f"The whole report: simkit report {answer.data['run']}"
