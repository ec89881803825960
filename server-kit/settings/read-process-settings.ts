import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Settings } from './group-settings.ts'
import { prepareDataDir } from './prepare-data-dir.ts'
import { readSettings } from './read-settings.ts'
import { repository } from './repository.ts'

/**
 * Reads the settings of this process, from a `.env` file at the root of the repository too when there is one (the
 * real environment wins over it), and makes the data folder ready. Everything the servers are told by
 * the environment is read here.
 * @throws SettingsError
 */
export const readProcessSettings = (): Settings => {
  const file = join(repository, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  // biome-ignore lint/style/noProcessEnv: this is the one place
  const settings = readSettings(process.env)
  prepareDataDir(settings.dataDir)
  return settings
}
