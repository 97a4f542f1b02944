"""Reports which strategy is strongest among those that met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from simkit.experiment.about import About
from simkit.report.document.blocks import Finding, KeyFigure, Surprise
from simkit.report.effects.averaging import may_be_averaged
from simkit.report.facts.line_ups import (
    LineUps,
    by_strength,
    fair_shares_at_tables,
    lead,
    means_per_game,
    meetings,
    mixed,
    together,
)
from simkit.report.facts.paired import extremes
from simkit.report.facts.players import is_known_stronger
from simkit.report.facts.result import WON, Result
from simkit.report.facts.scenarios import in_base
from simkit.report.words import NO_BREAK, opening
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, average_share, is_significant, percent


def strength_findings(
    run: RunDirectory, players: LineUps, seats: pl.DataFrame, result: Result = WON
) -> list[Finding]:
    """Return a finding about the strongest of the strategies that met others.

    None if the game's ladder has the strongest above all others: that was known before.

    Parameters
    ----------
    players : dict
        The scenarios whose games are counted together.
    seats : polars.DataFrame
        Columns scenario, strategy, won, seats of these scenarios.
    """
    ranked = list(by_strength(seats, players))
    if len(ranked) < 2 or all(is_known_stronger(run, ranked[0], other) for other in ranked[1:]):
        return []
    met, (best, worst) = mixed(players), (ranked[0], ranked[-1])
    words = strongest_in_words(run, players, seats, result, ranked)
    if not together(met, best, worst):
        most, least = (share_at_tables(run, met, name, result).value for name in (best, worst))
        return [Finding(words, abs(most - least), Surprise.SIZE, About.PLAYERS)]
    gap = lead(run, met, best, worst, result.column)
    surprise = Surprise.WHICH if is_significant(gap) else Surprise.SIZE
    if is_known_stronger(run, worst, best) and is_significant(gap):
        surprise = Surprise.REVERSED
    return [Finding(words, abs(gap.value), surprise, About.PLAYERS)]


def strongest_in_words(
    run: RunDirectory, players: LineUps, seats: pl.DataFrame, result: Result, ranked: list[str]
) -> str:
    """Return which of the ranked strategies wins most and least, as far as they differ significantly."""
    met, where = mixed(players), _where(run, players, ranked)
    best, worst = ranked[0], ranked[-1]
    most, least = (_how_often(run, met, seats, name, result) for name in (best, worst))
    fair = f" The fair share is {common}." if (common := _common_fair(met, seats)) else ""
    if len(meetings(met)) < len(ranked) * (len(ranked) - 1) // 2:
        return opening(
            f"{where}not all met each other, so that none is the strongest of all: at its tables {best} "
            f"{result.does} {most}, {worst} {least}.{fair}"
        )
    distinct = extremes(lambda low, high: lead(run, met, high, low, result.column), ranked)
    if distinct == "both ends":
        return opening(
            f"{where}the strongest strategy is {best} with {most}, the weakest {worst} with {least}.{fair}"
        )
    ends_of_ranking = f"{best} {result.does} most, {most}, and {worst} least, {least}"
    if distinct == "some":
        rest = "not all others differ significantly from them"
        return opening(f"{where}{ends_of_ranking}; {rest}.{fair}")
    return opening(f"{where}no strategy is significantly the strongest: {ends_of_ranking}.{fair}")


def _where(run: RunDirectory, players: LineUps, ranked: list[str]) -> str:
    """Return, in words, which strategies a finding compares, if some met no other."""
    everybody = {name for names in players.values() for name in names}
    parts = [in_base(run)] if in_base(run) else []
    if everybody != set(ranked):
        parts.append("of the strategies that met others")
    return "".join(f"{part}, " for part in parts)


def _how_often(run: RunDirectory, met: LineUps, seats: pl.DataFrame, name: str, result: Result) -> str:
    """Return a strategy's wins in words: its share of games.

    If fair shares differ, as between tables of two and of four, the words give multiples of the fair share.
    """
    share = share_at_tables(run, met, name, result)
    if len(met) == 1:
        return f"{share} of games"
    by_table = _times_fair(run, met, seats, name, result)
    averaged = may_be_averaged({table: _beyond(times) for table, times in by_table.items()})
    if _common_fair(met, seats):
        by = _shares_by_table(run, met, name, result)
        return f"{share} of games" if averaged else f"{by} of games, by table"
    if not averaged:
        return f"{_from_to(by_table)} times its fair share of games, by table"
    times = over_fair(share, fair_share_of(met, seats, name))
    return f"{times} times its fair share of games"


def _common_fair(met: LineUps, seats: pl.DataFrame) -> str:
    """Return the fair share where it is the same at all tables; else nothing."""
    shares = fair_shares_at_tables(seats)
    common = {percent(shares[scenario]) for scenario in met}
    return common.pop() if len(common) == 1 else ""


def _shares_by_table(run: RunDirectory, met: LineUps, name: str, result: Result) -> str:
    """Return the range of a strategy's share of games over its tables: "57 to 100 %"."""
    tables = _tables_of(met, name).values()
    own = shares_at_tables(run, [(table, name) for table in tables], result)
    low, high = (100 * pick(share.value for share in own) for pick in (min, max))
    return f"{low:.0f} to {high:.0f}{NO_BREAK}%"


