import type { KnownFactKind, StatusKind } from '../../paper/known/index.ts'
import type { Format } from './formats/index.ts'
import type { Agreeing, Differing } from './match.ts'

/** One reference, checked. Plain data. */
export type CheckedReference = {
  /** Ordinal, from 1. */
  number: number
  key: string | null
  line: number
  input: string
  /** The title that it gives. */
  citedTitle: string | null
  /** Offset for inline annotations. */
  end: number | null
  /** The DOI of the paper it is; where none was found, the DOI that it gives. */
  doi: string | null
  foundBy: 'doi' | 'pmid' | 'arxiv' | 'title' | null
  /** For an uncertain match: fields that agree besides the title. */
  agree: readonly Agreeing[]
  /** Title of the record, not of the reference. */
  title: string | null
  year: number | null
  /** Status of the paper; null if none matched. */
  status: CheckedStatus | null
  /** Flagged papers it cites: "Cites 2 papers that were retracted". Null if its references are unknown. */
  citesFallen: { count: number; words: string | null } | null
  /** A possible match to review, shown without a status. */
  maybe: { doi: string; title: string | null; year: number | null; differ: Differing } | null
}

export type CheckedStatus = {
  kind: StatusKind
  /** "Retracted on 5 June 2020". */
  headline: string
  /** Headline with its source and the location of the notice. */
  sentence: string
  /** ISO 8601, as exact as its source. */
  date: string | null
  /** Address of the notice. */
  notice: string | null
}

/** A part of the text that could not be read. */
export type LeftOut = { line: number; text: string; why: string }

/** A checked bibliography: its references in their own order. */
export type CheckedBibliography = { format: Format; references: CheckedReference[]; unread: LeftOut[] }

export type Progress = { checked: number; of: number }

/** A reference as a list shows it. */
export type Row = {
  /** Storage key of an acknowledgement. */
  id: string
  /** Citation label: `[12]`, `smith2010`. */
  cited: string
  title: string
  href: string | null
  shape: KnownFactKind | 'unknown' | 'unasked'
  /** "Retracted on 5 June 2020"; null where nothing is known. */
  what: string | null
  notice: string | null
  /** "Cites 2 papers that were retracted". */
  cites: string | null
  year: number | null
  /** Matching method; for an uncertain match, the fields that agree. */
  found: { words: string; isGuess: boolean } | null
}

/** A part of the bar. */
export type Part = {
  shape: Row['shape'] | 'missing'
  tone: 'no' | 'no-soft' | 'mixed' | 'yes' | 'none' | 'missing'
  count: number
  words: string
}

/** Result as shown on the page: summary, bar, flagged references (most serious first), and the rest collapsed. Plain data. */
export type Result = {
  headline: string
  more: string
  parts: Part[]
  raised: Row[]
  /** Possible matches to review. */
  toSee: Row[]
  held: Row[]
  fine: Row[]
  missing: Row[]
  unread: LeftOut[]
}

/** A line of the streamed progress for the page's script (`application/x-ndjson`); the last is `done` or `problem`. */
export type CheckLine =
  | ({ kind: 'progress' } & Progress)
  | { kind: 'done'; text: string; result: Result }
  | { kind: 'problem'; sentence: string }

/** `text`: content of the form or, after a check, the parsed input. `problem`: error of a failed check. */
export type CheckPageModel = { text: string; problem: string | null; result: Result | null }
