import { describeStore } from '@corroborate/server-kit/testing'
import type { EmailAddress } from '@corroborate/wire/email'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Database, Tables } from '../../platform/database/index.ts'
import { createProject, type Project } from '../../projects/index.ts'
import { emails, phoneNumbers } from '../contacts/attach.ts'
import { createUser } from '../users/index.ts'
import { findUsers, listedUsers, waysOf } from './find-users.ts'

const now = 1_800_000_000_000

/** Encodes the cursor at which a page ended. */
const placeOf = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url')

type Somebody = { first?: string; last?: string; email?: string; phone?: string; externalId?: string; at?: number }

const add = (db: Database, project: Project, { first, last, email, phone, externalId, at = now }: Somebody) =>
  db.transaction().execute(async tx => {
    const user = { firstName: first ?? '', lastName: last ?? '', externalId: externalId ?? null }
    const userId = await createUser(tx, project, user, at)
    if (email !== undefined) await emails.claim(tx, project, userId, email as EmailAddress, true, at)
    if (phone !== undefined) await phoneNumbers.claim(tx, project, userId, phone, false, at)
    return userId
  })

describeStore<Tables>('users are found', migrations, open => {
  const setUp = async () => {
    const db = await open()
    const project = await createProject(db, { name: 'Test' }, now)
    const ids: string[] = []
    for (const somebody of [
      {
        first: 'Ada',
        last: 'Lovelace',
        email: 'ada@example.org',
        phone: '+442079460958',
        externalId: '42',
        at: now + 1,
      },
      { first: 'Adam', last: 'Smith', email: 'smith@example.org', at: now + 2 },
      { first: 'Zoe', last: 'Adams', email: 'a_da@example.org', phone: '+442079461111', at: now + 3 },
      { email: 'adb@example.org', at: now + 4 },
    ])
      ids.push(await add(db, project, somebody))
    const other = await createProject(db, { name: 'Other' }, now)
    await add(db, other, { first: 'Ada', last: 'Ada', email: 'ada@example.org', phone: '+442079460958' })
    const find = async (text: string, limit = 10) => {
      const found: string[][] = []
      let after: string | null = null
      do {
        const page = await findUsers(db, project.id, { text, after, limit })
        found.push(page.users.map(({ userId }) => String(ids.indexOf(userId))))
        after = page.next
        // Pages that go on for ever are a mistake, too.
      } while (after !== null && found.length < 99)
      return found
    }
    return { db, project, ids, find }
  }

  test('an empty search lists all users newest first, page by page, including equal timestamps', async () => {
    const { db, project, find } = await setUp()
    expect(await find('')).toEqual([['3', '2', '1', '0']])
    expect(await find('', 3)).toEqual([['3', '2', '1'], ['0']])
    expect(await find('', 4)).toEqual([['3', '2', '1', '0']])
    for (let n = 0; n < 7; n++) await add(db, project, { at: now + 9 })
    expect((await find('', 2)).flat()).toHaveLength(11)
    expect(new Set((await find('', 2)).flat()).size).toBe(5)
  })

  test.each([
    ['ada@', [['0']]],
    ['ADA@Example.org', [['0']]],
    ['a_da', [['2']]],
    ['+44 20 7946', [['0', '2']]],
    ['+442079461', [['2']]],
    ['42', [['0']]],
    ['smith', [['1']]],
    ['SMI', [['1']]],
    ['ada lov', [['0']]],
    ['  ada   lov ', [['0']]],
    ['ada smith', [[]]],
    ['love', [['0']]],
    ['nobody', [[]]],
    ['%', [[]]],
    ['_', [[]]],
  ])('users are found by prefix (%s), in their own project only', async (text, found) => {
    const { find } = await setUp()
    expect(await find(text)).toEqual(found)
  })

  test('email matches come before name matches, and each continues where its page ended', async () => {
    const { ids, project, db, find } = await setUp()
    const first = await findUsers(db, project.id, { text: ids[1] ?? '', after: null, limit: 5 })
    expect(first.users.map(({ emails }) => emails[0]?.value)).toEqual(['smith@example.org'])
    expect(await find('ad')).toEqual([['0', '3', '2', '1']])
    expect((await find('ad', 1)).flat()).toEqual(['0', '3', '2', '0', '1'])
  })

  test('an id match is returned once, then name matches, page by page', async () => {
    const { db, project, ids, find } = await setUp()
    ids.push(await add(db, project, { externalId: 'adam', at: now + 5 }))
    expect((await find('adam', 1)).flat()).toEqual(['4', '2', '1'])
  })

  test('each user is returned with their own emails and phone numbers', async () => {
    const { db, project } = await setUp()
    const { users } = await findUsers(db, project.id, { text: '+4420', after: null, limit: 10 })
    const shown = users.map(({ emails: mails, phoneNumbers: phones }) =>
      [...mails, ...phones].map(({ value }) => value),
    )
    expect(shown).toEqual([
      ['ada@example.org', '+442079460958'],
      ['a_da@example.org', '+442079461111'],
    ])
  })

  test('an invalid cursor starts from the beginning', async () => {
    const { db, project } = await setUp()
    for (const after of [
      'x',
      Buffer.from('["age","no"]').toString('base64url'),
      Buffer.from('["email",["z"]]').toString('base64url'),
    ]) {
      const { users } = await findUsers(db, project.id, { text: '', after, limit: 10 })
      expect(users).toHaveLength(4)
    }
  })

  test.each([
    ['', ['age', [-1, 'x']]],
    ['', ['age', [1.5, 'x']]],
    ['', ['age', [1, 'x\0']]],
    ['', ['age', [1]]],
    ['ad', ['email', ['z\0']]],
    ['ad', ['email', ['z', 'z']]],
    ['ad', ['last', ['z\0', 'x']]],
    ['ad', ['last', ['z', 'x\0']]],
    ['ad', ['last', ['z']]],
    ['ad', ['full', ['z', 'x']]],
    ['ad', ['age', [1, 'x']]],
    ['ad', ['nickname', ['z']]],
  ])('a search for %j with a foreign cursor returns every match: %j', async (text, place) => {
    const { db, project } = await setUp()
    const { users } = await findUsers(db, project.id, { text, after: placeOf(place), limit: 10 })
    expect(users).toHaveLength(4)
  })

  test('users are found by id even with the cursor of another search', async () => {
    const { db, project } = await setUp()
    const { users } = await findUsers(db, project.id, { text: '42', after: placeOf(['phone', ['+44']]), limit: 10 })
    expect(users).toHaveLength(1)
  })

  test('a cursor of the same search returns the users after it', async () => {
    const { db, project } = await setUp()
    const from = async (text: string, place: unknown) => {
      const { users } = await findUsers(db, project.id, { text, after: placeOf(place), limit: 10 })
      return users.map(({ name, emails: [email] }) => name || email?.value)
    }
    expect(await from('', ['age', [0, 'x']])).toEqual([])
    expect(await from('', ['age', [now + 2, 'a']])).toEqual(['Ada Lovelace'])
    expect(await from('ad', ['email', ['z']])).toEqual(['Zoe Adams', 'Ada Lovelace', 'Adam Smith'])
    expect(await from('ad', ['last', ['z', 'x']])).toEqual(['Ada Lovelace', 'Adam Smith'])
  })

  test('users are found by any spelling of their email', async () => {
    const { db, project, ids, find } = await setUp()
    ids.push(await add(db, project, { email: 'bo@xn--bcher-kva.example' }))
    for (const text of ['bo@xn--bcher-kva.example', 'Bo@Bücher.example']) expect(await find(text)).toEqual([['4']])
  })

  test('a deleted user is no longer listed', async () => {
    const { db, project, ids } = await setUp()
    const listed = await listedUsers(db, project.id, ['nobody', ids[1] ?? ''])
    expect(listed.map(({ userId }) => userId)).toEqual([ids[1]])
  })

  test('listed users carry the fields a list shows', async () => {
    const { db, project } = await setUp()
    const { users } = await findUsers(db, project.id, { text: 'lovelace', after: null, limit: 1 })
    expect(users).toEqual([
      {
        userId: expect.any(String),
        name: 'Ada Lovelace',
        status: 'pending',
        roles: [],
        createdAt: now + 1,
        signedInAt: null,
        emails: [{ value: 'ada@example.org', verified: true }],
        phoneNumbers: [{ value: '+442079460958', verified: false }],
      },
    ])
  })
})

test.each([
  ['', ['age']],
  ['+44', ['phone']],
  ['ada@', ['email']],
  ['ada@example.org', ['email']],
  ['ada', ['id', 'email', 'last', 'first']],
  ['ada lovelace', ['id', 'full', 'last']],
  ['a+b', ['id', 'email', 'last', 'first']],
])('a search for %j uses the lookups %j', (text, ways) => expect(waysOf(text)).toEqual(ways))
