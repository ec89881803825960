const shortestBase = 3
const consonant = '[bcdfghjklmnpqrstvwxz]'

/**
 * Returns possible inflections of an English word in a title: plural and singular, `-ing`, `-ed` (`pose`: poses, posing, posed). Many don't
 * exist; the caller keeps the indexed ones. None for other scripts, words with digits, or three letters.
 */
export const wordForms = (word: string): string[] => {
  if (!/^[a-z]{4,24}$/.test(word)) return []
  const forms = new Set(basesOf(word).flatMap(base => [base, ...formsOf(base)]))
  forms.delete(word)
  return [...forms]
}

/** Returns the word and its possible base forms. */
const basesOf = (word: string): string[] => {
  const bases = [word]
  const add = (base: string, shortest = shortestBase) => void (base.length >= shortest && bases.push(base))
  if (word.endsWith('ies')) add(`${word.slice(0, -3)}y`)
  if (/(?:[sxz]|ch|sh)es$/.test(word)) add(word.slice(0, -2))
  if (/[^aiusx]s$/.test(word)) add(word.slice(0, -1))
  const stem = /^(.+)(?:ing|ed)$/.exec(word)?.[1]
  if (stem === undefined) return bases
  // Three letters are a word of their own too often: "string" is no form of "str".
  add(stem, shortestBase + 1)
  add(`${stem}e`, shortestBase + 1)
  if (new RegExp(`(${consonant})\\1$`).test(stem)) add(stem.slice(0, -1))
  return bases
}

const formsOf = (base: string): string[] => {
  if (/[^aeiou]y$/.test(base)) return [`${base.slice(0, -1)}ies`, `${base}ing`, `${base.slice(0, -1)}ied`]
  if (base.endsWith('e')) return [`${base}s`, `${base.slice(0, -1)}ing`, `${base}d`]
  const plural = /(?:[sxz]|ch|sh)$/.test(base) ? `${base}es` : `${base}s`
  const last = base.slice(-1)
  const doubled = new RegExp(`[aeiou]${consonant}$`).test(base) ? [`${base}${last}ing`, `${base}${last}ed`] : []
  return [plural, `${base}ing`, `${base}ed`, ...doubled]
}
