/** What a form says of a draft that an assistant wrote into it. Plain data. */
export type DraftNoticeModel = {
  /** Tells this draft from the ones before and after it. */
  version: string
  sentence: string
  /** The form that throws it away: where it is sent, and what it names. */
  discard: { action: string; doi: string; kind: 'note' | 'claim' }
}
