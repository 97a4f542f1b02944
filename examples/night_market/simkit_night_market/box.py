"""What is in the box: the cards of `cards.yaml`."""

from simkit_night_market.cards import IN_THE_BOX, load_cards

CARDS = load_cards(IN_THE_BOX)
