"""Logs as JSON lines. What is logged is named; cookies, tokens, seeds and bodies never are."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Final

NAMED: Final = ("table", "path", "level", "status")


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "time": f"{stamp}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "where": record.name,
            "what": record.getMessage(),
        }
        line |= {f"of_{name}" if name == "level" else name: getattr(record, name) for name in NAMED if hasattr(record, name)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for noisy in ("alembic", "sqlalchemy.engine", "websockets", "uvicorn.access"):
        logging.getLogger(noisy).setLevel("WARNING")
