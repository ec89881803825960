import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { type CaptchaService, captchaAction, captchaServices } from '@corroborate/wire/captcha'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sweepSecrets } from '../../accounts/one-time-tokens/index.ts'
import { runCli } from '../../operate/cli/index.ts'
import { identityUnderTest, type Lie, openFakeServices, registeredAtServices } from '../../testing/index.ts'
import { verifyWithService } from './services/index.ts'

const open = async (settings: Record<string, string> = {}) => {
  const fake = await openFakeServices()
  onTestFinished(fake.close)
  const provider = await identityUnderTest({ CAPTCHA_SERVICES_URL: fake.url, ...settings })
  const run = async (line: string, stdin = '') => {
    const printed = { out: '', err: '' }
    const code = await runCli(line.split(' '), () => provider.settings, {
      stdin: Readable.from([stdin]),
      out: text => {
        printed.out += text
      },
      err: text => {
        printed.err += text
      },
    })
    provider.identity.core.projects.refresh()
    return { code, ...printed }
  }
  const search = (captcha_token?: string, from = '192.0.2.1') =>
    provider.sdk(
      'POST',
      '/users/search',
      { email: 'ada@example.org', ...(captcha_token !== undefined && { captcha_token }) },
      { from },
    )
  return { ...provider, fake, run, search }
}

const { siteKey, secret, cloudProject } = registeredAtServices
const lineOf = (service: string): string =>
  `project captcha set ${service} --site-key ${siteKey} --secret -${service === 'recaptcha-enterprise' ? ` --cloud-project ${cloudProject}` : ''}`

const ofEveryCall = async (service: string, settings = {}) => {
  const opened = await open(settings)
  expect((await opened.run(lineOf(service), secret)).err).toBe('')
  await opened.run(`project set ${opened.publicToken} --captcha-on-every-call on`)
  opened.fake.asked.length = 0
  return opened
}

describe.each(captchaServices)('project with %s', service => {
  const made = service === 'recaptcha-v2' ? { score: -1 } : {}

  test('each captcha token is accepted once by every endpoint that takes one, and verified with the caller’s IP', async () => {
    const { search, fake, sdk } = await ofEveryCall(service)
    const none = await search()
    expect([none.status, none.json]).toEqual([403, { text: 'Captcha required' }])
    expect(fake.asked).toEqual([])
    const token = fake.token(made)
    expect((await search(token)).status).toBe(200)
    expect(fake.asked).toEqual([{ service: service.replace(/-v\d/, ''), token, secret, address: '192.0.2.1' }])
    expect((await search(token)).json).toMatchObject({ error_type: 'captcha_failed' })
    expect((await search('made-up')).json).toMatchObject({ error_type: 'captcha_failed' })
    // An endpoint without captcha support never requires one.
    expect((await sdk('POST', '/passwords/strength_check', { password: 'x' })).status).toBe(200)
  })

  test.each([
    { what: 'made on the page of somebody else', wrong: { hostname: 'elsewhere.example.org' }, of: captchaServices },
    {
      what: 'made for something else',
      wrong: { action: 'PAY' },
      of: captchaServices.filter(each => each !== 'recaptcha-v2'),
    },
    { what: 'of a program', wrong: { score: 0.3 }, of: ['recaptcha-enterprise', 'recaptcha-v3'] },
  ])('a captcha token that was $what is rejected', async ({ wrong, of }) => {
    const { search, fake } = await ofEveryCall(service)
    const answer = await search(fake.token({ ...made, ...wrong }))
    if (of.some(each => each === service)) expect(answer.json).toMatchObject({ error_type: 'captcha_failed' })
    else expect(answer.status).toBe(200)
  })

  test('clients receive the site key, and nobody the secret', async () => {
    const { run, sdk, publicToken, db, search } = await ofEveryCall(service)
    const { data } = await sdk('GET', `/projects/bootstrap/${publicToken}`)
    expect(data.captcha).toEqual({ service, site_key: siteKey, on_every_call: true })
    // The published client knows one service.
    expect(data.captcha_settings).toEqual(
      service === 'recaptcha-enterprise' ? { enabled: true, siteKey } : { enabled: false },
    )
    const rows = await db.selectFrom('captcha_secrets').selectAll().execute()
    expect(rows.map(row => row.secret)).toEqual([expect.stringMatching(/^sealed-/)])
    const log = await db.selectFrom('audit_log').select('details').execute()
    expect(JSON.stringify(log)).not.toContain(secret)

    expect((await run('project captcha remove')).code).toBe(0)
    expect(await db.selectFrom('captcha_secrets').selectAll().execute()).toEqual([])
    expect((await search('x')).json).toMatchObject({ error_type: 'captcha_failed' })
    expect((await run('project captcha remove')).code).toBe(1)
  })
})

