"""Look-ahead: play-outs, the comparison of moves by them, the tree, and the memory they work in."""
