/** A paper's evidence: its status, a message, the years of its timeline, and the facts, newest first. */
export type KnownModel = { status: Status; summary: string; from: number; to: number; facts: KnownFact[] }

/** The one word for a paper, the gravest first; the last five say nothing for or against it. */
export type StatusKind =
  | 'retracted'
  /** Retracted, and published again in another version. */
  | 'republished'
  | 'partly-retracted'
  | 'withdrawn'
  | 'concern'
  | 'not-held'
  | 'mixed'
  | 'held'
  /** Retracted, with the retraction reversed. */
  | 'reinstated'
  | 'corrected'
  /** Not a finding but a notice about another paper. */
  | 'notice'
  /** Neither for nor against the paper: it replicates others, or a newer version replaced it. */
  | 'neutral'
  /** Sources were queried and know of nothing. */
  | 'nothing'
  /** Sources could not be queried. */
  | 'not-asked'
  /** No source has such a paper. */
  | 'no-record'

/** A paper's one status, derived from all evidence. Plain data, formatted by `statusWords`. */
export type Status = {
  kind: StatusKind
  /** Event date: ISO 8601 (2019-04-30, 2019-04 or 2019), with the source's precision; null if there is no single date. */
  date: string | null
  /** The date is not the event's own: it had happened by then. */
  dateIsLatest: boolean
  /** Source; null if there is none. */
  source: KnownFact['source'] | null
  /** Retraction Watch's reasons in plain language; otherwise empty. */
  reasons: readonly string[]
  notice: { href: string; doi: string } | null
  /** Outcomes of published replications. */
  attempts: OutcomeSums
  /** True if every attempt that decides is a reproduction (of the analysis) rather than a replication (with new data). */
  isReproduction: boolean
  /** Outcomes of community reports, and the number of uncounted ones. They never change a published outcome. */
  reports: OutcomeSums & { uncounted: number }
  /** The years of the first and the last attempt, where the attempts decide and their years are known. */
  repeated: { first: number; last: number } | null
  /** A notice's effect and target papers; otherwise null. */
  announces: Announcement | null
  republished: OtherPaper | null
  /** Names of unavailable sources; empty if that withholds nothing from the reader. */
  silent: readonly string[]
}

export type OutcomeSums = { held: number; notHeld: number; mixed: number; unclear: number }

/** The papers are empty when no source names them. */
export type Announcement = {
  verb: 'retracts' | 'retracts a part of' | 'withdraws' | 'raises concern about' | 'reinstates' | 'corrects'
  papers: OtherPaper[]
  /** No source names the paper: it is the one of ours that has the title which the notice's own title gives. */
  byTitle: boolean
}

/** Status in a list: "Retracted 2020". */
export type StatusMark = { kind: StatusKind; words: string }

/** Messages on the sources with their sync dates, and on unavailable ones. */
export type Freshness = { told: string; silent: string | null }

/** Another paper of ours: its title when we know it, and the path of its page. */
export type OtherPaper = { doi: string; title: string | null; href: string }

/** Kind of a fact, which determines its shape and label. */
export type KnownFactKind =
  | 'held'
  | 'not-held'
  | 'mixed'
  | 'correction'
  | 'retraction'
  | 'concern'
  | 'reinstatement'
  | 'notice'
  | 'note'

/** "correction" and "corrections". */
export type Noun = { one: string; many: string }

/** Outcome of a replication as drawn; unclear ones are drawn as mixed. */
export type OutcomeKind = Extract<KnownFactKind, 'held' | 'not-held' | 'mixed'>

export type KnownFact = {
  id: string
  /** Null if unknown. */
  year: number | null
  /** ISO 8601 date (2019-04-30, 2019-04 or 2019), as exact as the source gives it. */
  date: string | null
  /** The date is not the event's own: it had happened by then. */
  dateIsLatest: boolean
  kind: KnownFactKind
  label: string
  title: string | null
  doi: string | null
  href: string | null
  source: { name: string; href: string | null }
  /** Number of identical facts it represents; defaults to one. */
  count?: number
  /** Noun it is counted under; replications are counted by outcome instead. */
  noun?: Noun
  /** A community report: `href` is a path on this site. */
  isReport?: true
  /** The attempt is a reproduction (of the analysis) rather than a replication (with new data). */
  isReproduction?: true
  /** Quotation from the replication. */
  quote: string | null
  /** Reasons of a notice after Retraction Watch, in plain language without additions. */
  reasons?: readonly string[]
  /**
   * Subject of a fact: an event of the paper, a published replication, a community report, a replication or notice by the paper itself, or
   * a note.
   */
  group: 'event' | 'attempt' | 'report' | 'repeated' | 'announced' | 'note'
  /** Outcome of a replication of or by this paper; otherwise null. */
  outcome: OutcomeKind | null
}
