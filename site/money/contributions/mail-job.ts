import type { Mailer } from '@corroborate/server-kit/mail'
import type { Handlers } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import { paths } from '../../kit/doi/index.ts'
import { deliverMail } from '../../kit/mail/index.ts'
import type { TitleOf } from '../../paper/papers/index.ts'
import { doiOfFund } from '../ledger/index.ts'
import { contributionMail } from './contribution-mail.ts'
import type { ContributionJobs } from './plan-mail.ts'
import { type ContributionTables, findContribution } from './store.ts'

type MailJobOptions = {
  db: Kysely<ContributionTables>
  mailer: Pick<Mailer, 'send'>
  titleOf: TitleOf
  /** The site's own. */
  origin: string
  isSandbox: boolean
}

/** Sends contributors mails about their payments, unless they gave no address or removed it. */
export const createMailJob = ({
  db,
  mailer,
  titleOf,
  origin,
  isSandbox,
}: MailJobOptions): Required<Handlers<ContributionJobs>> => ({
  'contributions.mail': async ({ contribution: id, about, amount }, { id: job, signal }) => {
    const contribution = await findContribution(db, id)
    if (contribution?.email == null) return
    const { fund, currency, paid_currency, locale, email: to } = contribution
    const doi = doiOfFund(fund)
    const mail = contributionMail({
      locale,
      about,
      money: { amount, currency: paid_currency ?? currency },
      paper: doi === null ? null : ((await titleOf(doi)) ?? doi),
      books: `${origin}${doi === null ? paths.books({ pool: true }) : paths.books({ doi })}`,
      isSandbox,
    })
    await deliverMail(mailer, { id: `contribution-${job}`, to, ...mail }, signal)
  },
})
