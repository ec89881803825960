import { inNewDatabase } from './in-new-database.ts'
import { inNewFolder } from './in-new-folder.ts'
import type { Variables } from './our-servers.ts'

export type Engine = 'SQLite' | 'PostgreSQL'

/** Measures a provider on SQLite, then on PostgreSQL: each with data of its own. `postgres` is null without a server. */
export const onBothEngines = <R>(
  measure: (engine: Engine, variables: Variables, folder: string) => Promise<R>,
): Promise<{ sqlite: R; postgres: R | null }> =>
  inNewFolder(async folder => ({
    sqlite: await measure('SQLite', { DATA_DIR: folder }, folder),
    postgres: await inNewDatabase(({ url }) =>
      measure('PostgreSQL', { DATA_DIR: folder, IDENTITY_DATABASE_URL: url }, folder),
    ),
  }))
