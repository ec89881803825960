import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { emails, phoneNumbers, proveEmail } from '../../accounts/contacts/attach.ts'
import { issueToken } from '../../accounts/one-time-tokens/index.ts'
import { holdUser } from '../../accounts/sessions/index.ts'
import { createUser } from '../../accounts/users/index.ts'
import { setPassword } from '../../factors/passwords/index.ts'
import { brought } from '../../features.ts'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { countMessages, identityUnderTest, nothingOnItsWay, readMailbox } from '../../testing/index.ts'

const email = (text: string) => text as Parameters<typeof emails.claim>[3]

describe('users/me', () => {
  test('users/me returns the user and changes only editable fields', async () => {
    const { sdk, signIn, addUser } = await identityUnderTest()
    const { session_token: session, user } = await signIn((await addUser('a@example.org')).userId)
    const body = {
      name: { first_name: 'Ada' },
      untrusted_metadata: { colour: 'green' },
      trusted_metadata: { admin: true },
      roles: ['moderator'],
      status: 'pending',
      user_id: 'user-test-other',
      emails: [],
      ['__proto__']: { roles: ['moderator'] },
    }
    const changed = await sdk('PUT', '/users/me', body, { session })
    expect(changed.data.__user).toMatchObject({
      user_id: user.user_id,
      name: { first_name: 'Ada', last_name: '' },
      untrusted_metadata: { colour: 'green' },
      trusted_metadata: {},
      roles: ['stytch_user'],
      status: 'active',
      emails: [{ email: 'a@example.org' }],
    })
    const me = await sdk('GET', '/users/me', undefined, { session })
    expect(me.data).toMatchObject({ user_id: user.user_id, name: { first_name: 'Ada' }, status_code: 200 })
    expect(me.data).not.toHaveProperty('__user')
  })
})

