import type { Migration } from '@corroborate/server-kit/database'
import { outboxMigrations } from '@corroborate/server-kit/outbox'
import { features } from './features.ts'

/** Every step of the schema of the site's database; `openDatabase` puts them in order by name. */
export const siteMigrations: readonly Migration[] = [
  ...outboxMigrations,
  ...features.flatMap(feature => feature.migrations),
]

/** The site's database when it is a file, inside the data folder. */
export const siteDatabaseFile = 'site.sqlite'
