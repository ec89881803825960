import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { checkVerifier, guessCode, issueCode, issueToken, lookAtToken, spend, spendCode, spendToken } from './index.ts'

const now = 1_800_000_000_000
const link = {
  projectId: 'project-1',
  kind: 'magic_link',
  subject: 'email-1',
  userId: 'user-1',
  payload: { a: 1 },
  expiresAt: now + 1_000,
} as const
const passcode = { ...link, kind: 'passcode' } as const
const twenty = Array.from({ length: 20 })

describeStore<Tables>('single-use secrets', migrations, open => {
  const withToken = async () => {
    const db = await open()
    const token = await db.transaction().execute(tx => issueToken(tx, link, now))
    const take = (at = now, projectId: string = link.projectId, kind: 'magic_link' | 'password_reset' = 'magic_link') =>
      db.transaction().execute(tx => spendToken(tx, projectId, kind, token, at))
    return { db, token, take }
  }

  test('a token can be used once', async () => {
    const { take } = await withToken()
    expect(await take()).toMatchObject({ userId: 'user-1', subject: 'email-1', payload: { a: 1 } })
    expect(await take()).toBeNull()
  })

  test('of twenty concurrent uses of a token exactly one succeeds', async () => {
    const { take } = await withToken()
    const taken = await Promise.all(twenty.map(() => take()))
    expect(taken.filter(secret => secret !== null)).toHaveLength(1)
  })

  test('a token is invalid when expired, in another project, or as another kind', async () => {
    const { take } = await withToken()
    expect(await take(now + 1_000)).toBeNull()
    expect(await take(now, 'project-2')).toBeNull()
    expect(await take(now, link.projectId, 'password_reset')).toBeNull()
    expect(await take()).not.toBeNull()
  })

  test('8: inspecting an expired token finds nothing', async () => {
    const { db, token } = await withToken()
    const look = (at: number) => lookAtToken(db, link.projectId, ['magic_link'], token, at)
    expect(await look(link.expiresAt - 1)).toMatchObject({ userId: 'user-1' })
    expect(await look(link.expiresAt)).toBeNull()
  })

  test('a failed grant leaves the token usable', async () => {
    const { db, token, take } = await withToken()
    const failing = db.transaction().execute(async tx => {
      const found = await lookAtToken(tx, link.projectId, ['magic_link'], token, now)
      expect(await spend(tx, link.projectId, found?.hash ?? '', now)).toBe(true)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await take()).not.toBeNull()
  })

  test('stored values are hashes that cannot be used to sign in', async () => {
    const { db, token } = await withToken()
    const code = await db.transaction().execute(tx => issueCode(tx, passcode, now))
    const stored = JSON.stringify(await db.selectFrom('single_use_secrets').selectAll().execute())
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(`"${code}"`)
  })

  describe('passcode', () => {
    const withCode = async () => {
      const db = await open()
      const code = await db.transaction().execute(tx => issueCode(tx, passcode, now))
      const guess = (guessed: string, subject: string = passcode.subject, at = now) =>
        guessCode(db, { projectId: 'project-1', kind: 'passcode', subject, code: guessed, most: 5 }, at)
      const wrong = code === '000000' ? '000001' : '000000'
      return { db, code, wrong, guess }
    }

    test('a passcode has six digits and is valid for its subject only', async () => {
      const { code, guess } = await withCode()
      expect(code).toMatch(/^\d{6}$/)
      expect(await guess(code, 'email-2')).toEqual({ kind: 'none' })
      expect(await guess(code)).toMatchObject({ kind: 'right' })
    })

    test('a passcode is locked after five wrong attempts, even for the right code', async () => {
      const { code, wrong, guess } = await withCode()
      for (let round = 0; round < 5; round++) expect(await guess(wrong)).toMatchObject({ kind: 'wrong' })
      expect(await guess(code)).toEqual({ kind: 'none' })
    })

    test('a passcode allows five attempts in total under concurrency', async () => {
      const { wrong, guess } = await withCode()
      const guesses = await Promise.all(Array.from({ length: 200 }, () => guess(wrong)))
      expect(guesses.filter(({ kind }) => kind !== 'none')).toHaveLength(5)
    })

    test('a newer passcode invalidates the earlier one', async () => {
      const { db, code, guess } = await withCode()
      const newer = await db.transaction().execute(tx => issueCode(tx, passcode, now))
      if (newer !== code) expect(await guess(code)).toMatchObject({ kind: 'wrong' })
      expect(await guess(newer)).toMatchObject({ kind: 'right' })
    })

    test('a passcode drawn twice in a row is valid again', async () => {
      const { db, code, guess } = await withCode()
      await db.transaction().execute(tx => issueCode(tx, passcode, now, code))
      expect(await guess(code)).toMatchObject({ kind: 'right' })
    })
  })

  test('a recovery code is used once, even by twenty concurrent requests', async () => {
    const db = await open()
    const recovery = { ...link, kind: 'recovery_code', subject: 'totp-1' } as const
    await db.transaction().execute(async tx => {
      await issueCode(tx, recovery, now, 'aaaa')
      await issueCode(tx, recovery, now, 'bbbb')
    })
    const take = (code: string) => db.transaction().execute(tx => spendCode(tx, { ...recovery, code }, now))
    const taken = await Promise.all(twenty.map(() => take('aaaa')))
    expect(taken.filter(secret => secret !== null)).toHaveLength(1)
    expect(await take('bbbb')).not.toBeNull()
  })
})

describe('PKCE code verifier', () => {
  // RFC 7636, appendix B.
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

  test('a matching code verifier is accepted', () => expect(() => checkVerifier(challenge, verifier)).not.toThrow())
  test('no code verifier is required without a challenge', () =>
    expect(() => checkVerifier(null, undefined)).not.toThrow())
  test.each([
    ['missing', challenge, undefined, 'pkce_expected_code_verifier'],
    ['another one', challenge, 'x'.repeat(43), 'pkce_mismatch'],
    ['for a challenge cut short', challenge.slice(0, 42), verifier, 'pkce_mismatch'],
    ['not asked for', null, verifier, 'pkce_did_not_expect_code_verifier'],
  ])('a code verifier that is %s is rejected', (_, stored, sent, type) => {
    expect(() => checkVerifier(stored, sent)).toThrow(expect.objectContaining({ type }))
  })
})
