"""Describes an experiment's settings in words: what is fixed, and what its named variants set."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import polars as pl

from simkit.document.blocks import Section, Table, Text
from simkit.experiment.factors import is_path, level_in_words, short_label
from simkit.experiment.file.players import label_of
from simkit.experiment.keys import is_of_players, rule_of
from simkit.experiment.values import player_in_words
from simkit.language import value_in_words
from simkit.run.store.directory import RunDirectory
from simkit.run.store.vocabulary import vocabulary_of

STRATEGIES = ("strategy", "strategies")
"""The factors whose levels are strategies' names."""


def fixed_settings(run: RunDirectory) -> str:
    """Return the rules and players that all scenarios share."""
    resolved = run.manifest["experiment"].get("resolved", {})
    named = [*resolved.get("rules", {}), *(rule_of(path) or path for path in resolved.get("set", {}))]
    scenarios = run.scenario_rows().select("knobs", "players")
    knobs = [json.loads(words) for words in scenarios["knobs"].unique()]
    fixed = {
        name: knobs[0][name]
        for name in named
        if name in knobs[0] and all(other[name] == knobs[0][name] for other in knobs)
    }
    called = vocabulary_of(run)
    words = [level_in_words(f"rules.{name}", value_in_words(value), called) for name, value in fixed.items()]
    line_ups = scenarios["players"].unique()
    if len(line_ups) == 1 and not set(STRATEGIES) & set(run.factors):
        players = json.loads(line_ups[0])
        words += dict.fromkeys(
            player_in_words(player["strategy"], player["parameters"]) for player in players
        )
    else:  # then levels say who plays, but not what --set has changed about all of them
        changed = resolved.get("set", {}).items()
        words += [f"{path} {value_in_words(value)}" for path, value in changed if is_of_players(path)]
    return ", ".join(words)


def variants_section(run: RunDirectory) -> list[Section]:
    """Return a section about what each named variant sets; empty for a run without variants."""
    factors = run.manifest["experiment"].get("resolved", {}).get("factors", {})
    variants = [
        (factor, str(label), {factor: level} if is_path(factor) else level or {})
        for factor, levels in factors.items()
        if isinstance(levels, dict) and factor in run.factors
        for label, level in levels.items()
    ]
    rows = [
        {"varied": short_label(vocabulary_of(run), factor), "called": label, "sets": _what_is_set(run, sets)}
        for factor, label, sets in variants
        if not _says_itself(label, sets)
    ]
    if not rows:
        return []
    words = "What each name stands for. A variant that sets nothing keeps all defaults."
    return [Section("Variants", [Text(words), Table(pl.DataFrame(rows), "What each variant sets.")])]


def _says_itself(label: str, sets: Mapping[str, Any]) -> bool:
    """Return True for a variant that sets only the players and is named after them."""
    players = sets.get("strategies") if len(sets) == 1 else None
    if not isinstance(players, list):
        return False
    return all(str(name) in label for name in players) and len(set(map(str, players))) == len(players)


def _what_is_set(run: RunDirectory, sets: Mapping[str, Any]) -> str:
    """Return what a variant sets; for rules, also their values without it."""
    knobs = run.game.knobs.model_fields
    words = []
    for path, value in sets.items():
        knob = knobs.get(rule_of(path) or "")
        without = (
            "" if knob is None or knob.default is None else f", by default {value_in_words(knob.default)}"
        )
        words.append(f"{level_in_words(path, label_of(value), vocabulary_of(run))}{without}")
    return "; ".join(words) or "nothing"
