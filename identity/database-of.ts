import { join } from 'node:path'
import type { Settings } from '@corroborate/server-kit/settings'
import { migrations } from './migrations.ts'

/** Database of the provider: a file in the data folder, or PostgreSQL. */
export const databaseOf = ({ identity, dataDir }: Settings) => ({
  url: identity.databaseUrl?.reveal(),
  file: join(dataDir, 'identity.db'),
  migrations,
})
