import { createHash } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import { ZodError } from 'zod'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { type CheckedUser, checkUser, type Kept, type Outcome, type Writing } from './check-user.ts'
import type { ExportFormat } from './exports/index.ts'
import { NotTaken } from './foreign-user.ts'
import type { Row } from './read-rows.ts'
import { writeUser } from './write-user.ts'

/** Compact set of seen keys, a few bytes each: a file of a million users contains several million keys. */
type SeenKeys = {
  /** Adds a key. Returns true if it was already present. */
  wasSeen: (key: string) => boolean
}

/** Entries of the table at the start; it grows by doubling when it is half full. */
const smallest = 2 ** 12

/** Hashes a key to 52 bits. Among ten million keys, about one file in a hundred has a collision. */
const numberOf = (key: string): number => {
  const bytes = createHash('sha256').update(key).digest()
  return bytes.readUIntBE(0, 6) * 16 + (bytes[6] ?? 0) / 16 + 1
}

export const createSeenKeys = (): SeenKeys => {
  let table = new Float64Array(smallest)
  let count = 0

  const place = (into: Float64Array, number: number): number => {
    let at = number % into.length
    while (into[at] !== 0 && into[at] !== number) at = (at + 1) % into.length
    return at
  }
  const grow = () => {
    const larger = new Float64Array(table.length * 2)
    for (const number of table) if (number !== 0) larger[place(larger, number)] = number
    table = larger
  }

  return {
    wasSeen: key => {
      const number = Math.floor(numberOf(key))
      const at = place(table, number)
      if (table[at] === number) return true
      table[at] = number
      if (++count > table.length / 2) grow()
      return false
    },
  }
}

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    /** An import of several batches began; `users.imported` follows with the count. */
    'users.import_began': true
    'users.imported': true
  }
}

/** The result of an import. */
export type ImportReport = {
  dry_run: boolean
  /** Number of new users. */
  imported: number
  /** Number of previously imported users with added or replaced data. */
  updated: number
  /** Number of previously imported users without new data. */
  unchanged: number
  /** Number of previously imported users since deleted here. They stay deleted. */
  deleted_here: number
  /** Number of imported items by kind. */
  kept: Partial<Record<Kept, number>>
  /** Count of each kind of data that was not imported, by description. */
  not_kept: Record<string, number>
  /** Entries of which nothing was brought in. */
  skipped: { line: number; reason: string }[]
  /** More of them, beyond those that are listed. */
  skipped_more: number
}

/** Users per transaction: enough to be fast, few enough that other writers hardly wait. */
const batchSize = 200
/** A report of a file with nothing right in it must not fill the memory. */
const mostListed = 10_000

type Entry = { at: number; user: CheckedUser; left: string[] }
type Written = { entry: Entry; outcome: Outcome | string }

/** Thrown by a dry run, so that its transaction is undone. */
class OnlyTried extends Error {
  readonly written: Written[]
  constructor(written: Written[]) {
    super('Nothing is written in a dry run.')
    this.written = written
  }
}

/**
 * Imports the users of a file. Invalid entries and those with a taken address are skipped and reported; all others are complete when
 * reported. The import is repeatable.
 * @param writing.actor actor in the audit log
 * @param writing.isDry dry run without writes
 * @throws OperatorError if the file cannot be read to its end; users read before remain imported
 */
export const importUsers = async (
  db: Database,
  { read, toUser }: ExportFormat,
  input: NodeJS.ReadableStream,
  writing: Writing & { actor: string; isDry: boolean },
): Promise<ImportReport> => {
  const report = emptyReport(writing.isDry)
  const roles = writing.project.rbac.roles.map(({ role_id }) => role_id)
  const seen = createSeenKeys()
  let batch: Entry[] = []
  const flush = async (isLast: boolean) => {
    const entries = batch
    batch = []
    const before = report.imported + report.updated
    for (const { entry, outcome } of await writeBatch(db, entries, { ...writing, before, isLast }))
      count(report, entry, outcome)
  }

  try {
    for await (const row of read(input)) {
      const entry = entryOf(row, toUser, { roles, now: writing.now, seen })
      if (typeof entry === 'string') skip(report, row.at, entry)
      else {
        // The last batch is never empty, so that it can write the count.
        if (batch.length >= batchSize) await flush(false)
        batch.push(entry)
      }
    }
  } finally {
    if (batch.length > 0) await flush(true)
  }
  report.skipped.sort((a, b) => a.line - b.line)
  return report
}

