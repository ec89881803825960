export { becomeService } from './become-service.ts'
export { type CachePurge, type Secret, secret } from './cache-purges.ts'
export { type Mistake, SettingsError } from './disagreements.ts'
export type { Settings } from './group-settings.ts'
export {
  prepareDataDir,
  readProcessSettings,
  readServerSettings,
  readSettings,
  warnOfMissing,
} from './read-settings.ts'
