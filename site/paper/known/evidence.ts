import type { Doi } from '../../kit/doi/index.ts'

/**
 * Source of an update: Crossref's import file, our starter list, Retraction Watch's own list, or Crossref's API, which names the asserting
 * party. `title`: inferred from the notice's title only.
 */
export type UpdateSource = 'crossref' | 'starter' | 'publisher' | 'retraction-watch' | 'retraction-watch-list' | 'title'

/** A stored correction, retraction etc.: `doi` is its target, `noticeDoi` the notice. */
export type UpdateEntry = {
  doi: string
  type: string
  noticeDoi: string | null
  /** ISO 8601, as exact as the source gives it. */
  date: string | null
  /** True if the source marks the paper as retracted, whatever this entry is about. */
  retracted: boolean
  /** Title of the notice. */
  title: string | null
  source: UpdateSource
  /** The source's reasons, if given. */
  reasons?: readonly string[] | undefined
}

/** An attempt to repeat `originalDoi`, as stored. */
export type ReplicationEntry = {
  originalDoi: string
  replicationDoi: string | null
  /** Address of an attempt that has no DOI. */
  replicationUrl: string | null
  type: string
  outcome: string
  quote: string | null
  originalTitle: string | null
  originalYear: number | null
  replicationTitle: string | null
  replicationYear: number | null
  /** The day it was reported, ISO 8601, where more is known than the year. */
  replicationDate?: string
  /** Number of replications with the same outcome it represents, the latest in that year; defaults to one. */
  count?: number
  source: AttemptSource
  /** An uncounted community report: unverifiable, or approved by only one moderator. */
  isUncounted?: true
}

/** An approved note, shown beside the evidence. Does not affect the status. */
export type NoteEntry = {
  /** Author's name with its qualification. */
  by: string
  /** The day it became public, ISO 8601. */
  date: string
  /** Path on this site where it can be read. */
  path: string
  /** Number of notes it represents, the latest on that date; defaults to one. */
  count?: number
}

/** Coder of a replication: FORRT's current list, an earlier FORRT file, our starter list, or the author of an approved community report. */
export type AttemptSource = 'forrt' | 'forrt-earlier' | 'starter' | 'report'

/** All that the stores hold about one paper, whichever side of an entry it is on. */
export type Evidence = {
  doi: Doi
  /** The title in the paper's record, with its source: titles may start with "RETRACTED:". */
  title: string | null
  titleFrom: string | null
  /** Year of publication, when known: where the line begins. */
  year: number | null
  /** Source of a record that marks the paper as retracted. */
  retractedBy: string | null
  updates: readonly UpdateEntry[]
  replications: readonly ReplicationEntry[]
  /** Returns titles and years of other papers named by entries. */
  lookUp: (doi: string) => { title: string | null; year: number | null } | null
  /** Returns the DOI of the only other paper with this title that a notice may target; null for none or several. */
  aboutTitled: (title: string) => string | null
}

/** Returns the paper's facts from evidence entries, for papers without metadata. */
export const factsInEvidence = ({
  doi,
  replications,
  updates,
}: Pick<Evidence, 'doi' | 'replications' | 'updates'>): {
  title: string | null
  year: number | null
} => {
  const announced = updates.filter(update => update.noticeDoi === doi)
  const original = replications.filter(entry => entry.originalDoi === doi)
  const attempt = replications.filter(entry => entry.replicationDoi === doi)
  const first = <T>(values: (T | null)[]): T | null => values.find(value => value !== null) ?? null
  return {
    title: first([
      ...original.map(entry => entry.originalTitle),
      ...attempt.map(entry => entry.replicationTitle),
      ...announced.map(update => update.title),
    ]),
    year: first([...original.map(entry => entry.originalYear), ...attempt.map(entry => entry.replicationYear)]),
  }
}

/** Returns evidence from the stores alone, without the paper's record. */
export const evidenceInStores = (
  doi: Doi,
  { updates, replications }: Pick<Evidence, 'updates' | 'replications'>,
): Evidence => ({
  doi,
  title: null,
  titleFrom: null,
  year: null,
  retractedBy: null,
  updates,
  replications,
  aboutTitled: () => null,
  lookUp: () => null,
})

/** A year as a date: ISO 8601, four digits. */
export const isoYear = (year: number): string => String(year).padStart(4, '0')
