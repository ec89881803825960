import type { Doi } from '../../kit/doi/index.ts'

/**
 * Where an update came from: Crossref's import file, our own list, Retraction Watch's own list, or Crossref's answer, which names who
 * said it. `title`: no source tells of it but the title of the notice.
 */
export type UpdateSource = 'crossref' | 'starter' | 'publisher' | 'retraction-watch' | 'retraction-watch-list' | 'title'

/** A correction, retraction and so on, as stored: `doi` is what it is about, `noticeDoi` where it is announced. */
export type UpdateEntry = {
  doi: string
  type: string
  noticeDoi: string | null
  /** ISO 8601, as exact as the source gives it. */
  date: string | null
  /** The source says that the paper is retracted, whatever this entry is about. */
  retracted: boolean
  /** Title of the notice. */
  title: string | null
  source: UpdateSource
  /** Why, in the source's words, where it says so. */
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
  /** It stands for so many attempts that ended alike, the latest in that year; one where it is absent. */
  count?: number
  source: AttemptSource
  /** A report of this site that is not counted: nobody can check it, or one moderator alone has approved it. */
  isUncounted?: true
}

/** A note that a moderator has approved, as it is told beside what is known. It changes no status. */
export type NoteEntry = {
  /** Who says so, with what is to be known of the name. */
  by: string
  /** The day it became public, ISO 8601. */
  date: string
  /** Path on this site where it can be read. */
  path: string
  /** It stands for so many, the latest of that date; one where it is absent. */
  count?: number
}

/**
 * Who coded an attempt: FORRT's coders in their present list, in an earlier file of theirs, we ourselves for our own list, or who made it
 * and reported it here, in a report that a moderator has approved.
 */
export type AttemptSource = 'forrt' | 'forrt-earlier' | 'starter' | 'report'

/** All that the stores hold about one paper, whichever side of an entry it is on. */
export type Evidence = {
  doi: Doi
  /** The paper's title as its record gives it, and who gives that record: titles say "RETRACTED:" at their start. */
  title: string | null
  titleFrom: string | null
  /** Year of publication, when known: where the line begins. */
  year: number | null
  /** A record of the paper says that it is retracted, and who says so. */
  retractedBy: string | null
  updates: readonly UpdateEntry[]
  replications: readonly ReplicationEntry[]
  /** What we know of the other papers that entries name, to fill in titles and years. */
  lookUp: (doi: string) => { title: string | null; year: number | null } | null
  /** The DOI of the one other paper with this title that may be what a notice with this paper's facts is about; null for none or several. */
  aboutTitled: (title: string) => string | null
}

/** What the entries say of the paper itself, for a paper that no source of facts has. */
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

/** What the stores alone say of a paper: no record of it is looked at. */
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
