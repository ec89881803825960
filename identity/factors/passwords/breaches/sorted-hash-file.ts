import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { Lookup } from './lookup.ts'

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
export const createSortedHashFile = (path: string): { lookUp: (sha1: string) => Lookup; close: () => void } => {
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
