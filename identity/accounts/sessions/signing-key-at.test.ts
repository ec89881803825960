import { expect, test } from 'vitest'
import { publishedBefore, signingKeyAt } from './signing-key-at.ts'

const now = 1_800_000_000_000
const key = (id: string, createdAt: number, retiredAt: number | null) => ({ id, createdAt, retiredAt })

test.each<[string, ReturnType<typeof key>[], string | null]>([
  ['none, where there is none', [], null],
  ['none, where all are over', [key('a', now - 2, now - 1)], null],
  ['the only one at once', [key('a', now, null)], 'a'],
  ['the one before, while the new one is only published', [key('b', now, null), key('a', now - 9, now + 1)], 'a'],
  ['the new one from the end of the one before', [key('a', now - 9, now), key('b', now - 5, null)], 'b'],
  [
    'the first of several that were made one after another',
    [key('c', now, null), key('b', now - 1, now + 9), key('a', now - 2, now + 5)],
    'a',
  ],
  ['the oldest of those that end together', [key('b', now - 1, now + 5), key('a', now - 2, now + 5)], 'a'],
])('signing key selection: %s', (_, keys, id) => expect(signingKeyAt(keys, now)?.id ?? null).toBe(id))

test('a key is published for longer than any client caches the JWKS', () => {
  expect(publishedBefore).toBeGreaterThanOrEqual(60_000)
})
