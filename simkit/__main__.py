"""Runs the command line: ``python -m simkit`` is the same as ``simkit``."""

from simkit.cli.main import main
from simkit.run.work.own_process import end_process, return_freed_memory


def program() -> None:
    """Run the command line, and end the process."""
    return_freed_memory()
    try:
        main()
    except SystemExit as ended:
        end_process(ended.code if isinstance(ended.code, int) else int(ended.code is not None))


if __name__ == "__main__":
    program()
