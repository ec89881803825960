import { isUtf8 } from 'node:buffer'
import type { ImportedReferences, Sought } from '../../paper/citations/index.ts'
import type { Problem } from '../../paper/event-files/index.ts'
import { type PreparedWork, prepareWork, type Work } from '../../paper/works-index/index.ts'
import { parseWorkLine } from './parse-work.ts'

/** Whole lines of a file; `firstLine` is the number of the first one. */
export type Block = { readonly bytes: Uint8Array; readonly firstLine: number }

/** `fallen`: references of these works to the given retracted papers. */
export type ParsedBlock = { works: PreparedWork[]; problems: Problem[]; fallen: ImportedReferences[] }

/** The works in a block of lines, ready for the index, and the lines that hold none. Blank lines are neither. */
export const parseBlock = (
  { bytes, firstLine }: Block,
  source: Work['source'],
  sought: Sought | null = null,
): ParsedBlock => {
  const parsed: ParsedBlock = { works: [], problems: [], fallen: [] }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const valid = isUtf8(buffer)
  const lines = buffer.toString(valid ? 'utf8' : 'latin1').split('\n')
  for (const [i, text] of lines.entries()) {
    const line = firstLine + i
    let own = text
    if (!valid && /[\x80-\xff]/.test(text)) {
      const bytesOfLine = Buffer.from(text, 'latin1')
      if (!isUtf8(bytesOfLine)) {
        parsed.problems.push({ line, kind: 'rejected', reason: 'not valid UTF-8' })
        continue
      }
      own = bytesOfLine.toString('utf8')
    }
    if (own === '' || own.trim() === '') continue
    const result = parseWorkLine(own, source, sought)
    if (result.kind === 'work') {
      parsed.works.push(prepareWork(result.work))
      if (result.fallen !== null) parsed.fallen.push(result.fallen)
    } else parsed.problems.push({ line, kind: result.kind, reason: result.reason })
  }
  return parsed
}
