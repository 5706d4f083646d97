"""A second New Haven, written from the clauses alone: slow, literal, sharing nothing with the game but the spelling of actions.

The course of a match is one generator. It yields whose turn it is and every legal spelling (with its weight where luck decides),
and is sent the spelling that was chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from itertools import product

Weights = dict[str, int]
Course = Generator[tuple[int, Weights], str, None]
Space = tuple[int, int]  # row and column from 0, top left
Building = tuple[str, int]  # resource and number

CHANCE, OVER = -1, -2
RESOURCES = {"W": "wheat", "T": "timber", "S": "sheep", "R": "stone"}
LETTERS = {name: letter for letter, name in RESOURCES.items()}
PRINTED = {(1, 1): "RSTT", (1, 5): "WSWT", (5, 1): "SRSW", (5, 5): "RRTW"}  # NH-C4
SETTLEMENTS = [(1, 1), (1, 3), (1, 5), (3, 1), (3, 5), (5, 1), (5, 3), (5, 5)]  # NH-C5
CLEARINGS = [(0, 2), (0, 4), (2, 0), (2, 2), (2, 4), (2, 6), (3, 3), (4, 0), (4, 2), (4, 4), (4, 6), (6, 2), (6, 4)]
TILES = [
    "WTWS", "SSSR", "TSTS", "SWSR", "SSSW", "RWRT", "RSRW", "SRST", "SRSW", "WRWS", "WWWT", "RTRW",
    "WWWR", "WWWS", "TTTW", "TWTW", "SWST", "SWSW", "RRRT", "RWRS", "RWTR", "WRTT", "STSR", "SRSR",
    "WRTW", "TSTR", "RRRW", "TRTS", "RTRS", "SRSR", "WRWR", "SSST", "TSTS", "TTTS", "STSW", "TRTR",
    "TSTW", "WRWR", "TRTW", "RSTR", "RRRS", "TRST", "WSTW", "SWTS", "TRWT", "WRWT", "TWTW", "SRWS",
    "RSRT", "SWSW", "RWSR", "TTTR", "WSWT", "TWTS", "WRSW", "TWST", "WSWR", "WTWR", "SRTS", "TRTR",
]  # fmt: skip
NUMBERS = [6, 5, 4, 3, 2, 1]  # NH-C8: of the rows from the top; their colonists too
COLUMNS = [5, 4, 3, 4, 5]
VILLAGE = [(row, column) for row in range(6) for column in range(5)]


def cell_name(at: Space) -> str:
    return "abcdefg"[at[1]] + str(7 - at[0])


def space_name(at: Space) -> str:
    return "abcde"[at[1]] + str(6 - at[0])


def spelt(building: Building) -> str:
    return f"{building[0]}-{building[1]}"


def read(text: str) -> Building:
    resource, number = text.split("-")
    return resource, int(number)


def turns(tile: str) -> list[str]:
    """The tile turned four ways; never mirrored (NH-C6)."""
    found = [tile]
    for _ in range(3):
        top_left, top_right, low_left, low_right = list(found[-1])
        found.append(low_left + top_left + low_right + top_right)
    return found


def upright(tile: str) -> str:
    """How a tile in hand is spelt: of its four turns the first, in the order W T S R."""
    return min(turns(tile), key=lambda face: ["WTSR".index(letter) for letter in face])


def beside(at: Space) -> list[Space]:
    row, column = at
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def playing_area(seats: int) -> set[Space]:
    """NH-C3."""
    rows = range(1, 6) if seats == 2 else range(7)
    columns = range(7) if seats == 4 else range(1, 6)
    return set(product(rows, columns)) - {(0, 0), (0, 6), (6, 0), (6, 6)}


def squares_of(board: Mapping[Space, str]) -> dict[Space, str]:
    found = {}
    for (row, column), face in board.items():
        for number, letter in enumerate(face):
            found[2 * row + number // 2, 2 * column + number % 2] = letter
    return found


def gather(board: Mapping[Space, str], at: Space) -> dict[str, int]:
    """NH-T3: what the tile at this space brings."""
    squares = squares_of(board)
    markers = dict.fromkeys(RESOURCES.values(), 0)
    for letter in set(board[at]):
        starts = [square for square in squares_of({at: board[at]}) if squares[square] == letter]
        reached: set[Space] = set()
        while starts:
            square = starts.pop()
            if square not in reached and squares.get(square) == letter:
                reached.add(square)
                starts += beside(square)
        markers[RESOURCES[letter]] = len(reached)
    return markers


class Player:
    def __init__(self) -> None:
        self.hand: Counter[Building] = Counter()
        self.tiles: list[str] = []
        self.shipment = True
        self.village: dict[Space, tuple[Building, bool]] = {}  # the building, and whether it is face up
        self.public: list[str | Building] = []  # NH-S6: in order, the buildings taken openly and the resources built face down
        self.charters: list[str] = []

    def may_build(self, resource: str, at: Space, redevelop: bool) -> bool:
        """NH-B2 to NH-B4 and NH-V1, whatever it costs."""
        if at in self.village and not redevelop:
            return False
        others = [space for space, (built, _) in self.village.items() if space != at and built[0] == resource]
        return not others or any(space in others for space in beside(at))

    def take_openly(self, building: Building) -> None:
        self.hand[building] += 1
        self.public.append(building)

    def build(self, building: Building, at: Space, up: bool) -> None:
        self.village[at] = building, up
        self.hand[building] -= 1
        if not up:
            self.public.append(building[0])
        elif building in self.public:  # no telling which of two alike it was: the later one bound the hand more
            del self.public[len(self.public) - 1 - self.public[::-1].index(building)]

    def could_hold(self, hand: Counter[Building]) -> bool:
        """NH-S6: what was taken openly is in hand, unless a face-down building of its resource came later, one for each."""
        for resource in RESOURCES.values():
            missing: Counter[Building] = Counter({building: -count for building, count in hand.items()})
            down = 0
            for entry in reversed(self.public):  # from now back to the start
                if entry == resource:
                    down += 1
                elif not isinstance(entry, str) and entry[0] == resource:
                    missing[entry] += 1
                    if (+missing).total() > down:
                        return False
        return True

    def lines(self, lines: Iterable[tuple[list[Space], int]]) -> tuple[int, int]:
        """NH-E2: how many of these lines are full, and their points."""
        full, points = 0, 0
        for line, colonists in lines:
            if all(at in self.village for at in line):
                full += 1
                points += colonists * (2 if all(self.village[at][1] for at in line) else 1)
        return full, points

    def rows(self) -> tuple[int, int]:
        return self.lines(([(row, column) for column in range(5)], NUMBERS[row]) for row in range(6))

    def columns(self) -> tuple[int, int]:
        return self.lines(([(row, column) for row in range(6)], COLUMNS[column]) for column in range(5))


class Oracle:
    """A match that is told what happens, and says what may happen next."""

    def __init__(self, seats: int, options: Mapping[str, bool | str]) -> None:
        self.seats = seats
        self.side_b = options["side"] == "B"
        self.redevelop = bool(options["redevelop"])
        self.careful = bool(options["careful"])
        self.chartered = bool(options["charters"])
        self.drawn_first = options["first"] == "drawn"
        self.area = playing_area(seats)
        self.board = {} if self.side_b else dict(PRINTED)
        self.ponds: set[Space] = set()
        self.shipped: Space | None = None
        self.clearings: dict[Space, Building] = {}
        self.markers = dict.fromkeys(RESOURCES.values(), 0)
        copies = 6 - ({2: 2, 3: 1, 4: 0}[seats] if self.careful else 0)  # NH-V2
        self.bag = Counter({(resource, number): copies for resource in RESOURCES.values() for number in range(1, 7)})
        self.unseen = Counter(map(upright, TILES))
        self.circles: list[Building] = []
        self.players = [Player() for _ in range(seats)]
        self.active = 0
        self.turns_taken = [0] * seats
        self.seen: Counter[str] = Counter()  # what came up in this match, so that a test knows what it has tested
        self.course = self.match()
        self.turn, self.legal = next(self.course)

    def play(self, text: str) -> None:
        assert text in self.legal, f"{text} is not legal"
        try:
            self.turn, self.legal = self.course.send(text)
        except StopIteration:
            self.turn, self.legal = OVER, {}

    # What is where

    def open(self) -> set[Space]:
        """NH-C3, NH-C4, NH-X2."""
        return {at for at in self.area if at not in self.board and at not in self.ponds}

    def pool(self) -> int:
        return self.unseen.total() - sum(player.shipment for player in self.players) - (self.shipped is not None)

    def scores(self, ended: bool = False) -> list[tuple[int, int, int]]:
        """Points for rows, columns and charters; or what they would be if it ended now."""
        most = max(len(player.charters) for player in self.players)
        found = []
        for player in self.players:
            charters = sum({"row": 2, "column": 4}.get(charter, 3) for charter in player.charters)
            if (ended or self.turn == OVER) and 0 < most == len(player.charters):
                charters += 2
            found.append((player.rows()[1], player.columns()[1], charters))
        return found

    def ranking(self) -> list[int]:
        """NH-E4."""
        keys = [
            (-sum(score), 30 - len(player.village), player.hand.total()) for score, player in zip(self.scores(), self.players, strict=True)
        ]
        return [1 + sum(other < key for other in keys) for key in keys]

    # The course of a match

    def match(self) -> Course:
        yield from self.set_up()
        while True:
            yield from self.one_turn(self.players[self.active])
            if len(self.open()) == 1:  # NH-E1
                return
            self.active = (self.active + 1) % self.seats  # NH-T8

    def set_up(self) -> Course:
        if self.drawn_first:  # NH-S1
            first = yield CHANCE, {f"first {seat}": 1 for seat in range(self.seats)}
            self.active = int(first.split()[1])
        if self.side_b:
            yield from self.settle()
        yield from self.fill_circles()  # NH-S2
        if self.side_b:
            for at in CLEARINGS:
                if at in self.area:  # NH-X3
                    self.clearings[at] = yield from self.from_bag()
        for player in self.players:
            for _ in range(6):  # NH-S3
                drawn = yield from self.from_bag()
                player.hand[drawn] += 1
            for _ in range(3 if self.careful else 2):
                yield from self.new_tile(player)

    def settle(self) -> Course:
        """NH-X1: four ponds and four tiles, shuffled together."""
        ponds = Counter({"settle pond": 2, "settle pond-3": 1, "settle pond-4": 1})
        tiles = 4
        for at in SETTLEMENTS:
            weights = {pond: left * self.unseen.total() * 4 for pond, left in ponds.items() if left}
            if tiles:
                for tile, left in self.unseen.items():
                    for face in turns(tile) if left else []:
                        weights[f"tile {face}"] = weights.get(f"tile {face}", 0) + tiles * left
            chosen = yield CHANCE, weights
            if chosen in ponds:
                ponds[chosen] -= 1
                if self.seats >= {"settle pond": 2, "settle pond-3": 3, "settle pond-4": 4}[chosen]:  # else it is taken off
                    self.ponds.add(at)
            else:
                tiles -= 1
                self.unseen[upright(chosen.split()[1])] -= 1
                self.board[at] = chosen.split()[1]

    def from_bag(self) -> Generator[tuple[int, Weights], str, Building]:
        text = yield CHANCE, {f"draw {spelt(building)}": left for building, left in self.bag.items() if left}
        drawn = read(text.split()[1])
        self.bag[drawn] -= 1
        return drawn

    def fill_circles(self) -> Course:
        while len(self.circles) < 5 and self.bag.total():
            drawn = yield from self.from_bag()
            self.circles.append(drawn)

    def new_tile(self, player: Player) -> Course:
        assert self.pool() > 0  # NH-T7
        text = yield CHANCE, {f"tile {tile}": left for tile, left in self.unseen.items() if left}
        tile = text.split()[1]
        self.unseen[tile] -= 1
        player.tiles.append(tile)

    def one_turn(self, player: Player) -> Course:
        yield from self.lay(player)
        for later in range(self.seats):  # NH-T4, NH-T5
            if any(self.markers.values()):
                self.seen["shared" if later else "gathered"] += 1
                yield from self.build((self.active + later) % self.seats)
        yield from self.draw_buildings(player)
        yield from self.fill_circles()
        self.markers = dict.fromkeys(self.markers, 0)  # NH-T7
        if self.shipped:
            yield from self.turn_over(self.shipped)
        else:
            yield from self.new_tile(player)
        self.turns_taken[self.active] += 1

    def lay(self, player: Player) -> Course:
        """NH-T1 to NH-T3, NH-X3."""
        choices = [f"lay {face} {cell_name(at)}" for tile in player.tiles for face in turns(tile) for at in self.open()]
        if player.shipment:
            choices += [f"ship {cell_name(at)} {resource}" for resource in RESOURCES.values() for at in self.open()]
        how, first, second = (yield self.active, dict.fromkeys(choices, 1)).split()
        if how == "lay":
            at = next(at for at in self.area if cell_name(at) == second)
            player.tiles.remove(upright(first))
            self.board[at] = first
        else:
            at = next(at for at in self.area if cell_name(at) == first)
            player.shipment = False
            self.board[at] = LETTERS[second] * 4
            self.shipped = at
        self.markers = gather(self.board, at)
        self.seen["over 20"] += max(self.markers.values()) > 20
        if at in self.clearings:
            player.take_openly(self.clearings.pop(at))
            self.seen["clearing"] += 1

    def build(self, seat: int) -> Course:
        player = self.players[seat]
        while any(self.markers.values()):
            choices = ["pass"]
            for building, (row, column) in product(+player.hand, VILLAGE):
                resource, number = building
                if NUMBERS[row] <= self.markers[resource] and player.may_build(resource, (row, column), self.redevelop):
                    choices.append(f"build {spelt(building)} {space_name((row, column))} down")
                    if number == NUMBERS[row]:
                        choices.append(f"build {spelt(building)} {space_name((row, column))} up")
            chosen = yield seat, dict.fromkeys(choices, 1)
            if chosen == "pass":
                return
            _, name, space, way = chosen.split()
            at = next(at for at in VILLAGE if space_name(at) == space)
            self.seen["covered"] += at in player.village
            self.seen["up" if way == "up" else "down"] += 1
            player.build(read(name), at, way == "up")
            self.markers[read(name)[0]] -= NUMBERS[at[0]]  # NH-B1
            self.award(player)

    def award(self, player: Player) -> None:
        """NH-V3: to the player who has just built."""
        if not self.chartered:
            return
        won = {charter for other in self.players for charter in other.charters}
        held = Counter(building[0] for building, _ in player.village.values())
        earned = {resource for resource, count in held.items() if count >= 6}
        earned |= {"row"} if player.rows()[0] else set()
        earned |= {"column"} if player.columns()[0] else set()
        player.charters += earned - won
        self.seen.update(earned - won)

    def draw_buildings(self, player: Player) -> Course:
        """NH-T6."""
        for draw in range(list(self.markers.values()).count(0)):
            if not self.circles and not self.bag.total():
                self.seen["no building left"] += 1
                return
            choices = {f"take {spelt(building)}" for building in self.circles}
            if draw > 0 and self.bag.total():
                choices.add("take bag")
            self.seen["bag empty"] += not self.bag.total()
            chosen = yield self.active, dict.fromkeys(choices, 1)
            if chosen == "take bag":
                drawn = yield from self.from_bag()
                player.hand[drawn] += 1
            else:
                self.circles.remove(read(chosen.split()[1]))
                player.take_openly(read(chosen.split()[1]))

    def turn_over(self, at: Space) -> Course:
        """NH-T7: the shipment shows its face, and its owner draws no tile."""
        weights: Weights = {}
        for tile, left in self.unseen.items():
            for face in turns(tile) if left else []:
                weights[f"tile {face}"] = weights.get(f"tile {face}", 0) + left
        face = (yield CHANCE, weights).split()[1]
        self.unseen[upright(face)] -= 1
        self.board[at] = face
        self.shipped = None
