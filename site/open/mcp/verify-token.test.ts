import { testLogger } from '@corroborate/server-kit/testing'
import { OAuthError } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import type { OutsideService } from '../../kit/outside/index.ts'
import { type Said, signToken, tokenKey } from './testing/token-provider.ts'
import { createTokenVerifier } from './verify-token.ts'

const now = Date.UTC(2026, 10, 25)
const issuer = 'https://identity.example/v1/public/project-test-1'
const resource = 'https://corroborate.example/mcp'

type Answer = Awaited<ReturnType<OutsideService['get']>>
const publishes = (...kids: string[]): Answer => ({
  ...{ kind: 'answer', status: 200, body: JSON.stringify({ keys: kids.map(kid => ({ ...tokenKey, kid })) }) },
})
const silence: Answer = { kind: 'unavailable', reason: 'It is away.' }

/** A verifier beside a provider that answers so for its keys, one after the other. */
const setUp = (answers: readonly Answer[], given: string | null = issuer) => {
  const asked: string[] = []
  const { verifyAccessToken } = createTokenVerifier({
    findIssuer: async () => given,
    service: {
      get: async url => {
        asked.push(url.href)
        return answers[asked.length - 1] ?? silence
      },
    },
    resource,
    logger: testLogger().logger,
    now: () => now,
  })
  const verify = async (said: Said = {}) => verifyAccessToken(await signToken({ issuer, resource, now }, said))
  return { asked, verify }
}

const unavailable = { status: 503, retryAfter: 5 }

test('a valid token yields user and scopes, with keys fetched once', async () => {
  const { asked, verify } = setUp([publishes('jwk-1')])
  await verify()
  expect(await verify({ scope: 'openid notes:draft' })).toEqual({
    ...{ token: expect.any(String), clientId: 'app-1', scopes: ['notes:draft'], expiresAt: now / 1_000 + 300 },
    ...{ resource: new URL(resource), extra: { userId: 'user-1' } },
  })
  expect(asked).toEqual([`${issuer}/.well-known/jwks.json`])
})

test('a token with an unknown key id refetches the keys', async () => {
  const { asked, verify } = setUp([publishes('jwk-1'), publishes('jwk-1', 'jwk-2')])
  expect(await verify({ kid: 'jwk-2' })).toMatchObject({ extra: { userId: 'user-1' } })
  expect(asked).toHaveLength(2)
})

test('an invalid token or one with a nonexistent key is rejected', async () => {
  const { asked, verify } = setUp([publishes('jwk-1'), publishes('jwk-1')])
  await expect(verify({ aud: 'https://tools.example/mcp' })).rejects.toThrow(OAuthError)
  expect(asked).toHaveLength(1)
  await expect(verify({ kid: 'jwk-2' })).rejects.toThrow(OAuthError)
  expect(asked).toHaveLength(2)
})

test.each<[string, ReturnType<typeof setUp>, Said]>([
  ['says who it is', setUp([], null), {}],
  ['has told its keys', setUp([silence]), {}],
  ['tells newer keys', setUp([publishes('jwk-1'), silence]), { kid: 'jwk-2' }],
])('before the provider %s tokens get 503, neither accepted nor rejected', async (_, { verify }, said) => {
  await expect(verify(said)).rejects.toMatchObject(unavailable)
})
