/** Letters that Unicode does not take apart into a base letter and a mark. */
const ligatures: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ĸ: 'k',
  ς: 'σ',
}

const ascii = /^[\0-\x7f]*$/
const wordsOfAscii = /[a-z0-9]+/g
const words =
  /[[\p{L}\p{N}\p{M}]&&[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+/gv
const longestWord = 40

/**
 * Tokenizes text in the form shared by index and queries: lower case, without diacritics, split at everything except letters and digits,
 * TeX accents resolved. Chinese and Japanese give one token per character.
 */
export const foldWords = (text: string): string[] => {
  const folded = foldText(text)
  const found = folded.match(ascii.test(folded) ? wordsOfAscii : words)
  if (found === null) return []
  for (let i = 0; i < found.length; i++) {
    const word = found[i]
    if (word !== undefined && word.length > longestWord) found[i] = cut(word)
  }
  return found
}

/** Never cuts a surrogate pair in two. */
const cut = (word: string): string => {
  const end = word.charCodeAt(longestWord - 1)
  return word.slice(0, end >= 0xd800 && end <= 0xdbff ? longestWord - 1 : longestWord)
}

/** Joined forms of words that a title splits: `don't` as dont, `non-linear` as nonlinear. Indexed beside the plain words. */
export const joinedWords = (text: string): string[] => {
  if (!/[-'’‐‑ʼ]/.test(text)) return []
  const joined: string[] = []
  for (const [, left, right] of foldText(text).matchAll(
    /(?<![\p{L}\p{N}])([\p{L}\p{N}]{1,5})[-'’‐‑ʼ]([\p{L}\p{N}]+)/gu,
  )) {
    if (left !== undefined && right !== undefined) joined.push(cut(left + right))
  }
  for (const [, left, right] of foldText(text).matchAll(/(?<!\p{L})([\p{L}]{6,})['’ʼ](s)(?![\p{L}\p{N}])/gu)) {
    if (left !== undefined && right !== undefined) joined.push(cut(left + right))
  }
  return joined
}

const foldText = (text: string): string => {
  const lower = text.toLowerCase()
  const plain = lower.includes('\\') ? resolveTexAccents(lower) : lower
  if (ascii.test(plain)) return plain
  return plain
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[ßæœøđðþłıħŋĸς]/g, letter => ligatures[letter] ?? letter)
}

/** `Schr\"odinger`, `L\'{e}vy`, `{\o}`: the letter stays, the macro goes. */
const resolveTexAccents = (text: string): string =>
  text
    .replace(/\{?\\["'`^~=.]\s?\{?\\?([a-z])\}{0,2}/g, '$1')
    .replace(/\{?\\[cvuhkrd]\s?\{\\?([a-z])\}{1,2}/g, '$1')
    .replace(/\{?\\(ss|ae|oe|aa|o|l|i|j)(?![a-z])\s?\}?/g, '$1')
