import { type CaptchaService, captchaAction } from '@corroborate/wire/captcha'
import { z } from 'zod'
import { createBoundedFetch } from '../../../platform/outside/bounded-fetch.ts'
import { type Asking, faultOf, refused, type Service, type Verdict } from './service.ts'

export type { Verdict } from './service.ts'

const assessment = z.object({
  tokenProperties: z.object({
    valid: z.boolean(),
    invalidReason: z.string().optional(),
    hostname: z.string().optional(),
    action: z.string().optional(),
  }),
  riskAnalysis: z
    .object({ score: z.number().min(0).max(1) })
    .partial()
    .default({}),
})

/** Statuses with which Google refuses a key, or a project that the key is not for. */
const ofOperator = [400, 401, 403, 404]

/** reCAPTCHA Enterprise: an assessment of the token is made in the project at Google Cloud. */
const recaptchaEnterprise: Service = async asking => {
  const { token, secret, settings, request, fetch, at } = asking
  const url = `https://recaptchaenterprise.googleapis.com/v1/projects/${encodeURIComponent(settings.cloudProject)}/assessments`
  const event = {
    token,
    siteKey: settings.siteKey,
    expectedAction: captchaAction,
    userIpAddress: request.address,
    userAgent: request.userAgent,
  }
  const answer = await fetch(at(url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Goog-Api-Key': secret },
    body: JSON.stringify({ event }),
  })
  if (ofOperator.includes(answer.status)) return { kind: 'misconfigured', reason: `status ${answer.status}` }
  const said = assessment.safeParse(answer.status === 200 ? await answer.json() : null)
  if (!said.success) return { kind: 'unavailable', reason: `status ${answer.status}` }
  const { tokenProperties: told, riskAnalysis } = said.data
  if (!told.valid) return refused(told.invalidReason ?? 'not valid')
  if (told.action !== captchaAction) return refused(`made for ${told.action ?? 'nothing'}`)
  if (riskAnalysis.score === undefined) return { kind: 'unavailable', reason: 'no score' }
  const fault = faultOf(asking, { hostname: told.hostname, score: riskAnalysis.score })
  return fault === null ? { kind: 'accepted' } : refused(fault)
}

const answered = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  score: z.number().min(0).max(1).optional(),
  'error-codes': z.array(z.string()).default([]),
})

/** Error codes caused by the project's settings rather than by the token. */
const siteVerifyOfOperator = ['missing-input-secret', 'invalid-input-secret', 'invalid-keys']
/** Error codes caused by the service. */
const ofService = ['internal-error', 'bad-request']

/**
 * Protocol shared by reCAPTCHA (v2, v3) and Turnstile: `secret`, `response` and `remoteip` are posted, and JSON returns the success, host
 * and action. reCAPTCHA v3 has a score and actions, Turnstile actions only.
 */
const siteVerify =
  (url: string, knows: { action: boolean; score: boolean }): Service =>
  async asking => {
    const { token, secret, request, fetch, at } = asking
    const answer = await fetch(at(url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: new URLSearchParams({ secret, response: token, remoteip: request.address }),
    })
    const said = answered.safeParse(await answer.json())
    // Turnstile returns request errors with status 400 in the same format.
    if (!said.success || answer.status >= 500) return { kind: 'unavailable', reason: `status ${answer.status}` }
    const { success, 'error-codes': codes, ...told } = said.data
    const operators = codes.find(code => siteVerifyOfOperator.includes(code))
    if (operators !== undefined) return { kind: 'misconfigured', reason: operators }
    const services = codes.find(code => ofService.includes(code))
    if (services !== undefined) return { kind: 'unavailable', reason: services }
    if (!success) return refused(codes.join(' ') || 'no success')
    if (knows.action && told.action !== captchaAction) return refused(`made for ${told.action ?? 'nothing'}`)
    if (knows.score && told.score === undefined) return { kind: 'unavailable', reason: 'no score' }
    const fault = faultOf(asking, { hostname: told.hostname, ...(knows.score && { score: told.score }) })
    return fault === null ? { kind: 'accepted' } : refused(fault)
  }

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
export const verifyWithService = async (
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
