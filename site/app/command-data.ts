import { existsSync } from 'node:fs'
import process from 'node:process'
import { describeData, noData, requireData } from '@corroborate/server-kit/database'
import { prepareDataDir, readProcessSettings, type Settings } from '@corroborate/server-kit/settings'
import { sitePlaceOf } from './open-site-database.ts'

const announced = (): { settings: Settings; place: ReturnType<typeof sitePlaceOf> } => {
  const settings = readProcessSettings()
  const place = sitePlaceOf(settings)
  process.stderr.write(describeData([place]))
  return { settings, place }
}

/**
 * Reads the settings of a command, prints the affected data to stderr, and requires that it exists.
 * @throws OperatorError
 */
export const readCommandSettings = async (): Promise<Settings> => {
  const { settings, place } = announced()
  await requireData([place])
  return settings
}

/** The same for a restore, which may create the data where the settings name their place. @throws OperatorError */
export const readRestoreSettings = async (): Promise<Settings> => {
  const { settings, place } = announced()
  if (!settings.dataDirIsNamed && !existsSync(settings.dataDir)) throw noData(place)
  prepareDataDir(settings.dataDir)
  return settings
}
