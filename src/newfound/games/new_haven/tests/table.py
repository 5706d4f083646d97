"""A table to arrange positions on and to play from, in the words of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, News, Refusal, find_action
from newfound.games.new_haven import GAME
from newfound.games.new_haven.actions import building_name
from newfound.games.new_haven.components import CELL_NAMES, KINDS, LEAST, RESOURCES, SPACE_NAMES, face_of, letters_of
from newfound.games.new_haven.state import PHASES, State

LETTER = {"W": 0, "T": 6, "S": 12, "R": 18}
KIND = {building_name(kind): kind for kind in range(KINDS)}


def cell(row: int, column: int) -> str:
    """The name of a space of the shared board, given as in the clause file: from 0, top left."""
    return CELL_NAMES[row * 7 + column]


def settle(s: State, seed: int = 0) -> State:
    """Luck is drawn until somebody decides."""
    dice = Dice(seed)
    while GAME.turn(s) == CHANCE:
        GAME.apply(s, GAME.draw(s, dice))
    return s


def fresh(seats: int = 2, seed: int = 0, **options: str | bool) -> State:
    """A match at its first decision."""
    return settle(GAME.start(GAME.setup(seats, options)), seed)


def arranged(
    s: State,
    *,
    board: Mapping[str, str] | None = None,
    tiles: Sequence[str] | None = None,
    hand: Sequence[str] | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    village: str | None = None,
    villages: Mapping[int, str] | None = None,
    markers: Mapping[str, int] | None = None,
    circles: Sequence[str] | None = None,
    bag: Sequence[str] | None = None,
    phase: str | None = None,
) -> State:
    """The same position with some of it laid out by hand; what belongs to one player is the active one's."""
    position = GAME.dump(s)
    active = position["active"]
    for name, face in (board or {}).items():
        at = CELL_NAMES.index(name)
        position["status"][at] = 2
        position["face"][at] = face_of(face)
    if tiles is not None:
        held = [int(LEAST[face_of(tile)]) for tile in tiles]
        position["tiles"][active * 3 : active * 3 + 3] = [*held, -1, -1, -1][:3]
    for seat, names in ({active: hand} if hand is not None else dict(hands or {})).items():
        counts = [list(names).count(building_name(kind)) for kind in range(KINDS)]
        position["hands"][seat * KINDS : seat * KINDS + KINDS] = counts
    for seat, drawing in ({active: village} if village is not None else dict(villages or {})).items():
        position["village"][seat * 30 : seat * 30 + 30] = draw_village(drawing)
    if markers is not None:
        position["markers"] = [markers.get(resource, 0) for resource in RESOURCES]
    if circles is not None:
        position["circles"] = ([KIND[name] for name in circles] + [-1] * 5)[:5]
    if bag is not None:
        position["bag"] = [list(bag).count(building_name(kind)) for kind in range(KINDS)]
    if phase is not None:
        position["phase"] = PHASES.index(phase)
    return GAME.load(position)


def draw_village(drawing: str) -> list[int]:
    """Six rows from the top: `.` empty, `W` wheat face up (of the row's number), `w` face down (a 1), `w5` a face-down 5."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    rows = [row[1:] if row[0].isdigit() else row for row in rows]
    assert [len(row) for row in rows] == [5] * 6, drawing
    codes = []
    for number, row in zip((6, 5, 4, 3, 2, 1), rows, strict=True):
        for space in row:
            if space == ".":
                codes.append(0)
            elif space.isupper():
                codes.append(LETTER[space] + number)
            else:
                codes.append(LETTER[space[0].upper()] + int(space[1:] or 1) + 24)
    return codes


def play(s: State, *texts: str) -> State:
    """These actions in turn, in place; luck between them is drawn unless it is spelt out."""
    for text in texts:
        if find_action(GAME, s, text) is None:
            settle(s)
        action = find_action(GAME, s, text)
        assert action is not None, f"{text}: {GAME.refuse(s, text)}"
        GAME.apply(s, action)
    return s


def told(s: State, text: str, reader: int = -3) -> list[News]:
    action = find_action(GAME, s, text)
    assert action is not None, f"{text}: {GAME.refuse(s, text)}"
    return GAME.tell(s, action, reader)


def refused(s: State, text: str) -> Refusal:
    assert find_action(GAME, s, text) is None, f"{text} is legal"
    return GAME.refuse(s, text)


def legal(s: State, kind: str = "") -> set[str]:
    return {text for text in map(GAME.spell, GAME.actions(s)) if text.startswith(kind)}


def spaces(s: State, building: str, way: str = "down") -> set[str]:
    """Where this building may be built now."""
    return {text.split()[2] for text in legal(s, f"build {building} ") if text.endswith(way)}


def gathered(s: State, text: str) -> dict[str, int]:
    """What laying this brings."""
    after = GAME.copy(s)
    play(after, text)
    return {resource: int(n) for resource, n in zip(RESOURCES, after.markers, strict=True) if n}


def points(s: State, seat: int = 0) -> int:
    return GAME.scores(s)[seat].total


def hand(s: State, seat: int = 0) -> list[str]:
    return [building_name(kind) for kind in range(KINDS) for _ in range(int(s.hands[seat * KINDS + kind]))]


def tiles(s: State, seat: int = 0) -> list[str]:
    return [letters_of(int(tile)) for tile in s.tiles[seat * 3 : seat * 3 + 3] if tile >= 0]


__all__ = ["CELL_NAMES", "GAME", "SPACE_NAMES", "arranged", "cell", "fresh", "gathered", "hand", "legal", "play", "points", "refused"]
__all__ += ["settle", "spaces", "tiles", "told"]
