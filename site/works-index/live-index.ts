import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { readSchemaState, schemaVersion } from './schema.ts'

/** An index open for reading. Statements are prepared once for each text of SQL. */
export type OpenIndex = { prepare(sql: string): StatementSync }

/**
 * An index file that may be missing, appear, be rebuilt or be replaced while we run. `get()` answers the open index or null and never
 * throws; it looks at the file at most every `checkEvery` milliseconds.
 */
export type LiveIndex = { get(): OpenIndex | null; close(): void }

type Held = { db: DatabaseSync; inode: string; index: OpenIndex }

const checkEvery = 250
const busyTimeout = 2_000

/** `onNotice` is told once for each new reason why a file that exists cannot be read. */
export const openLiveIndex = (
  file: string,
  { onNotice = () => {}, mapMegabytes = 2_048 }: { onNotice?: (sentence: string) => void; mapMegabytes?: number } = {},
): LiveIndex => {
  let held: Held | null = null
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
        held = { db, inode, index: indexOn(db) }
        lastNotice = ''
        return
      }
      if (state.kind === 'foreign') notice(`${file} is not a search index of this site: local search is off.`)
      if (state.kind === 'ours' && state.version > 0) {
        notice(`${file} was made by another version of this program: local search is off until works:import has run.`)
      }
    } catch (error) {
      notice(`${file} cannot be read (${error instanceof Error ? error.message : error}): local search is off.`)
    }
    db.close()
  }

  function check(): void {
    const inode = inodeOf(file)
    if (held !== null && (held.inode !== inode || !isStillCurrent(held.db))) drop()
    if (held === null && inode !== null) {
      try {
        tryOpen(inode)
      } catch (error) {
        notice(`${file} cannot be opened (${error instanceof Error ? error.message : error}): local search is off.`)
      }
    }
  }

  return {
    get() {
      if (closed) return null
      const now = performance.now()
      if (now - checkedAt >= checkEvery) {
        checkedAt = now
        check()
      }
      return held?.index ?? null
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
