import { captchaAction } from '@corroborate/wire/captcha'
import { z } from 'zod'
import { faultOf, refused, type Service } from './service.ts'

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
export const recaptchaEnterprise: Service = async asking => {
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
