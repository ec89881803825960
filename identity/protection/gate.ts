import { refuse } from '../platform/refusal/refusal.ts'
import type { RequestFacts } from '../platform/request/facts-of.ts'
import type { Project } from '../projects/index.ts'
import type { Captcha } from './captcha/index.ts'
import type { Devices } from './devices/index.ts'

type Asked = {
  project: Project
  request: RequestFacts
  body: { captcha_token?: string | undefined; dfp_telemetry_id?: string | undefined }
}

/** Admission check of every endpoint that accepts captchas or device IDs. */
export type Gate = {
  /**
   * Admits a request whose project requires no proof, or whose proof is valid; returns true if a captcha was verified. While the captcha
   * service is unavailable, only rate limits apply (`requireWhenNear`).
   * @throws Refusal `captcha_required`, `captcha_failed`, `too_many_requests`
   */
  pass: (asked: Asked) => Promise<boolean>
}

/** With device decisioning, only suspicious devices need a captcha; otherwise all requests or none. */
export const createGate = ({ captcha, devices }: { captcha: Captcha; devices: Devices }): Gate => ({
  pass: async asked => {
    const { project, request, body } = asked
    const { deviceFingerprint: mode } = project
    const verdict = mode === 'off' ? null : await devices.look(project, body.dfp_telemetry_id, request)
    if (verdict === null || mode === 'observation') return project.captchaOnEveryCall && (await captcha.demand(asked))
    if (verdict.kind === 'block') refuse('too_many_requests', { retryAfter: 60 })
    return verdict.kind === 'challenge' && (await captcha.demand(asked))
  },
})
