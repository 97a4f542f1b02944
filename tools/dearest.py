"""Lists the dearest tests of the last `make test`, each with the reason why it is worth its time.

    python tools/dearest.py           the dearest twenty; exit code 1 if one has no reason
    python tools/dearest.py 50

`make test` writes how long each test took.  The reasons stand in `tests/dear.yaml`, by test or by file.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import yaml

ROOT = Path(__file__).resolve().parents[1]
TIMES = ROOT / ".pytest_cache" / "times.xml"
REASONS = ROOT / "tests" / "dear.yaml"
NO_REASON = "no reason in tests/dear.yaml"


def times_in(file: Path) -> dict[str, float]:
    """Return the seconds that each test took, of all parameters together, with what was prepared for it."""
    found: dict[str, float] = {}
    for case in ElementTree.parse(file).iter("testcase"):
        name = f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name', '').partition('[')[0]}"
        found[name] = found.get(name, 0.0) + float(case.get("time", 0))
    return found


def dearest(
    times: Mapping[str, float], reasons: Mapping[str, str], count: int
) -> list[tuple[str, float, str]]:
    """Return the dearest tests, the dearest first: name, seconds, reason."""
    first = sorted(times.items(), key=lambda entry: -entry[1])[:count]
    return [
        (name, seconds, reasons.get(name) or reasons.get(name.partition("::")[0]) or NO_REASON)
        for name, seconds in first
    ]


def main() -> None:
    """Print the dearest tests."""
    if not TIMES.is_file():
        sys.exit("no times yet: make test writes them")
    times = times_in(TIMES)
    reasons = yaml.safe_load(REASONS.read_text(encoding="utf-8"))
    rows = dearest(times, reasons, int(sys.argv[1]) if len(sys.argv) > 1 else 20)
    for name, seconds, reason in rows:
        print(f"{seconds:6.1f} s  {name}: {reason}")
    share = sum(seconds for _, seconds, _ in rows) / max(sum(times.values()), 1e-9)
    print(f"{share:.0%} of the {sum(times.values()):,.0f} s of all {len(times):,} tests")
    sys.exit(any(reason == NO_REASON for _, _, reason in rows))


if __name__ == "__main__":
    main()
