"""Content files: what is printed on cards, tokens and boards, as YAML beside the game's code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from simkit.engine.knobs import Assumption

SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_content(package_file: str, name: str) -> Any:
    """Return the content of ``content/<name>.yaml`` beside a game's module (pass its ``__file__``)."""
    path = Path(package_file).parent / "content" / f"{name}.yaml"
    return yaml.load(path.read_text(encoding="utf-8"), SafeLoader)


def load_assumptions(package_file: str) -> tuple[Assumption, ...]:
    """Return the assumptions listed in ``content/assumptions.yaml``."""
    listed = load_content(package_file, "assumptions")
    return tuple(Assumption(id=id_, **entry) for id_, entry in listed.items())
