"""What a report answers: a module for each question, with what it measures, claims, tabulates and draws."""
