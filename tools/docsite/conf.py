"""How Sphinx makes the site; `python -m docsite` writes what it reads."""

from __future__ import annotations

from typing import get_origin

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import simkit

project = "simkit"
author = "The simkit authors"
copyright = "the simkit authors"
version = release = simkit.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
root_doc = "index"
language = "en"
smartquotes = False  # which would make a dash of the two hyphens of an option

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "fieldlist"]

autodoc_typehints = "none"
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
add_module_names = False
python_use_unqualified_type_names = True
napoleon_google_docstring = False
napoleon_use_param = False
napoleon_use_rtype = False
napoleon_use_ivar = True
default_role = "code"
suppress_warnings = ["ref.python"]  # a word in the description of a type that two things have as their name
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = f"simkit {version}"
html_static_path = ["_static"]
html_css_files = ["simkit.css"]
html_domain_indices = False  # of modules: it would name private ones
html_copy_source = False
html_show_search_summary = False  # a browser may not fetch pages for it from the disk
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b5d8a", "color-brand-content": "#0b5d8a"},
    "dark_css_variables": {"color-brand-primary": "#6cb8e6", "color-brand-content": "#6cb8e6"},
}
highlight_language = "text"
pygments_style = "friendly"
pygments_dark_style = "monokai"

copybutton_selector = "div.highlight pre"
copybutton_prompt_text = r">>> |\.\.\. "
copybutton_prompt_is_regexp = True


def leave_out_type(
    _app: Sphinx, what: str, _name: str, thing: object, _options: object, lines: list[str]
) -> None:
    """Leave out what a value or an alias has of its type's docstring: NumPy's says nothing about it."""
    kind = get_origin(thing) or type(thing)
    if what == "data" and getattr(thing, "__doc__", None) == kind.__doc__:
        lines.clear()


def keep_whole(
    _app: Sphinx, what: str, _name: str, _thing: object, _options: object, lines: list[str]
) -> None:
    """Keep a sentence about a field whole: Napoleon takes what stands before a colon in it for a type."""
    if lines and what in ("attribute", "data", "property"):
        lines[:0] = ["..", ""]  # an empty comment, in which Napoleon looks for the colon


def setup(app: Sphinx) -> None:
    """Add what Sphinx lacks: a drawing in text is called `txt` in the pages, as its file is."""
    app.add_lexer("txt", TextLexer)
    app.connect("autodoc-process-docstring", keep_whole, priority=400)  # before Napoleon
    app.connect("autodoc-process-docstring", leave_out_type)
