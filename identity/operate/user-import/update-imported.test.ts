import { describe, expect, test } from 'vitest'
import { emails, phoneNumbers } from '../../accounts/contacts/attach.ts'
import { updateUser } from '../../accounts/users/index.ts'
import { findPassword } from '../../factors/passwords/index.ts'
import { addConfirmedTotp } from '../../factors/totps/store.ts'
import { appSecret, importing } from './testing/index.ts'

/** In a report that is matched in part. */
const none = expect.toSatisfy((counts: object) => Object.keys(counts).length === 0)

const hashOf = (letter: string) => `$2b$10$${letter.repeat(53)}`
const proved = (address: string) => ({ address, verified: true })
const unproved = (address: string) => ({ address, verified: false })
const ada = { id: '1', emails: [proved('ada@x.example')] }
const name = (first: string) => ({ first, middle: 'King', last: 'Lovelace' })
const unchanged = { imported: 0, updated: 0, unchanged: 1, kept: none, not_kept: none }
const updated = { imported: 0, updated: 1, unchanged: 0 }

describe('user-provided data', () => {
  const parts = [
    ['a name', { name: name('Ada') }, { name: name('Augusta') }, 'name'],
    ['metadata', { trustedMetadata: { a: 1 } }, { trustedMetadata: { a: 2 } }, 'trusted_metadata'],
    ['metadata', { untrustedMetadata: { a: 1 } }, { untrustedMetadata: { a: 2 } }, 'untrusted_metadata'],
    ['roles', { roles: ['moderator'] }, { roles: ['helper', 'moderator'] }, 'roles'],
  ] as const

  test.each(parts)('%s: replaced when the file changed: %j', async (_, before, after, field) => {
    const { bringIn, read } = await importing()
    await bringIn([{ ...ada, ...before }])
    expect(await bringIn([{ ...ada, ...after }])).toMatchObject({ ...updated, not_kept: none })
    const changed = (await read('ada@x.example'))?.[field]
    // Written values are recognized next time. Repeating the previous entry exactly would change nothing.
    expect(await bringIn([{ ...ada, ...before, createdAt: 1 }])).toMatchObject({ ...updated, not_kept: none })
    const back = (await read('ada@x.example'))?.[field]
    expect(back).not.toEqual(changed)
    expect([changed, back]).toEqual(
      {
        name: ['Augusta', 'Ada'].map(first => ({ first_name: first, middle_name: 'King', last_name: 'Lovelace' })),
        trusted_metadata: [{ a: 2 }, { a: 1 }],
        untrusted_metadata: [{ a: 2 }, { a: 1 }],
        roles: [
          ['stytch_user', 'helper', 'moderator'],
          ['stytch_user', 'moderator'],
        ],
      }[field],
    )
  })

  test.each(parts)('%s: kept when the file no longer contains it: %j', async (_, before, __, field) => {
    const { bringIn, read } = await importing()
    await bringIn([{ ...ada, ...before }])
    const was = (await read('ada@x.example'))?.[field]
    expect(await bringIn([{ ...ada, phoneNumbers: [] }])).toMatchObject(unchanged)
    expect((await read('ada@x.example'))?.[field]).toEqual(was)
  })

  test.each([
    ['a name', { name: { first_name: 'B' } }, { name: name('Augusta') }, 'name'],
    ['metadata', { trustedMetadata: { b: 1 } }, { trustedMetadata: { a: 2 } }, 'trusted_metadata'],
    ['metadata', { untrustedMetadata: { b: 1 } }, { untrustedMetadata: { a: 2 } }, 'untrusted_metadata'],
    ['roles', { roles: [] }, { roles: ['helper', 'moderator'] }, 'roles'],
  ] as const)('%s: kept when it was changed here: %j', async (words, change, after, field) => {
    const { bringIn, read, db, clock, userIdOf, projectId } = await importing()
    const before = { name: name('Ada'), trustedMetadata: { a: 1 }, untrustedMetadata: { a: 1 }, roles: ['moderator'] }
    await bringIn([{ ...ada, ...before }])
    const userId = await userIdOf('ada@x.example')
    await db.transaction().execute(tx => updateUser(tx, projectId, userId, change, clock.now))
    const here = (await read('ada@x.example'))?.[field]
    expect(await bringIn([{ ...ada, ...before, ...after }])).toMatchObject({
      ...unchanged,
      not_kept: { [`${words} that changed here since the last import`]: 1 },
    })
    expect((await read('ada@x.example'))?.[field]).toEqual(here)
  })

  test('an unchanged entry is not reported as a change again', async () => {
    const { bringIn, db, clock, userIdOf, projectId } = await importing()
    await bringIn([{ ...ada, name: name('Ada') }])
    const userId = await userIdOf('ada@x.example')
    const change = { name: { first_name: 'B' } }
    await db.transaction().execute(tx => updateUser(tx, projectId, userId, change, clock.now))
    await bringIn([{ ...ada, name: name('Augusta') }])
    expect(await bringIn([{ ...ada, name: name('Augusta') }])).toMatchObject(unchanged)
    expect(await bringIn([{ ...ada, name: name('Ada') }])).toMatchObject(unchanged)
  })
})

