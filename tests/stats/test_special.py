"""The functions of `scipy.special` that estimates use are SciPy's own, loaded without its package."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import sys
from simkit.stats import special
assert not {"scipy.special", "numpy.f2py", "numpy.testing"} & set(sys.modules), "the package was loaded"
import scipy.special, scipy.stats
for name in ("ndtri", "stdtrit", "bdtr", "bdtrik"):
    assert getattr(scipy.special, name) is getattr(special, name), name
assert scipy.special.gammaincinv(0.5, 0.95) * 2 == scipy.stats.chi2.ppf(0.95, 1)
print("as it should be")
"""


def test_scipys_functions_are_loaded_without_its_package_and_are_the_same() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True)
    assert done.stdout == "as it should be\n", done.stderr
