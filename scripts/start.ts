import { runProcess } from '@corroborate/server-kit/lifecycle'
import { createLogger } from '@corroborate/server-kit/logging'
import { readProcessSettings, type Settings } from '@corroborate/server-kit/settings'
import { startIdentity, whereMessagesGo } from '../identity/identity.ts'
import { buildSiteIfChanged } from '../site/build-if-changed.ts'
import { startSite } from '../site/site.ts'
import { buildWidgetIfChanged } from '../widget/build-if-changed.ts'

const greeting = (settings: Settings): string => {
  const { site, identity } = settings
  const { mail, texts } = whereMessagesGo(settings)
  const rows = [
    ['Corroborate', site.origin],
    ['Identity provider', identity.origin],
    ['Mail goes to', mail],
    ['Texts go to', texts],
    ['A moderator is made with', 'npm run identity -- user role add EMAIL moderator'],
  ]
  return `\n${rows.map(([what, where]) => `  ${what?.padEnd(26)}${where}`).join('\n')}\n\n`
}

/** Both servers in one process; each also starts alone (`npm start -w site`, `npm start -w identity`). */
await runProcess(async life => {
  const settings = readProcessSettings()
  const logger = createLogger(settings.logLevel)
  life.useLogger(logger)
  await buildWidgetIfChanged()
  await buildSiteIfChanged()

  await startIdentity({ life, settings, logger: logger.child({ name: 'identity' }) })
  await startSite({ life, settings, logger: logger.child({ name: 'site' }) })
  process.stdout.write(greeting(settings))
})
