import { runProcess } from '@corroborate/server-kit/lifecycle'
import { createLogger } from '@corroborate/server-kit/logging'
import { readServerSettings, warnOfMissing } from '@corroborate/server-kit/settings'
import { openTracing } from '@corroborate/server-kit/tracing'
import { buildSiteIfChanged } from './build-if-changed.ts'
import { startSite } from './site.ts'

/** The site alone: `npm start -w site`. */
await runProcess(async life => {
  const settings = readServerSettings()
  const logger = createLogger(settings.logLevel)
  life.useLogger(logger)
  warnOfMissing(settings, logger)
  life.noticeBeforeEnd(settings.noticeMs)
  const traces = await openTracing(settings.tracesUrl)
  life.onClose('traces', traces.close)
  await buildSiteIfChanged()
  await startSite({ life, settings, logger })
  process.stdout.write(`Corroborate is at ${settings.site.origin}\n`)
})
