"""`newfound verify`: what a `.game` file proves, and what it does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import typer

from newfound import games
from newfound.cli.arguments import File, Lang
from newfound.cli.voice import Voice, read_game
from newfound.core import gamefile
from newfound.core.fair import Fair, matches
from newfound.core.game import CHANCE, OVER
from newfound.core.gamefile import GameFile
from newfound.core.match import Match
from newfound.core.problem import BadFile


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: True proved, False wrong, None not proved."""

    proved: bool | None
    key: str
    values: dict[str, str | int]


def verify(file: File, lang: Lang = None) -> None:
    written = read_game(file)
    game, _ = gamefile.setup_of(written, games.find)
    voice = Voice.of(lang, game)
    try:
        match = gamefile.replay(written, games.find)
    except BadFile as wrong:
        voice.print(f"✗ {wrong.say(voice.language)}", "bold red")
        voice.tell("verify.wrong", "red")
        raise typer.Exit(1) from wrong
    findings = [*_play(match, written), *_luck(match, written)]
    for finding in findings:
        mark, style = {True: ("✓", "green"), False: ("✗", "bold red"), None: ("–", "yellow")}[finding.proved]
        voice.print(f"{mark} {voice.say(f'verify.{finding.key}', **finding.values)}", style)
    if any(finding.proved is False for finding in findings):
        voice.tell("verify.wrong", "red")
        raise typer.Exit(1)
    voice.tell("verify.right" if all(finding.proved for finding in findings) else "verify.partly")


def _play(match: Match[Any], written: GameFile) -> Iterator[Finding]:
    yield Finding(True, "legal", {"count": len(match.log), "title": match.game.title, "edition": match.game.edition})
    lines = sum(line.kind == "=" for line in written.lines)
    scores = " ".join(str(score.total) for score in match.game.scores(match.state))
    yield Finding(True if lines else None, "scores" if lines else "no_scores", {"count": lines, "scores": scores})
    if match.turn != OVER:
        yield Finding(None, "unfinished", {"count": len(match.log)})


def _luck(match: Match[Any], written: GameFile) -> Iterator[Finding]:
    """The seed must be the one promised, and every draw must follow from it."""
    draws = sum(event.seat == CHANCE for event in match.log)
    if not draws:
        return
    if not written.seed:
        yield Finding(None, "no_seed" if written.commitment else "no_dice", {"count": draws})
        return
    luck = Fair(bytes.fromhex(written.seed))
    if not written.commitment:
        yield Finding(None, "no_promise", {})
    else:
        kept = matches(luck.seed, written.commitment)
        yield Finding(kept, "promise" if kept else "broken_promise", {})
    wrong = match.wrong_draw(luck)
    if wrong is None:
        yield Finding(True, "draws", {"count": draws})
    else:
        game = match.game
        seen, true = match.log[wrong].action, game.draw(match.back(wrong).state, luck.at(wrong))
        yield Finding(False, "wrong_draw", {"number": wrong, "seen": game.spell(seen), "true": game.spell(true)})
