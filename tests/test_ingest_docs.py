import re
import tomllib
from pathlib import Path

import pytest

from ingest import mapping
from ingest.canonical import decode
from ingest.formats import FORMATS
from ingest.mapping import Form
from ingest.wire import FIELDS, MAX_HAND, MAX_PLAYS, ClaimsLine
from replay.record import Deal


@pytest.fixture(scope="module")
def page(checkout: Path) -> str:
    return (checkout / "docs" / "records.md").read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def test_every_field_of_a_record_is_described(page: str) -> None:
    for name in (*FIELDS, *ClaimsLine.__struct_fields__):
        assert f"`{name}`" in page, name
    assert f"hands of {MAX_HAND} cards, {MAX_PLAYS} plays" in page
    assert set(FORMATS) == {"jsonl", "json", "notation", "csv", "parquet"}


def test_the_records_on_the_page_can_be_read(page: str) -> None:
    for block in blocks(page, "json"):
        for line in block.splitlines():
            assert isinstance(decode(line.encode()), Deal)


def test_the_mapping_on_the_page_shows_every_key(page: str) -> None:
    tables = []
    for block in blocks(page, "toml"):
        mapping.from_toml(block, "page")
        tables.append(tomllib.loads(block))
    for key in Form.__struct_fields__:
        assert any(key in table for table in tables) or f"`{key}" in page, key
    for name, spec in mapping.TABLES.items():
        shown = {key for table in tables for key in table.get(name, {})}
        # Whose seat a card has is said inside an item or in a list beside it.
        for key in set(spec.__struct_fields__) - {"seat" if name == "plays" else ""} - shown:
            assert f"{key} = " in page or f"`{key}`" in page, f"{name}.{key}"


def test_every_mapping_is_named_on_the_page(page: str) -> None:
    for name in mapping.names():
        assert f"**{name}**" in page
