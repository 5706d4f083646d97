"""A table to arrange positions on and to play from, in the words of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, ONLOOKER, Json, News, Refusal, find_action
from newfound.games.new_england import GAME
from newfound.games.new_england.actions import FIGURES, KINDS, LANDS
from newfound.games.new_england.state import State

LETTERS = {"S": "settlement", "C": "cropland", "P": "pasture"}
STANDING = {"p": "pilgrim", "b": "barn", "s": "ship"}
FAMILIES = {2: ("howland", "winslow"), 3: ("howland", "palmer", "winslow"), 4: ("annable", "howland", "palmer", "winslow")}


def settle(s: State, seed: int = 0) -> State:
    """Luck is drawn until somebody decides."""
    dice = Dice(seed)
    while GAME.turn(s) == CHANCE:
        GAME.apply(s, GAME.draw(s, dice))
    return s


def fresh(seats: int = 3, **options: str | bool) -> State:
    """A match before any luck."""
    return GAME.start(GAME.setup(seats, options))


def drawn(board: str) -> list[Json]:
    """Tiles from a drawing: a row number and a token for each column from a on.

    `.` nothing · `S0` settlement of seat 0 (C cropland, P pasture) · then `p` `b` `s` a figure, `#` used · `S0=` a start tile
    with the plot to the right, `S0|` with the plot below · `-` the other half of a start tile. Rows left out are empty.
    """
    tiles = []
    for line in board.strip().splitlines():
        row, *tokens = line.split()
        for column, token in enumerate(tokens):
            if token in (".", "-"):
                continue
            plot = "abcdefghijk"[column]
            plots = [f"{plot}{row}"]
            if "=" in token:
                plots.append(f"{'abcdefghijk'[column + 1]}{row}")
            elif "|" in token:
                plots.append(f"{plot}{int(row) - 1}")
            figure = next((STANDING[mark] for mark in token[2:] if mark in STANDING), None)
            tiles.append({"plots": plots, "seat": int(token[1]), "land": LETTERS[token[0]], "used": "#" in token, "figure": figure})
    return tiles


def counted(words: str) -> Json:
    """Tiles and cards of a list such as `pasture crop3 barn barn`."""
    named = words.split()
    assert all(word in LANDS or word in KINDS for word in named), words
    return {"tiles": {land: named.count(land) for land in LANDS}, "cards": {kind: named.count(kind) for kind in KINDS if kind in named}}


def arranged(
    board: str = "",
    *,
    seats: int = 3,
    active: int = 0,
    offer: str = "",
    money: int = 20,
    markers: Sequence[int] = (4, 3, 2, 1),
    stored: str = "",
    purchases: int = 0,
    privilege: bool = False,
    left: str | None = None,
    **options: str | bool,
) -> State:
    """A position within a player's turn. What belongs to one player is the active one's; cards carried out follow from the board."""
    position = GAME.dump(fresh(seats, **options))
    position["phase"], position["round"], position["first"], position["active"] = "buy", 1, 0, active
    position["announced"] = 3
    position["offer"] = counted(offer)
    if left is not None:
        position["left"] = counted(left)
    position["purchases"], position["privilege"] = purchases, int(privilege)
    position["tiles"] = drawn(board)
    for seat, held in enumerate(position["seats"]):
        held["family"] = FAMILIES[seats][seat]
        held["marker"] = markers[seat]
        own = [tile["figure"] for tile in position["tiles"] if tile["seat"] == seat]
        held["done"] = {figure: own.count(figure) for figure in FIGURES if figure in own}
    position["seats"][active]["money"] = money
    position["seats"][active]["stored"] = counted(stored)["cards"]
    return GAME.load(position)


def announcing(tiles: int, cards: int, seats: int = 3) -> State:
    """A match at the announcement, with so many tiles in the bag and cards in the deck."""
    s = fresh(seats, first_game=True)
    settle(s)
    position = GAME.dump(s)
    position["left"] = counted("pasture " * tiles + "barn " * cards)
    return GAME.load(position)


def play(s: State, *texts: str) -> State:
    """These actions in turn, in place; luck between them is drawn unless it is spelt out."""
    for text in texts:
        if find_action(GAME, s, text) is None:
            settle(s)
        action = find_action(GAME, s, text)
        assert action is not None, f"{text}: {GAME.refuse(s, text)}"
        GAME.apply(s, action)
    return s


def after(s: State, *texts: str) -> State:
    """The same, on a copy."""
    return play(GAME.copy(s), *texts)


def legal(s: State, start: str = "") -> set[str]:
    return {text for text in map(GAME.spell, GAME.actions(s)) if text.startswith(start)}


def plots(s: State, start: str) -> set[str]:
    """What may follow these words: the plots of each way to go on."""
    return {text.removeprefix(start).strip() for text in legal(s, start + " ")}


def told(s: State, text: str) -> list[News]:
    action = find_action(GAME, s, text)
    assert action is not None, f"{text}: {GAME.refuse(s, text)}"
    return GAME.tell(s, action, ONLOOKER)


def refused(s: State, text: str) -> Refusal:
    assert find_action(GAME, s, text) is None, f"{text} is legal"
    return GAME.refuse(s, text)


def view(s: State) -> Any:
    return GAME.observe(s, ONLOOKER)


def money(s: State, seat: int = 0) -> int:
    return int(view(s)["seats"][seat]["money"])


def points(s: State, seat: int = 0) -> int:
    return GAME.scores(s)[seat].total


__all__ = ["GAME", "after", "announcing", "arranged", "counted", "drawn", "fresh", "legal", "money", "play", "plots", "points", "refused"]
__all__ += ["settle", "told", "view"]
