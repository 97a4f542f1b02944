"""Says how far skill reaches: who does best, what more thinking brings, which steps of skill there are."""

from __future__ import annotations

from collections.abc import Iterator

from simkit.engine.contract.player import Reference
from simkit.language import listed, opening
from simkit.search.climb import DOUBLINGS, WORTH_A_RUNG, Climb, Rung, name_of_rung
from simkit.words.asked.names import count, games


def sentences_of(found: Climb, master: Reference | None = None) -> list[str]:
    """Return what a ladder of skill shows, the strongest player first; the game's master last."""
    return [f"{opening(words)}." for words in _sentences(found, master)]


def _sentences(found: Climb, master: Reference | None) -> Iterator[str]:
    setting, best = found.setting, found.ceiling
    if not found.is_decided:
        yield f"there is nothing to decide: in {games(setting.games)} of each player nobody ever had a choice"
        return
    yield f"no player that was tried does better than {best.name}: its {setting.measured} is {best.result}"
    if not found.is_over:
        yield f"more than {found.thinking[-1].playouts:,} play-outs per decision may win more"
    elif setting.is_share and best.result.value in (0.0, 1.0):
        yield "that is the ceiling of skill: no more can be won"
    else:
        few = f"less than {100 * WORTH_A_RUNG:.0f} points" if setting.is_share else "nothing significant"
        yield f"that is the ceiling of skill: {DOUBLINGS} more doublings of the play-outs won {few}"
    players = {rung.name: rung for rung in (*found.named, *found.thinking)}
    if len(found.rungs) == 1:
        yield f"{games(setting.games)} show no player that is clearly better than another"
    else:
        steps = [f"{name} ({_in_short(found, players[name])})" for name in found.rungs]
        yield f"skill has {count(len(steps), 'clear step')}: {listed(steps)}"
    if best.playouts == 0:
        yield f"looking ahead did not clearly help {found.base}"
    else:
        yield f"by itself {found.base} comes to {players[found.base].result}"
    shared, nobody = (100 * own / setting.games for own in found.winners)
    if shared:
        yield f"several win {shared:.1f} % of the games of {found.base}, which counts as a win of each"
    if nobody:
        yield f"nobody wins {nobody:.1f} % of the games of {found.base}"
    playouts = master.look_ahead.playouts if master and master.look_ahead else None
    for rung in found.thinking if master else ():
        if master and rung.playouts == playouts and rung.name == name_of_rung(master.composition, playouts):
            yield f"the game's master is {rung.name}: {rung.result}"


def _in_short(found: Climb, rung: Rung) -> str:
    """Return a player's result without its interval: "81 %", "53.2"."""
    return f"{100 * rung.result.value:.0f} %" if found.setting.is_share else f"{rung.result:alone}"
