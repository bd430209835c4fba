"""The deal as one HTML page that needs nothing else: it opens from disk, asks no network, and can be mailed."""

import base64
import hashlib
import html
import json
from collections.abc import Mapping
from typing import Any, Final

from dashboard.viewer import CSS, HTML, SCRIPTS, read

_SCRIPT: Final = read(*SCRIPTS, "page.js")
_STYLE: Final = CSS + read("page.css")
_ESCAPED: Final = {ord(each): f"\\u{ord(each):04x}" for each in "<>&\u2028\u2029"}
"""What would end a script, or a line of one, written as JSON writes it."""


def page(data: dict[str, Any], beside: Mapping[str, str] | None = None) -> str:
    """The page of a deal from its payload; nothing in the record becomes markup, and nothing but our script runs.

    `beside` has the files, by address, in which the other deals of the match lie beside this one: it links to them.
    """
    embedded = _json("deal", data) + ("" if beside is None else _json("beside", beside))
    policy = (
        f"default-src 'none'; script-src {_hash(_SCRIPT)}; style-src {_hash(_STYLE)}; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    title = html.escape(f"{data['words']['deal']} {data['title']}")
    return f"""<!doctype html>
<html lang="{html.escape(data["language"])}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{title}</h1>
{HTML}</main>
{embedded}<script type="module">{_SCRIPT}</script>
</body>
</html>
"""


def _json(name: str, data: Mapping[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPED)
    return f'<script type="application/json" id="{name}">{text}</script>\n'


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
