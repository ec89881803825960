import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigurationError } from '../operator-error/index.ts'
import { ownedAsFolder } from '../private-file/index.ts'
import { addressOf, type DatabasePlace } from './database-place.ts'

const noteOf = (file: string): string => `${file}.moved`

/**
 * Leaves a note beside the SQLite file of a database that is in PostgreSQL. A later start without the PostgreSQL address
 * would otherwise serve old or no data without an error.
 */
export const noteMoved = ({ url, file }: DatabasePlace, now: number): void => {
  if (url === undefined || file === '' || !existsSync(dirname(file))) return
  const to = `PostgreSQL ${addressOf(url)}`
  if (movedTo(file)?.to === to) return
  try {
    writeFileSync(noteOf(file), `${JSON.stringify({ to, since: new Date(now).toISOString() })}\n`, { mode: 0o600 })
    ownedAsFolder(noteOf(file))
  } catch {
    // A node with a read-only data folder has no data there that could be served by mistake.
  }
}

/** Returns the new location of a SQLite file's data and the time of the move; null if it was not moved. */
export const movedTo = (file: string): { to: string; since: string } | null => {
  if (!existsSync(noteOf(file))) return null
  try {
    const { to, since } = JSON.parse(readFileSync(noteOf(file), 'utf8'))
    return { to: String(to), since: String(since) }
  } catch {
    return { to: 'PostgreSQL', since: 'an unknown time' }
  }
}

/** Removes the note: the data are in the SQLite file again. */
export const forgetMoved = (file: string): void => rmSync(noteOf(file), { force: true })

/** @throws ConfigurationError if there is no PostgreSQL URL but the SQLite file's data has moved to PostgreSQL. */
export const refuseMoved = ({ url, file }: DatabasePlace): void => {
  const moved = url === undefined ? movedTo(file) : null
  if (moved === null) return
  throw new ConfigurationError(
    `The data of ${file} are in ${moved.to} since ${moved.since}, and the settings name no PostgreSQL address for them. ` +
      'Set DATABASE_URL and IDENTITY_DATABASE_URL. To move back to SQLite, back up PostgreSQL with them, then take them out ' +
      `and restore with --replace. To use what SQLite held before the move, delete ${noteOf(file)}.`,
  )
}
