import { describe, expect, test } from 'vitest'
import { bytes, createAbiReader, offsets, word } from './abi.ts'

const zeros = (count: number) => '0'.repeat(count)

test('words, bytes and offsets match the examples of the Solidity ABI', () => {
  expect(word(69)).toBe(`${zeros(62)}45`)
  expect(word(0xffn)).toBe(`${zeros(62)}ff`)
  // "dave" as bytes: its length, then the four letters, filled up to a word.
  expect(bytes('64617665')).toBe(`${zeros(63)}4${'64617665'}${zeros(56)}`)
  expect(bytes('')).toBe(zeros(64))
  expect(bytes('ab'.repeat(32))).toBe(word(32) + 'ab'.repeat(32))
  expect(bytes('ab'.repeat(33))).toBe(`${word(33)}${'ab'.repeat(33)}${zeros(62)}`)
  expect(offsets([bytes('64617665'), word(1), word(2)])).toBe(word(0x60) + word(0xa0) + word(0xc0))
})

describe('ABI decoding', () => {
  const address = 'ab'.repeat(20)
  const data = `${zeros(24)}${address}${word(1)}${word(0)}${word(0x80)}${bytes('64617665')}`

  test('an address, flags, a number and bytes are decoded', () => {
    const read = createAbiReader(data)
    expect([read.address(0), read.flag(32), read.flag(64), read.number(32), read.bytes(96, 0)]).toEqual([
      address,
      true,
      false,
      1,
      '64617665',
    ])
    // Its last word, and a number that is as long as the data.
    const whole = createAbiReader(word(64) + word(2))
    expect([whole.number(0), whole.number(32), whole.flag(32)]).toEqual([64, 2, false])
    expect(createAbiReader(word(32) + word(0)).bytes(0, 0)).toBe('')
  })

  test('data shorter than declared or an invalid address is rejected', () => {
    const read = createAbiReader(data)
    for (const at of [-1, -32, data.length / 2 - 31, data.length / 2])
      expect(() => read.number(at), String(at)).toThrow('The data is shorter than it says.')
    expect(() => createAbiReader(word(65) + word(0)).number(0)).toThrow('The data is shorter than it says.')
    expect(() => createAbiReader('ff'.repeat(32)).number(0)).toThrow('The data is shorter than it says.')
    expect(() => createAbiReader(word(32) + word(1)).bytes(0, 0)).toThrow('The data is shorter than it says.')
    expect(() => createAbiReader(word(1) + data).bytes(0, -64)).toThrow('The data is shorter than it says.')
    expect(() => createAbiReader(`${zeros(23)}1${address}`).address(0)).toThrow('This is no address.')
  })
})
