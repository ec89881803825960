import { createHash } from 'node:crypto'
import type { Logger } from '@corroborate/server-kit/logging'
import { isCommonPassword } from './common-passwords.ts'
import { hashRanges } from './hash-ranges.ts'
import type { Lookup } from './lookup.ts'
import { sortedHashFile } from './sorted-hash-file.ts'

/** Passwords that leaks have made known. */
export type Breaches = {
  /** Whether a password is one of the most common ones. Asks nobody. */
  isCommon: (password: string) => boolean
  /** Whether a password is known from a leak, common or not. A source that does not answer is passed over, with a word in the log. */
  has: (password: string) => Promise<boolean>
  close: () => void
}

type Sources = {
  /** A file of sorted SHA-1 hashes. */
  file: string | null
  /** A service that answers by ranges of hashes. */
  rangeUrl: string | null
}

const sha1Of = (password: string): string => createHash('sha1').update(password).digest('hex').toUpperCase()

/** The filter of common passwords always, a file and a service where the operator has named them. */
export const createBreaches = ({ file, rangeUrl }: Sources, logger: Logger): Breaches => {
  const hashFile = file === null ? null : sortedHashFile(file)
  const ranges = rangeUrl === null ? null : hashRanges(rangeUrl)

  const isFound = (source: string, lookup: Lookup): boolean => {
    if (lookup.kind === 'unavailable') {
      logger.warn({ source, reason: lookup.reason }, 'breached passwords could not be looked up')
    }
    return lookup.kind === 'found'
  }

  return {
    isCommon: isCommonPassword,
    has: async password => {
      if (isCommonPassword(password)) return true
      const sha1 = sha1Of(password.normalize('NFKC'))
      if (hashFile !== null && isFound('file', hashFile.lookUp(sha1))) return true
      return ranges !== null && isFound('service', await ranges.lookUp(sha1))
    },
    close: () => hashFile?.close(),
  }
}
