import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { describeStore, testLogger } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../../app/migrations.ts'
import type { ProvedSession, SessionAnswer as ProviderAnswer } from './provider/index.ts'
import type { SessionAnswer } from './session-jwt/index.ts'
import { createSessions } from './sessions.ts'
import { endSession, keepProfile, type SignInTables } from './store.ts'

const start = 1_800_000_000_000
const minute = 60_000
const client = { address: '192.0.2.1', userAgent: 'A browser' }
const token = 'T'.repeat(43)
const cookie = { token, jwt: 'a.b.c' }
const created = '2026-11-22T12:00:00Z'

const user: ProvedSession['user'] = {
  user_id: 'user-1',
  created_at: created,
  updated_at: created,
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  emails: [{ email: 'ada@example.org', verified: true }],
  phone_numbers: [],
  roles: ['stytch_user'],
}
const unproved = { emails: [{ email: 'ada@example.org', verified: false }] }
/** Builds a session of the user, with overrides. */
const sessionOf = (said: Partial<typeof user> = {}): ProvedSession => ({
  token,
  jwt: null,
  sessionId: 'session-1',
  expiresAt: start + 60 * minute,
  owesSecondFactor: false,
  impersonator: null,
  user: { ...user, ...said },
})
const account = {
  kind: 'account',
  account: { id: 'user-1', name: 'Ada Lovelace', email: 'ada@example.org', roles: ['stytch_user'], proved: true },
  session: { id: 'session-1', token },
}

