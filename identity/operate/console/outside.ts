import { messageOf } from '@corroborate/server-kit/error-message'
import type { HealthCheck } from '@corroborate/server-kit/health'
import { transportChecks } from '../../delivery/index.ts'
import { callbackUrl, checkRegistration, findClient, listClients, titleOf } from '../../factors/oauth/index.ts'
import { listProjects, type Project } from '../../projects/index.ts'
import { findCaptchaSecret, verifyWithService } from '../../protection/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { listDeliveries } from '../../webhooks/index.ts'

/** Something that this provider leans on, as it was a moment ago. `problem` is null when it answers. */
export type Health = { name: string; problem: string | null; ms: number }
type Checks = Readonly<Record<string, () => Promise<unknown> | unknown>>

/** Timeout of the health page's checks, in ms. */
const patience = 8_000

/** Runs all checks concurrently. A timed-out check counts as unavailable. */
export const askAll = (checks: Checks): Promise<Health[]> =>
  Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const began = performance.now()
      const problem = await Promise.race([attempt(check), tooLate()])
      return { name, problem, ms: Math.round(performance.now() - began) }
    }),
  )

const attempt = async (check: Checks[string]): Promise<string | null> => {
  try {
    await check()
    return null
  } catch (error) {
    return messageOf(error)
  }
}

const tooLate = (): Promise<string> =>
  new Promise(resolve => setTimeout(() => resolve('It timed out.'), patience).unref())

/** Readiness checks of the provider, and Redis if it holds the rate limits. */
export const innerChecks = (core: Core, ready: Readonly<Record<string, HealthCheck>>): Checks => ({
  ...ready,
  ...(core.settings.redisUrl !== undefined && { Redis: core.limits.check }),
})

/** Checks of external services: message transports and each project's dependencies. */
export const outsideChecks = async (core: Core): Promise<Checks> => {
  const ofProjects = await Promise.all((await listProjects(core.db)).map(project => checksOf(core, project)))
  return Object.assign({}, transportChecks(core.settings), ...ofProjects)
}

const checksOf = async (core: Core, project: Project): Promise<Checks> => {
  const clients = await listClients(core.db, project.id)
  const providers = clients.map(({ provider }) => [
    `${titleOf(provider)}, of ${project.name}`,
    async () => {
      const client = await findClient(core.db, core.sealer, project.id, provider)
      if (client === null) return
      const redirectUri = callbackUrl(core.origin, project.id, provider)
      const checked = await checkRegistration(core.settings, client, redirectUri)
      if (checked === 'refused') throw new Error('It rejected the client ID or secret.')
      if (checked === 'unknown') throw new Error('The client could not be verified.')
    },
  ])
  return {
    ...Object.fromEntries(providers),
    ...(project.captcha !== null && { [`Captcha, of ${project.name}`]: () => checkCaptcha(core, project) }),
    ...(project.userEventsUrl != null && { [`Webhooks, of ${project.name}`]: () => checkWebhooks(core, project) }),
  }
}

const checkCaptcha = async ({ db, sealer, settings }: Core, { id, captcha }: Project): Promise<void> => {
  if (captcha === null) return
  const secret = await findCaptchaSecret(db, sealer, id, captcha.service)
  if (secret === null) throw new Error('Its secret is missing. Set the captcha again.')
  const verdict = await verifyWithService(settings.captchaServicesUrl, {
    ...{ token: 'a-token-that-nobody-has', secret, settings: captcha, hosts: [] },
    request: { address: '', userAgent: '' },
  })
  if (verdict.kind === 'misconfigured' || verdict.kind === 'unavailable') throw new Error(verdict.reason)
}

/** By the last call: an application is not called only to see whether it is there. */
const checkWebhooks = async ({ db }: Core, { id }: Project): Promise<void> => {
  const [last] = await listDeliveries(db, id, { limit: 1 })
  if (last !== undefined && last.state !== 'heard') throw new Error(`The last call: ${last.answer}`)
}
