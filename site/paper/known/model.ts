/** What is known about whether the paper holds: its one status, a sentence, the years its line runs over, and the facts, newest first. */
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
  /** It was retracted, and the retraction was taken back. */
  | 'reinstated'
  | 'corrected'
  /** Not a finding but a notice about another paper. */
  | 'notice'
  /** What is known says nothing for or against it: it repeats others, or a newer version replaced it. */
  | 'neutral'
  /** Somebody who would know was asked, and knew of nothing. */
  | 'nothing'
  /** Those who would know could not be asked. */
  | 'not-asked'
  /** No source has such a paper. */
  | 'no-record'

/** The answer to "does it hold?", from all that is known about a paper. Plain data, put into words by `statusWords`. */
export type Status = {
  kind: StatusKind
  /** When it happened: ISO 8601 (2019-04-30, 2019-04 or 2019), as exact as its source; null where it has no one date. */
  date: string | null
  /** The date is not the event's own: it had happened by then. */
  dateIsLatest: boolean
  /** Who says so; null where it is nothing. */
  source: KnownFact['source'] | null
  /** Why, in plain words, where Retraction Watch says so; empty otherwise. */
  reasons: readonly string[]
  /** Where it is announced. */
  notice: { href: string; doi: string } | null
  /** How published attempts to repeat the paper ended. */
  attempts: OutcomeSums
  /** True if every attempt that decides is a reproduction (of the analysis) rather than a replication (with new data). */
  isReproduction: boolean
  /** How those ended of which readers reported here, and how many reports are not counted. They never turn a published outcome. */
  reports: OutcomeSums & { uncounted: number }
  /** The years of the first and the last attempt, where the attempts decide and their years are known. */
  repeated: { first: number; last: number } | null
  /** What a notice does, and to which papers; null for everything else. */
  announces: Announcement | null
  /** Where the paper was published again. */
  republished: OtherPaper | null
  /** Who was asked about the paper and did not answer, by name; empty wherever that keeps nothing from the reader. */
  silent: readonly string[]
}

/** How many attempts ended how. */
export type OutcomeSums = { held: number; notHeld: number; mixed: number; unclear: number }

/** The papers are empty when no source names them. */
export type Announcement = {
  verb: 'retracts' | 'retracts a part of' | 'withdraws' | 'raises concern about' | 'reinstates' | 'corrects'
  papers: OtherPaper[]
  /** No source names the paper: it is the one of ours that has the title which the notice's own title gives. */
  byTitle: boolean
}

/** What is known about a paper of a list: "Retracted 2020". */
export type StatusMark = { kind: StatusKind; words: string }

/** Who was asked about a paper, and to when they reach, in sentences; and who could not be asked. */
export type Freshness = { told: string; silent: string | null }

/** Another paper of ours: its title when we know it, and the path of its page. */
export type OtherPaper = { doi: string; title: string | null; href: string }

/** The shape a fact is drawn with and the words it is told in. */
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

/** How an attempt to repeat a paper ended, as it is drawn; what is unclear is drawn as mixed. */
export type OutcomeKind = Extract<KnownFactKind, 'held' | 'not-held' | 'mixed'>

export type KnownFact = {
  id: string
  /** Null when no source says when it happened. */
  year: number | null
  /** ISO 8601 date (2019-04-30, 2019-04 or 2019), as exact as the source gives it. */
  date: string | null
  /** The date is not the event's own: it had happened by then. */
  dateIsLatest: boolean
  kind: KnownFactKind
  label: string
  title: string | null
  doi: string | null
  /** Where the fact itself can be read. */
  href: string | null
  source: { name: string; href: string | null }
  /** It stands for so many facts alike; for one where it is absent. */
  count?: number
  /** What it is counted as, beside the kinds of attempts, which are counted by how they ended. */
  noun?: Noun
  /** It is a reproduction report of this site: `href` is a path of ours. */
  isReport?: true
  /** The attempt is a reproduction (of the analysis) rather than a replication (with new data). */
  isReproduction?: true
  /** What the attempt's own text says. */
  quote: string | null
  /** Why a notice was given, after Retraction Watch, in plain words; never more than they say. */
  reasons?: readonly string[]
  /**
   * What it is a fact about: something done to the paper, a published attempt to repeat it, one that was reported here, what the paper
   * itself repeats or announces, or what a reader says.
   */
  group: 'event' | 'attempt' | 'report' | 'repeated' | 'announced' | 'note'
  /** How an attempt ended, of this paper or by it; null for what is no attempt. */
  outcome: OutcomeKind | null
}
