"""The table of what each die would change: its rows, for those who fill and those who read it."""

from simkit.games.nautilion.rules import HIGHEST_FACE

DECIDED = 1000.0
"""Worth of a won game; a lost one is worth as much less than nothing."""

FACES = HIGHEST_FACE + 1
STRIKES, PHANTOM, NAUTILION, PHANTOM_PLACE, NAUTILION_PLACE = range(5)
COLLISION, PHANTOM_TOKEN, NAUTILION_TOKEN, MEANS, FIGURES = range(5, 10)
PAIRS = FIGURES + FACES
FACE_VALUES = PAIRS + FACES
"""Rows of the table that `evaluation.face_values` makes, one column a face.

From FIGURES on, a row for each face of the Phantom's: the worth of giving it and the column's face to the
Nautilion.  From PAIRS on likewise for any two faces, in the better order.  Column and row 0: no die.
COLLISION, PHANTOM_TOKEN and NAUTILION_TOKEN are filled only where figures may meet or tokens change hands: a
collision's worth, and the token reached's.  MEANS, filled where single dice are given: the mean over a die of
the first three rows, a column each.
"""
