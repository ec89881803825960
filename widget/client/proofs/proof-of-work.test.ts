import { captchaChallengePath } from '@corroborate/wire/captcha'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test, vi } from 'vitest'
import { captchaDemand, createWorld, ok, publicToken } from '../testing/index.ts'
import { solve } from './index.ts'

const hmacSignatureSecret = 'secret'
const easy = { algorithm: 'PBKDF2/SHA-256', cost: 10, keyLength: 32, keyPrefix: '0', deriveKey, hmacSignatureSecret }
const challengeOf = async (changes = {}) =>
  (await createChallenge({ ...easy, ...changes })) as Parameters<typeof solve>[0]
const environment = { crypto: globalThis.crypto, now: () => Date.now() }

test.each([{}, { keyPrefix: 'A' }, { keyPrefix: '00' }, { algorithm: 'PBKDF2/SHA-512', keyLength: 64 }])(
  'a challenge %j is solved as its issuer verifies it',
  async changes => {
    const challenge = await challengeOf(changes)
    const solution = await solve(challenge, environment)
    expect(await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret } as never)).toMatchObject({
      verified: true,
    })
  },
)

test('an unknown proof-of-work type is not solved', async () => {
  const { parameters, signature } = await challengeOf()
  const other = { parameters: { ...parameters, algorithm: 'ARGON2ID' }, signature }
  await expect(solve(other, environment)).rejects.toThrow(new Error('This client cannot do ARGON2ID.'))
})

test('a proof of work taking too long is aborted', async () => {
  const challenge = await challengeOf({ keyPrefix: 'ffffffffffffffff', expiresAt: new Date(Date.now() + 60_000) })
  let calls = 0
  await expect(solve(challenge, { ...environment, now: () => Date.now() + ++calls * 10_000 })).rejects.toThrow(
    'timed out',
  )
})

test('a request requiring a proof is repeated with the solution', async () => {
  const world = createWorld()
  vi.useRealTimers()
  const challenge = await challengeOf()
  world.provider.answer(`GET ${captchaChallengePath(publicToken)}`, ({ init }) => {
    expect(init.credentials).toBe('omit')
    return Response.json(challenge)
  })
  const answers = [captchaDemand(), ok({ userType: 'new' })]
  world.provider.answer('POST /users/search', () => answers.shift() ?? ok({}))
  await world.open().client.user.search('ada@example.org')
  const body = world.provider.asked('POST /users/search')[1]?.body as { captcha_token: string }
  const proof = JSON.parse(Buffer.from(body.captcha_token, 'base64').toString())
  expect(proof.challenge).toEqual(challenge)
  expect(await verifySolution({ ...proof, deriveKey, hmacSignatureSecret })).toMatchObject({ verified: true })
})

test('a provider without proof of work is not asked twice', async () => {
  const { provider, open } = createWorld()
  provider.answer(`GET ${captchaChallengePath(publicToken)}`, () => new Response('', { status: 404 }))
  provider.answer('POST /users/search', captchaDemand)
  await expect(open().client.user.search('ada@example.org')).rejects.toThrow('The captcha or proof of work failed')
  expect(provider.asked(`GET ${captchaChallengePath(publicToken)}`)).toHaveLength(1)
})
