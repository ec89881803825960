import { describe, expect, test } from 'vitest'
import { identityUnderTest } from '../testing/index.ts'
import { createServerKey } from './server-key.ts'

describe('key shared by all nodes', () => {
  test('the first node to request it creates a 256-bit key, one per purpose', async () => {
    const { db } = await identityUnderTest()
    const keyOf = (name: 'challenges' | 'devices') => createServerKey(db, name, () => 1)()
    const keys = await Promise.all([keyOf('challenges'), keyOf('challenges'), keyOf('devices'), keyOf('devices')])
    expect(keys).toEqual([keys[0], keys[0], keys[2], keys[2]])
    expect(keys[0]).not.toBe(keys[2])
    expect(Buffer.from(keys[0], 'base64url')).toHaveLength(32)
  })

  test('the shared key is read once', async () => {
    const { db } = await identityUnderTest()
    const read = createServerKey(db, 'devices', () => 1)
    const key = await read()
    await db.deleteFrom('captcha_keys').execute()
    expect(await read()).toBe(key)
  })
})
