import type { Doi } from '../../kit/doi/index.ts'
import type { WorksReader } from '../../paper/works-index/index.ts'
import { type Bibliography, readBibliography, UnreadableError } from './formats/index.ts'

/** Result of parsing a bibliography. `byPmid`: DOIs of PubMed IDs in the index. */
export type ReadReferences =
  | { kind: 'read'; bibliography: Bibliography; byPmid: Map<string, Doi> }
  /** Unreadable, with a message on the reason and remedy. */
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
