import { captchaAction } from '@corroborate/wire/captcha'
import { z } from 'zod'
import { faultOf, refused, type Service } from './service.ts'

const answered = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  score: z.number().min(0).max(1).optional(),
  'error-codes': z.array(z.string()).default([]),
})

/** Error codes caused by the project's settings rather than by the token. */
const ofOperator = ['missing-input-secret', 'invalid-input-secret', 'invalid-keys']
/** Error codes caused by the service. */
const ofService = ['internal-error', 'bad-request']

/**
 * Protocol shared by reCAPTCHA (v2, v3) and Turnstile: `secret`, `response` and `remoteip` are posted, and JSON returns the success, host
 * and action. reCAPTCHA v3 has a score and actions, Turnstile actions only.
 */
export const siteVerify =
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
    const operators = codes.find(code => ofOperator.includes(code))
    if (operators !== undefined) return { kind: 'misconfigured', reason: operators }
    const services = codes.find(code => ofService.includes(code))
    if (services !== undefined) return { kind: 'unavailable', reason: services }
    if (!success) return refused(codes.join(' ') || 'no success')
    if (knows.action && told.action !== captchaAction) return refused(`made for ${told.action ?? 'nothing'}`)
    if (knows.score && told.score === undefined) return { kind: 'unavailable', reason: 'no score' }
    const fault = faultOf(asking, { hostname: told.hostname, ...(knows.score && { score: told.score }) })
    return fault === null ? { kind: 'accepted' } : refused(fault)
  }
