import type { Problem } from '../../paper/event-files/index.ts'
import { readCrossrefWork, type ToldUpdate } from '../../paper/known/index.ts'
import type { Block } from './parse-block.ts'

/** Parses updates from a block of Crossref works; works without updates are ignored. */
export const parseCrossrefBlock = ({ bytes, firstLine }: Block): { updates: ToldUpdate[]; problems: Problem[] } => {
  const updates: ToldUpdate[] = []
  const problems: Problem[] = []
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    if (!/"update(?:-to|d-by)"/.test(line)) continue
    const work = readCrossrefWork(jsonOf(line))
    if (work === null) problems.push({ line: firstLine + index, kind: 'rejected', reason: 'not a Crossref work' })
    else updates.push(...work.updates)
  }
  return { updates, problems }
}

const jsonOf = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
