/**
 * Something that speaks against an entry: in words that tell a moderator why, and with a weight. Signals sort the queue and
 * decide nothing: what weighs more comes later.
 */
export type Signal = { words: string; weight: number }

/** What signals come to together. */
export const scoreOf = (signals: readonly Signal[]): number => signals.reduce((sum, { weight }) => sum + weight, 0)
