"""An independent judge of what is legal: from the view alone, with sets of plots and no tables. Slow, and short enough to check by eye."""

from __future__ import annotations

from typing import Any

Plot = tuple[int, int]  # column and row from 1, as in c4 = (3, 4)
SEA_NAMES = "abcdefghijk"


def at(name: str) -> Plot:
    return SEA_NAMES.index(name[0]) + 1, int(name[1:])


def said(plot: Plot) -> str:
    return f"{SEA_NAMES[plot[0] - 1]}{plot[1]}"


def reading(plots: set[Plot]) -> str:
    """Row by row from the top, each from the left."""
    return " ".join(said(plot) for plot in sorted(plots, key=lambda plot: (-plot[1], plot[0])))


def edges(plots: set[Plot]) -> set[Plot]:
    return {(x + dx, y + dy) for x, y in plots for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}


def corners(plots: set[Plot]) -> set[Plot]:
    return {(x + dx, y + dy) for x, y in plots for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


class Judge:
    """Reads one view."""

    def __init__(self, view: Any) -> None:
        self.view = view
        lines = view["map"][1:-1]
        self.board = {(x, 9 - y) for y, line in enumerate(lines) for x, mark in enumerate(line) if mark == "." and x > 0}
        self.tiles = [(tile, {at(plot) for plot in tile["plots"]}) for tile in view["tiles"]]
        self.taken = {plot for _, plots in self.tiles for plot in plots}
        self.free = self.board - self.taken
        self.sea = {at(plot) for plot in view["sea"]}
        self.seat = view["turn"]

    def ended_now(self) -> list[int]:
        """The final scores if no more were bought: NE-D4, NE-E2, NE-E3."""
        cards, found = self.view["cards"], []
        for family in self.view["seats"]:
            points = sum(cards[card]["points"] * count for card, count in family["done"].items())
            for figure, bonus in self.view["bonus"].items():
                counts = [other["figures"][figure] for other in self.view["seats"]]
                points += bonus["points"] if 0 < family["figures"][figure] == max(counts) else 0
            found.append(points)
        return found

    def legal(self) -> set[str]:
        phase = self.view["phase"]
        if phase == "start":
            return self.start()
        if phase == "announce":
            return {f"announce {n}" for n in (range(2, 6) if len(self.view["seats"]) == 2 else range(3, 7))}
        if phase == "bid":
            held = {seat["marker"] for seat in self.view["seats"]}
            return {f"bid {n}" for n in range(1, 11) if n not in held}
        return self.turn()

    # NE-S3, NE-S4
    def start(self) -> set[str]:
        lands = self.view["seats"][self.seat]["to_lay"]
        dominoes = [{plot, other} for plot in self.free for other in edges({plot}) & self.free]
        apart = [d for d in dominoes if not corners(d) & self.taken]
        beside = [d for d in dominoes if not edges(d) & self.taken]
        if self.view["options"]["start_contact"] == "corners":
            apart = beside
        found = dict.fromkeys(lands, apart or beside)
        if not apart and not beside:
            for land in lands:
                same = {plot for tile, plots in self.tiles if tile["land"] == land for plot in plots}
                found[land] = [d for d in dominoes if not edges(d) & same]
        return {f"lay {land} {reading(d)}" for land in lands for d in found[land]}

    # NE-P1 to NE-P6
    def turn(self) -> set[str]:
        view, own = self.view, self.view["seats"][self.seat]
        found = {"end"}
        if view["may_draw"]:
            found |= {"draw tile"} if sum(view["left"]["tiles"].values()) else set()
            found |= {"draw card"} if sum(view["left"]["cards"].values()) else set()
        if view["purchases"] < 2 and own["money"] >= own["marker"]:
            for land, count in view["offer"]["tiles"].items():
                found |= {f"buy {land} {said(plot)}" for plot in self.room(land)} if count else set()
            for card in view["offer"]["cards"]:
                found |= {f"buy {card} {where}" for where in self.places(card)}
                if own["figures"]["barn"] > sum(own["stored"].values()):
                    found.add(f"store {card}")
        for card in own["stored"]:
            found |= {f"use {card} {where}" for where in self.places(card)}
        return found | self.moves()

    # NE-L1, NE-L2
    def room(self, land: str) -> set[Plot]:
        mine = {plot for tile, plots in self.tiles if tile["land"] == land and tile["seat"] == self.seat for plot in plots}
        theirs = {plot for tile, plots in self.tiles if tile["land"] == land and tile["seat"] != self.seat for plot in plots}
        return (edges(mine) & self.free) - edges(theirs)

    def bare(self) -> list[tuple[Any, set[Plot]]]:
        """Plain tiles of one's own without a figure."""
        return [(tile, plots) for tile, plots in self.tiles if tile["seat"] == self.seat and not tile["used"] and not tile["figure"]]

    # NE-F1, NE-F5, NE-D1, NE-D2
    def places(self, card: str) -> set[str]:
        if card in ("pilgrim", "barn", "ship"):
            return {tile["plots"][0] for tile, plots in self.bare() if card != "ship" or plots & self.sea}
        shape, land = self.view["cards"][card]["shape"], self.view["cards"][card]["land"]
        bare = [plots for tile, plots in self.bare() if tile["land"] == land]
        plots = {plot for tile in bare for plot in tile}
        turned = {(x, y) for y, line in enumerate(shape) for x, mark in enumerate(line) if mark == "#"}
        found = set()
        for _ in range(4):
            turned = {(-y, x) for x, y in turned}
            for x in range(-4, 16):
                for y in range(-4, 16):
                    lying = {(x + dx, y + dy) for dx, dy in turned}
                    if lying <= plots and all(tile <= lying or not tile & lying for tile in bare):
                        found.add(reading(lying))
        return found

    # NE-F3, NE-F5, NE-P4
    def moves(self) -> set[str]:
        found = set()
        for tile, _ in self.tiles:
            if tile["seat"] == self.seat and tile["figure"] in ("pilgrim", "ship") and tile["plots"][0] not in self.view["moved"]:
                found |= {f"move {tile['plots'][0]} {goal}" for goal in self.places(tile["figure"])}
        return found

    def areas(self) -> list[int]:
        """How many connected areas each seat has of each land it has any of."""
        counts = []
        for seat in range(len(self.view["seats"])):
            for land in ("settlement", "cropland", "pasture"):
                rest = {plot for tile, plots in self.tiles if tile["seat"] == seat and tile["land"] == land for plot in plots}
                count = 0
                while rest:
                    count += 1
                    grown = {rest.pop()}
                    while beside := edges(grown) & rest:
                        grown |= beside
                        rest -= beside
                counts.append(count)
        return counts

    def rivals_touch(self) -> bool:
        """NE-L2: whether two players' tiles of one land share an edge."""
        owner = {plot: (tile["land"], tile["seat"]) for tile, plots in self.tiles for plot in plots}
        return any(
            owner.get(near, (None, None))[0] == land and owner[near][1] != seat
            for plot, (land, seat) in owner.items()
            for near in edges({plot})
        )
