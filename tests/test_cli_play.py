"""`newfound play`, driven through a pipe and through a terminal."""

from __future__ import annotations

import codecs
import os
import pty
import select
import subprocess
import time
from collections.abc import Callable, Iterator

import pytest

from cli import ESCAPES, NEWFOUND, Shell
from newfound.cli.luck import fair
from newfound.core import gamefile
from newfound.core.game import OVER
from newfound.core.match import Match
from newfound.games._template import GAME

FIRST = ("play", "tide-pool", "--seed", "5")


def first_actions(seed: int) -> Iterator[str]:
    """A match of two people who always take the first legal action but one, as they would type it."""
    luck = fair(seed)
    match = Match.new(GAME, GAME.setup(2), luck)
    while match.turn != OVER:
        action = GAME.spell(GAME.actions(match.state)[:2][-1])
        yield action
        match = match.play(match.turn, action, luck=luck)


@pytest.mark.parametrize("between", [" ", "\n"], ids=["at once", "word by word"])
def test_a_whole_match(shell: Shell, between: str) -> None:
    actions = list(first_actions(5))
    typed = "".join(f"{action.replace(' ', between)}\n" for action in actions[:-1])
    shell.good(*FIRST, "--people", "2", typed=typed + "save\n")
    file = gamefile.parse((shell.folder / "tide-pool-1.game").read_text())
    assert [line.text for line in file.lines if line.kind in "01"] == actions[:-1]
    said = shell.good("play", "--resume", "tide-pool-1.game", typed=actions[-1] + "\n")
    assert "The match is over" in said
    assert "wins." in said or "share the win." in said


def test_an_action_in_pieces_is_understood(shell: Shell) -> None:
    said = shell.good(*FIRST, "--people", "2", typed="la\nback\nl sta B2\nlog\n")
    assert "lay a shell from your hand into the pool" in said
    assert "→ lay star b2" in said
    assert "Player 1 lays a starfish on b2." in said


def test_pieces_may_be_typed_as_they_are_drawn(shell: Shell) -> None:
    said = shell.good("play", "new-haven", "--seed", "7", "--people", "2", typed="lay WWTS c6\nbuild s1 a1 up\n")
    assert "Player 1 builds sheep 1 face up on a1 for 1." in said


def test_the_order_of_the_words_may_be_another(shell: Shell) -> None:
    said = shell.good(*FIRST, "--people", "2", typed="lay b2 star\n")
    assert "→ lay star b2" in said
    assert "Player 1 lays a starfish on b2." in said


def test_another_name_for_a_legal_action_is_understood(shell: Shell) -> None:
    said = shell.good("play", "new-england", "--seed", "7", "--seats", "3", "--people", "3", typed="lay pasture d4 d5\n")
    assert "→ lay pasture d5 d4" in said  # plots are named row by row from the top


def test_enter_is_enough_where_only_one_action_is_possible(shell: Shell) -> None:
    said = shell.good("play", "new-haven", "--seed", "7", "--people", "2", typed="ship d3 stone\nbuild r3 a3 up\n\n")
    assert "Nothing else is possible: press Enter for “pass”." in said
    assert "Player 1 builds no more." in said


def test_another_action_may_be_typed_instead_of_the_one_begun(shell: Shell) -> None:
    said = shell.good(*FIRST, "--people", "2", typed="lay\ntoss star\n")
    assert "Player 1 tosses a shell back" in said


def test_illegal_and_misspelt_actions_lose_nothing(shell: Shell) -> None:
    said = shell.good(*FIRST, "--people", "2", typed="lay clam e9\nlyy\ndraw clam\nxyzzy\nwhy draw clam\nwhy\n")
    assert "“e9” fits nothing here" in said
    assert "Did you mean: lay" in said
    assert "Shells are drawn at the end of a turn, not now.  TM-T4" in said
    assert "TM-T4 Draw. At the end of your turn" in said
    assert not list(shell.folder.glob("*.game"))  # nobody has done anything, so nothing is saved


def test_commands(shell: Shell) -> None:
    typed = ["help", "score", "log", "log all", "rules TM-P1", "rules urchin", "rules xyzzy", "show", "hand", "undo", "why"]
    typed += ["save one", "save one", "save /nowhere/x", "quit"]
    said = shell.good(*FIRST, typed="\n".join(typed) + "\n")
    for sentence in (
        "where everybody's points come from",
        "Shells beside their like",
        "TM-P1 Beside its like.",
        "TM-C1 Shells.",
        "has no clause “xyzzy”",
        "nothing yet that could be taken back",
        "nobody has scored yet",
        "Saved as one.game.",
        "/nowhere/x.game cannot be written",
    ):
        assert sentence in said, sentence


