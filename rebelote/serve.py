"""The dashboard's server: on this machine alone, asking nobody outside."""

import os
import signal
import socket
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NoReturn

ADDRESS: Final = "127.0.0.1"

# Given on the command line, where they outrank every configuration file of the user's.
_SETTINGS: Final = {
    # Only this machine is listened to, and only under these two names (a page elsewhere can point
    # a name of its own at 127.0.0.1).
    "server.address": ADDRESS,
    "server.allowedHosts": ["localhost", ADDRESS],
    "server.enableCORS": "true",
    "server.enableXsrfProtection": "true",
    "server.enableStaticServing": "false",
    "server.enableAgentApi": "false",
    # A server without an address of its own asks a stranger what its outside address is.
    "browser.serverAddress": "localhost",
    "browser.gatherUsageStats": "false",
    # Neither a browser opened, nor an e-mail address asked for.
    "server.headless": "true",
    "server.showEmailPrompt": "false",
    # No button that deploys elsewhere, no link that hands an error to a search engine.
    "client.toolbarMode": "viewer",
    "client.showErrorLinks": "false",
    # The program does not change while it runs.
    "server.fileWatcherType": "none",
    "server.runOnSave": "false",
}  # fmt: skip


def url(port: int) -> str:
    """Where a browser on this machine finds the dashboard."""
    return f"http://localhost:{port}"


def arguments(port: int) -> list[str]:
    """What `streamlit` is told to run, and how."""
    spec = find_spec("dashboard")
    assert spec is not None and spec.submodule_search_locations is not None
    app = Path(spec.submodule_search_locations[0]) / "app.py"
    settings = [
        (key, each) for key, value in _SETTINGS.items() for each in ([value] if isinstance(value, str) else value)
    ]
    return ["run", str(app), f"--server.port={port}", *(f"--{key}={value}" for key, value in settings)]


def port_is_free(port: int) -> bool:
    """Whether nothing listens on the port yet."""
    with socket.socket() as probe:
        # As the server will: a port whose last connections are still closing is free.
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ADDRESS, port))
        except OSError:
            return False
    return True


def send_at_once() -> None:
    """Have Streamlit's server send what it has at once.

    It makes its socket so that asyncio leaves Nagle's algorithm on, and every small answer would wait 40 ms for the
    browser to acknowledge the one before.
    """
    from streamlit.web.server.starlette import starlette_server

    bind = starlette_server._bind_socket

    def bound(address: str, port: int, backlog: int) -> socket.socket:
        listening = bind(address, port, backlog)
        # Connections have it of the socket that listens.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening

    starlette_server._bind_socket = bound


def serve(store: Path, port: int) -> NoReturn:
    """Serve the dashboard of a store until it is stopped."""
    from streamlit import net_util
    from streamlit.web.cli import main

    from dashboard.ready import get_ready

    os.environ["REBELOTE_STORE"] = str(store.absolute())
    send_at_once()
    get_ready(store.absolute())
    # When a page of another site knocks, Streamlit would ask a stranger for this machine's outside address
    # to compare; none is its own here.
    net_util.get_internal_ip = net_util.get_external_ip = lambda: None
    if hasattr(signal, "SIGPIPE"):
        # A browser that leaves in the middle of an answer is no reason to end.
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    main(arguments(port), prog_name="streamlit", standalone_mode=False)
    raise SystemExit(0)
