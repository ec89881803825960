import type { Migration } from '../database/index.ts'

/** One database of the product: what `openDatabase` is given, and the name it has in backups. */
export type ProductDatabase = {
  /** Never changes: backups find their database by it. */
  name: string
  /** A PostgreSQL address; without one, `file` is used. */
  url?: string | undefined
  /** Path of the SQLite file. */
  file: string
  migrations: readonly Migration[]
}

/** How a sentence names the database, without its address, which may hold a password. */
export const titleOf = ({ name, url, file }: ProductDatabase): string =>
  `"${name}" (${url === undefined ? `SQLite, ${file}` : 'PostgreSQL'})`
