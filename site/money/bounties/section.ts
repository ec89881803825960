import { paths } from '../../kit/doi/index.ts'
import type { PaperSection } from '../../kit/feature/index.ts'
import { markup } from '../../kit/page/index.ts'
import { type ContributionTables, newForm, readShownFund } from '../contributions/index.ts'
import { bountyOf, type LedgerTables } from '../ledger/index.ts'
import type { BountySection } from './BountySection.tsx'
import type { BountyDatabase } from './read-standing.ts'
import type { BountySectionProps } from './section-model.ts'
import { readShownStanding } from './shown-standing.ts'

/** Bounty section of a paper's page, with the contribution form. */
export const bountySection: PaperSection<BountyDatabase, BountySectionProps> = {
  name: 'bounty',
  place: 'side',
  component: markup<typeof BountySection>('money/bounties/BountySection.tsx'),
  reader: (db, settings, now) => async (doi, person) => ({
    doi,
    reader: person?.signedIn ? person.id : null,
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