describe('imported password', () => {
  const open = async () => {
    const opened = await importing()
    const { db, projectId, userIdOf } = opened
    const hash = async () => (await findPassword(db, projectId, await userIdOf('ada@x.example')))?.hash ?? null
    return { ...opened, hash }
  }

  test('a password is added, and replaced when the file changes it', async () => {
    const { bringIn, hash } = await open()
    await bringIn([ada])
    for (const letter of ['a', 'b']) {
      const report = await bringIn([{ ...ada, passwordHash: hashOf(letter) }])
      expect(report).toMatchObject({ ...updated, kept: { passwords: 1 }, not_kept: none })
      expect(await hash()).toBe(hashOf(letter))
    }
    expect(await bringIn([{ ...ada, passwordHash: hashOf('b'), createdAt: 1 }])).toMatchObject(unchanged)
    expect(await bringIn([{ ...ada, createdAt: 1 }])).toMatchObject(unchanged)
    expect(await hash()).toBe(hashOf('b'))
  })

  test.each([
    ['set', null],
    ['replaced', hashOf('a')],
  ])('a password that was %s here takes precedence', async (_, before) => {
    const { bringIn, setHash, hash } = await open()
    await bringIn([{ ...ada, passwordHash: before }])
    await setHash('ada@x.example', hashOf('c'))
    const report = await bringIn([{ ...ada, passwordHash: hashOf('b') }])
    expect(report).toMatchObject({
      ...unchanged,
      not_kept: { 'a password that changed here since the last import': 1 },
    })
    expect(await hash()).toBe(hashOf('c'))
  })

  test('a password replaced here does not block importing the same one again', async () => {
    const { bringIn, setHash, hash } = await open()
    await bringIn([{ ...ada, passwordHash: hashOf('a') }])
    await setHash('ada@x.example', hashOf('c'))
    expect(await bringIn([{ ...ada, passwordHash: hashOf('a'), createdAt: 1 }])).toMatchObject(unchanged)
    expect(await hash()).toBe(hashOf('c'))
  })
})

describe('imported address', () => {
  const addressesOf = (user: { emails: readonly { email: string; verified: boolean }[] } | null) =>
    user?.emails.map(({ email, verified }) => [email, verified])

  test('a verified address is added once', async () => {
    const { bringIn, read, db, projectId, userIdOf, clock } = await importing()
    await bringIn([ada])
    clock.now += 1_000
    const both = { ...ada, emails: [...ada.emails, proved('b@x.example')] }
    expect(await bringIn([both])).toMatchObject({ ...updated, kept: { addresses: 1 }, not_kept: none })
    expect(addressesOf(await read('ada@x.example'))).toEqual([
      ['ada@x.example', true],
      ['b@x.example', true],
    ])
    const user = await read('b@x.example')
    const userId = await userIdOf('ada@x.example')
    const id = user?.emails[1]?.email_id ?? ''
    await db.transaction().execute(tx => emails.remove(tx, projectId, userId, id))
    expect(await bringIn([{ ...both, createdAt: 1 }])).toMatchObject(unchanged)
    expect(addressesOf(await read('ada@x.example'))).toEqual([['ada@x.example', true]])
  })

  test('an unverified address is not added', async () => {
    const { bringIn, read } = await importing()
    await bringIn([ada])
    expect(await bringIn([{ ...ada, emails: [unproved('b@x.example')] }])).toMatchObject({
      ...unchanged,
      not_kept: { 'one of the addresses that was never confirmed': 1 },
    })
    expect(await read('b@x.example')).toBeNull()
    // It was not written, so that it is added once it is proved.
    expect(await bringIn([{ ...ada, emails: [proved('b@x.example')] }])).toMatchObject(updated)
  })

  test('another user’s address stays there', async () => {
    const { bringIn, read, addUser } = await importing()
    const { userId } = await addUser('b@x.example')
    await bringIn([ada])
    expect(await bringIn([{ ...ada, emails: [...ada.emails, proved('b@x.example')] }])).toMatchObject({
      ...unchanged,
      not_kept: { 'one of the addresses that another user has': 1 },
    })
    expect((await read('b@x.example'))?.user_id).toBe(userId)
  })

  test('an address becomes verified when a later file marks it as such', async () => {
    const { bringIn, read } = await importing()
    await bringIn([{ ...ada, emails: [unproved('ada@x.example')] }])
    expect(addressesOf(await read('ada@x.example'))).toEqual([['ada@x.example', false]])
    expect(await bringIn([ada])).toMatchObject({ ...updated, kept: none, not_kept: none })
    expect(addressesOf(await read('ada@x.example'))).toEqual([['ada@x.example', true]])
    expect(await bringIn([{ ...ada, createdAt: 1 }])).toMatchObject(unchanged)
    expect(await bringIn([{ ...ada, emails: [unproved('ada@x.example')], createdAt: 1 }])).toMatchObject(unchanged)
    expect(addressesOf(await read('ada@x.example'))).toEqual([['ada@x.example', true]])
  })

  test('an address the user added here stays as it is', async () => {
    const { bringIn, read, db, owner, userIdOf, clock } = await importing()
    await bringIn([ada])
    const userId = await userIdOf('ada@x.example')
    const value = 'b@x.example' as Parameters<typeof emails.claim>[3]
    await db.transaction().execute(tx => emails.claim(tx, owner, userId, value, false, clock.now + 1))
    expect(await bringIn([{ ...ada, emails: [...ada.emails, proved('b@x.example')] }])).toMatchObject(unchanged)
    expect(addressesOf(await read('ada@x.example'))).toEqual([
      ['ada@x.example', true],
      ['b@x.example', false],
    ])
  })
})

