/** A moderation signal with its explanation and weight. Signals only sort the queue: higher weights come later. */
export type Signal = { words: string; weight: number }

export const scoreOf = (signals: readonly Signal[]): number => signals.reduce((sum, { weight }) => sum + weight, 0)
