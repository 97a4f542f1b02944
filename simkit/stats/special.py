"""The functions of `scipy.special` that estimates need, without the rest of it.

All of `scipy.special` takes 0.14 s of processor time to import, in every process that estimates something: it
wraps each function for arrays of other libraries, and loads NumPy's tests and f2py on the way.  The functions
themselves lie in a module of their own, for which its package need not run.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import scipy

_PACKAGE = "scipy.special"


def _functions() -> ModuleType:
    """Return the module with the functions, as `scipy.special` has it when it is loaded later."""
    if _PACKAGE not in sys.modules:
        package = ModuleType(_PACKAGE)
        package.__path__ = [str(Path(scipy.__file__).parent / "special")]
        sys.modules[_PACKAGE] = package
        try:
            return importlib.import_module(f"{_PACKAGE}._ufuncs")
        except ImportError:  # another version may be made of other parts
            pass
        finally:
            del sys.modules[_PACKAGE]
    return importlib.import_module(_PACKAGE)


_found = _functions()
ndtri, stdtrit, bdtr, bdtrik = _found.ndtri, _found.stdtrit, _found.bdtr, _found.bdtrik
