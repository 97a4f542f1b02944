"""Finds cards and other items of a game's content that a run's events never mention."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from simkit.engine.base.events import EVENT_FIELDS
from simkit.engine.contract.game import Game
from simkit.errors import BadInput
from simkit.run.store.directory import RunDirectory

Places = list[tuple[str, str]]
"""Sections and ids of items."""


def unused_items(run: RunDirectory) -> tuple[Places, int]:
    """Return the items that no event of a run mentions, and the number of logged games.

    An item is met where an event has it in a field that numbers items (`Field.of`); sections that no field
    numbers are left out.

    Raises
    ------
    BadInput
        If no games were logged, or the game's events name no items.
    """
    game = run.game
    numbering = list(_numbering_fields(game))
    if game.content is None or not numbering:
        raise BadInput(f"{game.title}: its events name no cards")
    events = run.events()
    sections = list(dict.fromkeys(name for _, _, of in numbering for name in of))
    met: set[tuple[str, str]] = set()
    for kind, column, of in numbering:
        places = game.content.ids(of)
        found = events.filter(pl.col("kind") == kind).select(pl.col(column).unique()).collect()
        met |= {places[number] for number in found[column] if 0 <= number < len(places)}
    games = events.select(pl.struct("scenario", "game").n_unique()).collect().item()
    return [place for place in game.content.ids(sections) if place not in met], int(games)


def _numbering_fields(game: Game) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield kind, column and sections of each event field that numbers items."""
    for kind in game.events:
        for field, column in zip(kind.fields, EVENT_FIELDS, strict=False):
            if field.of:
                yield kind.name, column, tuple(field.of)
