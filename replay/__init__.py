"""The game: cards, rulesets, the law of the trick, declarations, auction and settlement; one deal or a million."""
