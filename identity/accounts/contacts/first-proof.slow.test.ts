import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeStore, type StoreUnderTest } from '@corroborate/server-kit/testing'
import { type Algorithm, hash } from '@node-rs/argon2'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { setPassword } from '../../factors/passwords/index.ts'
import { brought } from '../../features.ts'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type Answered, holdBody, openIdentity } from '../../testing/index.ts'
import { issueCode, issueToken } from '../one-time-tokens/index.ts'
import { updateUser } from '../users/index.ts'
import { phoneNumbers } from './attach.ts'

type Provider = Awaited<ReturnType<typeof openIdentity>>

const rounds = 20
const password = 'a stranger waits for the owner of this mailbox'
const session_duration_minutes = 60
const later = 600_000

/** As the provider hashes, so that a log-in does not hash it anew. */
let passwordHash = ''
beforeAll(async () => {
  passwordHash = await hash(password, {
    // The enum exists for the compiler only.
    algorithm: 2 satisfies Algorithm.Argon2id as Algorithm,
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  })
})

/** Creates an account with a victim's address, as an attacker would: with a password, a name and a session. */
const plant = async (provider: Provider, round: number) => {
  const { db, clock } = provider
  const project = await provider.project()
  const email = `owner-${round}@example.org`
  const { userId, emailId } = await provider.addUser(email, { verified: false })
  await db.transaction().execute(async tx => {
    await setPassword(tx, project, userId, { scheme: 'argon2', hash: passwordHash }, clock.now)
    const change = { name: { first_name: 'Mallory' }, untrustedMetadata: { left: 'by a stranger' } }
    await updateUser(tx, project.id, userId, change, clock.now)
  })
  const { session_token: session } = await provider.signIn(userId)
  return { project, email, userId, emailId, session }
}

type Planted = Awaited<ReturnType<typeof plant>>

/** Opens a magic link as the mailbox owner. The number of attempts and their parameters make no difference. */
const openLink = async (
  provider: Provider,
  { project, userId, emailId }: Planted,
): Promise<() => Promise<Answered>> => {
  const { db, clock, sdk } = provider
  const secret = { projectId: project.id, kind: 'magic_link', subject: emailId, userId } as const
  const token = await db
    .transaction()
    .execute(tx => issueToken(tx, { ...secret, expiresAt: clock.now + later }, clock.now))
  return () => sdk('POST', '/magic_links/authenticate', { token, session_duration_minutes })
}

/** A code for a number, or a link for an address, that the stranger's session is about to add to the account. */
const readyToAttach = async (provider: Provider, { project, userId, session }: Planted, round: number, n: number) => {
  const { db, clock, sdk } = provider
  const number = `+4144668${String(round).padStart(2, '0')}${String(n).padStart(2, '0')}`
  const secret = { projectId: project.id, userId, expiresAt: clock.now + later }
  return db.transaction().execute(async tx => {
    if (n % 2 === 0) {
      const attach = `stranger-${round}-${n}@example.org`
      const subject = `email-test-${round}-${n}`
      const token = await issueToken(tx, { ...secret, kind: 'magic_link', subject, payload: { attach } }, clock.now)
      return () => sdk('POST', '/magic_links/authenticate', { token, session_duration_minutes }, { session })
    }
    const subject = `phone-number-test-${round}-${n}`
    const payload = { channel: 'sms', address: number, attach: number }
    const token = await issueCode(tx, { ...secret, kind: 'passcode', subject, payload }, clock.now)
    const body = { token, method_id: subject, session_duration_minutes }
    return () => sdk('POST', '/otps/authenticate', body, { session })
  })
}

/**
 * Sends `requests` at once: in every other round just behind the owner's proof, so that they are under way while it is
 * written down; in the others the proof follows some of their answers, later from round to round.
 */
const race = async (
  round: number,
  requests: readonly (() => Promise<Answered>)[],
  proof: () => Promise<Answered>,
): Promise<void> => {
  const { promise: isTime, resolve: begin } = Promise.withResolvers<void>()
  const wanted = round % 2 === 0 ? 0 : Math.floor((round * requests.length) / (rounds * 2))
  const owners = wanted === 0 ? proof() : isTime.then(proof)
  let answered = 0
  const strangers = requests.map(async send => {
    const answer = await send()
    if (++answered === wanted) begin()
    return answer
  })
  const owner = await owners
  const answers = await Promise.all(strangers)
  expect(answers.map(({ status }) => status).filter(status => status >= 500)).toEqual([])
  expect(owner.status).toBe(200)
}

/** Asserts that the account contains only the mailbox owner's data. */
const expectOwnersAlone = async ({ db, clock }: Provider, { project, email, userId }: Planted): Promise<void> => {
  const user = await brought.users.read(db, project.id, userId, clock.now)
  expect(user).toMatchObject({
    name: { first_name: '', middle_name: '', last_name: '' },
    untrusted_metadata: {},
    emails: [{ email, verified: true }],
    phone_numbers: [],
    totps: [],
    password: null,
  })
  const sessions = await db
    .selectFrom('sessions')
    .select('factors')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
  expect(sessions.map(({ factors }) => JSON.parse(factors))).toMatchObject([[{ type: 'magic_link' }]])
  const secrets = await db
    .selectFrom('single_use_secrets')
    .select('kind')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  expect(secrets).toEqual([])
}

