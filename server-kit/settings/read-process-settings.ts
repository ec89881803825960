import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Settings } from './group-settings.ts'
import { prepareDataDir } from './prepare-data-dir.ts'
import { readSettings } from './read-settings.ts'
import { repository } from './repository.ts'

/**
 * Reads the settings of this process from the environment, and from an optional `.env` file at the repository root, over which the
 * environment takes precedence. Creates nothing. All environment variables of the servers are read here.
 * @throws SettingsError
 */
export const readProcessSettings = (): Settings => {
  const file = join(repository, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  // biome-ignore lint/style/noProcessEnv: this is the one place
  return readSettings(process.env)
}

/**
 * Reads the settings of a server that starts, and creates its data folder when it is missing. Commands use
 * `readProcessSettings`: on a mistyped or forgotten DATA_DIR they must fail instead of starting with nothing.
 * @throws SettingsError
 */
export const readServerSettings = (): Settings => {
  const settings = readProcessSettings()
  prepareDataDir(settings.dataDir)
  return settings
}
