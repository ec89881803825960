import { createHash } from 'node:crypto'
import { deleteOlder } from '@corroborate/server-kit/database'
import { providerTables } from '@corroborate/server-kit/retention'
import type { AccountPart } from '../../accounts/users/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'

/** Digests of a user's imported values. A value that differs from its digest was changed here since. */
export type Written = {
  /** Digests of the last complete entries, newest first. A repeated entry changes nothing. */
  entries: string[]
  name: string
  trusted: string
  untrusted: string
  roles: string
  /** Null where there was none. */
  password: string | null
  /** Digests of all imported addresses, numbers and links. A missing one was removed here. */
  added: string[]
  authenticator: boolean
}

/** An imported user. `userId` is null if they were since deleted here. */
export type Imported = { importId: string; userId: string | null; written: Written }

/** Number of remembered entries: a user may appear in separate files of users, hashes, links and second factors. */
const entriesKept = 8

/** The entries with one more. */
export const withEntry = (entries: readonly string[], entry: string): string[] =>
  [entry, ...entries].slice(0, entriesKept)

/** A short digest of anything that JSON can hold. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)

/** Derives the ID of an imported user. The other system's ID is not stored. */
export const importIdOf = (format: string, id: string): string =>
  createHash('sha256').update(`${format}\n${id}`).digest('base64url')

const select = (db: Database | Tx, projectId: string) =>
  db.selectFrom('imported_users').select(['import_id', 'user_id', 'written']).where('project_id', '=', projectId)

const importedOf = (
  row: { import_id: string; user_id: string | null; written: string } | undefined,
): Imported | null =>
  row === undefined ? null : { importId: row.import_id, userId: row.user_id, written: JSON.parse(row.written) }

/** Finds an imported user by import ID. */
export const findImported = async (db: Database | Tx, projectId: string, importId: string): Promise<Imported | null> =>
  importedOf(await select(db, projectId).where('import_id', '=', importId).executeTakeFirst())

/** Returns the import record of a user; null if they signed up here. */
export const findImportedUser = async (
  db: Database | Tx,
  projectId: string,
  userId: string,
): Promise<Imported | null> => importedOf(await select(db, projectId).where('user_id', '=', userId).executeTakeFirst())

/** Stores the import record of a user. */
export const noteImported = async (
  tx: Tx,
  projectId: string,
  { importId, userId, written }: Imported,
  now: number,
): Promise<void> => {
  const changes = { user_id: userId, written: JSON.stringify(written), at: now }
  await tx
    .insertInto('imported_users')
    .values({ project_id: projectId, import_id: importId, ...changes })
    .onConflict(conflict => conflict.columns(['project_id', 'import_id']).doUpdateSet(changes))
    .execute()
}

/** Forgets imports that are long over. */
export const sweepImports = (db: Database, now: number): Promise<void> =>
  deleteOlder(db, 'imported_users', {
    ...{ key: ['project_id', 'import_id'], age: 'at', before: now - providerTables.imported_users.ms },
  })

/** Import records as an account part. A user deleted here is not recreated by the next run. */
export const importPart = (now: () => number): Pick<AccountPart, 'deleteUser'> => ({
  deleteUser: async (tx, projectId, userId) => {
    await tx
      .updateTable('imported_users')
      .set({ user_id: null, written: '{}', at: now() })
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute()
  },
})
