import { describe, expect, test } from 'vitest'
import { phoneNumbers } from '../../accounts/contacts/attach.ts'
import { findPassword } from '../../factors/passwords/index.ts'
import { appSecret, importing } from './testing/index.ts'

/** In a report that is matched in part. */
const none = expect.toSatisfy((counts: object) => Object.keys(counts).length === 0)

const proved = (address: string) => ({ address, verified: true })
const number = { number: '+41446681800', verified: true }

test('a new imported user has all data of the file and counts as active', async () => {
  const { bringIn, read, db, projectId, sealer } = await importing()
  const hash = `$2b$10$${'a'.repeat(53)}`
  const report = await bringIn([
    {
      ...{ id: '1', emails: [proved('b@x.example'), proved('a@x.example')], phoneNumbers: [number] },
      ...{ name: { first: 'Ada', middle: 'King', last: 'Lovelace' }, passwordHash: hash, roles: ['moderator'] },
      ...{ trustedMetadata: { a: 1 }, untrustedMetadata: { b: 2 }, createdAt: 1_614_962_068_417 },
      ...{ links: [{ provider: 'google', subject: '7' }], authenticator: appSecret },
    },
  ])
  expect(report).toMatchObject({
    imported: 1,
    kept: { addresses: 2, 'phone numbers': 1, passwords: 1, links: 1, 'authenticator apps': 1 },
    not_kept: none,
  })
  const user = await read('b@x.example')
  expect(user).toMatchObject({
    external_id: '1',
    name: { first_name: 'Ada', middle_name: 'King', last_name: 'Lovelace' },
    emails: [
      { email: 'b@x.example', verified: true },
      { email: 'a@x.example', verified: true },
    ],
    phone_numbers: [{ phone_number: '+41446681800', verified: true }],
    roles: ['stytch_user', 'moderator'],
    trusted_metadata: { a: 1 },
    untrusted_metadata: { b: 2 },
    created_at: '2021-03-05T16:34:28.417Z',
    status: 'active',
    totps: [{ verified: true }],
    providers: [{ provider_subject: '7' }],
  })
  expect((await findPassword(db, projectId, user?.user_id ?? ''))?.hash).toBe(hash)
  const link = await db.selectFrom('oauth_registrations').selectAll().executeTakeFirstOrThrow()
  expect(link).toMatchObject({ provider: 'google', authority: 'google.example', profile_picture_url: '', locale: '' })
  const row = { table: 'oauth_registrations', projectId, id: link.registration_id }
  expect(JSON.parse(sealer.open(link.provider_values, row))).toEqual({
    ...{ access_token: '', id_token: '', refresh_token: '', scopes: [], expires_at: '', email: '' },
  })
  expect(await db.selectFrom('users').select('signed_in_at').execute()).toEqual([{ signed_in_at: null }])
})

test('a user with only a phone number has no other data', async () => {
  const { bringIn, db } = await importing()
  const report = await bringIn([{ phoneNumbers: [{ ...number, verified: false }] }])
  expect(report.kept).toEqual({ 'phone numbers': 1 })
  const [row] = await db.selectFrom('users').selectAll().execute()
  expect(row).toMatchObject({ first_name: '', external_id: null })
  expect(await db.selectFrom('password_hashes').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('totps').selectAll().execute()).toEqual([])
})

describe('matching imported users', () => {
  test('a user is matched by id even with a different address', async () => {
    const { bringIn, read } = await importing()
    await bringIn([{ id: '1', emails: [proved('a@x.example')] }])
    expect(await bringIn([{ id: '1', emails: [proved('b@x.example')] }])).toMatchObject({ imported: 0, updated: 1 })
    expect((await read('a@x.example'))?.user_id).toBe((await read('b@x.example'))?.user_id)
  })

  test.each([
    ['address', { emails: [proved('a@x.example')] }],
    ['number', { phoneNumbers: [number] }],
  ])('a user is matched by %s, from a file of another format too', async (_, contact) => {
    const { bringIn } = await importing()
    await bringIn([{ id: '1', ...contact }])
    expect(await bringIn([contact])).toMatchObject({ imported: 0, unchanged: 1 })
    const added = { ...contact, trustedMetadata: { a: 1 } }
    expect(await bringIn([added], { format: 'csv' })).toMatchObject({ imported: 0, updated: 1 })
  })

  test('a user is matched by address before phone number', async () => {
    const { bringIn, read } = await importing()
    await bringIn([
      { id: '1', emails: [proved('a@x.example')] },
      { id: '2', phoneNumbers: [number] },
    ])
    const both = { emails: [proved('a@x.example')], phoneNumbers: [number], trustedMetadata: { a: 1 } }
    expect(await bringIn([both])).toMatchObject({
      updated: 1,
      not_kept: { 'one of the phone numbers that another user has': 1 },
    })
    expect(await read('a@x.example')).toMatchObject({ external_id: '1', trusted_metadata: { a: 1 }, phone_numbers: [] })
  })

  test('a user deleted here is not imported again', async () => {
    const { bringIn, userIdOf, core, db, projectId } = await importing()
    const ada = { id: '1', emails: [proved('a@x.example')] }
    await bringIn([ada])
    const userId = await userIdOf('a@x.example')
    await db.transaction().execute(tx => core.users.delete(tx, projectId, userId))
    expect(await bringIn([{ ...ada, left: ['a wallet'] }])).toMatchObject({
      ...{ imported: 0, updated: 0, unchanged: 0, deleted_here: 1, kept: none, not_kept: none },
    })
  })
})

