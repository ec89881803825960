import type { Kysely } from 'kysely'
import type { ReadOffers } from '../../news/front/index.ts'
import { bountyOf, type LedgerTables, readFunds } from '../ledger/index.ts'

/** Reads the bounties of listed papers by DOI, with one ledger query for those that have any and none otherwise. */
export const offersReader =
  (db: Kysely<LedgerTables>): ReadOffers =>
  async papers => {
    const offered = papers.filter(({ bounty }) => bounty > 0).map(({ doi }) => doi)
    const funds = await readFunds(db, offered.map(bountyOf))
    return new Map(offered.map(doi => [doi, (funds.get(bountyOf(doi)) ?? []).filter(({ amount }) => amount > 0)]))
  }
