"""What pip brings only if it is asked for: the extras of simkit, and the libraries in each."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from simkit.errors import BadInput


@dataclass(frozen=True)
class Extra:
    """What is named in brackets when simkit is installed: ``pip install 'simkit[pdf]'``."""

    name: str
    holds: str
    """What simkit can do with it, in a word: "PDF"."""
    need: str
    """What needs which library: "a PDF needs typst"."""
    libraries: tuple[str, ...]
    """The modules that it brings."""
    where: str = ""
    """Where else it must be installed."""

    @property
    def is_installed(self) -> bool:
        """Whether its libraries are there; they are not loaded."""
        return all(find_spec(library) for library in self.libraries)

    @property
    def lack(self) -> str:
        """What to do if it is not installed: "a PDF needs typst: pip install 'simkit[pdf]'"."""
        return f"{self.need}: pip install 'simkit[{self.name}]'{self.where}"

    def load(self, library: str) -> Any:
        """Return a library, loaded now; raise BadInput with what to install."""
        try:
            return import_module(library)
        except ImportError:
            raise BadInput(self.lack) from None


EVERYWHERE = ", here and where the workers are"

PDF = Extra("pdf", "PDF", "a PDF needs typst", ("typst",))
WORKBOOKS = Extra(
    "excel", "workbooks", "a workbook needs openpyxl and XlsxWriter", ("openpyxl", "xlsxwriter")
)
CLUSTER = Extra("dask", "a cluster", "a cluster needs Dask", ("distributed",), EVERYWHERE)
STORE = Extra("store", "a store", "a store needs fsspec", ("fsspec",), EVERYWHERE)
NOTEBOOKS = Extra("notebooks", "notebooks", "a notebook needs ipykernel", ("ipykernel",))

EXTRAS = (PDF, WORKBOOKS, CLUSTER, STORE, NOTEBOOKS)
"""All of them, which ``simkit[all]`` brings."""
