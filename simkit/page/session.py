"""What one page does: it plays one setting at a time, keeps what was tried, and writes reports."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread

from simkit.door.clusters import cluster_for
from simkit.engine.contract.player import Player, named
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.language import listed
from simkit.page.answer import LiveAnswer, what_differs, who_plays
from simkit.page.complaints import complaints
from simkit.page.controls import Data, choices_of_strategy, groups_of_rules, players_range, stops_of_skill
from simkit.page.games import Cancelled, GamePlayer, GamesSoFar
from simkit.page.kept import FOLDER, KeptSettings
from simkit.page.listening import OnPage
from simkit.page.setting import GAMES, LiveSetting, Start, read_form
from simkit.page.workbench import Workbench
from simkit.results.best_player import GAMES as GAMES_OF_BEST
from simkit.results.best_player import best_strategy
from simkit.run.store.found import list_runs
from simkit.run.store.manifest import at_a_glance
from simkit.run.work.compiling import Compiling, compile_side_by_side
from simkit.run.work.interrupt import run_interruptibly
from simkit.run.work.rehearsal import match_of, prepare
from simkit.run.work.workers import Where

IsCancelled = Callable[[], bool]
"""Says whether a newer setting is to be played."""

FIRST = 1000
"""After how many games there is a first answer."""

OFTEN = 0.15
"""Seconds between two answers while a setting is played, at first; later a tenth of the time so far."""

MOST_ROWS = 200
"""The most settings that are kept in the list of what was tried."""

LISTENING = 0.1
"""Seconds between two looks for news of what is compiled, or for the end of what is done before."""


@dataclass
class Session:
    """The page of one game."""

    start: Start
    runs: Path
    """The folder of all runs, where reports are written."""

    reports: list[Path] = field(default_factory=list)
    _tried: list[Data] = field(default_factory=list)
    _player: GamePlayer = field(default_factory=GamePlayer)
    _work: Lock = field(default_factory=Lock)
    _newest: int = 0
    _counting: Lock = field(default_factory=Lock)
    _prepared: set[str] = field(default_factory=set)
    _compiling: dict[str, _Compiling] = field(default_factory=dict)
    _is_closed: bool = False
    _now: Data = field(default_factory=dict)
    """The setting that was played last, and what was said of it last."""

    @cached_property
    def kept(self) -> KeptSettings:
        """The settings that are kept under names."""
        return KeptSettings(self.runs / FOLDER / f"{self.start.experiment.resolved['name']}.json")

    @cached_property
    def workbench(self) -> Workbench:
        """The cards."""
        return Workbench(self.runs, self.setting, self._seconds_a_game, self.kept, self.reports)

    def _seconds_a_game(self, experiment: Experiment) -> float:
        return self._player.seconds_of(_match(experiment))

    def form(self) -> Data:
        """Return what the page is made of."""
        start = self.start
        return {
            "title": start.game.title,
            "game": start.game.name,
            "summary": " ".join(start.game.summary.split()),
            "called": start.called,
            "file": start.file.name if start.file else "",
            "levels": start.levels,
            "groups": groups_of_rules(start.game, start.rules),
            "seats": [seat.model_dump() for seat in start.seats],
            "players": players_range(start.game),
            "strategies": choices_of_strategy(start.strategies),
            "stops": list(stops_of_skill(start.slips)),
            "games": GAMES,
            "seed": start.experiment.seed,
            "cards": [card.as_data(start.experiment) for card in self.workbench.cards.values()],
            "runs": self._runs_of_game(),
            **self.state(),
        }

    def state(self, known: int = -1) -> Data:
        """Return what the page shows at the moment: so a page goes on after it is opened again.

        `known`: the number of changes that the page knows; with no more than these there is no news.
        """
        if known == self.workbench.changes:
            return {"changes": known}
        return {
            "changes": self.workbench.changes,
            "tried": self._tried,
            "now": self._now,
            "kept": self.kept_rows(),
            "standing": self.workbench.as_data(),
        }

    def _runs_of_game(self) -> list[str]:
        """Return the names of experiments on this game that were run, the newest first."""
        found = (at_a_glance(path)["experiment"] for path in list_runs(self.runs)[:MOST_ROWS])
        return list(
            dict.fromkeys(
                described["name"] for described in found if described["game"] == self.start.game.name
            )
        )

    def kept_rows(self) -> list[Data]:
        """Return the settings that are kept; those that the rules no longer allow are left out."""
        rows = []
        with suppress(BadInput):  # said when a setting is to be kept
            for kept in self.kept.all():
                with suppress(BadInput):
                    setting = self.setting(kept.form.model_dump())
                    rows.append(
                        {
                            "name": kept.name,
                            "form": kept.form.model_dump(),
                            "rules": what_differs(setting),
                            "players": who_plays(setting),
                        }
                    )
        return rows

    def keep(self, data: Data) -> Data:
        """Keep a setting under a name; return all that are kept."""
        name = data.get("name")
        if not isinstance(name, str):
            raise BadInput("name: say what the setting is to be called")
        self.kept.keep(name, self.setting(data.get("form")).form)
        self.workbench.changes += 1
        return {"kept": self.kept_rows()}

    def drop(self, data: Data) -> Data:
        """Keep a setting no longer; return all that are kept."""
        self.kept.drop(str(data.get("name")))
        self.workbench.changes += 1
        return {"kept": self.kept_rows()}

    def setting(self, data: object) -> LiveSetting:
        """Return the setting that a form describes; `BadInput` if it is not allowed."""
        found = LiveSetting(self.start, read_form(data))
        _ = found.both
        return found

    def close(self) -> None:
        """Stop playing."""
        self._is_closed = True
        self.workbench.close()
        self._player.close()

    def try_out(self, data: object) -> Iterator[Data]:
        """Play a setting; yield what it came to, again and again, the last time whole.

        A setting that is being played is cancelled; this one is, too, when another follows.
        """
        with self._counting:
            self._newest += 1
            number = self._newest

        def is_cancelled() -> bool:
            return self._is_closed or number != self._newest

        for said in self._tried_out(data, is_cancelled):
            if said["state"] in ("playing", "done"):
                self._now = {"form": said.pop("form"), "said": said}
                self.workbench.changes += 1
            yield said

    def _tried_out(self, data: object, is_cancelled: IsCancelled) -> Iterator[Data]:
        try:
            setting = self.setting(data)
            while not self._work.acquire(timeout=LISTENING):
                if is_cancelled():
                    raise Cancelled
                yield {"state": "waiting"}
            try:
                yield from self._played(setting, is_cancelled)
            finally:
                self._work.release()
        except Cancelled:
            yield {"state": "cancelled"}
        except BadInput as problem:
            yield {"state": "wrong", "complaints": complaints(str(problem))}

    def _played(self, setting: LiveSetting, is_cancelled: IsCancelled) -> Iterator[Data]:
        before, after = setting.both
        yield from self._compile(after, is_cancelled)
        begun = time.perf_counter()
        games = self._player.games_of(_match(after))
        earlier = self._player.games_of(_match(before)) if setting.differs else None
        until, shown, wait = setting.form.games, 0.0, OFTEN
        for count in self._together(games, earlier, until, is_cancelled):
            now = time.perf_counter()
            if count < until and count >= min(FIRST, until) and now - shown > wait:
                shown, wait = now, max(OFTEN, (now - begun) / 10)
                answer = LiveAnswer(setting, games, earlier, count)
                form = setting.form.model_dump()
                yield {"state": "playing", "of": until, "form": form, **answer.in_short()}
        answer = LiveAnswer(setting, games, earlier, until)
        if answer.hardly_wins and (better := _with_best(after)) is not None:
            yield from self._compile(better, is_cancelled)
            best = self._player.games_of(_match(better))
            for _ in self._player.play(best, GAMES_OF_BEST, is_cancelled):
                pass
            answer = replace(answer, best=best)
        whole = answer.whole()
        row = self._keep(setting, answer)
        seconds = time.perf_counter() - begun
        form = setting.form.model_dump()
        yield {"state": "done", "of": until, "form": form, "seconds": seconds, "row": row, **whole}

    def _together(
        self, games: GamesSoFar, earlier: GamesSoFar | None, until: int, is_cancelled: IsCancelled
    ) -> Iterator[int]:
        """Play both sets of games, always those of which there are fewer; yield how many both have."""
        if is_cancelled():
            raise Cancelled
        both = [far for far in (games, earlier) if far is not None]
        while (count := min(far.count for far in both)) < until:
            behind = min(both, key=lambda side: side.count)
            others = [far.count for far in both if far is not behind]
            goal = FIRST if count < FIRST else max([until if not others else 0, *others, count + FIRST])
            goal = min(goal, until)
            for _ in self._player.play(behind, goal, is_cancelled):
                yield min(far.count for far in both)
        yield until

    def _compile(self, experiment: Experiment, is_cancelled: IsCancelled) -> Iterator[Data]:
        """Compile what is not compiled yet, and yield what is compiled at the moment."""
        players = repr([experiment.scenarios[0].players, experiment.folder])
        if players in self._prepared:
            return
        compiling = self._compiling.get(players)
        if compiling is None:  # else it goes on from where a newer setting has cancelled it
            compiling = self._compiling[players] = _Compiling(experiment)
            compiling.start()
        begun = time.monotonic()
        compiling.join(LISTENING)
        while compiling.is_alive():
            if is_cancelled():
                raise Cancelled
            if compiling.words:
                seconds = round(time.monotonic() - begun)
                yield {"state": "compiling", "words": compiling.words, "seconds": seconds}
            compiling.join(LISTENING)
        del self._compiling[players]
        if compiling.failure:
            raise compiling.failure
        self._prepared.add(players)

    def _keep(self, setting: LiveSetting, answer: LiveAnswer) -> Data:
        """Keep a setting in the list of what was tried, once, the newest first."""
        form = setting.form.model_dump()
        row = {
            "form": form,
            "rules": what_differs(setting),
            "players": who_plays(setting),
            "games": setting.form.games,
            **answer.row(),
        }
        self._tried[:] = [row, *(earlier for earlier in self._tried if earlier["form"] != form)][:MOST_ROWS]
        return row

    def report(self, data: object) -> Iterator[Data]:
        """Run the experiment that compares a setting with the start, and write its report.

        Yields what is done, and in the end where the report is.
        """
        news: Queue[Data] = Queue()
        try:
            experiment = self.setting(data).experiment()
        except BadInput as problem:
            yield {"state": "wrong", "complaints": complaints(str(problem))}
            return

        from simkit.door.run_and_report import run_and_report  # what writes reports is slow to load

        listener = OnPage()

        def work() -> None:
            try:
                with self._work, self.workbench.asking:
                    where = Where(runs=self.runs, listener=listener, cluster=cluster_for(None))
                    results = run_interruptibly(run_and_report, experiment, where, file=self.start.file)
                self.reports.append(results.run.path)
                files = sorted(path.name for path in results.written)
                lies = {"number": len(self.reports) - 1, "files": files, "path": str(results.run.path)}
                news.put({"state": "written", **lies})
            except BadInput as problem:
                news.put({"state": "wrong", "complaints": complaints(str(problem))})

        Thread(target=work, daemon=True).start()
        while True:
            try:
                said = news.get(timeout=LISTENING)
            except Empty:
                said = {"state": "writing", "words": listener.now.words}
            yield said
            if said["state"] in ("written", "wrong"):
                return


class _Compiling(Thread):
    """Compiles what an experiment needs, and tries out its players; `words` say what is compiled."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__(daemon=True)
        self._experiment = experiment
        self.words = ""
        self.failure: BaseException | None = None

    def run(self) -> None:
        """Compile."""
        try:
            run_interruptibly(compile_side_by_side, self._experiment, -1, self._say)
            run_interruptibly(prepare, self._experiment)
        except BaseException as failure:
            self.failure = failure

    def _say(self, what: Compiling) -> None:
        self.words = listed(what.now)


def _with_best(experiment: Experiment) -> Experiment | None:
    """Return one in which the best shipped player has every seat; None if that plays, or seats compete."""
    best, (scenario, *_) = best_strategy(experiment.game), experiment.scenarios
    is_shared = all(objective.of == "game" for objective in experiment.game.objectives[:1])
    if best is None or not is_shared or best.name in {player.name for player in scenario.players}:
        return None
    players = (Player(named(best.name), {}),) * len(scenario.players)
    return replace(experiment, scenarios=(replace(scenario, players=players),))


def _match(experiment: Experiment) -> Match:
    return match_of(experiment, experiment.scenarios[0])
