import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Migration, openDatabase } from '../database/index.ts'

const made = new WeakMap<readonly Migration[], Promise<string>>()

/** The path of a SQLite file to which the migrations have been applied, to be copied. It is made once in a process. */
export const migratedFile = (migrations: readonly Migration[]): Promise<string> => {
  const known = made.get(migrations)
  if (known !== undefined) return known
  const file = make(migrations)
  made.set(migrations, file)
  return file
}

const make = async (migrations: readonly Migration[]): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'corroborate-migrated-'))
  const file = join(folder, 'test.db')
  const db = await openDatabase({ file, migrations, now: Date.now })
  await db.destroy()
  return file
}
