"""Every address and message there is: what somebody at a match can ask, and what has nothing to do with one."""

from __future__ import annotations

from typing import Any

TABLE = "/api/tables/{code}"
SEAT = f"{TABLE}/seats/{{seat}}"
# What the reader asks of the match, in this order, and what is sent there. They get a holiday, or a bot; most is refused.
ASKED: dict[str, list[Any]] = {
    **{f"GET {TABLE}{path}": [None] for path in ("", "/frame?seat={reader}", "/game", "/fair", "/course", "/people", "/review")},
    **{f"GET {TABLE}{path}": [None] for path in ("/odds?seat={reader}", "/advice?seat={held}")},
    f"POST {TABLE}/why": [{"seat": "{held}", "text": text} for text in ("pass", "xyzzy", "lay")],
    f"POST {TABLE}/preview": [{"seat": "{held}", "action": text} for text in ("pass", "xyzzy", "lay")],
    f"POST {TABLE}/hint": [{"seat": "{held}"}],
    **{f"POST {TABLE}/{what}": [{}] for what in ("game", "review", "join", "stand", "ready", "host", "cancel", "decline", "rematch")},
    f"POST {TABLE}/review/try": [{"at": 3, "action": "pass"}],
    f"POST {TABLE}/move": [{"to": 1}],
    f"POST {TABLE}/plan": [{"public": True}],
    f"POST {TABLE}/invite": [{"handle": "0" * 24}],
    f"POST {TABLE}/talk": [{"talk": "all"}],
    f"POST {TABLE}/time": [{}],
    f"POST {TABLE}/holiday": [{"days": 2}],
    f"POST {TABLE}/delete": [{}],
    f"POST {TABLE}/leave": [{"level": "random"}],
    **{f"POST {SEAT}/{what}": [{}] for what in ("bot", "free", "link", "invite", "fetch", "block", "stand-in", "return")},
    f"POST {TABLE}/resign": [],  # at the end
    "POST /api/me/reviews?game=new-haven": [{}],
    **{f"GET /api/{path}": [None] for path in ("tables", "me", "me/people", "me/numbers?game=new-haven", "me/reminders", "me/export")},
}
ALIKE = "the same for everybody, whatever is played"
THEIRS = "about who one is, by chance and the time of day; no match is read for it"
UNASKED: dict[str, str] = {
    **{f"GET /api/{path}": ALIKE for path in ("games", "text/{lang}", "text/{game}/{lang}", "rules/{game}/{lang}", "games/{game}/picture")},
    **{f"{way} /api/lessons/{{game}}{path}": ALIKE for way, path in (("GET", ""), ("GET", "/text/{lang}"), ("POST", "/{name}"))},
    **{f"POST /api/lessons/{{game}}/{{name}}/{what}": ALIKE for what in ("why", "preview")},
    "GET /api/rules/{game}/figures/{name}": ALIKE,
    "POST /api/games/{game}/setup": ALIKE,
    "GET /api/me/devices": THEIRS,
    **{f"POST /api/me{path}": THEIRS for path in ("", "/delete", "/devices", "/devices/{device}/remove", "/words", "/reminders")},
    **{f"POST /api/me/{path}": THEIRS for path in ("push", "push/stop", "mail", "mail/stop")},
    **{f"POST /api/me/people/{{handle}}/{what}": THEIRS for what in ("block", "unblock")},
    **{f"POST /api/{path}": THEIRS for path in ("become", "mail/confirm", "mail/stop/{stop}", "take")},
    **{f"POST /api/{path}": "another table" for path in ("tables", "uploads")},
}
# What the reader says on the socket; an old serial, so that nothing is played.
SAID: list[Any] = [
    {"do": "ping"},
    {"do": "sight", "visible": False},
    {"do": "look", "seat": "{reader}"},
    {"do": "chat", "id": "c", "text": "good evening"},
    {"do": "play", "id": "p", "serial": 0, "action": "xyzzy"},
    {"do": "undo", "id": "u", "serial": 0},
    {"do": "back", "id": "b", "serial": 0},
    {"do": "ask", "id": "r", "serial": 0, "what": "replace", "of": 1},
    {"do": "ask", "id": "e", "serial": 0, "what": "end"},
    {"do": "agree", "id": "a", "serial": 0, "yes": True},
    {"do": "withdraw", "id": "w", "serial": 0},
    {"do": "nudge", "id": "n", "serial": 0},
]
