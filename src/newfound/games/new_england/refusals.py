"""Why an action is not legal now in New England: the clause, the values and the cells."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from newfound.core.game import Refusal

from .actions import (
    BARN,
    CELLS,
    COLUMNS,
    FAMILIES,
    FIGURE_KINDS,
    FIGURES,
    HIGH_BIT,
    KINDS,
    LANDS,
    LOW_BIT,
    N_FIGURES,
    N_KINDS,
    N_LANDS,
    N_SHAPES,
    SHAPES,
    SHIP,
    name,
    shape_of,
    spell,
)
from .legal import actions, can_pay, cards_stored, contact, growth, is_card_next, is_luck, least_tiles, most_tiles
from .state import ENDED, NONE, PHASES, PURCHASES, TO_BEGIN, TO_BUY, TO_NAME, State, copy, leave
from .view import figure_at

NAMES: Final = tuple(name(cell) for cell in range(CELLS))
LUCK: Final = {"first": "NE-S2", "family": "NE-S2", "tile": "NE-R1", "card": "NE-R1"}
WHEN: Final = {"start": "NE-S3", "announce": "NE-R1", "bid": "NE-R2", "buy": "NE-R3"}
PHASE_OF: Final = {"lay": "start", "announce": "announce", "bid": "bid"}
IN_TURN: Final = ("draw", "buy", "store", "use", "move", "end")


def refuse(s: State, text: str) -> Refusal:
    """The first reason that a person would be told at the table."""
    words = text.lower().split()
    kind = words[0] if words else ""
    if kind not in (*LUCK, *PHASE_OF, *IN_TURN):
        return Refusal("play.unknown", values={"text": text[:60]})
    if s.phase == ENDED:
        return Refusal("play.over", "NE-E1")
    if is_luck(s):
        return _luck(s, kind, words[1:])
    if kind in LUCK:
        return Refusal("refuse.luck", LUCK[kind], {"kind": kind})
    now = PHASES[s.phase]
    if now == "bid" and kind == "buy" and len(words) == 2:
        return _later(s, words[1:])
    if PHASE_OF.get(kind, "buy") != now:
        return Refusal(f"refuse.now_{now}", WHEN[now])
    decide = {"lay": _lay, "announce": _announce, "bid": _bid, "draw": _draw, "buy": _buy, "store": _store, "use": _use, "move": _move}
    return decide[kind](s, words[1:]) if kind in decide else _form(kind)


def _form(kind: str) -> Refusal:
    """It is not spelt as it should be."""
    clauses = {"lay": "NE-S3", "bid": "NE-C7", "draw": "NE-P1", "buy": "NE-P2", "move": "NE-P4", "end": "NE-P6"}
    return Refusal(f"refuse.form_{kind}", clauses.get(kind, "NE-F4"))


def _luck(s: State, kind: str, words: list[str]) -> Refusal:
    if s.phase == TO_BEGIN:
        due = "first"
    elif s.phase == TO_NAME:
        due = "family"
    else:
        due = "card" if is_card_next(s) else "tile"
    if kind != due:
        return Refusal("play.chance", LUCK[due]) if kind not in LUCK else Refusal("refuse.luck_due", LUCK[due], {"kind": due})
    possible = ", ".join(spell(action).split()[1] for action in actions(s))
    return Refusal("refuse.luck_none", LUCK[due], {"found": " ".join(words)[:30] or "…", "possible": possible})


def _plot(word: str, s: State) -> Refusal | None:
    """NE-C1: whether there is such a plot."""
    if word in NAMES and s.set.plots[NAMES.index(word)]:
        return None
    return Refusal("refuse.no_plot", "NE-C1", {"plot": word[:12]})


def _family(s: State, seat: int) -> str:
    return FAMILIES[s.family[seat]]


def _near(cell: int, *, corners: bool) -> list[int]:
    row, column = divmod(cell, COLUMNS)
    steps = [(-1, 0), (0, -1), (0, 1), (1, 0)] + ([(-1, -1), (-1, 1), (1, -1), (1, 1)] if corners else [])
    found = [(row + down, column + right) for down, right in steps]
    return [row * COLUMNS + column for row, column in found if 0 <= row * COLUMNS + column < CELLS and 0 <= column < COLUMNS]


def _written(s: State, start: str, plots: list[str]) -> Refusal | None:
    """The same plots in another order are legal: plots are named row by row from the top."""
    for action in actions(s):
        text = spell(action)
        if text.startswith(start + " ") and sorted(text.split()[-len(plots) :]) == sorted(plots):
            return Refusal("refuse.order", "NE-C1", cells=tuple(plots), right=text)
    return None


# --- start, offer, bids


def _lay(s: State, words: list[str]) -> Refusal:
    if len(words) != 3 or words[0] not in LANDS:
        return _form("lay")
    land, plots = LANDS.index(words[0]), words[1:]
    missing = _plot(plots[0], s) or _plot(plots[1], s)
    if missing:
        return missing
    if s.start[s.active * N_LANDS + land] != NONE:
        return Refusal("refuse.laid", "NE-S3", {"land": words[0]})
    cells = [NAMES.index(plot) for plot in plots]
    if cells[1] not in _near(cells[0], corners=False):
        return Refusal("refuse.apart", "NE-S3", {"plots": ", ".join(plots)}, tuple(plots))
    taken = tuple(name(cell) for cell in cells if s.owner[cell] != NONE)
    if taken:
        return Refusal("refuse.occupied", "NE-S3", {"plot": taken[0]}, taken)
    level = int(contact(s))
    for corners in (False, True):
        touched = [near for cell in cells for near in _near(cell, corners=corners) if s.owner[near] != NONE]
        if level == 2:
            touched = [near for near in touched if s.owner[near] % N_LANDS == land and not corners]
        if touched and (level == 0 or not corners):
            key = ("refuse.touch", "refuse.touch_edge", "refuse.touch_land")[level]
            return Refusal(key, "NE-S4", {"plots": ", ".join(plots), "land": words[0]}, tuple(sorted({name(cell) for cell in touched})))
    return _written(s, f"lay {words[0]}", plots) or _form("lay")


def _announce(s: State, words: list[str]) -> Refusal:  # noqa: ARG001
    return Refusal("refuse.announce", "NE-R1", {"least": int(least_tiles(s)), "most": int(most_tiles(s))})


def _bid(s: State, words: list[str]) -> Refusal:
    markers = [int(marker) for marker in s.marker]
    if len(words) == 1 and words[0].isdecimal() and 0 < int(words[0]) in markers:
        return Refusal("refuse.taken", "NE-R2", {"marker": int(words[0]), "family": _family(s, markers.index(int(words[0])))})
    return _form("bid")


def _later(s: State, words: list[str]) -> Refusal:
    """While bids are made one may look at what an item would be used for: where it could go now, or why nowhere."""
    then = copy(s)
    then.phase, then.purchases = TO_BUY, 0
    then.marker[s.active] = 0
    if plots := sorted({plot for ways in _places(then, "buy", words[0]) for plot in ways}):
        return Refusal("refuse.later", WHEN["bid"], {"what": words[0]}, tuple(plots))
    return _buy(then, words)


# --- a player's turn


def _draw(s: State, words: list[str]) -> Refusal:
    if len(words) != 1 or words[0] not in ("tile", "card"):
        return _form("draw")
    if not s.privilege:
        return Refusal("refuse.draw", "NE-P1")
    if s.purchases:
        return Refusal("refuse.draw_late", "NE-P1")
    return Refusal("refuse.bag_empty" if words[0] == "tile" else "refuse.deck_empty", "NE-P1")


def _price(s: State, item: int) -> Refusal | None:
    """NE-P2: why nothing more, or not this, can be bought."""
    what = LANDS[item] if item < N_LANDS else KINDS[item - N_LANDS]
    if s.purchases >= PURCHASES:
        return Refusal("refuse.purchases", "NE-P2")
    if not can_pay(s):
        return Refusal("refuse.money", "NE-P2", {"price": int(s.marker[s.active]), "money": int(s.money[s.active])})
    if not s.offer[item]:
        return Refusal("refuse.offer_tile" if item < N_LANDS else "refuse.offer_card", "NE-P2", {"what": what})
    return None


def _buy(s: State, words: list[str]) -> Refusal:
    if words and words[0] in LANDS:
        return _price(s, LANDS.index(words[0])) or _tile(s, words)
    if not words or words[0] not in KINDS:
        return _form("buy")
    return _price(s, N_LANDS + KINDS.index(words[0])) or _carry_out(s, "buy", words)


def _use(s: State, words: list[str]) -> Refusal:
    if not words or words[0] not in KINDS:
        return _form("use")
    if not s.stored[s.active * N_KINDS + KINDS.index(words[0])]:
        return Refusal("refuse.not_stored", "NE-F4", {"card": words[0]})
    return _carry_out(s, "use", words)


def _store(s: State, words: list[str]) -> Refusal:
    if len(words) == 1 and words[0] in LANDS:
        return Refusal("refuse.store_tile", "NE-F4")
    if len(words) != 1 or words[0] not in KINDS:
        return _form("store")
    barns, stored = int(s.placed[s.active * N_FIGURES + BARN]), int(cards_stored(s, s.active))
    no_room = Refusal("refuse.no_barn" if not barns else "refuse.barns_full", "NE-F4", {"barns": barns}) if barns <= stored else None
    return _price(s, N_LANDS + KINDS.index(words[0])) or no_room or _form("store")


def _tile(s: State, words: list[str]) -> Refusal:
    """NE-L1, NE-L2: why this tile cannot be laid here."""
    land = LANDS.index(words[0])
    low, high = growth(s, s.active, land)
    room = tuple(name(cell) for cell in range(CELLS) if (low & LOW_BIT[cell]) or (high & HIGH_BIT[cell]))
    if not room:
        return Refusal("refuse.no_room", "NE-L3", {"land": words[0]})
    if len(words) != 2:
        return _form("buy")
    missing = _plot(words[1], s)
    if missing:
        return missing
    cell = NAMES.index(words[1])
    values = {"land": words[0], "plot": words[1]}
    if s.owner[cell] != NONE:
        return Refusal("refuse.occupied", "NE-L1", values, (words[1],))
    near = _near(cell, corners=False)
    if all(s.owner[other] != s.active * N_LANDS + land for other in near):
        return Refusal("refuse.beside", "NE-L1", values, room)
    others = [other for other in near if s.owner[other] != NONE and s.owner[other] // N_LANDS != s.active]
    rivals = [other for other in others if s.owner[other] % N_LANDS == land]
    if not rivals:
        return _form("buy")
    values["family"] = _family(s, int(s.owner[rivals[0]]) // N_LANDS)
    return Refusal("refuse.rival", "NE-L2", values, tuple(name(other) for other in rivals))


def _carry_out(s: State, verb: str, words: list[str]) -> Refusal:
    """Why this card cannot be carried out on these plots."""
    kind, plots = KINDS.index(words[0]), words[1:]
    if not plots:
        return _form(verb) if _places(s, verb, words[0]) else _nowhere(s, verb, kind)
    for plot in plots:
        missing = _plot(plot, s)
        if missing:
            return missing
    if kind >= FIGURE_KINDS:
        return (_stand(s, kind - FIGURE_KINDS, plots[0]) if len(plots) == 1 else None) or _form(verb)
    return _shape(s, kind, plots) or _written(s, f"{verb} {words[0]}", plots) or _form(verb)


def _places(s: State, verb: str, card: str) -> list[list[str]]:
    """The plots of each way to carry it out."""
    return [text.split()[2:] for text in map(spell, actions(s)) if text.startswith(f"{verb} {card} ")]


def _nowhere(s: State, verb: str, kind: int) -> Refusal:
    """Why there is no place at all for this card, and whether it could be stored instead."""
    cells: tuple[str, ...] = ()
    if kind == FIGURE_KINDS + SHIP:
        why, clause = "coast", "NE-F5"
    elif kind >= FIGURE_KINDS:
        why, clause = "tile", "NE-F1"
    else:
        why, clause, cells = _no_shape(s, verb, kind)
    land = LANDS[kind // N_SHAPES] if kind < FIGURE_KINDS else ""
    barns = int(s.placed[s.active * N_FIGURES + BARN])
    barn = "no" if verb == "use" or not barns else "full" if barns <= cards_stored(s, s.active) else "free"
    return Refusal("refuse.nowhere", clause, {"card": KINDS[kind], "why": why, "land": land, "barn": barn, "barns": barns}, cells)


def _no_shape(s: State, verb: str, kind: int) -> tuple[str, str, tuple[str, ...]]:
    """NE-F2 where only figures stand in the way, NE-D2 where only half a start tile would be used, else NE-D1."""
    cleared = copy(s)
    own = {cell: figure for cell in range(CELLS) if (figure := figure_at(s, int(s.active), cell)) != NONE}
    for cell, figure in own.items():
        leave(cleared, s.active, figure, cell)
    standing = {name(plot): name(cell) for cell in own for plot in (cell, int(s.mate[cell])) if plot != NONE}
    ways = [sorted({standing[plot] for plot in plots if plot in standing}) for plots in _places(cleared, verb, KINDS[kind])]
    if ways:
        fewest = min(len(figures) for figures in ways)
        return "figures", "NE-F2", tuple(next(figures for figures in ways if len(figures) == fewest))
    n = s.active * N_LANDS + kind // N_SHAPES
    first = s.start[n]
    cleared.start[n] = NONE
    if _places(cleared, verb, KINDS[kind]):
        return "half", "NE-D2", (name(int(first)), name(int(s.mate[first])))
    return "shape", "NE-D1", ()


def _stand(s: State, figure: int, plot: str) -> Refusal | None:
    """NE-F1, NE-F5: why the figure cannot stand here."""
    cell = NAMES.index(plot)
    values = {"plot": plot, "figure": FIGURES[figure]}
    first = min(cell, int(s.mate[cell])) if s.mate[cell] != NONE else cell
    if s.owner[cell] // N_LANDS != s.active:
        return Refusal("refuse.not_yours", "NE-F1", values, (plot,))
    if s.used[cell]:
        return Refusal("refuse.used", "NE-D3", values, (plot,))
    standing = figure_at(s, int(s.active), first)
    if standing != NONE:
        return Refusal("refuse.figure", "NE-F1", values | {"figure": FIGURES[standing]}, (name(first),))
    at_sea = (s.coast_low & LOW_BIT[first]) or (s.coast_high & HIGH_BIT[first])
    if figure == SHIP and not at_sea:
        return Refusal("refuse.sea", "NE-F5", values, (plot,))
    if first != cell:
        return Refusal("refuse.second_half", "NE-F1", values | {"first": name(first)}, (name(first), plot))
    return None


def _shape(s: State, kind: int, plots: list[str]) -> Refusal | None:
    """NE-D1 to NE-D3, NE-F2: why the card does not fit here."""
    land, shape = divmod(kind, N_SHAPES)
    n = s.active * N_LANDS + land
    values = {"card": KINDS[kind], "land": LANDS[land], "drawing": " / ".join(SHAPES[shape][1])}
    cells = [NAMES.index(plot) for plot in plots]
    if shape_of([divmod(cell, COLUMNS) for cell in cells]) != shape:
        return Refusal("refuse.shape", "NE-D1", values, tuple(plots))
    for cell in cells:
        here = values | {"plot": name(cell)}
        first = min(cell, int(s.mate[cell])) if s.mate[cell] != NONE else cell
        if s.owner[cell] != n:
            return Refusal("refuse.wrong_land", "NE-D1", here, (name(cell),))
        if s.used[cell]:
            return Refusal("refuse.used", "NE-D3", here, (name(cell),))
        standing = figure_at(s, int(s.active), first)
        if standing != NONE:
            return Refusal("refuse.blocked", "NE-F2", here | {"figure": FIGURES[standing]}, (name(cell),))
        if s.mate[cell] != NONE and s.mate[cell] not in cells:
            return Refusal("refuse.half", "NE-D2", here | {"other": name(int(s.mate[cell]))}, (name(cell), name(int(s.mate[cell]))))
    return None


def _move(s: State, words: list[str]) -> Refusal:
    if len(words) != 2:
        return _form("move")
    missing = _plot(words[0], s) or _plot(words[1], s)
    if missing:
        return missing
    origin = NAMES.index(words[0])
    values = {"plot": words[0]}
    first = min(origin, int(s.mate[origin])) if s.mate[origin] != NONE else origin
    figure = figure_at(s, int(s.active), first)
    if figure == NONE:
        return Refusal("refuse.no_figure", "NE-P4", values, (words[0],))
    if figure == BARN:
        return Refusal("refuse.barn", "NE-F4", values, (words[0],))
    if first != origin:
        return Refusal("refuse.second_half", "NE-F1", values | {"first": name(first)}, (name(first), words[0]))
    if (s.moved_low & LOW_BIT[origin]) or (s.moved_high & HIGH_BIT[origin]):
        return Refusal("refuse.moved", "NE-P4", values | {"figure": FIGURES[figure]}, (words[0],))
    moving = "NE-F5" if figure == SHIP else "NE-F3"
    if words[0] == words[1] or NAMES.index(words[1]) == s.mate[origin]:
        can = any(spell(action).startswith(f"move {words[0]} ") for action in actions(s))
        return Refusal("refuse.stay" if can else "refuse.no_goal", moving, values | {"figure": FIGURES[figure]}, (words[0],))
    refusal = _stand(s, figure, words[1])
    if refusal is not None and refusal.key in ("refuse.not_yours", "refuse.used", "refuse.figure"):
        return replace(refusal, clause=moving)
    return refusal or _form("move")
