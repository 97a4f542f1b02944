"""Parts of most reports: facts, the table of scenarios, assumptions, how to reproduce."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import isfinite
from pathlib import Path

import polars as pl

from simkit.engine.contract.knobs import Assumption
from simkit.errors import BadInput
from simkit.experiment.factors import ASSUMPTIONS, OUTCOME, heading, is_path, level_in_words
from simkit.plugins import find_game
from simkit.report.document.blocks import LINE, Code, Section, Table, Text
from simkit.report.facts.result import WON, Result
from simkit.report.facts.settings import STRATEGIES, fixed_settings
from simkit.report.facts.ties import ties_of
from simkit.run.directory import RunDirectory
from simkit.run.stopped import STOPPED, stopped_games
from simkit.run.unknown import spans_of
from simkit.stats.estimates import Estimate
from simkit.stats.whose import SEAT, is_of, whose
from simkit.stats.words import decimals, decimals_of, number, with_interval

NO_BREAK = "\N{NO-BREAK SPACE}"
"""A space that keeps a number and its unit on one line."""

SINGULAR = {"threads": "thread", "processes": "process"}

SAY_LITTLE = frozenset({"false", "none", "null", "off", "true", "with", "without", "yes"})
"""Levels that mean nothing without the name of their factor."""

FAIR = "fair share"
"""The words for what a seat wins on average."""

UNKNOWN = "over unknown values"
"""The heading for how far a rate moves under other assumptions (`simkit.run.unknown`)."""

GENERAL = "`report: general` (--script general) reports on any run"
"""The advice at the end of a complaint that a report can't be made of a run."""


def facts(run: RunDirectory) -> dict[str, str]:
    """Return the facts of a run (game, games, seed ...), each in a few words."""
    experiment = run.manifest["experiment"]
    games = experiment["games"] * experiment["scenarios"]
    share, largest = stopped_games(run)
    ties = ties_of(run)
    most = f" (up to {percent(largest)} in one scenario)" if largest > share else ""
    return {
        "Game": run.game.title,
        "Games played": f"{games:,}",
        "Scenarios": f"{experiment['scenarios']:,}",
        "Games per scenario": f"{experiment['games']:,}",
        "Seed": str(experiment["seed"]),
        **({"Content": changed} if (changed := run.game.changed_content) else {}),
        **({"Fixed": fixed} if (fixed := fixed_settings(run)) else {}),
        **({"Shared wins" if ties.is_won else "Best result shared": ties.in_short()} if ties else {}),
        **({"Stopped unfinished": f"{percent(share)} at {STOPPED}{most}"} if share else {}),
    }


def require_game(run: RunDirectory, report: str, game: str) -> None:
    """Complain unless a run is of the game that a report is about."""
    if run.manifest["experiment"]["game"] != game:
        raise BadInput(f"the report {report} is about {find_game(game).title}. {GENERAL}")


def estimates(run: RunDirectory, column: str, statistic: str, of: str = "game") -> pl.DataFrame:
    """Return one statistic of one column for every scenario, with the scenarios' factor levels."""
    summary = run.summary(column=column, statistic=statistic, of=of)
    return summary.join(run.levels, on="scenario", maintain_order="left")


def in_settings(clear: int, every: int, of_what: str) -> str:
    """Return in how many settings a difference is clear: "in all 36 settings", "in 30 of 36 settings"..."""
    if clear == every:
        return f"in all {every} {of_what}"
    return f"in {clear or 'none'} of {every} {of_what}, beyond what chance explains"


def percent(share: float) -> str:
    """Return a share as a percentage with one decimal."""
    return f"{100 * share:.1f}{NO_BREAK}%"


def interval(low: float, high: float, unit: str = f"{NO_BREAK}%") -> str:
    """Return an interval of shares as percentages."""
    digits = decimals(50 * (high - low), is_share=True)
    return f"{100 * low:.{digits}f} to {100 * high:.{digits}f}{unit}"


def ends(share: Estimate) -> str:
    """Return a share's interval in words; empty for a single game, which has none."""
    return interval(share.low, share.high) if isfinite(share.low) else ""


def share_with_interval(share: Estimate) -> str:
    """Return a share with its interval."""
    value = f"{100 * share.value:.{decimals_of(share, is_share=True)}f}{NO_BREAK}%"
    return f"{value} ({ends(share)})" if ends(share) else value


def after(words: str, before: str = ", ") -> str:
    """Return words with a separator before them, or an empty text if there are no words."""
    return before + words if words else ""


