import process from 'node:process'
import { runProcess } from '@corroborate/server-kit/lifecycle'
import { createLogger } from '@corroborate/server-kit/logging'
import { readProcessSettings } from '@corroborate/server-kit/settings'
import { createIdentity } from './identity.ts'

await runProcess(async life => {
  const settings = readProcessSettings()
  const logger = createLogger(settings.logLevel, 'identity')
  life.useLogger(logger)
  const identity = await createIdentity(settings, { logger, isDraining: life.isDraining })
  life.onClose('identity provider', identity.close)
  await life.listen({
    name: 'identity provider',
    app: identity.app,
    port: settings.identity.port,
    portVariable: 'IDENTITY_PORT',
    host: settings.host,
  })
  process.stdout.write(`The identity provider answers at ${settings.identity.origin}\n`)
})
