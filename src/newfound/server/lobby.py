"""Before the match: a table is made and filled, what is played can be changed, and it begins when all are ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from newfound import games
from newfound.core.game import Json, Value
from newfound.host.making import Wish, blank, game_of, must_be_level, only_mine, seats_for
from newfound.host.names import clean_name
from newfound.host.problems import Denied
from newfound.host.records import Guest, Invitation, Seat, Table
from newfound.server import deleting, people, seating
from newfound.server.hall import CANCELLED, Hall
from newfound.server.room import Room

MOST_INVITED: Final = 30  # at one table


# Making a table


async def make(
    hall: Hall,
    guest: Guest,
    game_name: str,
    options: Mapping[str, Value],
    wishes: Sequence[Wish],
    public: bool,
    practice: bool | None,
    ready: bool = True,
    pace: int = 0,
) -> Room:
    game = games.find(game_name)
    setup = game.setup(len(wishes), options)
    may_bring(hall, guest, wishes)
    table = replace(blank(game, setup, seats_for(wishes, guest, ready), guest.id), public=public, pace=pace)
    if practice is not None:
        if practice and not table.practice:
            raise Denied(422, "practice")
        table = replace(table, practice=practice)
    await hall.store.add_table(table)
    return await open_room(hall, table.code, guest)


def may_bring(hall: Hall, guest: Guest, seats: Sequence[Wish | Seat]) -> None:
    if any(seat.kind == "bot" for seat in seats):
        hall.may_bring_bots(guest)


async def open_room(hall: Hall, code: str, maker: Guest | None = None) -> Room:
    room = await hall.room(code)
    if maker is not None:
        room.patron = maker.id, maker.address
    await room.start()
    return room


# Changing it


async def _change(room: Room, how: Callable[[Table], Table]) -> None:
    """One change after the other; each may be the last that was missing."""

    def waiting(table: Table) -> Table:
        if table.status != "open":
            raise Denied(409, "begun")
        return how(table)

    await seating.change(room.store, room.code, waiting)
    await room.changed()
    await room.start()


def _with(table: Table, *changed: Seat) -> Table:
    """With these seats; hints are off where somebody could come to harm by them."""
    new = {seat.seat: seat for seat in changed}
    seats = tuple(new.get(seat.seat, seat) for seat in table.seats)
    return replace(table, seats=seats, practice=table.practice and only_mine(seats, table.host))


def _seat(table: Table, seat: int) -> Seat:
    if seat >= len(table.seats):
        raise Denied(404, "person", seat=seat + 1)
    return table.seats[seat]


def _hosted(table: Table, guest: Guest) -> Table:
    if table.host != guest.id:
        raise Denied(403, "host")
    return table


def _planned(table: Table) -> Table:
    """It is another table that others were ready for."""
    seats = (replace(seat, ready=seat.ready and seat.guest == table.host) for seat in table.seats)
    return replace(table, seats=tuple(seats), plan=table.plan + 1)


def sitting(guest: str, name: str, seat: int | None, ready: bool) -> Callable[[Table], Table]:
    """Somebody sits down, on this seat or on the first that is open."""

    def sit(table: Table) -> Table:
        vacant = [other.seat for other in table.seats if other.kind == "open"]
        if not vacant or (seat is not None and seat not in vacant):
            raise Denied(409, "full" if seat is None else "taken")
        if any(one.guest == guest and one.state == "barred" for one in table.invitations):
            raise Denied(403, "not_here")
        after = _with(table, Seat(vacant[0] if seat is None else seat, "person", guest, name, ready=ready))
        invitations = tuple(one for one in table.invitations if one.guest != guest)
        host = guest if table.emptied is not None or not table.host else table.host
        return replace(after, invitations=invitations, host=host, emptied=None)

    return sit


async def join(room: Room, guest: Guest, seat: int | None, name: str | None, ready: bool = True) -> None:
    shown = clean_name(name) if name else guest.name
    if await people.has_blocked(room.store, room.table.host, guest.id):
        raise Denied(403, "not_here")
    await seating.change(room.store, room.code, sitting(guest.id, shown, seat, ready))
    await room.changed()
    await room.start()


async def stand_up(room: Room, guest: Guest, seat: int | None = None) -> None:
    """From one seat, or from all of theirs. A host who leaves lets the next person be host, rather one who is here."""
    here = room.presence().seats

    def stand(table: Table) -> Table:
        mine = [one for one in table.seats if one.guest == guest.id and seat in (None, one.seat)]
        if not mine:
            raise Denied(403, "chat" if seat is None else "seat", **({} if seat is None else {"seat": seat + 1}))
        after = _with(table, *(Seat(one.seat, "open") for one in mine))
        left = sorted((one for one in after.seats if one.guest), key=lambda one: (one.seat not in here, one.seat < mine[0].seat))
        if not left:
            return replace(after, emptied=int(room.clock()))
        stays = table.host != guest.id or any(one.guest == guest.id for one in left)
        return after if stays else replace(after, host=left[0].guest or "")

    await _change(room, stand)


async def move(room: Room, guest: Guest, to: int, seat: int | None = None) -> None:
    """Another free seat instead of their own."""

    def go(table: Table) -> Table:
        mine = [one for one in table.seats if one.guest == guest.id and seat in (None, one.seat)]
        if not mine:
            raise Denied(403, "chat" if seat is None else "seat", **({} if seat is None else {"seat": seat + 1}))
        if _seat(table, to).kind != "open":
            raise Denied(409, "taken")
        return _with(table, replace(mine[0], seat=to), Seat(mine[0].seat, "open"))

    await _change(room, go)


async def ready(room: Room, guest: Guest, yes: bool, plan: int | None) -> None:
    """For the table as they have seen it: what was changed meanwhile is looked at first."""

    def say(table: Table) -> Table:
        mine = [one for one in table.seats if one.guest == guest.id]
        if not mine:
            raise Denied(403, "chat")
        if yes and plan is not None and plan != table.plan:
            raise Denied(409, "planned")
        return _with(table, *(replace(one, ready=yes) for one in mine))

    await _change(room, say)


# What the host does


async def seat_bot(hall: Hall, room: Room, guest: Guest, seat: int, level: str | None) -> None:
    bot = Seat(seat, "bot", level=must_be_level(level))

    def fill(table: Table) -> Table:
        if _seat(_hosted(table, guest), seat).kind == "person":
            raise Denied(409, "taken")
        return _planned(_with(table, bot))

    if not any(other.kind == "bot" for other in room.table.seats):
        hall.may_bring_bots(guest)
        room.patron = guest.id, guest.address
    await _change(room, fill)


async def free(room: Room, guest: Guest, seat: int) -> None:
    """Opens a seat again: a bot goes, or a person, who is then not to come back unless asked."""

    def empty(table: Table) -> Table:
        found = _seat(_hosted(table, guest), seat)
        if found.kind == "open" or found.guest == guest.id:
            raise Denied(404, "person", seat=seat + 1)
        seats = [one for one in table.seats if one.seat == seat or (found.guest and one.guest == found.guest)]
        after = _planned(_with(table, *(Seat(one.seat, "open") for one in seats)))
        if found.guest is None:
            return after
        return _invited(after, Invitation(found.guest, found.name, guest.id, guest.name, "barred"))

    await _change(room, empty)


async def plan(
    room: Room,
    guest: Guest,
    seats: int | None,
    options: Mapping[str, Value] | None,
    public: bool | None,
    practice: bool | None,
    pace: int | None = None,
) -> None:
    """What is to be played, by how many, how fast, who may see it, and with hints or without. What is not given stays."""

    def change(table: Table) -> Table:
        _hosted(table, guest)
        after = _resized(table, len(table.seats) if seats is None else seats)
        game = game_of(table)
        setup = game.setup(len(after.seats), after.options if options is None else options)
        after = replace(after, options=dict(setup.options), parts=game.parts(setup), edition=game.edition)
        if (after.options, len(after.seats)) != (table.options, len(table.seats)):
            if table.given:
                raise Denied(409, "given")
            after = _planned(after)
        if pace not in (None, table.pace):
            after = replace(_planned(after), pace=pace or 0)
        if practice and not only_mine([seat for seat in after.seats if seat.kind == "person"], table.host):
            raise Denied(422, "practice")
        hints = after.practice if practice is None else practice
        return replace(after, public=after.public if public is None else public, practice=hints)

    await _change(room, change)


def _resized(table: Table, count: int) -> Table:
    """More seats are open ones. Of too many the open ones go, then bots, the last ones first; people stay, and move up."""
    seats = list(table.seats) + [Seat(seat, "open") for seat in range(len(table.seats), count)]
    for kind in ("open", "bot"):
        for seat in reversed(seats[:]):
            if len(seats) > count and seat.kind == kind:
                seats.remove(seat)
    if len(seats) != count:
        raise Denied(409, "too_many", seats=count)
    return replace(table, seats=tuple(replace(seat, seat=number) for number, seat in enumerate(seats)))


async def become_host(room: Room, guest: Guest) -> None:
    """Whoever sits there may, once the host has been away for a while."""
    absent, wait = room.table.host, room.presence().host_in

    def take(table: Table) -> Table:
        if all(seat.guest != guest.id for seat in table.seats):
            raise Denied(403, "chat")
        if table.host == guest.id:
            return table
        if wait != 0 or table.host != absent:
            raise Denied(409, "host_here", seconds=int(room.host_seconds))
        return replace(table, host=guest.id, practice=table.practice and only_mine(table.seats, guest.id))

    await _change(room, take)


async def cancel(hall: Hall, room: Room, guest: Guest) -> None:
    _hosted(room.table, guest)
    if not await deleting.drop_open(hall.store, room.code, guest.id):
        raise Denied(409, "begun")
    await hall.drop([room.code], CANCELLED)


# Inviting


def _invited(table: Table, new: Invitation) -> Table:
    return replace(table, invitations=(*(one for one in table.invitations if one.guest != new.guest), new))


async def around(room: Room, guest: Guest) -> dict[str, tuple[str, str]]:
    """Whom somebody at this table could ask to sit down, by handle: who looks on, and those they know."""
    blocked = await people.blocked(room.store, guest.id)
    found = room.presence().onlookers | await people.known(room.store, guest.id)
    return await people.handles(room.store, guest.id, {other: name for other, name in found.items() if other not in blocked})


async def to_invite(room: Room, guest: Guest) -> list[Json]:
    """With how it stands: whether they look on, and what they have answered. Those who look on come first."""
    if not room.seats_of(guest.id):
        raise Denied(403, "chat")
    looking, seated = room.presence().onlookers, {seat.guest for seat in room.table.seats}
    states = {one.guest: one.state.replace("hidden", "invited") for one in room.table.invitations}
    found = [
        {"handle": handle, "name": name, "looking": other in looking, "state": states.get(other)}
        for handle, (other, name) in (await around(room, guest)).items()
        if other not in seated
    ]
    return sorted(found, key=lambda one: not one["looking"])


async def invite(room: Room, guest: Guest, handle: str) -> None:
    """They find it on their first page, or at the table if they look on. Whoever has declined is not asked again at this table."""
    other, name = (await around(room, guest)).get(handle, (None, ""))
    if other is None:
        raise Denied(404, "nobody")
    unwanted = await people.has_blocked(room.store, other, guest.id)

    def ask(table: Table) -> Table:
        if all(seat.guest != guest.id for seat in table.seats):
            raise Denied(403, "chat")
        before = next((one.state for one in table.invitations if one.guest == other), None)
        if before == "barred":
            _hosted(table, guest)
        if before == "declined":
            raise Denied(409, "declined")
        if any(seat.guest == other for seat in table.seats):
            raise Denied(409, "seated")
        if len(table.invitations) >= MOST_INVITED:
            raise Denied(409, "invitations", most=MOST_INVITED)
        return _invited(table, Invitation(other, name, guest.id, guest.name, "hidden" if unwanted else "invited"))

    await _change(room, ask)


async def decline(room: Room, guest: Guest) -> None:
    def no(table: Table) -> Table:
        mine = [one for one in table.invitations if one.guest == guest.id and one.state in ("invited", "declined")]
        if not mine:
            raise Denied(404, "nobody")
        return _invited(table, replace(mine[0], state="declined"))

    await _change(room, no)
