import type { Kysely } from 'kysely'
import { type Doi, paths } from '../../kit/doi/index.ts'
import type { PaperSection } from '../../kit/feature/index.ts'
import { markup } from '../../kit/page/define-page.ts'
import type { Person } from '../../kit/people/index.ts'
import { formatDay } from '../../kit/times/times.ts'
import type { ClaimSection } from './ClaimSection.tsx'
import type { ClaimSectionProps, ShownClaim } from './model.ts'
import { activeClaimsReader, type ClaimTables, type PublicClaim } from './store.ts'

export const claimSection: PaperSection<ClaimTables, ClaimSectionProps> = {
  name: 'claim',
  place: 'side',
  personal: true,
  component: markup<typeof ClaimSection>('readers/claims/ClaimSection.tsx'),
  reader: db => {
    const read = claimsReader(db)
    return async (doi, person) => ({
      claims: await read(doi, person),
      claim: paths.claim(doi),
      reproduce: paths.reproduce(doi),
    })
  },
}

/** The claims on a paper as one person sees them. */
export const claimsReader = (db: Kysely<ClaimTables>) => {
  const read = activeClaimsReader(db)
  return async (doi: Doi, person: Person | null): Promise<ShownClaim[]> =>
    (await read(doi)).map(claim => shownTo(person, claim))
}

const shownTo = (person: Person | null, { name, until, claimant }: PublicClaim): ShownClaim => ({
  name,
  until: formatDay(until),
  isMine: person !== null && person.key === claimant,
})
