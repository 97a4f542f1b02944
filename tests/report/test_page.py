"""The page of a report: what its points say, its security policy, its size, and names that mean harm."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from base64 import b64encode
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from simkit import Document, Run
from simkit.document.commands import Commands
from simkit.document.html import render_html
from simkit.document.points import points_of
from simkit.document.series import name_series
from simkit.report import Estimate, Figure, KeyFigure, Section, Shown, Table, Text, charts, figures
from simkit.run.store.directory import RunDirectory
from simkit.stats.whose import whose
from tests.conftest import RunOf, Simkit

PIG = """
name: pig
game: pig
games: 200
strategies: [hold_at, hold_at]
factors:
  strategies.0.n: [15, 20, 25]
  strategies.1.n: [20, 25]
"""

HOSTILE = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror='alert(1)'>",
    "]]></script><svg onload=alert(1)>",
    "javascript:alert(1)",
    "</title></style><!-- -->",
    "\N{RIGHT-TO-LEFT OVERRIDE}evil\N{POP DIRECTIONAL FORMATTING}",
)

SCRIPT = """
from simkit import report as r

def report(run):
    figure, axes = r.figures.new_figure(1, 1, 2)
    both = [r.Estimate(0.5, 0.4, 0.6, 200, "")] * 2
    r.charts.dots(axes[0, 0], ["n 15", "n 20"], both, r.figures.PALETTE[0])
    axes[0, 0].set_xlabel("games won, %")
    dots = r.Section("Dots", [r.Figure("dots", figure, "Dots.", "Two dots.", "Two dots")])
    return r.Report(run, [r.OwnPart(sections=[dots])], title="Mine")
"""


class Elements(HTMLParser):
    """All elements of a page, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def spots_of(text: str) -> list[dict[str, str]]:
    """Return the spots of a page: their attributes, and what they say as "words"."""
    found = re.findall(r"<circle ([^>]*)><title>(.*?)</title></circle>", text)
    return [
        dict(re.findall(r'([\w-]+)="([^"]*)"', attributes)) | {"words": unescape(words)}
        for attributes, words in found
    ]


def data_of(text: str) -> dict[str, Any]:
    """Return what a page's script reads."""
    (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, flags=re.DOTALL)
    return dict(json.loads(data))


def test_every_point_says_value_interval_and_n_and_has_commands(run_of: RunOf) -> None:
    html, _ = Run(run_of(PIG).path).report("general", pdf=True)
    text = html.read_text(encoding="utf-8")
    spots, data = spots_of(text), data_of(text)
    assert len(spots) >= 12
    assert len(spots) == text.count("<circle")
    for spot in spots:
        words = spot["words"].replace("\N{NO-BREAK SPACE}", " ")
        assert re.search(r"\(.*\d to .*\d.*\), n = 200$|nine in ten from .*, n = 200$", words), words
        assert data["replays"][int(spot["data-replay"])].startswith("simkit replay ")
        assert data["sets"][int(spot["data-set"])]
        assert int(spot["data-run"]) < len(data["runs"])
    assert data["factors"] == [["player 1's n", ["15", "20", "25"]], ["player 2's n", ["20", "25"]]]


RANGES = """
name: ranges
game: pig
games: 50
strategy: hold_at
factors:
  rules.target: 20..40 by 10
  strategy.n: [5, 10..15 by 5]
"""


