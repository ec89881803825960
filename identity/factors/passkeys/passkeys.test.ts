import { generateKeyPairSync } from 'node:crypto'
import { describeStore, type StoreUnderTest } from '@corroborate/server-kit/testing'
import type { User } from '@corroborate/wire/types'
import { describe, expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { createProject } from '../../projects/index.ts'
import { type Answered, readMailbox } from '../../testing/index.ts'
import {
  ada,
  authenticate,
  createAuthenticator,
  domain,
  enter,
  headers,
  type Lies,
  minutes,
  notAccepted,
  type Options,
  open,
  origin,
  type Provider,
  post,
  refusal,
  register,
  signInBy,
  startRegistration,
  startSignIn,
  stateOf,
  withPasskey,
} from './testing/index.ts'

const audited = async ({ db }: Provider) =>
  (await db.selectFrom('audit_log').select(['action', 'details']).orderBy('at').execute()).map(
    ({ action, details }) => ({ action, details: JSON.parse(details) }),
  )

describe('passkey', () => {
  test('a passkey is registered by a signed-in user, signs in, is renamed and removed', async () => {
    const provider = await open()
    const { userId, session } = await enter(provider)
    const options = JSON.parse(await startRegistration(provider, session))
    expect(options).toEqual({
      rp: { id: domain, name: (await provider.project()).name },
      user: { id: expect.stringMatching(/^[\w-]{43}$/), name: ada, displayName: '' },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      pubKeyCredParams: [-8, -7, -257].map(alg => ({ type: 'public-key', alg })),
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      attestation: 'none',
      extensions: { credProps: true },
    })

    const authenticator = createAuthenticator({ isBackupEligible: true, isBackedUp: true })
    const made = await register(provider, session, authenticator.create(JSON.stringify(options)))
    const id = String(made.data.webauthn_registration_id)
    const shown = {
      webauthn_registration_id: id,
      domain,
      user_agent: headers['User-Agent'],
      authenticator_type: '',
      verified: true,
      name: 'Chrome on Linux',
      discoverable: true,
      backed_up: true,
    }
    const factor = {
      type: 'webauthn',
      delivery_method: 'webauthn_registration',
      last_authenticated_at: new Date(provider.clock.now).toISOString(),
      webauthn_factor: {
        webauthn_registration_id: id,
        domain,
        user_agent: headers['User-Agent'],
        user_verified: true,
      },
    }
    expect(made).toMatchObject({ status: 200, data: { user_id: userId, user: { webauthn_registrations: [shown] } } })
    expect(made.data.session).toMatchObject({ authentication_factors: [{ type: 'password' }, factor] })
    expect((await readMailbox(provider, ada, 1))[0].subject).toContain('A passkey was added')

    provider.clock.now += 60_000
    const signedIn = await signInBy(provider, authenticator)
    expect(signedIn).toMatchObject({ status: 200, data: { user_id: userId, webauthn_registration_id: id } })
    expect(signedIn.data.session).toMatchObject({
      authentication_factors: [{ ...factor, last_authenticated_at: new Date(provider.clock.now).toISOString() }],
    })

    const own = { session: String(signedIn.data.session_token), headers }
    const renamed = await provider.sdk('PUT', `/webauthn/update/${id}`, { name: ' Ada’s key 🔑 ' }, own)
    expect(renamed).toMatchObject({ status: 200, data: { webauthn_registration: { ...shown, name: 'Ada’s key 🔑' } } })
    const removed = await provider.sdk('DELETE', `/users/webauthn_registrations/${id}`, undefined, own)
    expect(removed).toMatchObject({ status: 200, data: { __user: { webauthn_registrations: [] } } })
    expect(await signInBy(provider, authenticator)).toMatchObject(refusal('webauthn_registration_not_found'))
    // Other mails may follow, such as a new device notification.
    await expect
      .poll(async () => (await readMailbox(provider, ada, 2)).map(({ subject }) => subject))
      .toContainEqual(expect.stringContaining('A passkey was removed'))
    expect(await audited(provider)).toEqual(
      expect.arrayContaining([
        { action: 'passkey.registered', details: { webauthn_registration_id: id, domain } },
        { action: 'passkey.renamed', details: { webauthn_registration_id: id } },
        expect.objectContaining({ action: 'passkey.deleted' }),
      ]),
    )
  })

  test('passkey options follow the page’s request', async () => {
    const provider = await open()
    const { session } = await enter(provider)
    const linkOptions = {
      return_passkey_credential_options: false,
      authenticator_type: 'cross-platform',
      override_id: 'ada-at-work',
      override_name: 'ada',
      override_display_name: 'Ada L.',
      user_agent: 'Another',
    }
    expect(JSON.parse(await startRegistration(provider, session, linkOptions))).toMatchObject({
      user: { id: Buffer.from('ada-at-work').toString('base64url'), name: 'ada', displayName: 'Ada L.' },
      authenticatorSelection: { residentKey: 'discouraged', authenticatorAttachment: 'cross-platform' },
    })
  })

  test('existing passkeys are excluded so that an authenticator registers only one', async () => {
    const provider = await open()
    const { session, authenticator, id } = await withPasskey(provider, { lies: { transports: ['usb', 'nfc'] } })
    const known = [{ type: 'public-key', id: authenticator.credentialId, transports: ['usb', 'nfc'] }]
    const again = await startRegistration(provider, session)
    expect(JSON.parse(again).excludeCredentials).toEqual(known)
    expect(JSON.parse(await startSignIn(provider, session)).allowCredentials).toEqual(known)
    // An authenticator that makes one all the same cannot register it for another user.
    expect(await register(provider, session, authenticator.create(again))).toMatchObject(notAccepted)
    const bob = await enter(provider, 'bob@example.org')
    const copy = authenticator.create(await startRegistration(provider, bob.session))
    expect(await register(provider, bob.session, copy)).toMatchObject(notAccepted)
    const me = await provider.sdk('GET', '/users/me', undefined, { session })
    expect((me.data as User).webauthn_registrations.map(key => key.webauthn_registration_id)).toEqual([id])
  })

  test('a passkey re-authenticates its signed-in owner', async () => {
    const provider = await open()
    const { userId, authenticator } = await withPasskey(provider)
    const own = (await provider.signIn(userId)).session_token
    const started = await post(provider, 'authenticate/start/secondary', { domain }, { session: own })
    expect(started.data.user_id).toBe(userId)
    const confirmed = await authenticate(provider, authenticator.get(await startSignIn(provider, own)), {
      session: own,
    })
    expect(confirmed.data.session).toMatchObject({
      authentication_factors: [{ type: 'password' }, { type: 'webauthn' }],
    })
    const bob = await withPasskey(provider, { email: 'bob@example.org' })
    const other = bob.authenticator.get(await startSignIn(provider, String(confirmed.data.session_token)))
    expect(await authenticate(provider, other, { session: String(confirmed.data.session_token) })).toMatchObject(
      refusal('webauthn_registration_not_found'),
    )
  })

  test('a non-discoverable passkey does not count as a sign-in method', async () => {
    const provider = await open()
    const only = { return_passkey_credential_options: false }
    const { session, id } = await withPasskey(provider, { start: only })
    const me = await provider.sdk('GET', '/users/me', undefined, { session })
    expect(me.data).toMatchObject({ webauthn_registrations: [{ webauthn_registration_id: id, discoverable: false }] })
    await provider.db.updateTable('user_emails').set({ verified: 0 }).execute()
    const { emails } = me.data as User
    const remove = (path: string) => provider.sdk('DELETE', `/users/${path}`, undefined, { session })
    expect(await remove(`emails/${emails[0]?.email_id}`)).toMatchObject(refusal('cannot_delete_last_primary_factor'))
  })

  test('a passkey that is the last sign-in method cannot be removed', async () => {
    const provider = await open()
    const { session, id, emailId } = await withPasskey(provider)
    const remove = (path: string) => provider.sdk('DELETE', `/users/${path}`, undefined, { session })
    expect((await remove(`emails/${emailId}`)).status).toBe(200)
    await readMailbox(provider, ada, 2)
    const before = await stateOf(provider)
    expect(await remove(`webauthn_registrations/${id}`)).toMatchObject(refusal('cannot_delete_last_primary_factor'))
    expect(await stateOf(provider)).toBe(before)
  })

  test('a passkey registered before the mailbox was verified is removed at first verification', async () => {
    const provider = await open()
    const { emailId, session } = await enter(provider, ada, false)
    const stranger = createAuthenticator()
    const made = await register(provider, session, stranger.create(await startRegistration(provider, session)))
    expect(made.status).toBe(200)
    await provider.sdk('POST', '/otps/email/login_or_create', { email: ada })
    const [mail] = await readMailbox(provider, ada, 1)
    const token = /\b\d{6}\b/.exec(mail.text)?.[0]
    const proved = await provider.sdk('POST', '/otps/authenticate', { token, method_id: emailId, ...minutes })
    expect(proved).toMatchObject({ status: 200, data: { user: { webauthn_registrations: [] } } })
    expect(await signInBy(provider, stranger)).toMatchObject(refusal('webauthn_registration_not_found'))
    const own = { session: String(made.data.session_token) }
    expect(await provider.sdk('GET', '/users/me', undefined, own)).toMatchObject(refusal('session_not_found'))
  })

  test('a passkey beyond the account’s limit is rejected', async () => {
    const provider = await open()
    const { userId, session } = await withPasskey(provider)
    const [row] = await provider.db.selectFrom('passkeys').selectAll().execute()
    if (row === undefined) throw new Error('There is no passkey.')
    const more = Array.from({ length: 49 }, (_, n) => ({
      ...row,
      passkey_id: `${n}`,
      credential_id: `${n}`,
      user_id: userId,
    }))
    await provider.db.insertInto('passkeys').values(more).execute()
    expect(await post(provider, 'register/start', { domain }, { session })).toMatchObject(refusal('bad_request'))
  })
})

describe('passkey challenge', () => {
  const refusedSignIn = async (provider: Provider, credential: string, options: Options = {}) => {
    const before = await stateOf(provider)
    expect(await authenticate(provider, credential, options)).toMatchObject(notAccepted)
    expect(await stateOf(provider)).toBe(before)
  }
  const refusedRegistration = async (provider: Provider, session: string, credential: string) => {
    const before = await stateOf(provider)
    expect(await register(provider, session, credential)).toMatchObject(notAccepted)
    expect(await stateOf(provider)).toBe(before)
  }

  test('a passkey challenge expires after five minutes', async () => {
    const provider = await open()
    const { session, authenticator } = await withPasskey(provider)
    const made = createAuthenticator().create(await startRegistration(provider, session))
    const signed = authenticator.get(await startSignIn(provider))
    provider.clock.now += 300_000
    await refusedSignIn(provider, signed)
    await refusedRegistration(provider, session, made)
    const late = authenticator.get(await startSignIn(provider))
    provider.clock.now += 299_999
    expect((await authenticate(provider, late)).status).toBe(200)
  })

  test('a passkey challenge accepts one response', async () => {
    const provider = await open()
    const { session, authenticator } = await withPasskey(provider)
    const signed = authenticator.get(await startSignIn(provider))
    expect((await authenticate(provider, signed)).status).toBe(200)
    await refusedSignIn(provider, signed)
    const made = createAuthenticator().create(await startRegistration(provider, session))
    const first = await register(provider, session, made)
    expect(first.status).toBe(200)
    await refusedRegistration(provider, String(first.data.session_token), made)
  })

  test('a passkey challenge is bound to its ceremony, session, browser and project', async () => {
    const provider = await open()
    const { session, authenticator } = await withPasskey(provider)
    const challengeOf = (options: string) => JSON.parse(options).challenge as string
    const toRegister = challengeOf(await startRegistration(provider, session))
    const toSignIn = challengeOf(await startSignIn(provider))
    await refusedSignIn(provider, authenticator.get(await startSignIn(provider), { challenge: toRegister }))
    const options = await startRegistration(provider, session)
    await refusedRegistration(provider, session, createAuthenticator().create(options, { challenge: toSignIn }))

    const bob = await enter(provider, 'bob@example.org')
    await refusedRegistration(provider, bob.session, createAuthenticator().create(options))
    const ofSession = authenticator.get(await startSignIn(provider, session))
    await refusedSignIn(provider, ofSession)
    await refusedSignIn(provider, ofSession, { session: bob.session })

    const signed = authenticator.get(await startSignIn(provider))
    await refusedSignIn(provider, signed, { headers: { 'User-Agent': 'Another browser' } })
    const allowedOrigins = [origin, 'http://localhost:5002']
    await provider.configure({ allowedOrigins })
    await refusedSignIn(provider, signed, { headers: { Origin: 'http://localhost:5002' } })
    await refusedSignIn(provider, authenticator.get(await startSignIn(provider), { challenge: 'a'.repeat(43) }))

    const other = await createProject(provider.db, { name: 'Other', config: { allowedOrigins } }, provider.clock.now)
    const elsewhere = await provider.sdkOf(other.publicToken)(
      'POST',
      '/webauthn/authenticate',
      { public_key_credential: signed, ...minutes },
      { headers },
    )
    expect(elsewhere).toMatchObject(notAccepted)
    expect((await authenticate(provider, signed)).status).toBe(200)
  })
})

test.each<[string, Lies]>([
  ['the other ceremony', { type: 'webauthn.create' }],
  ['no ceremony', { type: '' }],
  ['a sibling of the domain', { origin: 'http://other.localhost:5000' }],
  ['another scheme', { origin: 'https://localhost:5000' }],
  ['another port', { origin: 'http://localhost:5003' }],
  ['another site', { origin: 'https://evil.example' }],
  ['a frame of another site', { crossOrigin: true }],
  ['a frame of a site that it names', { crossOrigin: true, topOrigin: 'https://evil.example' }],
  ['a frame of a site that it names, and does not say so', { topOrigin: origin }],
  ['another relying party', { rpId: 'evil.example' }],
])('%s is rejected at registration and at sign-in', async (_, lies) => {
  const provider = await open()
  const { session, authenticator } = await withPasskey(provider)
  const swapped = lies.type === 'webauthn.create' ? { type: 'webauthn.get' } : lies
  const made = createAuthenticator().create(await startRegistration(provider, session), swapped)
  const signed = authenticator.get(await startSignIn(provider), lies)
  const before = await stateOf(provider)
  expect(await register(provider, session, made)).toMatchObject(notAccepted)
  expect(await authenticate(provider, signed)).toMatchObject(notAccepted)
  expect(await stateOf(provider)).toBe(before)
})

test('another key’s signature and another account’s user handle are rejected; a missing handle is accepted', async () => {
  const provider = await open()
  const { authenticator } = await withPasskey(provider)
  const bob = await withPasskey(provider, { email: 'bob@example.org' })
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const sessions = () => provider.db.selectFrom('sessions').selectAll().orderBy('session_id').execute()
  const before = await sessions()
  const lies: Lies[] = [
    { key },
    { credentialId: bob.authenticator.credentialId },
    { userHandle: Buffer.from(bob.userId).toString('base64url') },
  ]
  for (const lie of lies) expect(await signInBy(provider, authenticator, lie)).toMatchObject(notAccepted)
  expect(await sessions()).toEqual(before)
  // A wrong signature does not mean that the passkey was copied.
  expect(await audited(provider)).not.toContainEqual(expect.objectContaining({ action: 'passkey.refused' }))
  const missing = await signInBy(provider, authenticator, { userHandle: null })
  expect(missing.status).toBe(200)
  const unknown = await signInBy(provider, createAuthenticator(), { userHandle: null })
  expect(unknown).toMatchObject(refusal('webauthn_registration_not_found'))
})

test.each([
  [7, 7],
  [7, 6],
  [7, 0],
])('a signature counter of %i followed by %i is rejected, logged, and reported to the owner', async (counter, next) => {
  const provider = await open()
  const { authenticator } = await withPasskey(provider, { lies: { counter } })
  const sessions = () => provider.db.selectFrom('sessions').select('session_id').execute()
  const before = await sessions()
  expect(await signInBy(provider, authenticator, { counter: next })).toMatchObject(notAccepted)
  expect(await sessions()).toEqual(before)
  const [entry] = await provider.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'passkey.refused')
    .execute()
  expect(JSON.parse(entry?.details ?? '')).toMatchObject({ reason: 'count_went_back', before: counter, now: next })
  const right = await signInBy(provider, authenticator, { counter: 9 })
  expect(right.status).toBe(200)
  const seen = await provider.sdk('GET', '/account/events', undefined, { session: String(right.data.session_token) })
  expect(seen.data.events).toContainEqual(expect.objectContaining({ action: 'passkey.refused' }))
  expect(await signInBy(provider, authenticator, { counter: 9 })).toMatchObject(notAccepted)
})

