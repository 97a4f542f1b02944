"""Finds what comes with simkit besides its package: experiments to run, a game to copy."""

from __future__ import annotations

from pathlib import Path

from simkit.errors import BadInput, unknown, writing

DEMO = "nautilion_base"
"""The experiment that shows what simkit does."""

_PACKAGE = Path(__file__).parents[2]


def example_games() -> dict[str, Path]:
    """Return the folders of the games that are examples, by name."""
    return {file.parent.name: file.parent for file in sorted(_shipped("examples").glob("*/pyproject.toml"))}


def shipped_experiments() -> dict[str, Path]:
    """Return the files of the experiments that come with simkit, by name."""
    return {file.stem: file for file in sorted(_shipped("experiments").glob("*.yaml"))}


def copy_experiment(name: str, folder: Path) -> tuple[Path, bool]:
    """Copy an experiment that comes with simkit into a folder, unless a file of that name is there.

    Returns the file, and whether it was written.
    """
    known = shipped_experiments()
    name = name.removesuffix(".yaml")
    if name not in known:
        raise BadInput(unknown("experiment", name, known))
    copy = folder / f"{name}.yaml"
    if copy.exists():
        return copy, False
    lines = known[name].read_text(encoding="utf-8").splitlines()[2:]  # without the schema's place, and a rule
    with writing(copy):
        copy.write_text("\n".join([*lines, ""]).replace(" experiments/", " "), encoding="utf-8")
    return copy, True


def _shipped(name: str) -> Path:
    """Return a folder that is in the package where simkit is installed, and beside it in the repository."""
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
