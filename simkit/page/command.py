"""The command `simkit ui`, which the entry points name."""

from __future__ import annotations

import click

from simkit.cli import options as own
from simkit.cli.options import Count


@click.command()
@click.argument("target", metavar="GAME|EXPERIMENT", type=own.GameName(or_file=True))
@click.option("--scenario", type=Count(), default=0, help="Of a file: the scenario to begin with, from 0.")
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=0, help="The port; by default one that is free."
)
@click.option("--browser/--no-browser", default=True, help="Open the page, or only say its address.")
def ui(target: str, scenario: int, port: int, browser: bool) -> None:
    """Open a page where a rule, a player or its skill is changed, and the answer follows at once.

    It is served to this machine alone, and needs no network. Ctrl-C ends it.

    \b
    Examples:
      simkit ui nautilion
      simkit ui experiments/nautilion_base.yaml --scenario 3
    """
    from simkit.page.serve import serve

    serve(target, scenario, port, browser=browser)
