import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables, Tx } from '../../platform/database/index.ts'
import { twoUsers } from '../../testing/index.ts'
import { holdUser } from '../sessions/index.ts'
import { rememberedDevicePart } from './account-part.ts'
import {
  deleteRememberedDevices,
  deviceCookie,
  listRememberedDevices,
  rememberDevice,
  rememberedFor,
  sweepRememberedDevices,
  useRememberedDevice,
} from './store.ts'

const now = 1_800_000_000_000
const minute = 60_000

type Call = { at?: number; secret?: string; address?: string; userAgent?: string }

describeStore<Tables>('the devices that a user has remembered', migrations, open => {
  const setUp = async () => {
    const db = await open()
    const { project, ada, bob } = await twoUsers(db, now)
    const callOf = (userId: string, { at = now, secret, address = '203.0.113.7', userAgent = 'Firefox' }: Call) => {
      const cookies = secret === undefined ? undefined : deviceCookie(userId, secret, false).split(';')[0]
      const seen = { address, userAgent, origin: null }
      return { project, session: null, request: { id: 'test', now: at, ...seen, ...(cookies && { cookies }) } }
    }
    const remember = (call: Call = {}, userId = ada) =>
      holdUser(db, callOf(userId, call), userId, held => rememberDevice(held, false))
    const use = (call: Call, userId = ada) =>
      holdUser(db, callOf(userId, call), userId, held => useRememberedDevice(held, false))
    const list = (userId = ada, at = now) => listRememberedDevices(db, project.id, userId, at)
    return { db, project, ada, bob, remember, use, list }
  }

  test('a remembered device is recognized by its secret until a fixed expiry', async () => {
    const { remember, use, list } = await setUp()
    const secret = await remember()
    const [device] = await list()
    expect(device).toMatchObject({ rememberedAt: now, lastUsedAt: now, expiresAt: now + rememberedFor })
    const at = now + minute
    expect([await use({ at, secret }), await use({ at }), await use({ at, secret: 'x'.repeat(43) })]).toEqual([
      device?.id,
      null,
      null,
    ])
    expect((await list())[0]).toMatchObject({ lastUsedAt: at, expiresAt: now + rememberedFor })
    const end = now + rememberedFor
    expect([await use({ at: end - 1, secret }), await use({ at: end, secret })]).toEqual([device?.id, null])
    expect(await list(undefined, end)).toEqual([])
  })

  test('a remembered device of another user is not recognized', async () => {
    const { bob, remember, use } = await setUp()
    expect(await use({ secret: await remember() }, bob)).toBeNull()
  })

  test('remembering a device again rotates its secret and lists it once', async () => {
    const { remember, use, list } = await setUp()
    const first = await remember()
    const again = await remember({ at: now + minute, secret: first })
    expect([await use({ secret: first }), await list()]).toEqual([null, [expect.anything()]])
    expect(await use({ secret: again })).not.toBeNull()
  })

  test('remembering another device keeps the existing ones, even when an unknown secret is sent', async () => {
    const { remember, use, list } = await setUp()
    const first = await remember()
    await remember({ secret: 'x'.repeat(43) })
    expect(await list()).toHaveLength(2)
    expect(await use({ secret: first })).not.toBeNull()
  })

  test('remembered devices are listed with their last location, most recently used first', async () => {
    const { remember, use, list } = await setUp()
    const secret = await remember()
    await remember({ at: now + minute, userAgent: 'Chrome' })
    const seen = async () => (await list()).map(({ address, userAgent }) => [userAgent, address])
    expect(await seen()).toEqual([
      ['Chrome', '203.0.113.7'],
      ['Firefox', '203.0.113.7'],
    ])
    await use({ at: now + 2 * minute, secret, address: '192.0.2.1', userAgent: 'Firefox of today' })
    expect(await seen()).toEqual([
      ['Firefox of today', '192.0.2.1'],
      ['Chrome', '203.0.113.7'],
    ])
  })

  test('remembered devices last used at the same moment are listed in a stable order', async () => {
    const { remember, list } = await setUp()
    for (let n = 0; n < 5; n++) await remember()
    const ids = (await list()).map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted())
  })

  test('remembered devices are stored until they expire', async () => {
    const { db, remember } = await setUp()
    for (const at of [now, now + 1]) await remember({ at })
    await sweepRememberedDevices(db, now + rememberedFor + 1)
    expect(await db.selectFrom('remembered_devices').select('remembered_at').execute()).toEqual([
      { remembered_at: now + 1 },
    ])
  })

  test('remembered devices are deleted one by one or all at once, leaving other users’ devices', async () => {
    const { db, project, ada, bob, remember, list } = await setUp()
    for (const user of [ada, ada, bob]) await remember({}, user)
    const forget = (deviceId: string | null) =>
      db.transaction().execute(tx => deleteRememberedDevices(tx, project.id, { userId: ada, deviceId }))
    const [one] = await list()
    expect([await forget(one?.id ?? ''), await forget(one?.id ?? ''), (await list()).length]).toEqual([1, 0, 1])
    expect([await forget(null), (await list()).length, (await list(bob)).length]).toEqual([1, 0, 1])
  })

  test('remembered devices are deleted with the account and by the first verification', async () => {
    const { db, project, ada, bob, remember, list } = await setUp()
    const parts = {
      deleteUser: (tx: Tx) => rememberedDevicePart.deleteUser?.(tx, project.id, ada),
      wipeUnproved: (tx: Tx) =>
        rememberedDevicePart.wipeUnproved?.(tx, { projectId: project.id, userId: ada } as never),
    }
    for (const part of Object.values(parts)) {
      for (const user of [ada, bob]) await remember({}, user)
      await db.transaction().execute(async tx => part(tx))
      expect(await list()).toEqual([])
    }
    expect(await list(bob)).toHaveLength(2)
  })
})
