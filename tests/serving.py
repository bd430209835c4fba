"""The real dashboard server for tests: started by the command, stopped at the end."""

import os
import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 120
"""Seconds after which a server that says nothing is given up."""


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(store: Path, **environment: str) -> Iterator[int]:
    """Serve a store with `rebelote dashboard`; the port, once the server says that it is there."""
    port = free_port()
    line = [sys.executable, "-m", "rebelote", "dashboard", "--store", str(store), "--port", str(port)]
    server = subprocess.Popen(
        line,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said: queue.Queue[str | None] = queue.Queue()

    def listen() -> None:
        assert server.stdout is not None
        for each in server.stdout:
            said.put(each)
        said.put(None)

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    heard = ""
    try:
        while f"URL: http://localhost:{port}" not in heard:
            each = said.get(timeout=PATIENCE)
            assert each is not None, f"the server ended: {heard}"
            heard += each
        yield port
    finally:
        server.terminate()
        server.wait(timeout=PATIENCE)
        listener.join(timeout=PATIENCE)
