"""The dearest tests are listed with their reasons."""

from __future__ import annotations

from pathlib import Path

import dearest
import yaml

TIMES = """<testsuites><testsuite>
<testcase classname="tests.run.test_a" name="test_kill[1]" time="3.0" />
<testcase classname="tests.run.test_a" name="test_kill[2]" time="2.0" />
<testcase classname="tests.test_b" name="test_read" time="4.0" />
<testcase classname="tests.test_b" name="test_small" time="0.1" />
</testsuite></testsuites>"""


def test_the_dearest_stand_first_with_all_their_parameters(tmp_path: Path) -> None:
    file = tmp_path / "times.xml"
    file.write_text(TIMES)
    rows = dearest.dearest(dearest.times_in(file), {"tests/run/test_a.py": "processes"}, 2)
    assert rows == [
        ("tests/run/test_a.py::test_kill", 5.0, "processes"),
        ("tests/test_b.py::test_read", 4.0, dearest.NO_REASON),
    ]


def test_each_reason_is_about_a_test_that_there_is() -> None:
    for name in yaml.safe_load(dearest.REASONS.read_text(encoding="utf-8")):
        file, _, test = name.partition("::")
        assert f"def {test}" in (dearest.ROOT / file).read_text(encoding="utf-8"), name
