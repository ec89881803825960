import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import type { ListedActivity } from '../../paper/activity/index.ts'
import { nothingKnown } from '../../paper/known/index.ts'
import { readRecentPlace, readWantedPlace, writeRecentPlace, writeWantedPlace } from './feature.ts'
import { formatCount, formatHappened, formatInterest, formatWanted, shapeOf } from './pages.ts'

const doi = storedDoi('10.1000/x')
const at = Date.UTC(2026, 10, 27, 12)

test.each([
  [1, 0, '1 person watches it · nobody has claimed it yet'],
  [2, 1, '2 people watch it · one person has claimed it'],
  [1_200, 2, '1,200 people watch it · 2 people have claimed it'],
  [0, 0, 'Nobody has claimed it yet'],
  [0, 1_200, '1,200 people have claimed it'],
])('%i watchers and %i claims read: %s', (watchers, claims, words) =>
  expect(formatInterest({ watchers, claims })).toBe(words),
)

test.each([
  ['correction', null, 'correction'],
  ['retraction', null, 'retraction'],
  ['concern', null, 'concern'],
  ['reinstatement', null, 'reinstatement'],
  ['replication', 'held', 'held'],
  ['replication', 'not-held', 'not-held'],
  ['replication', 'mixed', 'mixed'],
  ['replication', 'unclear', 'mixed'],
  ['replication', null, null],
  ['report-approved', 'success', 'held'],
  ['report-approved', 'failed', 'not-held'],
  ['report-approved', 'partial', 'mixed'],
  ['report-approved', null, null],
  ['note-approved', null, null],
  ['claim', null, null],
  ['bounty', 'held', null],
] as const)('%s with outcome %s has the icon %s', (kind, outcome, shape) =>
  expect(shapeOf({ kind, outcome })).toBe(shape),
)

const happened: ListedActivity = {
  ...{ id: 'a', key: 'k', doi, kind: 'retraction', at, date: null, notedAt: at, by: { name: 'Crossref', href: null } },
  ...{ label: 'Retraction', outcome: null, money: null, detail: 'Why', path: '/10.1000/x#known' },
}

test('an event is dated by its own date or the day it was recorded', () => {
  const told = formatHappened(happened, { title: 'A paper', year: null, status: nothingKnown })
  expect(told).toEqual({
    ...{ id: 'a', title: 'A paper', path: '/10.1000/x#known', shape: 'retraction', label: 'Retraction' },
    ...{ when: 'on 27 November 2026', year: '2026', by: 'Crossref', detail: 'Why' },
  })
  expect(formatHappened({ ...happened, date: '2026-06' }, undefined)).toMatchObject({
    title: doi,
    when: 'in June 2026',
  })
})

test.each([
  [0, '0'],
  [1_000, '1,000'],
  [1_001, '1,000+'],
])('the count %i reads %s', (count, words) => expect(formatCount(count)).toBe(words))

test('a wanted paper shows its bounty, if any', () => {
  const paper = { doi, watchers: 1, claims: 0, bounty: 5_000 }
  const summary = { title: 'A paper', year: null, status: { ...nothingKnown, kind: 'retracted' as const } }
  expect(formatWanted(paper, summary, [{ amount: 5_000, currency: 'eur' }])).toEqual({
    title: 'A paper',
    path: '/10.1000/x',
    status: { kind: 'retracted', words: expect.stringMatching(/^Retracted/) },
    bounty: expect.stringContaining('50'),
    interest: '1 person watches it · nobody has claimed it yet',
  })
  for (const nothing of [undefined, []])
    expect(formatWanted(paper, undefined, nothing)).toMatchObject({ title: doi, status: null, bounty: null })
})

test('a list cursor round-trips through its URL', () => {
  const recent = { at, id: 'b2c3-4_5' }
  expect(readRecentPlace(writeRecentPlace(recent))).toEqual(recent)
  const wanted = { bounty: 5_000, watchers: 12, doi: storedDoi('10.1000/a.b(c)') }
  expect(readWantedPlace(writeWantedPlace(wanted))).toEqual(wanted)
})

test.each([['x1.a', '1.a b', '1.', '.a', `1.${'a'.repeat(65)}`, '1.a ']])(
  '%s and similar are invalid cursors for recent updates',
  (...texts) => {
    for (const text of texts) expect([text, readRecentPlace(text)]).toEqual([text, null])
  },
)

test.each([['x1.1.10.1000/x', '1.1', '1.1.', '1.1.nothing', '1.1234567890.10.1000/x', '1.x.10.1000/x']])(
  '%s and similar are invalid cursors for wanted papers',
  (...texts) => {
    for (const text of texts) expect([text, readWantedPlace(text)]).toEqual([text, null])
  },
)
