"""The optional parts of simkit: what belongs to each, and how it comes off.

    python tools/parts.py                        list for each part what to delete
    python tools/parts.py --write                renew the tables of both in docs/CONTRIBUTING.md
    python tools/parts.py FOLDER page castaways  write a copy of the repository without some parts
    python tools/parts.py FOLDER all             ... without all of them

What a part is stands in `pyproject.toml`, `[tool.simkit.parts]`.  With its paths and the lines that name it
goes each test, each helper of tests, each cell of a notebook and each entry of a list whose text names it;
pages lose their links to what is gone.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PROJECT = "pyproject.toml"

NAME_PARTS = (PROJECT, "simkit/__init__.py")
"""The files of the core with lines that name a part."""

GUIDE = ROOT / "docs" / "CONTRIBUTING.md"
BEGIN, END = "<!-- written by `tools/parts.py --write` -->", "<!-- until here -->"
"""What the tables in it stand between."""

LINK = re.compile(r"!?\[([^\]]*)\]\(([^)\s#]+)[^)]*\)")
"""A link of a page: its words and the file that it leads to."""

BLOCK = re.compile(r"(?:^<!-- [^\n]*\n\s*)?^```.*?^```\n|^    [^\n]*\n", re.MULTILINE | re.DOTALL)
"""A block of code, with the comment that says how it is tried; or an indented line of one."""

PATH = re.compile(r"`((?:simkit|strategies|reports|tests|docs|tools)/[\w./]*)`")
"""A file or a folder that a page names."""

LISTS = ("tests/dear.yaml", "tools/same_bytes.yaml")
"""Files with an entry for each of many tests or games."""

ABOUT_A_TEST = re.compile(r"(tests/[\w/]+\.py)(?:::(\w+))?:")
"""How an entry about a test, or about a file of tests, begins."""

EXAMPLES = ("hex", "night_market", "pig", "yacht")


@dataclass(frozen=True)
class OptionalPart:
    """An optional part."""

    name: str
    holds: str
    patterns: tuple[str, ...]
    """Its files and folders, as patterns below the root."""

    named: str
    """What a line that names it matches."""

    def files(self, root: Path = ROOT) -> Iterator[Path]:
        """Yield the files and folders that belong to it."""
        for pattern in self.patterns:
            yield from sorted(root.glob(pattern))


def parts(root: Path = ROOT) -> dict[str, OptionalPart]:
    """Return the optional parts that a repository has, by name."""
    project = tomllib.loads((root / PROJECT).read_text(encoding="utf-8"))
    declared = project["tool"].get("simkit", {}).get("parts", {})
    return {
        name: OptionalPart(name, entry["holds"], tuple(entry["paths"]), entry["named"])
        for name, entry in declared.items()
    }


def copy_repository(folder: Path) -> None:
    """Copy the files of the repository that git knows, or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True,
    ).stdout.decode()  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file() or (ROOT / name).is_symlink():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)


def take_off(root: Path, names: Iterable[str]) -> None:
    """Take parts off a copy of the repository."""
    known = parts(root)
    gone = [known[name] for name in names]
    named = re.compile("|".join(f"(?:{part.named})" for part in gone))
    for path in [path for part in gone for path in part.files(root)]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)  # two parts may have it
    for file in NAME_PARTS:
        text = (root / file).read_text(encoding="utf-8")
        for part in gone:
            text = re.sub(rf"\[tool\.simkit\.parts\.{part.name}\]\n(.+\n)+\n?", "", text)
        kept = [line for line in text.splitlines(keepends=True) if not named.search(line)]
        (root / file).write_text("".join(kept), encoding="utf-8")
    take_off_tests(root, named)


class _Statement:
    """A statement at the top of a module of tests: the names that it binds and uses."""

    def __init__(self, node: ast.stmt, lines: Sequence[str]) -> None:
        self.node = node
        self.first = min([node.lineno, *(mark.lineno for mark in getattr(node, "decorator_list", []))]) - 1
        self.text = "".join(lines[self.first : node.end_lineno])
        parts = list(ast.walk(node))
        names = [part for part in parts if isinstance(part, ast.Name)]
        self.binds = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        self.uses = {name.id for name in names} | {part.arg for part in parts if isinstance(part, ast.arg)}
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            self.binds = {node.name}
        else:
            aliases = [part for part in parts if isinstance(part, ast.alias)]
            self.binds |= {(aliase.asname or aliase.name).partition(".")[0] for aliase in aliases}


