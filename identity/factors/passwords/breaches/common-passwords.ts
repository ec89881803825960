import { readFileSync } from 'node:fs'
import { createBloomFilter } from './bloom-filter.ts'

/** Made by `build-filter.ts` out of lists of the passwords that leaks hold most often. */
export const filterFile = new URL('./common-passwords.bloom', import.meta.url)

/** Common passwords differ little in case: one that is known in small letters is known. */
export const foldPassword = (password: string): string => password.normalize('NFKC').toLowerCase()

/** Tells whether a password is among the 77,000 most common ones, or, once in 100,000 times, one that is not. */
export const readCommonPasswords = (): ((password: string) => boolean) => {
  const filter = createBloomFilter({ bits: readFileSync(filterFile) })
  return password => filter.has(foldPassword(password))
}
