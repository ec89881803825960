import { expect, test } from 'vitest'
import { flagOrder, withoutDatePadding } from './list-falls.ts'

const event = (date: string | null, dateIsLatest = false) => ({ date, dateIsLatest, repeated: null })
const repeated = (first: number, last: number) => ({ date: null, dateIsLatest: false, repeated: { first, last } })

test.each([
  ['a day before', event('2020-03-13'), '2020-03-14', 'before'],
  ['a day after', event('2020-03-15'), '2020-03-14', 'after'],
  ['the same day', event('2020-03-14'), '2020-03-14', 'same-year'],
  ['another month of the year', event('2020-02'), '2020-03-14', 'before'],
  ['the same month, to the month', event('2020-03'), '2020-03-14', 'same-year'],
  ['the same year, to the year', event('2020'), '2020-12-31', 'same-year'],
  ['another year, to the year', event('2019'), '2020', 'before'],
  ['a paper dated to the year', event('2021-01-01'), '2020', 'after'],
  ['by then at the latest, which was before', event('2019', true), '2020-03-14', 'before'],
  ['by then at the latest, which may be before or after', event('2021', true), '2020-03-14', null],
  ['by then at the latest, in the same year', event('2020', true), '2020-03-14', null],
  ['no date of the fall', event(null), '2020-03-14', null],
  ['no date of the paper', event('2020-03-13'), null, null],
  ['attempts that had all ended', repeated(2012, 2015), '2020-03-14', 'before'],
  ['attempts that all came later', repeated(2021, 2023), '2020-03-14', 'after'],
  ['attempts on both sides', repeated(2019, 2021), '2020-03-14', null],
  ['a paper dated to the year, and a fall to a day of it', event('2020-03-14'), '2020', 'same-year'],
  ['attempts until the year of the paper', repeated(2019, 2020), '2020-03-14', null],
  ['attempts from the year of the paper on', repeated(2020, 2021), '2020-03-14', null],
  ['attempts of the same year', repeated(2020, 2020), '2020-03-14', 'same-year'],
] as const)('citation order: %s', (_, status, published, when) => {
  expect(flagOrder(status, published)).toBe(when)
})

test.each([
  ['2020-03-14', '2020-03-14'],
  ['2020-03-01', '2020-03'],
  ['2020-01-01', '2020'],
  ['2020-03', null],
  ['2020-03-14T00:00:00Z', null],
  ['-002020-03-14', null],
  ['14.3.2020', null],
  ['', null],
  [null, null],
  [undefined, null],
])('OpenAlex date %s means %s', (given, told) => {
  expect(withoutDatePadding(given)).toBe(told)
})