describeStore<Tables>('while the owner proves the mailbox', migrations, (openStore, store: StoreUnderTest) => {
  const open = async (): Promise<Provider> => {
    const folder = mkdtempSync(join(tmpdir(), 'first-proof-'))
    const { url } = store.placeOf(await openStore())
    const provider = await openIdentity({
      DATA_DIR: folder,
      LIMITS_SCALE: '1000',
      ...(url !== undefined && { IDENTITY_DATABASE_URL: url }),
    })
    onTestFinished(async () => {
      await provider.close()
      rmSync(folder, { recursive: true, force: true })
    })
    return provider
  }

  const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

  test('first verification of a mailbox ends a stranger’s sign-ins', async () => {
    const provider = await open()
    for (let round = 0; round < rounds; round++) {
      const planted = await plant(provider, round)
      const { email, session } = planted
      const proof = await openLink(provider, planted)
      const logIn = () => provider.sdk('POST', '/passwords/authenticate', { email, password, session_duration_minutes })
      const extend = () => provider.sdk('POST', '/sessions/authenticate', { session_duration_minutes }, { session })
      const rename = () => provider.sdk('PUT', '/users/me', { name: { first_name: 'Mallory' } }, { session })
      await race(round, [...times(8, () => logIn), ...times(6, () => extend), ...times(6, () => rename)], proof)
      await expectOwnersAlone(provider, planted)
    }
  })

  test('first verification of a mailbox removes a stranger’s phone numbers and addresses', async () => {
    const provider = await open()
    for (let round = 0; round < rounds; round++) {
      const planted = await plant(provider, round)
      const proof = await openLink(provider, planted)
      const attaching = await Promise.all(times(20, n => readyToAttach(provider, planted, round, n)))
      await race(round, attaching, proof)
      await expectOwnersAlone(provider, planted)
    }
  })

  test('a stranger’s authenticator app cannot be stored after the first verification', async () => {
    const provider = await open()
    for (let round = 0; round < rounds; round++) {
      const planted = await plant(provider, round)
      const { project, userId, session } = planted
      const number = `+4144668${String(round).padStart(4, '0')}`
      await provider.db
        .transaction()
        .execute(tx => phoneNumbers.claim(tx, project, userId, number, true, provider.clock.now))
      const proof = await openLink(provider, planted)
      const rename = () => provider.sdk('PUT', '/users/me', { name: { first_name: 'Mallory' } }, { session })
      const enrol = () => provider.sdk('POST', '/totps', { expiration_minutes: 10 }, { session })
      const add = (n: number) => () =>
        provider.sdk('POST', '/otps/email/send/secondary', { email: `m-${round}-${n}@example.org` }, { session })
      await race(round, [...times(8, () => enrol), ...times(4, add), ...times(8, () => rename)], proof)
      await expectOwnersAlone(provider, planted)
    }
  })

  test('requests in flight with a stranger’s session have no effect after the first verification', async () => {
    const provider = await open()
    for (let round = 0; round < rounds; round++) {
      const planted = await plant(provider, round)
      const attach = await readyToAttach(provider, planted, round, 0)
      const calls = [
        ['POST', '/totps', { expiration_minutes: 10 }],
        ['PUT', '/users/me', { name: { first_name: 'Mallory' }, untrusted_metadata: { left: 'by a stranger' } }],
        ['POST', '/passwords/session/reset', { password, session_duration_minutes }],
        ['POST', '/sessions/authenticate', { session_duration_minutes }],
        ['POST', '/sessions/authenticate', {}],
        ['POST', '/otps/email/send/secondary', { email: `mallory-${round}@example.org` }],
        ['POST', '/magic_links/email/send/secondary', { email: `mallory-${round}@example.org` }],
        ['POST', '/otps/sms/send/secondary', { phone_number: '+41446681800' }],
      ] as const
      const held = times(24, n => holdBody(provider, calls[n % calls.length] ?? calls[0], planted.session))
      await Promise.all(held.map(({ isUnderWay }) => isUnderWay))
      const proof = await openLink(provider, planted)
      expect((await proof()).status).toBe(200)
      for (const { release } of held) release()
      const answers = await Promise.all(held.map(({ answer }) => answer))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401))
      expect((await attach()).status).toBe(401)
      await expectOwnersAlone(provider, planted)
    }
  })

  test('nothing is added with a session that ended during the request', async () => {
    const provider = await open()
    const planted = await plant(provider, 0)
    const { project, userId, session } = planted
    const attach = 'second@example.org'
    const secret = { projectId: project.id, kind: 'magic_link', subject: 'email-test-2', userId } as const
    const expiresAt = provider.clock.now + later
    const token = await provider.db
      .transaction()
      .execute(tx => issueToken(tx, { ...secret, payload: { attach }, expiresAt }, provider.clock.now))
    const call = ['POST', '/magic_links/authenticate', { token, session_duration_minutes }] as const
    const { isUnderWay, release, answer } = holdBody(provider, call, session)
    await isUnderWay
    expect((await provider.sdk('POST', '/sessions/revoke', undefined, { session })).status).toBe(200)
    release()
    expect((await answer).status).toBe(401)
    const user = await brought.users.read(provider.db, project.id, userId, provider.clock.now)
    expect(user?.emails).toHaveLength(1)
  })
})
