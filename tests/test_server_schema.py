"""Schemathesis against the OpenAPI document: whatever is sent, no 5xx. And the migrations make the schema that the code uses."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from sqlalchemy import CheckConstraint, Connection, inspect

from newfound.server import schema
from newfound.server.engine import make_engine
from newfound.server.migrations import migrate
from newfound.server.settings import Settings
from serving import Server

EXAMPLES = 200 if os.environ.get("NEWFOUND_ALL") else 8


@pytest.mark.long
def test_no_request_however_strange_is_answered_with_5xx(server: Server) -> None:
    with httpx.Client(base_url=server.url) as http:
        http.post("/api/me", json={"name": "Schema"})
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        code = http.post("/api/tables", json={"game": "new-haven", "seats": seats}).json()["code"]
        waiting = http.post("/api/tables", json={"game": "new-haven", "seats": [{"kind": "me"}] + [{"kind": "open"}] * 2}).json()["code"]
        document = schemathesis.openapi.from_dict(http.get("/api/openapi.json").json())
        tried = 0
        result: Any
        for result in document.get_all_operations():
            operation: Any = result.ok()

            @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate], database=None)
            @given(case=operation.as_strategy())
            def send(case: Any) -> None:
                nonlocal tried
                tried += 1
                if case.path_parameters and "code" in case.path_parameters and tried % 4:
                    case.path_parameters["code"] = waiting if tried % 2 else code  # a table that is there, most of the time
                answer = case.call(base_url=server.url, cookies=dict(http.cookies))
                assert answer.status_code < 500, f"{case.method} {answer.request.url} {answer.request.body!r}: {answer.text}"

            send()
        assert tried > 50


def test_the_migrations_make_the_schema_the_code_uses(database: str) -> None:
    def columns(connection: Connection) -> dict[str, dict[str, bool]]:
        seen = inspect(connection)
        return {
            table: {column["name"]: column["nullable"] for column in seen.get_columns(table)}
            for table in seen.get_table_names()
            if table != "alembic_version"
        }

    def checks(connection: Connection) -> dict[str, str]:
        seen = inspect(connection)
        found = [check for table in schema.metadata.tables for check in seen.get_check_constraints(table)]
        return {str(check["name"]): words(str(check["sqltext"])) for check in found}

    def words(text: str) -> str:
        """What may be, however a database writes it down."""
        return " ".join(re.findall(r"'(\w+)'", text))

    async def compare() -> None:
        engine = make_engine(Settings(database_url=database))
        await migrate(engine)
        await migrate(engine)  # again does nothing
        async with engine.connect() as connection:
            made, checked = await connection.run_sync(columns), await connection.run_sync(checks)
        await engine.dispose()
        wanted = {table.name: {column.name: bool(column.nullable) for column in table.columns} for table in schema.metadata.sorted_tables}
        assert made == wanted
        every = [one for table in schema.metadata.sorted_tables for one in table.constraints if isinstance(one, CheckConstraint)]
        assert checked == {str(one.name): words(str(one.sqltext)) for one in every}

    asyncio.run(compare())


@pytest.mark.parametrize("setting", ["NEWFOUND_PORT=many", "NEWFOUND_PROCESSES=2"])
def test_a_wrong_setting_is_one_clear_sentence(setting: str, tmp_path: Path) -> None:
    name, value = setting.split("=")
    command = [sys.executable, "-c", "import sys; from newfound.cli import main; sys.argv = ['newfound', 'serve']; main()"]
    done = subprocess.run(command, env=os.environ | {name: value}, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
