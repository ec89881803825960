import type { Mailer } from '@corroborate/server-kit/mail'
import type { Handlers } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import { paths } from '../../kit/doi/index.ts'
import type { Locale } from '../../kit/locales/index.ts'
import { deliverMail } from '../../kit/mail/index.ts'
import type { TitleOf } from '../../paper/papers/index.ts'
import { addresseeOfClaim, type ClaimTables } from '../../readers/claims/index.ts'
import { type ContributionTables, findContribution } from '../contributions/index.ts'
import { bountyMail } from './bounty-mail.ts'
import type { BountyJobs, BountyReader } from './plan.ts'

type MailJobOptions = {
  db: Kysely<ContributionTables & ClaimTables>
  mailer: Pick<Mailer, 'send'>
  titleOf: TitleOf
  /** The site's own. */
  origin: string
  isSandbox: boolean
}

/** Sends a bounty notification, unless the recipient has since removed their address. */
export const createBountyMailJob =
  ({ db, mailer, titleOf, origin, isSandbox }: MailJobOptions): Required<Handlers<BountyJobs>>['bounties.mail'] =>
  async ({ about, to: reader, doi, money, until }, { id: job, signal }) => {
    const addressee = await addresseeOf(db, reader)
    if (addressee === null) return
    const mail = bountyMail({
      locale: addressee.locale,
      about,
      money,
      until,
      paper: doi === null ? null : ((await titleOf(doi)) ?? doi),
      page: `${origin}${doi === null ? paths.pool : paths.paper(doi)}`,
      books: `${origin}${doi === null ? paths.books({ pool: true }) : paths.books({ doi })}`,
      isSandbox,
    })
    await deliverMail(mailer, { id: `bounty-${job}`, to: addressee.email, ...mail }, signal)
  }

const addresseeOf = async (
  db: Kysely<ContributionTables & ClaimTables>,
  { kind, id }: BountyReader,
): Promise<{ email: string; locale: Locale } | null> => {
  if (kind === 'claim') return addresseeOfClaim(db.$pickTables<keyof ClaimTables>(), id)
  const contribution = await findContribution(db.$pickTables<keyof ContributionTables>(), id)
  return contribution?.email == null ? null : { email: contribution.email, locale: contribution.locale }
}