describe('deleting a factor', () => {
  const withTwoAddresses = async () => {
    const identity = await identityUnderTest()
    const { db, addUser, signIn, project, clock } = identity
    const { userId, emailId } = await addUser('a@example.org')
    const owner = await project()
    const second = await db
      .transaction()
      .execute(tx => emails.claim(tx, owner, userId, email('b@example.org'), true, clock.now))
    const { session_token: session } = await signIn(userId)
    return { ...identity, userId, emailId, second: second ?? '', session }
  }

  test('deleting a factor returns the remaining user', async () => {
    const { sdk, emailId, session } = await withTwoAddresses()
    const { status, data } = await sdk('DELETE', `/users/emails/${emailId}`, undefined, { session })
    expect(status).toBe(200)
    expect(data.__user).toMatchObject({ emails: [{ email: 'b@example.org' }] })
  })

  test('deleting a factor notifies every address of the owner, including the removed one', async () => {
    const identity = await withTwoAddresses()
    const { sdk, emailId, session } = identity
    await sdk('DELETE', `/users/emails/${emailId}`, undefined, { session })
    for (const to of ['a@example.org', 'b@example.org']) {
      expect(await readMailbox(identity, to)).toMatchObject([
        { subject: 'An e-mail address was removed at Corroborate' },
      ])
    }
  })

  test.each([
    { verified: 1, mails: 1 },
    { verified: 0, mails: 0 },
  ])(
    'deleting an authenticator app sends a notice only if it was verified ($verified)',
    async ({ verified, mails }) => {
      const identity = await withTwoAddresses()
      const { sdk, db, userId, session, clock, project, signIn } = identity
      const app = {
        totp_id: 'totp-test-1',
        user_id: userId,
        secret: 'S',
        verified,
        last_step: 0,
        created_at: clock.now,
      }
      const row = { ...app, project_id: (await project()).id, expires_at: clock.now + 60_000 }
      await db.insertInto('totps').values(row).execute()
      const authenticator_app_factor = { totp_id: app.totp_id }
      const factor = { type: 'totp', delivery_method: 'authenticator_app', authenticator_app_factor } as const
      const { session_token } = verified === 1 ? await signIn(userId, factor) : { session_token: session }
      const { status } = await sdk('DELETE', '/users/totps/totp-test-1', undefined, { session: session_token })
      expect(status).toBe(200)
      expect(await countMessages(identity, 'a@example.org')).toBe(mails)
    },
  )

  test('the last sign-in method cannot be deleted, even by concurrent deletions', async () => {
    const { sdk, emailId, second, session } = await withTwoAddresses()
    const answers = await Promise.all(
      [emailId, second].map(id => sdk('DELETE', `/users/emails/${id}`, undefined, { session })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)?.json.error_type).toBe('cannot_delete_last_primary_factor')
  })

  test('8: the last sign-in method must be verified: an unverified email or phone number does not count', async () => {
    const { db, sdk, addUser, signIn, project, clock } = await identityUnderTest()
    const owner = await project()
    const { userId, emailId } = await addUser('proved@example.org')
    await db.transaction().execute(async tx => {
      await emails.claim(tx, owner, userId, email('typed@example.org'), false, clock.now)
      await phoneNumbers.claim(tx, owner, userId, '+41446681800', false, clock.now)
    })
    const { session_token: session } = await signIn(userId)
    const refused = await sdk('DELETE', `/users/emails/${emailId}`, undefined, { session })
    expect(refused.json).toMatchObject({ status_code: 400, error_type: 'cannot_delete_last_primary_factor' })
    await db.updateTable('user_phone_numbers').set({ verified: 1 }).execute()
    expect((await sdk('DELETE', `/users/emails/${emailId}`, undefined, { session })).status).toBe(200)
  })

  test('one of two phone numbers can be deleted, and the other remains sufficient', async () => {
    const { db, sdk, signIn, project, clock } = await identityUnderTest()
    const owner = await project()
    const { userId, first } = await db.transaction().execute(async tx => {
      const userId = await createUser(tx, owner, {}, clock.now)
      const first = await phoneNumbers.claim(tx, owner, userId, '+41446681800', true, clock.now)
      await phoneNumbers.claim(tx, owner, userId, '+41446681801', true, clock.now)
      return { userId, first }
    })
    const { session_token: session } = await signIn(userId)
    const { status, data } = await sdk('DELETE', `/users/phone_numbers/${first}`, undefined, { session })
    expect(status).toBe(200)
    expect(data.__user).toMatchObject({ phone_numbers: [{ phone_number: '+41446681801' }] })
  })

  test('8: deletion notices go to verified addresses only', async () => {
    const identity = await withTwoAddresses()
    const { db, sdk, userId, emailId, session, project, clock } = identity
    const owner = await project()
    await db.transaction().execute(tx => emails.claim(tx, owner, userId, email('typed@example.org'), false, clock.now))
    expect((await sdk('DELETE', `/users/emails/${emailId}`, undefined, { session })).status).toBe(200)
    await readMailbox(identity, 'b@example.org')
    expect(await countMessages(identity, 'typed@example.org')).toBe(0)
  })

  test('deleting another user’s or a missing factor returns not found', async () => {
    const { sdk, addUser, session } = await withTwoAddresses()
    const other = await addUser('c@example.org')
    for (const path of [`emails/${other.emailId}`, 'emails/x', 'phone_numbers/x', 'totps/x', 'oauth/x']) {
      expect((await sdk('DELETE', `/users/${path}`, undefined, { session })).status).toBe(404)
    }
  })

  test('deleting a factor requires recent authentication', async () => {
    const { sdk, emailId, session, clock } = await withTwoAddresses()
    clock.now += 6 * 60_000
    const { status, json } = await sdk('DELETE', `/users/emails/${emailId}`, undefined, { session })
    expect([status, json.error_type]).toEqual([403, 'stale_factors'])
  })

  test('deleting a factor requires the second factor of a user who has one', async () => {
    const { sdk, db, emailId, session, userId, project, clock, signIn } = await withTwoAddresses()
    const { id } = await project()
    await db
      .insertInto('totps')
      .values({
        project_id: id,
        totp_id: 'totp-test-1',
        user_id: userId,
        secret: 'A',
        verified: 1,
        last_step: 0,
        expires_at: 0,
        created_at: clock.now,
      })
      .execute()
    await signIn(userId)
    const { json } = await sdk('DELETE', `/users/emails/${emailId}`, undefined, { session })
    expect(json).toMatchObject({ status_code: 403, error_type: 'insufficient_factors' })
  })
})

