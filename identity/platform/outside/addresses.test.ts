import { expect, test } from 'vitest'
import { lookupPublic } from './addresses.ts'

/** Runs the socket's lookup. IP literals are not resolved. */
const look = (name: string, all: boolean) =>
  new Promise<{ error: Error | null; found: unknown; family: number | undefined }>(resolve =>
    lookupPublic(name, { all }, (error, found, family) => resolve({ error, found, family })),
  )

test('a public address is passed to the socket in the requested form', async () => {
  expect(await look('93.184.216.34', false)).toEqual({ error: null, found: '93.184.216.34', family: 4 })
  const address = '2606:2800:220:1:248:1893:25c8:1946'
  expect(await look(address, true)).toEqual({ error: null, found: [{ address, family: 6 }], family: undefined })
})

test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'localhost'])(
  '%s has no public address',
  async name => {
    for (const all of [true, false])
      expect(await look(name, all)).toMatchObject({ error: new Error(`${name} has no public address.`), found: [] })
  },
)

test('an unknown host name is a lookup error', async () => {
  const { error, found } = await look('nobody.invalid', true)
  expect([error?.message.includes('nobody.invalid'), error?.message.includes('public'), found]).toEqual([
    ...[true, false],
    [],
  ])
})
