/** Two spellings of one title share at least this part of their pairs of neighbouring characters. */
const leastLikeness = 0.9

/** A shorter beginning than this could belong to another paper. */
const leastBeginning = 10

/**
 * True if two titles are variants of one. Markup, accents, case and punctuation are ignored; a missing subtitle is accepted (registries
 * often truncate at the colon); a tenth of the character pairs may differ, enough for a spelled-out Greek letter or a lost subscript, but
 * not for titles of different papers.
 */
export const sameTitle = (one: string, other: string): boolean => {
  const [a, b] = [fold(one), fold(other)]
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short === long) return true
  if (short.length >= leastBeginning && long.startsWith(short)) return true
  return likeness(short, long) >= leastLikeness
}

/** True if two names may belong to one author: “Marcus E. Raichle”, “Raichle ME” and “Raichle, M.” share the family name. */
export const sameFirstAuthor = (one: string, other: string): boolean => {
  const others = new Set(words(other))
  return words(one).some(word => word.length > 1 && others.has(word))
}

const fold = (title: string): string => words(title.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&')).join('')

const words = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Dice's coefficient of the pairs of neighbouring characters, 0 to 1. */
const likeness = (one: string, other: string): number => {
  const left = new Map<string, number>()
  for (const pair of pairs(one)) left.set(pair, (left.get(pair) ?? 0) + 1)
  let shared = 0
  for (const pair of pairs(other)) {
    const count = left.get(pair) ?? 0
    if (count === 0) continue
    left.set(pair, count - 1)
    shared += 1
  }
  return (2 * shared) / Math.max(1, one.length + other.length - 2)
}

function* pairs(text: string): Generator<string> {
  for (let index = 0; index + 2 <= text.length; index += 1) yield text.slice(index, index + 2)
}
