import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { Lookup } from './lookup.ts'

/**
 * Looks at the beginning of such a file. Later on one that cannot be read stops nobody; at the start it is a mistake.
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
    throw new OperatorError(`BREACHED_PASSWORDS_FILE is ${path}, which cannot be read (${code}): correct or remove it.`)
  }
  throw new OperatorError(
    `BREACHED_PASSWORDS_FILE is ${path}, which does not begin with a SHA-1, a colon and a count: correct or remove it.`,
  )
}

/** No line of such a file is longer, in bytes. */
const longestLine = 128
/** A part of the file that is read at once, in bytes. */
const smallPart = 4_096

/**
 * Looks passwords up in a file with one SHA-1 a line, sorted, each followed by `:` and how often it was seen: the form in which
 * Have I Been Pwned offers all it knows. About 25 short reads find one among a billion.
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
        // Its line begins between the two.
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
