import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { NotTaken } from '../foreign-user.ts'
import {
  column,
  flag,
  isYes,
  jsonColumn,
  leftIf,
  linksOf,
  nameOf,
  object,
  readTime,
  text,
  unreadFields,
} from './parts.ts'

const moment = Date.UTC(2021, 2, 5, 16, 34, 28)
const midnight = Date.UTC(2021, 2, 5)

describe('timestamp parsing', () => {
  test.each([
    [' 2021-03-05T16:34:28Z ', moment],
    ['2021-03-05T16:34:28.417Z', moment + 417],
    ['2021-03-05 16:34:28.417+00', moment + 417],
    ['2021-03-05 16:34:28 UTC', moment],
    ['2021-03-05 16:34:28UTC', moment],
    ['2021-03-05 16:34:28+02', moment - 2 * 60 * 60_000],
    ['2021-03-05 16:34:28-05', moment + 5 * 60 * 60_000],
    ['2021-03-05T16:34:28-0530', moment + 5.5 * 60 * 60_000],
    ['2021-03-05T16:34:28+05:30', moment - 5.5 * 60 * 60_000],
    ['2021-03-05T16:34:28z', moment],
    ['2021-03-05t16:34:28 +00:00', moment],
    ['2021-03-05 16:34:28 +0530', moment - 5.5 * 60 * 60_000],
    // Without a zone it is UTC, wherever this runs.
    ['2021-03-05 16:34:28', moment],
    ['2021-03-05T16:34:28', moment],
    ['2021-03-05 16:34', moment - 28_000],
    ['2021-03-05', midnight],
    [moment, moment],
    [moment + 0.9, moment],
    [moment / 1000, moment],
    ['1614962068', 1_614_962_068_000],
    ['161496206', 161_496_206_000],
    ['161496206841', 161_496_206_841],
    ['1614962068417', 1_614_962_068_417],
  ])('a timestamp is parsed from %j', (written, read) => expect(readTime(written)).toBe(read))

  test.each([
    ['nothing', undefined],
    ['no text', true],
    ['an empty text', ''],
    ['a number that is too short', '16149620'],
    ['one that is neither seconds nor milliseconds', '16149620684'],
    ['one that is too long', '16149620684170'],
    ['a number within a text', 'x1614962068'],
    ['a number before a text', '1614962068x'],
    ['milliseconds within a text', 'x1614962068417'],
    ['milliseconds before a text', '1614962068417x'],
    ['another order', '05.03.2021'],
    ['a text before it', 'on 2021-03-05'],
    ['a day that there is not', '2021-13-45T00:00:00Z'],
    ['a zone behind a day', '2021-03-05+02'],
  ])('no timestamp is parsed from %s', (_, written) => expect(readTime(written)).toBeNull())
})

describe('boolean column', () => {
  test.each(['true', 't', '1', 'yes', 'y', 'on', ' TRUE ', '2019-01-02 03:04:05', '1614962068'])(
    '%j is parsed as true',
    word => expect(isYes(word, 'mark')).toBe(true),
  )
  test.each(['', 'false', 'f', '0', 'no', 'n', 'off', ' NO '])('%j is parsed as false', word =>
    expect(isYes(word, 'mark')).toBe(false),
  )
  test('another word is rejected and shown truncated', () => {
    const say = () => isYes(`perhaps${'s'.repeat(60)}`, 'mark')
    expect(say).toThrow(NotTaken)
    expect(say).toThrow(/^has a mark that is neither yes nor no: perhapss{33}$/)
  })

  test.each([
    ['NULL', ''],
    ['\\N', ''],
    [null, ''],
    [3, ''],
    ['', ''],
    [' null ', ' null '],
  ])('the column value %j is read as %j', (written, read) => expect(column.parse(written)).toBe(read))
})

test.each([
  ['{"a":1}', { a: 1 }],
  [{ a: 1 }, { a: 1 }],
  ['{', {}],
  ['[1]', {}],
  ['3', {}],
  ['', {}],
  [null, {}],
])('the JSON column value %j is read as %j', (written, read) => expect(jsonColumn.parse(written)).toEqual(read))

test('values of the wrong type count as missing', () => {
  expect([text.parse(1), text.parse('a')]).toEqual(['', 'a'])
  expect([flag.parse('true'), flag.parse(true)]).toEqual([false, true])
  expect([object.parse('a'), object.parse({ a: 1 })]).toEqual([{}, { a: 1 }])
})

test.each([
  [{}, { first: '', middle: '', last: '' }],
  [{ whole: 'Ada Lovelace' }, { first: 'Ada Lovelace', middle: '', last: '' }],
  [
    { middle: 'King', whole: 'Ada Lovelace' },
    { first: 'Ada Lovelace', middle: '', last: '' },
  ],
  [
    { first: 'Ada', whole: 'Ada Lovelace' },
    { first: 'Ada', middle: '', last: '' },
  ],
  [
    { last: 'Lovelace', whole: 'Ada Lovelace' },
    { first: '', middle: '', last: 'Lovelace' },
  ],
  [
    { first: 'Ada', middle: 'King', last: 'Lovelace' },
    { first: 'Ada', middle: 'King', last: 'Lovelace' },
  ],
])('the name fields %j give the name %j', (given, name) => expect(nameOf(given)).toEqual(name))

test('only links to known providers are imported', () => {
  const accounts = [
    { provider: 'goog', subject: '1' },
    { provider: 'goog', subject: '' },
    { provider: 'kakao', subject: '2' },
    { provider: 'constructor', subject: '3' },
  ]
  expect(linksOf(accounts, { goog: 'google' })).toEqual({
    links: [{ provider: 'google', subject: '1' }],
    left: ['goog', 'kakao', 'constructor'].map(name => `a link to an account at ${name}`),
  })
})

test('only existing fields are reported', () => {
  expect([leftIf(true, 'a wallet'), leftIf(false, 'a wallet')]).toEqual([['a wallet'], []])
})

test('unread fields are reported unless they are empty', () => {
  const user = {
    id: '1',
    clientRoles: { app: ['admin'] },
    groups: ['/staff'],
    empty: '',
    none: null,
    list: [],
    off: false,
    NULL: 'NULL',
  }
  expect(unreadFields(user, z.object({ id: z.string() }))).toEqual(['the field clientRoles', 'the field groups'])
})
