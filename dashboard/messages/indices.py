"""The letters in the corners of the cards, which go their own way: one may read French and play with J Q K A."""
# ruff: noqa: RUF001  the Cyrillic letters are meant

from typing import Final

INDICES: Final = {
    "en": ("7", "8", "9", "10", "J", "Q", "K", "A"),
    "fr": ("7", "8", "9", "10", "V", "D", "R", "A"),
    "ru": ("7", "8", "9", "10", "В", "Д", "К", "Т"),
    "bg": ("7", "8", "9", "10", "В", "Д", "П", "А"),
    "de": ("7", "8", "9", "10", "B", "D", "K", "A"),
}
"""What stands in the corner of a card, by language: jack, queen, king and ace; valet, dame, roi, as; валет, дама,
король, туз; вале, дама, поп, асо; Bube, Dame, König, Ass."""
INDEX_NAMES: Final = {
    "en": "English, J Q K A",
    "fr": "Français, V D R A",
    "ru": "Русский, В Д К Т",
    "bg": "Български, В Д П А",
    "de": "Deutsch, B D K A",
}
