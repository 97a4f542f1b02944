"""Says how a game of Castaways stands, in words that everybody at the table may hear."""

from __future__ import annotations

from simkit.game import Record, plural
from simkit.games.castaways.box import CastawaysContent
from simkit.games.castaways.kinds import CAMP_CARD, ISLAND_CARD, OBJECT
from simkit.games.castaways.names import IN_CAMP, REGIONS, WEATHERS, WHERE
from simkit.games.castaways.sentences import WEATHER_SAID, castaway_called


def camp(table: Record, rules: Record, content: CastawaysContent) -> list[str]:
    """Return lines about the turn, the weather, the camp and the island."""
    weather = WEATHER_SAID[WEATHERS[int(rules.squares[table.weather])]]
    event = content.titles(("events",))[int(table.event)] if table.event >= 0 else "none yet"
    fire = f"a fire with {table.fire_wood} wood" if table.fire else "no fire"
    built = [
        f"shelter of level {table.shelter}" if table.shelter else "no shelter",
        "the sign" if table.sign_built else f"{plural(int(table.sign), 'cube')} on the sign",
        "the bonfire" if table.bonfire_built else f"{table.bonfire} wood on the bonfire",
    ]
    tiles = [str(value) for value, count in enumerate(table.tiles) for _ in range(int(count))]
    cards = content.titles(CAMP_CARD.of)
    board = [cards[int(card)] for card in table.board if card >= 0]
    island = content.titles(ISLAND_CARD.of)
    pending = [island[int(card)] for card in table.pending.cards[: int(table.pending.count)]]
    decks = ", ".join(f"{name} {left}" for name, left in zip(REGIONS, table.deck_left, strict=False))
    return [
        f"Turn {table.turn} of {table.last_turn} at most. {weather}. Event: {event}; "
        f"{table.events_left} are left.",
        f"Camp: {fire}, {', '.join(built)}. Storage: {plural(int(table.food), 'food token')}, "
        f"{table.wood} wood, food tiles {', '.join(tiles) or 'none'}.",
        f"To forage: {plural(int(table.forage_box), 'tile')}. Wreck: {table.wreck} left, {table.salvage} "
        f"ashore. Story-point tiles left: {table.story_left}.",
        f"Camp board: {', '.join(board) or 'empty'}.",
        f"Island, cards left: {decks}." + (f" Open: {', '.join(pending)}." if pending else ""),
    ]


def castaway(table: Record, seat: int, content: CastawaysContent) -> str:
    """Return a line about one castaway."""
    own = table.castaways[seat]
    objects = content.titles(OBJECT.of)
    has = [
        f"{count} x {objects[i]}" if count > 1 else objects[i]
        for i, count in enumerate(own.objects[: len(objects)])
        if count
    ]
    parts = [f"energy {own.energy} of {own.space}"]
    parts += [plural(int(own.injuries), "injury", "injuries")] if own.injuries else []
    parts += [plural(int(own.traumas), "trauma")] if own.traumas else []
    parts += [WHERE[int(own.where)]] if own.where != IN_CAMP else []
    parts += [f"at place {own.reached} of the island", plural(int(own.tiles), "story-point tile")]
    parts += [plural(int(own.food), "own food token")] if own.food else []
    parts += [f"{plural(int(own.markers), 'marker')} to place"] if own.markers else []
    known = 0 <= own.character < len(content.characters)
    name = castaway_called(int(own.character), content) if known else f"seat {seat + 1}"
    which = f" (seat {seat + 1})" if known else ""
    return f"{name[:1].upper()}{name[1:]}{which}: {', '.join(parts)}; objects: {', '.join(has) or 'none'}."
