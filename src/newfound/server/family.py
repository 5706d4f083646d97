"""Children end with their parent, however it ended."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys


def end_with_parent() -> None:
    """Linux ends this process when the one that started it has ended."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        parent = multiprocessing.parent_process()
        if parent is not None and not parent.is_alive():  # it ended while we were starting
            os.kill(os.getpid(), signal.SIGKILL)
