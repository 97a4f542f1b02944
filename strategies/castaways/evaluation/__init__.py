"""What strategies for Castaways reckon with.

There are two ways to play.  `reference` follows fixed rules:

* `simkit.strategies.castaways.reference` itself: where a marker goes;
* `camp`: gifts, remains, buildings, food, objects, and what cards ask;
* `outings`: how to explore, when to return, what another roll is worth.

The players of `simkit.strategies.castaways.players` weigh what each move is worth (and follow the rules of
`camp` where weights have nothing to say):

* `choice`: how a move is chosen;
* `outlook`: the sheet with what the group has, lacks and can still reach, and exact chances;
* `worths`: what a marker on each action is worth, by that sheet;
* `wreck`: what a card of the wreck is worth;
* `journeys`: the outing and the way back, by the odds.

Both use `needs`: what the group has and needs.
"""
