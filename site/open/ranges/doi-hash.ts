import { hash } from 'node:crypto'
import type { Doi } from '../../kit/doi/index.ts'

/** The SHA-256 of a DOI in the form in which this site keeps it, as 64 hexadecimal digits. */
export const doiHash = (doi: Doi): string => hash('sha256', doi)

/** A range holds so many papers at least, on average. */
const fewest = 8
/** With these, a range of every paper that there is would hold a handful. */
const longest = 7

/** Returns the range prefix length in hex digits for a number of known papers: leaves 8 papers per range on average, at least one digit. */
export const prefixLength = (papers: number): number => {
  let length = 1
  while (length < longest && papers / 16 ** (length + 1) >= fewest) length++
  return length
}
