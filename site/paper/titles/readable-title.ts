import { accents, looks, lowered, raised, signs } from './tex-signs.ts'

/**
 * A title as a person reads it, where it came with formulas and letters in TeX: `$\beta$-decay` → `β-decay`, `\textit{E. coli}` →
 * `E. coli`, `R\'enyi` → `Rényi`. A dollar sign that begins no formula is money and stays. Titles without TeX are given back as they are. Time
 * grows with the length only.
 */
export const readableTitle = (title: string): string => {
  if (!/[\\$]/.test(title)) return title
  const read = textOf(new Reader(title)).normalize('NFC').replace(/\s+/g, ' ').trim()
  return read === '' ? title : read
}

/** Maximum brace nesting; deeper braces are skipped, with their content kept. */
const deepest = 30
/** Maximum length of a formula; a later dollar sign is currency. */
const longestFormula = 400
/** Longer superscripts are words, which would be unreadable. */
const mostRaisedLetters = 4

class Reader {
  readonly text: string
  /** Position of the last TeX token, and whether there is a command. */
  readonly lastSign: number
  readonly hasCommand: boolean
  at = 0
  depth = 0

  constructor(text: string) {
    this.text = text
    this.lastSign = Math.max(...['\\', '^', '_'].map(sign => text.lastIndexOf(sign)))
    this.hasCommand = text.includes('\\')
  }

  /** The next character, with the half that belongs to it; '' at the end. */
  take(): string {
    const code = this.text.codePointAt(this.at)
    if (code === undefined) return ''
    const sign = String.fromCodePoint(code)
    this.at += sign.length
    return sign
  }

  peek(): string {
    return this.text[this.at] ?? ''
  }

  /** Reads a command's name after its backslash: letters, or one other character. */
  takeName(): string {
    const letters = /[a-z]+/iy
    letters.lastIndex = this.at
    const name = letters.exec(this.text)?.[0]
    if (name === undefined) return this.take()
    this.at += name.length
    return name
  }

  skipSpace(): void {
    while (this.peek() === ' ') this.at++
  }
}

/** Converts text outside formulas. */
const textOf = (reader: Reader): string => {
  const out: string[] = []
  while (reader.at < reader.text.length) {
    const formula = formulaAt(reader.text, reader.at)
    if (formula !== null) {
      reader.at = formula.end
      const read = mathOf(formula.inner)
      if (!isSaid(read, out)) out.push(read)
      continue
    }
    const sign = reader.take()
    if (sign === '{' || sign === '}') continue
    if (sign === '$' && !isMoney(reader)) {
      // One sign too few: a formula without an end, or an end without its formula.
      if (reader.lastSign < reader.at) continue
      const rest = reader.text.slice(reader.at)
      reader.at = reader.text.length
      out.push(mathOf(rest.replaceAll('$', '')))
    } else out.push(sign === '\\' ? commandOf(reader, false) : sign)
  }
  return out.join('')
}

/** True if the dollar sign just read is literal: an amount follows, or the title has no other TeX. */
const isMoney = ({ text, at, hasCommand }: Reader): boolean =>
  (/\d/.test(text[at] ?? '') && !/\w/.test(text[at - 2] ?? '')) || !hasCommand

/** Publishers give a formula twice, as text and in TeX: keeps one. */
const isSaid = (formula: string, before: readonly string[]): boolean => {
  const bare = formula.replaceAll(' ', '')
  if (!/\p{L}/u.test(bare)) return false
  return before
    .slice(-2 * formula.length - 2)
    .join('')
    .replaceAll(' ', '')
    .endsWith(bare)
}

type Formula = { inner: string; end: number }

const fences = [
  ['$$', '$$'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['$', '$'],
] as const

/** Returns the formula that begins here; null if none does. */
const formulaAt = (text: string, at: number): Formula | null => {
  if (text[at] !== '$' && text[at] !== '\\') return null
  for (const [open, close] of fences) {
    if (!text.startsWith(open, at)) continue
    const from = at + open.length
    const length = text.slice(from, from + longestFormula).indexOf(close)
    const inner = length < 0 ? '' : text.slice(from, from + length)
    if (inner.trim() === '' || inner.endsWith('\\')) continue
    const end = from + length + close.length
    if (open !== '$' || isFormula(inner, text[end] ?? '')) return { inner, end }
  }
  return null
}

/** Between two dollar signs: signs of TeX, or a few letters and figures that are no price ("$12 and $15", "$5-$10"). */
const isFormula = (inner: string, next: string): boolean => {
  if (/[\\^_{}]/.test(inner)) return true
  // Remainder of an entity: "$gamma;".
  if (/[a-z]{3};/i.test(inner)) return false
  if (/^\d[\d.,]*\s*(?:[-–/]|$)|^\d[\d.,]*\s+[a-z]/i.test(inner) && /\d/.test(next)) return false
  if (/^\s*\d[\d.,]*[\s;:,.)-]/.test(inner) && inner.length > 6) return false
  if (inner.startsWith(' ') !== inner.endsWith(' ')) return false
  return /^\s*[^\s].{0,40}$/.test(inner) && !/[a-z]{4}.*\s.*[a-z]{3}/i.test(inner)
}

