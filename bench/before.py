"""A bot as it was at some commit, as a program for the arena: what a new bot is measured against.

    python bench/before.py build/before                 checks out 1419fc5 there, compiles it, and says what to give to --bots
    newfound arena new-haven --bots "hard,run:python bench/before.py build/before --play hard" --games 200

The program speaks the protocol of docs/bot-protocol.md: it loads the `position` it is sent with the rules and bots of that commit.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

COMMIT = "1419fc5"  # the bots of docs/levels.md


def build(folder: Path, commit: str) -> None:
    """A checkout of its own, compiled by the Python that runs this; one that is there is compiled again where it needs to be."""
    if not folder.exists():
        subprocess.run(["git", "worktree", "add", "--detach", str(folder), commit], check=True)
    subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=folder, check=True)
    (folder / ".commit").write_text(commit + "\n", encoding="utf-8")


def play(folder: Path, name: str) -> None:
    """One match, over standard input and output."""
    sys.path.insert(0, str(folder.resolve() / "src"))
    from newfound import bots, games
    from newfound.core.dice import SEEDS, Dice
    from newfound.core.game import guesses

    game: Any = None
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                tell({"type": "hello", "protocol": 1, "name": f"{name} of {folder.name}"})
            case "match":
                game, seat, luck = games.find(message["game"]), message["seat"], Dice(message["seed"])
                if game.edition != message["edition"] or not Path(games.__file__).is_relative_to(folder.resolve()):
                    sys.exit("These are other rules.")
                bot = bots.make(name, game)
            case "observe":
                state = game.load(message["position"])
            case "act":
                dice = Dice(luck.below(SEEDS))
                tell({"type": "action", "action": game.spell(bot.choose(guesses(game, state, seat, dice), dice))})
            case "over":
                return


def tell(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("folder", type=Path)
    reader.add_argument("--commit", default=COMMIT)
    reader.add_argument("--play", metavar="BOT", help="what the arena starts")
    given = reader.parse_args()
    if given.play:
        play(given.folder, given.play)
    else:
        build(given.folder, given.commit)
        python = Path(sys.executable)
        here = os.path.relpath(python) if python.is_relative_to(Path.cwd()) else "python"
        print("run:" + shlex.join([here, "bench/before.py", str(given.folder), "--play", "hard"]))


if __name__ == "__main__":
    main()
