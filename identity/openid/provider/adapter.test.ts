import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { createAdapter } from './adapter.ts'

describeStore<Tables>('what the provider stores', migrations, open => {
  const setUp = async () => {
    const project = { id: 'project-test-1', openid: {}, jwtAlgorithm: 'RS256' } as never
    const clock = { now: 1_000 }
    const adapterOf = createAdapter({ db: await open(), project, now: () => clock.now })
    /** A grant, with a code and an access token of it. */
    const give = async (grant: string) => {
      const of = { accountId: 'ada', clientId: 'reader' }
      await adapterOf('Grant').upsert(grant, of, 60)
      await adapterOf('AuthorizationCode').upsert(`code of ${grant}`, { ...of, grantId: grant }, 60)
      await adapterOf('AccessToken').upsert(`token of ${grant}`, { ...of, grantId: grant }, 60)
    }
    const use = (grant: string) => adapterOf('AuthorizationCode').consume(`code of ${grant}`)
    const isGood = async (grant: string) => (await adapterOf('AccessToken').find(`token of ${grant}`)) !== undefined
    return { adapterOf, give, use, isGood, clock }
  }

  test('one of several concurrent uses of a code succeeds, and the others revoke its whole family only', async () => {
    const { give, use, isGood } = await setUp()
    await give('one')
    await give('two')
    await use('one')
    expect(await isGood('one')).toBe(true)
    await expect(use('one')).rejects.toMatchObject({ error: 'invalid_grant' })
    expect([await isGood('one'), await isGood('two')]).toEqual([false, true])
  })

  test('a used code is reported as used, so that the provider rejects it', async () => {
    const { adapterOf, give, use } = await setUp()
    await give('one')
    const code = () => adapterOf('AuthorizationCode').find('code of one')
    expect(await code()).not.toHaveProperty('consumed')
    await use('one')
    expect(await code()).toMatchObject({ consumed: 1 })
  })

  test('records without expiry are stored for ten years, others until they expire', async () => {
    const { adapterOf, clock } = await setUp()
    const kept = adapterOf('RegistrationAccessToken')
    await kept.upsert('endless', { clientId: 'reader' }, undefined as never)
    await kept.upsert('short', { clientId: 'reader' }, 60)
    clock.now = 60_999
    expect(await kept.find('short')).toEqual({ jti: 'short', clientId: 'reader' })
    clock.now = 61_000
    expect(await kept.find('short')).toBeUndefined()
    clock.now = 10 * 365 * 86_400_000
    expect(await kept.find('endless')).toEqual({ jti: 'endless', clientId: 'reader' })
    clock.now += 1_000
    expect(await kept.find('endless')).toBeUndefined()
  })

  test('interactions and foreign sessions are not stored', async () => {
    const { adapterOf } = await setUp()
    for (const kind of ['Interaction', 'Session']) {
      await adapterOf(kind).upsert('x', { accountId: 'ada' }, 60)
      expect([kind, await adapterOf(kind).find('x')]).toEqual([kind, undefined])
    }
    expect(await adapterOf('Session').findByUid('x')).toBeUndefined()
  })

  test('deleting a record affects its own kind only', async () => {
    const { adapterOf } = await setUp()
    const [tokens, codes] = [adapterOf('AccessToken'), adapterOf('AuthorizationCode')]
    for (const kind of [tokens, codes]) await kind.upsert('same', { clientId: 'reader' }, 60)
    await tokens.upsert('other', { clientId: 'reader' }, 60)
    await tokens.destroy('same')
    expect([await tokens.find('same'), await tokens.find('other'), await codes.find('same')]).toEqual([
      undefined,
      expect.objectContaining({ jti: 'other' }),
      expect.objectContaining({ jti: 'same' }),
    ])
  })

  test('saving a record again replaces it', async () => {
    const { adapterOf } = await setUp()
    const tokens = adapterOf('AccessToken')
    await tokens.upsert('same', { clientId: 'reader' }, 60)
    await tokens.upsert('same', { clientId: 'writer' }, 60)
    expect(await tokens.find('same')).toMatchObject({ clientId: 'writer' })
  })

  test('consuming unknown records is rejected', async () => {
    const { adapterOf } = await setUp()
    await expect(adapterOf('AuthorizationCode').consume('x')).rejects.toMatchObject({ error: 'invalid_grant' })
    await adapterOf('AuthorizationCode').upsert('loose', { clientId: 'reader' }, 60)
    await adapterOf('AuthorizationCode').consume('loose')
    await expect(adapterOf('AuthorizationCode').consume('loose')).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('revoking a grant deletes everything derived from it and nothing else', async () => {
    const { adapterOf, give, isGood } = await setUp()
    await give('one')
    await give('two')
    await adapterOf('AuthorizationCode').revokeByGrantId('one')
    expect([await isGood('one'), await isGood('two')]).toEqual([false, true])
    const grants = ['one', 'two'].map(name => adapterOf('Grant').find(name))
    expect(await Promise.all(grants)).toEqual([undefined, { accountId: 'ada', clientId: 'reader', jti: 'two' }])
    // Not even for a grant of the same name that comes later.
    await adapterOf('Grant').upsert('one', { accountId: 'ada', clientId: 'reader' }, 60)
    expect(await isGood('one')).toBe(false)
  })
})
