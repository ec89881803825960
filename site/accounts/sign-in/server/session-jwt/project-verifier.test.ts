import { generateKeyPairSync, sign } from 'node:crypto'
import { jwksPath, sessionClaim } from '@corroborate/wire/session-jwt'
import { expect, test } from 'vitest'
import { createProjectVerifier } from './project-verifier.ts'

const issuer = 'https://identity.example'
const now = 1_800_000_000_000
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'jwk-1' }] }

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwtFor = (aud: unknown): string => {
  const seconds = now / 1_000
  const claims = { iss: issuer, aud, sub: 'user-1', iat: seconds, nbf: seconds, exp: seconds + 300 }
  const input = `${encode({ alg: 'ES256', kid: 'jwk-1' })}.${encode({ ...claims, [sessionClaim]: { id: 's' } })}`
  const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${input}.${signature.toString('base64url')}`
}

const setUp = (isAway = false) => {
  const asked: string[] = []
  const service = {
    get: async (url: URL) => {
      asked.push(String(url))
      if (isAway) throw new Error('It is away.')
      return { kind: 'answer', status: 200, body: JSON.stringify(keys) }
    },
  }
  return { asked, ...createProjectVerifier({ issuer, service: service as never, now: () => now }) }
}
const keysOf = (project: string): string => issuer + jwksPath(project)

test('no JWT can be verified before the first one was received; then keys are prefetched', async () => {
  const { asked, learn, verify } = setUp()
  const jwt = jwtFor(['project-1'])
  expect(await verify(jwt)).toEqual({ kind: 'unavailable' })
  learn(jwt)
  expect(asked).toEqual([keysOf('project-1')])
  expect(await verify(jwt)).toMatchObject({ kind: 'verified', session: { userId: 'user-1' } })
  expect(await verify(jwtFor(['project-2']))).toMatchObject({ kind: 'refused' })
})

test('a project is learned once, and another replaces it', async () => {
  const { asked, learn, verify } = setUp()
  for (const project of ['project-1', 'project-1', 'project-2']) learn(jwtFor(project))
  expect(asked).toEqual([keysOf('project-1'), keysOf('project-2')])
  expect(await verify(jwtFor('project-2'))).toMatchObject({ kind: 'verified' })
})

test('a JWT without a project is not learned', async () => {
  const { asked, learn, verify } = setUp()
  const learnNothing = () => {
    for (const jwt of ['', 'x', 'a.b.c', `a.${encode(null)}.c`, `a.${encode('aud')}.c`, `a.${encode({})}.c`]) learn(jwt)
    for (const aud of ['', [], [''], 1, [null]]) learn(jwtFor(aud))
  }
  learnNothing()
  expect(asked).toEqual([])
  learn(jwtFor('project-1'))
  learnNothing()
  expect(asked).toEqual([keysOf('project-1')])
  expect(await verify(jwtFor('project-1'))).toMatchObject({ kind: 'verified' })
})

test('a failed key prefetch does not fail the page', async () => {
  const { asked, learn } = setUp(true)
  learn(jwtFor('project-1'))
  // An unhandled rejection would fail this test.
  await new Promise(resolve => setImmediate(resolve))
  expect(asked).toHaveLength(1)
})
