import { type Avoided, avoidedWords } from './avoided-words.ts'

export type Hit = {
  /** From 1. */
  line: number
  /** As they are in the text, on one line. */
  words: string
  instead: string
}

/** Exact sentences that may stay as they are, each with the reason. */
export const exactQuotes: Readonly<Record<string, string>> = {
  "'just now'": 'how long ago something happened, in words, beside "5 minutes ago"',
  '"just now"': 'the same, in a comment',
}

/** A space of a pattern: in a comment, a phrase may go on in the next line, after the mark of the comment. */
const space = String.raw`\s+(?:(?:\*|//|#|--|>)\s+)?`

const patternOf = (words: readonly Avoided[]): RegExp =>
  new RegExp(String.raw`\b(?:${words.map(({ pattern }) => `(${pattern.replaceAll(' ', space)})`).join('|')})\b`, 'gi')

const anyAvoided = patternOf(avoidedWords)
const quotes = Object.keys(exactQuotes)

const isQuoted = (text: string, from: number, to: number): boolean =>
  quotes.some(quote => {
    const begin = text.lastIndexOf(quote, from)
    return begin !== -1 && begin + quote.length >= to
  })

/** Where a text has words that we avoid, from its beginning. */
export const findAvoidedWords = (text: string): Hit[] => {
  const hits: Hit[] = []
  let line = 1
  let counted = 0
  for (const { 0: words, index, ...groups } of text.matchAll(anyAvoided)) {
    if (isQuoted(text, index, index + words.length)) continue
    for (; counted < index; counted++) if (text[counted] === '\n') line++
    const { instead = '' } = avoidedWords.find((_, at) => groups[at + 1] !== undefined) ?? {}
    hits.push({ line, words: words.replaceAll(new RegExp(space, 'g'), ' '), instead })
  }
  return hits
}
