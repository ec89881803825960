import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { accountKey } from '../../../kit/people/index.ts'
import {
  deleteProfile,
  endSession,
  exportProfile,
  holdProof,
  isEnded,
  keepProfile,
  mailAddresses,
  mailToMigration,
  noteWipe,
  type Profile,
  profileReader,
  provedMigration,
  type SignInTables,
  signInMigration,
  wipedMigration,
} from './store.ts'
import { holdAccountStatus } from './user-events-call.ts'

const now = 1_800_000_000_000
const day = 24 * 60 * 60_000
const profile: Profile = { userId: 'user-1', name: 'Ada', email: 'ada@example.org', mailTo: null, proved: false }

const migrations = [signInMigration, provedMigration, wipedMigration, mailToMigration]

describeStore<SignInTables>('what is kept of who signs in', migrations, open => {
  const setUp = async (...profiles: Profile[]) => {
    const db = await open()
    for (const kept of profiles) await keepProfile(db, kept, now)
    const read = profileReader(db)
    return { db, readAs: (session = { id: 'session-1', token: 'token-1' }) => read('user-1', session) }
  }

  test('account data is the provider’s latest', async () => {
    const { db, readAs } = await setUp(profile)
    expect(await readAs()).toEqual({ ...profile, hasEnded: false, changedHandsAt: 0 })
    const changed = { ...profile, name: 'Augusta', email: null, mailTo: 'a@example.org' }
    await keepProfile(db, changed, now + 1)
    expect(await readAs()).toEqual({ ...changed, hasEnded: false, changedHandsAt: 0 })
  })

  test('an account’s verification time is when it was first seen verified', async () => {
    const { db, readAs } = await setUp(profile)
    const said = async (proved: boolean, at: number) => {
      await keepProfile(db, { ...profile, proved }, at)
      const read = await readAs()
      return [read?.proved, read?.changedHandsAt]
    }
    expect(await said(true, now + 1)).toEqual([true, now + 1])
    expect(await said(true, now + 2)).toEqual([true, now + 1])
    expect(await said(false, now + 3)).toEqual([false, now + 1])
    expect(await said(true, now + 4)).toEqual([true, now + 4])
  })

  test('the data export contains the verification time', async () => {
    const { db } = await setUp(profile)
    await keepProfile(db, { ...profile, name: 'Augusta' }, now + day)
    const since = new Date(now).toISOString()
    expect(await exportProfile(db, 'user-1')).toEqual({
      id: 'user-1',
      name: 'Augusta',
      email: 'ada@example.org',
      since,
    })
    expect(await exportProfile(db, 'user-2')).toBeNull()
  })

  test('deleting an account deletes its sign-in data only', async () => {
    const { db } = await setUp(profile, { ...profile, userId: 'user-2' })
    await db.transaction().execute(tx => deleteProfile(tx, 'user-2'))
    expect(await db.selectFrom('accounts').select('user_id').execute()).toEqual([{ user_id: 'user-1' }])
  })

  test('verified addresses of accounts are listed', async () => {
    const { db } = await setUp(
      { ...profile, mailTo: 'ada@example.org' },
      { ...profile, userId: 'user-2', mailTo: 'bob@example.org' },
      { ...profile, userId: 'user-3' },
    )
    const [ada, bob, cy, dora] = ['user-1', 'user-2', 'user-3', 'user-4'].map(accountKey)
    expect(await mailAddresses(db, [ada, cy, dora] as string[])).toEqual(new Map([[ada, 'ada@example.org']]))
    expect((await mailAddresses(db, [ada, bob] as string[])).get(bob ?? '')).toBe('bob@example.org')
    expect(await mailAddresses(db, [])).toEqual(new Map())
  })

  describe('ended session', () => {
    test('an ended session is rejected by id and by token', async () => {
      const { db, readAs } = await setUp(profile)
      await endSession(db, { id: 'session-1', token: 'token-1' }, now)
      await endSession(db, { id: null, token: 'token-2' }, now)
      const ended = async (id: string, token: string) => (await readAs({ id, token }))?.hasEnded
      expect(await ended('session-1', 'token-9')).toBe(true)
      expect(await ended('session-9', 'token-1')).toBe(true)
      expect(await ended('session-9', 'token-2')).toBe(true)
      expect(await ended('session-9', 'token-9')).toBe(false)
      expect([await isEnded(db, 'token-2'), await isEnded(db, 'token-9')]).toEqual([true, false])
    })

    test('ending a session is idempotent, and the record is deleted after a day', async () => {
      const { db } = await setUp()
      for (let times = 0; times < 2; times++) await endSession(db, { id: null, token: 'token-1' }, now)
      await endSession(db, { id: null, token: 'token-2' }, now + day)
      expect(await isEnded(db, 'token-1')).toBe(true)
      await endSession(db, { id: null, token: 'token-3' }, now + day + 1)
      expect([await isEnded(db, 'token-1'), await isEnded(db, 'token-2')]).toEqual([false, true])
    })

    test('a session without a known id is recorded by its token alone', async () => {
      const { db } = await setUp()
      await endSession(db, { id: null, token: 'token-1' }, now)
      expect(await db.selectFrom('ended_sessions').select('forget_at').execute()).toEqual([{ forget_at: now + day }])
    })
  })

  describe('wiped account', () => {
    const wipe = (db: Kysely<SignInTables>, at: number, now = at + 5) =>
      db.transaction().execute(tx => noteWipe(tx, 'user-1', { at, now }))

    test('each wipe deletes what was done before it, and later sessions are checked at the provider', async () => {
      const { db, readAs } = await setUp({ ...profile, proved: true })
      expect(await wipe(db, now)).toEqual({ upTo: now })
      expect([await wipe(db, now), await wipe(db, now - 1)]).toEqual([null, null])
      expect((await readAs())?.changedHandsAt).toBe(now)
      expect(await wipe(db, now + 1)).toEqual({ upTo: now + 1 })
    })

    test('concurrent notifications wipe an account once', async () => {
      const { db } = await setUp({ ...profile, proved: true })
      for (let at = now; at < now + 10; at++) {
        const told = await Promise.all(Array.from({ length: 10 }, () => wipe(db, at)))
        expect(told.filter(wiped => wiped !== null)).toEqual([{ upTo: at }])
      }
    })

    test('an unverified account loses everything so far', async () => {
      const { db } = await setUp(profile)
      expect(await wipe(db, now, now + 60_000)).toEqual({ upTo: now + 60_000 })
    })

    test('an account loses what preceded its first verification', async () => {
      const { db } = await setUp(profile)
      await keepProfile(db, { ...profile, proved: true }, now + 100)
      expect(await wipe(db, now)).toEqual({ upTo: now + 99 })
    })

    test('wiping an account unknown here deletes what was done before', async () => {
      const { db } = await setUp()
      expect(await wipe(db, now)).toEqual({ upTo: now })
    })
  })

  test('an actor is verified or not; visitors are not, and deleted accounts are rejected', async () => {
    const { db } = await setUp({ ...profile, proved: true }, { ...profile, userId: 'user-2' })
    const holds = (userId: string) => db.transaction().execute(tx => holdProof(tx, userId))
    expect([await holds('user-1'), await holds('user-2'), await holds('user-3')]).toEqual([true, false, null])
    const stands = (id: string, signedIn = true) =>
      db.transaction().execute(tx => holdAccountStatus(tx, { key: id, signedIn, id } as never))
    expect([await stands('user-1'), await stands('user-2')]).toEqual([true, false])
    expect(await stands('user-1', false)).toBe(false)
    await expect(stands('user-3')).rejects.toMatchObject({ status: 401 })
  })
})