class _Tests:
    """A module of tests, from which all goes that names what is not there any more."""

    def __init__(self, path: Path, root: Path) -> None:
        self.path = path
        self.name = ".".join(path.relative_to(root).with_suffix("").parts)
        self.lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        self.statements = [_Statement(stmt, self.lines) for stmt in ast.parse("".join(self.lines)).body]
        self.gone: set[str] = set()

    def lose(self, named: re.Pattern[str], others: Mapping[str, _Tests], fixtures: set[str]) -> bool:
        """Find what goes, given what other modules have lost; return True if that is more than before."""
        before = len(self.gone)
        for statement in self.statements:
            if isinstance(statement.node, (ast.Import, ast.ImportFrom)):
                lost = [
                    alias for alias in statement.node.names if _is_lost(statement.node, alias, named, others)
                ]
                self.gone |= {(alias.asname or alias.name).partition(".")[0] for alias in lost}
            elif statement.uses & (self.gone | fixtures) or named.search(statement.text):
                self.gone |= statement.binds or {statement.text}
        return len(self.gone) > before

    def write(self) -> None:
        """Write what is left."""
        for statement in reversed(self.statements):
            left = ""
            if isinstance(statement.node, (ast.Import, ast.ImportFrom)):
                names = [
                    a for a in statement.node.names if (a.asname or a.name).partition(".")[0] not in self.gone
                ]
                if names == statement.node.names:
                    continue
                statement.node.names = names
                left = f"{ast.unparse(statement.node)}\n" if names else ""
            elif not self.gone & (statement.binds or {statement.text}):
                continue
            self.lines[statement.first : statement.node.end_lineno] = [left]
        self.path.write_text("".join(self.lines), encoding="utf-8")


def _is_lost(
    node: ast.Import | ast.ImportFrom, alias: ast.alias, named: re.Pattern[str], others: Mapping[str, _Tests]
) -> bool:
    home = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
    module = home.removesuffix(".") or alias.name
    if not module.startswith("tests."):
        return bool(named.search(f"{home}{alias.name}"))
    if f"{home}{alias.name}" in others:
        return False
    return module not in others or alias.name in others[module].gone


def take_off_tests(root: Path, named: re.Pattern[str]) -> None:
    """Take each test and each helper off that names a part, or uses what does."""
    modules = {tests.name: tests for tests in (_Tests(path, root) for path in (root / "tests").rglob("*.py"))}
    shared = [tests for tests in modules.values() if tests.path.name == "conftest.py"]
    fixtures: set[str] = set()
    while sum(tests.lose(named, modules, fixtures) for tests in modules.values()):
        fixtures = set().union(*(tests.gone for tests in shared))
    for module in modules.values():
        module.write()
    for tidy in (["check", "--fix", "--quiet"], ["format", "--quiet"]):
        subprocess.run([sys.executable, "-m", "ruff", *tidy, "tests"], cwd=root, check=True)


def take_off_entries(root: Path, named: re.Pattern[str]) -> None:
    """Take entries that name a part, or a test that is gone, off the lists."""
    for file in LISTS:
        entries = re.split(r"^(?=\S)", (root / file).read_text(encoding="utf-8"), flags=re.MULTILINE)
        kept = [entry for entry in entries if not named.search(entry) and _has_its_test(root, entry)]
        (root / file).write_text("".join(kept), encoding="utf-8")


def _has_its_test(root: Path, entry: str) -> bool:
    if not (about := ABOUT_A_TEST.match(entry)):
        return True
    file = root / about[1]
    return file.is_file() and f"def {about[2] or 'test_'}" in file.read_text(encoding="utf-8")


def take_off_cells(root: Path, named: re.Pattern[str]) -> None:
    """Take cells of code that name a part off the notebooks, each with the text above it."""
    for file in root.rglob("*.ipynb"):
        notebook = json.loads(file.read_text(encoding="utf-8"))
        kept: list[dict[str, Any]] = []
        for cell in notebook["cells"]:
            if not named.search("".join(cell["source"])):
                kept.append(cell)
            elif kept and kept[-1]["cell_type"] == "markdown":
                kept.pop()
        file.write_text(
            json.dumps(notebook | {"cells": kept}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )


def take_off_examples(root: Path, named: re.Pattern[str]) -> None:
    """Take blocks of code that name a part off the pages, each with the comment above it."""
    for page in root.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        kept = BLOCK.sub(lambda block: "" if named.search(block[0]) else block[0], text)
        page.write_text(kept, encoding="utf-8")


def take_off_links(root: Path) -> None:
    """Take off rows of tables and of the index that link to what is gone; other links become their words."""
    for page in root.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        while link := next((link for link in LINK.finditer(text) if _is_dead(link, page)), None):
            first, last = text.rfind("\n", 0, link.start()) + 1, text.find("\n", link.end()) + 1
            is_row = text.startswith(("|", "* [", "- ["), first)
            text = (
                text[:first] + text[last:] if is_row else text[: link.start()] + link[1] + text[link.end() :]
            )
        page.write_text(text, encoding="utf-8")


def _is_dead(link: re.Match[str], page: Path) -> bool:
    return "://" not in link[2] and not (page.parent / link[2]).exists()


def renew_guide(root: Path) -> None:
    """Take what names a file that is gone out of docs/CONTRIBUTING.md, and renew its tables."""
    guide = root / GUIDE.relative_to(ROOT)
    pieces = re.split(r"(?<=\n)(?=\n|\* |\|)", guide.read_text(encoding="utf-8"))
    kept = [
        piece
        for piece in pieces
        if all((root / path).exists() for path in PATH.findall(piece) if path.islower())
    ]
    guide.write_text("".join(kept), encoding="utf-8")
    subprocess.run([sys.executable, "tools/parts.py", "--write"], cwd=root, check=True)


def install(root: Path) -> None:
    """Write what Python must know of a copy, so that it is found as if it were installed."""
    project = tomllib.loads((root / PROJECT).read_text(encoding="utf-8"))["project"]
    info = root / f"simkit-{version('simkit')}.dist-info"
    info.mkdir()
    said = ["Metadata-Version: 2.1", "Name: simkit", f"Version: {version('simkit')}"]
    said += [f"Requires-Dist: {needed}" for needed in project["dependencies"]]
    (info / "METADATA").write_text("\n".join([*said, f"Requires-Python: {project['requires-python']}", ""]))
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines))


