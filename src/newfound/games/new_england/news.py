"""What happened in New England: every gain and every point with its reason and its cells. All readers are told the same (NE-C7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from newfound.core.game import CHANCE, Json, News

from .actions import (
    ANNOUNCE,
    BID,
    BUY_FIGURE,
    BUY_PLACE,
    BUY_TILE,
    CELLS,
    DOMINO_PLACES,
    DRAW_CARD,
    DRAW_TILE,
    END,
    FAMILIES,
    FAMILY,
    FIGURE_KINDS,
    FIGURES,
    FIRST,
    ITEM,
    KINDS,
    LANDS,
    LAY,
    MOVE,
    N_DOMINOES,
    N_FIGURES,
    N_LANDS,
    N_PLACES,
    N_SHAPES,
    SHAPE,
    STORE,
    USE_FIGURE,
    USE_PLACE,
    name,
    plots_of,
)
from .legal import another_offer, offer_size
from .rules import apply
from .scoring import has_most, scores
from .seen import Tile
from .state import ENDED, NONE, TO_BEGIN, TO_DRAW, TO_FILL, TO_NAME, State, copy
from .view import figure_at, tiles


def tell(s: State, action: int, reader: int) -> list[News]:  # noqa: ARG001
    """Called before the action is applied."""
    after = copy(s)
    apply(after, action)
    return [*_what(s, after, action), *_ending(after)]


def _what(s: State, after: State, action: int) -> Iterator[News]:
    if action >= END:
        yield from _in_turn(s, after, action)
    elif action >= BID:
        yield News("news.bid", int(s.active), {"marker": action - BID})
    elif action >= ANNOUNCE:
        number = action - ANNOUNCE
        key = "news.announce_end" if after.phase == ENDED else "news.announce"
        yield News(key, int(s.active), {"tiles": number, "cards": int(offer_size(s)) - number})
    elif action >= LAY:
        land, domino = divmod(action - LAY, N_DOMINOES)
        yield News("news.lay", int(s.active), {"land": LANDS[land]}, _names(DOMINO_PLACES + domino))
    elif action >= ITEM:
        yield _item(s, action - ITEM)
        if after.phase != TO_FILL and not another_offer(after) and (s.phase == TO_FILL or another_offer(s)):
            yield News("news.last", CHANCE)
    elif action >= FAMILY:
        yield News("news.family", int(s.active), {"family": FAMILIES[action - FAMILY]})
        if after.first_game and after.round > s.round:  # NE-S5
            for tile in tiles(after):
                yield News("news.lay", tile["seat"], {"land": tile["land"]}, tuple(tile["plots"]))
    else:
        yield News("news.first", action - FIRST)


def _names(place: int) -> tuple[str, ...]:
    return tuple(name(cell) for cell in plots_of(place))


def _item(s: State, item: int) -> News:
    extra = "extra" if s.phase == TO_DRAW else "offer"
    seat = int(s.active) if s.phase == TO_DRAW else CHANCE
    if item < N_LANDS:
        return News(f"news.{extra}_tile", seat, {"land": LANDS[item]})
    return News(f"news.{extra}_card", seat, {"card": KINDS[item - N_LANDS]})


def _in_turn(s: State, after: State, action: int) -> Iterator[News]:
    seat, price = int(s.active), {"price": int(s.marker[s.active])}
    if action == END:
        yield from _end(s, after)
    elif action <= DRAW_CARD:
        yield News("news.draw_tile" if action == DRAW_TILE else "news.draw_card", seat)
    elif action < BUY_FIGURE:
        land, cell = divmod(action - BUY_TILE, CELLS)
        yield News("news.buy_tile", seat, price | {"land": LANDS[land]}, (name(cell),))
    elif action < BUY_PLACE:
        yield _figure("news.buy_figure", s, action - BUY_FIGURE, price)
    elif action < STORE:
        yield _land("news.buy_land", s, action - BUY_PLACE, price)
    elif action < USE_FIGURE:
        yield News("news.store", seat, price | {"card": KINDS[action - STORE]})
    elif action < USE_PLACE:
        yield _figure("news.use_figure", s, action - USE_FIGURE, {})
    elif action < MOVE:
        yield _land("news.use_land", s, action - USE_PLACE, {})
    else:
        origin, goal = (name(cell) for cell in divmod(action - MOVE, CELLS))
        figure = FIGURES[figure_at(s, seat, (action - MOVE) // CELLS)]
        yield News("news.move", seat, {"figure": figure, "origin": origin, "goal": goal}, (origin, goal))


def _figure(key: str, s: State, number: int, values: Mapping[str, Json]) -> News:
    """NE-D4: the card counts its points."""
    figure, cell = divmod(number, CELLS)
    return News(key, int(s.active), {**values, "figure": FIGURES[figure]}, (name(cell),), points=int(s.set.points[FIGURE_KINDS + figure]))


def _land(key: str, s: State, number: int, values: Mapping[str, Json]) -> News:
    land, place = divmod(number, N_PLACES)
    kind = land * N_SHAPES + int(SHAPE[place])
    return News(key, int(s.active), {**values, "card": KINDS[kind]}, _names(place), points=int(s.set.points[kind]))


def _end(s: State, after: State) -> Iterator[News]:
    """NE-P6, NE-R4."""
    seat = int(s.active)
    yield News("news.income", seat, {"money": int(after.money[seat] - s.money[seat])})
    if after.round > s.round:
        left = sum(int(count) for count in s.offer)
        yield News("news.round", int(after.first), {"round": int(s.round), "left": left})
        if after.phase == ENDED:
            yield News("news.short", CHANCE)


def lap(s: State) -> tuple[int, int]:
    """Rounds are counted, from 0 for the set-up."""
    return int(s.round), NONE if s.phase in (TO_BEGIN, TO_NAME) else int(s.active)


def reckon(s: State) -> list[News]:
    """NE-D4, NE-E3: the cards, with the land and the figures they brought; then who has most of each figure."""
    told, counted, lying = [], scores(s), tiles(s)
    for at in range(2 + N_FIGURES):
        for seat, score in enumerate(counted):
            key, points = score.parts[at]
            cells = tuple(plot for tile in lying if tile["seat"] == seat and _counts(tile, at) for plot in tile["plots"])
            if points:
                told.append(News(key, seat, {}, cells, points))
    return told


def _counts(tile: Tile, part: int) -> bool:
    """Whether it is of this part of the score: land used, figures, each of the figures."""
    if part == 0:
        return tile["used"]
    return tile["figure"] is not None if part == 1 else tile["figure"] == FIGURES[part - 2]


def _ending(after: State) -> Iterator[News]:
    """NE-E3: everyone who ties for most gets the bonus."""
    if after.phase != ENDED:
        return
    yield News("news.over", CHANCE)
    for figure in range(N_FIGURES):
        for seat in range(after.seats):
            if has_most(after, seat, figure):
                yield News("news.bonus", seat, {"figure": FIGURES[figure]}, points=int(after.set.bonus[figure]))
