import { runProcess } from '@corroborate/server-kit/lifecycle'
import { createLogger } from '@corroborate/server-kit/logging'
import { readProcessSettings } from '@corroborate/server-kit/settings'
import { buildSiteIfChanged } from '../site/build-if-changed.ts'
import { startSite } from '../site/site.ts'

/** `npm start`: everything in one process. */
await runProcess(async life => {
  const settings = readProcessSettings()
  const logger = createLogger(settings.logLevel)
  life.useLogger(logger)
  if (await buildSiteIfChanged()) process.stdout.write('Built the pages.\n')
  await startSite({ life, settings, logger })
  process.stdout.write(`\nCorroborate   ${settings.site.origin}\n\n`)
})
