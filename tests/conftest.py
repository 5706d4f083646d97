"""What several tests share."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from cli import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell.at(tmp_path)