test('a phone number is added like an address', async () => {
  const { bringIn, read, addUser, db, owner, clock } = await importing()
  const { userId } = await addUser('b@x.example')
  await db.transaction().execute(tx => phoneNumbers.claim(tx, owner, userId, '+41446681801', true, clock.now))
  await bringIn([ada])
  const numbers = ['+41446681800', '+41446681801'].map(number => ({ number, verified: true }))
  expect(await bringIn([{ ...ada, phoneNumbers: numbers }])).toMatchObject({
    ...updated,
    kept: { 'phone numbers': 1 },
    not_kept: { 'one of the phone numbers that another user has': 1 },
  })
  expect((await read('ada@x.example'))?.phone_numbers).toMatchObject([{ phone_number: '+41446681800', verified: true }])
})

test('a link is added once, and another user’s link stays there', async () => {
  const { bringIn, read, db } = await importing()
  const link = (subject: string) => ({ provider: 'google', subject })
  await bringIn([ada, { id: '2', emails: [proved('b@x.example')], links: [link('2')] }])
  expect(await bringIn([{ ...ada, links: [link('1'), link('2')] }])).toMatchObject({
    ...updated,
    kept: { links: 1 },
    not_kept: { 'a link to an account that another user is linked to': 1 },
  })
  expect((await read('ada@x.example'))?.providers).toMatchObject([{ provider_subject: '1' }])
  await db.deleteFrom('oauth_registrations').where('subject', '=', '1').execute()
  expect(await bringIn([{ ...ada, links: [link('1')] }])).toMatchObject(unchanged)
  expect((await read('ada@x.example'))?.providers).toEqual([])
})

describe('an authenticator app', () => {
  const withApp = { ...ada, authenticator: appSecret }

  test('an authenticator app is added once', async () => {
    const { bringIn, read, db } = await importing()
    await bringIn([ada])
    expect(await bringIn([withApp])).toMatchObject({ ...updated, kept: { 'authenticator apps': 1 } })
    expect((await read('ada@x.example'))?.totps).toMatchObject([{ verified: true }])
    await db.deleteFrom('totps').execute()
    // Another thing that changes keeps in mind that it was added.
    expect(await bringIn([{ ...ada, name: name('Ada') }])).toMatchObject(updated)
    expect(await bringIn([{ ...withApp, createdAt: 1, name: name('Ada') }])).toMatchObject(unchanged)
    expect((await read('ada@x.example'))?.totps).toEqual([])
  })

  test('an app is not added next to one set up here', async () => {
    const { bringIn, read, db, owner, userIdOf, sealer, clock } = await importing()
    await bringIn([ada])
    const userId = await userIdOf('ada@x.example')
    await db.transaction().execute(tx => addConfirmedTotp(tx, owner, userId, appSecret, sealer, clock.now))
    expect(await bringIn([withApp])).toMatchObject({
      ...unchanged,
      not_kept: { 'an authenticator app that changed here since the last import': 1 },
    })
    expect((await read('ada@x.example'))?.totps).toHaveLength(1)
  })

  test('an app is added next to one started here and never confirmed', async () => {
    const { bringIn, read, db, owner, userIdOf, sealer, clock } = await importing()
    await bringIn([ada])
    const userId = await userIdOf('ada@x.example')
    await db.transaction().execute(tx => addConfirmedTotp(tx, owner, userId, appSecret, sealer, clock.now))
    await db.updateTable('totps').set({ verified: 0 }).execute()
    expect(await bringIn([withApp])).toMatchObject({ ...updated, kept: { 'authenticator apps': 1 } })
    expect((await read('ada@x.example'))?.totps.some(({ verified }) => verified)).toBe(true)
  })
})
