"""What is in the box: the cards of `content/cards.yaml`."""

from simkit.engine.contract.content import load_content
from simkit_night_market.cards import NightMarketContent

BOX = load_content(NightMarketContent, __file__)
