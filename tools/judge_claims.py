"""Judges the claims of a run by the tables of another one, without simkit: a second opinion.

    simkit claims small --against large --json > claims.json
    python tools/judge_claims.py claims.json runs/large
    python tools/judge_claims.py replication/pig_die/*.claims.json --sample 50

It knows what claims say from their JSON alone (docs/reference/replication.md), and takes means game by game
from the Parquet files.  It prints each claim on which it and `holds` are not of one mind, and ends with exit
code 1 if one says true where the other says false.  At an edge one may say "open" and the other not, since
intervals are made in slightly different ways.  A file of tools/replicate.py names the truth run itself.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

Json = dict[str, Any]

WIDTH = 1.96
"""Half of a 95 % interval, in standard errors: truth runs have thousands of games."""

BY = "-by-"
"""In the name of a file of claims: after it comes the name of the truth run, beside the file."""


class Tables:
    """The tables of a run."""

    def __init__(self, run: Path) -> None:
        manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
        self.turn_order = manifest["experiment"].get("turn_order", "")
        self.run = run
        self.mean = cache(self._mean)

    def _table(self, name: str) -> pl.LazyFrame:
        return pl.scan_parquet(self.run / name / "**" / "*.parquet")

    def _mean(self, column: str, of: str, scenarios: tuple[int, ...], label: str) -> pl.DataFrame:
        """Return the mean over scenarios of an outcome in every game that all of them have."""
        whose, _, number = of.partition(" ")
        rows = self._table("games" if whose == "game" else "seats")
        if whose == "place":
            order = pl.col(self.turn_order).cast(pl.Int64)
            rows = rows.filter(order - order.min() == int(number))
        elif whose == "strategy":
            rows = rows.join(self._players_called(number), on=["scenario", "player"])
        elif whose != "game":
            rows = rows.filter(pl.col(whose) == int(number))
        value = pl.col(column).cast(pl.String) == label if label else pl.col(column)
        rows = rows.filter(pl.col("scenario").is_in(scenarios)).select(
            "scenario", "game", value.cast(pl.Float64).alias("value")
        )
        of_each = rows.group_by("scenario", "game").agg(pl.col("value").mean())  # a strategy may play several
        means = of_each.group_by("game").agg(pl.len(), pl.col("value").mean())
        return means.filter(pl.col("len") == len(scenarios)).drop("len").sort("game").collect()

    def _players_called(self, name: str) -> pl.LazyFrame:
        """Return the players that play a strategy with its parameters, "hold_at (n 25)", by scenario."""
        rows = pl.read_parquet(self.run / "scenarios.parquet", columns=["scenario", "players"]).iter_rows()
        found = [
            (scenario, player)
            for scenario, players in rows
            for player, entry in enumerate(json.loads(players))
            if _called(entry["strategy"], entry["parameters"]) == name
        ]
        schema = {"scenario": pl.Int64, "player": pl.Int64}
        return pl.LazyFrame(found, schema=schema, orient="row")

    def interval(self, of: Json, sign: float = 1.0) -> tuple[float, float, float]:
        """Return a mean, or a sum of means each times a number, and its interval over the games."""
        terms = of.get("terms", [{**of, "times": 1.0}])
        games: pl.DataFrame | None = None
        for place, term in enumerate(terms):
            mean = self.mean(term["column"], term["of"], tuple(term["scenarios"]), term.get("label", ""))
            own = mean.select("game", (pl.col("value") * term["times"] * sign).alias(f"value_{place}"))
            games = own if games is None else games.join(own, on="game")
        assert games is not None
        each = games.drop("game").to_numpy().sum(axis=1) + sign * of.get("constant", 0.0)
        if len(each) < 2:
            return math.nan, math.nan, math.nan
        half = WIDTH * float(np.std(each, ddof=1)) / math.sqrt(len(each))
        mean_of_all = float(each.mean())
        return mean_of_all, mean_of_all - half, mean_of_all + half


def _called(strategy: str, parameters: Mapping[str, float]) -> str:
    said = ", ".join(f"{name} {value:g}" for name, value in parameters.items())
    return f"{strategy} ({said})" if said else strategy


def less(one: Json, other: Json, times: float = 1.0) -> Json:
    """Return the first less a number of times the second."""
    terms = [*_terms(one, 1.0), *_terms(other, -times)]
    return {"terms": terms, "constant": one.get("constant", 0.0) - times * other.get("constant", 0.0)}


def _terms(of: Json, times: float) -> list[Json]:
    return [{**term, "times": times * term["times"]} for term in of.get("terms", [{**of, "times": 1.0}])]


def all_of(parts: list[bool | None]) -> bool | None:
    """Return whether all are so: false if one is false, open if one is open."""
    return False if False in parts else None if None in parts else True


class Judge:
    """Says of claims whether they are so in a run."""

    def __init__(self, run: Path) -> None:
        self.tables = Tables(run)

    def is_above(self, of: Json, bound: float = 0.0) -> bool | None:
        """Return whether something is more than a bound; None if its interval holds the bound."""
        _, low, high = self.tables.interval(of)
        return True if low > bound else False if high < bound else None

    def holds(self, claim: Json) -> bool | None:
        """Return whether a claim is so: true, false, or None where the run can't tell."""
        match claim["kind"]:
            case "level":
                return all_of([self.is_within(quantity) for quantity in claim["quantities"]])
            case "change":
                return self.is_above(claim["contrast"], claim["bound"])
            case "extreme":
                pairs = [(one, other) for one in claim["first"] for other in claim["rest"]]
                ordered = pairs if claim["is_most"] else [(other, one) for one, other in pairs]
                return all_of([self.is_above(less(high, low)) for high, low in ordered])
            case "order":
                return all_of([self.is_above(less(high, low)) for high, low in pairwise(claim["ranked"])])
            case "trend":
                size = self.tables.interval(claim["whole"])[0]
                beyond = less(claim["part"], claim["whole"], claim["share"])
                return self.is_above(beyond if size >= 0 else less({"terms": []}, beyond))
            case "turning":
                below = self.is_above(claim["below"], claim["bound"])
                return all_of(
                    [None if below is None else not below, self.is_above(claim["above"], claim["bound"])]
                )
            case "nothing":
                contrasts = claim.get("contrasts") or [claim["contrast"]]
                return all_of([self.is_less(contrast, claim["margin"]) for contrast in contrasts])
            case "several":
                known = [self.holds(part) for part in claim["claims"]]
                if known.count(True) >= claim["at_least"]:
                    return True
                return False if len(known) - known.count(False) < claim["at_least"] else None
        raise KeyError(claim["kind"])

    def is_less(self, of: Json, margin: float) -> bool | None:
        """Return whether something is at most a margin, either way; None if its interval goes beyond it."""
        _, low, high = self.tables.interval(of)
        if -margin <= low and high <= margin:
            return True
        return False if low > margin or high < -margin else None

    def is_within(self, quantity: Json) -> bool | None:
        """Return whether the printed interval holds the run's mean."""
        mean = self.tables.interval(quantity["of"])[0]
        low, high = (math.nan if quantity[end] is None else quantity[end] for end in ("low", "high"))
        if not all(map(math.isfinite, (mean, low, high))):
            return None
        return bool(low - 1e-12 <= mean <= high + 1e-12)


