import { hash } from 'node:crypto'

/** Bloom filter without false negatives and with about one false positive in 100,000. */
export type BloomFilter = {
  readonly has: (text: string) => boolean
  readonly add: (text: string) => void
  /** The bits, as they are stored. */
  readonly bits: Uint8Array
}

/** 24 bits and 17 probes an entry give 1 false answer in 100,000. */
const bitsPerEntry = 24
const probes = 17

/** Creates an empty filter for a number of entries, or restores one from its stored bits. */
export const createBloomFilter = (from: { entries: number } | { bits: Uint8Array }): BloomFilter => {
  const bits = 'bits' in from ? from.bits : new Uint8Array(Math.ceil((from.entries * bitsPerEntry) / 8))
  const size = bits.length * 8

  /** The places of a text: two halves of one digest, combined (Kirsch and Mitzenmacher 2006). */
  const placesOf = (text: string): number[] => {
    const digest = hash('sha256', text, 'buffer')
    const step = digest.readUIntBE(6, 6) % size
    const places = [digest.readUIntBE(0, 6) % size]
    while (places.length < probes) places.push(((places.at(-1) ?? 0) + step) % size)
    return places
  }

  return {
    bits,
    has: text => placesOf(text).every(place => ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0),
    add: text => {
      for (const place of placesOf(text)) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7))
    },
  }
}
