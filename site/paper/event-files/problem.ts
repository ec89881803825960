/** A line that was left out, and why. Lines count from 1. */
export type Problem = { readonly line: number; readonly kind: 'skipped' | 'rejected'; readonly reason: string }
