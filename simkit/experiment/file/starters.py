"""Writes files to start from: a strategy, an experiment, a board, a report or a game; all run as they are."""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from string import Template
from textwrap import fill
from typing import TYPE_CHECKING

import yaml
from pydantic import ValidationError

from simkit.content.json_text import json_value
from simkit.engine.contract.describe import describe_knobs
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.player import named
from simkit.errors import BadInput, unknown
from simkit.experiment.file.model import ExperimentFile
from simkit.experiment.file.schema import experiment_schema
from simkit.experiment.file.shipped import example_games
from simkit.plugins import LADDER, find_game, find_strategy, game_names, strategies_of, working_games

if TYPE_CHECKING:
    import numpy as np

    from simkit.engine.contract.game import Game

TEMPLATES = Path(__file__).parent / "templates"
"""The folder with what is written, with names in it that begin with a dollar sign."""

WIDTH = 100

CALLED_OTHERWISE = (
    ("pig", "$name"),
    ("PIG", "$constant"),
    ("PigKnobs", "${prefix}Knobs"),
    (
        'title: "Pig: at which total is it best to hold?"',
        'title: "$title: at which total is it best to hold?"',
    ),
    ("# Pig, the example to copy", "# $title, begun as a copy of Pig"),
    ("| `simkit_$name/ladder.yaml` | how often each of them wins, for `simkit strategies $name` |\n", ""),
    (" `ladder.yaml` beside them says how often each wins.", ""),
    ("The smallest whole game for simkit: a package", "A game for simkit, in a package"),
    ("`simkit new game NAME` writes this folder once more, with everything called by the new name. It", "It"),
    ("Pig for simkit: the example to copy when you write a game", "$title for simkit"),
    ("$$schema=../../experiments/schema.json", "$$schema=schema.json"),
    ("\ngame: $name\n", "\ngame: $quoted\n"),
    (
        "| `tests/test_exact.py` | what only holds of Pig: the exact answer by a Markov chain, and a million "
        "games that must agree with it |\n",
        "",
    ),
    (" Pig's exact answer is known: `tests/test_exact.py`.", ""),
    (
        "   [How to keep the tests of a copied game](../../docs/howto/tests-of-a-copied-game.md) says which "
        "to keep.\n",
        "",
    ),
)
"""Names that are replaced in a copy of Pig; its author then changes the descriptions."""

CALLED_OTHERWISE_IN_OTHERS = (
    ("simkit-$old_package", "simkit-$package"),
    ("$old_name", "$name"),
    ("$old_constant", "$constant"),
    ("${old_prefix}Knobs", "${prefix}Knobs"),
    ("${old_prefix}Content", "${prefix}Content"),
    ("$old_title", "$title"),
    ("[`examples/pig`](../pig/README.md)", "`examples/pig`"),
    ("$$schema=../../experiments/schema.json", "$$schema=schema.json"),
)
"""Names that are replaced in a copy of another example."""

DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
)
"""Names that no file can have on Windows, with any suffix."""

POINTS_OF_FIRST = (
    'simkit.play(GAME.name, [first, {others}], games=500).seats.filter(player=0)["score"].mean()'
)
"""The mean of the points that the first player makes, in the tests of a game that is written."""

LIKE: dict[str, dict[str, str]] = {
    "dice": {},
    "cards": {
        "better": "thrifty",
        "never": "0 <= table.score.sum() <= 3 * sum(range(match.rules.highest + 1))",
        "points": POINTS_OF_FIRST.format(others="WEAKER"),
    },
    "board": {
        "better": "runner",
        "never": "(table.pieces >= 0).all() and (table.pieces.sum(axis=1) == match.rules.pieces).all()",
        "points": POINTS_OF_FIRST.format(others="WEAKER"),
    },
    "solo": {
        "better": "in_proportion",
        "never": "0 <= table.thrown <= match.rules.throws",
        "points": 'simkit.play(GAME.name, first, games=500).games["score"].mean()',
    },
    "auction": {
        "better": "fair_price",
        "never": "(table.coins >= 0).all()",
        "points": POINTS_OF_FIRST.format(others="WEAKER, WEAKER"),
    },
}
"""The kinds of games to begin with.  `dice` is a copy of Pig; each of the others is made of templates and has
words of its own for them: the better player, what must hold after every move, how points are measured.
"""

