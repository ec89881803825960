import { createBloomFilter } from './bloom-filter.ts'
import { readFilterBits } from './filter-file.ts'
import { foldPassword } from './fold-password.ts'

/** Tells whether a password is among the 77,000 most common ones, or, once in 100,000 times, one that is not. */
export const readCommonPasswords = (): ((password: string) => boolean) => {
  const filter = createBloomFilter({ bits: readFilterBits() })
  return password => filter.has(foldPassword(password))
}
