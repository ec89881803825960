import { paths } from '../../kit/doi/index.ts'
import type { PaperSection } from '../../kit/feature/index.ts'
import { markup } from '../../kit/page/index.ts'
import type { BountyDatabase } from '../bounties/index.ts'
import { bountyOf, type LedgerTables } from '../ledger/index.ts'
import type { BountySection } from './BountySection.tsx'
import { newForm } from './form.ts'
import type { BountySectionProps } from './model.ts'
import { readShownFund } from './read-shown.ts'
import { readShownStanding } from './read-standing.ts'
import type { ContributionTables } from './store.ts'

/** On a paper's page: what is offered for its reproduction, and the way to add to it. */
export const bountySection: PaperSection<BountyDatabase, BountySectionProps> = {
  name: 'bounty',
  place: 'side',
  component: markup<typeof BountySection>('money/contributions/BountySection.tsx'),
  reader: (db, settings, now) => async doi => ({
    doi,
    ...(await readShownFund(
      db.$pickTables<keyof (ContributionTables & LedgerTables)>(),
      bountyOf(doi),
      settings.contributions.currency,
    )),
    standing: await readShownStanding(db, doi, now()),
    form: newForm(settings, paths.contribute(doi)),
    books: paths.books({ doi }),
    sessionDetails: paths.sessionDetails,
  }),
}
