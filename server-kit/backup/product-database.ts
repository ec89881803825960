import { describePlace, type Migration } from '../database/index.ts'

/** One database of the product: what `openDatabase` is given, and the name it has in backups. */
export type ProductDatabase = {
  /** Never changes: backups find their database by it. */
  name: string
  /** A PostgreSQL address; without one, `file` is used. */
  url?: string | undefined
  /** Path of the SQLite file. */
  file: string
  /** Data folder of its server, in which a backup is recorded. */
  dataDir?: string
  /** True if the settings do not name its folder: a restore does not create a database there. */
  isDefaultPlace?: boolean
  migrations: readonly Migration[]
  /** Where the secret is that some of its values are sealed under, if any: it goes beside a backup, never into it. */
  sealedUnder?: {
    /** A file of secrets; there may be none. */
    file: string
    /** The setting that holds one, when it is set. */
    setting: string | null
  }
}

/** Where the secrets of the file of `sealedUnder` go that belong to a backup. */
export const secretsBeside = (backup: string): string => `${backup}.secret`

/** The database in a sentence, with its place but without a password. */
export const titleOf = (database: ProductDatabase): string => `"${database.name}" (${describePlace(database)})`
