import { createHash } from 'node:crypto'
import type { Logger } from '@corroborate/server-kit/logging'
import { readCommonPasswords } from './common-passwords.ts'
import { createHashRanges } from './hash-ranges.ts'
import type { Lookup } from './lookup.ts'
import { createSortedHashFile } from './sorted-hash-file.ts'

/** Passwords that are known from leaks. */
export type Breaches = {
  /** True if a password is among the most common ones or in the operator's file. Sends no request. */
  isListed: (password: string) => boolean
  /** True if a password is known from a breach in any source. Unavailable sources are skipped and logged. */
  has: (password: string) => Promise<boolean>
  close: () => void
}

type Sources = {
  /** A file of sorted SHA-1 hashes. */
  file: string | null
  /** A service that answers by ranges of hashes. */
  rangeUrl: string | null
}

const sha1Of = (password: string): string =>
  createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase()

/** Uses the filter of common passwords, and the file and the service that the operator named. */
export const createBreaches = ({ file, rangeUrl }: Sources, logger: Pick<Logger, 'warn'>): Breaches => {
  const isCommon = readCommonPasswords()
  const hashFile = file === null ? null : createSortedHashFile(file)
  const ranges = rangeUrl === null ? null : createHashRanges(rangeUrl)

  const isFound = (source: string, lookup: Lookup): boolean => {
    if (lookup.kind === 'unavailable') {
      logger.warn({ source, reason: lookup.reason }, 'breached passwords could not be looked up')
    }
    return lookup.kind === 'found'
  }

  const isListed: Breaches['isListed'] = password =>
    isCommon(password) || (hashFile !== null && isFound('file', hashFile.lookUp(sha1Of(password))))

  return {
    isListed,
    has: async password =>
      isListed(password) || (ranges !== null && isFound('service', await ranges.lookUp(sha1Of(password)))),
    close: () => hashFile?.close(),
  }
}
