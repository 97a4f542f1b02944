"""Measures how many claims of reports are so: plays small runs and a large one, and judges by the large one.

    python tools/replicate.py                               the whole list; tables go into the documentation
    python tools/replicate.py --only pig_die --scale 0.1    one experiment, a tenth of the games

Every experiment of the list, those that simkit ships and those in tools/replication, is played with several
seeds in a number of games that people play, and once with 20 times as many: the truth run.  Each claim of
page one and of the findings is judged by the truth run.  docs/reference/replication.md says what is counted.

What is done lies in a folder (--out), in parts: each run, and what was judged of each.  Whatever stopped the
tool, the same command goes on with what is missing.  After a change of reports, `--again` judges anew and
keeps the games.  After a change of games or strategies, begin with another folder.
"""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import isclose
from pathlib import Path
from typing import Any

import click
from joblib import Parallel, delayed

import simkit
from simkit.cli.options import without_holes
from simkit.experiment.about import About, about_of
from simkit.experiment.factors import Factor
from simkit.language import plural
from simkit.results.asked import asked_of
from simkit.results.claims import Of, Truth
from simkit.results.left_out import bases_of
from simkit.run.store.directory import RunDirectory
from simkit.run.store.durable import written_in_one_step

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "replication.md"
BEGIN, END = "<!-- made by tools/replicate.py -->\n", "<!-- to here -->\n"

OWN = ROOT / "tools" / "replication"
SHIPPED = (
    ROOT / "experiments",
    *(ROOT / "examples" / name for name in ("hex", "night_market", "pig", "yacht")),
)

SMALL = 10
"""A shipped experiment is played small with its own number of games divided by this."""

TIMES = 20
"""The truth run has this many times the games of a small one."""

FIRST_SEED, TRUTH_SEED = 101, 9001

LARGE = 0.05
"""Effects over five points of the truth run should be said."""

FIGURE = "level"
"""The kind of claim that says no more than its figures, which are counted among the intervals."""


@dataclass(frozen=True)
class Listed:
    """An experiment of the list, and how many games people play of it."""

    file: Path
    games: int

    @property
    def name(self) -> str:
        """What it is called here."""
        return self.file.stem