PLACES = {
    "pyproject.toml.in": "pyproject.toml",
    "README.md.in": "README.md",
    "experiment.yaml.in": "$name.yaml",
    "init.py.in": "simkit_$name/__init__.py",
    "game.py.in": "simkit_$name/game.py",
    "strategies.py.in": "simkit_$name/strategies.py",
    "tests.py.in": "tests/test_$name.py",
    "playthrough.txt": "tests/playthrough.txt",
}
"""The templates of a game, and where what is written from each stands in its folder."""

PIG = "pig"
"""The example whose copy `dice` is."""

COPIED = (PIG, "night_market")
"""The examples that can be copied; in Yacht the game's name is also that of a box on its sheet."""

EXACT = "test_exact.py"
"""Tests that are only about the rules of Pig and are not copied."""


def new_strategy(name: str, game: str, folder: Path) -> Path:
    """Write a strategy that makes the first legal move; return its file.

    Raises BadInput if there is no such game, the name is none for a function or that of a module, or the file
    exists.
    """
    played = find_game(game)
    _require_identifier(name)
    _require_absent(folder / f"{name}.py")
    template = _template("strategy.py.in")
    _require_no_module(name, template.template)
    text = template.substitute(name=name, game=game, title=played.title, fields=_fields(played))
    return _write(folder / f"{name}.py", text)


def _template(name: str) -> Template:
    return Template((TEMPLATES / name).read_text(encoding="utf-8"))


def _fields(game: Game) -> str:
    """Return comments that list the fields which the game passes to strategies."""
    given: list[tuple[str, np.dtype[np.void]]] = [
        ("table", game.table), ("seat", game.seat_record), ("rules", game.rules), ("a move", game.move),
    ]  # fmt: skip
    lines = [f"{what}: {', '.join(dtype.names or ())}" for what, dtype in given]
    moves = sorted(game.moves, key=lambda kind: kind.number)
    own = (f" ({', '.join(field.name for field in kind.fields)})" if kind.fields else "" for kind in moves)
    kinds = (f"{kind.number} {kind.name}{fields}" for kind, fields in zip(moves, own, strict=True))
    lines.append(f"the kinds of moves, each with the fields that it has: {', '.join(kinds)}")
    return "\n".join(
        fill(line, WIDTH, initial_indent="    #   ", subsequent_indent="    #     ") for line in lines
    )


def new_experiment(name: str, game: str, strategies: Sequence[str], folder: Path) -> Path:
    """Write an experiment of a game with these strategies and all of the game's; return its file.

    The schema by which editors complete it is written beside it, or brought up to date.

    Raises BadInput if there is no such game or strategy, the name is none for a run, or the file exists
    already.
    """
    played, name = find_game(game), name.removesuffix(".yaml")
    for strategy in strategies:
        find_strategy(game, named(strategy), folder)
    try:
        ExperimentFile(name=name, game=game, games=1)
    except ValidationError:
        allowed = "letters (a to z), digits, _ . -, a letter or digit first, 80 at most"
        raise BadInput(f"an experiment can't be called '{name}'; allowed: {allowed}") from None
    players = [*strategies_of(game), *strategies]
    if not players:
        raise BadInput(f"no strategy plays {game} yet; to begin with: simkit new strategy NAME --game {game}")
    everybody, varied = "", "strategy"
    if played.seats_under(played.knobs()) > 1:
        usual = "reference" if "reference" in players else players[0]
        everybody = f"strategy: {usual}   # all players except player 0, which is varied\n\n"
        varied = "strategies.0"
    text = _template("experiment.yaml.in").substitute(
        name=name,
        called=_quoted(name),
        question=json.dumps(f"{played.title}: my question", ensure_ascii=False),
        game=game,
        knobs=_knobs(played),
        everybody=everybody,
        varied=varied,
        strategies=", ".join(map(_quoted, dict.fromkeys([*strategies, *players]))),
    )
    file = _write(folder / f"{name}.yaml", text)
    _write_schema(folder / "schema.json")
    return file


