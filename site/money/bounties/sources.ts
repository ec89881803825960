import type { Amount } from '../../kit/amounts/format.ts'

/** Source of a fund's money: a contribution, or the pool (a top-up). */
export type SourceKind = 'contribution' | 'top-up'

/** `left`: amount neither refunded nor promised, in minor units; negative after a chargeback. */
export type Source = { kind: SourceKind; id: string; currency: string; since: number; left: number }

/** A part of a source that is used for something. */
export type Use = Pick<Source, 'kind' | 'id'> & { amount: number }

/**
 * Takes an amount from sources, oldest first, so that the remainder is the easiest to refund. Money beyond the sources' remainder belongs
 * to no source.
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
/**
 * Periods in ms: how long unused money stays in a bounty, how long before expiry contributors are notified, and the minimum time between
 * notification and expiry.
 */
export const waitsFor = 365 * day
export const warnBefore = 30 * day
export const staysAfterWarning = 14 * day

/** Until when money waits that came in then. Both in epoch ms. */
export const expiryOf = (since: number): number => since + waitsFor

/** True if a source's contributor is due an expiry notification. */
export const isNearEnd = ({ since, left }: Pick<Source, 'since' | 'left'>, now: number): boolean =>
  left > 0 && expiryOf(since) - warnBefore <= now

/**
 * True if a source is due for a refund: its period is over and the contributor was notified long enough ago. A top-up needs no
 * notification.
 */
export const isOver = (
  { since, left, kind }: Pick<Source, 'since' | 'left' | 'kind'>,
  warnedAt: number | null,
  now: number,
): boolean =>
  left > 0 &&
  expiryOf(since) <= now &&
  (kind === 'top-up' || (warnedAt !== null && warnedAt + staysAfterWarning <= now))