test('the backup-eligible flag of a passkey is fixed, and its backup state may change', async () => {
  const provider = await open()
  const { authenticator } = await withPasskey(provider, { lies: { isBackupEligible: true } })
  const unsynced = await signInBy(provider, authenticator)
  expect(unsynced).toMatchObject({ status: 200, data: { user: { webauthn_registrations: [{ backed_up: false }] } } })
  const synced = await signInBy(provider, authenticator, { isBackedUp: true })
  expect(synced.data).toMatchObject({ user: { webauthn_registrations: [{ backed_up: true }] } })
  expect(await signInBy(provider, authenticator, { isBackupEligible: false })).toMatchObject(notAccepted)
  expect(await signInBy(provider, authenticator, { isBackupEligible: false, isBackedUp: true })).toMatchObject(
    notAccepted,
  )
})

test('registration requires a session and the challenge of the same account', async () => {
  const provider = await open()
  const { session } = await enter(provider)
  const made = createAuthenticator().create(await startRegistration(provider, session))
  for (const path of ['register/start', 'register', 'authenticate/start/secondary', 'signals']) {
    const body = { domain, public_key_credential: made }
    expect(await post(provider, path, body)).toMatchObject(refusal('user_unauthenticated'))
  }
  const bob = await enter(provider, 'bob@example.org')
  const before = await stateOf(provider)
  expect(await register(provider, bob.session, made)).toMatchObject(notAccepted)
  expect(await stateOf(provider)).toBe(before)
})

