"""Options that several commands share. Their help comes from the catalog, by their names."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Title = Annotated[str, typer.Argument(metavar="GAME")]
File = Annotated[Path, typer.Argument(metavar="FILE")]
Lang = Annotated[str | None, typer.Option("--lang", metavar="LANG")]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE")]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N")]
