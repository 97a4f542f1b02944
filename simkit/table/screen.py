"""The screen of a person at the table: shows what happened, asks for a choice, and obeys commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_lowercase
from typing import TypeVar

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from simkit.content.characters import cleaned
from simkit.engine.contract.person import YOU
from simkit.engine.contract.story import Drawn
from simkit.errors import BadInput, nearest
from simkit.language import plural
from simkit.run.findings.ceiling import changed_rules
from simkit.run.work.interrupt import run_interruptibly
from simkit.search.position import is_compiled
from simkit.search.settings import rules_in_words
from simkit.table.advice import hint, losses, review, words_of
from simkit.table.game import Asked, TableGame
from simkit.table.look import is_short, look
from simkit.table.saved import SUFFIX, save
from simkit.table.sight import hides

T = TypeVar("T")

AT_ONCE = 30
"""The most options that are listed at once."""

IN_COLUMNS = 8
"""From this many options on, short ones stand in columns."""

SHORT = 24
"""The longest option, in characters, that stands in a column."""

SCREENS = 3
"""The most screens of what happened that are shown before a choice; more is in the log."""

COMMANDS = {
    "hint": "what the strongest player would do, and why",
    "undo": "take back your last choice",
    "look": "how the game stands",
    "log": "all that has happened, as far as you have seen it",
    "save": "write the game to a file, and play on; save FILE names it",
    "help": "this list",
    "quit": "save the game and stop",
}
"""What a person can type besides an option."""

AT_THE_END = {
    "review": "what each choice gave away, by look-ahead",
    "log": COMMANDS["log"],
    "undo": COMMANDS["undo"],
    "quit": "end (or press Enter)",
}
"""What a person can type when the game is over."""


class Left(Exception):
    """Raised when a person leaves an unfinished game; `is_interrupted` if by Ctrl-C."""

    def __init__(self, *, is_interrupted: bool = False) -> None:
        super().__init__()
        self.is_interrupted = is_interrupted


@dataclass
class Screen:
    """Plays a game with people at one terminal."""

    game: TableGame
    console: Console
    into: str = ""
    """Where the game is to be kept, for the file of an unfinished one."""

    ask: Callable[[str], str] = input
    """Reads a line; raises EOFError at the end of the input."""

    _seen: dict[int, int] = field(default_factory=dict)  # by seat, the steps that were told
    _last: int = -1  # the seat that was asked last
    _hinted: bool = False

    def play(self) -> None:
        """Play the game to its end.

        Raises Left if a person leaves it; it was saved then, if anybody had chosen anything.
        """
        self._begin()
        while True:
            with self.console.status("the others play ..."):
                asked = self.game.go_on()
            if asked is None:
                return
            self._turn(asked)

    def show_end(self) -> None:
        """Show what happened since the last choice, and how the game ended."""
        self._last, *_ = self.game.people_seats  # all look at the screen together
        self._show_news(self._last)
        match = self.game.match
        rows, seat_rows = self.game.outcome()
        self._print("")
        for line in match.game.story.end(match.game, self.game.state, match.rules, rows[0], seat_rows):
            self._print(line)

    def after_the_end(self) -> bool:
        """Ask what to do with the finished game; return False if it goes on after `undo`."""
        while True:
            said = self._read("Enter ends; review, log, undo> ").strip().lower()
            if said in ("", "quit", "q"):
                return True
            if said == "review":
                self.review()
            elif said == "log":
                self._show_log(self.game.people_seats[0])
            elif said == "undo":
                if self.game.undo():
                    self._forget_steps()
                    return False
                self._print("There is nothing to take back.")
            else:
                self._print_commands(AT_THE_END)

    def review(self) -> None:
        """Show what the choices of each person gave away."""
        for seat in self.game.people_seats:
            player = self.game.player_at(seat)
            name = self.game.table.players[player].name

            def found(player: int = player, name: str = name) -> list[str]:
                return review(self.game, name, list(losses(self.game, player)))

            for line in self._by_look_ahead(found, "valuing every choice"):
                self._print(line)

    def _begin(self) -> None:
        game = self.game
        seats = [f"seat {seat + 1} is {game.name_at(seat)}" for seat in range(len(game.table.players))]
        self.console.rule(f"{game.match.game.title}, game {game.number}")
        self._print(f"{', '.join(seats)[:1].upper()}{', '.join(seats)[1:]}.")
        knobs = game.match.knobs
        if changed := {name: getattr(knobs, name) for name in changed_rules(knobs)}:
            self._print(f"Rules: {rules_in_words(changed, type(knobs))}.")
        self._print(
            "Type the number of an option or the beginning of its words; help lists what else there is."
        )

    def _turn(self, asked: Asked) -> None:
        """Ask a person until they have chosen, or taken back."""
        self._hand_over(asked.seat)
        self._show_news(asked.seat)
        if is_short(self.game.match.game):
            self._show_state(asked.seat)
        words = _distinct(words_of(self.game, asked))
        self._hinted = False
        self._list(asked, words)
        while True:
            said = self._read(self._prompt(asked)).strip()
            option = self._option(said, words, asked)
            if option is not None:
                self.game.choose(option, hinted=self._hinted)
                return
            if self._obey(said, asked, words):
                return

    def _hand_over(self, seat: int) -> None:
        """Clear the screen between two people where hands are hidden, until the next one sits there."""
        several = len(self.game.people_seats) > 1
        if several and seat != self._last and hides(self.game.match.game):
            self.console.clear()
            self._read(f"{self._chooses(seat)}. Press Enter when nobody else sees the screen. ")
            self.console.clear()
        self._last = seat

    def _chooses(self, seat: int) -> str:
        """Return that it is a seat's turn: "You choose (seat 1)"."""
        name = self.game.name_at(seat)
        return f"{'You choose' if name == YOU else f'{name} chooses'} (seat {seat + 1})"

    def _show_news(self, seat: int) -> None:
        """Show what has happened since the seat was last asked; of much only the last part."""
        first, last = self._seen.get(seat, 0), len(self.game.happened)
        self._seen[seat] = last
        lines = self._telling(seat, first, last)
        most = SCREENS * self.console.height if self.console.is_terminal else len(lines)
        if len(lines) > most:
            self._print(f"({plural(len(lines) - most, 'earlier line')}; log shows all)")
        for line in lines[-most:]:
            self._print(line)

    def _telling(self, seat: int, first: int, last: int) -> list[str]:
        if last - first < 4:
            return self.game.told(seat, first, last)
        with self.console.status("..."):
            return self.game.told(seat, first, last)

    def _show_state(self, seat: int) -> None:
        state = self.game.state
        for line in look(self.game.match, state, self.game.sight(seat), seat):
            self._print(line)

    def _show_log(self, seat: int) -> None:
        lines = self._telling(seat, 0, len(self.game.happened))
        if not self.console.is_terminal or len(lines) < self.console.height:
            for line in lines:
                self._print(line)
            return
        with self.console.pager():
            for line in lines:
                self._print(line)

    def _prompt(self, asked: Asked) -> str:
        several = len(self.game.people_seats) > 1
        return f"{self.game.name_at(asked.seat)}> " if several else "> "

    def _list(self, asked: Asked, words: Sequence[str], only: Sequence[int] | None = None) -> None:
        """List the options, or some of them."""
        shown = list(range(len(words))) if only is None else list(only)
        if only is None:
            self._print(f"{self._chooses(asked.seat)}:", style="bold")
        wide = len(str(len(words)))
        labels = _labels(words)
        lines = [f"{labels[place]:>{wide + 2}} {words[place]}" for place in shown[:AT_ONCE]]
        longest = max(map(len, lines))
        if len(lines) >= IN_COLUMNS and longest <= SHORT + wide + 3:
            columns = max(1, self.console.width // (longest + 2))
            rows = -(-len(lines) // columns)
            for row in range(rows):
                own = lines[row::rows]
                self._print("  ".join(f"{line:<{longest}}" for line in own).rstrip())
        else:
            for line in lines:
                self._print(line, hang=wide + 3)
        left = len(shown) - AT_ONCE
        if left > 0:
            kinds = dict.fromkeys(words[place].split(" ")[0].rstrip(",:") for place in shown[AT_ONCE:])
            self._print(
                f"  and {left} more ({', '.join(list(kinds)[:8])}): type the beginning of what you look for, "
                "or more"
            )

    def _option(self, said: str, words: Sequence[str], asked: Asked) -> int | None:
        """Return the option that is meant; None if it is none, or several, which are listed."""
        low, labels = said.lower(), _labels(words)
        if low in labels:
            return labels.index(low)
        if said.isdecimal() and labels[0] == "1":
            self._print(f"There is no option {said}; allowed: 1 to {len(words)}.")
            return None
        exact = [place for place, option in enumerate(words) if option.lower() == low]
        if exact:
            return exact[0]
        if not said or low.split()[0] in (*COMMANDS, "more", "q", "?"):
            return None
        found = [place for place, option in enumerate(words) if option.lower().startswith(low)]
        found = found or [place for place, option in enumerate(words) if low in option.lower()]
        if len(found) == 1:
            return found[0]
        if found:
            self._print(f"Which of these {len(found)}?")
            self._list(asked, words, found)
            return None
        if low.split()[0] in AT_THE_END:
            self._print(f"'{low.split()[0]}' comes after the game: {AT_THE_END[low.split()[0]]}.")
            return None
        guess = nearest(low, [*words, *COMMANDS])
        hint_ = f" Did you mean '{guess}'?" if guess else ""
        allowed = f"{labels[0]} to {labels[-1]}"
        self._print(
            f"'{cleaned(said)}' is no option.{hint_} Allowed: {allowed}, the beginning of an option, help."
        )
        return None

    def _obey(self, said: str, asked: Asked, words: Sequence[str]) -> bool:
        """Obey a command; return whether the person is no longer asked for this choice."""
        command, _, rest = said.strip().partition(" ")
        command = command.lower()
        if not command:
            self._list(asked, words)
        elif command in ("help", "?"):
            self._print_commands(COMMANDS)
        elif command == "more":
            for first in range(AT_ONCE, len(words), AT_ONCE):
                self._list(asked, words, range(first, min(first + AT_ONCE, len(words))))
        elif command == "look":
            self._show_state(asked.seat)
        elif command == "log":
            self._show_log(asked.seat)
        elif command == "hint":
            self._hinted = True
            for line in self._by_look_ahead(lambda: hint(self.game, asked), "looking ahead"):
                self._print(line)
        elif command == "save":
            self._save(Path(rest.strip()) if rest.strip() else None)
        elif command in ("quit", "q"):
            self._leave()
        elif command == "undo":
            if self.game.undo():
                self._forget_steps()
                return True
            why = "somebody else has chosen since" if self.game.decisions else "you have not chosen yet"
            self._print(f"There is nothing to take back: {why}.")
        return False

    def _by_look_ahead(self, work: Callable[[], list[str]], doing: str) -> list[str]:
        """Return what look-ahead finds; it may be compiled first, and Ctrl-C gives up."""
        title = self.game.match.game.title
        if not is_compiled(self.game.match.game):
            self._print(
                f"Look-ahead for {title} is compiled now, once on this machine: up to a minute or two "
                "(Ctrl-C goes back)."
            )
        try:
            with self.console.status(f"{doing} ..."):
                return run_interruptibly(work)
        except KeyboardInterrupt:
            return ["Stopped."]
        except BadInput as problem:
            return [str(problem)]

    def _forget_steps(self) -> None:
        """Show nothing again that was seen, after something was taken back."""
        last = len(self.game.happened)
        self._seen = {seat: min(seen, last) for seat, seen in self._seen.items()}
        self._print("Taken back.")

    def _save(self, path: Path | None = None) -> Path | None:
        wanted = path or Path(f"{self.game.match.game.name}-{self.game.number}{SUFFIX}")
        try:
            save(self.game, wanted, self.into)
        except BadInput as problem:
            self._print(str(problem))
            return None
        self._print(f"Saved in {wanted}.")
        return wanted

    def _leave(self, *, is_interrupted: bool = False) -> None:
        if self.game.decisions and (path := self._save()):
            folder = self.into if len(Path(self.into).parts) > 1 else ""  # it does not stand in the file
            self._print(f"To go on: simkit play --resume {path}{f' --into {folder}' if folder else ''}")
        raise Left(is_interrupted=is_interrupted)

    def _read(self, prompt: str) -> str:
        """Read a line; Ctrl-D and Ctrl-C save an unfinished game and leave it."""
        try:
            return self.ask(prompt)
        except EOFError:
            self._print("")
            if self.game.is_over:
                return ""
            self._leave()
        except KeyboardInterrupt:
            self._print("")
            if self.game.is_over:
                return ""
            self._leave(is_interrupted=True)
        raise AssertionError("it was left")

    def _print(self, line: str, *, style: str = "", hang: int = 0) -> None:
        """Print a line; a drawing in its colours, anything else wrapped at words with its indentation."""
        if isinstance(line, Drawn):
            self.console.print(Text.assemble(*line.parts), no_wrap=True, crop=False)
            return
        indent = len(line) - len(line.lstrip(" "))
        if not self.console.is_terminal or len(line) <= self.console.width:
            self.console.print(line, style=style, soft_wrap=True)
        else:
            wrapped = Text(line.lstrip(" ")).wrap(self.console, self.console.width - max(indent, hang))
            for place, part in enumerate(wrapped):
                before = indent if place == 0 else max(indent, hang)
                self.console.print(Padding(part, (0, 0, 0, before)), style=style)

    def _print_commands(self, commands: dict[str, str]) -> None:
        for name, does in commands.items():
            self._print(f"  {name:<7} {does}")


def _labels(words: Sequence[str]) -> list[str]:
    """Return what each option is chosen by: its number, or a letter if numbers stand in the words."""
    if len(words) <= len(ascii_lowercase) and any(word[:1].isdigit() for word in words):
        return list(ascii_lowercase[: len(words)])
    return [str(place) for place in range(1, len(words) + 1)]


def _distinct(words: Sequence[str]) -> list[str]:
    """Return options in words, those of the same words numbered."""
    seen: dict[str, int] = {}
    found = []
    for word in words:
        seen[word] = seen.get(word, 0) + 1
        found.append(word if seen[word] == 1 else f"{word} ({seen[word]})")
    return found
