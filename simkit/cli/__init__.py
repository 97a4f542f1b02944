"""The command line: click commands, and what they show on the terminal."""
