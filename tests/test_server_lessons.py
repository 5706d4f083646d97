"""Lessons over HTTP: where actions lead, what is answered or refused; and a pupil is shown nothing that is hidden from them."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from newfound import games
from newfound.core import lesson as lessons
from newfound.core import puzzle as puzzles
from newfound.core.dice import Dice
from newfound.core.game import Game, find_action
from newfound.core.text import LANGUAGES
from serving import Server

TAUGHT = [games.find(name) for name in games.names() if lessons.has_course(games.find(name))]
each_game = pytest.mark.parametrize("game", TAUGHT, ids=[game.name for game in TAUGHT])
NEW_WORLD = "/api/lessons/new-world"


def told(answer: httpx.Response) -> Any:
    assert answer.status_code == 200, answer.text
    return answer.json()


@each_game
def test_a_course_is_listed_in_order_and_speaks_every_language(server: Server, game: Game[Any]) -> None:
    with httpx.Client(base_url=server.url) as http:
        listed = {one["name"]: one["lessons"] for one in told(http.get("/api/games"))["games"]}
        assert listed[game.name] is True
        for language in LANGUAGES:
            course = told(http.get(f"/api/lessons/{game.name}?lang={language}"))["lessons"]
            entries = told(http.get(f"/api/lessons/{game.name}/text/{language}"))["entries"]
            assert [one["name"] for one in course if not one["found"]] == list(lessons.course(game))
            assert [one["name"] for one in course if one["found"]] == list(puzzles.puzzles(game))
            assert [one["title"] for one in course if not one["found"]] == [
                entries[f"lesson.{name}.title"] for name in lessons.course(game)
            ]
            assert len({one["title"] for one in course}) == len(course)
            spoken = {key for lesson in lessons.course(game).values() for key in lessons.keys(lesson)}
            spoken |= {key for one in puzzles.puzzles(game).values() for key in puzzles.keys(one)}
            assert spoken <= set(entries)
            assert {key for key in set(entries) - spoken if not key.startswith("puzzle.")} == {"lesson.elsewhere"}


@pytest.mark.sample
@each_game
def test_a_pupil_is_shown_nothing_that_is_hidden_from_them(server: Server, game: Game[Any]) -> None:
    """At every step of every lesson: what is shown and foreseen is the same however the hidden things lie."""
    with httpx.Client(base_url=server.url) as http:
        for lesson in (*lessons.course(game).values(), *list(puzzles.puzzles(game).values())[:3]):
            address, done, now = f"/api/lessons/{game.name}/{lesson.name}", list[str](), lessons.begin(game, lesson)
            for step in lesson.steps:
                shown = told(http.post(address, json={"done": done}))
                frame, redealt = shown["frame"], game.redeal(now.match.state, lesson.you, Dice(len(done)))
                assert frame["reader"] == lesson.you == shown["you"]
                assert frame["view"] == json.loads(json.dumps(game.observe(redealt, lesson.you)))
                action = step.go[0] if step.go else ""
                if action:
                    assert action in frame["actions"]
                    foreseen = told(http.post(f"{address}/preview", json={"done": done, "text": action}))
                    found = find_action(game, redealt, action)
                    assert found is not None
                    assert foreseen["told"] == json.loads(json.dumps([news.json() for news in game.tell(redealt, found, lesson.you)]))
                done = told(http.post(address, json={"done": done, "attempt": action}))["done"]
                now = lessons.follow(lesson, now, action)
            over = told(http.post(address, json={"done": done}))
            assert (over["over"], over["step"], over["frame"]["actions"]) == (True, len(lesson.steps) + 1, [])


def test_what_leads_on_is_done_and_the_rest_is_answered(server: Server) -> None:
    with httpx.Client(base_url=server.url) as http:
        here = told(http.post(f"{NEW_WORLD}/settle", json={}))
        assert (here["done"], here["step"], here["answer"], here["shown"]) == ([], 1, None, False)
        wrong = told(http.post(f"{NEW_WORLD}/settle", json={"attempt": "settle nobody"}))
        assert wrong == here | {"answer": "nobody"}
        right = told(http.post(f"{NEW_WORLD}/settle", json={"attempt": "settle town-e", "pictures": True}))
        assert (right["done"], right["step"], right["frame"]["scores"][0]["total"]) == (["settle town-e"], 2, 4)
        assert right["frame"]["picture"].startswith("<svg")
        assert "picture" not in here["frame"]


@pytest.mark.parametrize("game", [game for game in TAUGHT if puzzles.puzzles(game)], ids=lambda game: game.name)
def test_a_puzzle_gives_nothing_away_until_it_is_solved_or_shown(server: Server, game: Game[Any]) -> None:
    puzzle = next(iter(puzzles.puzzles(game).values()))
    address = f"/api/lessons/{game.name}/{puzzle.name}"
    with httpx.Client(base_url=server.url) as http:
        here = told(http.post(address, json={}))
        assert (here["speaks"], here["values"], here["reasons"], here["point"]) == ("puzzle", {"number": 1}, [], [])
        wrong = told(http.post(address, json={"attempt": puzzle.tempting}))
        assert wrong == here | {"answer": "tempting", "values": {"number": 1, "n": max(1, round(puzzle.loses[puzzle.tempting]))}}
        solved = told(http.post(address, json={"attempt": puzzle.best}))
        assert (solved["done"], solved["answer"], solved["values"]["tempting"]) == ([puzzle.best], None, puzzle.tempting)
        assert [(one["seat"], one["key"]) for one in solved["reasons"]] == [(one.seat, one.key) for one in puzzle.reasons]
        assert told(http.post(address, json={"reveal": True})) == solved
        assert told(http.post(address, json={"done": [puzzle.best], "attempt": ""}))["over"]


@pytest.mark.parametrize(
    ("path", "body", "status", "key"),
    [
        ("nonsense", {}, 404, "server.lesson"),
        ("settle", {"attempt": "settle town-n"}, 422, "refuse."),
        ("settle", {"done": ["settle nobody"]}, 422, "lesson.elsewhere"),
        ("settle", {"done": ["nonsense"]}, 422, ""),
        ("settle", {"done": ["settle town-e"], "attempt": "settle nobody"}, 422, "play.over"),
        ("settle", {"done": [""] * 61}, 422, ""),
        ("settle", {"done": [7]}, 422, ""),
        ("settle", {"state": {}}, 422, ""),
        ("settle/preview", {"text": "settle town-n"}, 422, "refuse."),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(server: Server, path: str, body: dict[str, Any], status: int, key: str) -> None:
    answer = httpx.post(f"{server.url}{NEW_WORLD}/{path}?lang=fr", json=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["problem"]["key"].startswith(key)
    assert answer.json()["problem"]["sentence"]


def test_why_not_names_the_clause(server: Server) -> None:
    with httpx.Client(base_url=server.url) as http:
        why = told(http.post(f"{NEW_WORLD}/settle/why", json={"text": "settle town-n"}))
        assert (why["legal"], why["problem"]["clause"]) == (False, "NW-T5")
        assert told(http.post(f"{NEW_WORLD}/settle/why", json={"text": "settle nobody"})) == {"legal": True, "problem": None}
        assert http.get("/api/lessons/nonsense").status_code == 404


@each_game
def test_a_course_ends_in_a_match_that_goes_on(server: Server, game: Game[Any]) -> None:
    """The last lesson begins a whole match: its log is that of a table, where bots play for the others."""
    whole = [one for one in lessons.course(game).values() if one.goes_on]
    if not whole:
        return  # so small a game needs none
    (lesson,) = whole
    taught = [one for one in lessons.course(game).values() if not one.puzzle]
    assert lesson is taught[-1]
    done = [step.go[0] if step.go else "" for step in lesson.steps]
    with httpx.Client(base_url=server.url) as http:
        before = told(http.post(f"/api/lessons/{game.name}/{lesson.name}", json={"done": done[:-1]}))
        assert before["match"] is None
        after = told(http.post(f"/api/lessons/{game.name}/{lesson.name}", json={"done": done}))
        told(http.post("/api/me", json={"name": "Ann"}))
        seats = [{"kind": "me"} if seat == lesson.you else {"kind": "bot", "level": "easy"} for seat in range(after["seats"])]
        made = http.post("/api/uploads", json={"file": after["match"], "seats": seats})
        assert made.status_code in (200, 201), made.text
        table = made.json()
        assert (table["status"], table["given"]) == ("playing", len(lessons.stage(game, lesson, done).match.log))
