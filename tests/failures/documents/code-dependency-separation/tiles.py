"""Fetch map tiles for the planner."""

from urllib.request import urlopen

from settings import TILE_PATIENCE

BASE = "https://tiles.example"
ZOOM = 14


def name_of(x: int, y: int) -> str:
    """Return the path of a tile."""
    return f"/{ZOOM}/{x}/{y}.png"


def fetch_tile(x: int, y: int) -> bytes:
    """Return the bytes of a tile."""
    with urlopen(BASE + name_of(x, y), timeout=TILE_PATIENCE) as answer:
        return answer.read()