def test_undo_goes_back_over_bots_only_when_agreed(shell: Shell) -> None:
    said = shell.good(*FIRST, typed="toss\ns\nc\n" + "undo\nn\nundo\ny\nsave after\n")
    assert "takes back the last 4 events" in said
    assert said.count("Taken back.") == 1
    file = gamefile.parse((shell.folder / "after.game").read_text())
    assert len([line for line in file.lines if line.kind in "-01"]) == 4


def test_the_end_of_input_saves_and_resume_goes_on(shell: Shell) -> None:
    said = shell.good(*FIRST, "--name", "Ann", typed="toss\ns\n")
    assert "newfound play --resume tide-pool-1.game" in said
    assert "player 0 Ann\nplayer 1 bot:random" in (shell.folder / "tide-pool-1.game").read_text()
    said = shell.good("play", "--resume", "tide-pool-1.game", typed="save\n")
    assert "Ann to play" in said
    assert "Saved as tide-pool-1.game." in said
    assert "Everything is in order" not in shell.good("verify", "tide-pool-1.game")


def test_a_match_resumed_without_its_seed_claims_no_dice(shell: Shell) -> None:
    shell.good(*FIRST, typed="toss\ns\nsave one\nquit\n")
    text = (shell.folder / "one.game").read_text()
    kept = [line for line in text.splitlines(keepends=True) if not line.startswith(("seed", "dice"))]
    shell.good("play", "--resume", shell.write("two.game", "".join(kept)), typed="lay\nsave\nquit\n")
    assert not [line for line in (shell.folder / "two.game").read_text().splitlines() if line.startswith(("seed", "dice"))]
    assert len(kept) == len(text.splitlines()) - 2


def test_news_are_told_once(shell: Shell) -> None:
    said = shell.good(*FIRST, typed="toss\nstar\nlay clam\nb2\n")
    assert said.count("Player 1 tosses back a starfish") == 1


def test_the_same_seed_is_the_same_match(shell: Shell) -> None:
    first, second = (shell.good("play", "tide-pool", "--people", "0", "--seed", "7") for _ in range(2))
    assert first == second != shell.good("play", "tide-pool", "--people", "0", "--seed", "8")


def test_no_game_named_offers_a_list(shell: Shell) -> None:
    said = shell.good("play", typed="tide pool\n3\n0\n")
    assert "What shall we play?" in said
    assert "Bot 3" in said


@pytest.mark.parametrize(("language", "sentence"), [("fr", "À Joueur 1 de jouer"), ("de", "Spieler 1 ist am Zug")])
def test_other_languages(shell: Shell, language: str, sentence: str) -> None:
    assert sentence in shell.good(*FIRST, "--lang", language)
    assert sentence in shell.good(*FIRST, LANG=f"{language}_XX.UTF-8")


