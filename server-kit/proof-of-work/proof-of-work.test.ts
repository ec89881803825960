import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, test } from 'vitest'
import { createProofOfWork } from './index.ts'

const open = (key = 'secret') => {
  const clock = { now: Date.now() }
  const proofs = createProofOfWork(
    async () => key,
    () => clock.now,
  )
  return { clock, ...proofs }
}

const tokenOf = (challenge: unknown, solution: unknown): string =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
const solve = async (challenge: Challenge) => tokenOf(challenge, await solveChallenge({ challenge, deriveKey }))

describe('a proof of work', () => {
  test('a proof is read as its challenge until that expires', async () => {
    const { challenge, read, clock } = open()
    const given = await challenge('notes')
    const token = await solve(given)
    expect(await read(token, 'notes')).toEqual({
      nonce: given.parameters.nonce,
      expiresAt: (given.parameters.expiresAt ?? 0) * 1_000,
    })
    clock.now += 11 * 60_000
    expect(await read(token, 'notes')).toBeNull()
  })

  test('a foreign, tampered, weakened, unsolved or invented proof is rejected', async () => {
    const { challenge, read } = open()
    const given = await challenge('notes')
    const token = await solve(given)
    expect(await read(token, 'votes')).toBeNull()
    expect(await open('another').read(token, 'notes')).toBeNull()
    const parameters = { ...given.parameters, keyPrefix: '0' }
    const bent = [
      await solve({ ...given, parameters }),
      tokenOf({ ...given, parameters: { ...given.parameters, data: { about: 'votes' } } }, {}),
      tokenOf(given, { counter: 0, derivedKey: '00'.repeat(32) }),
      tokenOf(null, null),
      'bm8=',
      '',
      'A'.repeat(10_000),
    ]
    for (const none of bent) expect(await read(none, 'notes')).toBeNull()
  })
})