test('a passkey keeps the name its owner gives it', async () => {
  const provider = await open()
  const { session, id } = await withPasskey(provider)
  const bob = await enter(provider, 'bob@example.org')
  const rename = (name: unknown, as = session) =>
    provider.sdk('PUT', `/webauthn/update/${id}`, { name }, { session: as, headers })
  const before = await stateOf(provider)
  expect(await rename('Mine', bob.session)).toMatchObject(refusal('webauthn_registration_not_found'))
  for (const name of [
    'x'.repeat(10_240),
    'x'.repeat(101),
    '<b>key</b>',
    '<script>',
    '',
    '  ',
    'a\nb',
    '\u0000',
    7,
    null,
    ['a'],
  ]) {
    expect((await rename(name)).status).toBe(400)
  }
  expect(await stateOf(provider)).toBe(before)
  expect((await rename('x'.repeat(100))).status).toBe(200)
})

test('renaming a passkey requires a session', async () => {
  const provider = await open()
  const start = async () => {
    const { status, data } = await post(provider, 'authenticate/start/primary', { domain })
    const { challenge, ...options } = JSON.parse(String(data.public_key_credential_request_options))
    return { status, user: data.user_id, options, length: String(challenge).length }
  }
  const before = await start()
  await withPasskey(provider)
  expect(await start()).toEqual(before)
  expect(before.user).toBe('')
  expect(before.options).toEqual({
    rpId: domain,
    timeout: 300_000,
    allowCredentials: [],
    userVerification: 'preferred',
  })
})

