import { describe, expect, test } from 'vitest'
import { isSameEvent, type Told } from './same-event.ts'
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

describe('from two sources, one event is', () => {
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
  ])('%s', (_, entry) => {
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
  ])('%s', (_, entry) => {
    expect(isSameEvent(told(), entry)).toBe(false)
    expect(isSameEvent(entry, told())).toBe(false)
  })

  test('a correction or concern without a notice within a month of one with, and no second notice', () => {
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

test('one source that names two notices tells of two events', () => {
  expect(isSameEvent(told(), told({ noticeDoi: '10.1000/m' }))).toBe(false)
  expect(isSameEvent(told(), told({ noticeDoi: null }))).toBe(true)
  expect(isSameEvent(told(), told({ noticeDoi: null, date: '2020-05-07' }))).toBe(false)
})
