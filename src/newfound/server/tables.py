"""Tables of matches that there are: rematches, uploads, files. Before the match is in lobby.py, leaving it in leaving.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from newfound.core.game import OVER
from newfound.core.match import Match
from newfound.host.again import passed_on, passing_on
from newfound.host.files import written
from newfound.host.making import Wish, blank, game_of, seats_for
from newfound.host.problems import Denied
from newfound.host.records import Guest, Invitation, Seat, Table
from newfound.host.story import ACT, Entry
from newfound.server import deleting, people, seating
from newfound.server.hall import Hall
from newfound.server.lobby import join, may_bring, open_room
from newfound.server.room import Room


async def rematch(hall: Hall, room: Room, guest: Guest) -> tuple[Room, bool]:
    """The next table, and whether it is new. It is an invitation: others sit there once they have asked too, for the same seats."""
    mine = room.seats_of(guest.id)
    if not mine:
        raise Denied(403, "chat")
    if room.table.status != "over":
        raise Denied(409, "rematch")
    new = False
    if room.table.rematch is None:
        may_bring(hall, guest, room.table.seats)
        new = await hall.store.add_table(await _invitation(room, guest, mine), rematch_of=room.code)
        await room.changed()
    assert room.table.rematch
    following = await open_room(hall, room.table.rematch, guest if new else None)
    for seat in mine[len(following.seats_of(guest.id)) :]:
        wanted = passed_on(seat, len(room.table.seats))
        vacant = [other.seat for other in following.table.seats if other.kind == "open"]
        await join(following, guest, wanted if wanted in vacant else None, room.table.seats[seat].name)
    return following, new


async def _invitation(room: Room, guest: Guest, mine: Sequence[int]) -> Table:
    """The same once more, who begins passed on: bots and the guest's own seats taken, the others open for those who had them."""
    table, game, count = room.table, game_of(room.table), len(room.table.seats)
    before = [table.seats[(number + 1) % count] for number in range(count)]
    seats = tuple(
        replace(seat, seat=number, stand_in=None, gone=None, giver=None, ready=True) if _stays(seat, mine) else Seat(number, "open")
        for number, seat in enumerate(before)
    )
    blocked, avoided = await people.blocked(room.store, guest.id), await people.strangers(room.store, guest.id)
    others = {seat.guest: seat.name for seat in before if seat.guest and seat.guest != guest.id and seat.guest not in blocked}
    setup = game.setup(count, table.options)
    again = blank(game, setup, seats, guest.id)
    return replace(
        again,
        seed=passing_on(Match.new(game, setup), room.story.match, again.seed),
        practice=table.practice and again.practice,
        talk=table.talk,
        pace=table.pace,
        invitations=tuple(
            Invitation(other, name, guest.id, guest.name, "hidden" if other in avoided else "invited") for other, name in others.items()
        ),
    )


def _stays(seat: Seat, mine: Sequence[int]) -> bool:
    """Nobody sits where they did not sit down."""
    return seat.kind == "bot" or seat.seat in mine


async def let_talk(room: Room, guest: Guest, talk: str) -> None:
    def change(table: Table) -> Table:
        if table.host != guest.id:
            raise Denied(403, "host")
        return replace(table, talk=talk)

    await seating.change(room.store, room.code, change)
    await room.changed()


async def delete(hall: Hall, room: Room, guest: Guest) -> bool:
    """A match that is over leaves their list; whether it was the last, and all of it is gone."""
    if room.table.status in ("open", "playing"):
        raise Denied(409, "delete_over")
    if not room.seats_of(guest.id) and room.table.host != guest.id:
        raise Denied(403, "chat")
    gone = await deleting.drop_match(hall.store, room.code, guest.id)
    await hall.drop([room.code])
    return gone


async def upload(hall: Hall, guest: Guest, match: Match[Any], names: Mapping[int, str], wishes: Sequence[Wish] | None) -> Room:
    """A record to look at, or a new match that goes on from here."""
    given = [Entry(ACT, event.seat, event.action) for event in match.log]
    count = match.setup.seats
    if wishes is None:
        seats = tuple(written(seat, names.get(seat, "")) for seat in range(count))
        table = replace(blank(match.game, match.setup, seats, guest.id), status="record", turn=match.turn, practice=False)
    else:
        if len(wishes) != count:
            raise Denied(422, "seats", seats=count)
        if match.turn == OVER:
            raise Denied(422, "finished")
        may_bring(hall, guest, wishes)
        table = blank(match.game, match.setup, seats_for(wishes, guest), guest.id)
    table = replace(table, given=len(given), serial=len(given))
    await hall.store.add_table(table, given)
    return await open_room(hall, table.code, guest)