const huge: Lie = response => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ success: true, hostname: 'localhost', padding: 'x'.repeat(1_500_000) }))
}
const says =
  (status: number, body: string, type = 'application/json'): Lie =>
  response =>
    void response.writeHead(status, { 'Content-Type': type }).end(body)
const failures: Record<string, Lie> = {
  'does not end': response => void response.writeHead(200).write('{'),
  'is huge': huge,
  'is HTML': says(200, '<!doctype html><p>Hello', 'text/html'),
  'is cut off': says(200, '{"success":tr'),
  'is something else': says(200, '{"ok":true}'),
  'is an error': says(500, '{"success":true,"hostname":"localhost"}'),
  'leads elsewhere': response => void response.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
  'is broken off': response => void response.destroy(),
}

describe('captcha service responses', () => {
  const score = { hostname: 'localhost', action: captchaAction, score: 0.5 }
  const verify = (told: object) => says(200, JSON.stringify({ success: true, ...told }))
  const fails = (...codes: string[]) => says(200, JSON.stringify({ success: false, 'error-codes': codes }))
  const assessed = (properties: object, risks: object = { riskAnalysis: { score: 0.5 } }) =>
    says(
      200,
      JSON.stringify({
        tokenProperties: { valid: true, hostname: 'localhost', action: captchaAction, ...properties },
        ...risks,
      }),
    )
  /** The same answer with another status. */
  const withStatus =
    (status: number, lie: Lie): Lie =>
    (response, honest) => {
      const write = response.writeHead.bind(response)
      response.writeHead = ((_: number, headers: object) => write(status, headers as never)) as never
      lie(response, honest)
    }
  const enterprise = 'recaptcha-enterprise'
  type Row = [CaptchaService, string, Lie, verdict: object]
  const accepted = { kind: 'accepted' }
  const refused = (reason: string) => ({ kind: 'refused', reason })
  const misconfigured = (reason: string) => ({ kind: 'misconfigured', reason })
  const unavailable = (reason: string) => ({ kind: 'unavailable', reason })

  test.each<Row>([
    ['recaptcha-v3', 'the score that is asked for', verify(score), accepted],
    ['recaptcha-v3', 'a lower score', verify({ ...score, score: 0.49 }), refused('score 0.49')],
    ['recaptcha-v3', 'no score', verify({ ...score, score: undefined }), unavailable('no score')],
    ['recaptcha-v3', 'a score that is none', verify({ ...score, score: 1.1 }), unavailable('status 200')],
    ['recaptcha-v3', 'no action', verify({ ...score, action: undefined }), refused('made for nothing')],
    ['recaptcha-v3', 'no host', verify({ ...score, hostname: undefined }), refused('made on no page')],
    ['recaptcha-v2', 'a score that it does not know', verify({ ...score, score: 0 }), accepted],
    ['turnstile', 'a score that it does not know', verify({ ...score, score: 0 }), accepted],
    ['turnstile', 'no success', fails(), refused('no success')],
    ['turnstile', 'why', fails('timeout-or-duplicate', 'x'), refused('timeout-or-duplicate x')],
    ...['missing-input-secret', 'invalid-input-secret', 'invalid-keys'].map(
      (code): Row => ['turnstile', code, fails('x', code), misconfigured(code)],
    ),
    ...['internal-error', 'bad-request'].map((code): Row => ['turnstile', code, fails('x', code), unavailable(code)]),
    ['turnstile', 'that with status 400', says(400, '{"success":false}'), refused('no success')],
    [enterprise, 'the score that is asked for', assessed({}), accepted],
    [enterprise, 'a lower score', assessed({}, { riskAnalysis: { score: 0.49 } }), refused('score 0.49')],
    [enterprise, 'no score', assessed({}, { riskAnalysis: {} }), unavailable('no score')],
    [enterprise, 'a score that is none', assessed({}, { riskAnalysis: { score: -0.1 } }), unavailable('status 200')],
    [enterprise, 'nothing of risks', assessed({}, {}), unavailable('no score')],
    [enterprise, 'no action', assessed({ action: undefined }), refused('made for nothing')],
    [enterprise, 'that it is not valid', assessed({ valid: false }), refused('not valid')],
    [enterprise, 'why', assessed({ valid: false, invalidReason: 'EXPIRED' }), refused('EXPIRED')],
    ...[400, 401, 403, 404].map(
      (status): Row => [enterprise, `status ${status}`, says(status, '{}'), misconfigured(`status ${status}`)],
    ),
    [enterprise, 'status 429', says(429, '{}'), unavailable('status 429')],
    [
      enterprise,
      'the score that is asked for, with status 500',
      withStatus(500, assessed({})),
      unavailable('status 500'),
    ],
  ])('captcha response of %s: %s', async (service, _, lie, verdict) => {
    const fake = await openFakeServices()
    onTestFinished(fake.close)
    fake.lie(lie)
    const settings = { service, siteKey, minimumScore: 0.5, cloudProject }
    const request = { address: '192.0.2.1', userAgent: 'test' }
    expect(await verifyWithService(fake.url, { token: 'x', secret, hosts: ['localhost'], request, settings })).toEqual(
      verdict,
    )
  })
})