test('a passkey counts as two factors with user verification and as one without', async () => {
  const provider = await open()
  const { userId, authenticator, session } = await withPasskey(provider)
  const project_id = (await provider.project()).id
  const times = { last_step: 0, expires_at: provider.clock.now + 60_000, created_at: provider.clock.now }
  await provider.db
    .insertInto('totps')
    .values({ project_id, totp_id: 'totp', user_id: userId, secret: '', verified: 1, ...times })
    .execute()
  const sensitive = (as: string) => post(provider, 'register/start', { domain }, { session: as })
  const without = await signInBy(provider, authenticator, { isUserVerified: false })
  expect(without.data.session).toMatchObject({
    authentication_factors: [{ type: 'webauthn', webauthn_factor: { user_verified: false } }],
  })
  expect(await sensitive(String(without.data.session_token))).toMatchObject(refusal('insufficient_factors'))
  expect((await sensitive(session)).status).toBe(200)
  const verified = await signInBy(provider, authenticator)
  expect((await sensitive(String(verified.data.session_token))).status).toBe(200)
})

test('registering a passkey requires authentication that was recent when the challenge was issued', async () => {
  const provider = await open()
  const { session } = await enter(provider)
  provider.clock.now += 4 * 60_000
  const made = createAuthenticator().create(await startRegistration(provider, session))
  provider.clock.now += 4 * 60_000
  expect(await post(provider, 'register/start', { domain }, { session })).toMatchObject(refusal('stale_factors'))
  expect((await register(provider, session, made)).status).toBe(200)
})

