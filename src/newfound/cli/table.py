"""The table: one match in the terminal. Whose turn it is, what they see, and what they type until the match ends."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from rich.rule import Rule
from rich.text import Text

from newfound import bots
from newfound.cli.choose import choose, complete, reordered
from newfound.cli.commands import NAMES, Commands
from newfound.cli.lines import Lines
from newfound.cli.luck import aside
from newfound.cli.show import BOT, COLOURS, collapsed, expected, final, names_of, news_line, offered, score_line, winners
from newfound.cli.voice import Voice, write_text
from newfound.cli.why import UNKNOWN, explain, misread, nearest, whole
from newfound.core import gamefile
from newfound.core.fair import Fair
from newfound.core.game import ONLOOKER, OVER, Refusal, guesses
from newfound.core.match import Match
from newfound.core.problem import Problem
from newfound.core.speech import tell_refusal
from newfound.core.text import game_catalog


class Table:
    """A match being played. `players` is as in a file: names of people, and `bot:random` for a bot."""

    def __init__(
        self,
        voice: Voice,
        match: Match[Any],
        luck: Fair,
        players: dict[int, str],
        *,
        recorded: bool,
        path: Path | None = None,
        jobs: int = 1,
    ) -> None:
        self.voice = voice
        self.match = match
        self.luck = luck
        self.players = players
        self.recorded = recorded  # whether the file says which seed drew its luck
        self.path = path  # where it was saved last
        self.saved = len(match.log) if path else 0
        self.names = names_of(voice, match.setup.seats, players)
        self.bots = {seat: bots.make(name[len(BOT) :], match.game, jobs) for seat, name in players.items() if name.startswith(BOT)}
        self.people = [seat for seat in range(match.setup.seats) if seat not in self.bots]
        self.lines = Lines(voice)
        self.commands = Commands(self)
        self.seen = dict.fromkeys(range(ONLOOKER, match.setup.seats), len(match.log) if path else 0)
        self.looking: int | None = self.people[0] if len(self.people) == 1 else None  # who sits before the screen
        self.refusal: tuple[str, Refusal] | None = None  # the last one, for `why`
        self.typed = ""  # the words of an action begun
        self.shown = -1  # the event at which the board was last drawn
        self.left = False
        self.hurried = False  # whether it was said that this machine is too slow for a bot

    # The walk of a match

    def run(self) -> None:
        self.voice.tell("play.hello", "dim", title=self.match.game.title)
        said = game_catalog(bots.HERE, self.voice.language)
        for name in bots.characters():
            if BOT + name in self.players.values():
                self.voice.print(Text(said.say(f"character.{name}"), "dim"))
        try:
            while not self.left and (turn := self.match.turn) != OVER:
                if turn in self.bots:
                    self._bot(turn)
                else:
                    self._person(turn)
        except KeyboardInterrupt:  # while a bot was thinking
            self.leave()
        finally:
            for bot in self.bots.values():
                bots.close(bot)
        if self.match.turn == OVER:
            self._end()

    def _bot(self, seat: int) -> None:
        """A bot is handed guesses; the true state is out of its reach."""
        game, state, dice = self.match.game, self.match.state, aside(self.luck).at(len(self.match.log))
        self.match = self.match.play(seat, self.bots[seat].choose(guesses(game, state, seat, dice), dice), luck=self.luck)
        if (share := bots.seen(self.bots[seat])) < 1 and not self.hurried:
            self.hurried = True
            self.voice.tell("play.hurried", "dim", name=self.names[seat], share=int(100 * share))
        if not self.people:
            self.tell_news(ONLOOKER)

    def _person(self, seat: int) -> None:
        if self.looking != seat:
            self._hand_over(seat)
        if self.shown != len(self.match.log):
            self.tell_news(seat)
            self.show()
        answer = self.lines.read(self._prompt(), self._complete)
        if answer is None:
            self.leave()
        else:
            self._take(seat, answer.strip())

    def _hand_over(self, seat: int) -> None:
        """Another person comes to the screen: nobody sees a hand that is not theirs."""
        if self.lines.interactive:
            self.voice.console.clear()
            print("\033[3J", end="", flush=True)  # what has scrolled away, too
            self.voice.print(Rule(style=self._colour(seat)))
            if self.lines.read(self.voice.say("play.hand_over", name=self.names[seat])) is None:
                self.leave()
                return
        self.looking = seat
        self.shown = -1

    def _end(self) -> None:
        reader = self.people[0] if len(self.people) == 1 else ONLOOKER
        self.tell_news(reader)
        self.voice.print(Rule(self.voice.say("play.over"), style="bold"))
        view = self.match.game.observe(self.match.state, reader)
        self.voice.print(self.match.game.terminal().draw(view, self.voice.catalog, self.names))
        self.voice.print(final(self.voice, self.match, self.names))
        self.voice.print(winners(self.voice, self.match, self.names), "bold green")
        if self.people and self.lines.interactive and self.lines.agree(self.voice.say("play.save_over")):
            self.save()

    # What a person sees

    def tell_news(self, reader: int) -> None:
        """What happened since this reader last looked."""
        since, self.seen[reader] = self.seen[reader], len(self.match.log)
        told = [news_line(self.voice, news, self.names) for _, _, many in self.match.news(reader, since) for news in many]
        for line in collapsed(told):
            self.voice.print(line)

    def show(self) -> None:
        """Whose turn it is, what is expected, the board, and the actions offered."""
        match, seat = self.match, self.match.turn
        view = match.game.observe(match.state, seat)
        self.shown = len(match.log)
        self.typed = ""
        self.voice.print(
            Rule(Text(self.voice.say("play.turn", name=self.names[seat]), f"bold {self._colour(seat)}"), style=self._colour(seat))
        )
        self.voice.print(match.game.terminal().draw(view, self.voice.catalog, self.names))
        self.voice.print(score_line(self.voice, match, self.names))
        self.voice.print(Text(expected(self.voice, view, self.names), "bold"))
        self.offer()

    def offer(self) -> None:
        """What may be typed next; of the first words, those that open the most come first."""
        legal = self.legal()
        choice = choose(legal, self.typed)
        if choice.words:
            self.voice.print(offered(self.voice, choice.offers, first=False))
        else:
            count = Counter(spelling.split()[0] for spelling in legal)
            self.voice.print(offered(self.voice, sorted(choice.offers, key=lambda word: -count[word]), first=True))
        if len(legal) == 1:
            self.voice.tell("play.only", "dim", action=legal[0])

    def _prompt(self) -> str:
        return f"{self.names[self.match.turn]}: {self.typed} › " if self.typed else f"{self.names[self.match.turn]} › "

    def _colour(self, seat: int) -> str:
        return COLOURS[seat % len(COLOURS)]

    # What a person types

    def legal(self) -> list[str]:
        return [self.match.game.spell(action) for action in self.match.game.actions(self.match.state)]

    def _complete(self, line: str) -> list[str]:
        words = complete(self.legal(), f"{self.typed} {line}" if self.typed else line)
        return words if " " in line or self.typed else words + [name for name in NAMES if name.startswith(line)]

    def _take(self, seat: int, text: str) -> None:
        """A command, or words of an action."""
        word, _, rest = text.partition(" ")
        command = None if word.lower() in choose(self.legal(), self.typed).offers else self.commands.find(word.lower())
        try:
            if command:
                command(rest.strip())
            elif text:
                self._words(seat, self._joined(self._long(text)))
            elif len(legal := self.legal()) == 1:
                self._words(seat, legal[0])
            else:
                self.offer()
        except Problem as problem:
            self.voice.problem(problem)

    def _long(self, text: str) -> str:
        """What the drawing writes short (T3), written out (timber-3)."""
        long = self.match.game.terminal().LONG
        return " ".join(long.get(word.upper(), word) for word in text.split())

    def _joined(self, text: str) -> str:
        """What was typed before and now. Whoever types another action instead has changed their mind."""
        joined = f"{self.typed} {text}".strip()
        choice = choose(self.legal(), joined)
        nothing_new = choice.stuck and not choice.several and len(choice.words) <= len(self.typed.split())
        return text if nothing_new and whole(self.match.game, text).words else joined

    def _words(self, seat: int, text: str) -> None:
        legal = self.legal()
        choice = choose(legal, text)
        action = choice.action or reordered(legal, text)
        if not action and choice.several:
            return self.voice.tell("play.several", "yellow", text=choice.stuck, words=", ".join(choice.several))
        if not action and choice.stuck:
            refusal = explain(self.match.game, self.match.state, text)
            action = refusal.right
            if action not in legal:
                return self._refuse(text, refusal)
        if not action:
            self.typed = " ".join(choice.words)
            return self.offer()
        if action != text:
            self.voice.tell("play.understood", "dim", action=action)
        self.match = self.match.play(seat, action, luck=self.luck)
        self.refusal = None
        return None

    def _refuse(self, text: str, refusal: Refusal) -> None:
        """The reason, the clause, and what may have been meant. Nothing typed before is lost."""
        if refusal.key == UNKNOWN:
            choice = misread(self.match.game, self.legal(), text)
            self.voice.tell("play.unknown", "yellow", text=choice.stuck)
            if near := nearest(choice, NAMES):
                self.voice.tell("play.near", "yellow", words=", ".join(near))
            return
        self.refusal = (text, refusal)
        self.voice.print(Text(tell_refusal(self.voice.catalog, refusal), "yellow").append(f"  {refusal.clause}", "dim"))

    # Taking back, saving, leaving

    def undo(self) -> None:
        """Free up to the last draw or change of turn; beyond that everybody at this keyboard must agree."""
        seat = self.match.turn
        if self.match.can_undo(seat):
            self.match = self.match.undo(seat)
        else:
            mine = [number for number, event in enumerate(self.match.log) if event.seat == seat]
            if not mine:
                return self.voice.tell("undo.nothing", "yellow")
            if not self.lines.agree(self.voice.say("undo.more", count=len(self.match.log) - mine[-1], people=len(self.people))):
                return None
            self.match = self.match.back(mine[-1])
        self.seen = {reader: min(at, len(self.match.log)) for reader, at in self.seen.items()}
        self.shown = -1
        return self.voice.tell("undo.done", "dim")

    def save(self, name: str = "") -> None:
        path = self._path(name)
        write_text(path, gamefile.write(gamefile.record(self.match, self.players, self.luck if self.recorded else None, show_seed=True)))
        self.path, self.saved = path, len(self.match.log)
        self.voice.tell("save.done", "green", path=str(path))

    def _path(self, name: str) -> Path:
        """The name given, or the one used before, or one that is free."""
        if name:
            path = Path(name).expanduser()
            path = path if path.suffix else path.with_suffix(".game")
            if path.exists() and path != self.path:
                raise Problem("cli.exists", Path(__file__).parent, path=str(path))
            return path
        if self.path:
            return self.path
        number = 1
        while (path := Path(f"{self.match.game.name}-{number}.game")).exists():
            number += 1
        return path

    def leave(self) -> None:
        """No more input: the match is kept, and it is said how to go on."""
        self.left = True
        if len(self.match.log) > self.saved and any(event.seat in self.people for event in self.match.log):
            self.save()
        if self.path:
            self.voice.tell("save.resume", path=str(self.path))
