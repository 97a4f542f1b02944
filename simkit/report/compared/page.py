"""Makes the page on what changed from one run to another."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import polars as pl

from simkit.experiment.factors import heading
from simkit.report.compared.sentences import (
    Compared,
    ends_of,
    finished,
    from_to,
    has_interval,
    rule_in_words,
)
from simkit.report.document.blocks import (
    Block,
    Code,
    Document,
    Figure,
    InShort,
    KeyFigure,
    Section,
    Table,
    Text,
)
from simkit.report.document.charts import LABEL, MOST_ROWS, dots_against_zero
from simkit.report.words import at_least, opening
from simkit.run.findings.comparison import Change
from simkit.run.findings.precision import games_in_words
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import LABEL as CALLED
from simkit.stats.estimates import number
from simkit.words import plural

MOST_FINDINGS = 5

MOST_DRAWN = 16
"""The most changes in the figure of the largest ones, so that it fits a page with its caption."""

MOST_BY_CHANCE = 12
"""The most changes within chance that are listed; the table of all is `Comparison.changes`."""

SIZE = "size"
"""The heading of changes in standard deviations between games."""


def comparison_document(compared: Compared) -> Document:
    """Return what changed from one run to another as a document."""
    before, after = compared.before, compared.after
    experiment = after.manifest["experiment"]
    figure = next(iter(_main_figure(compared)), None)
    return Document(
        title=_title(compared),
        subtitle=f"{experiment['title']}: what changed from one run to another",
        facts=_facts(compared),
        key_figures=_key_figures(compared),
        findings=_findings(compared),
        sections=[
            Section("What differs", [_differences(compared)]),
            *_moved(compared),
            *_within_chance(compared),
            _how(before, after),
        ],
        in_short=" ".join(compared.sentences),
        answer=InShort(compared.sentences, figure=figure),
        mark=compared.mark,
    )


def _title(compared: Compared) -> str:
    told = [own for own in compared.differences if own.what != "seed"]
    if not told:
        return "Two runs of the same rules and players"
    if len(told) > 1:
        return f"{compared.after.game.title}: {len(told)} differences"
    return compared.subject.words


def _facts(compared: Compared) -> dict[str, str]:
    before, after = compared.before, compared.after
    changes = compared.changes
    return {
        "Game": after.game.title,
        "Before": f"{run_in_words(before)}, {finished(before)}",
        "After": f"{run_in_words(after)}, {finished(after)}",
        "Scenarios compared": f"{len({change.setting for change in changes}):,}",
        "Games per scenario": " and ".join(dict.fromkeys(games_in_words(run) for run in (before, after))),
        "Results compared": f"{len(changes):,}",
    }


def run_in_words(run: RunDirectory) -> str:
    """Return what a run is called: its label, or its experiment's name."""
    return str(run.manifest.get(CALLED) or run.manifest["experiment"]["name"])


def _key_figures(compared: Compared) -> list[KeyFigure]:
    """Return the main result before and after, its change, and how many results move."""
    count = KeyFigure(at_least(len(compared.clear), len(compared.changes), says_open=False), "results move")
    if not compared.main:
        return [count]
    lead = compared.lead
    unit = "\N{NO-BREAK SPACE}%" if lead.share else ""
    before, after = (f"{value}{unit}" for value in ends_of(lead))
    what = f"{compared.object_of_lead}{compared.where_lead}"
    change = f"{lead.difference:alone bare}"
    points = "points of change" if lead.share else "the change"
    if compared.mean is not None:
        return [KeyFigure(change, f"{points}: {what}"), count]
    return [KeyFigure(before, f"before: {what}"), KeyFigure(after, "after"), KeyFigure(change, points), count]


def _findings(compared: Compared) -> list[str]:
    """Return the largest changes of different results, each at its largest."""
    largest: dict[tuple[str, str, str], Change] = {}
    for change in compared.clear:
        largest.setdefault((change.of.kind, change.column, change.level), change)
    said = " ".join(compared.sentences)
    return [
        f"{opening(compared.object_of(change))} moves by {change.difference}, {from_to(change)}"
        f"{compared.in_setting(change)}."
        for change in largest.values()
        if f"{change.difference}" not in said and not change.is_main
    ][:MOST_FINDINGS]


def _differences(compared: Compared) -> Block:
    """Return the table of what differs, with what each rule means."""
    if not compared.differences:
        return Text("Nothing: the rules, the players, the content, the code and the seed are the same.")
    knobs = compared.after.game.knobs.model_fields
    rows = []
    for own in compared.differences:
        knob = knobs.get(own.name) if own.what == "rule" else None
        name = rule_in_words(own.name) if own.what == "rule" else own.name
        what = f"code of {name or 'the game'}" if own.what == "code" else name or own.what
        ends = (own.before, own.after) if own.what != "code" else ("", "changed")
        rows.append((what, *ends, (knob and knob.description) or ""))
    frame = pl.DataFrame(rows, schema=["what", "before", "after", "meaning"], orient="row")
    if not any(frame["meaning"]):
        frame = frame.drop("meaning")
    return Table(frame, "What is different about the two runs; all else is the same.")


def _main_figure(compared: Compared) -> list[Figure]:
    """Return the figure of the main result's change in every setting; of one setting, of all results."""
    main = [change for change in compared.main if has_interval(change)]
    if not 1 < len(main) <= MOST_ROWS:
        return _sizes_figure(compared)
    lead = main[0]
    rows = [_row(compared, change, named=len({_what(own) for own in main}) > 1) for change in main]
    result = compared.result_of(lead).removeprefix("the ")
    axis = f"change of the {result}{' in points' if lead.share else ''}"
    return [
        Figure(
            "main_change",
            dots_against_zero(
                [textwrap.fill(row, LABEL) for row in rows],
                {"": [change.difference for change in main]},
                axis,
                scale=100 if lead.share else 1,
            ),
            f"The change of {compared.result_of(lead)} in every setting, with 95 % intervals: clear changes "
            "first, the largest on top.",
            "One row per setting: a dot with its interval beside a line at zero.",
        )
    ]


