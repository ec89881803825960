import { expect, onTestFinished, test } from 'vitest'
import { identityUnderTest, openFakeServices, registeredAtServices } from '../../testing/index.ts'
import { createCaptcha } from './index.ts'
import { setCaptchaSecret } from './store.ts'

const near = [{ isNear: true }]
const project = {
  id: 'project-1',
  captcha: null,
  adaptiveCaptcha: false,
  captchaOnEveryCall: false,
  allowedOrigins: [],
}
const request = { address: '192.0.2.1', userAgent: 'test' }
const { siteKey, secret } = registeredAtServices
const settings = { service: 'turnstile', siteKey, minimumScore: 0.5, cloudProject: '' } as const

/** Creates a captcha with fake services, and captures its log. */
const setUp = async () => {
  const fake = await openFakeServices()
  onTestFinished(fake.close)
  const { db, sealer } = await identityUnderTest()
  const log: string[] = []
  type Facts = { project: string; service: string; verdict: { reason: string } }
  const lineOf = ({ project, service, verdict }: Facts, text: string) =>
    `${text}: ${project}, ${service}, ${verdict.reason}`
  const logger = {
    warn: (facts: Facts, text: string) => void log.push(`warn: ${lineOf(facts, text)}`),
    error: (facts: Facts, text: string) => void log.push(`error: ${lineOf(facts, text)}`),
  }
  const captcha = createCaptcha({ db, sealer, logger: logger as never, servicesUrl: fake.url, now: Date.now })
  const keepSecret = () =>
    setCaptchaSecret(db, sealer, { projectId: project.id, service: 'turnstile', secret }, Date.now())
  return { fake, captcha, log, keepSecret }
}

test.each([
  ['asks for one when a limit is near', { adaptiveCaptcha: true }, {}, true],
  ['asks for one with every call', { captchaOnEveryCall: true }, {}, true],
  ['asks for none', {}, {}, false],
  ['has taken one of this very call', { captchaOnEveryCall: true }, { isProved: true } as const, false],
])('close to a limit, captcha decision for a project that %s', async (_, wish, facts, isAsked) => {
  const { captcha } = await setUp()
  const asked = { project: { ...project, ...wish }, request: { ...request, ...facts }, body: {}, kept: near }
  if (isAsked) await expect(captcha.requireWhenNear(asked)).rejects.toMatchObject({ type: 'captcha_required' })
  else await captcha.requireWhenNear(asked)
})

test('a failing captcha service blocks only callers close to a limit and is logged', async () => {
  const { fake, captcha, log, keepSecret } = await setUp()
  const asked = {
    project: { ...project, captcha: settings, captchaOnEveryCall: true },
    request,
    body: { captcha_token: 'x' },
  }
  expect(await captcha.demand(asked)).toBe(false)
  expect(log).toEqual([
    'error: the captcha service does not know the project: project-1, turnstile, there is no secret',
  ])
  expect(fake.asked).toEqual([])

  await keepSecret()
  await expect(captcha.demand(asked)).rejects.toMatchObject({ type: 'captcha_failed' })
  expect(log.slice(1)).toEqual(['warn: captcha refused: project-1, turnstile, invalid-input-response'])

  await fake.close()
  expect(await captcha.demand(asked)).toBe(false)
  expect(log.slice(2)).toEqual([expect.stringContaining('the captcha service does not answer: project-1, turnstile, ')])
  await expect(captcha.requireWhenNear({ ...asked, kept: near })).rejects.toMatchObject({
    type: 'server_unavailable',
    retryAfter: 60,
  })
})