def environment(root: Path) -> dict[str, str]:
    """Return the variables by which a copy is found before what is installed."""
    return {"PYTHONPATH": ":".join(map(str, [root, *(root / "examples" / name for name in EXAMPLES)]))}


def write_copy(folder: Path, without: Sequence[str]) -> None:
    """Write a copy of the repository without some parts, which runs with the variables of `environment`."""
    copy_repository(folder)
    gone = re.compile(
        "|".join(f"(?:{part.named})" for name, part in parts(folder).items() if name in without)
    )
    take_off(folder, without)
    take_off_entries(folder, gone)
    take_off_cells(folder, gone)
    take_off_examples(folder, gone)
    take_off_links(folder)
    renew_guide(folder)
    install(folder)


def lines_in(paths: Iterable[Path]) -> int:
    """Return how many lines the Python files in some folders have, and those among them."""
    found = {file.resolve() for path in paths for file in ([path] if path.is_file() else path.rglob("*.py"))}
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in found if path.suffix == ".py")


def tables() -> str:
    """Return the plan of the packages and the optional parts, as they stand in docs/CONTRIBUTING.md."""
    known = parts()
    optional = {path.resolve() for part in known.values() for path in part.files()}
    core = lines_in([ROOT / "simkit" / "__init__.py"])
    packages = ["| package | lines | holds |", "|---|---|---|"]
    for name in _core_layers():
        file = ROOT / "simkit" / name
        lines = lines_in([file]) - lines_in(path for path in optional if path.is_relative_to(file.resolve()))
        core += lines
        source = (file if file.is_file() else file / "__init__.py").read_text(encoding="utf-8")
        first = " ".join((ast.get_docstring(ast.parse(source)) or "").partition("\n\n")[0].split())
        packages.append(f"| `simkit/{name}` | {lines:,} | {first.rstrip('.')} |")
    rows = ["| part | lines | of tests | what to delete |", "|---|---|---|---|"]
    for part in known.values():
        tests = [path for path in part.files() if path.is_relative_to(ROOT / "tests")]
        product = lines_in(path for path in part.files() if path not in tests)
        deleted = ", ".join(f"`{pattern}`" for pattern in part.patterns)
        rows.append(f"| {part.name}: {part.holds} | {product:,} | {lines_in(tests):,} | {deleted} |")
    return "\n".join([*packages, "", f"Without its optional parts simkit has {core:,} lines.", "", *rows])


def _core_layers() -> list[str]:
    """Return the packages and modules that are no optional parts, from the top."""
    project = tomllib.loads((ROOT / PROJECT).read_text(encoding="utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    names = [layer for layer in layers if not layer.startswith("(")]
    return [name if (ROOT / "simkit" / name).is_dir() else f"{name}.py" for name in names]


def written(text: str) -> str:
    """Return the text of docs/CONTRIBUTING.md with the tables of today."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n\n{tables()}\n\n{END}{rest.partition(END)[2]}"


def main() -> None:
    """Do what the words of the command line say."""
    words = sys.argv[1:]
    known = parts()
    if words == ["--write"]:
        GUIDE.write_text(written(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
    elif not words:
        for part in known.values():
            print(f"{part.name}: {part.holds}")
            for path in part.files():
                print(f"  {path.relative_to(ROOT)}{'/' if path.is_dir() else ''}")
            print(f"  lines of {' and '.join(NAME_PARTS)} that match {part.named}")
    else:
        folder, *names = words
        write_copy(Path(folder), [*known] if names == ["all"] else names)
        print(*(f"export {name}={value}" for name, value in environment(Path(folder).resolve()).items()))


if __name__ == "__main__":
    main()
