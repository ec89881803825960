import type { Amount } from '../../kit/amounts/index.ts'

/** Where money in a fund came from: a contribution, or the pool (a top-up). */
export type SourceKind = 'contribution' | 'top-up'

/** `left`: what has neither gone back nor been promised to anybody, in minor units; below 0 where a bank took back what was. */
export type Source = { kind: SourceKind; id: string; currency: string; since: number; left: number }

/** A part of a source that is used for something. */
export type Use = Pick<Source, 'kind' | 'id'> & { amount: number }

/**
 * Takes an amount from sources, the oldest first, so that what stays is what can go back most easily. What no source has left is
 * nobody's in particular, and taken from none.
 */
export const takeFrom = (sources: readonly Source[], { amount, currency }: Amount): Use[] => {
  const uses: Use[] = []
  let wanted = amount
  for (const { kind, id, left } of oldestFirst(sources.filter(source => source.currency === currency))) {
    const taken = Math.min(wanted, Math.max(0, left))
    if (taken > 0) uses.push({ kind, id, amount: taken })
    wanted -= taken
  }
  return uses
}

export const oldestFirst = (sources: readonly Source[]): Source[] =>
  sources.toSorted((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1))

const day = 24 * 60 * 60_000
/** For how long money waits in a bounty, how long before its end who gave it is told, and how long at least it stays after that, in ms. */
export const waitsFor = 365 * day
export const warnBefore = 30 * day
export const staysAfterWarning = 14 * day

/** Until when money waits that came in then. Both in epoch ms. */
export const expiryOf = (since: number): number => since + waitsFor

/** Whether who gave a source is to be told now that it will go back. */
export const isNearEnd = ({ since, left }: Pick<Source, 'since' | 'left'>, now: number): boolean =>
  left > 0 && expiryOf(since) - warnBefore <= now

/** Whether a source goes back now: its time is over, and who gave it was told long enough ago. A top-up needs no warning. */
export const isOver = (
  { since, left, kind }: Pick<Source, 'since' | 'left' | 'kind'>,
  warnedAt: number | null,
  now: number,
): boolean =>
  left > 0 &&
  expiryOf(since) <= now &&
  (kind === 'top-up' || (warnedAt !== null && warnedAt + staysAfterWarning <= now))
