import type { Doi } from '../../kit/doi/index.ts'
import type { WorksReader } from '../../paper/works-index/index.ts'
import { type Bibliography, readBibliography, UnreadableError } from './formats/index.ts'

/** What reading a bibliography comes to. `byPmid`: what PubMed's numbers stand for, where the index says so. */
export type ReadReferences =
  | { kind: 'read'; bibliography: Bibliography; byPmid: Map<string, Doi> }
  /** It cannot be read; the sentence says why, and what to do. */
  | { kind: 'unreadable'; sentence: string }

/** Reads a bibliography. Takes long: for a thread. */
export const readReferences = (index: Pick<WorksReader, 'findPmids'>, bytes: Uint8Array): ReadReferences => {
  try {
    const bibliography = readBibliography(bytes)
    const { references } = bibliography
    return {
      kind: 'read',
      bibliography,
      byPmid: index.findPmids(references.flatMap(({ doi, pmid }) => (doi === null ? (pmid ?? []) : []))),
    }
  } catch (error) {
    if (error instanceof UnreadableError) return { kind: 'unreadable', sentence: error.message }
    throw error
  }
}