describe('first verification of a mailbox', () => {
  const withSquatter = async () => {
    const identity = await identityUnderTest()
    const { db, addUser, signIn, project, clock } = identity
    const { userId, emailId } = await addUser('victim@example.org', { verified: false })
    const owner = await project()
    await db
      .transaction()
      .execute(tx => setPassword(tx, owner, userId, { scheme: 'argon2', hash: '$argon2id$x' }, Date.now()))
    const squatter = await signIn(userId)
    const request = { id: 'r', now: clock.now, address: '192.0.2.9', userAgent: '', origin: null }
    const prove = (id: string) =>
      holdUser(db, { project: owner, request, session: null }, userId, held => proveEmail(brought, held, id))
    return { ...identity, userId, emailId, owner, squatter, prove }
  }

  test('the first verification wipes earlier passwords and sessions', async () => {
    const { sdk, emailId, squatter, prove, userId, signIn } = await withSquatter()
    expect(await prove(emailId)).toBe(true)
    expect((await sdk('GET', '/users/me', undefined, { session: squatter.session_token })).status).toBe(401)
    const { user } = await signIn(userId)
    expect(user).toMatchObject({ password: null, emails: [{ email: 'victim@example.org', verified: true }] })
  })

  test('the first verification wipes them even when sent with an account session a stranger may have planted', async () => {
    const { db, sdk, userId, emailId, owner, squatter, clock } = await withSquatter()
    await db.transaction().execute(tx => phoneNumbers.claim(tx, owner, userId, '+41446681800', true, clock.now))
    const secret = { projectId: owner.id, kind: 'magic_link', subject: emailId, userId } as const
    const token = await db
      .transaction()
      .execute(tx => issueToken(tx, { ...secret, expiresAt: clock.now + 60_000 }, clock.now))
    const body = { token, session_duration_minutes: 60 }
    const opened = await sdk('POST', '/magic_links/authenticate', body, {
      session: squatter.session_token,
    })
    expect(opened.status).toBe(200)
    expect((await sdk('GET', '/users/me', undefined, { session: squatter.session_token })).status).toBe(401)
    const { data } = await sdk('GET', '/users/me', undefined, { session: String(opened.data.session_token) })
    expect(data).toMatchObject({ password: null, phone_numbers: [], emails: [{ verified: true }] })
    expect((opened.data.session as { authentication_factors: object[] }).authentication_factors).toMatchObject([
      { type: 'magic_link' },
    ])
  })

  test('the first verification fails when the address does not belong to the user', async () => {
    const { addUser, prove } = await withSquatter()
    const other = await addUser('other@example.org')
    expect(await prove(other.emailId)).toBe(false)
  })
})

describe('users/search', () => {
  test('users/search distinguishes new, passwordless and password users, unless the project hides accounts', async () => {
    const { sdk, db, addUser, signIn, project, configure } = await identityUnderTest()
    const { userId } = await addUser('with@example.org')
    const without = await addUser('without@example.org')
    await addUser('pending@example.org', { verified: false })
    const owner = await project()
    await db.transaction().execute(tx => setPassword(tx, owner, userId, { scheme: 'argon2', hash: 'x' }, Date.now()))
    await signIn(userId)
    await signIn(without.userId)
    const typeOf = async (address: string) => (await sdk('POST', '/users/search', { email: address })).data.userType
    expect(await typeOf('With@Example.org')).toBe('password')
    expect(await typeOf('without@example.org')).toBe('passwordless')
    expect(await typeOf('pending@example.org')).toBe('new')
    expect(await typeOf('nobody@example.org')).toBe('new')
    await configure({ enumerationProtection: true })
    expect(await typeOf('nobody@example.org')).toBe('password')
    expect(await typeOf('without@example.org')).toBe('password')
  })
})

