"""Tests of simkit."""

import os

os.environ["SIMKIT_CHECKED"] = "1"  # before anything of simkit is loaded: its own games are checked here too
