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
    if (/^[0-9A-F]{40}:$/i.test(start.toString('latin1'))) return
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OperatorError(`BREACHED_PASSWORDS_FILE is ${path}, which cannot be read (${code}): correct or remove it.`)
  }
  throw new OperatorError(
    `BREACHED_PASSWORDS_FILE is ${path}, which does not begin with a SHA-1, a colon and a count: correct or remove it.`,
  )
}

/** Longer than any line of such a file. */
const window = 128

/**
 * Looks passwords up in a file with one upper-case SHA-1 a line, sorted, each followed by `:` and how often it was seen: the
 * form in which Have I Been Pwned offers all it knows. About 30 short reads find one among a billion.
 */
export const sortedHashFile = (path: string): { lookUp: (sha1: string) => Lookup; close: () => void } => {
  let file: number | undefined

  /** The first whole line at or after a place, or null at the end. */
  const lineFrom = (place: number, size: number): { start: number; next: number; hash: string } | null => {
    // One byte earlier, so that a line that begins right here is seen to begin.
    const from = Math.max(0, place - 1)
    const buffer = Buffer.alloc(Math.min(window * 2, size - from))
    readSync(file as number, buffer, 0, buffer.length, from)
    const text = buffer.toString('latin1')
    const begin = place === 0 ? 0 : text.indexOf('\n') + 1
    if (place !== 0 && begin === 0) return null
    const end = text.indexOf('\n', begin)
    const line = text.slice(begin, end === -1 ? undefined : end)
    if (line.length < 40) return null
    return { start: from + begin, next: end === -1 ? size : from + end + 1, hash: line.slice(0, 40).toUpperCase() }
  }

  return {
    lookUp: sha1 => {
      try {
        file ??= openSync(path, 'r')
        const { size } = fstatSync(file)
        let [low, high] = [0, size]
        while (low < high) {
          const middle = Math.floor((low + high) / 2)
          const line = lineFrom(middle, size)
          if (line === null || line.start >= high) high = middle
          else if (line.hash === sha1) return { kind: 'found' }
          else if (line.hash < sha1) low = line.next
          else high = middle
        }
        return { kind: 'not-found' }
      } catch (error) {
        return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
      }
    },
    close: () => {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
