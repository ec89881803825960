import { join } from 'node:path'
import { hasCaughtUp, type NamedPlace, openDatabase, openSnapshot } from '@corroborate/server-kit/database'
import type { Settings } from '@corroborate/server-kit/settings'
import type { OpenSiteDatabase, OpenSiteSnapshot } from '../kit/feature/index.ts'
import { purgeWhatChanges } from '../kit/shared-caches/note-change.ts'
import { siteDatabaseFile, siteMigrations } from './migrations.ts'

/** Returns the location of the site's database. */
export const sitePlaceOf = ({ site, dataDir }: Settings): NamedPlace => ({
  name: 'site',
  url: site.databaseUrl?.reveal(),
  file: join(dataDir, siteDatabaseFile),
})

/** Opens the site's database where the settings say, with the tables of all features. */
export const openSiteDatabase: OpenSiteDatabase = async <Tables>(settings: Settings) => {
  const { url, file } = sitePlaceOf(settings)
  const db = await openDatabase<Tables>({ url, file, migrations: siteMigrations, now: Date.now })
  if (settings.cachePurges.length > 0) purgeWhatChanges(db)
  return db
}

/** Opens a read-only snapshot, on the replica if it is fresh enough. */
export const openSiteSnapshot: OpenSiteSnapshot = async settings => {
  const { url, file } = sitePlaceOf(settings)
  const replicaUrl = settings.site.replicaUrl?.reveal()
  if (url === undefined || replicaUrl === undefined) return openSnapshot({ url, file })
  return openSnapshot({ url: (await hasCaughtUp({ url, replicaUrl })) ? replicaUrl : url, file })
}
