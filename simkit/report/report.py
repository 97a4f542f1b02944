"""What a report script returns: a run and its parts; and what every report begins and ends with."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from simkit.document.blocks import LINE, Code, Document, InShort, Part, Section, Table, Text
from simkit.engine.base.columns import STOPPED
from simkit.engine.contract.knobs import Assumption
from simkit.errors import BadInput
from simkit.experiment.factors import short_label
from simkit.language import GENERAL
from simkit.plugins import find_game
from simkit.results.result import ties_of
from simkit.results.settings import fixed_settings, variants_section
from simkit.results.wins import estimates
from simkit.run.findings.noticed import stopped_games
from simkit.run.findings.precision import (
    asked_in_words,
    games_in_words,
    precision_lines,
    wide_lines,
    widths_of,
)
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import PEOPLE, PRECISION
from simkit.run.store.people import ENTERED
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.estimates import NO_BREAK, percent

MOST_KEY_FIGURES = 4


@dataclass(frozen=True)
class Report:
    """A report: the parts that say what a run has to say.

    Parts stand in the order of their sections.  Key figures and findings come in the same order, unless the
    parts that have any are listed once more, in another one.  What every report begins and ends with is
    added: title and facts; the named variants, the assumptions, how to reproduce the numbers.
    """

    run: RunDirectory
    """The run."""
    parts: Sequence[Part]
    """The parts."""
    key_figures: Sequence[Part] | None = None
    findings: Sequence[Part] | None = None
    """The parts in the order of their key figures, of which the first four are shown, and of
    their findings."""
    answer: InShort | None = None
    """The answer to what the run asked; by default the one that follows from what it varies
    (`simkit.report.front.answers`)."""
    title: str | None = None
    subtitle: str | None = None
    """What stands on top; by default the experiment's title and description."""
    has_variants: bool = True
    """Whether named variants are listed; not in a report whose parts say themselves what these set."""

    def document(self) -> Document:
        """Return the report as it is laid out, without its first page."""
        experiment = self.run.manifest["experiment"]
        keys = self.parts if self.key_figures is None else self.key_figures
        found = self.parts if self.findings is None else self.findings
        return Document(
            title=experiment["title"] if self.title is None else self.title,
            subtitle=experiment["description"] if self.subtitle is None else self.subtitle,
            facts=facts(self.run),
            key_figures=[figure for part in keys for figure in part.key_figures()][:MOST_KEY_FIGURES],
            findings=[finding for part in found for finding in part.findings()],
            sections=[
                *(section for part in self.parts for section in part.sections()),
                *(variants_section(self.run) if self.has_variants else []),
                *precision_section(self.run),
                assumptions_section(self.run),
                reproduce_section(self.run),
            ],
            answer=self.answer,
            cautions=list(
                dict.fromkeys(
                    [*wide_lines(self.run), *(said for part in self.parts for said in part.cautions())]
                )
            ),
        )


def _scenarios(run: RunDirectory) -> str:
    """Return how many scenarios there are; of an incomplete run, how many of them have games."""
    every, played = run.manifest["experiment"]["scenarios"], len(run.levels)
    return f"{every:,}" if every == played else f"{played:,} of {every:,}"


SINGULAR = {"threads": "thread", "processes": "process"}


def facts(run: RunDirectory) -> dict[str, str]:
    """Return the facts of a run (game, games, seed ...), each in a few words."""
    experiment = run.manifest["experiment"]
    share, largest = stopped_games(run)
    ties = ties_of(run)
    most = f" (up to {percent(largest)} in one scenario)" if largest > share else ""
    return {
        "Game": run.game.title,
        "Games played": f"{sum(run.games_played.values()):,}",
        "Scenarios": _scenarios(run),
        "Games per scenario": games_in_words(run),
        **({"Precision asked for": asked} if (asked := asked_in_words(run)) else {}),
        **({} if _is_entered(run) else {"Seed": str(experiment["seed"])}),
        **({"Content": changed} if (changed := run.game.changed_content) else {}),
        **({"Fixed": fixed} if (fixed := fixed_settings(run)) else {}),
        **(ties.facts() if ties else {}),
        **({"Stopped unfinished": f"{percent(share)} at {STOPPED}{most}"} if share else {}),
    }