def _times_fair(
    run: RunDirectory, met: LineUps, seats: pl.DataFrame, name: str, result: Result
) -> dict[int, Estimate]:
    """Return a strategy's wins at each of its tables, as multiples of its fair share."""
    tables, fair = _tables_of(met, name), fair_shares_at_tables(seats)
    shares = shares_at_tables(run, [(own, name) for own in tables.values()], result)
    return {
        scenario: over_fair(share, fair[scenario]) for scenario, share in zip(tables, shares, strict=True)
    }


def _tables_of(met: LineUps, name: str) -> dict[int, LineUps]:
    return {scenario: {scenario: names} for scenario, names in met.items() if name in names}


def over_fair(share: Estimate, fair: float) -> Estimate:
    """Return a share as a multiple of the fair one; where nobody wins, everybody has the fair share."""
    if not fair:
        return Estimate(1.0, 1.0, 1.0, share.n, share.method)
    return Estimate(share.value / fair, share.low / fair, share.high / fair, share.n, share.method)


def _beyond(times: Estimate) -> Estimate:
    """Return the distance of wins from the fair share, as a multiple of that share."""
    return Estimate(times.value - 1, times.low - 1, times.high - 1, times.n, times.method)


def _from_to(by_table: Mapping[int, Estimate]) -> str:
    low, high = (pick(times.value for times in by_table.values()) for pick in (min, max))
    return f"{low:.1f} to {high:.1f}"


def share_at_tables(run: RunDirectory, met: LineUps, name: str, result: Result) -> Estimate:
    """Return the share of its seats that a strategy wins over all tables with others."""
    (share,) = shares_at_tables(run, [(met, name)], result)
    return share


def shares_at_tables(
    run: RunDirectory, wanted: Sequence[tuple[LineUps, str]], result: Result
) -> list[Estimate]:
    """Return what `share_at_tables` does for several strategies or tables; the files are read once."""
    won = means_per_game(run, [(together(met, name), name) for met, name in wanted], result.column)
    seats = (sum(names.count(name) for names in met.values()) for met, name in wanted)
    return [average_share(own, count) for own, count in zip(won, seats, strict=True)]


def fair_share_of(met: LineUps, seats: pl.DataFrame, name: str) -> float:
    """Return the share of a strategy's seats that would win if all seats of a table won equally often."""
    fair = fair_shares_at_tables(seats)
    own = [fair[scenario] for scenario, names in met.items() for seat in names if seat == name]
    return sum(own) / len(own)


def strength_keys(
    run: RunDirectory, players: LineUps, seats: pl.DataFrame, result: Result = WON
) -> list[KeyFigure]:
    """Return the win rate of the strategy that wins most."""
    ranked, met = list(by_strength(seats, players)), mixed(players)
    if not ranked:
        return []
    name, where = ranked[0], f" {in_base(run)}" if in_base(run) else ""
    if len(met) == 1:
        fair = percent(fair_shares_at_tables(seats)[next(iter(met))])
        meaning = f"of {result.games} by {name}{where} (fair: {fair})"
        return [KeyFigure(percent(share_at_tables(run, met, name, result).value), meaning)]
    by_table = _times_fair(run, met, seats, name, result)
    averaged = may_be_averaged({table: _beyond(times) for table, times in by_table.items()})
    if common := _common_fair(met, seats):
        own = share_at_tables(run, met, name, result)
        said = percent(own.value) if averaged else _shares_by_table(run, met, name, result)
        by = "" if averaged else ", by table"
        meaning = f"of {result.games} by {name}{where}{by} (fair: {common})"
        return [KeyFigure(said, meaning)]
    if averaged:
        times = over_fair(share_at_tables(run, met, name, result), fair_share_of(met, seats, name))
        said, tables = f"{times.value:.2f}{NO_BREAK}times", ""
    else:
        said, tables = f"{_from_to(by_table)}{NO_BREAK}times", ", by table"
    return [KeyFigure(said, f"the fair share of games is what {name} {result.does}{where}{tables}")]
