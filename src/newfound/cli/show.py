"""What a match looks like in the terminal: its news as sentences, its scores as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from newfound.cli.voice import Voice
from newfound.core.game import Json, News
from newfound.core.match import Match
from newfound.core.speech import tell_news

COLOURS = ("red", "blue", "green", "magenta", "cyan", "yellow")
BOT = "bot:"  # in a file, `player 1 bot:random` is a seat that a bot plays


def names_of(voice: Voice, seats: int, given: Mapping[int, str]) -> list[str]:
    """The name of every seat, as people are told it."""
    return [_name(voice, seat, given.get(seat, "")) for seat in range(seats)]


def _name(voice: Voice, seat: int, given: str) -> str:
    if given.startswith(BOT):
        return voice.say("name.bot", seat=seat + 1)
    return given or voice.say("name.player", seat=seat + 1)


def sentences(voice: Voice, told: Sequence[News], players: Sequence[str]) -> list[str]:
    return [tell_news(voice.catalog, news, players) for news in told]


def collapsed(lines: Sequence[Text]) -> list[Text]:
    """The same sentence several times in a row, once, with the count."""
    shown = []
    for _, group in groupby(lines, key=lambda line: line.plain):
        same = list(group)
        shown.append(same[0] if len(same) == 1 else same[0].append(f"  ×{len(same)}", "dim"))
    return shown


def news_line(voice: Voice, news: News, players: Sequence[str]) -> Text:
    """A sentence with the colour of its seat, points in bold."""
    text = Text("  ")
    text.append("▌", COLOURS[news.seat % len(COLOURS)] if news.seat >= 0 else "dim")
    return text.append(" " + tell_news(voice.catalog, news, players), "bold" if news.points else "")


def expected(voice: Voice, view: Json, players: Sequence[str]) -> str:
    """What the player has to do now; the sentence may use what the view says."""
    return voice.catalog.fill(voice.catalog.entries[f"expect.{view['phase']}"], {**view, "players": players})


def score_line(voice: Voice, match: Match[Any], players: Sequence[str]) -> Text:
    line = Text(voice.say("score.now") + " ", "dim")
    for seat, score in enumerate(match.game.scores(match.state)):
        line.append(f" {players[seat]}: ", COLOURS[seat % len(COLOURS)]).append(f"{score.total} ", "bold")
    return line


def breakdown(voice: Voice, match: Match[Any], players: Sequence[str]) -> Table:
    """Where everybody's points come from."""
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    scores = match.game.scores(match.state)
    for seat, name in enumerate(players):
        table.add_column(name, justify="right", style=COLOURS[seat % len(COLOURS)])
    parts: dict[str, list[int]] = {}
    for seat, score in enumerate(scores):
        for key, points in score.parts:
            parts.setdefault(key, [0] * len(scores))[seat] += points
    for key, points_of in parts.items():
        table.add_row(voice.catalog.say(key), *map(str, points_of))
    table.add_row(Text(voice.say("score.total"), "bold"), *(Text(str(score.total), "bold") for score in scores))
    return table


def final(voice: Voice, match: Match[Any], players: Sequence[str]) -> RenderableType:
    """Places and points at the end."""
    table = breakdown(voice, match, players)
    places = [voice.say("score.place", place=place) for place in match.game.ranking(match.state)]
    table.add_row(Text(voice.say("score.places"), "bold"), *(Text(place, "bold") for place in places))
    return table


def winners(voice: Voice, match: Match[Any], players: Sequence[str]) -> str:
    first = [players[seat] for seat, place in enumerate(match.game.ranking(match.state)) if place == 1]
    return voice.say("score.winner", names=", ".join(first), count=len(first))


def offered(voice: Voice, words: Sequence[str], first: bool) -> RenderableType:
    """What may be typed next: with a line of help each where they are few, compactly where they are many."""
    hints = {word: _hint(voice, word, first) for word in words}
    if first or (len(words) <= 12 and any(hints.values())):
        table = Table(box=None, padding=(0, 2, 0, 2), show_header=False)
        for word in words:
            table.add_row(Text(word, "bold cyan"), Text(hints[word], "dim"))
        return table
    return Text("\n").join(_rows(words))


def _rows(words: Sequence[str]) -> list[Text]:
    """Words that begin alike share a line where they are many, as cells of one column do."""
    if len(words) <= 16:
        return [Text("  " + "  ".join(words), "cyan")]
    groups = [list(group) for _, group in groupby(sorted(words, key=_order), key=lambda word: word[0])]
    if len(groups) > 16:
        return [Text("  " + "  ".join(words), "cyan")]
    return [Text("  " + "  ".join(group), "cyan") for group in groups]


def _order(word: str) -> tuple[str, int, str]:
    """a2 before a10."""
    tail = word[1:]
    return (word[0], int(tail), "") if tail.isdigit() else (word[0], 0, tail)


def _hint(voice: Voice, word: str, first: bool) -> str:
    key = f"kind.{word}" if first else f"word.{word}"
    said = voice.catalog.say(key) if key in voice.catalog else ""
    return "" if said == word else said
