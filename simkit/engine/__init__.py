"""The engine plays games: chance, the play loop, the event log.  It knows no particular game."""
