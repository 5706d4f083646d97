"""What can still come in New Haven: buildings out of the bag and tiles out of the pool, as far as a reader has not seen where they are."""

from __future__ import annotations

from newfound.core.odds import Chance, at_least_one

from .actions import building_name
from .components import KINDS, LETTERS, N_NUMBERS, N_RESOURCES, RESOURCES, letters_of
from .state import AGES, State
from .view import hidden_buildings, hidden_tiles, unknown_downs

DRAWS = (1, 2, 3)


def chances(s: State, reader: int) -> list[Chance]:
    return _buildings(s, reader) + _tiles(s, reader)


def _buildings(s: State, reader: int) -> list[Chance]:
    """NH-S6: what was taken openly is in a hand, what lies face down shows its resource; of the rest, one is as likely as another."""
    unseen = [int(count) for count in hidden_buildings(s, reader)]
    for entry in s.known:
        if entry // AGES // KINDS != reader:
            unseen[int(entry // AGES % KINDS)] -= 1
    others = [seat for seat in range(int(s.seats)) if seat != reader]
    of = [sum(unseen[resource * N_NUMBERS : (resource + 1) * N_NUMBERS]) for resource in range(N_RESOURCES)]
    loose = [of[resource] - sum(int(unknown_downs(s, seat, resource)) for seat in others) for resource in range(N_RESOURCES)]
    among = sum(loose)
    bag = sum(int(count) for count in s.bag)
    if bag == 0:
        return []
    found = []
    for resource, name in enumerate(RESOURCES):
        likely = {draws: at_least_one(loose[resource], among, draws) for draws in DRAWS if draws <= bag}
        found.append(Chance("odds.resource", likely, {"what": name, "n": loose[resource], "of": among}))
    for kind in range(KINDS):
        if unseen[kind]:
            named = {"what": building_name(kind), "resource": RESOURCES[kind // N_NUMBERS], "number": kind % N_NUMBERS + 1}
            share = loose[kind // N_NUMBERS] / of[kind // N_NUMBERS]  # what lies face down may be this one
            found.append(Chance("odds.building", {1: unseen[kind] * share / among}, named | {"n": unseen[kind]}))
    return found


def _tiles(s: State, reader: int) -> list[Chance]:
    """How likely one's next tile shows a resource on two squares or more."""
    unseen, kinds = hidden_tiles(s, reader), s.set.tile_kinds
    left = {letters_of(int(kinds[at])): int(unseen[at]) for at in range(len(kinds)) if unseen[at]}
    among = sum(left.values())
    found = []
    for letter, name in zip(LETTERS, RESOURCES, strict=True):
        rich = sum(count for face, count in left.items() if face.count(letter) > 1)
        likely = {draws: at_least_one(rich, among, draws) for draws in DRAWS if draws <= s.unseen_total}
        found.append(Chance("odds.tile", likely, {"what": name, "n": rich, "of": among}))
    return found
