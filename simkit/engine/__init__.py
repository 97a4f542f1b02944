"""The engine plays games: chance, the play loop, the event log.  It knows no particular game.

Five rooms on four floors; imports run downwards only (`pyproject.toml`).

    play                  the play loop, a match of many games, a walk move by move, what made a game fail
    lookahead   effects   play-outs, tree, memory; what cards do, as data
    contract              what a game declares, and the strategies that play it; nothing is run here
    base                  chance, rows, columns, piles, events, the cursor
"""
