// Text in parts: words as text, cards and suits as signs with their names. Names and texts are set by textContent
// alone, so that nothing in a record ever becomes markup.

function nameOf(deal, card) {
  return deal.cards[card] ?? deal.words.unknown_card
}

/** Puts parts of text into a node: words as text, cards and suits as signs with their names. */
function say(node, deal, parts, ranks) {
  for (const part of parts) {
    if (typeof part === "string") node.append(part)
    else if (typeof part === "number") node.append(cardName(deal, part, ranks))
    else {
      const sign = element("span", "cardname")
      sign.append(pip(part.suit), element("span", "sr", deal.suit_names[part.suit]))
      node.append(sign)
    }
  }
  return node
}

function cardName(deal, card, ranks) {
  const node = element("span", "cardname")
  if (!(card in deal.cards)) {
    node.append("?", element("span", "sr", nameOf(deal, card)))
    return node
  }
  const index = element("span", "rank", ranks[card & 7])
  index.dataset.rank = String(card & 7)
  index.setAttribute("aria-hidden", "true")
  node.append(index, pip(card >> 3), element("span", "sr", deal.cards[card]))
  return node
}

/** What parts say in plain letters. */
function plainText(deal, parts, ranks) {
  return parts.map(part => {
    if (typeof part === "string") return part
    if (typeof part === "number") return part < 32 ? ranks[part & 7] + "♣♦♥♠"[part >> 3] : "?"
    return "♣♦♥♠"[part.suit]
  }).join("")
}

/** The same with cards by their names, for a screen reader. */
function spokenText(deal, parts) {
  return parts.map(part => {
    if (typeof part === "string") return part
    return typeof part === "number" ? nameOf(deal, part) : deal.suit_names[part.suit]
  }).join("")
}
