import type { CaptchaService } from '@corroborate/wire/captcha'
import { createBoundedFetch } from '../../../platform/outside/bounded-fetch.ts'
import { recaptchaEnterprise } from './recaptcha-enterprise.ts'
import type { Asking, Service, Verdict } from './service.ts'
import { siteVerify } from './site-verify.ts'

export type { Verdict } from './service.ts'

const recaptcha = 'https://www.google.com/recaptcha/api/siteverify'

/** Verification request of each service. */
const services: Readonly<Record<CaptchaService, Service>> = {
  'recaptcha-enterprise': recaptchaEnterprise,
  'recaptcha-v3': siteVerify(recaptcha, { action: true, score: true }),
  'recaptcha-v2': siteVerify(recaptcha, { action: false, score: false }),
  turnstile: siteVerify('https://challenges.cloudflare.com/turnstile/v0/siteverify', { action: true, score: false }),
}

/** Timeout in ms. A user is waiting in front of a form. */
const patience = 3_000

/**
 * Verifies a token with the project's service. Never throws: a slow, unreachable or misbehaving service is `unavailable`.
 * @param base fake server (`https://HOST/path` is `BASE/HOST/path`); null for the real services
 */
export const askService = async (
  base: string | null,
  asking: Omit<Asking, 'fetch' | 'at'> & { patience?: number },
): Promise<Verdict> => {
  const fetch = createBoundedFetch({ base, patience: asking.patience ?? patience })
  const at = (url: string) => (base === null ? url : url.replace('https:/', base))
  try {
    return await services[asking.settings.service]({ ...asking, fetch, at })
  } catch (error) {
    return { kind: 'unavailable', reason: String(error) }
  }
}
