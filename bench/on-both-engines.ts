import type { Processes } from './cpu.ts'
import { inNewDatabase, noPostgres } from './in-new-database.ts'
import { inNewFolder } from './in-new-folder.ts'
import type { Variables } from './our-servers.ts'
import { notMeasured, orWhyNot, type Row } from './row.ts'

/** Database engine of a provider: its settings, its data folder, and the database processes that serve it. */
export type Engine = { name: 'SQLite' | 'PostgreSQL'; variables: Variables; folder: string; backends: Processes }

/** Measures a provider on SQLite, then on PostgreSQL, each with data of its own. One that fails does not stop the other. */
export const onBothEngines = async (what: string, measure: (engine: Engine) => Promise<Row[]>): Promise<Row[]> => {
  const onSqlite = () =>
    inNewFolder(folder =>
      measure({ name: 'SQLite', variables: { DATA_DIR: folder }, folder, backends: async () => [] }),
    )
  const onPostgres = () =>
    inNewDatabase(({ url, backends }) =>
      inNewFolder(folder => {
        const variables = { DATA_DIR: folder, IDENTITY_DATABASE_URL: url }
        return measure({ name: 'PostgreSQL', variables, folder, backends })
      }),
    )
  return [
    ...(await orWhyNot(`${what}, SQLite`, onSqlite)),
    ...(await orWhyNot(`${what}, PostgreSQL`, async () => {
      return (await onPostgres()) ?? [notMeasured(`${what}, PostgreSQL`, noPostgres)]
    })),
  ]
}