def signed(number: float, digits: int = 1) -> str:
    """Return a number with its sign: "+3.1"; "0.0" has none."""
    words = f"{number:+.{digits}f}"
    return words.replace("-", "\N{MINUS SIGN}") if float(words) else words[1:]


def signed_points(share: float) -> str:
    """Return a share as points with their sign: "+3.1"."""
    return signed(100 * share)


def change_with_interval(estimate: Estimate, *, is_share: bool = True) -> str:
    """Return an effect in points, with its interval if it has one: "-3.1 (-4.0 to -2.2)"."""
    return with_interval(estimate, is_share=is_share, signed=True)


def count_with_verb(number: int) -> str:
    """Return a number with its verb: "1 is", "3 are"."""
    return f"{number} is" if number == 1 else f"{number} are"


def in_levels(run: RunDirectory, row: Mapping[str, object]) -> str:
    """Return a scenario as its levels: "board A1, reserve 4, expert"."""
    return levels_in_words(run, row, run.factors) or "the only scenario"


def levels_in_words(
    run: RunDirectory, row: Mapping[str, object], factors: Sequence[str], *, quoted: bool = False
) -> str:
    """Return a scenario's levels of some factors, with the factors' names if they are needed.

    In a sentence the names of variants, which may be any words, stand in quotes: "with 'as printed', expert".
    """
    clear = _clear_factors(run)

    def said(factor: str) -> str:
        if factor not in clear:
            return level_in_words(factor, row[factor])
        return f"'{row[factor]}'" if quoted and not is_path(factor) else str(row[factor])

    return ", ".join(map(said, factors))


@lru_cache(maxsize=8)  # asked once for every scenario of a run
def _clear_factors(run: RunDirectory) -> frozenset[str]:
    """Return the factors whose levels are clear alone: strategies, assumptions and named variants.

    A knob's level needs the knob's name, and so does one that another factor has too.
    """
    levels = {factor: set(run.levels[factor].unique()) for factor in run.factors}
    return frozenset(
        factor
        for factor, own in levels.items()
        if (factor in STRATEGIES or not is_path(factor))
        and (factor == ASSUMPTIONS or all(_says_enough(level) for level in own))
        and not any(own & other for name, other in levels.items() if name != factor)
    )


def _says_enough(level: str) -> bool:
    return bool(re.search(r"[^\W\d_]{3}", level)) and level.lower() not in SAY_LITTLE


def outcome_heading(name: str, taken: Iterable[str]) -> str:
    """Return a heading for an outcome that differs from all factors' headings."""
    return f"{name}{OUTCOME}" if name in taken else name


def opening(words: str) -> str:
    """Return words with a capital letter, for the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def rate_table(run: RunDirectory, caption: str, of: str = "game", result: Result = WON) -> Table:
    """Return a table of every scenario's win rate; for a player whose strategy varies, with the strategy."""
    rates = estimates(run, result.column, result.statistic, of)
    names = run.players_to_name(whose(of))
    headings = [heading(factor) for factor in run.factors]
    called = outcome_heading(whose(of).from_1, headings)
    who = pl.Series(called, [names.get(scenario) for scenario in rates["scenario"]])
    shares = fair_shares_in_run(run, result) if of != "game" and result.is_share else {}
    share = "share won" if result == WON else result.rate
    fair = pl.Series(FAIR, [shares.get(scenario) for scenario in rates["scenario"]], pl.Float64)
    values, intervals = _as_written(rates, result)
    frame = rates.select(
        pl.col("scenario").alias("no."),
        *(pl.col(factor).alias(name) for factor, name in zip(run.factors, headings, strict=True)),
        *([who] if len(set(names.values())) > 1 else []),
        pl.col("estimate").alias(share),
        *([fair] if shares else []),
        pl.Series("95 % interval", intervals),
        *_unknown(run, rates, of, result),
        pl.col("n").alias("games"),
    )
    written = dict(zip(rates["estimate"], values, strict=True))
    return Table(frame, caption, {share: written.__getitem__, FAIR: percent, "games": "{:,}".format})


def _as_written(rates: pl.DataFrame, result: Result) -> tuple[list[str], list[str]]:
    """Return each scenario's estimate, and its interval, as they are written."""
    values, intervals = [], []
    for value, low, high in rates.select("estimate", "low", "high").iter_rows():
        half = 0.0 if low is None else result.scale * (high - low) / 2
        digits = decimals(half, is_share=result.is_share)
        own, *both = (f"{number(result.scale * (end or 0.0), digits)}" for end in (value, low, high))
        values.append(f"{own}{result.unit}")
        intervals.append("" if low is None else f"{' to '.join(both)}{result.unit}")
    return values, intervals


