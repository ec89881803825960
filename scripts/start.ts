import { runProcess } from '@corroborate/server-kit/lifecycle'
import { createLogger } from '@corroborate/server-kit/logging'
import { readServerSettings, warnOfMissing } from '@corroborate/server-kit/settings'
import { openTracing } from '@corroborate/server-kit/tracing'
import { buildIdentityIfChanged } from '../identity/build-if-changed.ts'
import { startIdentity } from '../identity/identity.ts'
import { buildSiteIfChanged } from '../site/app/build-if-changed.ts'
import { startSite } from '../site/app/site.ts'
import { buildWidgetIfChanged } from '../widget/build-if-changed.ts'
import { greeting } from './greeting.ts'

/** Both servers in one process; each also starts alone (`npm start -w site`, `npm start -w identity`). */
await runProcess(async life => {
  const settings = readServerSettings()
  const logger = createLogger(settings.logLevel)
  life.useLogger(logger)
  warnOfMissing(settings, logger)
  life.noticeBeforeEnd(settings.noticeMs)
  const traces = await openTracing(settings.tracesUrl)
  life.onClose('traces', traces.close)
  await buildWidgetIfChanged()
  await buildSiteIfChanged()
  await buildIdentityIfChanged()

  await startIdentity({ life, settings, logger: logger.child({ name: 'identity' }) })
  await startSite({ life, settings, logger: logger.child({ name: 'site' }) })
  process.stdout.write(greeting(settings))
})
