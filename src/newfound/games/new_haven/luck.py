"""Luck in New Haven: what may be drawn, how likely it is, and drawing it. Nothing is shuffled in advance."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from newfound.core.dice import Dice

from .actions import DRAW, FIRST, POND, TILE
from .components import KINDS, N_MARKS, TURNED, WAYS
from .state import BEGIN, BLIND, CIRCLES, CLEARINGS, DEAL, HAND, REFILL, REVEAL, SETTLE, State


def hand_tiles(s: State) -> i64:
    return 3 if s.careful else 2  # NH-S3, NH-V2


def weights(s: State) -> list[int]:
    return [int(weight) for weight in chances(s) if weight > 0]


def chances(s: State) -> vec[i64]:
    """The weight of every outcome of luck, in the order of the actions from DRAW on; NH-S1: of every seat at BEGIN."""
    if s.phase == BEGIN:
        return vec[i64]([1] * s.seats)
    found: vec[i64] = vec[i64]([0] * (FIRST - DRAW))
    i: i64
    if _is_building_luck(s):
        for i in range(KINDS):
            found[i] = s.bag[i]
        return found
    face: i64
    slots: i64 = 1
    if s.phase == SETTLE:
        # NH-X1: ponds and tiles shuffled together; a tile's share is split over kinds and turns
        for i in range(N_MARKS):
            found[POND - DRAW + i] = s.ponds[i] * 4 * s.unseen_total
        slots = s.set.settled - s.step - s.ponds[0] - s.ponds[1] - s.ponds[2]
    turns = s.phase == SETTLE or s.phase == REVEAL
    i = 0
    for kind in s.set.tile_kinds:
        count: i64 = s.unseen[i] * slots
        i += 1
        if not turns:
            found[TILE - DRAW + kind] = count
            continue
        face = kind
        for _ in range(4):
            found[TILE - DRAW + face] = count * WAYS[face]
            face = TURNED[face]
    return found


def _is_building_luck(s: State) -> bool:
    phase = s.phase
    if phase == DEAL:
        return s.step % (HAND + hand_tiles(s)) < HAND
    return phase == CIRCLES or phase == CLEARINGS or phase == BLIND or phase == REFILL


def draw(s: State, dice: Dice) -> int:
    """One outcome by its weight."""
    return drawn(s, dice)


def drawn(s: State, dice: Dice) -> i64:
    if s.phase == BEGIN:
        return FIRST + dice.below(s.seats)
    if s.phase == SETTLE:
        return _draw_settlement(s, dice)
    i: i64 = 0
    if _is_building_luck(s):
        left: i64 = dice.below(s.bag_total)
        while left >= s.bag[i]:
            left -= s.bag[i]
            i += 1
        return DRAW + i
    face: i64 = draw_tile(s, dice)
    if s.phase == REVEAL:
        face = _turn_at_random(face, dice)
    return TILE + face


def draw_tile(s: State, dice: Dice) -> i64:
    """The least face of a tile that nobody has seen."""
    left: i64 = dice.below(s.unseen_total)
    i: i64 = 0
    while left >= s.unseen[i]:
        left -= s.unseen[i]
        i += 1
    return s.set.tile_kinds[i]


def _turn_at_random(face: i64, dice: Dice) -> i64:
    for _ in range(dice.below(4)):
        face = TURNED[face]
    return face


def _draw_settlement(s: State, dice: Dice) -> i64:
    left: i64 = dice.below(s.set.settled - s.step)
    mark: i64
    for mark in range(N_MARKS):
        if left < s.ponds[mark]:
            return POND + mark
        left -= s.ponds[mark]
    return TILE + _turn_at_random(draw_tile(s, dice), dice)