test('each captcha service is queried in its own format', async () => {
  const fake = await openFakeServices()
  onTestFinished(fake.close)
  const headers: IncomingHttpHeaders[] = []
  fake.lie(response => {
    headers.push(response.req.headers)
    response.end('{}')
  })
  for (const service of ['turnstile', 'recaptcha-enterprise'] as const) {
    const settings = { service, siteKey, minimumScore: 0.5, cloudProject }
    const request = { address: '192.0.2.1', userAgent: 'test' }
    await verifyWithService(fake.url, { token: 'x', secret, hosts: ['localhost'], request, settings })
  }
  expect(headers).toMatchObject([
    { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    { 'content-type': 'application/json', 'x-goog-api-key': secret },
  ])
})

describe('captcha service failures', () => {
  const asking = {
    token: 'x',
    secret,
    hosts: ['localhost'],
    request: { address: '192.0.2.1', userAgent: 'test' },
    patience: 300,
  }

  test.each(Object.entries(failures))('when the response %s, the captcha counts as unavailable', async (_, lie) => {
    const fake = await openFakeServices()
    onTestFinished(fake.close)
    fake.lie(lie)
    for (const service of captchaServices) {
      const settings = { service, siteKey, minimumScore: 0.5, cloudProject }
      expect(await verifyWithService(fake.url, { ...asking, settings })).toMatchObject({ kind: 'unavailable' })
    }
  })

  test('the captcha request times out after three seconds', async () => {
    const fake = await openFakeServices()
    onTestFinished(fake.close)
    const patience = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => patience.mockRestore())
    const settings = { service: 'turnstile', siteKey, minimumScore: 0.5, cloudProject } as const
    const { patience: _, ...asked } = asking
    for (const waiting of [asking, asked]) await verifyWithService(fake.url, { ...waiting, settings })
    expect(patience.mock.calls).toEqual([[300], [3_000]])
  })

  test('a token the service accepts twice is accepted once, as long as services honor it', async () => {
    const { search, fake, db, clock } = await ofEveryCall('turnstile')
    fake.lie(says(200, JSON.stringify({ success: true, hostname: 'localhost', action: captchaAction })))
    expect((await search('any')).status).toBe(200)
    // Spent tokens are remembered for another day.
    await sweepSecrets(db, clock.now + 24 * 60 * 60_000 + 9 * 60_000)
    expect((await search('any')).json).toMatchObject({ error_type: 'captcha_failed' })
  })

  test('without a response, calls with a token pass unless close to a limit, and calls without one fail', async () => {
    const { search, fake } = await ofEveryCall('turnstile', { LIMITS_SCALE: String(10 / 60) })
    await fake.close()
    expect((await search()).status).toBe(403)
    for (let call = 0; call < 4; call++) expect((await search('any', '198.51.100.1')).status).toBe(200)
    await search('any', '198.51.100.1')
    const near = await search('any', '198.51.100.1')
    expect([near.status, near.json.error_type]).toEqual([503, 'server_unavailable'])
  })

  test('when the service rejects our credentials, calls pass likewise and it is logged', async () => {
    const { search, fake, run } = await ofEveryCall('recaptcha-v3')
    fake.lie(says(200, '{"success":false,"error-codes":["invalid-input-secret"]}'))
    expect((await search('any')).status).toBe(200)
    fake.lie(null)
    const wrong = await run(lineOf('recaptcha-v3'), 'another-secret')
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('Nothing was changed.')])
  })
})

test('invalid captcha options are reported and change nothing', async () => {
  const { run, project } = await open()
  for (const [words, reason] of [
    ['hcaptcha --site-key x --secret y', 'Unknown service "hcaptcha"'],
    ['turnstile --secret y', '--site-key is missing.'],
    ['turnstile --site-key x', '--secret is missing.'],
    ['turnstile --site-key x --secret y --minimum-score 0.5', '--minimum-score is not supported by turnstile.'],
    ['recaptcha-v3 --site-key x --secret y --minimum-score 2', '--minimum-score must be a number from 0 to 1.'],
    ['recaptcha-v3 --site-key x --secret y --cloud-project z', '--cloud-project is not supported by recaptcha-v3.'],
    ['recaptcha-enterprise --site-key x --secret y', '--cloud-project is missing.'],
  ]) {
    const { code, err } = await run(`project captcha set ${words}`)
    expect([words, code]).toEqual([words, 2])
    expect(err).toContain(reason)
  }
  expect((await project()).captcha).toBeNull()
})
