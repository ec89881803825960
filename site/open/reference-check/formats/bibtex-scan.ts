import { shortened, tooManyUnread, type Unread, UnreadableError } from './said.ts'
import { isSpace, skipSpace } from './text.ts'

/** One entry: its fields by lower-case name, values without their outer braces or quotes, and its place in the text. */
export type BibtexEntry = {
  kind: 'entry'
  type: string
  key: string | null
  line: number
  start: number
  end: number
  fields: ReadonlyMap<string, string>
}

const entryStart = /@\s*([a-z]+)\s*([{(])/gi
/** Resume point after a truncated entry. */
const nextAtLineStart = /^[ \t]*@\s*[a-z]+\s*[{(]/gim

/** Maximum field length. Abstracts may be long, and a missing closing brace must not consume the rest of the file. */
const longestValue = 100_000
const mostFields = 1_000
/** Characters that abbreviations (`@string`) may expand to in one file, all uses added up. */
const mostExpanded = 4_000_000
/** Characters that may be read again, because the entry in which they were read first breaks off. */
const mostReread = 4_000_000

/** Thrown if an entry cannot be parsed further; the message names the missing part. */
class BrokenEntry extends Error {}

/**
 * Yields the entries of a BibTeX file, with abbreviations (`@string`) expanded; text between entries is a comment, as in BibTeX. Time and
 * memory are linear in the length. @throws UnreadableError
 */
export function* scanBibtex(text: string): Generator<BibtexEntry | ({ kind: 'broken' } & Unread)> {
  const strings = new Map<string, string>()
  const scanner = new Scanner(text, strings)
  const lineAt = lineCounter(text)
  let reread = 0
  let at = 0
  for (;;) {
    entryStart.lastIndex = at
    const found = entryStart.exec(text)
    if (found === null) return
    const type = (found[1] ?? '').toLowerCase()
    const start = found.index
    at = entryStart.lastIndex
    if (type === 'comment') continue
    scanner.begin(at, found[2] === '(' ? ')' : '}')
    try {
      if (type === 'preamble') scanner.value()
      else if (type === 'string') for (const [name, value] of scanner.fields()) strings.set(name, value)
      else {
        const key = scanner.key()
        const fields = scanner.fields()
        yield { kind: 'entry', type, key, line: lineAt(start), start, end: scanner.at, fields }
      }
      at = scanner.at
    } catch (error) {
      if (!(error instanceof BrokenEntry)) throw error
      nextAtLineStart.lastIndex = start + 1
      at = nextAtLineStart.exec(text)?.index ?? text.length
      const broken = { line: lineAt(start), text: shortened(text.slice(start, at)), why: error.message }
      reread += Math.max(0, scanner.farthest - at)
      if (reread > mostReread) throw tooManyUnread([broken])
      yield { kind: 'broken', ...broken }
    }
  }
}

/** Lines counted from 1, for offsets that only grow. */
export const lineCounter = (text: string): ((offset: number) => number) => {
  let line = 1
  let next = -1
  const advance = (): void => {
    const found = text.indexOf('\n', next + 1)
    next = found < 0 ? text.length : found
  }
  advance()
  return offset => {
    for (; next < offset; line++) advance()
    return line
  }
}

class Scanner {
  readonly text: string
  readonly strings: ReadonlyMap<string, string>
  at = 0
  /** Furthest offset scanned; `at` stays before a truncated value. */
  farthest = 0
  close = '}'
  expanded = 0

  constructor(text: string, strings: ReadonlyMap<string, string>) {
    this.text = text
    this.strings = strings
  }

  /** Starts on the content of an entry. */
  begin(at: number, close: string): void {
    this.at = at
    this.close = close
  }

  broken(why: string): BrokenEntry {
    this.farthest = Math.max(this.farthest, this.at)
    return new BrokenEntry(why)
  }

  /** Skips white space, these separators, and comments (`%` to the end of the line). */
  space(separator = ''): void {
    for (;;) {
      this.at = skipSpace(this.text, this.at)
      const sign = this.peek()
      if (sign === '%') {
        const end = this.text.indexOf('\n', this.at)
        this.at = end < 0 ? this.text.length : end + 1
      } else if (sign !== '' && sign === separator) this.at++
      else return
    }
  }

  peek(): string {
    return this.text[this.at] ?? ''
  }

  /** Reads up to the first white space or one of these signs. */
  word(ends: string): string {
    const from = this.at
    while (this.at < this.text.length && !isSpace(this.text.charCodeAt(this.at)) && !ends.includes(this.peek()))
      this.at++
    return this.text.slice(from, this.at)
  }

  /** The key that the author cites it by; entries without one are read, too. */
  key(): string | null {
    this.space()
    const from = this.at
    const key = this.word(',={}()"%')
    const next = this.text[skipSpace(this.text, this.at)] ?? 'none'
    if (key !== '' && ',})'.includes(next)) return key
    this.at = from
    return null
  }

  fields(): Map<string, string> {
    const fields = new Map<string, string>()
    for (;;) {
      this.space(',')
      if (this.peek() === this.close) {
        this.at++
        return fields
      }
      const name = this.word(',={}()"#%@').toLowerCase()
      if (name === '')
        throw this.broken(
          this.peek() === '@' || this.peek() === ''
            ? 'Its closing brace is missing.'
            : 'The name of a field is missing.',
        )
      this.space()
      if (this.peek() !== '=') throw this.broken(`The sign = is missing after “${shortened(name)}”.`)
      this.at++
      const value = this.value()
      if (!fields.has(name)) fields.set(name, value)
      if (fields.size > mostFields) throw this.broken('It has more than 1,000 fields.')
    }
  }

  /** Texts, numbers and abbreviations, joined by `#`. */
  value(): string {
    let value = ''
    for (;;) {
      this.space()
      value += this.part()
      if (value.length > longestValue) throw this.broken('A field is longer than 100,000 characters.')
      this.space()
      if (this.peek() !== '#') return value
      this.at++
    }
  }

  part(): string {
    const sign = this.peek()
    if (sign === '{') return this.until('}')
    if (sign === '"') return this.until('"')
    const word = this.word(',{}()"#%=')
    if (word === '') throw this.broken('A field has no value.')
    const expanded = this.strings.get(word.toLowerCase())
    if (expanded === undefined) return word
    this.expanded += expanded.length
    if (this.expanded > mostExpanded)
      throw new UnreadableError('The abbreviations (@string) of this file expand to more than 4 million characters.')
    return expanded
  }

  /** The text up to the sign that closes it, with the braces in it. */
  until(end: '}' | '"'): string {
    const { text } = this
    const from = this.at + 1
    const last = Math.min(text.length, from + longestValue + 1)
    let depth = 0
    for (let at = from; at < last; at++) {
      const sign = text[at]
      if (sign === '\\') at++
      else if (sign === '{') depth++
      else if (depth === 0 && sign === end) {
        this.at = at + 1
        return text.slice(from, at)
      } else if (sign === '}') depth--
    }
    this.farthest = Math.max(this.farthest, last)
    throw new BrokenEntry(`The sign ${end} that ends a field is missing.`)
  }
}