describeStore<SignInTables & OutboxTables>('whose session a cookie is', siteMigrations, open => {
  /** Sessions with a fake provider and verifier that return `says`, and a clock. */
  const setUp = async () => {
    const db = await open()
    const signIn = db.$pickTables<keyof SignInTables>()
    const clock = { now: start }
    const says = {
      jwt: { kind: 'expired' } as SessionAnswer,
      session: { kind: 'found', session: sessionOf() } as ProviderAnswer,
      limit: 'allowed',
    }
    const asked: string[] = []
    const learned: string[] = []
    const mailed: object[] = []
    const proofs: [key: string, proved: boolean][] = []
    const { logger, lines } = testLogger()
    const sessions = createSessions({
      db,
      provider: {
        authenticate: async token => {
          asked.push(token)
          return says.session
        },
      },
      verify: async () => says.jwt,
      learn: jwt => void learned.push(jwt),
      limits: { take: (async () => ({ kind: says.limit })) as never },
      noteProof: async (_, { key }, proved) => void proofs.push([key, proved]),
      mailConfirmation: async (_, to) => void mailed.push(to),
      logger,
      now: () => clock.now,
    })
    /** A JWT of the session that was issued at this time. */
    const vouch = (issuedAt: number, owesSecondFactor = false): void => {
      const times = { issuedAt, expiresAt: issuedAt + 5 * minute }
      const who = { sessionId: 'session-1', userId: 'user-1', roles: ['moderator'], factors: [] }
      const session = { ...who, owesSecondFactor, impersonator: null, ...times }
      says.jwt = { kind: 'verified', session }
    }
    const stored = () => signIn.selectFrom('accounts').select(['name', 'email', 'mail_to', 'updated_at']).execute()
    return { db: signIn, clock, says, vouch, asked, learned, mailed, proofs, stored, lines, ...sessions }
  }

  describe('session that owes the second factor', () => {
    test('an owing session can only complete the factor, and no account data is stored', async () => {
      const { says, stored, mailed, proofs, accept, recognise } = await setUp()
      const owed = { ...sessionOf(), owesSecondFactor: true }
      const nothing = { kind: 'owed', token, contact: 'ada@example.org' }
      expect(await accept(owed, client)).toEqual(nothing)
      says.session = { kind: 'found', session: owed }
      expect(await recognise(cookie, client)).toEqual(nothing)
      expect([await stored(), mailed, proofs]).toEqual([[], [], []])
    })

    test('an owing session becomes valid once the provider reports the factor', async () => {
      const { says, recognise } = await setUp()
      says.session = { kind: 'found', session: { ...sessionOf(), owesSecondFactor: true } }
      expect(await recognise(cookie, client)).toMatchObject({ kind: 'owed' })
      says.session = { kind: 'found', session: sessionOf() }
      expect(await recognise(cookie, client)).toMatchObject(account)
    })
  })

  describe('session by JWT', () => {
    test('a rejected JWT is signed out without contacting the provider', async () => {
      const { says, asked, recognise } = await setUp()
      says.jwt = { kind: 'refused', reason: 'its signature is wrong' }
      expect(await recognise(cookie, client)).toEqual({ kind: 'nobody' })
      expect(asked).toEqual([])
    })

    test.each([
      ['a session JWT', { jwt: { kind: 'refused', reason: 'its signature is wrong' } }],
      [
        'a session that could not be checked',
        { jwt: { kind: 'expired' }, session: { kind: 'unavailable', reason: 'It is away.' } },
      ],
    ] as const)('rejected JWTs are aggregated in the log under load: %s', async (refused, said) => {
      const { says, recognise, lines } = await setUp()
      Object.assign(says, said)
      for (let n = 0; n < 50; n++) await recognise({ token: `${n}`.padStart(43, 'T'), jwt: `a.b.${n}` }, client)
      expect(lines[0]).toMatchObject({ msg: 'request refused', refused })
      // One a second, and a slow machine takes some.
      expect(lines.length).toBeLessThan(25)
    })

    test.each(['expired', 'unknown-key', 'unavailable'] as const)(
      'an inconclusive JWT (%s) falls back to the provider',
      async kind => {
        const { says, asked, recognise } = await setUp()
        says.jwt = { kind }
        expect(await recognise(cookie, client)).toMatchObject(account)
        expect(asked).toEqual([token])
      },
    )

    test('the JWT of a known account gives current roles without contacting the provider', async () => {
      const { vouch, asked, accept, recognise } = await setUp()
      await accept(sessionOf(), client)
      vouch(start + 1)
      const { account: known, ...rest } = account
      expect(await recognise(cookie, client)).toMatchObject({ ...rest, account: { ...known, roles: ['moderator'] } })
      expect(asked).toEqual([])
    })

    test('a JWT that owes the second factor is signed out without contacting the provider', async () => {
      const { vouch, asked, accept, recognise } = await setUp()
      await accept(sessionOf(), client)
      vouch(start + 1, true)
      expect(await recognise(cookie, client)).toEqual({ kind: 'owed', token, contact: null })
      expect(asked).toEqual([])
    })

    test('the JWT of an unknown account falls back to the provider', async () => {
      const { vouch, asked, recognise } = await setUp()
      vouch(start)
      expect(await recognise(cookie, client)).toMatchObject(account)
      expect(asked).toEqual([token])
    })

    test('a JWT issued up to the account’s verification falls back to the provider', async () => {
      const { vouch, asked, accept, recognise } = await setUp()
      await accept(sessionOf(unproved), client)
      await accept(sessionOf(), client)
      for (const [issuedAt, times] of [
        [start - 1, 1],
        [start, 2],
        [start + 1, 2],
      ] as const) {
        vouch(issuedAt)
        expect(await recognise(cookie, client)).toMatchObject({ kind: 'account' })
        expect(asked).toHaveLength(times)
      }
    })

    test('the JWT of a session ended here is signed out', async () => {
      const { db, vouch, asked, accept, recognise } = await setUp()
      await accept(sessionOf(), client)
      await endSession(db, { id: 'session-1', token }, start)
      vouch(start + 1)
      expect(await recognise(cookie, client)).toEqual({ kind: 'nobody' })
      expect(asked).toEqual([])
    })
  })

  describe('session by provider', () => {
    test('a rejected session is not checked again for ten minutes', async () => {
      const { clock, says, asked, ask } = await setUp()
      says.session = { kind: 'not-found' }
      for (const [at, times] of [
        [0, 1],
        [10 * minute - 1, 1],
        [10 * minute, 2],
      ] as const) {
        clock.now = start + at
        expect(await ask(token, client)).toEqual({ kind: 'nobody' })
        expect(asked).toHaveLength(times)
      }
    })

    test.each(['limit', 'silence'])(
      'an unavailable provider (%s) leaves the session unknown, except one ended here',
      async reason => {
        const { db, says, asked, ask } = await setUp()
        if (reason === 'limit') says.limit = 'refused'
        else says.session = { kind: 'unavailable', reason: 'It is away.' }
        expect(await ask(token, client)).toEqual({ kind: 'unsure' })
        await endSession(db, { id: null, token }, start)
        expect(await ask(token, client)).toEqual({ kind: 'nobody' })
        expect(asked).toHaveLength(reason === 'limit' ? 0 : 2)
      },
    )

    test('a session ended here is signed out whatever the provider returns', async () => {
      const { db, accept } = await setUp()
      await accept(sessionOf(), client)
      await endSession(db, { id: 'session-1', token }, start)
      expect(await accept(sessionOf(), client)).toEqual({ kind: 'nobody' })
    })

    test('a returned JWT is learned for later', async () => {
      const { learned, accept } = await setUp()
      await accept(sessionOf(), client)
      await accept({ ...sessionOf(), jwt: 'a.b.c' }, client)
      expect(learned).toEqual(['a.b.c'])
    })

    test('the provider returns the account, its name and whether it is new', async () => {
      const { accept } = await setUp()
      expect(await accept(sessionOf(), client)).toMatchObject({
        ...account,
        cookie: { value: `${token}.`, expiresAt: start + 60 * minute },
        said: { contact: 'ada@example.org', isSignup: true },
      })
      const later = { ...unproved, updated_at: '2026-11-22T12:00:01Z' }
      expect(await accept(sessionOf(later), client)).toMatchObject({ said: { contact: null, isSignup: false } })
    })
  })

  describe('stored account data', () => {
    const kept = { name: 'Ada Lovelace', email: 'ada@example.org', mail_to: 'ada@example.org', updated_at: start }

    test('account data is written once while unchanged', async () => {
      const { clock, accept, stored } = await setUp()
      await accept(sessionOf(), client)
      clock.now += minute
      await accept(sessionOf(), client)
      expect(await stored()).toEqual([kept])
    })

    test.each([
      ['name', { name: { first_name: 'Augusta', last_name: 'King' } }, { name: 'Augusta King' }],
      [
        'address',
        { emails: [{ email: 'a@example.org', verified: true }] },
        { email: 'a@example.org', mail_to: 'a@example.org' },
      ],
    ])('account data changes with the %s', async (_, said, changed) => {
      const { clock, accept, stored } = await setUp()
      await accept(sessionOf(), client)
      clock.now += minute
      await accept(sessionOf(said), client)
      expect(await stored()).toEqual([{ ...kept, ...changed, updated_at: start + minute }])
    })

    test.each([
      ['the address that is shown', { email: null }],
      ['the address that mails go to', { mailTo: null }],
    ])('account data is corrected when only %s differed', async (_, other) => {
      const { db, accept, stored } = await setUp()
      const profile = { userId: 'user-1', name: kept.name, email: kept.email, mailTo: kept.mail_to, proved: true }
      await keepProfile(db, { ...profile, ...other }, start - minute)
      await accept(sessionOf(), client)
      expect(await stored()).toEqual([kept])
    })
  })

  describe('account verification', () => {
    test('a change of verification is recorded once', async () => {
      const { proofs, accept } = await setUp()
      for (const said of [{}, {}, unproved, unproved, {}]) await accept(sessionOf(said), client)
      expect(proofs).toEqual([true, false, true].map(proved => ['user:user-1', proved]))
    })

    test('a new unverified account gets one confirmation email', async () => {
      const { mailed, accept } = await setUp()
      for (let times = 0; times < 2; times++) await accept(sessionOf(unproved), client)
      expect(mailed).toEqual([{ email: 'ada@example.org', address: client.address }])
    })

    test.each([
      ['has proved it', [{}]],
      ['has no address', [{ emails: [] }]],
      ['is known, and has proved it no longer', [{}, unproved]],
    ])('no confirmation email is sent to an account that %s', async (_, says) => {
      const { mailed, accept } = await setUp()
      for (const said of says) await accept(sessionOf(said), client)
      expect(mailed).toEqual([])
    })
  })
})
