import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

// The part of Solidity's ABI that is needed to ask contracts about signatures
// (https://docs.soliditylang.org/en/latest/abi-spec.html). All text is hexadecimal without 0x.

const wordBytes = 32

/** A number, an address or a flag as a word. */
export const word = (value: bigint | number): string => value.toString(16).padStart(2 * wordBytes, '0')

/** Encodes bytes: the length, then the bytes, padded to whole words. */
export const bytes = (hex: string): string =>
  word(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / (2 * wordBytes)) * 2 * wordBytes, '0')

/** The offsets of parts that follow one another after the offsets themselves. */
export const offsets = (parts: readonly string[]): string => {
  let at = parts.length * wordBytes
  return parts
    .map(part => {
      const here = word(at)
      at += part.length / 2
      return here
    })
    .join('')
}

/** Decodes untrusted ABI data. No read goes past the end. @throws RangeError */
export const createAbiReader = (hex: string) => {
  const data = hexToBytes(hex)
  const slice = (at: number, length: number): Uint8Array => {
    if (at < 0 || length < 0 || at + length > data.length) throw new RangeError('The data is shorter than it says.')
    return data.subarray(at, at + length)
  }
  const number = (at: number): number => {
    const value = BigInt(`0x${bytesToHex(slice(at, wordBytes))}`)
    if (value > BigInt(data.length)) throw new RangeError('The data is shorter than it says.')
    return Number(value)
  }
  return {
    /** The last 20 bytes of a word. */
    address: (at: number): string => {
      const text = bytesToHex(slice(at, wordBytes))
      if (!text.startsWith('0'.repeat(24))) throw new RangeError('This is no address.')
      return text.slice(24)
    },
    flag: (at: number): boolean => number(at) === 1,
    number,
    /** The bytes at the offset that the word at `at` has, counted from `base`. */
    bytes: (at: number, base: number): string => {
      const start = base + number(at)
      return bytesToHex(slice(start + wordBytes, number(start)))
    },
  }
}
