import { createBloomFilter } from './bloom-filter.ts'
import { readFilterBits } from './filter-file.ts'
import { foldPassword } from './fold-password.ts'

/** Loads a check for the 77,000 most common passwords. False positives: one in 100,000. */
export const readCommonPasswords = (): ((password: string) => boolean) => {
  const filter = createBloomFilter({ bits: readFilterBits() })
  return password => filter.has(foldPassword(password))
}
