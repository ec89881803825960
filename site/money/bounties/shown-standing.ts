import { prepareStatement } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { formatAmounts } from '../../kit/amounts/index.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { dayInWords } from '../../kit/times/index.ts'
import { bountyOf, type Fund, type LedgerTables } from '../ledger/index.ts'
import { readSources } from './read-money.ts'
import { type BountyDatabase, type BountyStanding, readStanding } from './read-standing.ts'
import type { ShownStanding } from './section-model.ts'
import { expiryOf } from './sources.ts'

/** Returns a paper's bounty status as shown on its page. */
export const readShownStanding = async (db: Kysely<BountyDatabase>, doi: Doi, now: number): Promise<ShownStanding> => {
  // Most papers never had a bounty, which one index lookup shows.
  const [entry] = await readAnyEntry(db.$pickTables<'ledger'>(), bountyOf(doi))
  if (entry === undefined) return nothing
  const standing = await readStanding(db, doi, now)
  const { state, available, owed, paid } = standing
  const sources = available.length === 0 ? [] : await readSources(db, bountyOf(doi))
  const waiting = sources.filter(({ left }) => left > 0).map(({ since }) => dayInWords(expiryOf(since)))
  return {
    step: steps[state],
    words: inWords(standing),
    until: untilInWords(waiting),
    awarded: owed.length === 0 ? null : formatAmounts(owed),
    paid: paid.length === 0 ? null : formatAmounts(paid),
  }
}

const readAnyEntry = prepareStatement((db: Kysely<LedgerTables>, fund: Fund) =>
  db.selectFrom('ledger').select('entry').where('fund', '=', fund).limit(1),
)

const nothing: ShownStanding = { step: 0, words: null, until: null, awarded: null, paid: null }

const steps = { none: 0, open: 1, held: 2, awarded: 3, paid: 4, refunded: 4, expired: 4 } as const

const inWords = ({ state, holds: [hold] }: BountyStanding): string | null => {
  switch (state) {
    case 'none':
      return null
    case 'open':
      return 'Open'
    case 'held':
      return `Reserved for ${hold?.name ?? 'a claim'} until ${dayInWords(hold?.until ?? 0)}`
    case 'awarded':
      return 'Awarded, not paid yet'
    case 'paid':
      return 'Paid'
    case 'refunded':
      return 'Refunded to its contributors'
    case 'expired':
      return 'Refunded: not awarded within a year'
  }
}

/** Lists the refund dates of unused money, earliest first. */
const untilInWords = (days: readonly string[]): string | null => {
  const [first] = days
  if (first === undefined) return null
  return days.every(day => day === first) ? `until ${first}` : `the first of it until ${first}`
}