WORDS = {True: "true", False: "false", None: "open"}


def main() -> None:
    """Judge all claims, or a sample, and print where the two are not of one mind."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument(
        "paths", nargs="+", type=Path, help="files of claims; last, the truth run, unless they name it"
    )
    parser.add_argument(
        "--sample", type=int, default=0, help="a number of claims, chosen by chance; all by default"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the choice")
    asked = parser.parse_args()
    files = [path for path in asked.paths if path.is_file()]
    runs = [path for path in asked.paths if path.is_dir()]
    drawn = []
    for file in files:
        truth = runs[0] if runs else file.parent / file.name.split(BY)[-1].removesuffix(".claims.json")
        drawn += [(file, truth, claim) for claim in json.loads(file.read_text(encoding="utf-8"))["claims"]]
    if asked.sample and asked.sample < len(drawn):
        drawn = random.Random(asked.seed).sample(drawn, asked.sample)
    judges: dict[Path, Judge] = {}
    count: Counter[str] = Counter()
    opposite = 0
    for file, truth, claim in sorted(drawn, key=lambda entry: str(entry[1])):
        if truth not in judges:
            judges = {truth: Judge(truth)}  # one at a time: its means take memory
        try:
            found = judges[truth].holds(claim)
        except KeyError as unknown:
            count[f"not judged ({unknown})"] += 1
            continue
        said = claim["holds"]
        count["the same" if found is said else f"{WORDS[said]} by holds, {WORDS[found]} by the tables"] += 1
        opposite += {found, said} == {True, False}
        if found is not said:
            print(f"{file.name}: {claim['kind']}, {WORDS[said]} by holds, {WORDS[found]} by the tables:")
            print(f"    {claim['sentence']}")
    print(f"{len(drawn)} claims: {', '.join(f'{number} {words}' for words, number in count.most_common())}")
    sys.exit(1 if opposite else 0)


if __name__ == "__main__":
    main()
