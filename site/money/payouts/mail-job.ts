import type { Mailer } from '@corroborate/server-kit/mail'
import type { Handlers } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import { mailAddresses, type SignInTables } from '../../accounts/sign-in/index.ts'
import { formatAmount } from '../../kit/amounts/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import type { Locale } from '../../kit/locales/index.ts'
import { composeMail, deliverMail, intlTag } from '../../kit/mail/index.ts'
import type { TitleOf } from '../../paper/papers/index.ts'
import type { ClaimTables } from '../../readers/claims/index.ts'
import type { ReportTables } from '../../readers/reports/index.ts'
import { payoutWords } from './mail-words.ts'
import type { PayoutJobs } from './plan.ts'
import type { Payout, PayoutTables } from './tables.ts'

type MailTables = PayoutTables & SignInTables & ReportTables & ClaimTables
type MailJobOptions = {
  db: Kysely<MailTables>
  mailer: Pick<Mailer, 'send'>
  titleOf: TitleOf
  /** The site's own. */
  origin: string
  isSandbox: boolean
}

/** Writes to a reporter about their award, unless they have deleted their account. */
export const createPayoutMailJob =
  ({ db, mailer, titleOf, origin, isSandbox }: MailJobOptions): Required<Handlers<PayoutJobs>>['payouts.mail'] =>
  async ({ payout: id, about }, { id: job, signal }) => {
    const payout = await db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst()
    if (payout === undefined) return
    const addressee = await addresseeOf(db, payout)
    if (addressee === null) return
    const { to, locale } = addressee
    const words = payoutWords[locale]
    const doi = payout.doi as Doi
    const given = {
      amount: formatAmount(payout, intlTag(locale)),
      paper: (await titleOf(doi)) ?? doi,
      why: payout.problem ?? '',
    }
    const mail = composeMail({
      locale,
      subject: words[about].subject(given),
      parts: [
        { kind: 'words', words: words[about].lead(given) },
        ...(isSandbox ? [{ kind: 'note', words: words.sandbox } as const] : []),
        {
          kind: 'button',
          words: words.page,
          href: `${origin}${paths.login(paths.awards)}`,
          label: words.open,
          hint: words.login,
        },
      ],
      because: words.because,
    })
    await deliverMail(mailer, { id: `payout-${job}`, to, ...mail }, signal)
  }

/** The proved address of the account, or the one that came with the report; in the language they were last seen to read. */
const addresseeOf = async (
  db: Kysely<MailTables>,
  { reporter, report }: Payout,
): Promise<{ to: string; locale: Locale } | null> => {
  if (reporter === null) return null
  const [addresses, given, payee, claim] = await Promise.all([
    mailAddresses(db.$pickTables<keyof SignInTables>(), [reporter]),
    db.selectFrom('reports').select('email').where('id', '=', report).executeTakeFirst(),
    db.selectFrom('payees').select('locale').where('account', '=', reporter).executeTakeFirst(),
    db
      .selectFrom('claims')
      .select('locale')
      .where('claimant', '=', reporter)
      .orderBy('claimed_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  const to = addresses.get(reporter) ?? given?.email ?? null
  return to === null ? null : { to, locale: payee?.locale ?? claim?.locale ?? 'en' }
}
