"""Says how far skill reaches: who does best, what more thinking brings, which steps of skill there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from simkit.engine.contract.player import Reference
from simkit.language import listed, opening
from simkit.results.players import BEST_KNOWN
from simkit.search.climb import WORTH_A_RUNG, Climb, Rung, name_of_rung
from simkit.words.asked.names import called, count, games
from simkit.words.rounding import as_said


def sentences_of(found: Climb, skills: Mapping[str, str], master: Reference | None = None) -> list[str]:
    """Return what a ladder of skill shows, the strongest player first; the game's master last."""
    return [f"{opening(words)}." for words in _sentences(found, _names(found, skills), master)]


def _names(found: Climb, skills: Mapping[str, str]) -> dict[str, str]:
    """Return what the players are called, those that think, too."""
    names = called(skills)
    ahead = {
        rung.name: f"{names[found.base]} who looks ahead with {rung.playouts:,} play-outs"
        for rung in found.thinking
    }
    return {**names, **ahead}


def _sentences(found: Climb, names: Mapping[str, str], master: Reference | None) -> Iterator[str]:
    setting, best = found.setting, found.ceiling
    if not found.is_decided:
        yield f"there is nothing to decide: in {games(setting.games)} of each player nobody ever had a choice"
        return
    at_top = names[best.name]
    result = as_said(best.result)
    yield f"no player that was tried does better than {at_top}: its {setting.measured} is {result}"
    if not found.is_over:
        yield "looking further ahead may win more"
    elif setting.is_share and best.result.value in (0.0, 1.0):
        yield "that is the ceiling of skill: no more can be won"
    else:
        few = f"less than {100 * WORTH_A_RUNG:.0f} points" if setting.is_share else "nothing significant"
        yield f"that is the ceiling of skill: looking further ahead won {few}"
    players = {rung.name: rung for rung in (*found.named, *found.thinking)}
    if len(found.rungs) == 1:
        yield f"{games(setting.games)} show no player that is clearly better than another"
    else:
        steps = [f"{names[name]} ({_in_short(found, players[name])})" for name in found.rungs]
        yield f"skill has {count(len(steps), 'clear step')}: {listed(steps)}"
    if best.playouts == 0:
        yield f"looking ahead did not clearly help {names[found.base]}"
    else:
        yield f"without looking ahead {names[found.base]} comes to {as_said(players[found.base].result)}"
    shared, nobody = (100 * winner / setting.games for winner in found.winners)
    if shared:
        yield f"several win {shared:.1f} % of the games of {names[found.base]}, which counts as a win of each"
    if nobody:
        yield f"nobody wins {nobody:.1f} % of the games of {names[found.base]}"
    playouts = master.look_ahead.playouts if master and master.look_ahead else None
    for rung in found.thinking if master else ():
        if master and rung.playouts == playouts and rung.name == name_of_rung(master.composition, playouts):
            yield f"{BEST_KNOWN} is {names[rung.name]}"


def _in_short(found: Climb, rung: Rung) -> str:
    """Return a player's result without its interval: "81 %", "53.2"."""
    return f"{100 * rung.result.value:.0f} %" if found.setting.is_share else f"{rung.result:alone}"
