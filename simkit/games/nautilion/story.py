"""Tells a game of Nautilion in sentences, and draws the path in text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.game import Record
from simkit.games.nautilion import darkhouse_cards, events, heroic_actions, state, tokens
from simkit.games.nautilion.outcome import COLLISIONS, ENDS

PLACES_IN_A_LINE = 32
"""Places of the path drawn side by side; with Isles and Abyss they fit into 80 columns."""

Events = npt.NDArray[np.void]

FIGURES = {1: "Darkhouse", 2: "Phantom", 4: "Nautilion"}
MAGES = "ABC"
DICE = ("first", "second", "third")


class NautilionStory:
    """The story of a game of Nautilion."""

    def begin(self, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the set-up and the first roll."""
        table = game_state.table
        reserve = "token" if table.reserve == 1 else "tokens"
        lines = [
            f"{table.length} {_path_tokens(rules)} lie between the Isles and the Abyss; "
            f"{table.reserve} {reserve} in the reserve."
        ]
        if rules.players == 2:
            lines += [f"Player {seat + 1}'s Admiral: {_crew(table.admirals[seat])}." for seat in range(2)]
        row = [int(card) for card in table.darkhouse_row if card]
        if row:
            lines.append(f"The Darkhouse's cards: {_listed(row)}.")
        revealed = [int(card) for card in table.heroic_cards if card]
        if revealed:
            lines.append(f"Heroic cards revealed: {_listed(revealed)}.")
        return [*lines, *draw_path(table), *self._sentences(table, rules, log)]

    def tell(self, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the move just made."""
        return self._sentences(game_state.table, rules, log)

    def describe(self, move: Record) -> str:
        """Return one legal move in words."""
        kind, number = int(move.kind), int(move.number)
        words: dict[int, Callable[[], str]] = {
            state.STOP: lambda: "no more spells",
            state.WHIRLWIND: lambda: "Repetitive Whirlwind",
            state.TIDE: lambda: f"Artificial Tide: the {DICE[move.die]} die to a {move.value}",
            state.TRANSLATION: lambda: "Aquatic Translation",
            state.CHOOSE_PLACE: lambda: f"place {move.place}",
            state.GIVE_DICE: lambda: _plan_in_words(move),
            state.DISCARD_RESERVE: lambda: "discard from the reserve",
            state.DISCARD_CREW: lambda: f"discard {number} from the board",
            state.DISCARD_CABIN: lambda: f"discard {_token(number)} from the cabin",
            state.TAKE_ABOARD: lambda: f"take {number} aboard",
            state.TAKE_CABIN: lambda: "take it into the cabin",
            state.TAKE_RESERVE: lambda: "take it into the reserve",
            state.REROLL: lambda: f"mage {MAGES[number % 3]}: re-roll the {DICE[move.die]} die",
            state.PLAY_HEROIC: lambda: f"Heroic card {move.card}, paid with crew {number}",
            state.BUY: lambda: f"buy {_token(number)} for {_space(int(move.place))}",
            state.PRIZE_RESERVE: lambda: f"prize: {_token(number)} into the reserve",
            state.PRIZE_ABOARD: lambda: f"prize: {_token(number)} aboard",
            state.KEEP_GROUP: lambda: f"keep {_crew(number)}",
            state.CHOOSE_KIND: lambda: f"choose {_token(number)}",
            state.CHOOSE_FIGURE: lambda: f"roll for the {FIGURES.get(number, '')}",
            state.SET_DIE: lambda: f"set a die to {move.value}",
            state.CARD_OUT: lambda: f"Heroic card {move.card} leaves",
        }
        return words[kind]()

    def end(self, game_state: Record, rules: Record, outcome: Record) -> list[str]:
        """Return the sentences about how the game ended."""
        table = game_state.table
        missing = tokens.FULL_CREW & ~int(table.crew)
        lacking = f"; missing: {_crew(missing)}" if missing else ""
        abyss = "Lost: the Nautilion reaches the Abyss"
        sentences = {
            "won": "Won: the Nautilion reaches the Abyss with a full crew.",
            "phantom_at_isles": f"Lost: the Phantom has reached the Happy Isles{lacking}.",
            "abyss_without_crew": f"{abyss} without a full crew{lacking}.",
            "abyss_without_mages": f"{abyss} without all three mages.",
            "abyss_with_heroic_cards": f"{abyss} with Heroic cards still to be played.",
            "lost_collision": f"Lost: the Phantom has more harpoons{lacking}.",
            "turn_cap": f"Lost: the turn cap is reached{lacking}.",
            "decision_cap": "Stopped: the decision cap is reached.",
        }
        return [sentences[ENDS[int(outcome.end)]], *draw_path(table)]

    def _sentences(self, table: Record, rules: Record, log: Events) -> list[str]:
        lines: list[str] = []
        paid: list[int] = []
        for event in log:
            if event.kind == events.TURN_BEGUN:
                player = f" of player {event.b + 1}" if rules.players == 2 else ""
                lines += [*_between_turns(table), "", f"Turn {table.turn}{player}."]
            elif event.kind == events.DICE_ROLLED and not rules.expanded:
                lines += [*_between_turns(table), "", f"Turn {table.turn}. {_sentence(event, paid)}"]
            elif event.kind == events.PAID:
                paid.append(int(event.a))
            else:
                lines.append(f"  {_sentence(event, paid)}")
                paid = []
        if paid:  # a Translation is paid before its places are chosen
            lines.append(f"  Aquatic Translation, for {_price(paid)}:")
        return lines


def _between_turns(table: Record) -> list[str]:
    return [_holdings(table), *draw_path(table)] if table.turn > 1 else []


def _sentence(event: Any, paid: list[int]) -> str:
    kind, a, b, c = (int(event[name]) for name in ("kind", "a", "b", "c"))
    tell = _BASE[kind] if kind in _BASE else _EXPANSIONS[kind]
    return tell(a, b, c, paid)


def _taker(for_phantom: int) -> str:
    return "The Phantom's mercenary" if for_phantom else "The Darkhouse"


Teller = Callable[[int, int, int, list[int]], str]

_BASE: dict[int, Teller] = {
    events.DICE_ROLLED: lambda a, b, c, paid: _faces(a, b, c),
    events.WHIRLWIND_CAST: lambda a, b, c, paid: (
        f"Repetitive Whirlwind, for {_price(paid)}: {_faces(a, b, c)[0].lower()}{_faces(a, b, c)[1:]}"
    ),
    events.TIDE_SET: lambda a, b, c, paid: f"Artificial Tide, for {_price(paid)}: a {a} becomes a {b}.",
    events.TOKENS_SWAPPED: lambda a, b, c, paid: f"the tokens of places {a} and {b} change places.",
    events.DICE_GIVEN: lambda a, b, c, paid: _giving(a, b, c),
    events.DISCARDED_FROM_RESERVE: lambda a, b, c, paid: f"{_taker(c)} takes {_token(a)} from the reserve.",
    events.DISCARDED_FROM_BOARD: lambda a, b, c, paid: f"{_taker(c)} takes {_token(b)} from the board.",
    events.PHANTOM_REACHED: lambda a, b, c, paid: (
        f"The Phantom moves to place {a} and {'finds' if c else 'discards'} {_token(b)}."
    ),
    events.PHANTOM_AT_THE_ISLES: lambda a, b, c, paid: "The Phantom arrives at the Happy Isles.",
    events.NAUTILION_REACHED: lambda a, b, c, paid: (
        f"The Nautilion moves to place {a} and finds {_token(b)}."
    ),
    events.NAUTILION_AT_THE_ABYSS: lambda a, b, c, paid: "The Nautilion arrives at the Abyss.",
    events.TAKEN_ABOARD: lambda a, b, c, paid: f"{_capital(_token(a))} goes aboard{_at_space(a, b)}.",
    events.TAKEN_INTO_RESERVE: lambda a, b, c, paid: f"{_capital(_token(a))} goes into the reserve.",
}

_EXPANSIONS: dict[int, Teller] = {
    events.TAKEN_INTO_CABIN: lambda a, b, c, paid: f"{_capital(_token(a))} goes into the cabin.",
    events.DISCARDED_FROM_CABIN: lambda a, b, c, paid: f"{_taker(c)} takes {_token(a)} from the cabin.",
    events.DIE_REROLLED: lambda a, b, c, paid: (
        f"Mage {MAGES[a]} and crew {3 * a + 1} re-roll: {b} becomes {c}."
    ),
    events.TAKEN_BY_PHANTOM: lambda a, b, c, paid: f"It keeps {_token(a)} on its board.",
    events.COLLISION: lambda a, b, c, paid: (
        f"The figures collide, {a} harpoons against the Phantom's {b}: {COLLISIONS[c]}."
    ),
    events.PRIZE_TAKEN: lambda a, b, c, paid: (
        f"The prize: {_token(a)}, {'aboard' if b else 'into the reserve'}."
    ),
    events.GROUP_KEPT: lambda a, b, c, paid: f"The crew is split; {_crew(a)} stay aboard.",
    events.REEF_PASSED: lambda a, b, c, paid: f"Reef {a}: {_reef_die(b, c)}, the Nautilion is free.",
    events.REEF_HOLDS: lambda a, b, c, paid: f"Reef {a}: {_reef_die(b, c)}, the Nautilion is stuck.",
    events.REEF_TAKEN: lambda a, b, c, paid: f"Reef {a} goes into the reserve.",
    events.REEF_GONE: lambda a, b, c, paid: f"Reef {a} leaves the game.",
    events.CARD_TURNED: lambda a, b, c, paid: f"Darkhouse card {a}: {_effect(darkhouse_cards.EFFECTS, b)}.",
    events.TOKEN_RETURNED: lambda a, b, c, paid: f"{_capital(_token(a))} returns to the path, at place {b}.",
    events.TOKEN_RECOVERED: lambda a, b, c, paid: (
        f"{_capital(_token(a))} comes from the discard pile into the reserve."
    ),
    events.TOKEN_BOUGHT: lambda a, b, c, paid: f"{_capital(_token(a))} is bought for {_space(b)}.",
    events.FIGURE_CHOSEN: lambda a, b, c, paid: f"The first die is rolled for the {FIGURES[a]}.",
    events.DARKHOUSE_REROLLED: lambda a, b, c, paid: f"The Darkhouse's 2 is rolled again: {a}.",
    events.SECOND_PASS: lambda a, b, c, paid: "The same dice are given once more.",
    events.TOKENS_EXCHANGED: lambda a, b, c, paid: (
        f"The tokens are exchanged: {_token(a)} for the player, {_token(b)} for the Phantom."
    ),
    events.HEROIC_PLAYED: lambda a, b, c, paid: (
        f"Heroic card {a}, paid with crew {c}: {_effect(heroic_actions.EFFECTS, b)}."
    ),
    events.DICE_SET: lambda a, b, c, paid: f"The dice are set: {_listed([x for x in (a, b, c) if x])}.",
    events.CARD_REMOVED: lambda a, b, c, paid: f"Heroic card {a} leaves the game.",
    events.CARD_REVEALED: lambda a, b, c, paid: f"Heroic card {a} is revealed.",
    events.CREW_FETCHED: lambda a, b, c, paid: (
        f"Crew {a} comes aboard from {f'place {b}' if b else 'the discard pile'}."
    ),
    events.CABIN_FILLED: lambda a, b, c, paid: f"Crew {a} comes from the discard pile into the cabin.",
    events.MERCENARY_LEFT: lambda a, b, c, paid: "A mercenary leaves the Phantom's board.",
    events.PHANTOM_STAYED: lambda a, b, c, paid: "The Phantom stays where it is.",
    events.PHANTOM_BACK: lambda a, b, c, paid: "The Phantom is back at the Abyss.",
    events.NAUTILION_BACK: lambda a, b, c, paid: "The Nautilion is back at the Happy Isles.",
    events.NEIGHBOUR_TAKEN: lambda a, b, c, paid: f"{_capital(_token(b))} of place {a} goes there too.",
}


def _faces(a: int, b: int, c: int) -> str:
    shown = [face for face in (a, b, c) if face]
    return f"The die shows {a}." if len(shown) == 1 else f"The dice show {', '.join(map(str, shown))}."


def _giving(darkhouse: int, phantom: int, nautilion: int) -> str:
    given = [("Darkhouse", darkhouse), ("Phantom", phantom), ("Nautilion", nautilion)]
    received = [f"the {who} {{}}the {die}" for who, die in given if die]
    return _capital(", ".join(words.format("" if i else "gets ") for i, words in enumerate(received))) + "."


def _capital(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}"


def _plan_in_words(move: Record) -> str:
    given = {"Darkhouse": move.darkhouse, "Phantom": move.phantom, "Nautilion": move.nautilion}
    return ", ".join(f"{who} {die}" for who, die in given.items() if die)


def _token(kind: int) -> str:
    if kind == events.REEF_TOKEN:
        return "a reef"
    if kind == tokens.MERCENARY:
        return "a mercenary"
    if kind >= tokens.MAGE_A:
        return f"mage {MAGES[kind - tokens.MAGE_A]}"
    return f"crew {kind}" if kind else "a green token"


def _at_space(kind: int, space: int) -> str:
    return f", on space {space}" if kind == tokens.MERCENARY else ""


def _space(space: int) -> str:
    return f"space {space}" if space else "the cabin"


def _effect(effects: tuple[str, ...], index: int) -> str:
    return effects[index].replace("_", " ")


def _reef_die(die: int, helped: int) -> str:
    return f"the die shows {die}, one more with the crew" if helped else f"the die shows {die}"


def _path_tokens(rules: Record) -> str:
    return "tokens" if rules.mages or rules.mercenaries else "crew tokens"


def _price(paid: list[int]) -> str:
    return f"{_listed([_token(kind) for kind in paid])} from the reserve" if paid else "nothing"


def _listed(things: list[Any]) -> str:
    words = [str(thing) for thing in things]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _crew(mask: int) -> str:
    numbers = [n for n in range(1, tokens.CREW_NUMBERS + 1) if int(mask) >> (n - 1) & 1]
    return _listed(numbers) if numbers else "nobody"


def _holdings(table: Record) -> str:
    aboard = []
    for n in range(1, tokens.CREW_NUMBERS + 1):
        if int(table.crew) >> (n - 1) & 1:
            aboard.append(str(n))
        elif int(table.mercenaries) >> (n - 1) & 1:
            aboard.append(f"M({n})")
    cabin = [MAGES[i] for i in range(3) if int(table.cabin_mages) >> i & 1]
    cabin += [str(n) for n in range(1, tokens.CREW_NUMBERS + 1) if int(table.cabin_crew) >> (n - 1) & 1]
    in_cabin = f" Cabin: {' '.join(cabin)}." if cabin else ""
    return f"  Aboard: {' '.join(aboard) or 'nobody'}.{in_cabin} Reserve: {table.reserve}."


def _mark(kind: int) -> str:
    return ".123456789ABCM"[kind]


def draw_path(table: Record) -> list[str]:
    """Return the path in text: Isles at the left, one sign a token, a dot a place whose token is gone.

    Numbers are crew, A to C mages, M mercenaries; under them stand the reefs.  N marks the Nautilion and P
    the Phantom, above their places (X if both are at one place).
    """
    length = int(table.length)
    places = ["|", *(_mark(int(table.path[p])) for p in range(1, length + 1)), "|"]
    reefs = [str(int(reef)) if reef else " " for reef in table.reefs[: length + 2]]
    marks = [" "] * len(places)
    marks[int(table.nautilion)] = "N"
    marks[int(table.phantom)] = "X" if table.phantom == table.nautilion else "P"
    lines = []
    for first in range(0, len(places), PLACES_IN_A_LINE):
        last = min(first + PLACES_IN_A_LINE, len(places))
        before = "Isles " if first == 0 else "      "
        after = " Abyss" if last == len(places) else ""
        lines.append(f"        {' '.join(marks[first:last])}".rstrip())
        lines.append(f"  {before}{' '.join(places[first:last])}{after}")
        if any(reef != " " for reef in reefs[first:last]):
            lines.append(f"        {' '.join(reefs[first:last])}".rstrip())
    return lines
