"""Why a change does nothing, such as that what is given is kept, and what moves most with one that does."""

from __future__ import annotations

from collections import Counter

import pytest

from simkit.report.front.answers import answer_of
from simkit.report.questions.hardly_ever import why_players_lose
from simkit.report.stats import Of, Truth, effects_of, game_columns
from simkit.results.best_player import best_beside
from simkit.results.claims import Change, claims_of
from simkit.results.compared import Pair
from simkit.results.result import measures_of
from simkit.results.wins import all_wins
from simkit.run.store.directory import RunDirectory
from simkit.words.names import first
from simkit.words.why import InRun, Reason, games_changed, kept, why_nothing, why_so
from tests.conftest import RunOf


def reason_of(run: RunDirectory, factor: str, level: str) -> Reason | None:
    (result, *_) = measures_of(run)
    wins = all_wins(run, result)[0]
    return why_nothing(run, effects_of(run, factor, wins).of(level), wins.of, result)


PIG = "name: why\ngame: pig\ngames: 200\nreport: none\nstrategies: [hold_at, random]\n"


def test_a_limit_that_no_game_comes_to_changes_no_game(run_of: RunOf) -> None:
    run = run_of(f"{PIG}factors: {{rules.decision_cap: [60000, 50000]}}\n")
    assert reason_of(run, "rules.decision_cap", "50000") == Reason(
        "not one of 200 games went differently; no game comes to that limit", is_certain=True
    )


def test_games_that_go_differently_and_come_to_the_same_are_counted(run_of: RunOf) -> None:
    run = run_of(f"{PIG}factors: {{rules.target: [100, 101]}}\n")
    reason = reason_of(run, "rules.target", "101")
    assert reason is not None and not reason.is_certain
    games = run.games.sort("scenario", "game").collect()
    one, other = (games.filter(scenario=scenario).drop("scenario") for scenario in (0, 1))
    assert 0 < sum(a != b for a, b in zip(one.rows(), other.rows(), strict=True))
    assert reason.words.endswith(" went differently") or reason.words.endswith(" lost")


def test_games_of_many_pairs_are_counted_together(run_of: RunOf) -> None:
    run = run_of(f"{PIG}factors: {{rules.target: [99, 100, 101]}}\n")
    of_all: list[dict[int, set[tuple[object, ...]]]] = []
    for scenario in range(3):
        rows: dict[int, set[tuple[object, ...]]] = {}
        for table in (run.games, run.seats):
            for game, *row in table.filter(scenario=scenario).drop("scenario").collect().iter_rows():
                rows.setdefault(game, set()).add(tuple(row))
        of_all.append(rows)
    counts = {
        (one, other): sum(of_all[one][game] != of_all[other][game] for game in range(200))
        for one, other in ((0, 1), (0, 2), (1, 2), (1, 1))
    }
    pairs = [Pair("", (), "", *scenarios) for scenarios in counts]
    assert [games_changed(run, [pair]) for pair in pairs] == list(counts.values())
    assert games_changed(run, pairs) == sum(counts.values()) > 0 == counts[1, 1]


def test_what_is_given_and_left_over_is_kept(run_of: RunOf) -> None:
    """A careful trader throws for no charm: all that it is given more is left at the end."""
    run = run_of(
        "name: kept\ngame: night_market\ngames: 100\nreport: none\nstrategy: careful\n"
        "factors: {rules.charms: [1, 4]}\n"
    )
    reason = reason_of(run, "rules.charms", "4")
    assert reason is not None and reason.is_known
    charms = run.seats.filter(player=0).sort("scenario").collect()
    old, new = (charms.filter(scenario=scenario)["charms"].to_numpy().mean() for scenario in (0, 1))
    assert new - old > 2.4
    assert " is kept, " in reason.words
    assert reason.words.endswith(" at the end")
    (result, *_) = measures_of(run)
    wins = all_wins(run, result)[0]
    pairs = effects_of(run, "rules.charms", wins).of("4")
    seen = InRun(run, pairs, wins.of)
    assert list(kept(seen, 3)) == [reason.words]
    assert not list(kept(seen, 2))  # no column starts with as much more


def test_a_player_that_hardly_ever_wins_is_told_what_it_does_not_do_and_how_it_ends(run_of: RunOf) -> None:
    run = run_of(
        "name: lost\ngame: nautilion\ngames: 300\nreport: none\nrules: {board: C2}\n"
        "factors: {strategy: [novice, expert]}\n"
    )
    (found,) = why_of(run)
    below, *reasons = claims_of(found)
    assert isinstance(below, Change)
    assert first(below.contrast) == Of("won", (0,))
    assert reasons
    assert all(claim.holds(Truth(run)) for claim in (below, *reasons))
    games = run.games.sort("scenario", "game").collect()
    never = [
        column.description
        for column in game_columns(run)
        if column.unit and games.filter(scenario=0)[column.name].to_numpy().mean() < 0.1
        if games.filter(scenario=1)[column.name].to_numpy().mean() > 0.6
    ]
    assert sum(words in found for words in never) == 1
    ends = Counter(games.filter(scenario=0)["end"].to_list())
    assert (f"n {100 * max(ends.values()) / 300:.0f}" in found) == (max(ends.values()) > 180)


