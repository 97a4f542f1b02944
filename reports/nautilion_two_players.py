"""Report whether Nautilion is harder for two players than for one.

A report script: a function `report` that gets a run and returns a `Report`.  Copy it, change it, and name it
in an experiment (``report: ./my_report.py``) or on the command line (``simkit report RUN --script``).
"""

from __future__ import annotations

from typing import Any

from simkit import report as r
from simkit.reports.shared.nautilion import in_sentence, require_levels
from simkit.reports.shared.nautilion_tables import (
    PLAYERS,
    TwoTables,
    changes,
    crew_placed,
    curves,
    ends,
    even_games,
    lengths,
    where_played,
)

NAME = "nautilion_two_players"


def report(run: r.RunDirectory) -> r.Report:
    """Return the report."""
    data = TwoTables.read(run, NAME)
    require_levels(data.wins, NAME, "players", PLAYERS)
    second_player = r.OwnPart(
        key_figures=_key_figures(data),
        findings=_findings(data),
        sections=[r.Section("What the second player changes", changes(data))],
        in_short=_in_short(data),
    )
    endings = r.OwnPart(findings=_losses(data), sections=[r.Section("How games end", ends(data))])
    others = [
        *curves(data),
        r.Section("An even game for two", even_games(data)),
        r.Section("Who places the crew", [crew_placed(data)]),
    ]
    length = r.OwnPart(sections=[r.Section("Length", lengths(data))])
    return r.Report(
        run,
        [second_player, r.OwnPart(sections=others), endings, length, r.Minutes(run)],
        findings=[second_player, endings],
        has_variants=False,
    )


def _in_short(data: TwoTables) -> str:
    """Return the win rates of one player and of two, each strategy in the same setting."""
    spans = r.spans_of(data.run)

    def share(row: dict[str, Any]) -> str:
        own = r.Estimate(row["estimate"], row["low"], row["high"], row["n"], "Wilson")
        return r.both_uncertainties(own, spans.get((row["scenario"], "game", "won")), is_share=True)

    effects = {skill: data.by_setting(skill) for skill in data.skills}
    every = [effect for own in effects.values() for effect in own.values()]
    harder = sum(effect.value < 0 and r.is_significant(effect, len(every)) for effect in every)
    easier = sum(effect.value > 0 and r.is_significant(effect, len(every)) for effect in every)
    rates = {skill: data.quoted(skill) for skill in data.skills}
    said = "; ".join(f"{skill} {share(own[1])} alone, {share(own[2])} as two" for skill, own in rates.items())
    words = f"Games won in {where_played(rates[data.skills[0]][1])}: {said}."
    if len(every) == 1:
        return words
    return (
        f"{words} Two players find the game harder than one in {harder} of {len(every)} settings and easier "
        f"in {easier}."
    )


def _key_figures(data: TwoTables) -> list[r.KeyFigure]:
    best = data.skills[0]
    over = ", over all settings" if len(data.of(best, 1)) > 1 else ""
    rates = {n: data.games.average(data.of(best, n)).value for n in PLAYERS}
    change = r.signed_points(data.second_player(best).value)  # which the findings round the same way
    if not r.may_be_averaged(data.by_setting(best)):
        rows = data.quoted(best)
        rates = {n: row["estimate"] for n, row in rows.items()}
        change = r.signed_points(data.games.effect([rows[1]["scenario"]], [rows[2]["scenario"]]).value)
        over = (
            f" ({in_sentence(rows[1]['expansions'])}, board {rows[1]['board']}, reserve {rows[1]['reserve']})"
        )
    return [
        r.KeyFigure(r.percent(rates[1]), f"of games {best} wins alone{over}"),
        r.KeyFigure(r.percent(rates[2]), f"of games two players of that skill win{over}"),
        r.KeyFigure(change, "points: what the second player changes"),
    ]


def _findings(data: TwoTables) -> list[str]:
    best = data.skills[0]
    effects = {c: data.second_player(best, expansions=c) for c in data.order}
    harder = [c for c, e in effects.items() if r.is_significant(e) and e.value < 0]
    easier = [c for c, e in effects.items() if r.is_significant(e) and e.value > 0]
    findings = [
        f"By how much a second player changes {best}'s win rate (same luck, the additional reserve tokens "
        f"included): {data.changes_by(best)}."
    ]
    if len(effects) > 1:
        findings.append(
            f"Of {len(effects)} combinations, {r.count_with_verb(len(harder))} significantly harder for two, "
            f"{len(easier)} easier{_costs_most(data, effects)}.{_least_kept(data, best)}"
        )
        findings += [
            f"In the base game, by how much a second player changes {skill}'s win rate: "
            f"{data.changes_by(skill, expansions='none')}."
            for skill in data.skills
            if "none" in data.order
        ]
    return findings


def _costs_most(data: TwoTables, effects: dict[str, r.Estimate]) -> str:
    """Return where a second player costs most: of the averages, or of single settings where these differ."""
    best = data.skills[0]
    costs = {in_sentence(c): (effect, data.changes_by(best, expansions=c)) for c, effect in effects.items()}
    if not all(r.may_be_averaged(data.by_setting(best, expansions=c)) for c in effects):
        single = data.by_setting(best)
        costs = {where: (effect, r.points_with_interval(effect)) for where, effect in single.items()}
    changes = {where: effect for where, (effect, _) in costs.items()}
    worst = min(changes, key=lambda where: changes[where].value)
    if changes[worst].value >= 0 or not r.is_significant(changes[worst], len(changes)):
        return ""
    others = len(r.indistinct_from(changes, worst))
    rivals = f"; it may cost as much in {others} other{'s' if others > 1 else ''}" if others else ""
    return f"; the second player costs most in {worst}: {costs[worst][1]}{rivals}"


def _losses(data: TwoTables) -> list[str]:
    best = data.skills[0]
    losses = f"the losses of two players ({best})"
    return [f"In {most}." for most in r.losing_most(data.run, data.end, data.of(best, 2), losses)]


def _least_kept(data: TwoTables, skill: str) -> str:
    """Return a sentence on the setting where two keep the smallest share of one player's wins."""
    kept = {c: share for c in data.order if (share := data.kept(skill, c)) is not None}
    if not kept:
        return ""
    least = min(kept, key=lambda c: kept[c])
    return (
        f" Two win the smallest share of what one player wins in {in_sentence(least)}: "
        f"{100 * kept[least]:.0f}{r.NO_BREAK}%."
    )
