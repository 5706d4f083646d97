"""How long a finished match of some 150 events takes to load from its log and to be shown, on SQLite or the database named.

.venv/bin/python bench/loading.py [DATABASE_URL]
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time

from newfound.core.game import OVER
from newfound.server import tables
from newfound.server.frames import frame_json
from newfound.server.guests import Guest
from newfound.server.hall import Hall
from newfound.server.migrations import migrate
from newfound.server.settings import Settings

ROUNDS = 20


async def measure(database: str) -> tuple[int, list[float]]:
    hall = Hall(Settings(database_url=database))
    await migrate(hall.store.engine)
    await hall.open()
    await hall.store.add_guest("ann", "Ann", "", 0)
    wishes = [tables.Wish("me"), tables.Wish("me")]
    room = await tables.make(hall, Guest("ann", "Ann"), "new-haven", {}, wishes, public=False, practice=False)
    while room.story.match.turn != OVER:
        match = room.story.match
        await room.play(match.turn, match.game.spell(match.game.actions(match.state)[0]), room.story.serial)
    took = []
    for _ in range(ROUNDS):
        hall.rooms.clear()
        began = time.perf_counter()
        again = await hall.room(room.code)
        frame_json(again.story, 0, 0)
        took.append(time.perf_counter() - began)
    await hall.close()
    return len(room.story.match.log), took


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = sys.argv[1] if len(sys.argv) > 1 else f"sqlite:///{folder}/loading.db"
        events, took = asyncio.run(measure(database))
    print(f"{events} events: median {statistics.median(took) * 1000:.1f} ms, worst of {ROUNDS} {max(took) * 1000:.1f} ms")


if __name__ == "__main__":
    main()
