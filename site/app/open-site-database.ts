import { join } from 'node:path'
import { openDatabase } from '@corroborate/server-kit/database'
import type { OpenSiteDatabase } from '../kit/feature/index.ts'
import { siteDatabaseFile, siteMigrations } from './migrations.ts'

/** Opens the site's database where the settings say, with the tables of all features. */
export const openSiteDatabase: OpenSiteDatabase = ({ site, dataDir }) =>
  openDatabase({
    url: site.databaseUrl?.reveal(),
    file: join(dataDir, siteDatabaseFile),
    migrations: siteMigrations,
    now: Date.now,
  })
