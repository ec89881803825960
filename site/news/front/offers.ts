import type { Kysely } from 'kysely'
import type { Amount } from '../../kit/amounts/index.ts'
import { bountyOf, type LedgerTables, readFunds } from '../../money/ledger/index.ts'
import type { ActivityTables, WantedPaper } from '../../paper/activity/index.ts'

export type OfferTables = ActivityTables & LedgerTables

/** Reads what is offered for papers of a list, by DOI: one look at the books for those for which anything is, and none where there are none. */
export const offersReader =
  (db: Kysely<OfferTables>) =>
  async (papers: readonly WantedPaper[]): Promise<Map<string, Amount[]>> => {
    const offered = papers.filter(({ bounty }) => bounty > 0).map(({ doi }) => doi)
    const funds = await readFunds(db.$pickTables<keyof LedgerTables>(), offered.map(bountyOf))
    return new Map(offered.map(doi => [doi, (funds.get(bountyOf(doi)) ?? []).filter(({ amount }) => amount > 0)]))
  }
