"""Where the phases meet the cards: a card's text begins, and how it goes on.

What the phases use of the cards:

* ``box.BOX`` is the content (a `GameContent`); ``printed.print_cards(rules, content)`` fills `rules.PRINTED`
  with it, and ``printed.printed_knobs(content)`` returns the defaults of knobs that are printed;
* ``operations.do_text(state, rules, machine, program, log)`` does a text, in ``state.table.machine``;
* ``card_words.CARD_MOVES`` and ``card_words.CARD_EVENTS`` are the kinds of moves that answer what cards ask
  (those of `simkit.engine.effects.kinds.answer_kinds`, and LOSE_OBJECT, COVER_CARD, KEEP_FISH) and the kinds
  of events from `events.CARDS_OWN` on;
* An event's or an `each_turn` text is begun for the starting player, or for NOBODY if that one is lost or
  dead: then all that it would do, roll or choose is left out, as for a drawer who has died.
* ``card_things.keep_remain(state, rules, seat, card, log)`` gives somebody a card of the remains and returns
  the text that is to be done at once; ``card_targets.list_those_here`` lists who is out, or in camp.

What operations use of the phases: `energy`, `possessions`, `storage`, `island`, `constructions`, `order`.

* A text stops where somebody must choose; and where somebody has died: an operation that can kill returns
  ASK, without asking anything, as long as ``table.estates != 0``.  The turn lets the heirs choose, and calls
  `do_text` again, with the machine's `stage` kept.
* ``table.outing`` is 1 while a party is out: "out" is ``castaway.where == OUT``, in walking order; else
  targets are those in camp, in turn order, and ``table.starter`` is the drawer of events.
* Before AGAIN is asked in a contest of strength (and in a tied vote), ``table.die_needed`` is set to what the
  die of who is asked must show at least; 0 for other rolls.
* A camp card's space becomes NO_CARD when it is removed; ``table.white_card`` and ``table.marked[CAMP]``
  say which spaces are in use.
* ``forage: n`` brings n tiles from beside the board into the forage box (`storage.fill_forage_box`), none
  into storage; ``wood: n`` and ``food_storage: -n`` are for the storage (`gain_wood`, `lose_stored_food`).
* Pending cards, decks and `card_state` are the phases' but for `shuffle_in` and `goto`: a plot named is
  OUT_OF_PLAY (or SHUFFLED_IN, with ``table.deck_left``) from then on, and counts in ``table.plots_resolved``
  when it is done by `goto`.
* ``table.planned`` is set by `plan`; ``table.card`` is the card of the island being done.
"""

from simkit.compile.kernel import kernel
from simkit.engine.effects.machine import NO_TEXT, begin_text


@kernel
def begin_card(state, rules, text, drawer):
    """Begin a card's text for who drew it; the turn does it to its end before the phase goes on."""
    if text != NO_TEXT:
        begin_text(state.table.machine, rules.program, text, drawer)
