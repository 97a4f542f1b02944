"""What report scripts share."""
