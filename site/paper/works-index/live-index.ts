import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { messageOf } from '@corroborate/server-kit/error-message'
import { readSchemaState, schemaVersion } from './schema.ts'

/** An index open for reading. Statements are prepared once for each text of SQL. */
export type OpenIndex = { prepare(sql: string): StatementSync }

/** State of an index file: open, missing (nothing imported yet), or unreadable. */
export type IndexState = { kind: 'open'; index: OpenIndex } | { kind: 'missing' } | { kind: 'unreadable' }

/**
 * An index file that may be missing, appear, be rebuilt or be replaced while we run. `get()` never throws; it looks at the file at
 * most every `checkEvery` milliseconds.
 */
export type LiveIndex = { get(): IndexState; close(): void }

type Held = { db: DatabaseSync; inode: string; state: IndexState }

const missing: IndexState = { kind: 'missing' }
const unreadable: IndexState = { kind: 'unreadable' }

const checkEvery = 250
const busyTimeout = 2_000

/** `onNotice` is called once for each new reason why an existing file is unreadable. */
export const openLiveIndex = (
  file: string,
  { onNotice = () => {}, mapMegabytes = 2_048 }: { onNotice?: (sentence: string) => void; mapMegabytes?: number } = {},
): LiveIndex => {
  let held: Held | null = null
  /** State of the file while it is not open. */
  let otherwise: IndexState = missing
  let checkedAt = Number.NEGATIVE_INFINITY
  let lastNotice = ''
  let closed = false

  function drop(): void {
    try {
      held?.db.close()
    } catch {
      // Closing fails when the file is gone.
    }
    held = null
  }

  function notice(sentence: string): void {
    if (sentence !== lastNotice) onNotice(sentence)
    lastNotice = sentence
  }

  function tryOpen(inode: string): void {
    const db = new DatabaseSync(file, { readOnly: true, timeout: busyTimeout })
    try {
      const state = readSchemaState(db)
      if (state.kind === 'ours' && state.version === schemaVersion) {
        db.exec(`PRAGMA mmap_size = ${mapMegabytes * 2 ** 20}; PRAGMA cache_size = -8192; PRAGMA query_only = 1`)
        held = { db, inode, state: { kind: 'open', index: indexOn(db) } }
        lastNotice = ''
        return
      }
      otherwise = state.kind === 'empty' ? missing : unreadable
      if (state.kind === 'foreign') notice(`${file} is not a search index of this site: local search is off.`)
      if (state.kind === 'ours' && state.version > 0) {
        notice(`${file} was made by another version of this program: local search is off until works:import has run.`)
      }
    } catch (error) {
      otherwise = unreadable
      notice(`${file} cannot be read (${messageOf(error)}): local search is off.`)
    }
    db.close()
  }

  function check(): void {
    const inode = inodeOf(file)
    if (held !== null && (held.inode !== inode || !isStillCurrent(held.db))) drop()
    if (held === null && inode === null) otherwise = missing
    if (held === null && inode !== null) {
      try {
        tryOpen(inode)
      } catch (error) {
        otherwise = unreadable
        notice(`${file} cannot be opened (${messageOf(error)}): local search is off.`)
      }
    }
  }

  return {
    get() {
      if (closed) return unreadable
      const now = performance.now()
      if (now - checkedAt >= checkEvery) {
        checkedAt = now
        check()
      }
      return held?.state ?? otherwise
    },
    close() {
      closed = true
      drop()
    },
  }
}

const indexOn = (db: DatabaseSync): OpenIndex => {
  const statements = new Map<string, StatementSync>()
  return {
    prepare(sql) {
      const known = statements.get(sql)
      if (known !== undefined) return known
      const statement = db.prepare(sql)
      statements.set(sql, statement)
      return statement
    },
  }
}

const isStillCurrent = (db: DatabaseSync): boolean => {
  try {
    return Number(db.prepare('PRAGMA user_version').get()?.user_version) === schemaVersion
  } catch {
    return false
  }
}

const inodeOf = (file: string): string | null => {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stats === undefined || stats.size === 0n ? null : `${stats.dev}:${stats.ino}`
}
