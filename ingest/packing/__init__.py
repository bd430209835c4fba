"""Deals as rows of `record`: short lists as one number each, which the store takes and gives fast."""