test('an attestation with certificates is rejected before anything it references is fetched', async () => {
  const provider = await open()
  const { session } = await enter(provider)
  for (const fmt of ['packed', 'tpm', 'apple', 'android-key', 'android-safetynet', 'fido-u2f', 'of no kind']) {
    const attStmt = new Map<string, unknown>([['x5c', [new Uint8Array([1, 2, 3])]]])
    const made = createAuthenticator().create(await startRegistration(provider, session), {
      attestation: { fmt, attStmt },
    })
    expect(await register(provider, session, made)).toMatchObject(notAccepted)
  }
})

test('the RP ID must match an origin of the project', async () => {
  const provider = await open()
  const { session } = await enter(provider)
  for (const wrong of ['example.org', '127.0.0.1', 'localhost:5000', 'LOCALHOST']) {
    const refused = refusal('bad_domain_for_stytch_sdk')
    for (const path of ['register/start', 'authenticate/start/primary', 'authenticate/start/secondary', 'signals']) {
      expect(await post(provider, path, { domain: wrong }, { session })).toMatchObject(refused)
    }
  }
})

test('a passkey works on its own domain only', async () => {
  const provider = await open()
  const { authenticator } = await withPasskey(provider)
  await provider.configure({ allowedOrigins: [origin, 'https://app.example.org'] })
  const signed = authenticator.get(await startSignIn(provider, null, { domain: 'app.example.org' }))
  const before = await stateOf(provider)
  expect(await authenticate(provider, signed)).toMatchObject(refusal('webauthn_registration_not_found'))
  expect(await stateOf(provider)).toBe(before)
})

