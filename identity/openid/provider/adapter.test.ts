import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { createAdapter } from './adapter.ts'

describeStore<Tables>('what the provider stores', migrations, open => {
  const setUp = async () => {
    const project = { id: 'project-test-1', openid: {}, jwtAlgorithm: 'RS256' } as never
    const adapterOf = createAdapter({ db: await open(), project, now: () => 1_000 })
    /** A grant, with a code and an access token of it. */
    const give = async (grant: string) => {
      const of = { accountId: 'ada', clientId: 'reader' }
      await adapterOf('Grant').upsert(grant, of, 60)
      await adapterOf('AuthorizationCode').upsert(`code of ${grant}`, { ...of, grantId: grant }, 60)
      await adapterOf('AccessToken').upsert(`token of ${grant}`, { ...of, grantId: grant }, 60)
    }
    const use = (grant: string) => adapterOf('AuthorizationCode').consume(`code of ${grant}`)
    const isGood = async (grant: string) => (await adapterOf('AccessToken').find(`token of ${grant}`)) !== undefined
    return { adapterOf, give, use, isGood }
  }

  test('of uses of one code at the same time one goes on, and the others end the whole family and no other', async () => {
    const { give, use, isGood } = await setUp()
    await give('one')
    await give('two')
    await use('one')
    expect(await isGood('one')).toBe(true)
    await expect(use('one')).rejects.toMatchObject({ error: 'invalid_grant' })
    expect([await isGood('one'), await isGood('two')]).toEqual([false, true])
  })

  test('tells that a code was used, so that the provider refuses it', async () => {
    const { adapterOf, give, use } = await setUp()
    await give('one')
    const code = () => adapterOf('AuthorizationCode').find('code of one')
    expect(await code()).not.toHaveProperty('consumed')
    await use('one')
    expect(await code()).toMatchObject({ consumed: 1 })
  })

  test('takes back all that came of a grant, and nothing of another', async () => {
    const { adapterOf, give, isGood } = await setUp()
    await give('one')
    await give('two')
    await adapterOf('AuthorizationCode').revokeByGrantId('one')
    expect([await isGood('one'), await isGood('two')]).toEqual([false, true])
    // Not even for a grant of the same name that comes later.
    await adapterOf('Grant').upsert('one', { accountId: 'ada', clientId: 'reader' }, 60)
    expect(await isGood('one')).toBe(false)
  })
})
