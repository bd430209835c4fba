"""The dashboard is for this machine alone: nobody else reaches it, and it reaches nobody else."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from rebelote import serve
from tests.serving import served

WITNESS = """
import json, os, sys

def hook(event, arguments):
    if event in ("socket.connect", "socket.sendto"):
        seen(event, arguments[-1])
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        seen(event, arguments[0])

def seen(event, address):
    address = address if isinstance(address, (str, bytes)) or address is None else address[0]
    with open(os.environ["WITNESS"], "a") as file:
        file.write(json.dumps([event, address if not isinstance(address, bytes) else address.decode()]) + "\\n")

sys.addaudithook(hook)
seen("started", "localhost")
"""
"""Every Python process that is started with it notes whom it addresses."""

HERE = {None, "", "localhost", "127.0.0.1", "::1"}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("loopback") / "rebelote.duckdb"
    from ingest.load import load
    from ingest.samples import folder

    load([folder()], store=path)
    return path


@pytest.fixture(scope="module")
def witness(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("witness") / "addressed.jsonl"


@pytest.fixture(scope="module")
def port(store: Path, witness: Path) -> Iterator[int]:
    (witness.parent / "sitecustomize.py").write_text(WITNESS)
    path = os.pathsep.join(filter(None, [str(witness.parent), os.environ.get("PYTHONPATH")]))
    with served(store, PYTHONPATH=path, WITNESS=str(witness)) as found:
        yield found


def _addressed(witness: Path) -> list[tuple[str, Any]]:
    return [tuple(json.loads(line)) for line in witness.read_text().splitlines()]


def _own_address() -> str:
    """An address of this machine that others could use."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.77", 9))  # for documentation; a datagram socket sends nothing yet
        except OSError:
            pytest.skip("this machine has no address but its own loopback")
        address = str(probe.getsockname()[0])
    if address.startswith("127.") or address == "0.0.0.0":
        pytest.skip("this machine has no address but its own loopback")
    return address


def _handshake(port: int, host: str, origin: str) -> str:
    """The status line for a page's socket, asked for under a host's name by a page of some origin."""
    request = (
        f"GET /_stcore/stream HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(request.encode())
        return connection.recv(4096).split(b"\r\n")[0].decode()


def test_this_machine_is_answered(port: int) -> None:
    with urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=60) as answer:
        assert answer.read() == b"ok"


def test_another_address_of_this_machine_is_refused(port: int) -> None:
    address = _own_address()
    # A server that listens to all is reached there, so a refusal is the dashboard's doing.
    with socket.create_server(("0.0.0.0", 0)) as open_to_all:
        socket.create_connection((address, open_to_all.getsockname()[1]), timeout=60).close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((address, port), timeout=60)


def test_another_address_of_ipv6_is_refused(port: int) -> None:
    with pytest.raises(OSError), socket.socket(socket.AF_INET6) as connection:
        connection.connect(("::1", port))


def test_a_name_that_points_here_from_elsewhere_is_refused(port: int) -> None:
    """A page of a stranger can give its own name this machine's address."""
    assert " 101 " in _handshake(port, "localhost", f"http://localhost:{port}") + " "
    assert " 101 " not in _handshake(port, "rebelote.example", f"http://rebelote.example:{port}") + " "


def test_a_page_of_another_site_is_refused_without_asking_outside(port: int, witness: Path) -> None:
    """Streamlit by itself would ask a stranger which outside address this machine has, to compare."""
    assert " 101 " not in _handshake(port, "localhost", "http://rebelote.example") + " "
    assert not [each for each in _addressed(witness) if each[1] not in HERE]


def test_the_server_addresses_nobody_outside(port: int, witness: Path) -> None:
    with urlopen(f"http://127.0.0.1:{port}/", timeout=60) as answer:
        assert answer.status == 200
    assert ("started", "localhost") in _addressed(witness)
    assert not [each for each in _addressed(witness) if each[1] not in HERE]


def test_the_witness_would_have_seen_it(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(WITNESS)
    program = (
        "import socket; s = socket.socket(); s.settimeout(0)\ntry: s.connect(('192.0.2.77', 9))\nexcept OSError: pass"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "WITNESS": str(tmp_path / "seen")}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)
    assert ("socket.connect", "192.0.2.77") in _addressed(tmp_path / "seen")


def test_the_page_addresses_nobody_outside(port: int, witness: Path, page: Any) -> None:
    """The page's own requests are watched by the fixture."""
    page.goto(f"http://localhost:{port}/")
    page.locator("[data-testid=stPlotlyChart]").first.wait_for(timeout=90_000)
    assert not [each for each in _addressed(witness) if each[1] not in HERE]


def test_streamlit_understands_every_setting() -> None:
    """What the command line says is what the server then holds."""
    from streamlit import config

    line = serve.arguments(8501)
    said = dict(each.removeprefix("--").split("=", 1) for each in line if each.startswith("--"))
    assert {"server.address", "browser.gatherUsageStats", "server.port"} <= said.keys()
    known = config.get_config_options(force_reparse=False)
    assert not said.keys() - known.keys()
    assert said["server.address"] == "127.0.0.1"
    assert said["browser.gatherUsageStats"] == said["server.enableStaticServing"] == "false"


def test_what_the_server_has_is_sent_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from streamlit.web.server.starlette import starlette_server

    monkeypatch.setattr(starlette_server, "_bind_socket", starlette_server._bind_socket)
    serve.send_at_once()
    with starlette_server._bind_socket("127.0.0.1", 0, 5) as listening, socket.socket() as asking:
        asking.connect(listening.getsockname())
        answering, _ = listening.accept()
        with answering:
            assert answering.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
