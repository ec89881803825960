import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../error-message/index.ts'
import { ConfigurationError } from '../operator-error/index.ts'
import { isSqliteDamage } from './sql-errors.ts'

/** Larger files are not read as a whole at each start, in bytes. What SQLite meets while it opens them is still reported. */
const largestChecked = 512 * 1024 ** 2

/**
 * The first finding of SQLite's `quick_check` on a file, or the error with which SQLite refuses to read it.
 * @returns null for a file that is missing, sound or too large to read as a whole.
 */
export const findDamage = (file: string): string | null => {
  const size = existsSync(file) ? statSync(file).size : 0
  // SQLite takes an empty file for a new database.
  if (size === 0) return null
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { timeout: 5_000 })
    connection.exec('pragma query_only = on; pragma trusted_schema = off')
    if (size > largestChecked) {
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

/** The error for a damaged database: names the file, the finding and what to do. */
export const damageError = (file: string, finding: string, advice = restoreAdvice): ConfigurationError =>
  new ConfigurationError(`The database ${file} is damaged: SQLite's quick_check reports "${finding}". ${advice}`)

const restoreAdvice =
  'Restore the last good backup: "corroborate restore BACKUP --replace" (in a clone: "npm run restore -- BACKUP --replace") ' +
  'keeps the damaged file beside the restored one.'
