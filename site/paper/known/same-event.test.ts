import { describe, expect, test } from 'vitest'
import { isSameEvent, type Told } from './merge-events.ts'
import { meaningOfUpdate } from './update-types.ts'

const told = (given: Partial<Told> & { type?: string } = {}): Told => {
  const { type = 'retraction', ...rest } = given
  const entry = {
    doi: '10.1000/p',
    noticeDoi: '10.1000/n',
    date: '2020-05-06',
    source: 'retraction-watch-list' as const,
    ...rest,
  }
  return { datesRecord: false, ...entry, meaning: meaningOfUpdate({ ...entry, type, retracted: false, title: null }) }
}
const other = (given: Partial<Told> & { type?: string } = {}) => told({ source: 'publisher', ...given })

describe('same event from two sources', () => {
  test.each([
    ['the same notice, whatever its kind and date', other({ type: 'erratum', date: '2011-01-01' })],
    ['a retraction by another notice within a year', other({ noticeDoi: '10.1000/m', date: '2019-11-30' })],
    ['a retraction by another notice without a date', other({ noticeDoi: '10.1000/m', date: null })],
    ['a retraction without a notice, whenever', other({ noticeDoi: null, date: '2013-01-01' })],
    ['a retraction announced at the paper itself', other({ noticeDoi: '10.1000/p', date: '2013-01-01' })],
    [
      'a retraction by another notice whose record changed later',
      other({ noticeDoi: '10.1000/m', date: '2024-01-01', datesRecord: true }),
    ],
  ])('the same event: %s', (_, entry) => {
    expect(isSameEvent(told(), entry)).toBe(true)
    expect(isSameEvent(entry, told())).toBe(true)
  })

  test.each([
    ['not about another paper', other({ doi: '10.1000/q' })],
    ['not a correction by another notice', other({ type: 'correction', noticeDoi: '10.1000/m' })],
    ['not a retraction by another notice, years apart', other({ noticeDoi: '10.1000/m', date: '2015-05-06' })],
    [
      'not a retraction whose record did not change since',
      other({ noticeDoi: '10.1000/m', date: '2020-05-05', datesRecord: true }),
    ],
    [
      'not a partial retraction by another notice',
      other({ type: 'partial-retraction', noticeDoi: '10.1000/m', date: '2019-01-01' }),
    ],
  ])('a different event: %s', (_, entry) => {
    expect(isSameEvent(told(), entry)).toBe(false)
    expect(isSameEvent(entry, told())).toBe(false)
  })

  test('a notice-less correction or concern matches one within a month, but not a second notice', () => {
    const concern = told({ type: 'expression-of-concern' })
    const near = (given: Partial<Told>) => isSameEvent(concern, other({ type: 'expression-of-concern', ...given }))
    expect(near({ noticeDoi: null, date: '2020-06-01' })).toBe(true)
    expect(near({ noticeDoi: null, date: '2020-05' })).toBe(true)
    expect(near({ noticeDoi: null, date: '2020-07-01' })).toBe(false)
    expect(near({ noticeDoi: null, date: null })).toBe(false)
    expect(near({ noticeDoi: '10.1000/m', date: '2020-05-07' })).toBe(false)
    expect(near({ noticeDoi: '10.1000/m', date: '2020-05-06' })).toBe(true)
  })
})

test('within one source, an event is one notice of one type, or one day', () => {
  const correction = (given: Partial<Told> = {}) => told({ type: 'correction', noticeDoi: '10.1000/p', ...given })
  expect(isSameEvent(correction(), correction({ date: '2011' }))).toBe(true)
  expect(isSameEvent(correction(), correction({ type: 'erratum' } as object))).toBe(false)
  const unannounced = (date: string | null) => told({ noticeDoi: null, date })
  expect(isSameEvent(unannounced('2020'), unannounced('2020'))).toBe(true)
  expect(isSameEvent(unannounced(null), unannounced(null))).toBe(false)
})

test.each([
  // A record's last change is no earlier than the retraction's day.
  [{ date: '2020-05-06', datesRecord: true }, true],
  [{ date: '2020-05-05', datesRecord: true }, false],
  // Exact days are at most a year apart; less exact dates match anything in their range.
  [{ date: '2021-05-07' }, true],
  [{ date: '2021-05-08' }, false],
  [{ date: '2020' }, true],
  [{ date: '2021' }, false],
  [{ date: '2020-05' }, true],
  [{ date: '2020-06' }, false],
] as const)('a retraction by another notice on another page dated %j is the same: %j', (given, isSame) => {
  const entry = other({ noticeDoi: '10.1000/m', ...given })
  expect([isSameEvent(told(), entry), isSameEvent(entry, told())]).toEqual([isSame, isSame])
})

test('two changed records may describe one retraction regardless of dates', () => {
  const changed = (given: Partial<Told>) => ({ datesRecord: true, ...given })
  expect(
    isSameEvent(told(changed({ date: '2020-01-01' })), other(changed({ noticeDoi: '10.1000/m', date: '2024' }))),
  ).toBe(true)
})

test('a correction at the paper’s own DOI matches another of its type within a month', () => {
  const at = (given: Partial<Told> = {}) => other({ type: 'correction', noticeDoi: '10.1000/p', ...given })
  const one = told({ type: 'correction', noticeDoi: '10.1000/p' })
  expect(isSameEvent(one, at({ date: '2001-01-01' }))).toBe(true)
  expect(isSameEvent(one, at({ type: 'erratum', date: '2020-06-06' } as object))).toBe(true)
  expect(isSameEvent(one, at({ type: 'erratum', date: '2020-06-07' } as object))).toBe(false)
  expect(isSameEvent(one, at({ type: 'erratum', date: null } as object))).toBe(false)
  // A year alone is no day that two notices could share.
  const notice = (given: Partial<Told>) => ({ type: 'correction', date: '2020', ...given })
  expect(isSameEvent(told(notice({})), other(notice({ noticeDoi: '10.1000/m' })))).toBe(false)
  expect(isSameEvent(told(notice({ date: null })), other(notice({ date: null, noticeDoi: '10.1000/m' })))).toBe(false)
})

test('two notices from one source are two events', () => {
  expect(isSameEvent(told(), told({ noticeDoi: '10.1000/m' }))).toBe(false)
  expect(isSameEvent(told(), told({ noticeDoi: null }))).toBe(true)
  expect(isSameEvent(told(), told({ noticeDoi: null, date: '2020-05-07' }))).toBe(false)
})
