import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { nothingKnown, type Status } from '../known/index.ts'
import { activityOf } from './list-falls.ts'

const now = Date.parse('2026-11-25T12:00:00Z')
const pair = { citing: storedDoi('10.1000/citing'), cited: storedDoi('10.1000/fallen'), title: null }
const tell = (status: Partial<Status>, title: string | null = null) =>
  activityOf({ ...pair, title }, { fall: 'retracted', status: { ...nothingKnown, ...status } }, now)

test.each([
  ['the day of the fall', '2026-11-20', Date.parse('2026-11-20T00:00:00Z')],
  ['now, for a fall that is dated to the month', '2026-11', now],
  ['now, for a fall that is dated to the year', '2026', now],
  ['now, for a fall that nobody dates', null, now],
  ['now, for a day that is yet to come', '2026-12-24', now],
  ['now, for a day that there is not', '2026-13-32', now],
])('the citation event is dated %s', (_, date, at) => {
  expect(tell({ date })).toMatchObject({ at, date })
})

test('the event has the status’s source, or Crossref if it names none', () => {
  const source = { name: 'Retraction Watch', href: 'https://example.org/watch' }
  expect([tell({ source }).by, tell({}).by]).toEqual([source, { name: 'Crossref', href: null }])
})

test('the event names the retracted paper by title or DOI and links to the citing page’s list', () => {
  expect(tell({}, 'It fell')).toMatchObject({ doi: pair.citing, detail: 'It fell', path: '/10.1000/citing#cites' })
  expect(tell({}).detail).toBe('10.1000/fallen')
})
