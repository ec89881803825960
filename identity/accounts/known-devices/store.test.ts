import { providerTables } from '@corroborate/server-kit/retention'
import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { twoUsers } from '../../testing/index.ts'
import { holdUser } from '../sessions/index.ts'
import { deleteKnownDevices, noteDevice, sweepDevices } from './store.ts'

const now = 1_800_000_000_000
const minute = 60_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

type SignIn = { at?: number; userAgent?: string; address?: string; cookies?: string }

describeStore<Tables>('the browsers in which a user signs in', migrations, open => {
  const setUp = async () => {
    const db = await open()
    const { project, ada, bob } = await twoUsers(db, now)
    const signIn = async (
      { at = now, userAgent = firefox, address = '203.0.113.7', cookies }: SignIn,
      userId = ada,
    ) => {
      const request = {
        id: 'test',
        now: at,
        address,
        userAgent,
        origin: null,
        ...(cookies !== undefined && { cookies }),
      }
      const device = await holdUser(db, { project, request, session: null }, userId, held => noteDevice(held, false))
      return { ...device, cookie: device.cookie.split(';')[0] ?? '' }
    }
    const rows = async (userId = ada) => {
      const all = db.selectFrom('known_devices').select(['device_id', 'browser', 'keeps_cookies', 'network'])
      return await all.where('user_id', '=', userId).orderBy('last_used_at', 'desc').execute()
    }
    const ids = async (userId = ada) => (await rows(userId)).map(({ device_id }) => device_id)
    return { db, project, ada, bob, signIn, rows, ids }
  }

  test('devices are recognized by cookie from any network', async () => {
    const { signIn, rows } = await setUp()
    const first = await signIn({})
    expect(first.isNew).toBe(false)
    expect((await rows())[0]).toMatchObject({ keeps_cookies: 0, browser: 'Firefox', network: '203.0.113.0/24' })
    const again = await signIn({ at: now + minute, cookies: first.cookie, address: '198.51.100.9' })
    expect(again).toEqual({ id: first.id, isNew: false, cookie: first.cookie })
    expect(await rows()).toEqual([
      { device_id: first.id, browser: 'Firefox', keeps_cookies: 1, network: '198.51.100.0/24' },
    ])
  })

  test('devices without cookies are recognized by network and get a new secret each time', async () => {
    const { signIn, rows } = await setUp()
    const first = await signIn({})
    const again = await signIn({ at: now + minute })
    expect([again.id, again.isNew]).toEqual([first.id, false])
    expect(again.cookie).not.toBe(first.cookie)
    expect((await rows())[0]).toMatchObject({ keeps_cookies: 0 })
    // The secret before is worth nothing now.
    const old = await signIn({ at: now + minute, cookies: first.cookie, address: '198.51.100.9' })
    expect([old.id === first.id, old.isNew]).toEqual([false, true])
  })

  test('a device that once kept its cookie and comes without it is new', async () => {
    const { signIn } = await setUp()
    const first = await signIn({})
    await signIn({ at: now + minute, cookies: first.cookie })
    const without = await signIn({ at: now + 2 * minute })
    expect([without.id === first.id, without.isNew]).toEqual([false, true])
    // It stays one that keeps cookies, also when it came once in its own network.
    expect((await signIn({ at: now + 3 * minute, cookies: first.cookie })).id).toBe(first.id)
  })

  test('one user’s known device does not count for another user', async () => {
    const { signIn, bob, ids } = await setUp()
    const first = await signIn({})
    const bobs = await signIn({ cookies: first.cookie }, bob)
    expect([bobs.id === first.id, bobs.isNew]).toEqual([false, false])
    expect([await ids(), await ids(bob)]).toEqual([[first.id], [bobs.id]])
  })

  test('a user has at most thirty known devices: the least recently used is dropped', async () => {
    const { signIn, ids } = await setUp()
    const made: string[] = []
    for (let n = 0; n < 31; n++) {
      made.push((await signIn({ at: now + n * minute, address: `203.0.${n}.7` })).id)
      expect((await ids()).length).toBe(Math.min(n + 1, 30))
    }
    expect(await ids()).toEqual(made.slice(1).reverse())
  })

  test('known devices are deleted one by one or all at once', async () => {
    const { db, project, ada, bob, signIn, ids } = await setUp()
    const [one, two] = [await signIn({}), await signIn({ userAgent: iphone, at: now + minute })]
    const bobs = await signIn({}, bob)
    const forget = (deviceId: string | null) =>
      db.transaction().execute(tx => deleteKnownDevices(tx, project.id, { userId: ada, deviceId }))
    await forget(bobs.id)
    expect([await ids(), await ids(bob)]).toEqual([[two.id, one.id], [bobs.id]])
    await forget(one.id)
    expect(await ids()).toEqual([two.id])
    await forget(null)
    expect([await ids(), await ids(bob)]).toEqual([[], [bobs.id]])
  })

  test('known devices expire when unused for long, except the last one', async () => {
    const { db, bob, signIn, ids } = await setUp()
    const old = await signIn({})
    const newer = await signIn({ userAgent: iphone, at: now + minute })
    const bobs = await signIn({}, bob)
    const end = now + providerTables.known_devices.ms
    await sweepDevices(db, end)
    expect(await ids()).toEqual([newer.id, old.id])
    await sweepDevices(db, end + 1)
    expect([await ids(), await ids(bob)]).toEqual([[newer.id], [bobs.id]])
    await sweepDevices(db, end + minute + 1)
    expect(await ids()).toEqual([newer.id])
  })
})