def _what(change: Change) -> tuple[str, str]:
    return change.of.name, change.strategy


def _row(compared: Compared, change: Change, *, named: bool, short: str = "") -> str:
    """Return what a row of a figure is called: what has changed, whose it is, in which setting."""
    whose = compared.whose(change) if named else ""
    return (
        ", ".join(part for part in (short, whose, compared.all_levels(change)) if part) or "the only setting"
    )


def _sizes_figure(compared: Compared) -> list[Figure]:
    """Return the figure of the largest clear changes, in standard deviations between games."""
    drawn = [change for change in compared.clear if change.spread and has_interval(change)][:MOST_DRAWN]
    if not drawn:
        return []
    effects = [
        replace(
            change.difference,
            value=change.size,
            low=change.difference.low / change.spread,
            high=change.difference.high / change.spread,
        )
        for change in drawn
    ]
    rows = [_row(compared, change, named=True, short=compared.short_name(change)) for change in drawn]
    largest = f"the {len(drawn)} largest of {len(compared.clear)} clear changes"
    words = "All clear changes" if len(drawn) == len(compared.clear) else opening(largest)
    return [
        Figure(
            "largest_changes",
            dots_against_zero(
                [textwrap.fill(row, LABEL) for row in rows],
                {"": effects},
                "change in standard deviations between games",
                scale=1,
            ),
            f"{words}, measured against the spread between games, with 95 % intervals.",
            "One row per result, the largest on top: a dot with its interval beside a line at zero.",
        )
    ]


def _moved(compared: Compared) -> Iterator[Section]:
    """Yield the section with the changes that chance alone does not explain."""
    if not compared.clear:
        return
    words = (
        f"{opening(plural(len(compared.clear), 'result'))} "
        f"{'moves' if len(compared.clear) == 1 else 'move'} by more than chance explains: first what is won, "
        f"then length, points and the rest, each the largest first. The "
        f"{SIZE} is the change in standard deviations between games: it makes shares and means comparable."
    )
    is_drawn_above = not 1 < len([own for own in compared.main if has_interval(own)]) <= MOST_ROWS
    figure = [] if is_drawn_above else _sizes_figure(compared)
    table = table_of_changes(compared, compared.clear, "The clear changes.")
    yield Section("What moved", [Text(words), *figure, table])


def _within_chance(compared: Compared) -> Iterator[Section]:
    """Yield the section with the changes that chance alone may explain."""
    rest = [change for change in compared.changes if not change.is_clear]
    if not rest:
        return
    moved = [change for change in rest if change.difference.value or change.is_main]
    listed = sorted(moved, key=lambda change: not change.is_main)[:MOST_BY_CHANCE]
    still = sum(not change.difference.value for change in rest)
    words = f"{plural(len(rest), 'result')} may have moved by chance alone; {still} of them not at all."
    alone = sum(change.difference.excludes(0) for change in rest)
    if alone:
        words += f" Of {alone} it is open: they would be clear alone, not among them all."
    if not listed:
        yield Section("Within chance", [Text(words)])
        return
    if len(listed) < len(moved):
        words += f" Listed are {len(listed)}, those of the main result first."
    yield Section(
        "Within chance", [Text(words), table_of_changes(compared, listed, "Changes within chance.")]
    )


def table_of_changes(compared: Compared, changes: Sequence[Change], caption: str) -> Table:
    """Return a table of changes, a row each, for a page and for the terminal."""
    factors = compared.before.factors
    rows = []
    for change in changes:
        unit = "\N{NO-BREAK SPACE}%" if change.share else ""
        before, after = ends_of(change)
        rows.append(
            {
                **{heading(factor): change.levels[factor] for factor in factors},
                "result": compared.short_name(change),
                "of": compared.whose(change) or "game",
                "before": f"{before}{unit}",
                "after": f"{after}{unit}",
                "change": f"{change.difference:bare}" + ("" if has_interval(change) else " (too few games)"),
                SIZE: number(change.size, 2, signed=True),
            }
        )
    frame = pl.DataFrame(rows)
    if set(frame["of"]) == {"game"}:
        frame = frame.drop("of")
    return Table(frame, f"{caption} Changes of shares are in points.")


def _how(before: RunDirectory, after: RunDirectory) -> Section:
    """Return how the runs were compared, where they lie, and the command that does it again."""
    same = before.manifest["experiment"]["seed"] == after.manifest["experiment"]["seed"]
    luck = (
        "Both runs have the same seed: game n of one is compared with game n of the other, so that the luck "
        "that both share cancels out."
        if same
        else "The runs have different seeds, and share no luck: their means and shares are compared."
    )
    clear = (
        "A change counts as clear if zero lies outside its 95 % interval, widened for the number of results "
        "that are compared; those of the main result are counted apart."
    )
    command = shlex.join(["simkit", "compare", str(before.path), str(after.path), "--report"])
    return Section("How it was compared", [Text(f"{luck} {clear}"), _runs((before, after)), Code(command)])


def _runs(runs: Iterable[RunDirectory]) -> Table:
    rows = [
        {
            "run": which,
            "called": run_in_words(run),
            "finished": finished(run),
            "scenarios": len(run.levels),
            "games": f"{run.manifest['experiment']['games']:,}",
            "seed": str(run.manifest["experiment"]["seed"]),
            "folder": str(run.path),
        }
        for which, run in zip(("before", "after"), runs, strict=True)
    ]
    return Table(pl.DataFrame(rows), "The two runs.")
