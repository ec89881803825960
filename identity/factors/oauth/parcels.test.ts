import { expect, test } from 'vitest'
import { lookAtToken } from '../../accounts/one-time-tokens/index.ts'
import { identityUnderTest } from '../../testing/index.ts'
import { issueParcel, openParcel, removeParcel } from './arrival.ts'
import { oauthParcels } from './factor.ts'

const under = async () => {
  const { db, sealer, clock, project } = await identityUnderTest()
  const { id } = await project()
  const issue = async (content: unknown, lasts = 60_000) => {
    const secret = { projectId: id, kind: 'oauth_token', userId: '', expiresAt: clock.now + lasts } as const
    const token = await db.transaction().execute(tx => issueParcel(tx, sealer, content, secret, clock.now))
    return (await lookAtToken(db, id, ['oauth_token'], token, clock.now))?.subject ?? ''
  }
  return { db, sealer, id, clock, issue, open: (parcel: string) => openParcel(db, sealer, id, parcel) }
}

test('a parcel can be opened repeatedly with its token until removed', async () => {
  const { db, id, issue, open } = await under()
  const [one, other] = [await issue({ a: 'secret' }), await issue(['b'])]
  expect([await open(one), await open(one), await open(other)]).toEqual([{ a: 'secret' }, { a: 'secret' }, ['b']])
  const rows = await db.selectFrom('oauth_parcels').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('secret')
  await db.transaction().execute(tx => removeParcel(tx, id, one))
  expect([await open(one), await open(other)]).toEqual([null, ['b']])
})

test('a parcel sealed for one row cannot be opened in another', async () => {
  const { db, issue, open } = await under()
  const [mine, yours] = [await issue('mine'), await issue('yours')]
  const { content } = await db
    .selectFrom('oauth_parcels')
    .select('content')
    .where('parcel_id', '=', yours)
    .executeTakeFirstOrThrow()
  await db.updateTable('oauth_parcels').set({ content }).where('parcel_id', '=', mine).execute()
  await expect(open(mine)).rejects.toThrow()
})

test('only expired parcels are purged', async () => {
  const { db, clock, issue, open } = await under()
  const [short, long] = [await issue('short', 1_000), await issue('long', 2_000)]
  await oauthParcels.sweep?.(db, clock.now + 1_500)
  expect([await open(short), await open(long)]).toEqual([null, 'long'])
})
