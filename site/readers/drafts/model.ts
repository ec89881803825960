/** Notice of an assistant's draft in a form. Plain data. */
export type DraftNoticeModel = {
  version: string
  sentence: string
  /** Form that discards the draft: URL and fields. */
  discard: { action: string; doi: string; kind: 'note' | 'claim' }
}
