import process from 'node:process'
import { runProcess } from '@corroborate/server-kit/lifecycle'
import { createLogger } from '@corroborate/server-kit/logging'
import { readProcessSettings } from '@corroborate/server-kit/settings'
import { startIdentity, whereMessagesGo } from './identity.ts'

/** The identity provider alone: `npm start -w identity`. */
await runProcess(async life => {
  const settings = readProcessSettings()
  const logger = createLogger(settings.logLevel, 'identity')
  life.useLogger(logger)
  await startIdentity({ life, settings, logger })
  const { mail, texts } = whereMessagesGo(settings)
  process.stdout.write(
    `The identity provider is at ${settings.identity.origin}\nMail goes to ${mail}\nTexts go to ${texts}\n`,
  )
})
