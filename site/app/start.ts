import { runProcess } from '@corroborate/server-kit/lifecycle'
import { createLogger } from '@corroborate/server-kit/logging'
import { readProcessSettings } from '@corroborate/server-kit/settings'
import { buildSiteIfChanged } from './build-if-changed.ts'
import { startSite } from './site.ts'

/** The site alone: `npm start -w site`. */
await runProcess(async life => {
  const settings = readProcessSettings()
  const logger = createLogger(settings.logLevel)
  life.useLogger(logger)
  await buildSiteIfChanged()
  await startSite({ life, settings, logger })
  process.stdout.write(`Corroborate is at ${settings.site.origin}\n`)
})
