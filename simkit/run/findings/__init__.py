"""What a run says: its verdict, changes against another run, rules without effect, and more."""
