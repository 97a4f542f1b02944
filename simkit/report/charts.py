"""What draws: figures of what a run has, charts for figures of your own, titles that say what is seen."""

from __future__ import annotations

from simkit.document.charts import (
    LABEL,
    MOST_ROWS,
    Floats,
    dots,
    dots_against_zero,
    estimates_of,
    grid_of_effects,
    line_of_means,
    line_with_band,
    plain,
    several_dots,
    share_grid,
    stacked_shares,
    stripes,
    zero_line,
)
from simkit.document.figures import (
    FAINT,
    GRID,
    INK,
    LINE_HEIGHT,
    PALETTE,
    SOFT,
    WIDTH,
    colours_of,
    ink_on,
    mark_of,
    new_figure,
    percent_axis,
    small_multiples,
    white_to_blue,
    whole_numbers,
)
from simkit.document.points import PER_CENT, PanelPoints, Shown
from simkit.document.series import name_series
from simkit.report.sections.endings import ends_figure, with_most_frequent
from simkit.report.sections.length import Span, draw_spans, length_table, lengths_figure, spans_figure
from simkit.report.sections.shown import change_shown, levels_shown, most_shown, spread_shown
from simkit.results.columns import colours_of_labels
from simkit.results.scenarios import panel_titles
from simkit.results.wins import rate_table
from simkit.words.titles import titled, with_titles

__all__ = [  # noqa: RUF022  by role
    "rate_table", "ends_figure", "lengths_figure", "length_table", "spans_figure", "Span", "draw_spans",
    "Shown", "PanelPoints", "name_series", "titled", "with_titles", "change_shown", "levels_shown",
    "most_shown", "spread_shown", "with_most_frequent", "PER_CENT", "panel_titles", "colours_of_labels",
    "Floats", "MOST_ROWS", "LABEL", "several_dots", "line_of_means", "dots_against_zero", "plain",
    "line_with_band", "zero_line", "stripes", "stacked_shares", "grid_of_effects",
    "estimates_of", "dots", "share_grid", "colours_of", "new_figure", "PALETTE", "SOFT",
    "whole_numbers", "small_multiples", "percent_axis", "WIDTH", "INK", "FAINT", "white_to_blue",
    "mark_of", "ink_on", "LINE_HEIGHT", "GRID", ]  # fmt: skip
