"""What can be typed at any time beside actions: help, why, score, undo, log, rules, save, show, back, quit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rich.table import Table as Grid
from rich.text import Text

from newfound.cli.choose import choose
from newfound.cli.rules import show_clauses, show_page
from newfound.cli.show import breakdown, news_line
from newfound.cli.why import UNKNOWN, explain
from newfound.core.game import Refusal
from newfound.core.speech import tell_refusal

if TYPE_CHECKING:
    from newfound.cli.table import Table

NAMES: Final = ("help", "why", "score", "show", "log", "rules", "undo", "back", "save", "quit")  # each a method below
ALIASES: Final = {"points": "score", "hand": "show", "?": "help", "exit": "quit", "q": "quit"}
RECENT: Final = 20  # events that `log` shows


class Commands:
    """The commands of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.voice = table.voice

    def find(self, word: str) -> Callable[[str], None] | None:
        name = ALIASES.get(word, word)
        found: Callable[[str], None] | None = getattr(self, name) if name in NAMES else None
        return found

    def help(self, _: str) -> None:
        self.voice.tell("play.help")
        grid = Grid(box=None, padding=(0, 2, 0, 2), show_header=False)
        for name in NAMES:
            grid.add_row(Text(self.voice.say(f"command.{name}.usage"), "bold cyan"), self.voice.say(f"command.{name}.about"))
        self.voice.print(grid)
        self.voice.tell("play.now", "bold")
        self.table.offer()

    def why(self, text: str) -> None:
        """The reason against an action; alone, that of the last refusal, or of the last points."""
        if text:
            self._why_not(text)
        elif self.table.refusal:
            self._refusal(self.table.refusal[1])
        else:
            self._points()

    def _why_not(self, text: str) -> None:
        table = self.table
        choice = choose(table.legal(), text)
        if choice.action or (choice.words and not choice.stuck):
            return self.voice.tell("why.legal", "green", action=choice.action or " ".join(choice.words))
        refusal = explain(table.match.game, table.match.state, text)
        table.refusal = (text, refusal) if refusal.key != UNKNOWN else table.refusal
        return self._refusal(refusal)

    def _refusal(self, refusal: Refusal) -> None:
        self.voice.print(tell_refusal(self.voice.catalog, refusal), "yellow")
        if refusal.clause:
            show_clauses(self.voice, self.table.match.game, refusal.clause)

    def _points(self) -> None:
        """The last event that brought points to anybody."""
        table = self.table
        scored = [many for _, _, many in table.match.news(table.match.turn) if any(news.points for news in many)]
        if not scored:
            return self.voice.tell("why.nothing", "yellow")
        for news in scored[-1]:
            self.voice.print(news_line(self.voice, news, table.names))
        return None

    def score(self, _: str) -> None:
        self.voice.print(breakdown(self.voice, self.table.match, self.table.names))

    def show(self, _: str) -> None:
        self.table.show()

    def log(self, text: str) -> None:
        """What this player knows of the last events, or of all."""
        match = self.table.match
        since = 0 if text == "all" else max(0, len(match.log) - RECENT)
        for number, _, many in match.news(match.turn, since):
            for news in many:
                self.voice.print(Text(f"{number:4}", "dim").append(news_line(self.voice, news, self.table.names)))
        if since:
            self.voice.tell("play.log_all", "dim", count=len(match.log))

    def rules(self, text: str) -> None:
        if text:
            show_clauses(self.voice, self.table.match.game, text)
        else:
            show_page(self.voice, self.table.match.game)

    def undo(self, _: str) -> None:
        self.table.undo()

    def save(self, text: str) -> None:
        self.table.save(text)

    def back(self, _: str) -> None:
        """One word back in an action begun."""
        legal, words = self.table.legal(), self.table.typed.split()
        shorter = words[:-1]
        while shorter and choose(legal, " ".join(shorter)).words == tuple(words):  # a word that was filled in comes back
            shorter = shorter[:-1]
        self.table.typed = " ".join(shorter)
        self.table.offer()

    def quit(self, _: str) -> None:
        """Offers to save, then leaves."""
        table = self.table
        if len(table.match.log) > table.saved and table.lines.agree(self.voice.say("save.ask")):
            table.save()
        table.saved = len(table.match.log)
        table.leave()
