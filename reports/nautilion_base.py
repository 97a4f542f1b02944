"""Report how hard Nautilion's base game is: for whom, on which board, with how much reserve.

A report script: a function `report` that gets a run and returns a `Report`.  Copy it, change it, and name it
in an experiment (``report: ./my_report.py``) or on the command line (``simkit report RUN --script``).
"""

from __future__ import annotations

from typing import Any

from simkit import report as r
from simkit.reports.shared.nautilion import with_estimates
from simkit.reports.shared.nautilion_boards import (
    Boards,
    missing_crew,
    setting,
    spells,
    tokens,
    win_rates,
)

NAME = "nautilion_base"
HARD = 0.2
"""Who wins less often than this where they win most is said to find the game too hard."""

LITTLE = 0.01
"""The worth of a token, as a share of games, up to which it is said to help hardly."""


def report(run: r.RunDirectory) -> r.Report:
    """Return the report."""
    data = Boards.read(run, NAME, ("board", "reserve", "strategy"))
    every = r.Section("Every scenario", [r.rate_table(run, "Win rate of every scenario.")])
    return r.Report(
        run,
        [
            r.OwnPart(
                key_figures=_key_figures(data),
                findings=[*_easiest_board(data), *_tokens(data)],
                sections=[r.Section("Win rate", win_rates(data))],
                in_short=_in_short(data),
            ),
            _endings(data),
            _turns(data),
            r.OwnPart(findings=_lead(data), sections=[r.Section("Spells", [spells(data)]), every]),
        ],
        has_variants=False,
    )


def _in_short(data: Boards) -> str:
    """Return sentences on whom the game is too hard for, and on reserve tokens; "" for a smaller run."""
    if data.weakest == data.best or min(len(data.boards), len(data.reserves)) < 2:
        return ""
    spans = r.spans_of(data.run)
    who = {own.name: r.player_in_short(own.name, own.skill) for own in r.introduced(data.run)}

    def at_most(row: dict[str, Any]) -> str:
        share = r.Estimate(row["estimate"], row["low"], row["high"], row["n"], "Wilson")
        span = spans.get((row["scenario"], "game", "won"))
        return f"at most {r.both_uncertainties(share, span, is_share=True)} ({setting(row)})"

    most = data.ranked(data.weakest)[-1]
    worth = data.token_worth(data.weakest, most["board"])
    helps = "help them" if worth.low > LITTLE else "hardly help them"
    hard = "Too hard for a first game: " if most["high"] < HARD else ""
    first = (
        f"{who[data.weakest]} wins {at_most(most)}, and more reserve tokens {helps} there "
        f"({r.signed(100 * worth.value, 2)} points per token)."
    )
    others = [
        f"{r.opening(who[name])} wins {at_most(data.ranked(name)[-1])}."
        for name in reversed(data.skills[:-1])
    ]
    return " ".join([f"{hard}{first}" if hard else r.opening(first), *others])


def _key_figures(data: Boards) -> list[r.KeyFigure]:
    best, own = data.best, data.ranked(data.best)
    low, high = own[0], own[-1]
    if len(own) == 1:
        return [r.KeyFigure(r.percent(low["estimate"]), f"of games {best} wins: {setting(low)}")]
    if low["estimate"] == high["estimate"]:
        return [r.KeyFigure(r.percent(low["estimate"]), f"of games {best} wins in every setting")]
    figures = [
        r.KeyFigure(r.percent(high["estimate"]), f"best win rate: {best}, {setting(high)}"),
        r.KeyFigure(r.percent(low["estimate"]), f"worst of the same player: {setting(low)}"),
    ]
    if len(data.reserves) > 1:
        on = None if r.may_be_averaged(data.by_board(best)) else high["board"]
        worth, where = data.token_worth(best, on), f", board {on}" if on else ""
        words = f"points of win rate from one more reserve token ({best}{where})"
        figures.append(r.KeyFigure(r.signed_points(worth.value), words))
    return figures


def _tokens(data: Boards) -> list[str]:
    """Return a sentence on the worth of a reserve token, for the strongest player and the weakest."""
    if len(data.reserves) == 1:
        return []
    others = f", and {data.weakest}'s by {_token(data, data.weakest)}" if data.weakest != data.best else ""
    token = _token(data, data.best)
    return [f"One more reserve token changes {data.best}'s win rate by {token}{others}."]


def _token(data: Boards, skill: str) -> str:
    """Return the worth of a reserve token: on average over the boards, unless it differs between them."""
    own = data.by_board(skill)
    if r.may_be_averaged(own):
        return r.points_with_interval(data.token_worth(skill))
    ranked = sorted(own, key=lambda board: own[board].value)
    low, high = (
        f"{r.points_with_interval(own[board])} on board {board}" for board in (ranked[0], ranked[-1])
    )
    return f"{low} up to {high}"


