import { describe, expect, test } from 'vitest'
import { dueAt, readFrequencies, usualFrequencies } from './topics.ts'
import { formatWatchers, settled, watchLabel } from './WatchButton.tsx'

describe('email due time', () => {
  const at = (text: string) => Date.parse(text)
  test.each([
    ['now', '2026-11-22T12:00:00Z', '2026-11-22T12:00:00Z'],
    ['daily', '2026-11-22T05:59:59Z', '2026-11-22T06:00:00Z'],
    ['daily', '2026-11-22T06:00:00Z', '2026-11-23T06:00:00Z'],
    ['weekly', '2026-11-22T12:00:00Z', '2026-11-23T06:00:00Z'],
    ['weekly', '2026-11-23T06:00:00Z', '2026-11-30T06:00:00Z'],
  ] as const)('due time for %s after an event at %s', (frequency, now, due) => {
    expect(dueAt(frequency, at(now))).toBe(at(due))
  })
  test('off is never due', () => expect(dueAt('off', 0)).toBeNull())
})

test.each([null, '', '{', '[]', '{"record":"hourly"}', '"x"'])(
  'the invalid setting %j falls back to the default',
  stored => {
    expect(readFrequencies(stored)).toEqual(usualFrequencies)
  },
)

describe('watch button', () => {
  test.each([
    [false, false, 'Watch'],
    [false, true, 'Watching...'],
    [true, false, 'Unwatch'],
    [true, true, 'Unwatching...'],
  ])('watching %s, busy %s shows: %s', (watching, busy, label) => expect(watchLabel({ watching }, busy)).toBe(label))

  test('the watch button is restored after a failed request (8.errors)', () => {
    expect(settled({ watching: true, watchers: 3 }, false)).toEqual({
      watching: true,
      watchers: 3,
    })
    expect(settled({ watching: true, watchers: 3 }, true)).toEqual({
      watching: false,
      watchers: 2,
    })
  })

  test.each([
    [false, 0, null],
    [false, 1, '1 person watches it'],
    [false, 2, '2 people watch it'],
    [true, 1, null],
    [true, 2, '1 other person watches it too'],
    [true, 1_201, '1,200 other people watch it too'],
  ])('watching %s, with %d watchers shows: %s', (watching, watchers, words) => {
    expect(formatWatchers({ watching, watchers })).toBe(words)
  })
})
