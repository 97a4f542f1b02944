"""Nautilus (Brigitte and Wolfgang Ditt, Kosmos 2002): two to four players build an undersea city and dive."""
