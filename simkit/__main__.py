"""Runs the command line: ``python -m simkit`` is the same as ``simkit``."""

from simkit.cli.main import main
from simkit.run.ending import end_process


def program() -> None:
    """Run the command line, and end the process."""
    try:
        main()
    except SystemExit as ended:
        end_process(ended.code if isinstance(ended.code, int) else int(ended.code is not None))


if __name__ == "__main__":
    program()
