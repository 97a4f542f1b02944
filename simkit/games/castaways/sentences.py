"""The sentences of Castaways about moves and events; castaways are named by their seats, see `story`."""

from __future__ import annotations

from simkit.game import NOBODY, Said, listed
from simkit.games.castaways.box import CastawaysContent
from simkit.games.castaways.names import (
    ACTIONS,
    CAMP,
    FOUND_SITE,
    SIGNAL_LETTERS,
    SIGNALS_CALLED,
    SITES,
    WEATHERS,
)
from simkit.games.castaways.state import ENDS, LOOKS

ARTICLES = ("A ", "An ", "The ")

WEATHER_SAID = {
    "storm": "A storm rages",
    "rain": "It rains",
    "sun": "The sun shines",
    "scorching": "The sun scorches the island",
}

NOTHING_BECAUSE = ("is not changed by that", "has no injury to heal", "has no room for more energy")
"""Why words of a card change nothing for a castaway, by number."""

IS_UNCHANGED, NO_INJURY, NO_ROOM = range(3)

MEANS = (
    *("forage", "fetch wood", "write the diary", "salvage", "light a fire", "build", "rest"),
    *("use the camp card", "explore the island"),
)
"""The purpose of a marker, by action."""


def within(title: str) -> str:
    """Return a title as it stands within a sentence: "the spyglass", "a drum", "the Moonstone"."""
    called = title[:1].lower() + title[1:]
    return called if title.startswith(ARTICLES) else f"the {called}"


def quoted(title: str) -> str:
    """Return the title of a card as it stands within a sentence."""
    return f"'{title}'"


def castaway_called(character: int, content: CastawaysContent) -> str:
    """Return a castaway's name within a sentence: "the cook"."""
    return within(content.titles(("characters",))[character])


def signals_called(mask: int) -> str:
    """Return the things to signal with of a mask, in words."""
    return listed([name for i, name in enumerate(SIGNALS_CALLED) if mask >> i & 1] or ["nothing"])


def site_called(site: int, content: CastawaysContent) -> str:
    """Return the name of a site of the Build action."""
    if site < FOUND_SITE:
        return SITES[site]
    return content.titles(("constructions",))[site - FOUND_SITE]


def the_site(site: int, content: CastawaysContent) -> str:
    """Return a site as it stands within a sentence: "the shelter"."""
    return within(site_called(site, content))


def camp_card_called(card: int, content: CastawaysContent) -> str:
    """Return the name of a camp card."""
    return content.titles(("camp_cards",))[card]


def say_place(action: int, space: int, card: int, content: CastawaysContent) -> str:
    """Return the words for the place where a marker is to be placed."""
    if action == CAMP:
        return f"camp card: {camp_card_called(card, content)}"
    return f"rest {space + 1}" if ACTIONS[action] == "rest" else ACTIONS[action]


def meant(action: int, card: int, content: CastawaysContent) -> str:
    """Return the words for the purpose of a marker."""
    return f"{MEANS[action]} {quoted(camp_card_called(card, content))}" if action == CAMP else MEANS[action]


def say_marker(seat: int, action: int, card: int, content: CastawaysContent) -> str:
    """Return the sentence about a marker."""
    return f"Seat {seat + 1} means to {meant(action, card, content)}."


def say_white(seat: int, action: int, card: int, content: CastawaysContent) -> str:
    """Return the sentence about the white marker."""
    return f"Seat {seat + 1} begins with the white marker, to {meant(action, card, content)}."


def say_wasted(seat: int, action: int) -> str:
    """Return the sentence about a marker whose action can't be done any more."""
    return f"  Seat {seat + 1} can no longer {MEANS[action]}."


def say_acted(seat: int, action: int) -> str:
    """Return the sentence about an action that brings nothing, because nothing is left of it."""
    wanted = "wood" if ACTIONS[action] == "wood" else "a tile for the diary"
    return f"  Seat {seat + 1} looks for {wanted} in vain."


def say_event(event: int, left: int, content: CastawaysContent) -> str:
    """Return the sentence about the event turned, with the icon that moves the weather."""
    own = list(content.events.values())[event]
    icon = "" if own.weather == "none" else f" (a {own.weather})"
    return f"Event: {content.titles(('events',))[event]}{icon}; {left} {'is' if left == 1 else 'are'} left."


def say_rest_space(seat: int, space: int) -> str:
    """Return the sentence about the space of Rest on which a marker lies."""
    return f"  Seat {seat + 1} is to rest on space {space + 1}."


def say_nothing(seat: int, why: int) -> str:
    """Return the sentence about words of a card that change nothing."""
    if seat == NOBODY:
        return "  That changes nothing."
    return f"  Seat {seat + 1} {NOTHING_BECAUSE[why]}."


def say_weather(square: int, weather: int) -> str:
    """Return the sentence about the weather."""
    return f"  {WEATHER_SAID[WEATHERS[weather]]}."


def say_energy(seat: int, n: int, now: int) -> str:
    """Return the sentence about energy that comes or goes."""
    if n == 0:
        return f"  Seat {seat + 1} has no energy left to lose."
    return f"  Seat {seat + 1} {'gains' if n > 0 else 'loses'} {abs(n)} energy and has {now}."


