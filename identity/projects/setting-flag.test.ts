import { expect, test } from 'vitest'
import { added, last, named, number, onOff, SettingError, without } from './setting-flag.ts'

test('the last value of a repeated flag wins', () => {
  expect([last(['a', 'b']), last([])]).toEqual(['b', ''])
  expect([onOff(['off', 'on']), onOff(['on', 'off']), number(['1', '20'])]).toEqual([true, false, 20])
})

test.each([[[]], [['yes']], [['ON']], [['on', 'x']]])('%j is neither on nor off', values => {
  expect(() => onOff(values)).toThrow(new SettingError('must be on or off'))
})

test.each(['', 'x', '-1', '1.5', ' 1', '1 ', '12345678'])('%j is not an integer', text => {
  expect(() => number([text])).toThrow(new SettingError('must be a whole number'))
})

test('list items are added once and removed from any position', () => {
  expect(added(['a', 'b'], ['b', 'c', 'c'])).toEqual(['a', 'b', 'c'])
  expect(without(['a', 'b', 'c'], ['c', 'a', 'x'])).toEqual(['b'])
})

test('a name=value flag is split at its first equals sign', () => {
  expect(named(['a=b', 'c=d=e', 'f', '=g', 'h='])).toEqual([
    ['a', 'b'],
    ['c', 'd=e'],
    ['f', ''],
    ['', 'g'],
    ['h', ''],
  ])
})
