import { createLifecycle } from '@corroborate/server-kit/lifecycle'
import { createLogger } from '@corroborate/server-kit/logging'
import type { Settings } from '@corroborate/server-kit/settings'
import { freePort } from '@corroborate/server-kit/testing/server'
import { onTestFinished } from 'vitest'
import { createIdentity } from '../../identity.ts'

/** Another node of a provider, on the same database and under the same name; returns where it listens. */
export const secondNode = async (settings: Settings): Promise<string> => {
  const identity = await createIdentity(settings, { logger: createLogger('silent'), now: Date.now })
  const port = await freePort()
  const life = createLifecycle(2_000)
  life.onClose('identity provider', identity.close)
  await life.listen({ name: 'identity provider', app: identity.app, port, host: '127.0.0.1' })
  onTestFinished(async () => void (await life.end()))
  return `http://127.0.0.1:${port}`
}
