"""What a knob is: one thing in which belote systems differ, with its allowed values and what they mean."""

import difflib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Value: TypeAlias = bool | int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Knob:
    """One thing in which belote systems differ."""

    name: str
    """Group and key in a ruleset's file: `play.ruff`."""
    default: Value
    meaning: str
    """One sentence in the words of the table."""
    source: str
    """Clauses of the source documents that speak of it."""
    choices: Mapping[str, str] | None = None
    """For a choice: every allowed value with its meaning, in the order of its code."""
    several: bool = False
    """Whether the value is a list of choices."""
    numbers: tuple[int, int] | None = None
    """For a number: the smallest and the largest."""
    pattern: str | None = None
    """For a text: its form."""

    @property
    def group(self) -> str:
        """The table of a ruleset's file in which it stands."""
        return self.name.partition(".")[0]

    @property
    def key(self) -> str:
        """Its key in that table."""
        return self.name.partition(".")[2]

    def problem(self, value: object) -> str | None:
        """What is wrong with a value read from a file, or None."""
        if self.choices is not None and self.several:
            if not isinstance(value, list | tuple):
                return f"expected a list of {_any_of(self.choices)}"
            for each in value:
                if not isinstance(each, str) or each not in self.choices:
                    return self._unknown(each, self.choices)
            return "the same value twice" if len(set(value)) < len(value) else None
        if self.choices is not None:
            if not isinstance(value, str) or value not in self.choices:
                return self._unknown(value, self.choices)
            return None
        if self.numbers is not None:
            low, high = self.numbers
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                return f"expected a whole number from {low} to {high}, not {quoted(value)}"
            return None
        if self.pattern is not None:
            if not isinstance(value, str) or not re.fullmatch(self.pattern, value):
                return f"expected a text like {quoted(self.default)}, not {quoted(value)}"
            return None
        return None if isinstance(value, bool) else f"expected true or false, not {quoted(value)}"

    @staticmethod
    def _unknown(value: object, choices: Mapping[str, str]) -> str:
        return f"unknown value {quoted(value)}{did_you_mean(value, choices)}; one of {_any_of(choices)}"

    def read(self, value: Any) -> Value:
        """A right value as rulesets hold it: a list in the order of its choices, so that equal lists are the same."""
        if self.several and self.choices is not None:
            return tuple(each for each in self.choices if each in value)
        return value  # type: ignore[no-any-return]

    def code(self, value: Value) -> int:
        """The integer that stands for a value in the compiled ruleset; a list is a set of bits."""
        if self.choices is not None:
            order = list(self.choices)
            if self.several:
                assert isinstance(value, tuple)
                return sum(1 << order.index(each) for each in value)
            return order.index(str(value))
        return int(value)  # type: ignore[arg-type]

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a value, for editors."""
        if self.choices is not None:
            one: dict[str, Any] = {"enum": list(self.choices)}
            shape = {"type": "array", "items": one, "uniqueItems": True} if self.several else one
        elif self.numbers is not None:
            shape = {"type": "integer", "minimum": self.numbers[0], "maximum": self.numbers[1]}
        elif self.pattern is not None:
            shape = {"type": "string", "pattern": f"^{self.pattern}$"}
        else:
            shape = {"type": "boolean"}
        default = list(self.default) if isinstance(self.default, tuple) else self.default
        return {"description": self.meaning, "default": default, **shape}


def _any_of(values: Mapping[str, str]) -> str:
    return ", ".join(values)


def did_you_mean(word: object, known: "Mapping[str, Any] | list[str]") -> str:
    """`; did you mean "x"?` for the nearest known word, or nothing."""
    near = difflib.get_close_matches(str(word), list(known), n=1, cutoff=0.6)
    return f' (did you mean "{near[0]}"?)' if near else ""


def quoted(value: object) -> str:
    """A value as files write it, for a message: "seven", 7, true, [1, 2]."""
    return json.dumps(value, ensure_ascii=False, default=str)
