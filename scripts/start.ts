import { runProcess } from '@corroborate/server-kit/lifecycle'
import { createLogger } from '@corroborate/server-kit/logging'
import { readProcessSettings, type Settings } from '@corroborate/server-kit/settings'
import { createIdentity } from '../identity/identity.ts'
import { buildSiteIfChanged } from '../site/build-if-changed.ts'
import { startSite } from '../site/site.ts'

const greeting = ({ site, identity, mail, production }: Settings): string => {
  const rows = [
    ['Corroborate', site.origin],
    ['Identity provider', identity.origin],
    ['Mail goes to', mail.smtpUrl !== undefined || production ? 'the SMTP server' : `${identity.origin}/dev/mailbox`],
    ['A moderator is made with', 'npm run identity -- user role add EMAIL moderator'],
  ]
  return `\n${rows.map(([what, where]) => `  ${what?.padEnd(26)}${where}`).join('\n')}\n\n`
}

/** Both servers in one process; each also starts alone (`npm start -w site`, `npm start -w identity`). */
await runProcess(async life => {
  const settings = readProcessSettings()
  const logger = createLogger(settings.logLevel)
  life.useLogger(logger)
  await buildSiteIfChanged()

  const identity = await createIdentity(settings, {
    logger: logger.child({ name: 'identity' }),
    isDraining: life.isDraining,
  })
  life.onClose('identity provider', identity.close)
  const { port } = settings.identity
  await life.listen({
    name: 'identity provider',
    app: identity.app,
    port,
    portVariable: 'IDENTITY_PORT',
    host: settings.host,
  })
  await startSite({ life, settings, logger: logger.child({ name: 'site' }) })
  process.stdout.write(greeting(settings))
})