def why_of(run: RunDirectory) -> list[str]:
    answer = answer_of(run)
    assert answer
    found = why_players_lose(run)
    assert [finding for finding in answer.findings if "hardly ever" in str(finding)] == found
    return [*found]


def test_a_player_alone_that_hardly_ever_wins_is_set_beside_the_best_that_the_game_ships_with(
    run_of: RunOf,
) -> None:
    run = run_of(
        "name: alone\ngame: nautilion\ngames: 100\nreport: none\nrules: {board: C2, reserve: 2}\n"
        "strategy: novice\n"
    )
    (found,) = why_of(run)
    best = best_beside(run, (0,))
    assert best is not None and best.strategy.name == "expert"
    assert all(claim.holds(Truth(run)) for claim in claims_of(found))
    played = best.games[0]
    assert (played.match.knobs, played.match.seed) == (run.match(0).knobs, run.match(0).seed)
    (told,) = [column for column in game_columns(run) if f" {column.description}" in found]
    theirs, mine = best.values(told.name).mean(), run.games.collect()[told.name].to_numpy().mean()
    assert mine or "there are no " in found
    for value in filter(None, (theirs, mine)):
        assert any(f"{times * value:.{digits}f}" in found for times, digits in ((1, 1), (100, 0))), found
    assert " with an expert" in found


def test_where_the_best_player_hardly_ever_wins_either_that_is_the_reason(run_of: RunOf) -> None:
    run = run_of(
        "name: hard\ngame: nautilion\ngames: 100\nreport: none\nrules: {board: C2, turn_cap: 5}\n"
        "strategy: novice\n"
    )
    (found,) = why_of(run)
    assert "even an expert has a win rate of only" in found


def test_where_another_seat_wins_a_player_is_set_beside_that(run_of: RunOf) -> None:
    run = run_of("name: seats\ngame: pig\ngames: 200\nreport: none\nstrategies: [hold_at, random]\n")
    assert why_players_lose(run) == []  # nobody is told why chance loses


def cause_of(run: RunDirectory, factor: str, level: str, of: str = "") -> Change | None:
    (result, *_) = measures_of(run)
    wins = next(win for win in all_wins(run, result) if win.of == (of or win.of))
    effects = effects_of(run, factor, wins)
    pairs = effects.of(level)
    return why_so(run, pairs, wins.of, result, effects.over(pairs))


def test_the_way_to_lose_that_moves_most_is_the_reason(run_of: RunOf) -> None:
    run = run_of(
        "name: causes\ngame: nautilion\ngames: 300\nreport: none\nstrategy: planner\n"
        "factors: {rules.reserve: [6, 1]}\n"
    )
    ends = run.games.sort("scenario").collect()["end"].to_list()
    before, after = Counter(ends[:300]), Counter(ends[300:])
    more = {way: after[way] - before[way] for way in after if way != "won"}
    assert max(more, key=lambda way: more[way]) == "phantom_at_isles"
    cause = cause_of(run, "rules.reserve", "1")
    assert cause is not None
    _, old, new = cause.quantities
    assert isinstance(new.of, Of) and new.of.label == "phantom_at_isles"
    assert [old.estimate.value, new.estimate.value] == [
        counts["phantom_at_isles"] / 300 for counts in (before, after)
    ]


def test_the_source_of_points_that_moves_most_is_the_reason(run_of: RunOf) -> None:
    run = run_of(
        "name: sources\ngame: nautilus_island\ngames: 200\nreport: none\nrules: {players: 2}\n"
        "strategies: [expert, reference]\n"
        "factors:\n  strategies.0: [expert, random]\n"
    )
    cause = cause_of(run, "strategies.0", "random", "player 0")
    assert cause is not None
    _, old, new = cause.quantities
    seats = run.seats.filter(player=0).sort("scenario").collect()
    before, after = (seats.filter(scenario=scenario) for scenario in (0, 1))
    lost = {
        column.name: (before[column.name].to_numpy().mean(), after[column.name].to_numpy().mean())
        for column in run.game.seat_columns
        if column.part_of == "score"
    }
    most = max(lost, key=lambda source: lost[source][0] - lost[source][1])
    assert isinstance(new.of, Of) and new.of.column == most
    assert (old.estimate.value, new.estimate.value) == pytest.approx(lost[most])


def test_a_change_that_moves_no_way_to_lose_has_no_reason(run_of: RunOf) -> None:
    run = run_of(f"{PIG}factors: {{rules.decision_cap: [60000, 50000]}}\n")
    assert cause_of(run, "rules.decision_cap", "50000") is None
