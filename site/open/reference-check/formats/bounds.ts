import { type Reference, type Unread, UnreadableError } from './reference.ts'

// Limits on a file's content, so that parsing takes time and memory proportional to its size.

/** References checked at once. */
export const mostReferences = 5_000
/** Entries listed as unreadable. */
const mostUnread = 5_000
/** Nesting of elements, arrays and objects: formulas in tables of Word are the deepest that is met. */
export const deepest = 256

const inFigures = (count: number): string => count.toLocaleString('en-US')

/** Collects the entries of one file, and stops reading it once there are too many. */
export const createEntries = () => {
  const references: Reference[] = []
  const unread: Unread[] = []
  return {
    references,
    unread,
    /** @throws UnreadableError */
    add: (reference: Reference): void => {
      references.push(reference)
      if (references.length > mostReferences)
        throw new UnreadableError(
          `More than ${inFigures(mostReferences)} references: check up to ${inFigures(mostReferences)} at once, and send the rest separately.`,
        )
    },
    /** @throws UnreadableError */
    skip: (entry: Unread): void => {
      unread.push(entry)
      if (unread.length > mostUnread) throw tooManyUnread(unread)
    },
  }
}

/** Error for a file with too many broken entries; it names the first of them. */
export const tooManyUnread = ([first]: readonly Unread[]): UnreadableError =>
  new UnreadableError(
    `Too many entries of this file cannot be read. The first is in line ${first?.line ?? 1}: ${first?.why ?? ''}`,
  )

/** Error for an XML document that nests its elements deeper than any citation manager or word processor does. */
export const tooDeep = (): UnreadableError =>
  new UnreadableError(`This file cannot be read: its content is nested more than ${deepest} levels deep.`)
