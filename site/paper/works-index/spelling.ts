const latin = 'abcdefghijklmnopqrstuvwxyz'
const greek = 'αβγδεζηθικλμνξοπρστυφχψω'
const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ'
const digits = '0123456789'
const shortestRepaired = 3
const longestRepaired = 24

const alphabetOf = (word: string): string => {
  const letters = /[a-z]/.test(word) ? latin : /\p{Script=Greek}/u.test(word) ? greek : cyrillic
  return /\d/.test(word) ? letters + digits : letters
}

/**
 * Returns every string one edit away from the word: deletion, insertion, substitution or transposition, including the first letter. About
 * 54 per letter. None for words too short for reliable correction, or too long.
 */
export const oneSlipAway = (word: string): string[] => {
  if (word.length < shortestRepaired || word.length > longestRepaired || /^\d+$/.test(word)) return []
  const alphabet = alphabetOf(word)
  const found = new Set<string>()
  for (let i = 0; i <= word.length; i++) {
    const left = word.slice(0, i)
    const right = word.slice(i)
    if (right !== '') found.add(left + right.slice(1))
    if (right.length > 1) found.add(left + right.charAt(1) + right.charAt(0) + right.slice(2))
    for (const letter of alphabet) {
      found.add(left + letter + right)
      if (right !== '') found.add(left + letter + right.slice(1))
    }
  }
  found.delete(word)
  return [...found]
}

/** True if two words are equal or one edit apart (deletion, insertion, substitution or transposition). */
export const isOneSlipApart = (a: string, b: string): boolean => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let i = 0
  while (i < short.length && short.charCodeAt(i) === long.charCodeAt(i)) i++
  if (i === short.length) return true
  if (short.length < long.length) return short.slice(i) === long.slice(i + 1)
  if (short.slice(i + 1) === long.slice(i + 1)) return true
  return short[i] === long[i + 1] && short[i + 1] === long[i] && short.slice(i + 2) === long.slice(i + 2)
}

/** True if the word is one edit away from a prefix of the other, for partially typed words. */
export const isOneSlipFromStart = (typed: string, word: string): boolean => {
  for (const length of [typed.length, typed.length - 1, typed.length + 1]) {
    if (length <= word.length && isOneSlipApart(typed, word.slice(0, length))) return true
  }
  return false
}

/** Returns every split of a word in two, for missing spaces. */
export const partings = (word: string): [left: string, right: string][] => {
  const found: [string, string][] = []
  for (let i = 2; i <= word.length - 2; i++) found.push([word.slice(0, i), word.slice(i)])
  return found
}
