import type { Kysely } from 'kysely'
import type { ReadOffers } from '../../news/front/index.ts'
import { bountyOf, type LedgerTables, readFunds } from '../ledger/index.ts'

/** Reads what is offered for papers of a list, by DOI: one look at the books for those for which anything is, and none where there are none. */
export const offersReader =
  (db: Kysely<LedgerTables>): ReadOffers =>
  async papers => {
    const offered = papers.filter(({ bounty }) => bounty > 0).map(({ doi }) => doi)
    const funds = await readFunds(db, offered.map(bountyOf))
    return new Map(offered.map(doi => [doi, (funds.get(bountyOf(doi)) ?? []).filter(({ amount }) => amount > 0)]))
  }
