import type { CaptchaService } from '@corroborate/wire/captcha'
import { createBoundedFetch } from '../../../platform/outside/index.ts'
import { recaptchaEnterprise } from './recaptcha-enterprise.ts'
import type { Asking, Service, Verdict } from './service.ts'
import { siteVerify } from './site-verify.ts'

export type { Verdict } from './service.ts'

const recaptcha = 'https://www.google.com/recaptcha/api/siteverify'

/** How each service is asked what a token is worth. */
const services: Readonly<Record<CaptchaService, Service>> = {
  'recaptcha-enterprise': recaptchaEnterprise,
  'recaptcha-v3': siteVerify(recaptcha, { action: true, score: true }),
  'recaptcha-v2': siteVerify(recaptcha, { action: false, score: false }),
  turnstile: siteVerify('https://challenges.cloudflare.com/turnstile/v0/siteverify', { action: true, score: false }),
}

/** Somebody waits for the answer, in front of a form, in ms. */
const patience = 3_000

/**
 * Asks the service of a project what a token is worth. Never throws: a service that is slow, gone, or answers with anything
 * else than it documents is `unavailable`.
 * @param base where a server plays all services (`https://HOST/path` is `BASE/HOST/path`); null: they are themselves
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
