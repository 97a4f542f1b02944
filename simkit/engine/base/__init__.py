"""What all of the engine stands on: chance, columns and rows, piles, events, the cursor, failures."""
