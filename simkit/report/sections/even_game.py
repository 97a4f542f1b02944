"""An even game, in which about half of all games are won."""

EVEN = 0.5
