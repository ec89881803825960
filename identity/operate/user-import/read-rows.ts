import { Readable } from 'node:stream'
import { linesOf } from '@corroborate/server-kit/bounded-reading'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { JSONParser, TokenType } from '@streamparser/json'
import { CsvError, parse as parseCsv } from 'csv-parse'

/** An entry of a file: its value, or the reason why it is unreadable. */
export type Row = { at: number } & ({ value: unknown } | { unreadable: string })

/** Entries of a file, read piece by piece: memory does not grow with the file. */
export type Rows = AsyncIterable<Row>

/** Bytes of the longest entry that is read. The metadata of a user have a hundredth of it. */
const longestEntry = 1_000_000
/** Bytes of JSON without a user, such as what else the export of a Keycloak realm holds. */
const longestBetween = 32_000_000

/** Entries that cannot be read, after which the rest of a file is not read. */
const mostUnreadable = 2_000
const mostColumns = 1_000
/** Arrays and objects inside one another, of all of a JSON document. The parser holds each of them. */
const deepest = 1_000

/** @throws OperatorError after too many entries that cannot be read: it is another file than it is taken for */
async function* withinUnreadable(rows: Rows): Rows {
  let count = 0
  for await (const row of rows) {
    if ('unreadable' in row && ++count > mostUnreadable)
      throw new OperatorError(
        `More than 2,000 entries cannot be read; the last, ${row.at}, ${row.unreadable}. Is it the right file, and --from?`,
      )
    yield row
  }
}

/** One JSON object a line (NDJSON). `at` is the line. @throws OperatorError for a file that has thousands of others */
export const readJsonLines = (input: NodeJS.ReadableStream): Rows => withinUnreadable(jsonLinesOf(input))

async function* jsonLinesOf(input: NodeJS.ReadableStream): Rows {
  for await (const { at, text: line } of linesOf(input as AsyncIterable<Buffer | string>, longestEntry)) {
    if (line === null) {
      yield { at, unreadable: 'is longer than 1 MB' }
      continue
    }
    const text = line.replace(/^\uFEFF/, '')
    if (text.trim() === '') continue
    try {
      yield { at, value: JSON.parse(text) }
    } catch {
      yield { at, unreadable: 'is not JSON' }
    }
  }
}

/**
 * The members of arrays in one JSON document, or in several one after the other. `at` counts the members.
 * @param paths of the members, such as `$.users.*`
 * @throws OperatorError when the text is not JSON, or ends too early
 */
export const readJsonMembers = (paths: string[]) =>
  async function* (input: NodeJS.ReadableStream): Rows {
    let at = 0
    let found: unknown[] = []
    const parser = new JSONParser({ paths, keepStack: false, separator: '' })
    parser.onValue = ({ value }) => found.push(value)
    let depth = 0
    parser.onToken = ({ token }) => {
      if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth++
      else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth--
      if (depth > deepest) throw new Error('more than 1,000 levels of nesting')
    }
    const read = (step: () => void): string | null => {
      try {
        step()
        return null
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    }
    const members = function* () {
      const values = found
      found = []
      for (const value of values) yield { at: ++at, value }
    }
    let sinceLast = 0
    for await (const bytes of withoutMark(input)) {
      sinceLast += bytes.length
      if (sinceLast > longestBetween)
        throw new OperatorError(`Behind user ${at} no user ends within 32 MB. Is it the right file?`)
      const wrong = read(() => parser.write(bytes))
      if (found.length > 0) sinceLast = 0
      yield* members()
      if (wrong !== null) throw new OperatorError(`The file is not JSON behind user ${at}: ${wrong}`)
    }
    const wrong = read(() => parser.end())
    if (wrong !== null) throw new OperatorError(`The file ends in the middle, behind user ${at}. Is it complete?`)
  }

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** The bytes of a file behind the mark that some programs begin it with. */
async function* withoutMark(input: NodeJS.ReadableStream): AsyncIterable<Buffer> {
  let isFirst = true
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk)
    yield isFirst && bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes
    isFirst = false
  }
}

/**
 * Parses the rows of a CSV table (RFC 4180) into objects keyed by the header row. `at` is the line.
 * @param needed required columns
 * @throws OperatorError if one is missing, or a quotation mark is misplaced, which makes the rest ambiguous
 */
export const readCsv =
  (needed: readonly string[]) =>
  (input: NodeJS.ReadableStream): Rows =>
    withinUnreadable(csvRowsOf(needed)(input))

const csvRowsOf = (needed: readonly string[]) =>
  async function* (input: NodeJS.ReadableStream): Rows {
    const parser = input.pipe(
      parseCsv({
        bom: true,
        info: true,
        max_record_size: longestEntry,
        relax_column_count: true,
        skip_empty_lines: true,
      }),
    )
    input.once('error', error => parser.destroy(error))
    let names: string[] | null = null
    try {
      for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
        if (names === null) {
          if (record.length > mostColumns) throw new OperatorError('The first line names more than 1,000 columns.')
          const missing = needed.filter(name => !record.includes(name))
          if (missing.length > 0) {
            throw new OperatorError(
              `The first line names no column ${missing.join(', ')}, only ${record.join(', ').slice(0, 500)}.`,
            )
          }
          names = record
        } else if (record.length === names.length) {
          yield { at: info.lines, value: Object.fromEntries(names.map((name, n) => [name, record[n] ?? ''])) }
        } else {
          yield { at: info.lines, unreadable: `has ${record.length} columns instead of ${names.length}` }
        }
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      throw new OperatorError(`The file is not CSV from line ${String(error.lines ?? '?')} on: ${error.message}.`)
    }
  }

/** A table as databases write it: CSV, or an array of JSON objects. */
export const readCsvOrJson = (needed: readonly string[]) =>
  async function* (input: NodeJS.ReadableStream): Rows {
    const chunks = withoutMark(input)[Symbol.asyncIterator]()
    const first = await chunks.next()
    const all = Readable.from(
      (async function* () {
        if (!first.done) yield first.value
        yield* { [Symbol.asyncIterator]: () => chunks }
      })(),
    )
    const isJson = !first.done && /^\s*\[/.test(first.value.toString('utf8'))
    yield* isJson ? readJsonMembers(['$.*'])(all) : readCsv(needed)(all)
  }
