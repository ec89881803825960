import { describePlace, type Migration } from '../database/index.ts'

/** A database of the product: the options of `openDatabase`, and its name in backups. */
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
  /** Source of the secret that seals some values, if any. It is stored beside a backup, never inside. */
  sealedUnder?: {
    /** A file of secrets; there may be none. */
    file: string
    /** The setting that holds one, when it is set. */
    setting: string | null
  }
}

/** Returns the file for the secrets that belong to a backup, from the file in `sealedUnder`. */
export const secretsBeside = (backup: string): string => `${backup}.secret`

/** Describes the database with its location but without a password. */
export const titleOf = (database: ProductDatabase): string => `"${database.name}" (${describePlace(database)})`
