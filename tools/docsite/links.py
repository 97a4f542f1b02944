"""Follows every link and anchor of the site as it was made."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Read(HTMLParser):
    """What a page links to, and what it can be linked by."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors |= {name for key in ("id", "name") if (name := given.get(key))}
        self.links += [link for key in ("href", "src") if (link := given.get(key)) is not None]


def broken_links(site: Path) -> list[str]:
    """Return a line for each link of the site that leads nowhere on it; addresses elsewhere are not asked."""
    read: dict[Path, _Read] = {}

    def reading(page: Path) -> _Read:
        if page not in read:
            read[page] = _Read()
            read[page].feed(page.read_text(encoding="utf-8"))
        return read[page]

    problems = []
    for page in sorted(site.rglob("*.html")):
        if "_static" in page.parts:
            continue
        for link in reading(page).links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            target = target / "index.html" if target.is_dir() else target
            where = f"{page.relative_to(site)}: {link}"
            if not target.is_file():
                problems.append(f"{where}: there is no such page")
            elif (
                parts.fragment
                and target.suffix == ".html"
                and unquote(parts.fragment) not in reading(target).anchors
            ):
                problems.append(f"{where}: the page has no such anchor")
    return problems
