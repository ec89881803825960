import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Verification request received by a service. */
export type Verified = { service: string; token: string; secret: string; address: string }

/** Answers in place of the honest one. */
export type Lie = (response: ServerResponse, honest: () => void) => void

const secretOf = 'secret-of-the-project'

/** Credentials that every fake service issues to an operator. */
export const registeredAtServices = { siteKey: 'site-key-1', secret: secretOf, cloudProject: 'cloud-project-1' }

/**
 * Fakes of reCAPTCHA (siteverify and Enterprise) and Turnstile at `BASE/HOST/path`. Tokens come from `token`, are single-use, and contain
 * their origin and action.
 */
export const openFakeServices = async () => {
  const asked: Verified[] = []
  const spent = new Set<string>()
  let lie: Lie | null = null

  /** Decodes a token. A real one is opaque, and the service looks it up. */
  const read = (token: string): { hostname: string; action: string; score: number } | null => {
    if (spent.has(token)) return null
    spent.add(token)
    try {
      return JSON.parse(Buffer.from(token, 'base64url').toString())
    } catch {
      return null
    }
  }

  const siteVerify = (service: string, form: URLSearchParams, isTurnstile: boolean) => {
    const [token = '', secret = ''] = [form.get('response') ?? '', form.get('secret') ?? '']
    asked.push({ service, token, secret, address: form.get('remoteip') ?? '' })
    if (secret !== secretOf) return { success: false, 'error-codes': ['invalid-input-secret'] }
    const wasSpent = spent.has(token)
    const made = read(token)
    if (made === null) {
      const code = wasSpent ? 'timeout-or-duplicate' : 'invalid-input-response'
      return { success: false, 'error-codes': [code] }
    }
    const { hostname, action, score } = made
    const common = { success: true, challenge_ts: new Date().toISOString(), hostname, 'error-codes': [] }
    if (isTurnstile) return { ...common, action, cdata: '' }
    return score < 0 ? common : { ...common, action, score }
  }

  const assess = (body: { event: { token: string; siteKey: string; userIpAddress: string } }, key: string) => {
    const { token, siteKey, userIpAddress } = body.event
    asked.push({ service: 'recaptcha-enterprise', token, secret: key, address: userIpAddress })
    const wasSpent = spent.has(token)
    const made = siteKey === registeredAtServices.siteKey ? read(token) : null
    const name = 'projects/1/assessments/1'
    if (made === null) {
      const invalidReason = wasSpent ? 'DUPE' : 'MALFORMED'
      return { name, event: body.event, tokenProperties: { valid: false, invalidReason } }
    }
    const { hostname, action, score } = made
    return {
      name,
      event: body.event,
      tokenProperties: { valid: true, hostname, action, createTime: new Date().toISOString() },
      riskAnalysis: { score, reasons: [] },
    }
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    const honest = () => {
      switch (request.url) {
        case '/www.google.com/recaptcha/api/siteverify':
          return json(siteVerify('recaptcha', new URLSearchParams(body), false))
        case '/challenges.cloudflare.com/turnstile/v0/siteverify':
          return json(siteVerify('turnstile', new URLSearchParams(body), true))
        case `/recaptchaenterprise.googleapis.com/v1/projects/${registeredAtServices.cloudProject}/assessments`: {
          const key = String(request.headers['x-goog-api-key'])
          if (key !== secretOf) return json({ error: { code: 403, status: 'PERMISSION_DENIED' } }, 403)
          return json(assess(JSON.parse(body), key))
        }
        default:
          return json({ error: { code: 404, status: 'NOT_FOUND' } }, 404)
      }
    }
    if (lie === null) honest()
    else lie(response, honest)
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  let made = 0
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** A token as the service's script gives it to a page. A score below 0: the service gives none. */
    token: ({ hostname = 'localhost', action = 'LOGIN', score = 0.9 } = {}): string =>
      Buffer.from(JSON.stringify({ hostname, action, score, made: ++made })).toString('base64url'),
    lie: (how: Lie | null): void => {
      lie = how
    },
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