test('users/search requires a proof of work before rejecting, if the project enables it', async () => {
  const { sdk, configure } = await identityUnderTest()
  await configure({ adaptiveCaptcha: true })
  const answers = []
  for (let n = 0; n < 61; n++) answers.push(await sdk('POST', '/users/search', { email: `person${n}@example.org` }))
  expect(answers[0]?.status).toBe(200)
  const asked = answers[45]
  expect([asked?.status, asked?.json.text]).toEqual([403, 'Captcha required'])
  expect(answers[60]?.json).toMatchObject({ error_type: 'too_many_requests', status_code: 429 })
})

describeStore<Tables>('with enumeration protection', migrations, (open, store) => {
  const protectedProvider = async () => {
    const { url } = store.placeOf(await open())
    const provider = await identityUnderTest(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
    await provider.configure({ enumerationProtection: true })
    return provider
  }

  test('users/search in a protected project does no lookup and responds the same for every address', async () => {
    const { sdk, db, addUser } = await protectedProvider()
    await addUser('ada@example.org')
    await db.schema.alterTable('user_emails').renameTo('user_emails_away').execute()
    for (const email of ['ada@example.org', 'nobody@example.org']) {
      expect(await sdk('POST', '/users/search', { email })).toMatchObject({
        status: 200,
        data: { userType: 'password' },
      })
    }
    await db.schema.alterTable('user_emails_away').renameTo('user_emails').execute()
  })

  test.each([
    ['/otps/email/send/secondary', 'email', 'bob@example.org', 'free@example.org'],
    ['/magic_links/email/send/secondary', 'email', 'bob@example.org', 'free@example.org'],
    ['/otps/sms/send/secondary', 'phone_number', '+41446681800', '+41446681801'],
    ['/otps/whatsapp/send/secondary', 'phone_number', '+41446681800', '+41446681801'],
  ])('%s does not reveal that an address is taken, and its owner gets no code', async (path, name, taken, free) => {
    const provider = await protectedProvider()
    const { sdk, db, addUser, signIn, project, clock } = provider
    const bob = await addUser('bob@example.org')
    const owner = await project()
    await db.transaction().execute(tx => phoneNumbers.claim(tx, owner, bob.userId, '+41446681800', true, clock.now))
    const { userId } = await addUser('ada@example.org')
    const { session_token: session } = await signIn(userId)
    const ask = async (value: string) => {
      const { status, json, data } = await sdk('POST', path, { [name]: value }, { session })
      const { request_id, ...rest } = data
      const shape = Object.entries(rest).map(([key, given]) => [
        key,
        String(given).replace(/[0-9a-f-]{36}$|^[\w-]{43}$/, 'ID'),
      ])
      return { status, errorType: json.error_type, shape, id: data.method_id ?? data.email_id, userId: data.user_id }
    }
    const [known, again, unknown] = [await ask(taken), await ask(taken), await ask(free)]
    expect(known.status).toBe(200)
    expect({ ...known, id: '' }).toEqual({ ...unknown, id: '' })
    expect(known.userId).toBe(userId)
    // Behaves as for an unknown address: it keeps its ID while pending verification, which differs from the owner's.
    expect(again.id).toBe(known.id)
    expect([bob.emailId]).not.toContain(known.id)

    await nothingOnItsWay(db)
    const [told] = name === 'email' ? await readMailbox(provider, taken) : []
    if (name === 'email') {
      expect(told?.text).toContain('belongs to another account')
      expect([told?.code, told?.links]).toEqual([null, []])
    } else expect(await countMessages(provider, taken)).toBe(0)
    expect(await countMessages(provider, free)).toBe(1)
    const { data } = await sdk('GET', '/users/me', undefined, { session })
    expect([data.emails, data.phone_numbers]).toMatchObject([[{ email: 'ada@example.org' }], []])
  })
})
