"""How long a finished match of some 150 events takes to load from its log and to be shown, on SQLite or the database named.

.venv/bin/python bench/loading.py [DATABASE_URL]
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from newfound.host.frames import frame_json
from people import finished_match

ROUNDS = 20


async def measure(database: str) -> tuple[int, list[float]]:
    hall, room = await finished_match(database)
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
