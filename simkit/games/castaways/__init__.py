"""Castaways (Náufragos): one to four castaways survive on an island, explore it and signal a ship."""
