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

/** What is wrong with the project's settings there, and not with the token. */
const ofOperator = ['missing-input-secret', 'invalid-input-secret', 'invalid-keys']
/** What is wrong with the service. */
const ofService = ['internal-error', 'bad-request']

/**
 * The form that reCAPTCHA (v2, v3) and Turnstile share: `secret`, `response` and `remoteip` are posted, and JSON tells whether
 * it was a success, on which host, and for what. reCAPTCHA v3 gives a score and knows of actions, Turnstile of actions.
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
    // Turnstile says with status 400 what is wrong with a request, in the same form.
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