describe('import conflicts', () => {
  test('no user is created with a taken id', async () => {
    const { bringIn, read } = await importing()
    await bringIn([{ id: '1', emails: [proved('a@x.example')] }])
    const report = await bringIn([{ id: '1', emails: [proved('b@x.example')] }], { format: 'auth0' })
    expect(report).toMatchObject({ imported: 0, skipped: [{ line: 1, reason: 'the external_id is taken' }] })
    expect(await read('b@x.example')).toBeNull()
  })

  test('no user is created with a taken address, and the earlier address is released', async () => {
    const { bringIn, addUser, read } = await importing()
    const { userId } = await addUser('a@x.example')
    const report = await bringIn([{ emails: [proved('b@x.example'), proved('a@x.example')] }])
    expect(report).toMatchObject({ imported: 0, skipped: [{ line: 1, reason: 'the email is taken' }] })
    expect(await read('b@x.example')).toBeNull()
    expect((await read('a@x.example'))?.user_id).toBe(userId)
  })

  test('no user is created with a taken number, and address and number are released', async () => {
    const { bringIn, addUser, db, owner, clock } = await importing()
    const { userId } = await addUser('a@x.example')
    await db.transaction().execute(tx => phoneNumbers.claim(tx, owner, userId, number.number, true, clock.now))
    const other = { number: '+41446681802', verified: true }
    const report = await bringIn([{ emails: [proved('b@x.example')], phoneNumbers: [other, number] }])
    expect(report).toMatchObject({ imported: 0, skipped: [{ line: 1, reason: 'the phone_number is taken' }] })
    expect(await db.selectFrom('user_emails').select('user_id').execute()).toEqual([{ user_id: userId }])
    expect(await db.selectFrom('user_phone_numbers').select('user_id').execute()).toEqual([{ user_id: userId }])
  })

  test('an add-only entry creates no user unless it has an address', async () => {
    const { bringIn } = await importing()
    const adding = { id: '1', onlyAdds: true, links: [{ provider: 'google', subject: '7' }] }
    expect((await bringIn([adding])).skipped).toEqual([
      { line: 1, reason: 'adds to a user who is not here: bring in the users first' },
    ])
    expect(await bringIn([{ ...adding, emails: [proved('a@x.example')] }])).toMatchObject({ imported: 1 })
  })
})

test('a link to a taken provider account is skipped, and the user is created', async () => {
  const { bringIn } = await importing()
  const links = [{ provider: 'google', subject: '7' }]
  await bringIn([{ emails: [proved('a@x.example')], links }])
  expect(await bringIn([{ emails: [proved('b@x.example')], links }])).toMatchObject({
    imported: 1,
    kept: { addresses: 1 },
    not_kept: { 'a link to an account that another user is linked to': 1 },
  })
})

test('each value of a new user is remembered for the next import', async () => {
  const { bringIn } = await importing()
  const user = {
    ...{ id: '1', emails: [proved('a@x.example')], phoneNumbers: [number], authenticator: appSecret },
    ...{ links: [{ provider: 'google', subject: '7' }], name: { first: 'A', middle: '', last: '' } },
    ...{ trustedMetadata: { a: 1 }, untrustedMetadata: { b: 1 }, roles: ['moderator'] },
  }
  await bringIn([user])
  expect(await bringIn([user])).toMatchObject({ unchanged: 1 })
  const other = {
    ...user,
    ...{ name: { first: 'B', middle: '', last: '' }, roles: ['helper', 'moderator'] },
    ...{ trustedMetadata: { a: 2 }, untrustedMetadata: { b: 2 }, passwordHash: `$2b$10$${'a'.repeat(53)}` },
  }
  expect(await bringIn([other])).toMatchObject({ updated: 1, kept: { passwords: 1 }, not_kept: none })
})