test('the browser’s passkey list is updated with current passkeys, without removed ones', async () => {
  const provider = await open()
  const { session, authenticator, id } = await withPasskey(provider)
  const signals = async () => (await post(provider, 'signals', { domain }, { session })).data.signals
  const told = { user_handle: expect.stringMatching(/^[\w-]{43}$/), name: ada, display_name: '' }
  expect(await signals()).toEqual([{ ...told, credential_ids: [authenticator.credentialId] }])
  await provider.sdk('DELETE', `/users/webauthn_registrations/${id}`, undefined, { session })
  expect(await signals()).toEqual([{ ...told, credential_ids: [] }])
})

test('related origins are served at the project’s well-known URL', async () => {
  const provider = await open()
  const allowedOrigins = ['https://example.org', 'https://example.com']
  const ask = async (url: string) => {
    const answer = await provider.app.request(url)
    const cached = answer.headers.get('Cache-Control')
    return answer.status === 200 ? { status: 200, cached, body: await answer.json() } : { status: answer.status }
  }
  const path = '/.well-known/webauthn'
  const own = `https://identity.example.org${path}`
  expect(await ask(own)).toEqual({ status: 404 })
  await provider.configure({ allowedOrigins, cnameDomain: 'identity.example.org' })
  const told = { status: 200, cached: 'public, max-age=300', body: { origins: allowedOrigins } }
  expect(await ask(own)).toEqual(told)
  expect(await ask(own.replace('.org', '.org:8443'))).toEqual(told)
  const named = `${provider.settings.identity.origin}/v1/public/webauthn/${provider.publicToken}${path}`
  expect(await ask(named)).toEqual(told)
  expect(await ask(named.replace(provider.publicToken, 'another'))).toEqual({ status: 404 })
  await provider.configure({ cnameDomain: 'identity.example.org:8443' })
  expect(await ask(own)).toEqual({ status: 404 })
  expect(await ask(own.replace('.org', '.org:8443'))).toEqual(told)
})

