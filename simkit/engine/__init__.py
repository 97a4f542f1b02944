"""The engine: chance, the play loop, the event log; it knows no particular game."""