def _unknown(run: RunDirectory, rates: pl.DataFrame, of: str, result: Result) -> list[pl.Series]:
    """Return a column with the range of each rate under other assumptions, if these were tried."""
    spans = spans_of(run)
    own = [spans.get((scenario, of, result.column)) for scenario in rates["scenario"]]
    if not any(own):
        return []
    return [pl.Series(UNKNOWN, [interval(*span) if span else "" for span in own])]


def fair_shares_in_run(run: RunDirectory, result: Result = WON) -> dict[int, float]:
    """Return the share that a seat wins on average, by scenario: one over the seats if one seat wins."""
    seats = run.summary().filter(is_of(SEAT), column=result.column, statistic="rate")
    means = seats.group_by("scenario").agg(pl.col("estimate").mean())
    return dict(means.iter_rows())


def assumptions_section(run: RunDirectory) -> Section:
    """Return the section about the assumptions that the results depend on."""
    game = run.game
    if not game.assumptions:
        return Section("Assumptions", [Text(f"None: every value of {game.title} is published.")])
    bearing = _bearing(run, game.assumptions)
    if not bearing:
        words = f"None affects these rules; simkit assumptions {game.name} lists all assumptions."
        return Section("Assumptions", [Text(words)])
    rows = [(a.id, a.about, a.value, a.provenance, "; ".join(a.alternatives)) for a in bearing]
    frame = pl.DataFrame(rows, schema=["id", "what", "taken as", "known how", "it may be"], orient="row")
    return Section(
        "Assumptions",
        [
            Text(
                "These values could not be looked up, and the conclusions above depend on them. An "
                "experiment with the factor assumptions (all) shows how much each of them matters."
            ),
            Table(frame, "The inferred and reconstructed values that some scenario's rules depend on."),
        ],
    )


def _bearing(run: RunDirectory, assumptions: Sequence[Assumption]) -> Sequence[Assumption]:
    """Return the assumptions that some scenario's rules depend on; all if the rules can't be read."""
    try:
        rules = run.rules()
    except BadInput:  # a knob is no longer what the run was made with
        return assumptions
    return [assumption for assumption in assumptions if any(assumption.bears_on(own) for own in rules)]


def reproduce_section(run: RunDirectory) -> Section:
    """Return the section about how to reproduce the numbers."""
    manifest = run.manifest
    timings = manifest["timings"]
    lines = [
        shlex.join(manifest["command"]) or "(run from Python)",
        f"experiment  {manifest['experiment']['name']}, identity {manifest['identity']}",
        _hanging("sources     ", manifest["sources"]),
        _hanging("versions    ", manifest["versions"]),
    ]
    jobs, workers = timings["jobs"], timings["backend"]
    on = f"{jobs} {SINGULAR.get(workers, workers) if jobs == 1 else workers}"
    speed = f"{timings['games_per_second']:,.0f} games per second on {on}"
    return Section(
        "How to reproduce",
        [
            Text(
                "The same experiment, seed and version play the same games, on any number of workers: the "
                "tables come out the same to the last byte. These games were played in "
                f"{timings['play_seconds']:.1f} s ({speed})."
            ),
            Code("\n".join(lines)),
            Text("Any single game can be replayed in sentences: by its number, or found by its outcome."),
            Code("\n".join(_replays(run))),
        ],
    )


def _hanging(heading: str, pairs: Mapping[str, str]) -> str:
    """Return names with their values, one per line; long lines are broken and indented."""
    words = ", ".join(f"{name}{NO_BREAK}{value}" for name, value in pairs.items())
    lines = textwrap.wrap(
        words, LINE, initial_indent=heading, subsequent_indent=" " * len(heading),
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return "\n".join(lines).replace(NO_BREAK, " ")


def _replays(run: RunDirectory) -> list[str]:
    """Return commands that replay games: one by number, one by an outcome that many games have."""
    game = run.game
    replay = f"simkit replay {shlex.quote(str(_as_typed(run.path)))}"
    by_number = f"{replay} --scenario 0 --game {min(7, run.manifest['experiment']['games'] - 1)}"
    counted = next((column.name for column in game.columns if column.unit), None)
    if counted is None:
        return [by_number]
    median = estimates(run, counted, "median")["estimate"][0]
    result = next((o.column for o in game.objectives if o.of == "game" and game.column_of(o).is_yes_no), "")
    rates = estimates(run, result, "rate")["estimate"]
    won = f"{result} and " if len(rates) and rates.max() else ""
    return [by_number, f'{replay} --where "{won}{counted} <= {median:.0f}" --first 3']


def _as_typed(path: Path) -> Path:
    """Return a path as it would be typed in the current folder."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