const mathOf = (inner: string): string => {
  // Some sources double every backslash.
  const reader = new Reader(inner.replace(/\\\\(?=[a-z])/gi, '\\'))
  let out = ''
  while (reader.at < reader.text.length) out += partOf(reader)
  return out.replace(/\s+/g, ' ').replace(/(\S[×·±∓∘⊗⊕∼≤≥≠≈→/]) (?=\S)/gu, '$1')
}

/** One sign, command or group of a formula. */
const partOf = (reader: Reader): string => {
  const sign = reader.take()
  switch (sign) {
    case '\\':
      return commandOf(reader, true)
    case '{':
      return groupOf(reader)
    case '}':
      return ''
    case '^':
      return scriptOf(reader, '^', raised)
    case '_':
      return scriptOf(reader, '_', lowered)
    case '~':
      return ' '
    default:
      return sign
  }
}

/** Reads to the group's closing brace. */
const groupOf = (reader: Reader): string => {
  if (reader.depth >= deepest) return ''
  reader.depth++
  let out = ''
  while (reader.at < reader.text.length && reader.peek() !== '}') out += partOf(reader)
  reader.take()
  reader.depth--
  return out
}

/** Reads a command's argument: a group, a command, or one character. */
const argumentOf = (reader: Reader): string => {
  reader.skipSpace()
  if (reader.depth >= deepest || reader.at >= reader.text.length) return ''
  reader.depth++
  const part = partOf(reader)
  reader.depth--
  return part
}

/** As Unicode's small signs where it has them all. Letters below stay as they are ("Nc"); above they are marked ("10^Q"). */
const scriptOf = (reader: Reader, mark: '^' | '_', small: ReadonlyMap<string, string>): string => {
  if (/^[\s$]?$/.test(reader.peek())) return mark
  const script = argumentOf(reader).trim()
  const characters = [...script]
  const isShort = script.replace(/\P{L}/gu, '').length <= mostRaisedLetters
  if (isShort && characters.every(sign => small.has(sign))) return characters.map(sign => small.get(sign)).join('')
  if (mark === '_') return script
  return characters.length > 1 ? `^(${script})` : `^${script}`
}

/** Converts the command whose backslash was read. */
const commandOf = (reader: Reader, inMath: boolean): string => {
  const name = reader.takeName()
  const accent = accents.get(name)
  if (accent !== undefined && mayTakeAccent(reader, name, inMath)) return accented(argumentOf(reader), accent, name)
  const sign = signs.get(name)
  if (sign !== undefined) {
    // The space that ends a command's name is no part of the text: inside a word, and in formulas, where spaces are for the eye.
    if (inMath ? /^\p{L}/u.test(sign) : /^[a-zßæœøåł]/i.test(sign)) reader.skipSpace()
    return sign
  }
  if (looks.has(name)) {
    reader.skipSpace()
    return ''
  }
  switch (name) {
    case 'frac':
    case 'tfrac':
    case 'dfrac':
      return `${grouped(argumentOf(reader))}/${grouped(argumentOf(reader))}`
    case 'sqrt':
      return `√${grouped(argumentOf(reader))}`
    case '':
      return '\\'
    case '\\':
    case ',':
    case ';':
    case ':':
    case ' ':
    case '>':
      return ' '
    case '!':
    case '/':
    case '-':
    case '(':
    case ')':
    case '[':
    case ']':
      return ''
  }
  // An escaped character (`\&`), or an unknown command, which is kept by name. `\emphJASIST` lost its braces.
  return name.replace(/^(?:emph|textit|textbf|textsc|mbox)(?=[A-Za-z])/, '')
}

/** A letter that is an accent's command has a letter behind it; in formulas it is only a letter. */
const mayTakeAccent = (reader: Reader, name: string, inMath: boolean): boolean =>
  !/^[a-z]$/i.test(name) || (!inMath && /^\s*(?:\{|\\[ij]\b|\p{L})/u.test(reader.text.slice(reader.at, reader.at + 4)))

const accented = (letters: string, accent: string, name: string): string => {
  if (letters === '') return /[a-z"]/i.test(name) ? '' : name
  // Over many letters an accent is drawn as a line, which text has not.
  if ([...letters].length > 3) return letters
  const [first = '', ...rest] = [...letters]
  return first + accent + rest.join('')
}

const grouped = (text: string): string => (/^[\p{L}\p{N}]*$/u.test(text) ? text : `(${text})`)
