import { hash } from 'node:crypto'
import type { Doi } from '../../kit/doi/index.ts'

/** The SHA-256 of a DOI in the form in which this site keeps it, as 64 hexadecimal digits. */
export const doiHash = (doi: Doi): string => hash('sha256', doi)

/** A range holds so many papers at least, on average. */
const fewest = 8
/** With these, a range of every paper that there is would hold a handful. */
const longest = 7

/**
 * How many digits of the hash a range is asked by, when something is known of so many papers: as many as leave 8 papers in a range on
 * average, and one at least.
 */
export const prefixLength = (papers: number): number => {
  let length = 1
  while (length < longest && papers / 16 ** (length + 1) >= fewest) length++
  return length
}
