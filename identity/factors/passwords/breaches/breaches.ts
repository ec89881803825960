import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readTextUpTo } from '@corroborate/server-kit/bounded-reading'
import type { Logger } from '@corroborate/server-kit/logging'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { LRUCache } from 'lru-cache'
import { type Lookup, readCommonPasswords } from './common-passwords.ts'

/** Timeout of the breach service, in ms. */
const patience = 1_500
/** The largest answer that is read, in bytes. A range has about a thousand hashes. */
const largestAnswer = 500_000
const rangesKept = 200

/**
 * Fetches all hashes with the same five-digit prefix from a service and compares the rest locally. The service learns neither the password
 * nor its hash (k-anonymity, as offered by Have I Been Pwned at `/range/`).
 * @param url base URL, to which `/XXXXX` is appended
 */
const createHashRanges = (url: string): { lookUp: (sha1: string) => Promise<Lookup> } => {
  const kept = new LRUCache<string, ReadonlySet<string>>({ max: rangesKept })

  const fetchRange = async (prefix: string): Promise<ReadonlySet<string>> => {
    const known = kept.get(prefix)
    if (known !== undefined) return known
    const response = await fetch(`${url}/${prefix}`, {
      headers: { 'Add-Padding': 'true', 'User-Agent': 'Corroborate' },
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    if (!response.ok) throw new Error(`It answered ${response.status}.`)
    const text = await readTextUpTo(response, largestAnswer)
    if (text === null) throw new Error('It answered with far too much.')
    const suffixes = new Set<string>()
    for (const [, suffix = '', count] of text.matchAll(/^([0-9A-F]{35}):(\d+)$/gim)) {
      // Padding has a count of zero.
      if (Number(count) > 0) suffixes.add(suffix.toUpperCase())
    }
    kept.set(prefix, suffixes)
    return suffixes
  }

  return {
    lookUp: async sha1 => {
      try {
        const suffixes = await fetchRange(sha1.slice(0, 5))
        return { kind: suffixes.has(sha1.slice(5)) ? 'found' : 'not-found' }
      } catch (error) {
        return { kind: 'unavailable', reason: String(error) }
      }
    },
  }
}

/**
 * Reads the beginning of a file of hashes. At the start, a file that cannot be read is a mistake of the operator. Later it is
 * left out.
 * @throws OperatorError
 */
export const requireHashFile = (path: string): void => {
  try {
    const file = openSync(path, 'r')
    const start = Buffer.alloc(41)
    readSync(file, start, 0, start.length, 0)
    closeSync(file)
    if (/[0-9A-F]{40}:/i.test(start.toString('latin1'))) return
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OperatorError(
      `BREACHED_PASSWORDS_FILE is ${path}, which cannot be read (${code}). Correct or remove the setting.`,
    )
  }
  throw new OperatorError(
    `BREACHED_PASSWORDS_FILE is ${path}, which does not begin with a SHA-1, a colon and a count. Correct or remove the setting.`,
  )
}

/** The longest line of such a file, in bytes. */
const longestLine = 128
/** Read block size, in bytes. */
const smallPart = 4_096

/**
 * Looks passwords up in a file of sorted lines. Each line has a SHA-1, `:` and how often it was seen: Have I Been Pwned offers
 * its list in this form. About 25 short reads find one hash among a billion.
 */
const createSortedHashFile = (path: string): { lookUp: (sha1: string) => Lookup; close: () => void } => {
  let file: number | undefined

  const read = (from: number, length: number): string => {
    const bytes = Buffer.alloc(length)
    readSync(file as number, bytes, 0, length, from)
    return bytes.toString('latin1').toUpperCase()
  }

  /** The hash of the first line that begins after a place. */
  const hashAfter = (place: number): string => {
    const text = read(place, 2 * longestLine)
    const begin = text.indexOf('\n') + 1
    return text.slice(begin, begin + 40)
  }

  return {
    lookUp: sha1 => {
      try {
        file ??= openSync(path, 'r')
        // The line of the hash begins between these two places.
        let [low, high] = [0, fstatSync(file).size]
        while (high - low > smallPart) {
          const middle = Math.floor((low + high) / 2)
          if (hashAfter(middle) <= sha1) low = middle
          else high = middle
        }
        return { kind: read(low, high - low + longestLine).includes(sha1) ? 'found' : 'not-found' }
      } catch (error) {
        return { kind: 'unavailable', reason: String(error) }
      }
    },
    close: () => {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

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