def _easiest_board(data: Boards) -> list[str]:
    best = data.best
    if len(data.wins) == 1:
        row = data.wins.row(0, named=True)
        rate = f"{r.percent(row['estimate'])} ({r.interval(row['low'], row['high'])})"
        return [f"{r.opening(best)} wins {rate} of games."]
    if len(data.boards) == 1:
        return []
    scenarios = {board: data.of(best, board) for board in data.boards}
    ranked, rates = _from_easy_to_hard(data, scenarios)
    averaged = "averaged over the reserves, " if len(data.reserves) > 1 else ""
    gaps = zip(scenarios[ranked[-1]], scenarios[ranked[0]], strict=True)
    if not r.may_be_averaged({pair: data.games.effect([pair[0]], [pair[1]]) for pair in gaps}):
        at = data.reserves.index(data.quoted)  # the order with that reserve, not of the average
        scenarios = {board: [own[at]] for board, own in scenarios.items()}
        ranked, rates = _from_easy_to_hard(data, scenarios)
        averaged = f"with {tokens(data.quoted)} "
    easiest, hardest = ranked[0], ranked[-1]
    wins = (
        f"{averaged}{best} wins {r.percent(rates[easiest])} of games on {easiest} and "
        f"{r.percent(rates[hardest])} on {hardest}"
    )
    distinct = r.extremes(lambda low, high: data.games.effect(scenarios[low], scenarios[high]), ranked)
    if distinct == "none":
        return [f"No board is significantly easier than another: {wins}."]
    if distinct == "some":
        return [f"{r.opening(wins)}, the most and the least of the boards."]
    words = ("easiest", "hardest") if len(ranked) > 2 else ("easier", "harder")
    return [f"{easiest} is the {words[0]} board and {hardest} the {words[1]}: {wins}."]


def _from_easy_to_hard(data: Boards, scenarios: dict[str, list[int]]) -> tuple[list[str], dict[str, float]]:
    """Return the boards in order, and what is won on each on average over its scenarios."""
    rates = {board: data.games.average(own).value for board, own in scenarios.items()}
    return sorted(rates, key=lambda board: rates[board], reverse=True), rates


def _endings(data: Boards) -> r.Part:
    """Return how games end, what the strongest player loses most by, and who was not aboard."""
    averaged = ", averaged over the starting reserves" if len(data.reserves) > 1 else ""
    ends = r.ends_figure(
        data.run,
        data.end,
        {skill: {board: data.of(skill, board) for board in data.boards} for skill in data.skills},
        f"How games end on each board{averaged}; numbers are per cent of games.",
        "Stacked bars, one per board, for each player: won, and the ways to lose.",
    )
    losses = r.losing_most(data.run, data.end, data.of(data.best), f"{data.best}'s losses")
    return r.OwnPart(
        findings=[f"In {most}." for most in losses],
        sections=[r.Section("How games end", [ends, *missing_crew(data)])],
    )


def _turns(data: Boards) -> r.Part:
    """Return how many turns games last."""
    turns = with_estimates(data.run, data.wins.select("scenario"), "turns", "mean")["estimate"].sort()
    lengths = list(dict.fromkeys(f"{turns[end]:.1f}" for end in (0, -1)))
    settings = ", depending on the setting" if len(lengths) > 1 else ""
    column = r.column_of(r.game_columns(data.run), "turns")
    spread = r.lengths_figure(data.run, column, {skill: data.of(skill) for skill in data.skills}, data.over)
    return r.OwnPart(
        findings=[f"A game lasts {' to '.join(lengths)} turns on average{settings}."],
        sections=[r.Section("Length", [spread])],
    )


def _lead(data: Boards) -> list[str]:
    """Return a sentence on the lead of the strongest player; last, for it was known before the run."""
    if data.weakest == data.best:
        return []
    first, second = data.skills[:2]
    pairs = list(zip(data.of(second), data.of(first), strict=True))
    lead = data.games.effect(data.of(second), data.of(first))
    said = f"{r.change_with_interval(lead)} points"
    if not r.is_significant(lead):
        return [f"{r.opening(first)} and {second} do not differ significantly: {said}."]
    if len(pairs) == 1:
        return [f"{r.opening(first)} is ahead of {second} by {said}."]
    rows = {row["scenario"]: setting(row) for row in data.wins.iter_rows(named=True)}
    gaps = {rows[high]: data.games.effect([low], [high]) for low, high in pairs}
    clear = sum(r.is_significant(gap) and gap.value > 0 for gap in gaps.values())
    many = r.in_settings(clear, len(pairs), "settings")
    return [
        f"{r.opening(first)} wins more often than {second} {many}: "
        f"{r.average_or_ends(gaps, lead, 'the settings')}."
    ]