def require_game(run: RunDirectory, report: str, game: str) -> None:
    """Complain unless a run is of the game that a report is about."""
    if run.manifest["experiment"]["game"] != game:
        raise BadInput(f"the report {report} is about {find_game(game).title}. {GENERAL}")


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
    return [assumption for assumption in assumptions if any(assumption.bears_on(rule) for rule in rules)]


def precision_section(run: RunDirectory) -> list[Section]:
    """Return the section about how many games were played where that depends on precision; else none."""
    said = list(precision_lines(run))
    if not said:
        return []
    names = run.factors
    levels = {row["scenario"]: row for row in run.levels.iter_rows(named=True)}
    trial = run.manifest[PRECISION]["trial"]
    rows: dict[int, dict[str, str]] = {}
    for width in widths_of(run):
        row = rows.setdefault(
            width.scenario,
            {
                "no.": str(width.scenario),
                **{short_label(vocabulary_of(run), name): levels[width.scenario][name] for name in names},
                "games": f"{run.games_played[width.scenario]:,}",
                "trial games": f"{trial[width.scenario]:,}",
            },
        )
        row[width.asked.name] = f"{width.words}{'' if width.is_narrow else ', not narrow'}"
    why = (
        "Trial games decide how many games count, and do not count themselves: if games ended as soon as "
        "their own intervals are narrow, luck would end them too early now and then. So every interval here "
        "is that of a fixed number of games. Games of the same number share their chance; where two "
        "scenarios have different numbers of games, their difference is that of their "
        "means over all games of each."
    )
    table = Table(
        pl.DataFrame(list(rows.values())), "Each scenario's widest interval of what was to be narrow."
    )
    return [Section("Games and precision", [Text(" ".join(said)), Text(why), table])]


def reproduce_section(run: RunDirectory) -> Section:
    """Return the section about how to reproduce the numbers."""
    manifest = run.manifest
    lines = [
        shlex.join(manifest["command"]) or "(run from Python)",
        f"experiment  {manifest['experiment']['name']}, identity {manifest['identity']}",
        _hanging("sources     ", manifest["sources"]),
        _hanging("versions    ", manifest["versions"]),
        *([f"tables      {manifest['store']}"] if manifest.get("store") else []),
    ]
    replays = _replays(run)
    if not replays:
        words = (
            "These games were played on a real table, and their results were entered: nobody can replay them."
        )
        return Section("How to reproduce", [Text(words), Code("\n".join(lines))])
    return Section(
        "How to reproduce",
        [
            Text(
                "The same experiment, seed and version play the same games, on any number of workers: the "
                f"tables come out the same to the last byte.{_played_in(manifest['timings'])}"
            ),
            Code("\n".join(lines)),
            Text("Any single game can be replayed in sentences: by its number, or found by its outcome."),
            Code("\n".join(replays)),
        ],
    )


def _played_in(timings: Mapping[str, Any]) -> str:
    """Return the sentence about how fast the games were played; empty if that is not known, or of people."""
    if "jobs" not in timings or timings["backend"] == PEOPLE:
        return ""
    jobs, workers = timings["jobs"], timings["backend"]
    on = f"{jobs} {SINGULAR.get(workers, workers) if jobs == 1 else workers}"
    speed = f"{timings['games_per_second']:,.0f} games per second on {on}"
    return f" These games were played in {timings['play_seconds']:.1f} s ({speed})."


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
    if _is_entered(run):
        return []
    game = run.game
    replay = f"simkit replay {shlex.quote(str(_as_typed(run.path)))}"
    scenario = min(run.line_ups)
    numbers = run.numbers(scenario)
    by_number = f"{replay} --scenario {scenario} --game {numbers[min(7, len(numbers) - 1)]}"
    length = run.game.length_column
    if length is None:
        return [by_number]
    median = estimates(run, length.name, "median")["estimate"][0]
    result = next((o.column for o in game.objectives if o.of == "game" and game.column_of(o).is_yes_no), "")
    rates = estimates(run, result, "rate")["estimate"]
    won = f"{result} and " if len(rates) and rates.max() else ""
    return [by_number, f'{replay} --where "{won}{length.name} <= {median:.0f}" --first 3']


def _is_entered(run: RunDirectory) -> bool:
    """Return True for results of games on a real table."""
    return run.people is not None and run.people["how"] == ENTERED


def _as_typed(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
