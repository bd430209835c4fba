"""How fast the pages are over a large store: `python -m tests.bench.pages [--deals N] [--store FILE] [--pages P…]`.

Serves the store with the real server, drives Chromium, and prints what is wanted and what was measured as tables in
Markdown. A store that is named is made if it is not there, and kept.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

import duckdb

from dashboard.figures import summaries
from ingest.publish import fresh
from tests.bench import pages_store
from tests.browser import executable
from tests.serving import served

PAGES: Final = {
    "overview": "Overview", "bidding": "Bidding", "declarations": "Declarations", "capots": "Capots",
    "players": "Players", "pairs": "Pairs", "fairness": "Fairness", "audit": "Audit", "violations": "Violations",
    "matches": "Matches", "deals": "Find deals", "deal": "Deal", "rulesets": "Rulesets", "imports": "Imports",
}  # fmt: skip
"""The pages by their place in the address, with their titles."""
HEADINGS: Final = {"Fairness": "Is the dealing fair?"}
"""What stands over a page where that is not its title."""
COLD: Final = 3
"""Times that each page is opened cold."""
AT_ONCE: Final = 10
VISITS: Final = 8
"""Pages that each of the ten looks at."""
LOOKED_AT: Final = 4.0
"""Seconds for which each looks at a page before the next."""
LOADED: Final = 60_000
"""Deals of a file that is loaded meanwhile."""
FILES: Final = 8
"""Such files, one loaded after another as long as somebody looks."""
PATIENCE: Final = 120_000
_SETTLED: Final = """title => {
    const heading = document.querySelector('[data-testid=stMain] h1');
    if (!heading || heading.textContent.trim() !== title) return false;
    if (document.querySelector('[data-testid=stStatusWidget], [data-testid=stSkeleton]')) return false;
    if (document.querySelector('[data-testid=stApp]').dataset.testScriptState === 'running') return false;
    if (document.querySelector('[data-stale=true]')) return false;
    const charts = [...document.querySelectorAll('[data-testid=stPlotlyChart]')];
    return charts.every(each => each.querySelector('.js-plotly-plot .main-svg'));
}"""
"""Whether a page of that title is all there, its charts drawn."""


class Server:
    """A server that tells how long each run of a page took, and how much memory it needs."""

    def __init__(self, port: int, times: Path) -> None:
        self.port, self.times = port, times

    def url(self, page: str) -> str:
        return f"http://localhost:{self.port}/{'' if page == 'overview' else page}"

    def runs(self) -> list[float]:
        """Milliseconds of every run so far."""
        lines = self.times.read_text(encoding="utf-8").splitlines() if self.times.exists() else []
        return [float(line.split("\t")[1]) for line in lines]

    def memory(self) -> float:
        """The most memory that its process had, in MiB."""
        for place in Path("/proc").glob("[0-9]*"):
            try:
                if f"--port\0{self.port}\0" in (place / "cmdline").read_text():
                    status = dict(line.split(":", 1) for line in (place / "status").read_text().splitlines())
                    return int(status["VmHWM"].split()[0]) / 1024
            except OSError:
                continue
        return float("nan")


@contextmanager
def server(store: Path, folder: Path) -> Iterator[Server]:
    """Serve the store, nothing of it in the memory of the machine yet."""
    times = folder / "times"
    times.unlink(missing_ok=True)
    snapshot = fresh(store)
    for each in (snapshot, summaries.place(snapshot)):
        if each.exists() and hasattr(os, "posix_fadvise"):
            with each.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    with served(store, REBELOTE_TIMES=str(times)) as port:
        yield Server(port, times)


@contextmanager
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable(), args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


def opened(chromium: Any) -> Any:
    """A page that has nothing in its cache."""
    return chromium.new_context(viewport={"width": 1400, "height": 1000}).new_page()


def seconds(page: Any, title: str, began: float) -> float:
    """How long until the page of this title is all there."""
    page.wait_for_function(_SETTLED, arg=HEADINGS.get(title, title), timeout=PATIENCE, polling=25)
    return time.perf_counter() - began


def cold(chromium: Any, store: Path, folder: Path, pages: list[str]) -> dict[str, tuple[float, float]]:
    """By page: seconds to the first painting and to all charts, of a server just started and an empty browser.

    The middle one of several times each: what else the machine does is felt most here.
    """
    found = {}
    for name in pages:
        times = [_once(chromium, store, folder, name) for _ in range(COLD)]
        found[name] = (median(paint for paint, _ in times), median(whole for _, whole in times))
        told = ", ".join(f"{whole:.2f}" for _, whole in times)
        print(f"{name}: painted {found[name][0]:.2f} s, whole {told} s", file=sys.stderr, flush=True)
    return found


def _once(chromium: Any, store: Path, folder: Path, name: str) -> tuple[float, float]:
    # The browser has its window before the server is there: opening one is no part of a page.
    page = opened(chromium)
    with server(store, folder) as at:
        began = time.perf_counter()
        page.goto(at.url(name), wait_until="commit")
        whole = seconds(page, PAGES[name], began)
        paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000")
        page.context.close()
    return paint, whole


def changing(page: Any, pages: list[str]) -> dict[str, float]:
    """By page: seconds until all of it is there after a click on its name, for the first time."""
    found = {}
    for name in [*pages[1:], pages[0]]:
        began = time.perf_counter()
        page.get_by_role("link", name=PAGES[name], exact=True).click()
        found[name] = seconds(page, PAGES[name], began)
        print(f"to {name}: {found[name]:.2f} s", file=sys.stderr, flush=True)
    return found


def filtering(at: Server, pages: list[str]) -> dict[str, list[float]]:
    """By page: milliseconds in the server with each of several filters, one after another, none asked before."""
    found: dict[str, list[float]] = {}
    for turn, name in enumerate(pages):
        rules, other = (pages_store.RULESETS[(turn + each) % len(pages_store.RULESETS)] for each in (0, 3))
        one, two = (f"expert-{turn % 4 + 1}-{turn + each}" for each in (1, 2))
        found[name] = []
        for query in (
            f"rules={rules}", f"rules={rules}&contract=hearts", "contract=spades", "contract=no+trump",
            f"since=2025-0{turn % 6 + 1}-01&until=2025-0{turn % 6 + 2}-28", f"since=2025-0{turn % 9 + 1}-01",
            f"since=2025-02-{turn + 10}", f"since=2025-03-{turn + 10}&until=2025-05-20", f"player={one}",
            f"player={one}&contract=spades", f"player={one}&rules={rules}", f"player={two}",
            f"until=2026-0{turn % 5 + 1}-13",
            f"rules={other}&since=2025-0{turn % 9 + 1}-01", f"player={two}&contract=hearts", "out=simulated",
            f"contract=diamonds&since=2025-0{turn % 9 + 1}-01", f"rules={other}&contract=clubs",
        ):  # fmt: skip
            before = len(at.runs())
            _, wrong = visit(at, name, query)
            took = at.runs()[before:]
            found[name].extend(took)
            print(f"{name}: {query}: {took} ms {wrong or ''}", file=sys.stderr, flush=True)
    return found


def visit(at: Server, page: str, query: str) -> tuple[float, list[str]]:
    """Open a page as a browser does, without drawing it: seconds to its end, and the errors shown on it."""
    from streamlit.proto.BackMsg_pb2 import BackMsg
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
    from websockets.sync.client import connect

    began, errors = time.perf_counter(), []
    address = f"ws://localhost:{at.port}/_stcore/stream"
    with connect(address, max_size=None, subprotocols=["streamlit"]) as socket:  # type: ignore[list-item]
        asked = BackMsg()
        asked.rerun_script.query_string = query
        asked.rerun_script.page_name = "" if page == "overview" else page
        socket.send(asked.SerializeToString())
        while True:
            said = ForwardMsg()
            said.ParseFromString(socket.recv(timeout=PATIENCE / 1000))
            kind = said.WhichOneof("type")
            if kind == "delta" and said.delta.new_element.WhichOneof("type") == "exception":
                errors.append(said.delta.new_element.exception.message)
            if kind == "script_finished":
                break
    return time.perf_counter() - began, errors


def at_once(store: Path, folder: Path, pages: list[str]) -> tuple[list[float], list[float], list[str], float, int]:
    """Ten people while loads run: seconds of each page, milliseconds in the server, errors, memory, deals loaded."""
    files = [folder / f"more-{number}.parquet" for number in range(FILES)]
    for number, file in enumerate(files):
        subprocess.run(
            [sys.executable, "-m", "rebelote", "simulate", "--rules", "bg4-004", "--deals", str(LOADED), "--seed",
             str(time.time_ns() % 10**9 + number), "--out", str(file)], check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
    seen_by_all = threading.Event()
    loaded: list[Path] = []

    def load() -> None:
        for file in files:
            if seen_by_all.is_set():
                break
            line = [sys.executable, "-m", "rebelote", "ingest", str(file), "--store", str(store)]
            subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
            loaded.append(file)

    took: list[float] = []
    errors: list[str] = []
    with server(store, folder) as at:
        visit(at, "overview", "")
        before = len(at.runs())
        loading = threading.Thread(target=load)
        loading.start()

        def person(number: int) -> None:
            time.sleep(LOOKED_AT * number / AT_ONCE)
            for turn in range(VISITS):
                query = ("", f"rules={pages_store.RULESETS[(number + turn) % 8]}", "contract=hearts",
                         f"player=expert-{number % 4 + 1}-{turn + 1}")[(number + turn) % 4]  # fmt: skip
                try:
                    clock, wrong = visit(at, pages[(number + turn) % len(pages)], query)
                    took.append(clock)
                    errors.extend(wrong)
                except Exception as error:
                    errors.append(repr(error))
                time.sleep(LOOKED_AT)

        people = [threading.Thread(target=person, args=(number,)) for number in range(AT_ONCE)]
        for each in people:
            each.start()
        for each in people:
            each.join()
        print(f"the loads {'ran to their end' if loading.is_alive() else 'ended before'}", file=sys.stderr)
        seen_by_all.set()
        loading.join()
        # Everything loaded, somebody looks again.
        clock, wrong = visit(at, "overview", "")
        took.append(clock)
        errors.extend(wrong)
        return took, at.runs()[before:], errors, at.memory(), LOADED * len(loaded)


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=10_000_000)
    parser.add_argument("--store", type=Path)
    parser.add_argument("--pages", nargs="*", default=list(PAGES), choices=list(PAGES))
    parser.add_argument("--skip", nargs="*", default=[], choices=["cold", "changing", "filters", "ten"])
    given = parser.parse_args()
    pages = given.pages
    with tempfile.TemporaryDirectory(prefix="rebelote-bench-") as place:
        folder = Path(place)
        store = given.store or folder / "store.duckdb"
        if not store.exists():
            pages_store.make(store, given.deals)
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "dashboard.figures.summaries", str(store)], check=True)
        print(f"summed up in {time.perf_counter() - began:.0f} s", file=sys.stderr)
        snapshot = fresh(store)
        with duckdb.connect(str(snapshot), read_only=True) as connection:
            ((deals,),) = connection.execute("select count(*) from fact").fetchall()
        sums = summaries.place(snapshot)
        kept = sums.stat().st_size / 1e6 if sums.exists() else 0
        print(f"{deals:,} deals, {snapshot.stat().st_size / 1e9:.2f} GB, and {kept:,.0f} MB of sums; "
              f"load of the machine at the start {os.getloadavg()[0]:.1f}\n")  # fmt: skip
        first: dict[str, tuple[float, float]] = {}
        change: dict[str, float] = {}
        filters: dict[str, list[float]] = {}
        with browser() as chromium:
            if "cold" not in given.skip:
                first = cold(chromium, store, folder, pages)
            if {"changing", "filters"} - set(given.skip):
                with server(store, folder) as at:
                    page = opened(chromium)
                    page.goto(at.url(pages[0]))
                    seconds(page, PAGES[pages[0]], 0)
                    if "changing" not in given.skip:
                        change = changing(page, pages)
                    if "filters" not in given.skip:
                        filtered = [each for each in pages if each not in ("deal", "rulesets", "imports")]
                        filters = filtering(at, filtered)
                    memory = at.memory()
        print("| page | first painting | all of it, cold | on changing to it | a changed filter, 95 % | slowest |")
        print("|---|---:|---:|---:|---:|---:|")
        print("| *wanted* | *1.5 s* | *4 s* | *1.5 s* | *300 ms* | *1 s* |")
        for name in pages:
            painted, whole = first.get(name, (float("nan"),) * 2)
            print(f"| {name} | {painted:.2f} s | {whole:.2f} s | {change.get(name, float('nan')):.2f} s | "
                  f"{_highest(filters.get(name, []))} |".replace("nan s", ""))  # fmt: skip
        every = [each for times in filters.values() for each in times]
        if every:
            print(f"| all {len(every)} changes of a filter | | | | {_highest(every)} |")
            print(f"\nMost memory of the server, one person: {memory:,.0f} MiB (wanted: under 1,536).")
        if "ten" not in given.skip:
            took, runs, errors, memory, loaded = at_once(store, folder, pages)
            print(f"\n| {AT_ONCE} people at once, {len(took)} pages, while {loaded:,} deals are loaded "
                  "| wanted | measured |")  # fmt: skip
            print("|---|---:|---:|")
            print(f"| slowest page, asked to sent | 3 s | {max(took):.2f} s |")
            print(f"| 95 % of pages | | {quantiles(took, n=20, method='inclusive')[-1]:.2f} s |")
            print(f"| slowest run in the server | | {max(runs) / 1000:.2f} s |")
            print(f"| errors | 0 | {len(errors)} |")
            print(f"| most memory of the server | 1,536 MiB | {memory:,.0f} MiB |")
            for each in sorted(set(errors)):
                print(each, file=sys.stderr)
    print(f"\nload of the machine at the end {os.getloadavg()[0]:.1f}")


def _highest(times: list[float]) -> str:
    """The 95th percentile and the highest of times, as two cells."""
    if not times:
        return " | "
    return (
        f"{quantiles(times, n=20, method='inclusive')[-1] if len(times) > 1 else times[0]:.0f} ms | {max(times):.0f} ms"
    )


if __name__ == "__main__":
    main()
