import { open, rm } from 'node:fs/promises'
import process from 'node:process'
import { type Kysely, sql } from 'kysely'
import { createSingleFlight } from '../single-flight/index.ts'
import { engineOf } from './engine.ts'
import { isSqliteBusy } from './sql-errors.ts'

/** Room that a disk must have, in bytes: more than the transactions that share one commit usually take. */
const neededRoom = 512 * 1024

/**
 * Rewrites an existing value to detect a standby, or a broken or read-only disk. For SQLite it also allocates and syncs a file next to it,
 * because the value alone fits into the existing WAL while larger writes fail on a full disk. Also resolves while another process writes to
 * the SQLite file.
 * @throws the database or disk error if nothing can be written
 */
export const checkWrites = async <T>(db: Kysely<T>): Promise<void> => {
  try {
    await sql`
      update schema_migration set applied_at = applied_at where name = (select min(name) from schema_migration)
    `.execute(db)
  } catch (error) {
    if (!isSqliteBusy(error)) throw error
  }
  if (engineOf(db) !== 'sqlite') return
  const file = await fileOf(db)
  await roomChecks.run(file, () => checkRoomBeside(file))
}

const fileOf = async <T>(db: Kysely<T>): Promise<string> => {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db)
  return rows[0]?.file ?? ''
}

/** Readiness is public: concurrent requests share a single disk probe. */
const roomChecks = createSingleFlight<string, void>()

const checkRoomBeside = async (file: string): Promise<void> => {
  const probe = `${file}-probe-${process.pid}`
  try {
    const handle = await open(probe, 'w', 0o600)
    try {
      await handle.writeFile(Buffer.alloc(neededRoom, 1))
      await handle.datasync()
    } finally {
      await handle.close()
    }
  } finally {
    await rm(probe, { force: true })
  }
}