describeStore<Tables>('passkeys', migrations, (openStore, store: StoreUnderTest) => {
  const onEngine = async () => {
    const { url } = store.placeOf(await openStore())
    return open(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
  }
  const twenty = <Result>(act: () => Promise<Result>) => Promise.all(Array.from({ length: 20 }, act))
  const succeeded = (answers: readonly Answered[]) => answers.filter(({ status }) => status === 200)

  test('twenty concurrent responses to one challenge create one session or one passkey', async () => {
    const provider = await onEngine()
    const { session, authenticator } = await withPasskey(provider)
    const count = async (table: 'sessions' | 'passkeys') =>
      (await provider.db.selectFrom(table).select('project_id').execute()).length
    const sessions = await count('sessions')
    const signed = authenticator.get(await startSignIn(provider))
    const signIns = await twenty(() => authenticate(provider, signed))
    expect(succeeded(signIns)).toHaveLength(1)
    for (const answer of signIns.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(notAccepted)
    expect(await count('sessions')).toBe(sessions + 1)

    // Each makes a passkey of its own, so that none conflicts with another.
    const options = await startRegistration(provider, session)
    const made = Array.from({ length: 20 }, () => createAuthenticator().create(options))
    let next = 0
    // The first one that succeeds renews the token of the session.
    const registrations = await twenty(() => register(provider, session, made[next++] ?? ''))
    expect(succeeded(registrations)).toHaveLength(1)
    for (const { status } of registrations) expect(status).toBeLessThan(500)
    expect(await count('passkeys')).toBe(2)
  })

  test('twenty concurrent responses with the same signature counter create one session', async () => {
    const provider = await onEngine()
    const { authenticator } = await withPasskey(provider, { lies: { counter: 1 } })
    const signed = await twenty(async () => authenticator.get(await startSignIn(provider), { counter: 2 }))
    let next = 0
    expect(succeeded(await twenty(() => authenticate(provider, signed[next++] ?? '')))).toHaveLength(1)
  })
})