def say_healed(seat: int, n: int, injuries: int) -> str:
    """Return the sentence about injuries that heal."""
    left = f"{Said(injuries):injury/injuries} left" if injuries else "none left"
    return f"  {Said(n):injury/injuries} of seat {seat + 1} {'heals' if n == 1 else 'heal'}, {left}."


def say_wood(n: int, now: int) -> str:
    """Return the sentence about wood that comes into storage or leaves it."""
    return f"  {Said(abs(n))} wood {'comes into' if n > 0 else 'is lost from'} storage, now {now}."


def say_food(n: int, now: int, tile: int) -> str:
    """Return the sentence about food that comes into storage or leaves it."""
    what = "food tile" if tile else "food token"
    return f"  {Said(abs(n)):{what}} {'for' if n > 0 else 'lost from'} the storage."


def say_tile(value: int) -> str:
    """Return the sentence about a food tile that comes into storage."""
    return f"  {f'Food for {value}' if value else 'No food'} comes into storage."


def say_own_food(seat: int, n: int, now: int) -> str:
    """Return the sentence about a castaway's own food."""
    return f"  Seat {seat + 1} {'gets' if n > 0 else 'gives up'} {Said(abs(n)):food token}, now {now}."


def say_food_given(seat: int, receiver: int, own: int) -> str:
    """Return the sentence about food that is given away."""
    return (
        f"  Seat {seat + 1} gives seat {receiver + 1} {'a food token of their own' if own else 'some food'}."
    )


def say_box(n: int, now: int) -> str:
    """Return the sentence about the forage box."""
    if n > 0:
        return f"  The castaways know of {Said(n):more place} to forage, now {now}."
    return f"  The castaways lose {Said(-n):place} to forage, now {now}."


def say_fire_out(why: int) -> str:
    """Return the sentence for when the fire goes out."""
    return "  The fire burns down for lack of wood." if why else "  The fire goes out."


def say_night(fire: int) -> str:
    """Return the sentence about the night in camp."""
    return "  The fire keeps the camp warm at night." if fire else "  The night is cold without a fire."


def say_came_back(seat: int, attempt: int) -> str:
    """Return the sentence about somebody who comes back to camp."""
    return f"  Seat {seat + 1} is back in camp{'' if attempt == NOBODY else ', after having been lost'}."


def say_still_lost(members: int) -> str:
    """Return the sentence about castaways that do not find their way."""
    seats = [f"seat {seat + 1}" for seat in range(members.bit_length()) if members >> seat & 1]
    return f"  {listed(seats).capitalize()} {'is' if len(seats) == 1 else 'are'} still lost."


def say_cube(place: int, n: int) -> str:
    """Return the sentence about the return cube; it does not move if an expedition was planned."""
    if n == 0:
        return f"  The expedition was planned: the way back grows no longer than {place}."
    return f"  The way back grows {'longer' if n > 0 else 'shorter'}: {place}."


def say_wounds(seat: int, dice: int, worst: int) -> str:
    """Return the sentence about the dice for injuries."""
    course = "threaten to grow worse" if dice <= worst else "do not grow worse"
    return f"  The injuries of seat {seat + 1} {course} (lowest die {dice})."


def say_rested(seat: int, energy: int, injuries: int) -> str:
    """Return the sentence about somebody who has rested."""
    harm = f", {Said(injuries):injury/injuries}" if injuries else ""
    return f"  Seat {seat + 1} has rested: energy {energy}{harm}."


def enough(face: int, at_least: int) -> str:
    """Return the words that say whether a die is enough."""
    needed = "any number is" if at_least <= 1 else f"{at_least} or more is needed"
    return f"{'enough' if face >= at_least else 'not enough'} ({needed})"


def say_card_roll(seat: int, face: int, at_least: int) -> str:
    """Return the sentence about the die of a card."""
    return f"  Seat {seat + 1} rolls a {face}: {enough(face, at_least)}."


def say_party(n: int, turn: int) -> str:
    """Return the sentence for when an outing begins."""
    return "One castaway sets out alone." if n == 1 else f"A party of {n} sets out."


def say_signals(event: int, signals: int, content: CastawaysContent) -> str:
    """Return the sentence about a rescue: the signals that the card asks for and the castaways have."""
    asked = list(content.events.values())[event].signal
    seen = sum(1 << i for i, letter in enumerate(SIGNAL_LETTERS) if letter in asked) & signals
    return f"A ship! The card '{content.titles(('events',))[event]}' is answered by {signals_called(seen)}."


def say_lost(end: int) -> str:
    """Return the sentence about a game without a rescue."""
    return f"Nobody is rescued: {LOOKS[ENDS[end]].loss}."


def say_turn_state(seat: int, energy: int, harm: int) -> str:
    """Return the sentence about a castaway at the end of a turn."""
    return f"  Seat {seat + 1}: energy {energy}, injuries {harm // 100}, traumas {harm % 100}."
