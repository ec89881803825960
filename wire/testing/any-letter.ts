import fc from 'fast-check'

/** Number of surrogate code points, and the first one. */
const [halves, firstHalf] = [0x800, 0xd800]

/**
 * Any code point there is, as the unit of `fc.string`: fast-check's own `binary`, which takes seconds and a hundred megabytes in
 * each process to list them all.
 */
export const anyLetter = fc
  .integer({ min: 0, max: 0x10ffff - halves })
  .map(at => String.fromCodePoint(at < firstHalf ? at : at + halves))
