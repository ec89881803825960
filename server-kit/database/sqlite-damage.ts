import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../error-message/index.ts'
import { ConfigurationError } from '../operator-error/index.ts'
import { isSqliteDamage } from './sql-errors.ts'

/** Larger files, in bytes, are read as a whole by backups and restores only, not at each start. A start still reports what SQLite meets while it opens them. */
const largestChecked = 512 * 1024 ** 2

/**
 * The first finding of SQLite's `quick_check` on a file, or the error with which SQLite refuses to read it.
 * @param wholeFile reads a file of any size
 * @returns null for a file that is missing, sound or too large to read as a whole.
 */
export const findDamage = (file: string, { wholeFile = false } = {}): string | null => {
  const size = existsSync(file) ? statSync(file).size : 0
  // SQLite takes an empty file for a new database.
  if (size === 0) return null
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { timeout: 5_000 })
    connection.exec('pragma query_only = on; pragma trusted_schema = off')
    if (size > largestChecked && !wholeFile) {
      connection.prepare('select count(*) from sqlite_schema').get()
      return null
    }
    const [first] = connection.prepare('pragma quick_check(1)').all()
    const finding = String(first?.quick_check ?? 'ok')
    return finding === 'ok' ? null : oneLine(finding)
  } catch (error) {
    if (isSqliteDamage(error)) return oneLine(messageOf(error))
    throw error
  } finally {
    connection?.close()
  }
}

const oneLine = (finding: string): string => finding.replaceAll(/\s+/g, ' ').trim()

/** Builds the error for a damaged database: file, finding and remedy. */
export const damageError = (file: string, finding: string, advice = restoreAdvice): ConfigurationError =>
  new ConfigurationError(`The database ${file} is damaged: SQLite's quick_check reports "${finding}". ${advice}`)

const restoreAdvice =
  'Restore the last good backup: "corroborate restore BACKUP --replace" (in a clone: "npm run restore -- BACKUP --replace") ' +
  'keeps the damaged file beside the restored one.'
