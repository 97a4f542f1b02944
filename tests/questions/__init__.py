"""Tests of simkit.questions."""
