"""Yacht: one player, five dice, three rolls a turn, a sheet of thirteen boxes."""
