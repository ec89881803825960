import { join } from 'node:path'
import type { ProductDatabase } from '@corroborate/server-kit/backup'
import { readProcessSettings } from '@corroborate/server-kit/settings'
import { databaseOf as identityDatabaseOf } from '../identity/database-of.ts'
import { siteDatabaseFile, siteMigrations } from '../site/app/migrations.ts'

/** Every database of the product, where the settings say it is. */
export const productDatabases = (): ProductDatabase[] => {
  const settings = readProcessSettings()
  const { dataDir, site, identity } = settings
  const isDefaultPlace = !settings.dataDirIsNamed
  return [
    {
      name: 'site',
      url: site.databaseUrl?.reveal(),
      file: join(dataDir, siteDatabaseFile),
      dataDir,
      isDefaultPlace,
      migrations: siteMigrations,
    },
    {
      name: 'identity',
      ...identityDatabaseOf(settings),
      dataDir,
      isDefaultPlace,
      sealedUnder: {
        file: identity.secretFile,
        setting: identity.secrets.length > 0 ? 'IDENTITY_SECRET' : null,
      },
    },
  ]
}
