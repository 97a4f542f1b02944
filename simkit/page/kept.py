"""The settings that are kept under names, in a file beside the runs, so that a later page has them, too."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from simkit.content.json_text import json_value
from simkit.errors import BadInput, writing
from simkit.page.setting import Form
from simkit.run.store.durable import written_in_one_step

FOLDER = ".kept_settings"
"""The folder of these files, in the folder of all runs."""

MOST_KEPT = 100

MOST_LETTERS = 60
"""The most letters of a name."""


class Kept(BaseModel):
    """A setting that is kept."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: Annotated[str, Field(min_length=1, max_length=MOST_LETTERS)]
    form: Form


_ALL = TypeAdapter(list[Kept])


@dataclass
class KeptSettings:
    """The kept settings of a game, or of an experiment's file, in the order in which they were kept."""

    file: Path
    _lock: Lock = field(default_factory=Lock)

    def all(self) -> list[Kept]:
        """Return them.

        Raises BadInput if the file was damaged.
        """
        if not self.file.is_file():
            return []
        try:
            return _ALL.validate_python(json_value(self.file.read_text(encoding="utf-8")))
        except (OSError, ValueError, ValidationError):
            raise BadInput(
                f"{self.file} is not as the page wrote it; delete it to keep settings again"
            ) from None

    def find(self, name: str) -> Form | None:
        """Return the setting of a name, or None."""
        return next((kept.form for kept in self.all() if kept.name == name), None)

    def keep(self, name: str, form: Form) -> None:
        """Keep a setting, in place of an earlier one of that name."""
        words = " ".join(name.split())
        if not words or len(words) > MOST_LETTERS or not words.isprintable():
            raise BadInput(f"name: found {len(words)} letters, allowed are 1 to {MOST_LETTERS}")
        with self._lock:
            others = [kept for kept in self.all() if kept.name != words]
            if len(others) >= MOST_KEPT:
                raise BadInput(f"name: {MOST_KEPT} settings are kept, which is the most; remove one")
            self._write([*others, Kept(name=words, form=form)])

    def drop(self, name: str) -> None:
        """Keep a setting no longer."""
        with self._lock:
            self._write([kept for kept in self.all() if kept.name != name])

    def _write(self, kept: list[Kept]) -> None:
        text = json.dumps([one.model_dump(mode="json") for one in kept], indent=1)
        with writing(self.file):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with written_in_one_step(self.file) as temporary:
                temporary.write_text(f"{text}\n", encoding="utf-8")
