import type { Settings } from '@corroborate/server-kit/settings'
import { isLoopbackName } from '@corroborate/server-kit/this-machine'
import { isPrivateLiteral } from '../platform/outside/addresses.ts'

type Trusted = Pick<Settings, 'site' | 'webhookPrivateOrigins'>

/** Returns the origin of a webhook that is exempt from the address check: the site's own, or one allowed in the settings. */
export const trustedOrigin = ({ site, webhookPrivateOrigins }: Trusted, url: string): string | null => {
  const { origin } = new URL(url)
  return origin === site.origin || webhookPrivateOrigins.includes(origin) ? origin : null
}

/** The reason why a project may not have this webhook; null when it may. Names are looked up when they are called. */
export const webhookProblem = (settings: Trusted, url: string): string | null => {
  if (trustedOrigin(settings, url) !== null) return null
  const target = new URL(url)
  const isPrivate = isLoopbackName(target.hostname) || isPrivateLiteral(target) || target.protocol !== 'https:'
  return isPrivate
    ? `must be a public https address; WEBHOOK_PRIVATE_ORIGINS on the server may allow ${target.origin}`
    : null
}