def test_levels_of_ranges_are_typed_as_numbers(
    simkit: Simkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ranges.yaml").write_text(RANGES, encoding="utf-8")
    typed = ["run", "ranges.yaml", "--out", "first"]
    monkeypatch.setattr("sys.argv", ["simkit", *typed])
    assert simkit(*typed).exit_code == 0
    commands = data_of((tmp_path / "first" / "report.html").read_text(encoding="utf-8"))["runs"]
    command = "simkit run ranges.yaml --set rules.target=30 --set strategy.n=15"
    assert command in commands
    assert simkit(*shlex.split(command)[1:], "--out", "again", "--no-report").exit_code == 0


def test_a_points_commands_work_and_make_what_it_shows(
    simkit: Simkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pig.yaml").write_text(PIG, encoding="utf-8")
    typed = ["run", "pig.yaml", "--games", "100", "--out", "first", "--seed", "3"]
    monkeypatch.setattr("sys.argv", ["simkit", *typed])
    made = simkit(*typed)
    assert made.exit_code == 0, made.output
    text = (tmp_path / "first" / "report.html").read_text(encoding="utf-8")
    data = data_of(text)
    spot = next(s for s in spots_of(text) if data["sets"][int(s["data-set"])] == [3])
    command = data["runs"][int(spot["data-run"])]
    assert "first" not in command
    again = simkit(*shlex.split(command)[1:], "--out", "again", "--no-report")
    assert again.exit_code == 0, again.output
    before = RunDirectory(tmp_path / "first").games_in([3]).drop("scenario").collect()
    after = RunDirectory(tmp_path / "again").games.drop("scenario").collect()
    assert before.equals(after)
    replay = data["replays"][int(spot["data-replay"])]
    told = simkit(*shlex.split(replay)[1:])
    assert told.exit_code == 0, told.output
    assert "scenario 3" in told.output


ISLAND = "name: x\ngame: nautilus_island\ngames: 40\nrules: {players: 2}\nstrategy: reference\nreport: none\n"


@pytest.mark.parametrize(("played", "of"), [(PIG, "player 1"), (PIG, "seat 1"), (ISLAND, "place 1")])
def test_the_game_to_replay_is_one_that_counts(run_of: RunOf, played: str, of: str) -> None:
    run = run_of(played)
    last = max(run.line_ups)
    commands = Commands(run)
    figure, axes = figures.new_figure(1, 1, 2.0)
    rate = [Estimate(0.5, 0.4, 0.6, 200, "")]
    charts.dots(axes[0, 0], ["x"], rate, "#000000", Shown([], scenarios=[[last]], column="won", of=of))
    figures.svg_of(figure)
    (point,) = points_of(figure)
    game = int(commands.that_replays(point, [last]).rpartition(" ")[2])
    won = run.rows_of(whose(of), [last]).filter(pl.col("won")).collect()["game"]
    assert game == won.min()


def test_what_a_row_or_a_panel_is_called_tells_its_scenarios(run_of: RunOf) -> None:
    commands = Commands(run_of(PIG))
    figure, axes = figures.new_figure(1, 1, 2.0)
    rows = ["player 1 holding at 25, player 2 holding at 20", "player 1 holding at 15", "on average"]
    estimates = [Estimate(0.5, 0.4, 0.6, 200, "")] * 3
    charts.several_dots(axes[0, 0], rows, {"": estimates}, {"": "#000000"})
    figures.svg_of(figure)
    assert [commands.scenarios_of(point) for point in points_of(figure)] == [(4,), (0, 1), (0, 1, 2, 3, 4, 5)]


def test_points_stand_where_they_are_drawn() -> None:
    figure, axes = figures.new_figure(1, 2, 2.5)
    colours = figures.colours_of(["one", "two"])
    shares = [Estimate(share, share - 0.1, share + 0.1, 50, "") for share in (0.2, 0.5, 0.8)]
    for colour in colours.values():
        charts.line_with_band(axes[0, 0], np.array([1.0, 2.0, 3.0]), shares, colour)
        charts.dots(axes[0, 1], ["a", "b", "c"], shares, colour)
    axes[0, 0].set_title("Panel")
    name_series(figure, colours)
    svg = figures.svg_of(figure)
    points = points_of(figure)
    for group in dict.fromkeys(point.group for point in points):
        (drawn,) = re.findall(rf'<g id="{group}-0">(.*?)\n   </g>', svg, flags=re.DOTALL)
        marks = re.findall(r'<use [^>]*x="([\d.]+)" y="([\d.]+)"', drawn)
        own = [point for point in points if point.group == group]
        assert np.allclose([(point.x, point.y) for point in own], np.array(marks, dtype=float), atol=0.01)
    assert points[0].names == ("Panel", "1", "one")
    assert points[0].words.replace("\N{NO-BREAK SPACE}", " ") == (
        "Panel, 1, one: 20.0 % (10.0 to 30.0), n = 50"
    )


def test_the_security_policy_fits_the_page(run_of: RunOf) -> None:
    html, _ = Run(run_of(PIG).path).report("general", pdf=True)
    text = html.read_text(encoding="utf-8")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag, directive in (("style", "style-src"), ("script", "script-src")):
        (part,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, flags=re.DOTALL)
        made = b64encode(hashlib.sha256(part.encode()).digest()).decode()
        assert f"{directive} 'sha256-{made}'" in policy
    for _, attributes in Elements(text).found:
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]


def hostile_page(words: str) -> str:
    """Return a page on which some words stand wherever words can stand."""
    figure, axes = figures.new_figure(1, 1, 2.0)
    shares = [Estimate(0.5, 0.4, 0.6, 9, "")] * 2
    told = {words: Shown([], rows=[words, words])}
    charts.several_dots(axes[0, 0], None, {words: shares}, {words: "#000000"}, told)
    axes[0, 0].set_title(words)
    axes[0, 0].set_xlabel(words)
    picture = Figure(words, figure, words, words)
    table = Table(pl.DataFrame({words: [words, "b"]}), words)
    report = Document(
        words, words, {words: words}, [KeyFigure(words, words)], [words],
        [Section(words, [Text(words), picture, table])],
    )  # fmt: skip
    return render_html(report, {picture.name: figures.svg_of(figure)})


@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("words", HOSTILE)
def test_names_that_mean_harm_are_inert(words: str) -> None:
    plain, text = Elements(hostile_page("plain")).found, hostile_page(words)
    found = Elements(text).found
    assert [tag for tag, _ in found if tag in ("script", "img", "style", "title")] == [
        tag for tag, _ in plain if tag in ("script", "img", "style", "title")
    ]
    assert {name for _, attributes in found for name in attributes} == {
        name for _, attributes in plain for name in attributes
    }
    for tag, attributes in found:
        assert tag != "a" or str(attributes["href"]).startswith("#")
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", text)


@pytest.mark.long
def test_levels_that_mean_harm_are_inert_in_what_the_script_reads(run_of: RunOf) -> None:
    names = json.dumps("</script><script>alert(1)//")
    text = PIG.replace("[20, 25]", f'{{{names}: 20, "&<!--": 25}}')
    html, _ = Run(run_of(text).path).report("general", pdf=True)
    page = html.read_text(encoding="utf-8")
    assert page.count("<script") == page.count("</script>") == 2
    assert data_of(page)["factors"][1][1] == ["</script><script>alert(1)//", "&<!--"]


def test_a_script_of_ones_own_has_points_that_can_be_asked(run_of: RunOf, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SCRIPT, encoding="utf-8")
    html, _ = Run(run_of(PIG).path).report(str(tmp_path / "mine.py"), pdf=True)
    spots = [spot for spot in spots_of(html.read_text(encoding="utf-8")) if spot["words"].startswith("n ")]
    assert [spot["words"].replace("\N{NO-BREAK SPACE}", " ") for spot in spots] == [
        f"n {n}: games won 50.0 % (40.0 to 60.0), n = 200" for n in (15, 20)
    ]


def test_the_script_makes_no_markup_of_words() -> None:
    page = Path(render_html.__code__.co_filename).parent / "page"
    script = (page / "page.js").read_text(encoding="utf-8")
    forbidden = r"(inner|outer|insertAdjacent)HTML|document\.write|eval\(|new Function"
    assert not re.search(forbidden, script)
    assert len(script) < 12_000


def test_what_marks_and_squares_have_in_common_is_said_once() -> None:
    figure, axes = figures.new_figure(1, 2, 2.5)
    axes[0, 0].plot(np.arange(50.0), np.arange(50.0) % 7, "o", ls="", alpha=0.4)
    axes[0, 1].pcolormesh(np.ma.masked_less(np.arange(100.0).reshape(10, 10) // 50, 1), vmin=0, vmax=1)
    report = Document("t", "s", {}, [], [], [Section("s", [Figure("dots", figure, "caption", "words")])])
    html = render_html(report, {"dots": figures.svg_of(figure)})
    picture = html[html.index('<svg class="picture"') : html.index("</svg>")]
    (dots_,) = re.findall(r'<g [^>]*fill-opacity="0.4"[^>]*>\n((?:<use [^>]*/>\n)+)</g>', picture)
    assert dots_.count("<use ") == 50
    assert "fill" not in dots_ and "stroke" not in dots_
    squares = re.findall(r'<path d="([^"]*)" clip-path="[^"]*" fill="(#\w+|none)"/>', picture)
    assert [square.count("M") for square, _ in squares] == [50]  # the other half is not painted