def listed() -> list[Listed]:
    """Return the experiments that are measured."""
    shipped = [file for folder in SHIPPED for file in sorted(folder.glob("*.yaml"))]
    own = sorted(OWN.glob("*.yaml"))
    return [
        *(Listed(file, simkit.experiment(file).games // SMALL) for file in shipped),
        *(Listed(file, simkit.experiment(file).games) for file in own),
    ]


@dataclass(frozen=True)
class Plan:
    """How it is measured: where parts lie, which seeds, how many games, and whether to judge anew."""

    out: Path
    seeds: int
    scale: float
    times: int
    again: bool


# Parts


def part(file: Path, make: Callable[[], dict[str, Any]], *, anew: bool = False) -> dict[str, Any]:
    """Return what lies in a file, made first if it is not there, with the processor time that it took."""
    if anew or not file.exists():
        begun = time.process_time()
        made = make()
        written = without_holes({**made, "seconds": round(time.process_time() - begun, 2)})
        with written_in_one_step(file) as temporary:
            temporary.write_text(json.dumps(written, indent=1), encoding="utf-8")
    found: dict[str, Any] = json.loads(file.read_text())
    return found


@dataclass
class Measured:
    """What was found of one experiment."""

    name: str
    pages: list[list[dict[str, Any]]] = field(default_factory=list)
    """Of each seed: the claims, as `simkit claims --json` has them."""

    effects: list[EffectAgain] = field(default_factory=list)
    """The effects over five points in the truth run."""

    seconds: float = 0.0
    """The processor time of it all."""

    failed: str = ""
    """What went wrong; empty if nothing."""


def measure(case: Listed, plan: Plan) -> Measured:
    """Return what an experiment comes to; what goes wrong is part of it, so that the others are measured."""
    found = Measured(case.name)
    try:
        _measure(case, plan, found)
    except Exception:
        found.failed = traceback.format_exc()
        click.echo(f"{case.name}: failed")
    return found


def _measure(case: Listed, plan: Plan, found: Measured) -> None:
    small = max(round(case.games * plan.scale), 2)
    folder = plan.out / case.name
    folder.mkdir(parents=True, exist_ok=True)

    def played(name: str, seed: int, games: int) -> Path:
        """Return a run, played unless it is there."""
        path = folder / f"{name}-{games}-games"

        def play() -> dict[str, Any]:
            simkit.run(case.file, out=path, games=games, seed=seed, report="none", jobs=1, progress=False)
            return {"games": games, "seed": seed}

        found.seconds += part(path.with_suffix(".played.json"), play)["seconds"]
        return path

    large = played("truth", TRUTH_SEED, small * plan.times)
    known = part(
        large.with_suffix(".effects.json"),
        lambda: {"effects": [asdict(effect) for effect in large_effects(RunDirectory(large))]},
        anew=plan.again,
    )
    found.seconds += known["seconds"]
    found.effects = [EffectAgain(**effect) for effect in known["effects"]]
    for seed in range(FIRST_SEED, FIRST_SEED + plan.seeds):
        path = played(f"seed-{seed}", seed, small)
        judged = part(
            path.with_name(f"{path.name}-by-{large.name}.claims.json"),
            lambda path=path: {"claims": simkit.open_run(path).claims(simkit.open_run(large))},  # type: ignore[misc]
            anew=plan.again,
        )
        found.seconds += judged["seconds"]
        found.pages.append(judged["claims"])
        more = [claim["holds"] for claim in judged["claims"] if claim["kind"] != FIGURE]
        click.echo(f"{case.name}, seed {seed}: {plural(len(more), 'claim')}, {more.count(False)} false")


# What should be said


@dataclass(frozen=True)
class EffectAgain:
    """What a level does to how often somebody wins, against the level it is compared with."""

    factor: str
    is_asked: bool
    """Whether it is the factor that the experiment asks about."""

    level: str
    base: str
    how: str
    """In what two levels may differ that a claim sets against each other: a word of `HOW`."""

    column: str
    of: str
    is_mirrored: bool
    """Whether it is of one of two players, so that it is the other one's turned round."""

    scenarios: list[int]
    """The player's, with any level."""

    levels: list[str]
    """The factor's level in each scenario of the run."""

    size: float
    """The difference of the shares, on average over the other factors."""

    @property
    def value(self) -> str:
        """The value that is not known, of one of its alternatives."""
        return self.level.partition(":")[0]


HOW = NUMBER, PART, VALUE, NAMED = "number", "part", "value", "named"
"""Any two levels of a number; sets with and without a part; any alternative to a value; or just these two."""


def large_effects(run: RunDirectory) -> list[EffectAgain]:
    """Return the effects over five points on how often games are won, or players win.

    Of several players at a table, of whom one gains what others lose, it is that of the one it moves most.
    """
    if run.headline is None:
        return []
    column, of = run.headline
    columns = run.game.columns if of == "game" else run.game.seat_columns
    if not next(number.is_yes_no for number in columns if number.name == column):
        return []
    truth, asked, labels = Truth(run), asked_of(run).factor, labels_of(run)
    several = [factor for factor in run.varied if len(factor.levels) > 1]
    players = [factor.name for factor in several if about_of(factor) is About.PLAYERS]
    found = []
    for factor in several:
        if factor.name in players:
            continue
        for level, base, how in _compared(factor):
            pairs = _pairs(run, factor, level, base, alike=of != "game")
            for after, before, scenarios in _by_player(run, pairs, players):
                seats = len(run.line_ups[after[0]])
                each = ["game"] if of == "game" else [f"player {n}" for n in range(seats if seats > 2 else 1)]
                sizes = {
                    owner: truth.value(
                        Of(column, tuple(after), owner) - Of(column, tuple(before), owner)
                    ).value
                    for owner in each
                }
                owner = max(each, key=lambda owner: abs(sizes[owner]))
                if abs(sizes[owner]) > LARGE:
                    is_mirrored = of != "game" and seats == 2
                    compared = factor.name, factor.name == asked, level, base, how
                    levels = [labels[scenario][factor.name] for scenario in sorted(labels)]
                    whose = column, owner, is_mirrored, scenarios, levels
                    found.append(EffectAgain(*compared, *whose, sizes[owner]))
    return [*(effect for effect in found if effect.how != VALUE), *_of_values(found)]


def _of_values(found: Iterable[EffectAgain]) -> list[EffectAgain]:
    """Return of each value that is not known the largest effect of an alternative, on whichever player."""
    ranked = sorted((effect for effect in found if effect.how == VALUE), key=lambda effect: abs(effect.size))
    largest = {effect.value: effect for effect in ranked}
    return [replace(effect, scenarios=[*range(len(effect.levels))]) for effect in largest.values()]


def labels_of(run: RunDirectory) -> dict[int, dict[str, str]]:
    """Return each scenario's level of every factor."""
    rows = run.levels.iter_rows(named=True)
    return {row["scenario"]: {factor.name: row[factor.name] for factor in run.varied} for row in rows}


Pairs = list[tuple[int, int]]
"""Scenarios with a level, and beside each the one that has its base and is otherwise the same."""


def _pairs(run: RunDirectory, factor: Factor, level: str, base: str, *, alike: bool) -> Pairs:
    """Return the pairs of scenarios that a level is measured by; with `alike` those of as many players."""
    labels = labels_of(run)

    def others(scenario: int) -> tuple[str, ...]:
        return tuple(label for name, label in labels[scenario].items() if name != factor.name)

    at_base = {others(n): n for n, levels in labels.items() if levels[factor.name] == base}
    with_it = [n for n, levels in labels.items() if levels[factor.name] == level and others(n) in at_base]
    pairs = [(n, at_base[others(n)]) for n in with_it]
    line_ups = run.line_ups
    return [(one, other) for one, other in pairs if not alike or len(line_ups[one]) == len(line_ups[other])]


def _by_player(
    run: RunDirectory, pairs: Pairs, players: Sequence[str]
) -> Iterator[tuple[list[int], list[int], list[int]]]:
    """Yield the scenarios of each player or table: with the level, with its base, and with any level."""
    labels = labels_of(run)

    def who(scenario: int) -> tuple[Any, ...]:
        return len(run.line_ups[scenario]), *(labels[scenario][player] for player in players)

    for fromkey in dict.fromkeys(who(after) for after, _ in pairs):
        mine = [(after, before) for after, before in pairs if who(after) == fromkey]
        every = [n for n in labels if who(n)[1:] == fromkey[1:]]
        yield [after for after, _ in mine], [before for _, before in mine], every


def _compared(factor: Factor) -> Iterator[tuple[str, str, str]]:
    """Yield the levels whose effects count, and what each is compared with, as pages compare them.

    Of a number it is the last level, of a set each single part, of names each that adds one thing to another.
    """
    first, *others = (level.label for level in factor.levels)
    match about_of(factor):
        case About.NUMBER | About.SKILL | About.PLAYER_COUNT:
            yield others[-1], first, NUMBER
        case About.ASSUMPTIONS:
            yield from ((label, first, VALUE) for label in others)
        case About.COMBINATIONS:
            yield from ((label, first, PART) for label in others if "+" not in label)
        case _:
            bases = bases_of(factor)
            compared = (label for label in others if label not in bases.values())
            yield from ((label, bases.get(label, first), NAMED) for label in compared)


def is_said(effect: EffectAgain, claims: Iterable[Mapping[str, Any]]) -> float:
    """Return whether a claim sets the level against what it is compared with, for the player: 1 or 0.

    A claim that at least 6 of 7 do so says six sevenths of each.
    """
    scenarios = {*effect.scenarios}
    shares = [0.0]
    for more, less, share in (pair for claim in claims for pair in _set_against(claim)):
        if not all(_is_about(effect, side) and side.scenarios & scenarios for side in (more, less)):
            continue
        after, before = ({effect.levels[n] for n in side.scenarios} for side in (more, less))
        if _differ(effect, after, before) or _differ(effect, before, after):
            shares.append(share)
    return max(shares)


def _differ(effect: EffectAgain, after: set[str], before: set[str]) -> bool:
    """Return whether two groups of scenarios differ as the effect's do."""
    if effect.how == PART:
        return all(effect.level in level.split("+") for level in after) and not any(
            effect.level in level.split("+") for level in before
        )
    if effect.how == VALUE:
        return {level.partition(":")[0] for level in after} == {
            effect.level.partition(":")[0]
        } and before == {effect.base}
    if effect.how == NUMBER:
        return len(after) == len(before) == 1 and after != before
    return after == {effect.level} and before == {effect.base}


@dataclass(frozen=True)
class Side:
    """One side of a comparison that a claim makes: whose outcomes, in which scenarios."""

    columns: frozenset[str]
    of: frozenset[str]
    scenarios: frozenset[int]


def _side(terms: Collection[Mapping[str, Any]]) -> Side:
    scenarios = frozenset(n for term in terms for n in term["scenarios"])
    return Side(
        frozenset(term["column"] for term in terms), frozenset(term["of"] for term in terms), scenarios
    )


def _sides(of: Mapping[str, Any]) -> tuple[Side, Side]:
    """Return what a contrast adds, and what it takes away; a mean alone has nothing to take away."""
    terms = of.get("terms", [{"times": 1.0, **of}])
    return _side([term for term in terms if term["times"] > 0]), _side(
        [term for term in terms if term["times"] < 0]
    )


def _is_about(effect: EffectAgain, side: Side) -> bool:
    if side.columns != {effect.column}:
        return False
    return side.of == {effect.of} or (effect.is_mirrored and all(of.startswith("player") for of in side.of))


def _set_against(claim: Mapping[str, Any]) -> Iterator[tuple[Side, Side, float]]:
    """Yield what a claim sets against what: by what it says, and by the clear differences that it prints.

    With each comes the share of its claims that a count says to hold: 1 of any other kind.
    """
    if claim["kind"] in (FIGURE, "nothing"):
        return
    for quantity in claim.get("quantities", ()):
        is_clear = quantity["low"] is not None and not quantity["low"] <= 0 <= quantity["high"]
        if is_clear and "terms" in quantity["of"]:
            yield *_sides(quantity["of"]), 1.0
    match claim["kind"]:
        case "extreme":
            for one in claim["first"]:
                if "terms" in one:  # a change that is more than other changes
                    yield *_sides(one), 1.0
                else:
                    yield from ((_side([one]), _side([other]), 1.0) for other in claim["rest"])
        case "order":
            ranked = claim["ranked"]
            yield from ((_side([one]), _side(ranked[n + 1 :]), 1.0) for n, one in enumerate(ranked[:-1]))
        case "turning":
            yield _side([claim["above"]]), _side([claim["below"]]), 1.0
        case "several":
            said = claim["at_least"] / len(claim["claims"])
            for stated in claim["claims"]:
                yield from ((more, less, said * share) for more, less, share in _set_against(stated))
        case _:
            for contrast in claim.values():
                if isinstance(contrast, dict) and "terms" in contrast:
                    yield *_sides(contrast), 1.0


# The tables


def per_cent(part: float, of: int) -> str:
    """Return a share in words, "-" of nothing."""
    return f"{100 * part / of:.1f} %" if of else "-"


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown; numbers stand to the right."""
    lines = [heads, ["---"] + ["--:"] * (len(heads) - 1), *rows]
    return "".join(
        f"| {' | '.join(f'{cell:,}' if isinstance(cell, int) else str(cell) for cell in line)} |\n"
        for line in lines
    )


def tables_of(found: Sequence[Measured], plan: Plan) -> str:
    """Return all tables as Markdown."""
    pages = [page for measured in found for page in measured.pages]
    return "\n".join(
        (
            _in_short(found, plan),
            _by_kind(claim for page in pages for claim in page),
            _of_intervals(pages),
            _of_effects(found),
            _by_experiment(found),
        )
    )


def _in_short(found: Sequence[Measured], plan: Plan) -> str:
    pages = [page for measured in found for page in measured.pages]
    count = max(len(pages), 1)
    claims = sum(len(page) for page in pages) / count
    more = sum(claim["kind"] != FIGURE for page in pages for claim in page) / count
    hours = sum(measured.seconds for measured in found) / 3600
    return (
        f"{plural(len(found), 'experiment')}, {plural(plan.seeds, 'seed')} each, by truth runs of "
        f"{plan.times} times the games. "
        f"{plural(len(pages), 'page')}, {sum(not page for page in pages):,} of them without a claim. "
        f"{claims:.1f} claims a page; {more:.1f} of these say more than a figure. "
        f"It took {hours:.1f} hours of processor time.\n"
    )


def _by_kind(claims: Iterable[Mapping[str, Any]]) -> str:
    by_kind: dict[str, list[bool | None]] = defaultdict(list)
    for claim in claims:
        if claim["kind"] != FIGURE:
            by_kind[claim["kind"]].append(claim["holds"])
    ranked = sorted(by_kind.items(), key=lambda entry: -len(entry[1]))
    every = [holds for _, results in ranked for holds in results]
    rows = []
    for kind, told in (*ranked, ("all", every)):
        decided, false = len(told) - told.count(None), told.count(False)
        rows.append(
            (kind, len(told), decided, false, per_cent(false, decided), per_cent(told.count(None), len(told)))
        )
    return table(("kind of claim", "claims", "decided", "false", "false of decided", "open"), rows)


def _of_intervals(pages: Iterable[Sequence[Mapping[str, Any]]]) -> str:
    """Return how many intervals hold the truth run's value; each counts once a page."""
    kinds = ("printed, of a chosen one", "printed, of others", "of a figure that is printed alone")
    held: dict[str, dict[Any, bool]] = {kind: {} for kind in kinds}
    for number, page in enumerate(pages):
        first = [quantity for claim in page if claim["kind"] == "extreme" for quantity in claim["first"]]
        chosen = {
            frozenset(_sides(quantity)) if "terms" in quantity else _side([quantity]) for quantity in first
        }
        for claim in page:
            for quantity in claim["quantities"]:
                low, high, truth = quantity["low"], quantity["high"], quantity["truth"]
                key = number, json.dumps(quantity["of"]), quantity["value"]
                if None in (low, high, truth):
                    continue
                sides = _sides(quantity["of"])
                is_chosen = claim["kind"] == "extreme" or not chosen.isdisjoint((*sides, frozenset(sides)))
                kind = kinds[2] if quantity["is_alone"] else kinds[0] if is_chosen else kinds[1]
                is_edge = any(isclose(truth, end, abs_tol=1e-12) for end in (low, high))
                held[kind][key] = low <= truth <= high or is_edge
    rows = []
    for kind, found in held.items():
        count = sum(found.values())
        rows.append((kind, len(found), count, per_cent(count, len(found))))
    return table(("95 % interval", "intervals", "hold the truth run's value", "share"), rows)


def _of_effects(found: Sequence[Measured]) -> str:
    rows = []
    for words, is_asked in (("of the factor that is asked about", True), ("of other factors", False)):
        said = [
            is_said(effect, page)
            for measured in found
            for effect in measured.effects
            if effect.is_asked == is_asked
            for page in measured.pages
        ]
        rows.append((words, len(said), round(sum(said)), per_cent(sum(said), len(said))))
    return table(("effects over five points", "effects", "said", "share"), rows)


def _by_experiment(found: Sequence[Measured]) -> str:
    rows = []
    for measured in found:
        claims = [claim for page in measured.pages for claim in page if claim["kind"] != FIGURE]
        said = [
            is_said(effect, page) for effect in measured.effects if effect.is_asked for page in measured.pages
        ]
        holds = [claim["holds"] for claim in claims]
        figures = sum(len(page) for page in measured.pages) - len(claims)
        judged = len(holds), holds.count(False), holds.count(None)
        rows.append((measured.name, figures, *judged, len(said), round(sum(said)), round(measured.seconds)))
    heads = (
        "experiment",
        "figures",
        "claims",
        "false",
        "open",
        "effects asked about",
        "said",
        "processor seconds",
    )
    return table(heads, rows)


def false_claims(found: Iterable[Measured]) -> Iterator[str]:
    """Yield a line for each claim that is false, with its sentence."""
    for measured in found:
        for seed, page in enumerate(measured.pages, start=FIRST_SEED):
            for claim in page:
                if claim["holds"] is False and claim["kind"] != FIGURE:
                    yield f"{measured.name}, seed {seed}: {claim['kind']}: {claim['sentence']}"


def write_into(page: Path, tables: str) -> None:
    """Write the tables between the marks of a page."""
    text = page.read_text(encoding="utf-8")
    head, rest = text.split(BEGIN)
    page.write_text(f"{head}{BEGIN}\n{tables}\n{END}{rest.split(END)[1]}", encoding="utf-8")


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=Path("replication"), show_default=True,
              help="The folder of the parts.")  # fmt: skip
@click.option("--only", multiple=True, metavar="NAME", help="Only this experiment, by its file's name.")
@click.option("--seeds", default=10, show_default=True, type=click.IntRange(1), help="Small runs of each.")
@click.option("--scale", default=1.0, show_default=True, type=click.FloatRange(0, min_open=True),
              help="Times the number of games.")  # fmt: skip
@click.option("--times", default=TIMES, show_default=True, type=click.IntRange(2),
              help="How many times the games of a small run the truth run has.")  # fmt: skip
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Experiments at once.")
@click.option("--again", is_flag=True, help="Judge all claims anew; runs are kept.")
@click.option("--page", type=click.Path(exists=True, path_type=Path),
              help="The page for the tables; those of the whole list go into the documentation.")  # fmt: skip
def main(
    out: Path,
    only: tuple[str, ...],
    seeds: int,
    scale: float,
    times: int,
    jobs: int,
    again: bool,
    page: Path | None,
) -> None:
    """Judge the claims of small runs by large ones, and write how many hold."""
    known = {experiment.name: experiment for experiment in listed()}
    if unknown := [name for name in only if name not in known]:
        raise click.UsageError(f"--only: found '{unknown[0]}', allowed are {', '.join(known)}")
    plan = Plan(out, seeds, scale, times, again)
    chosen = [experiment for name, experiment in known.items() if not only or name in only]
    if jobs == 1:
        found = [measure(experiment, plan) for experiment in chosen]
    else:
        found = Parallel(n_jobs=jobs)(delayed(measure)(experiment, plan) for experiment in chosen)
    failed = [result for result in found if result.failed]
    tables = tables_of([result for result in found if not result.failed], plan)
    click.echo("\n".join(("", *false_claims(found), "", tables)))
    for measured in failed:
        click.echo(f"{measured.name}: {measured.failed}")
    if failed:
        sys.exit(1)
    is_whole = not only and scale == 1 and times == TIMES
    if page := page or (PAGE if is_whole else None):
        write_into(page, tables)
        click.echo(f"written to {page}")


if __name__ == "__main__":
    main()
