import { runTransaction } from '@corroborate/server-kit/database'
import { expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'
import {
  findOwner,
  insertRegistration,
  type Kept,
  keepValues,
  noteSignInOf,
  providerRows,
  readValues,
  removeRegistration,
  removeRegistrations,
  type Subject,
  toProvider,
} from './store.ts'

const account: Subject = { provider: 'github', authority: 'oauth2.example', subject: '7' }
const another = { ...account, subject: '8' }
const kept: Kept = {
  pictureUrl: 'https://pictures.example/ada.png',
  locale: 'en',
  values: {
    access_token: 'a',
    id_token: '',
    refresh_token: 'r',
    scopes: ['x'],
    expires_at: '',
    email: 'a@example.org',
  },
}
const newer: Kept = { pictureUrl: '', locale: 'de', values: { ...kept.values, access_token: 'newer' } }

const open = async () => {
  const { db, sealer, project, addUser } = await identityUnderTest()
  const own = await project()
  const [ada, bob] = [await addUser('ada@example.org'), await addUser('bob@example.org')]
  const insert = (userId: string, at: Subject, now = 5) =>
    runTransaction(db, tx => insertRegistration(tx, sealer, own, userId, at, kept, now))
  const read = (userId: string, id: string) => readValues(db, sealer, own.id, userId, id)
  const rows = (userId: string) => providerRows(db, { projectId: own.id, userId, now: 5 }).execute()
  const id = (await insert(ada.userId, account)) ?? ''
  return { db, sealer, projectId: own.id, ada: ada.userId, bob: bob.userId, id, insert, read, rows }
}

test('a provider account is linked to one user', async () => {
  const { db, projectId, ada, bob, id, insert, rows } = await open()
  expect(id).toMatch(/^oauth-user-test-/)
  expect(await insert(bob, account)).toBeNull()
  expect(await findOwner(db, projectId, account)).toEqual({ id, userId: ada })
  expect(await findOwner(db, projectId, another)).toBeNull()
  expect(await rows(bob)).toEqual([])
  expect((await rows(ada)).map(toProvider)).toEqual([
    {
      oauth_user_registration_id: id,
      provider_subject: '7',
      provider_type: 'GitHub',
      profile_picture_url: kept.pictureUrl,
      locale: 'en',
    },
  ])
})

test('provider tokens are readable only for their own user', async () => {
  const { ada, bob, id, read } = await open()
  expect(await read(ada, id)).toEqual({ provider: 'github', values: kept.values })
  expect(await read(bob, id)).toBeNull()
  expect(await read(ada, 'oauth-user-test-nobody')).toBeNull()
})

test('provider tokens decrypt only in their own row', async () => {
  const { db, ada, bob, id, insert, read } = await open()
  const other = (await insert(bob, another)) ?? ''
  const { provider_values } = await db
    .selectFrom('oauth_registrations')
    .select('provider_values')
    .where('registration_id', '=', id)
    .executeTakeFirstOrThrow()
  await db.updateTable('oauth_registrations').set({ provider_values }).where('registration_id', '=', other).execute()
  expect((await read(ada, id))?.values).toEqual(kept.values)
  await expect(read(bob, other)).rejects.toThrow()
})

test('a later sign-in updates that provider account only', async () => {
  const { db, sealer, projectId, ada, id, insert, read, rows } = await open()
  const other = (await insert(ada, another, 6)) ?? ''
  await runTransaction(db, tx => noteSignInOf(tx, sealer, projectId, id, newer, 9))
  expect((await read(ada, id))?.values).toEqual(newer.values)
  expect((await read(ada, other))?.values).toEqual(kept.values)
  expect(await rows(ada)).toMatchObject([
    { registration_id: id, profile_picture_url: '', locale: 'de' },
    { registration_id: other, profile_picture_url: kept.pictureUrl, locale: 'en' },
  ])
  const used = await db.selectFrom('oauth_registrations').select('last_used_at').orderBy('created_at').execute()
  expect(used.map(({ last_used_at }) => last_used_at)).toEqual([9, 6])

  await keepValues(db, sealer, projectId, other, newer.values)
  expect((await read(ada, other))?.values).toEqual(newer.values)
})

test('one or all provider accounts of a user are removed, and only theirs', async () => {
  const { db, projectId, ada, bob, id, insert, rows } = await open()
  const ids = async (userId: string) => (await rows(userId)).map(({ registration_id }) => registration_id)
  const [second, others] = [await insert(ada, another, 6), await insert(bob, { ...account, subject: '9' })]
  await runTransaction(db, tx => removeRegistration(tx, projectId, bob, id))
  expect(await ids(ada)).toEqual([id, second])
  await runTransaction(db, tx => removeRegistration(tx, projectId, ada, id))
  expect(await ids(ada)).toEqual([second])
  await runTransaction(db, tx => removeRegistrations(tx, projectId, ada))
  expect([await ids(ada), await ids(bob)]).toEqual([[], [others]])
})
