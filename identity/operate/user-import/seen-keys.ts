import { createHash } from 'node:crypto'

/** Compact set of seen keys, a few bytes each: a file of a million users contains several million keys. */
export type SeenKeys = {
  /** Adds a key. Returns true if it was already present. */
  wasSeen: (key: string) => boolean
}

/** Entries of the table at the start; it grows by doubling when it is half full. */
const smallest = 2 ** 12

/** Hashes a key to 52 bits. Among ten million keys, about one file in a hundred has a collision. */
const numberOf = (key: string): number => {
  const bytes = createHash('sha256').update(key).digest()
  return bytes.readUIntBE(0, 6) * 16 + (bytes[6] ?? 0) / 16 + 1
}

export const createSeenKeys = (): SeenKeys => {
  let table = new Float64Array(smallest)
  let count = 0

  const place = (into: Float64Array, number: number): number => {
    let at = number % into.length
    while (into[at] !== 0 && into[at] !== number) at = (at + 1) % into.length
    return at
  }
  const grow = () => {
    const larger = new Float64Array(table.length * 2)
    for (const number of table) if (number !== 0) larger[place(larger, number)] = number
    table = larger
  }

  return {
    wasSeen: key => {
      const number = Math.floor(numberOf(key))
      const at = place(table, number)
      if (table[at] === number) return true
      table[at] = number
      if (++count > table.length / 2) grow()
      return false
    },
  }
}