def test_a_person_sees_no_hand_of_another(shell: Shell) -> None:
    said = shell.good(*FIRST, "--seats", "3")
    assert said.count("Bot 2 draws a shell.") == said.count("Bot 3 draws a shell.") == 1  # ×2, and no kind named


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", "chess"), "There is no game “chess”."),
        (("play", "tide-pool", "--seats", "5"), "Tide Pool is for 2 to 4 players, not 5."),
        (("play", "tide-pool", "--seats", "many"), "--seats"),
        (("play", "tide-pool", "--seats", "2", "--people", "3"), "3 people do not fit at a table of 2."),
        (("play", "tide-pool", "--option", "toss"), "“toss” is not an option."),
        (("play", "tide-pool", "--option", "side=B"), "Tide Pool has no option “side”."),
        (("play", "tide-pool", "--option", "toss=maybe"), "The option “toss” cannot be “maybe”."),
        (("play", "tide-pool", "--bot", "deep-blue"), "There is no bot “deep-blue”."),
        (("play", "tide-pool", "--lang", "it"), "There is no language “it” here."),
        (("play", "--resume", "nothing.game"), "There is no file nothing.game."),
        (("play", "tide-pool", "--nmae"), "There is no option --nmae here. Did you mean: --name"),
        (("play", "tide-pool", "--zzz"), "There is no option --zzz here; --help lists them."),
        (("play", "tide-pool", "--seats"), "--seats needs a value after it."),
        (("play", "tide-pool", "tide-pool", "x"), "That is too much"),
        (("arena",), "GAME is missing"),
        (("arena", "tide-pool", "--games", "many"), "--games takes a whole number, not “many”."),
        (("arena", "tide-pool", "--games", "0"), "--games takes 1 or more, not 0."),
        (("arena", "tide-pool", "--better", "9"), "--better takes 0.5 at most, not 9."),
        (("arena", "tide-pool", "--better", "x"), "--better takes a number, not “x”."),
        (("arena", "tide-pool", "--sprt=3"), "--sprt stands alone, without a value."),
        (("plya",), "There is no command “plya”. The commands are: play, "),
    ],
)
def test_mistakes_are_one_sentence(shell: Shell, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in shell.mistake(*words)


def test_mistakes_in_the_language_asked_for(shell: Shell) -> None:
    assert "Il n’y a pas de jeu" in shell.mistake("play", "chess", "--lang", "fr")
    assert "Il n’y a pas de jeu" in shell.mistake("play", "chess", "--lang=fr")
    assert "Ein Spiel „chess“ gibt es nicht" in shell.mistake("play", "chess", LANG="de_DE.UTF-8")
    assert "Il n’y a pas d’option --zzz ici" in shell.mistake("play", "--zzz", LANG="fr_FR.UTF-8")
    assert "--games braucht eine ganze Zahl, nicht „x“." in shell.mistake("arena", "tide-pool", "--games", "x", "--lang", "de")


class Terminal:
    """A real terminal with the command in it."""

    def __init__(self, shell: Shell, *words: str) -> None:
        self.ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [*NEWFOUND, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=shell.env, cwd=shell.folder, close_fds=True
        )
        os.close(theirs)
        self.raw = ""
        self.at = 0  # how far it has been read, colours aside
        self.decode = codecs.getincrementaldecoder("utf-8")().decode  # a character may come in two reads

    def until(self, wanted: str, seconds: float = 60) -> str:
        """What appears up to this text, without colours. What came after it is kept for the next time."""
        end = time.monotonic() + seconds
        while (found := (clean := ESCAPES.sub("", self.raw)).find(wanted, self.at)) < 0:
            assert time.monotonic() < end, f"{wanted!r} did not appear after:\n{clean[self.at :]}"
            if select.select([self.ours], [], [], 0.1)[0]:
                self.raw += self.decode(os.read(self.ours, 65536))
        began, self.at = self.at, found + len(wanted)
        return clean[began : self.at]

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def close(self) -> int:
        code = self.process.wait(timeout=60)
        os.close(self.ours)
        return code


@pytest.fixture
def terminals(shell: Shell) -> Iterator[Callable[..., Terminal]]:
    """Those that a test opens end with it."""
    opened: list[Terminal] = []

    def start(*words: str) -> Terminal:
        opened.append(Terminal(shell, *words))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.process.kill()
        terminal.process.wait()


def test_in_a_terminal_people_take_turns_at_a_hidden_screen(terminals: Callable[..., Terminal]) -> None:
    terminal = terminals("play", "tide-pool", "--seed", "5", "--people", "2", "--name", "Ann", "--name", "Bob")
    terminal.until("Ann, it is your turn. Press Enter")
    terminal.type("\n")
    assert "Your hand:" in terminal.until("Ann ›")
    terminal.type("to\t")  # Tab completes
    terminal.until("toss ")
    terminal.type("\n")
    terminal.until("Ann: toss ›")
    terminal.type("s\n")
    seen = terminal.until("Bob, it is your turn. Press Enter")
    assert "\x1b[2J" in terminal.raw
    assert "\x1b[3J" in terminal.raw
    assert "Your hand" not in seen
    terminal.type("\n")
    assert "Ann tosses a shell back into the bag." in terminal.until("Bob ›")
    terminal.type("quit\n")
    terminal.until("(y/n)")
    terminal.type("y\n")
    terminal.until("--resume tide-pool-1.game")
    assert terminal.close() == 0


def test_in_a_terminal_replay_steps_forth_and_back(shell: Shell, terminals: Callable[..., Terminal]) -> None:
    shell.good("play", "tide-pool", "--seed", "5", typed="toss\ns\nsave one\nquit\n")
    terminal = terminals("replay", "one.game")
    terminal.until("0/")
    terminal.type("\n")
    terminal.until("Event 1 of")
    terminal.until("1/")
    terminal.type("4\n")
    terminal.until("Event 4 of")
    terminal.until("quit ›")
    terminal.type("back\n")
    terminal.until("Event 3 of")
    terminal.until("quit ›")
    terminal.type("q\n")
    assert terminal.close() == 0
