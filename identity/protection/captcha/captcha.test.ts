import { createLogger } from '@corroborate/server-kit/logging'
import { captchaChallengePath } from '@corroborate/wire/captcha'
import { captchaRequiredText } from '@corroborate/wire/headers'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, test } from 'vitest'
import { sweepSecrets } from '../../accounts/one-time-tokens/index.ts'
import { createProject } from '../../projects/index.ts'
import { identityUnderTest } from '../../testing/index.ts'
import { createCaptcha } from './index.ts'

type Provider = Awaited<ReturnType<typeof identityUnderTest>>

const search = ({ sdk }: Provider, captcha_token?: string) =>
  sdk('POST', '/users/search', { email: 'ada@example.org', ...(captcha_token && { captcha_token }) })

const challengeOf = async ({ app, settings, publicToken }: Provider, token = publicToken): Promise<Challenge> => {
  const response = await app.request(`${settings.identity.origin}${captchaChallengePath(token)}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  return (await response.json()) as Challenge
}

const solve = async (challenge: Challenge): Promise<string> => {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** A provider close to its search limit: 6 of 10 points are used. */
const nearItsLimit = async () => {
  const provider = await identityUnderTest({ LIMITS_SCALE: String(10 / 60) })
  await provider.configure({ adaptiveCaptcha: true })
  for (let n = 0; n < 5; n++) expect((await search(provider)).status).toBe(200)
  return provider
}

describe('project with proof of work', () => {
  test('proof of work is required in plain text close to a limit, accepted once, and does not lift the limit', async () => {
    const provider = await nearItsLimit()
    const asked = await search(provider)
    expect(asked).toMatchObject({ status: 403, json: { text: captchaRequiredText } })
    expect(asked.headers.get('Content-Type')).toContain('text/plain')

    const token = await solve(await challengeOf(provider))
    expect((await search(provider, token)).status).toBe(200)
    expect((await search(provider, token)).json.error_type).toBe('captcha_failed')
    await search(provider)
    await search(provider)
    expect((await search(provider, await solve(await challengeOf(provider)))).status).toBe(429)
  })

  test('a tampered, foreign or invented proof of work is rejected', async () => {
    const provider = await nearItsLimit()
    const other = await createProject(provider.db, { name: 'Other' }, Date.now())
    const foreign = await solve(await challengeOf(provider, other.publicToken))
    const challenge = await challengeOf(provider)
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '0' } }
    for (const token of [foreign, await solve(easier), 'bm8=']) {
      expect((await search(provider, token)).json.error_type).toBe('captcha_failed')
    }
  })
})

describe('proof of work', () => {
  const project = {
    id: 'project-1',
    captcha: null,
    adaptiveCaptcha: true,
    captchaOnEveryCall: false,
    allowedOrigins: [],
  }
  const request = { address: '192.0.2.1', userAgent: 'test' }
  type Opened = Pick<Provider, 'db' | 'sealer'>
  const captchaOf = ({ db, sealer }: Opened) =>
    createCaptcha({ db, sealer, logger: createLogger('silent'), servicesUrl: null, now: Date.now })
  const far = { isNear: false }
  const near = { isNear: true }

  test('proof of work is required as soon as any limit is close', async () => {
    const captcha = captchaOf(await identityUnderTest())
    const asked = { project, request, body: {} }
    await captcha.requireWhenNear({ ...asked, kept: [far, far] })
    await expect(captcha.requireWhenNear({ ...asked, kept: [far, near] })).rejects.toMatchObject({
      type: 'captcha_required',
    })
  })

  test('a used proof of work is remembered until its challenge expires, despite purges', async () => {
    const provider = await identityUnderTest()
    const captcha = captchaOf(provider)
    const { db } = provider
    const asked = {
      project,
      request,
      body: { captcha_token: await solve((await captcha.challenge(project)) as Challenge) },
      kept: [near],
    }
    await captcha.requireWhenNear(asked)
    await sweepSecrets(db, Date.now() + 10 * 60_000)
    await expect(captcha.requireWhenNear(asked)).rejects.toMatchObject({ type: 'captcha_failed' })
  })

  test('the signing key for challenges is read again after a failure', async () => {
    const { db, sealer } = await identityUnderTest()
    let isGone = true
    const flaky = new Proxy(db, {
      get: (target, name) => {
        if (isGone) throw new Error('The database is gone.')
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const captcha = captchaOf({ db: flaky, sealer })
    await expect(captcha.challenge(project)).rejects.toThrow('The database is gone.')
    isGone = false
    expect(await captcha.challenge(project)).toMatchObject({ parameters: { data: { about: 'project-1' } } })
  })
})

test('a project without captcha never requires one', async () => {
  const provider = await identityUnderTest({ LIMITS_SCALE: String(10 / 60) })
  const statuses = []
  for (let n = 0; n < 11; n++) statuses.push((await search(provider)).status)
  expect(statuses).toEqual([...new Array(10).fill(200), 429])
})

test('no challenge is issued for an unknown project', async () => {
  const { app, settings } = await identityUnderTest()
  const response = await app.request(`${settings.identity.origin}${captchaChallengePath('public-token-test-x')}`)
  expect(response.status).toBe(404)
})
