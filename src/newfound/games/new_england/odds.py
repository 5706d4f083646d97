"""What can still come in New England: how likely a land or a card is in the next offer, by how many tiles or cards are drawn for it."""

from __future__ import annotations

from newfound.core.odds import Chance, at_least_one

from .actions import KINDS, LANDS, N_LANDS
from .legal import least_tiles, most_tiles, offer_size
from .state import State


def chances(s: State, reader: int) -> list[Chance]:  # noqa: ARG001
    """NE-R1: so many tiles as are announced, then cards to make up the offer."""
    least, most, size = int(least_tiles(s)), int(most_tiles(s)), int(offer_size(s))
    tiles, cards = int(s.tiles_left), int(s.cards_left)
    numbers = range(least, min(most, tiles) + 1), range(size - most, min(size - least, cards) + 1)
    found = []
    for item, name in enumerate((*LANDS, *KINDS)):
        land, left = item < N_LANDS, int(s.left[item])
        if left:
            among, draws = (tiles, numbers[0]) if land else (cards, numbers[1])
            likely = {count: at_least_one(left, among, count) for count in draws}
            found.append(Chance("odds.land" if land else "odds.card", likely, {"what": name, "n": left, "of": among}))
    return found
