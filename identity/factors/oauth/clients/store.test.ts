import { expect, test } from 'vitest'
import { identityUnderTest } from '../../../testing/index.ts'
import { type Client, findClient, listClients, removeClient, setClient } from './store.ts'

const google: Client = {
  provider: 'google',
  clientId: 'ours',
  clientSecret: 'secret',
  teamId: '',
  keyId: '',
  trustsEmails: true,
  hostedDomain: 'example.org',
  updatedAt: 5,
}

const open = async () => {
  const { db, sealer, project } = await identityUnderTest()
  const { id } = await project()
  await setClient(db, sealer, id, google)
  return { db, sealer, id }
}

test('reading a client includes its secret, listing does not', async () => {
  const { db, sealer, id } = await open()
  expect(await findClient(db, sealer, id, 'google')).toEqual(google)
  expect(await findClient(db, sealer, id, 'github')).toBeNull()
  const { clientSecret: _, ...listed } = google
  expect(await listClients(db, id)).toEqual([listed])
})

test('an email is trusted only if the operator enabled it', async () => {
  const { db, sealer, id } = await open()
  await db.updateTable('oauth_clients').set({ options: '{}' }).execute()
  const nothingSaid = { teamId: '', keyId: '', trustsEmails: false, hostedDomain: '' }
  expect(await findClient(db, sealer, id, 'google')).toMatchObject(nothingSaid)
  expect(await listClients(db, id)).toMatchObject([nothingSaid])
})

test('a client secret decrypts only in its own row', async () => {
  const { db, sealer, id } = await open()
  await setClient(db, sealer, id, { ...google, provider: 'github', clientSecret: 'another' })
  const { client_secret } = await db
    .selectFrom('oauth_clients')
    .select('client_secret')
    .where('provider', '=', 'github')
    .executeTakeFirstOrThrow()
  await db.updateTable('oauth_clients').set({ client_secret }).where('provider', '=', 'google').execute()
  expect((await findClient(db, sealer, id, 'github'))?.clientSecret).toBe('another')
  await expect(findClient(db, sealer, id, 'google')).rejects.toThrow()
})

test('a client replaces its predecessor and is removed once', async () => {
  const { db, sealer, id } = await open()
  await setClient(db, sealer, id, { ...google, clientId: 'new', clientSecret: 'newer', updatedAt: 6 })
  expect(await findClient(db, sealer, id, 'google')).toMatchObject({
    clientId: 'new',
    clientSecret: 'newer',
    updatedAt: 6,
  })
  expect([await removeClient(db, id, 'google'), await removeClient(db, id, 'google')]).toEqual([true, false])
  expect(await listClients(db, id)).toEqual([])
})
