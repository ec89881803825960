import { join } from 'node:path'
import { openDatabase } from '@corroborate/server-kit/database'
import { siteDatabaseFile, siteMigrations } from '../site/app/migrations.ts'

/** Makes the site's database in a data folder, as its first start does: commands act on existing data only. */
export const startOnce = async (dataDir: string): Promise<void> => {
  const db = await openDatabase({ file: join(dataDir, siteDatabaseFile), migrations: siteMigrations, now: Date.now })
  await db.destroy()
}
