import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Database, Tables } from '../../platform/database/index.ts'
import {
  guessCode,
  issueCode,
  issueToken,
  listUnused,
  lookAtCode,
  lookAtToken,
  moveExpiry,
  type SecretSubject,
  spend,
  spendCode,
  spendOnce,
  spendToken,
  sweepSecrets,
  withdraw,
  withdrawAllOf,
  withdrawAllOfUser,
} from './index.ts'
import { singleUsePart } from './secrets-of.ts'

const now = 1_800_000_000_000
const day = 24 * 60 * 60_000
const link: SecretSubject = {
  projectId: 'project-1',
  kind: 'magic_link',
  subject: 'email-1',
  userId: 'user-1',
  expiresAt: now + 1_000,
}

describeStore<Tables>('the unused secrets', migrations, open => {
  const issue = (db: Database, secret: Partial<SecretSubject> = {}) =>
    db.transaction().execute(tx => issueToken(tx, { ...link, ...secret }, now))

  /** Issues the same link for every other subject, keyed by the property that differs. */
  const issueForOthers = async (db: Database) => ({
    ofAnotherProject: await issue(db, { projectId: 'project-2' }),
    ofAnotherKind: await issue(db, { kind: 'password_reset' }),
    forAnotherSubject: await issue(db, { subject: 'email-2' }),
    ofAnotherUser: await issue(db, { userId: 'user-2', subject: 'email-3' }),
  })

  /** Returns the tokens that still work. */
  const live = async (db: Database, tokens: Record<string, string>) => {
    const found: string[] = []
    for (const [name, token] of Object.entries(tokens)) {
      const projectId = name === 'ofAnotherProject' ? 'project-2' : link.projectId
      const secret = await lookAtToken(db, projectId, ['magic_link', 'password_reset'], token, now)
      if (secret !== null) found.push(name)
    }
    return found
  }

  test('withdrawing a user’s one-time tokens affects no other user or project', async () => {
    const db = await open()
    const tokens = { own: await issue(db), ...(await issueForOthers(db)) }
    await db.transaction().execute(tx => withdrawAllOfUser(tx, link.projectId, link.userId, {}, now))
    expect(await live(db, tokens)).toEqual(['ofAnotherProject', 'ofAnotherUser'])
  })

  test('withdrawing a user’s one-time tokens can spare kinds and subjects', async () => {
    const db = await open()
    const tokens = { own: await issue(db), ...(await issueForOthers(db)) }
    const withdrawBut = (spared: Parameters<typeof withdrawAllOfUser>[3]) =>
      db.transaction().execute(tx => withdrawAllOfUser(tx, link.projectId, link.userId, spared, now))
    await withdrawBut({ except: ['password_reset'], sparing: ['email-2'] })
    expect(await live(db, tokens)).toEqual(['ofAnotherProject', 'ofAnotherKind', 'forAnotherSubject', 'ofAnotherUser'])
    await withdrawBut({ except: ['password_reset'] })
    expect(await live(db, tokens)).toEqual(['ofAnotherProject', 'ofAnotherKind', 'ofAnotherUser'])
  })

  test('withdrawing tokens for a deleted subject covers every kind of that subject only', async () => {
    const db = await open()
    const tokens = { own: await issue(db), ...(await issueForOthers(db)) }
    await db.transaction().execute(tx => withdrawAllOf(tx, link.projectId, link.subject, now))
    expect(await live(db, tokens)).toEqual(['ofAnotherProject', 'forAnotherSubject', 'ofAnotherUser'])
  })

  test('withdrawing tokens by kind and subject leaves other kinds', async () => {
    const db = await open()
    const tokens = { own: await issue(db), ...(await issueForOthers(db)) }
    await db.transaction().execute(tx => withdraw(tx, link.projectId, link.kind, link.subject, now))
    expect(await live(db, tokens)).toEqual(['ofAnotherProject', 'ofAnotherKind', 'forAnotherSubject', 'ofAnotherUser'])
  })

  test('a used token keeps its time of use when the others are withdrawn', async () => {
    const db = await open()
    const token = await issue(db)
    await db.transaction().execute(tx => spendToken(tx, link.projectId, 'magic_link', token, now))
    await db.transaction().execute(async tx => {
      await withdrawAllOfUser(tx, link.projectId, link.userId, {}, now + 1)
      await withdrawAllOf(tx, link.projectId, link.subject, now + 1)
      await withdraw(tx, link.projectId, link.kind, link.subject, now + 1)
    })
    expect(await db.selectFrom('single_use_secrets').select('used_at').execute()).toEqual([{ used_at: now }])
  })

  test('deleting a user deletes their used and unused tokens', async () => {
    const db = await open()
    const tokens = { own: await issue(db), ...(await issueForOthers(db)) }
    await db.transaction().execute(tx => spendToken(tx, link.projectId, 'magic_link', tokens.own, now))
    await db.transaction().execute(async tx => singleUsePart.deleteUser?.(tx, link.projectId, link.userId))
    const rows = await db.selectFrom('single_use_secrets').select(['project_id', 'user_id']).execute()
    expect(rows.map(row => `${row.project_id} ${row.user_id}`).toSorted()).toEqual([
      'project-1 user-2',
      'project-2 user-1',
    ])
  })

  test('the first verification of a mailbox voids all tokens of its user', async () => {
    const db = await open()
    const tokens = { own: await issue(db), ...(await issueForOthers(db)) }
    const { projectId, userId } = link
    await db.transaction().execute(async tx => singleUsePart.wipeUnproved?.(tx, { projectId, userId, now } as never))
    expect(await live(db, tokens)).toEqual(['ofAnotherProject', 'ofAnotherUser'])
  })

  test('tokens of one kind are listed for a user with their payload', async () => {
    const db = await open()
    const spent = await issue(db, { subject: 'email-0' })
    await issue(db, { payload: { attach: 'ada@example.org' } })
    await issueForOthers(db)
    await db.transaction().execute(tx => spendToken(tx, link.projectId, 'magic_link', spent, now))
    expect(
      (await listUnused(db, { projectId: link.projectId, userId: link.userId, kind: 'magic_link' })).toSorted((a, b) =>
        a.subject.localeCompare(b.subject),
      ),
    ).toEqual([
      { subject: 'email-1', payload: { attach: 'ada@example.org' } },
      { subject: 'email-2', payload: null },
    ])
  })

  test('the expiry of one kind of a subject’s tokens can be moved', async () => {
    const db = await open()
    const tokens = { own: await issue(db), ...(await issueForOthers(db)) }
    const spent = await issue(db)
    await db.transaction().execute(tx => spendToken(tx, link.projectId, 'magic_link', spent, now))
    await db.transaction().execute(tx => moveExpiry(tx, { ...link }, now + 5_000))
    const rows = await db.selectFrom('single_use_secrets').select(['expires_at', 'used_at']).execute()
    expect(rows.filter(row => row.expires_at === now + 5_000)).toEqual([{ expires_at: now + 5_000, used_at: null }])
    expect(await lookAtToken(db, link.projectId, ['magic_link'], tokens.own, now + 4_999)).not.toBeNull()
  })

  test('tokens are purged a day after they expire, not earlier', async () => {
    const db = await open()
    await issue(db)
    await sweepSecrets(db, link.expiresAt + day)
    expect(await db.selectFrom('single_use_secrets').select('kind').execute()).toHaveLength(1)
    await sweepSecrets(db, link.expiresAt + day + 1)
    expect(await db.selectFrom('single_use_secrets').select('kind').execute()).toEqual([])
  })

  test('a token stores its PKCE challenge, or none', async () => {
    const db = await open()
    const [bound, free] = [await issue(db, { codeChallenge: 'challenge' }), await issue(db)]
    const challengeOf = async (token: string) =>
      (await lookAtToken(db, link.projectId, ['magic_link'], token, now))?.codeChallenge
    expect([await challengeOf(bound), await challengeOf(free)]).toEqual(['challenge', null])
  })

  describe('one-time passcodes', () => {
    const passcode = { ...link, kind: 'passcode' } as const
    const issuePasscode = (db: Database, secret: Partial<SecretSubject> = {}, code?: string) =>
      db.transaction().execute(tx => issueCode(tx, { ...passcode, ...secret }, now, code))
    const look = (db: Database, at = now, asked: object = {}) =>
      lookAtCode(db, { projectId: 'project-1', kind: 'passcode', subject: 'email-1', ...asked }, at)

    test('inspecting a live passcode returns its failed attempts without adding one', async () => {
      const db = await open()
      const code = await issuePasscode(db)
      const guess = { projectId: 'project-1', kind: 'passcode', subject: 'email-1', most: 5 } as const
      await guessCode(db, { ...guess, code: `${code}0` }, now)
      expect(await look(db)).toEqual({ userId: 'user-1', failures: 1 })
      expect(await look(db)).toEqual({ userId: 'user-1', failures: 1 })
      expect(await look(db, link.expiresAt - 1)).not.toBeNull()
      expect(await look(db, link.expiresAt)).toBeNull()
      for (const other of [{ projectId: 'project-2' }, { kind: 'recovery_code' }, { subject: 'email-2' }]) {
        expect(await look(db, now, other)).toBeNull()
      }
      await db.transaction().execute(tx => withdraw(tx, 'project-1', 'passcode', 'email-1', now))
      expect(await look(db)).toBeNull()
    })

    test('an attempt counts against passcodes of the same project, kind and subject and returns their user', async () => {
      const db = await open()
      const code = await issuePasscode(db)
      const guess = (asked: object, at = now) =>
        guessCode(
          db,
          { projectId: 'project-1', kind: 'passcode', subject: 'email-1', code, most: 5, ...asked } as Parameters<
            typeof guessCode
          >[1],
          at,
        )
      for (const other of [{ projectId: 'project-2' }, { kind: 'recovery_code' }, { subject: 'email-2' }]) {
        expect(await guess(other)).toEqual({ kind: 'none' })
      }
      expect(await guess({}, link.expiresAt)).toEqual({ kind: 'none' })
      expect(await look(db)).toMatchObject({ failures: 0 })
      expect(await guess({ code: `${code}0` })).toEqual({ kind: 'wrong', userId: 'user-1' })
      const right = await guess({}, link.expiresAt - 1)
      expect(right).toMatchObject({ kind: 'right', secret: { userId: 'user-1', subject: 'email-1', payload: null } })
      const { hash } = right.kind === 'right' ? right.secret : { hash: '' }
      const spent = (projectId: string, at = now) => db.transaction().execute(tx => spend(tx, projectId, hash, at))
      expect(await spent('project-2')).toBe(false)
      expect(await spent('project-1', link.expiresAt)).toBe(false)
      expect(await spent('project-1')).toBe(true)
      expect(await spent('project-1')).toBe(false)
      expect(await guess({})).toEqual({ kind: 'none' })
    })

    test('an uncounted code is spent only for its project, kind and subject before it expires', async () => {
      const db = await open()
      const recovery = { projectId: 'project-1', kind: 'recovery_code', subject: 'totp-1' } as const
      const code = await issuePasscode(db, recovery, 'aaaa')
      const take = (asked: object = {}, at = now) =>
        db.transaction().execute(tx => spendCode(tx, { ...recovery, code, ...asked }, at))
      for (const other of [{ projectId: 'project-2' }, { kind: 'passcode' as const }, { subject: 'totp-2' }]) {
        expect(await take(other)).toBeNull()
      }
      expect(await take({ code: 'bbbb' })).toBeNull()
      expect(await take({}, link.expiresAt)).toBeNull()
      expect(await take()).toMatchObject({ userId: 'user-1', subject: 'totp-1' })
    })

    test('issuing a code keeps other codes of its subject and replaces an identical one', async () => {
      const db = await open()
      for (const code of ['aaaa', 'bbbb', 'aaaa']) await issuePasscode(db, {}, code)
      await issuePasscode(db, { projectId: 'project-2' }, 'aaaa')
      const unused = await db.selectFrom('single_use_secrets').select('used_at').execute()
      expect(unused.map(row => row.used_at)).toEqual([null, null, null])
    })
  })

  test('a value that was never stored can be spent once per project and kind', async () => {
    const db = await open()
    const once = { projectId: 'project-1', kind: 'captcha', secret: 'nonce', expiresAt: now + 1_000 } as const
    expect(await spendOnce(db, once, now)).toBe(true)
    expect(await spendOnce(db, once, now)).toBe(false)
    expect(await spendOnce(db, { ...once, projectId: 'project-2' }, now)).toBe(true)
    expect(await spendOnce(db, { ...once, kind: 'magic_link' }, now)).toBe(true)
    expect(await spendOnce(db, { ...once, secret: 'another' }, now)).toBe(true)
    const rows = await db.selectFrom('single_use_secrets').selectAll().where('kind', '=', 'captcha').execute()
    for (const row of rows) expect(row).toMatchObject({ used_at: now, expires_at: now + 1_000, user_id: '' })
  })
})
