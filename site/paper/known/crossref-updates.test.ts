import { expect, test } from 'vitest'
import { crossrefIsoDate, readCrossrefWork } from './crossref-updates.ts'

const dated = (...parts: (number | null)[]) => ({ 'date-parts': [parts] })

test.each([
  [dated(2019, 4, 30), '2019-04-30'],
  [dated(2019, 12, 1), '2019-12-01'],
  [dated(2019, 1, 31), '2019-01-31'],
  [dated(2019, 4, 0), '2019-04'],
  [dated(2019, 4, 32), '2019-04'],
  [dated(2019, 4, null), '2019-04'],
  [dated(2019, 4), '2019-04'],
  [dated(2019, 0, 3), '2019'],
  [dated(2019, 13, 3), '2019'],
  [dated(2019, null, 3), '2019'],
  [dated(2019), '2019'],
  [dated(1000), '1000'],
  [dated(2200), '2200'],
  [dated(999), null],
  [dated(2201), null],
  [dated(null), null],
  [dated(), null],
  [{ 'date-parts': [] }, null],
  [{ 'date-parts': [null] }, null],
  [{ 'date-parts': null }, null],
  [{}, null],
  [null, null],
  [undefined, null],
])('Crossref’s date %j is read as %j', (date, iso) => expect(crossrefIsoDate(date)).toBe(iso))

const one = { DOI: '10.1000/Paper', type: 'retraction', label: 'Retraction', updated: dated(2020, 5, 6) }
const told = {
  ...{ doi: '10.1000/paper', type: 'retraction', noticeDoi: '10.1000/notice', date: '2020-05-06', retracted: false },
  ...{ journal: null, publisher: null, title: 'Retraction: A paper', source: 'publisher' },
}

test('a notice provides its effect, target paper and source', () => {
  const notice = { DOI: '10.1000/NOTICE', title: [null, 'Retraction: A <i>paper</i>'] }
  expect(readCrossrefWork({ ...notice, 'update-to': [{ ...one, source: 'publisher' }] })).toEqual({
    doi: '10.1000/notice',
    updates: [told],
  })
  expect(readCrossrefWork({ ...notice, 'update-to': [{ ...one, source: 'retraction-watch' }] })?.updates).toEqual([
    { ...told, source: 'retraction-watch' },
  ])
  expect(readCrossrefWork({ DOI: notice.DOI, title: [], 'update-to': [one] })?.updates).toEqual([
    { ...told, title: null },
  ])
})

test('a paper provides its updates and their notices, without using its own title for them', () => {
  const updatedBy = [
    { ...one, DOI: '10.1000/notice' },
    { ...one, DOI: null },
  ]
  expect(readCrossrefWork({ DOI: '10.1000/paper', title: ['A paper'], 'updated-by': updatedBy })?.updates).toEqual([
    { ...told, title: null },
    { ...told, title: null, noticeDoi: null },
  ])
})

test('invalid updates are skipped and the rest is used', () => {
  const notice = { DOI: '10.1000/notice', title: ['Retraction: A paper'] }
  const broken = [null, { ...one, DOI: 'none' }, { ...one, type: '' }, { ...one, type: null }, { ...one, type: 7 }, 'x']
  expect(readCrossrefWork({ ...notice, 'update-to': [...broken, one] })?.updates).toEqual([told])
  expect(readCrossrefWork({ ...notice, 'update-to': 'none' })?.updates).toEqual([])
  const long = readCrossrefWork({ ...notice, 'update-to': [{ ...one, type: 'x'.repeat(99), updated: 'once' }] })
  expect(long?.updates).toEqual([{ ...told, type: 'x'.repeat(60), date: null }])
  for (const nothing of [null, 'x', [], {}, { DOI: null }, { DOI: 'none' }, { DOI: 7 }])
    expect(readCrossrefWork(nothing)).toBeNull()
})
