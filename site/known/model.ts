/** What is known about whether the paper holds: one sentence, the years its line runs over, and the facts, newest first. */
export type KnownModel = { summary: string; from: number; to: number; facts: KnownFact[] }

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
  quote: string | null
}
