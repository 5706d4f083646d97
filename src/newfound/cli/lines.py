"""Lines that people type: at a terminal with completion, or from a pipe, echoed so that a transcript can be read."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress

from newfound.cli.voice import Voice

Complete = Callable[[str], list[str]]


class Lines:
    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.interactive = sys.stdin.isatty() and voice.console.is_terminal
        self.styled = False  # readline must be told which characters have no width
        self._complete: Complete = lambda _: []
        if self.interactive:
            self._prepare()

    def read(self, prompt: str, complete: Complete | None = None) -> str | None:
        """The next line, or None when there are no more."""
        self._complete = complete or (lambda _: [])
        if self.interactive:
            try:
                return input(f"\001\033[1;36m\002{prompt}\001\033[0m\002" if self.styled else prompt)
            except (EOFError, KeyboardInterrupt):
                self.voice.print("")
                return None
        line = sys.stdin.readline()
        self.voice.print(prompt + line.rstrip("\n") if line else prompt.rstrip())
        return line.rstrip("\n") if line else None

    def agree(self, question: str) -> bool:
        """Yes or no; no when there is no answer."""
        while answer := (self.read(f"{question} {self.voice.say('yes_no')} ") or "").strip().lower():
            if answer[0] in self.voice.say("yes_letters"):
                return True
            if answer[0] == "n":  # in all three languages
                break
        return False

    def _prepare(self) -> None:
        with suppress(ImportError):  # not every Python has readline; then there is no Tab
            import readline

            def completer(text: str, state: int) -> str | None:
                line = readline.get_line_buffer()[: readline.get_endidx()]
                found = [word for word in self._complete(line) if word.lower().startswith(text.lower())]
                return found[state] + " " if state < len(found) else None

            readline.set_completer_delims(" ")
            readline.set_completer(completer)
            readline.parse_and_bind("tab: complete")
            self.styled = self.voice.console.color_system is not None