def new_board(name: str, game: str, folder: Path) -> Path:
    """Write a drawing of a game's printed board; return its file.

    Raises BadInput if the game has no board that a text file draws, the name is none for a file, or the file
    exists.
    """
    content, name = find_game(game).content, name.removesuffix(".txt")
    if content is None or not all(content.drawing):
        boxes = {other: find_game(other).content for other in working_games()}
        others = [other for other, box in boxes.items() if box is not None and all(box.drawing)]
        raise BadInput(f"{game} has no board that a text file draws; games that do: {', '.join(others)}")
    if not re.fullmatch(r"\w[\w.-]{0,79}", name):
        raise BadInput(f"a board can't be called '{name}'; allowed: letters, digits, _ . -")
    _require_absent(folder / f"{name}.txt")
    return _write(folder / f"{name}.txt", content.as_drawing())


def new_report(name: str, folder: Path) -> Path:
    """Write a report script for runs of any game; return its file.

    Raises BadInput if the name is none for a file or that of a module, or the file exists already.
    """
    name = name.removesuffix(".py")
    _require_identifier(name)
    _require_absent(folder / f"{name}.py")
    _require_no_module(name)
    return _write(folder / f"{name}.py", _template("report.py.in").template)


def _write_schema(file: Path) -> None:
    """Write the schema, or update an older one, but never replace a file that simkit did not write."""
    schema = experiment_schema()
    if file.is_symlink() and not file.exists():
        return  # it would be written wherever the link leads
    if file.exists():
        try:
            found = json_value(file.read_text(encoding="utf-8"))
        except ValueError:
            return
        if not isinstance(found, dict) or found.get("title") != schema["title"]:
            return
    file.write_text(json.dumps(schema, indent=2) + "\n", encoding="utf-8")


def _quoted(word: str) -> str:
    """Return a word as YAML, in quotes if YAML would read it as something else."""
    plain = re.fullmatch(r"[A-Za-z.][\w./:-]*", word) and yaml.safe_load(f"[{word}]") == [word]
    return word if plain else json.dumps(word)


def _knobs(game: Game) -> str:
    """Return the game's own knobs that are numbers or words, each as a comment with its default."""
    lines = []
    for knob in describe_knobs(game.knobs):
        default = game.knobs.model_fields[knob.name].default
        if knob.name not in Knobs.model_fields and isinstance(default, (bool, int, float, str)):
            value = yaml.safe_dump(default).partition("\n")[0]
            lines.append(f"#   {knob.name}: {value}  # {knob.description} ({knob.allowed})")
    return "\n".join(lines)


def new_game(name: str, folder: Path, like: str = "dice") -> Path:
    """Write a whole small game under the author's name, to be changed; return the folder written.

    `like`: which game it is at first, a key of `LIKE`, or the name of an example.

    Raises BadInput if there is no game of that kind, if a game or a module has the name already, or if it is
    no name for a package or a file that exists.
    """
    examples = {game: folder for game, folder in example_games().items() if game in COPIED}
    if like not in (*LIKE, *examples):
        raise BadInput(unknown("kind of game", like, [*LIKE, *examples]))
    like = "dice" if like == PIG else like
    if not re.fullmatch(r"[a-z]([a-z0-9_]*[a-z0-9])?", name) or keyword.iskeyword(name):
        raise BadInput(f"a game can't be called '{name}'; allowed: small letters, digits and _ between them")
    if name in game_names():
        raise BadInput(f"there is a game called '{name}' already; `simkit games` lists them")
    _require_absent(folder / name)
    _require_no_module(name)
    words = {**_called(name), **LIKE.get(like, {}), "quoted": _quoted(name)}
    renamed: Callable[[str, dict[str, str]], str]
    if like in examples:
        old = _called(like) | {"title": like.replace("_", " ").title()}
        words |= {f"old_{key}": word for key, word in old.items()}
        texts, renamed = _copied(examples[like]), _renamed_at_once
    elif like == "dice":
        texts, renamed = _copied(examples[PIG]), _renamed
    else:
        texts, renamed = _templates_of(like), _filled
    if any(re.search(rf"\b{name.upper()}\b", text) for text in texts.values()):
        original = "Pig, of which it is a copy," if like == "dice" else f"the file of '{like}'"
        raise BadInput(f"a game can't be called '{name}': {original} has a {name.upper()}")
    for file, text in texts.items():
        copy = folder / name / renamed(file, words)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(renamed(text, words), encoding="utf-8")
    return folder / name