const emptyReport = (isDry: boolean): ImportReport => ({
  ...{ dry_run: isDry, imported: 0, updated: 0, unchanged: 0, deleted_here: 0 },
  ...{ kept: {}, not_kept: {}, skipped: [], skipped_more: 0 },
})

const skip = (report: ImportReport, line: number, reason: string): void => {
  if (report.skipped.length < mostListed) report.skipped.push({ line, reason })
  else report.skipped_more++
}

const became = {
  created: 'imported',
  updated: 'updated',
  unchanged: 'unchanged',
  'deleted here': 'deleted_here',
} as const

const count = (report: ImportReport, { at, left }: Entry, outcome: Outcome | string): void => {
  if (typeof outcome === 'string') {
    skip(report, at, outcome)
    return
  }
  report[became[outcome.became]]++
  for (const thing of outcome.kept) report.kept[thing] = (report.kept[thing] ?? 0) + 1
  if (outcome.became === 'deleted here') return
  for (const words of [...left, ...outcome.left]) report.not_kept[words] = (report.not_kept[words] ?? 0) + 1
}

/** The user of a row, or why there is none. */
const entryOf = (
  row: Row,
  toUser: ExportFormat['toUser'],
  { seen, ...known }: { roles: string[]; now: number; seen: SeenKeys },
): Entry | string => {
  if ('unreadable' in row) return row.unreadable
  try {
    const { user, left } = checkUser(toUser(row.value), known)
    return isTwice(user, seen) ? 'is in the file twice: the first entry counts' : { at: row.at, user, left }
  } catch (error) {
    if (error instanceof NotTaken) return error.message
    if (error instanceof ZodError) return inWords(error)
    throw error
  }
}

/** True if an earlier entry had the same ID, address or number. Entries that only add to a user may repeat. */
const isTwice = ({ id, emails, phoneNumbers, onlyAdds }: CheckedUser, { wasSeen }: SeenKeys): boolean => {
  if (onlyAdds) return false
  const contacts = [...emails, ...phoneNumbers].map(({ value }) => `contact ${value}`)
  const keys = id === null ? contacts : [`id ${id}`, ...contacts]
  return keys.map(wasSeen).includes(true)
}

const inWords = ({ issues: [issue] }: ZodError): string => {
  const where = issue?.path.join('.') ?? ''
  const what = issue === undefined || issue.message === 'Invalid input' ? 'is not well-formed' : issue.message
  return `${where === '' ? '' : `${where}: `}${what}`
}

type Auditing = {
  actor: string
  isDry: boolean
  /** Number of users written by previous batches. */
  before: number
  isLast: boolean
}

const writeBatch = async (
  db: Database,
  entries: readonly Entry[],
  { actor, isDry, before, isLast, ...writing }: Writing & Auditing,
): Promise<Written[]> => {
  const { project, format, now } = writing
  const work = async (tx: Tx): Promise<Written[]> => {
    const written: Written[] = []
    for (const entry of entries) written.push({ entry, outcome: await tryToWrite(tx, writing, entry.user) })
    if (isDry) throw new OnlyTried(written)
    const changed = written.filter(
      ({ outcome }) => typeof outcome === 'object' && ['created', 'updated'].includes(outcome.became),
    )
    const total = before + changed.length
    const entry = { projectId: project.id, actor, at: now }
    // Two entries at most, however many batches: one with the first users, so that an import that is cut off shows, one with the count.
    if (isLast && total > 0) {
      await audit(tx, { ...entry, action: 'users.imported', details: { count: total, from: format } })
    } else if (before === 0 && total > 0) {
      await audit(tx, { ...entry, action: 'users.import_began', details: { from: format } })
    }
    return written
  }
  try {
    return await runTransaction(db, work)
  } catch (error) {
    if (error instanceof OnlyTried) return error.written
    throw error
  }
}

const tryToWrite = async (tx: Tx, writing: Writing, user: CheckedUser): Promise<Outcome | string> => {
  try {
    return await writeUser(tx, writing, user)
  } catch (error) {
    if (error instanceof NotTaken) return error.message
    throw error
  }
}
