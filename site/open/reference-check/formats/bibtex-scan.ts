import { shortened, type Unread } from './reference.ts'

/** One entry: its fields by their names in small letters, values without their outer braces or quotes, and where its text stands. */
export type BibtexEntry = {
  type: string
  key: string | null
  line: number
  start: number
  end: number
  fields: ReadonlyMap<string, string>
}

const entryStart = /@\s*([a-z]+)\s*([{(])/gi
/** Where reading goes on after an entry that breaks off. */
const nextAtLineStart = /^[ \t]*@\s*[a-z]+\s*[{(]/gim

/** A field is not longer: an abstract may be long, and where a sign is missing nobody reads to the end of the file for it. */
const longestValue = 100_000

/** An entry cannot be read on from here; the message says what is missing. */
class BrokenEntry extends Error {}

/**
 * The entries of a BibTeX file, with what stands between them left out, as BibTeX does. Abbreviations (`@string`) are put in. Time grows
 * with the length only.
 */
export const scanBibtex = (text: string): { entries: BibtexEntry[]; broken: Unread[] } => {
  const entries: BibtexEntry[] = []
  const broken: Unread[] = []
  const strings = new Map<string, string>()
  const lineAt = lineCounter(text)
  entryStart.lastIndex = 0
  for (;;) {
    const found = entryStart.exec(text)
    if (found === null) return { entries, broken }
    const type = (found[1] ?? '').toLowerCase()
    const start = found.index
    if (type === 'comment') continue
    const scanner = new Scanner(text, entryStart.lastIndex, found[2] === '(' ? ')' : '}', strings)
    try {
      if (type === 'preamble') scanner.value()
      else if (type === 'string') for (const [name, value] of scanner.fields()) strings.set(name, value)
      else {
        const key = scanner.key()
        const fields = scanner.fields()
        entries.push({ type, key, line: lineAt(start), start, end: scanner.at, fields })
      }
      entryStart.lastIndex = scanner.at
    } catch (error) {
      if (!(error instanceof BrokenEntry)) throw error
      nextAtLineStart.lastIndex = start + 1
      const next = nextAtLineStart.exec(text)?.index ?? text.length
      broken.push({ line: lineAt(start), text: shortened(text.slice(start, next)), why: error.message })
      entryStart.lastIndex = next
    }
  }
}

/** Lines counted from 1, for offsets that only grow. */
export const lineCounter = (text: string): ((offset: number) => number) => {
  let line = 1
  let at = 0
  return offset => {
    for (;;) {
      const next = text.indexOf('\n', at)
      if (next < 0 || next >= offset) return line
      line++
      at = next + 1
    }
  }
}

class Scanner {
  readonly text: string
  readonly close: string
  readonly strings: ReadonlyMap<string, string>
  at: number

  constructor(text: string, at: number, close: string, strings: ReadonlyMap<string, string>) {
    this.text = text
    this.at = at
    this.close = close
    this.strings = strings
  }

  skip(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.at += found.length
    return found
  }

  space(): void {
    this.skip(/(?:\s|%[^\n]*(?:\n|$))*/y)
  }

  peek(): string {
    return this.text[this.at] ?? ''
  }

  /** The key that the author cites it by; entries without one are read, too. */
  key(): string | null {
    this.space()
    const key = this.skip(/[^\s,={}()"%]*(?=\s*[,})])/y)
    return key === '' ? null : key
  }

  fields(): Map<string, string> {
    const fields = new Map<string, string>()
    for (;;) {
      this.skip(/(?:[\s,]|%[^\n]*(?:\n|$))*/y)
      if (this.peek() === this.close) {
        this.at++
        return fields
      }
      const name = this.skip(/[^\s,={}()"#%@]+/y).toLowerCase()
      if (name === '')
        throw new BrokenEntry(
          /[@]|^$/.test(this.peek()) ? 'Its closing brace is missing.' : 'The name of a field is missing.',
        )
      this.space()
      if (this.peek() !== '=') throw new BrokenEntry(`The sign = is missing after “${shortened(name)}”.`)
      this.at++
      const value = this.value()
      if (!fields.has(name)) fields.set(name, value)
    }
  }

  /** Texts, numbers and abbreviations, joined by `#`. */
  value(): string {
    let value = ''
    for (;;) {
      this.space()
      value += this.part()
      this.space()
      if (this.peek() !== '#') return value
      this.at++
    }
  }

  part(): string {
    const sign = this.peek()
    if (sign === '{') return this.until('}')
    if (sign === '"') return this.until('"')
    const word = this.skip(/[^\s,{}()"#%=]+/y)
    if (word === '') throw new BrokenEntry('A field has no value.')
    return this.strings.get(word.toLowerCase()) ?? word
  }

  /** The text up to the sign that closes it, with the braces in it. */
  until(end: '}' | '"'): string {
    const from = this.at + 1
    let depth = 0
    const sign = /[\\{}"]/g
    sign.lastIndex = from
    for (;;) {
      const found = sign.exec(this.text)
      if (found === null || found.index > from + longestValue)
        throw new BrokenEntry(`The sign ${end} that ends a field is missing.`)
      if (found[0] === '\\') sign.lastIndex = found.index + 2
      else if (found[0] === '{') depth++
      else if (depth === 0 && found[0] === end) {
        this.at = found.index + 1
        return this.text.slice(from, found.index)
      } else if (found[0] === '}') depth--
    }
  }
}