def _called(name: str) -> dict[str, str]:
    """Return what a game of some name is called in its files."""
    title = name.replace("_", " ").capitalize()
    return {
        "name": name, "constant": name.upper(), "prefix": title.title().replace(" ", ""),
        "title": title, "package": name.replace("_", "-"),
    }  # fmt: skip


def _copied(example: Path) -> dict[str, str]:
    """Return the files of an example that are copied, by their place in its folder."""
    kinds = (".py", ".toml", ".md", ".txt", ".yaml")
    files = [f for f in sorted(example.rglob("*")) if f.suffix in kinds and f.name not in (LADDER, EXACT)]
    return {str(file.relative_to(example)): file.read_text(encoding="utf-8") for file in files}


def _templates_of(like: str) -> dict[str, str]:
    """Return the templates of a kind of game, by the place that they get in its folder."""
    games, texts = TEMPLATES / "games", dict[str, str]()
    for template, place in PLACES.items():
        own = games / like / template
        file = own if own.is_file() else games / "any" / template
        texts[place] = file.read_text(encoding="utf-8")
    about = (games / like / "about.md.in").read_text(encoding="utf-8")
    texts["README.md"] = texts["README.md"].replace("$about\n", about)
    return texts


def _filled(text: str, words: dict[str, str]) -> str:
    return Template(text).substitute(words)


def _renamed(text: str, words: dict[str, str]) -> str:
    for old, new in CALLED_OTHERWISE:
        text = text.replace(Template(old).substitute(words), Template(new).substitute(words))
    return text


def _renamed_at_once(text: str, words: dict[str, str]) -> str:
    """Return a text of another example with new names, which may have the old ones in them."""
    new: dict[str, str] = {}
    for old, other in CALLED_OTHERWISE_IN_OTHERS:
        new.setdefault(Template(old).substitute(words), Template(other).substitute(words))
    return re.sub("|".join(map(re.escape, new)), lambda found: new[found[0]], text)


def _require_identifier(name: str) -> None:
    if keyword.iskeyword(name):
        raise BadInput(f"'{name}' is a word of Python's own; choose another name")
    if not name.isidentifier() or not name.isascii() or name.startswith("_"):
        raise BadInput(f"'{name}' is not a name in Python; allowed: letters, digits and _, a letter first")


def _require_no_module(name: str, text: str = "") -> None:
    """Refuse the name of a module that can be imported, or of something that the text imports."""
    if find_spec(name) or re.search(rf"import .*\b{name}\b", text):
        raise BadInput(
            f"'{name}' is the name of something that is imported: of a module, or by the file itself"
        )


def _require_absent(path: Path) -> None:
    if path.name.lower().partition(".")[0] in DEVICES:
        raise BadInput(f"Windows has a device called '{path.stem}', so no file can be; choose another name")
    if path.exists() or path.is_symlink():
        raise BadInput(f"{path} exists already; nothing was written")


def _write(file: Path, text: str) -> Path:
    _require_absent(file)
    file.write_text(text, encoding="utf-8")
    return file
