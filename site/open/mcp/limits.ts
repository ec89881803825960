export const assistantLimits = {
  /** Calls of one address. */
  assistantCall: { points: 300, perSeconds: 60 },
  /** Searches of one address: each reads the whole index, and may ask outside. */
  assistantSearch: { points: 60, perSeconds: 60 },
  /** Papers queried per client address. */
  assistantPapers: { points: 10_000, perSeconds: 60 },
  /** Actions per account. */
  assistantDeed: { points: 120, perSeconds: 60 * 60 },
} as const
