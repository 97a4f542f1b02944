"""Tests of simkit.search."""
