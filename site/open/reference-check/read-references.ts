import type { Doi } from '../../kit/doi/index.ts'
import type { WorksReader } from '../../paper/works-index/index.ts'
import type { Candidate } from './compare.ts'
import { findCandidates } from './find-candidates.ts'
import { type Bibliography, readBibliography, UnreadableError } from './formats/index.ts'

/** What reading a bibliography comes to. `candidates`: for each reference the works of ours that its title may mean. `byPmid`: what PubMed's numbers stand for, where the index says so. */
export type ReadReferences =
  | { kind: 'read'; bibliography: Bibliography; candidates: Candidate[][]; byPmid: Map<string, Doi> }
  /** It cannot be read; the sentence says why, and what to do. */
  | { kind: 'unreadable'; sentence: string }

/** Reads a bibliography, and looks its titles up in the index: all that takes long, for a thread. */
export const readReferences = (
  index: Pick<WorksReader, 'findPmids' | 'findStarting' | 'findWork' | 'startsKnown'>,
  bytes: Uint8Array,
): ReadReferences => {
  try {
    const bibliography = readBibliography(bytes)
    const { references } = bibliography
    return {
      kind: 'read',
      bibliography,
      candidates: findCandidates(index, references),
      byPmid: index.findPmids(references.flatMap(({ doi, pmid }) => (doi === null ? (pmid ?? []) : []))),
    }
  } catch (error) {
    if (error instanceof UnreadableError) return { kind: 'unreadable', sentence: error.message }
    throw error
  }
}
