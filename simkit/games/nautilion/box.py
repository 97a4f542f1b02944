"""What is in the box: the content files of Nautilion."""

from __future__ import annotations

from typing import Any

from simkit.engine.content import load_content

BOARDS: dict[str, Any] = load_content(__file__, "boards")
COMPONENTS: dict[str, Any] = load_content(__file__, "components")
DARKHOUSE: dict[str, Any] = load_content(__file__, "darkhouse_cards")
HEROIC: dict[str, Any] = load_content(__file__, "heroic_cards")
