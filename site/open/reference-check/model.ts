import type { KnownFactKind, StatusKind } from '../../paper/known/index.ts'
import type { Format } from './formats/index.ts'
import type { Agreeing, Differing } from './match.ts'

/** One reference, checked. Plain data. */
export type CheckedReference = {
  /** Which one it is, counted from 1. */
  number: number
  key: string | null
  line: number
  input: string
  /** The title that it gives. */
  citedTitle: string | null
  /** Where a note about it goes in the text. */
  end: number | null
  /** The DOI of the paper it is; where none was found, the DOI that it gives. */
  doi: string | null
  foundBy: 'doi' | 'pmid' | 'arxiv' | 'title' | null
  /** Of a guess: what agrees beside the title. */
  agree: readonly Agreeing[]
  /** Of the record, not of the reference. */
  title: string | null
  year: number | null
  /** What is known of the paper; null where none was found. */
  status: CheckedStatus | null
  /** The papers it cites of which we know that they fell: "Cites 2 papers that were retracted". Null where nobody knows what it cites. */
  citesFallen: { count: number; words: string | null } | null
  /** A paper that it may be, to look at: nothing is said of it here. */
  maybe: { doi: string; title: string | null; year: number | null; differ: Differing } | null
}

export type CheckedStatus = {
  kind: StatusKind
  /** "Retracted on 5 June 2020". */
  headline: string
  /** The headline with who says so, and where it is announced. */
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

/** How far a check has come. */
export type Progress = { checked: number; of: number }

/** A reference as a list shows it. */
export type Row = {
  /** What a reader's "I know" is kept under. */
  id: string
  /** How the bibliography calls it: `[12]`, `smith2010`. */
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
  /** How it was found; a guess says what agrees. */
  found: { words: string; isGuess: boolean } | null
}

/** A part of the bar. */
export type Part = {
  shape: Row['shape'] | 'missing'
  tone: 'no' | 'no-soft' | 'mixed' | 'yes' | 'none' | 'missing'
  count: number
  words: string
}

/** A checked bibliography as a page shows it: a sentence, a bar, what fell (worst first), and the rest folded. Plain data. */
export type Result = {
  headline: string
  more: string
  parts: Part[]
  raised: Row[]
  /** Of these somebody has to see whether they are the papers they may be. */
  toSee: Row[]
  held: Row[]
  fine: Row[]
  missing: Row[]
  unread: LeftOut[]
}

/** One line of what the page's script is told while a check runs (`application/x-ndjson`); the last is `done` or `problem`. */
export type CheckLine =
  | ({ kind: 'progress' } & Progress)
  | { kind: 'done'; text: string; result: Result }
  | { kind: 'problem'; sentence: string }

/** `text`: what the form holds; of a check, what was read. `problem`: why nothing could be checked. */
export type CheckPageModel = { text: string; problem: string | null; result: Result | null }
