import type { Mailer } from '@corroborate/server-kit/mail'
import type { Handlers } from '@corroborate/server-kit/outbox'
import type { Locale } from '@corroborate/wire/locales'
import type { Kysely, Transaction } from 'kysely'
import { mailAddresses, type SignInTables } from '../../accounts/sign-in/index.ts'
import { formatAmount, plainAmount } from '../../kit/amounts/format.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { type AccountIds, defineFeature, type Mine } from '../../kit/feature/index.ts'
import { composeMail, deliverMail, intlTag } from '../../kit/mail/compose-mail.ts'
import type { DeletedAccount } from '../../kit/people/index.ts'
import { createTitleOf, type TitleOf, type WithPapers } from '../../paper/papers/index.ts'
import type { ClaimTables } from '../../readers/claims/index.ts'
import type { ReportTables } from '../../readers/reports/index.ts'
import type { WithStripe } from '../stripe/open-stripe.ts'
import { type GroundTables, readGroundLost } from './ground.ts'
import { payoutWords } from './mail-words.ts'
import { type PayoutJobs, readPayee } from './payees.ts'
import { awardsPage, createPayoutCalls, formatPayoutStatus } from './routes.ts'
import { createSend } from './send-job.ts'
import { type SettleTables, withdrawPayout } from './settle.ts'
import { type Payout, type PayoutTables, payeesMigration, payoutMigration, payoutQuestionMigration } from './tables.ts'

export const myAwards: Mine<PayoutTables & GroundTables> = {
  title: 'Your awards',
  reader: db => async (account, limit) => {
    const own = db.selectFrom('payouts').selectAll().where('reporter', '=', account.key)
    const rows = await own.orderBy('awarded_at', 'desc').orderBy('id').limit(limit).execute()
    const payee = rows.length === 0 ? null : await readPayee(db.$pickTables<keyof PayoutTables>(), account.key)
    const lost = await readGroundLost(db.$pickTables<keyof GroundTables>(), rows)
    return rows.map(row => ({
      doi: row.doi as Doi,
      words: `You were awarded ${formatAmount(row)}`,
      standing: formatPayoutStatus(row, payee, lost.has(row.id)),
      at: row.awarded_at,
      path: paths.awards,
    }))
  },
}

/**
 * Removes a deleted account from its awards: unpaid money returns to its bounty, and payment details are deleted. Payouts already sent
 * continue. With `upTo`, only awards made by then.
 */
export const forgetReporterPay = async (
  tx: Transaction<SettleTables>,
  { key, upTo, at }: Pick<DeletedAccount, 'key' | 'upTo' | 'at'>,
): Promise<void> => {
  const until = upTo ?? Number.MAX_SAFE_INTEGER
  const own = await tx
    .selectFrom('payouts')
    .select('id')
    .where('reporter', '=', key)
    .where('awarded_at', '<=', until)
    .orderBy('id')
    .execute()
  for (const { id } of own) {
    const act = { payout: id, actor: 'site', why: 'The reporter has deleted their account.', act: 'forget' } as const
    await withdrawPayout(tx, act, at)
    await tx.updateTable('payouts').set({ reporter: null }).where('id', '=', id).execute()
  }
  await tx.deleteFrom('payees').where('account', '=', key).where('updated_at', '<=', until).execute()
}

/** All that is kept of an account's awards, and of how it is paid. */
export const exportAwards = async (db: Kysely<PayoutTables>, { key }: AccountIds) => {
  const own = db.selectFrom('payouts').selectAll().where('reporter', '=', key)
  const payee = await readPayee(db, key)
  return {
    awards: (await own.orderBy('awarded_at').execute()).map(row => ({
      for: row.doi,
      report: row.report,
      amount: plainAmount(row),
      currency: row.currency,
      status: row.state,
      way: row.way,
      reference: row.reference,
      awarded: new Date(row.awarded_at).toISOString(),
      paid: row.paid_at === null ? null : new Date(row.paid_at).toISOString(),
    })),
    how_paid: payee === null ? null : { way: payee.way, stripe_account: payee.stripe_account, details: payee.details },
  }
}

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

type Tables = SettleTables & SignInTables & ReportTables & ClaimTables

const limits = {
  /** Saying how to be paid, by one person. */
  howPaid: { points: 30, perSeconds: 60 * 60 },
} as const

/** Payouts of awards, by Stripe or by hand, and their outcome. */
export const payoutsFeature = defineFeature<Tables, PayoutJobs, WithStripe & WithPapers>()({
  migrations: [payoutMigration, payoutQuestionMigration, payeesMigration],
  limits,
  pages: [awardsPage],
  moveToAccount: null,
  deleteAccount: (tx, account) => forgetReporterPay(tx.$pickTables<keyof SettleTables>(), account),
  mine: myAwards,
  exportOf: (db, account) => exportAwards(db.$pickTables<keyof PayoutTables>(), account),
  open: ({ settings, db, stripe, people, papers, pages, mailer, limits, now }) => {
    const settle = db.$pickTables<keyof SettleTables>()
    const { origin } = settings.site
    const calls = createPayoutCalls({
      db: settle,
      stripe,
      people,
      pages,
      limits,
      summaries: papers.summaries,
      origin,
      now,
    })
    const titleOf = createTitleOf(papers.facts)
    const isSandbox = stripe?.isSandbox ?? false
    return {
      jobs: {
        'payouts.send': stripe?.hasConnect === true ? createSend({ db: settle, stripe, now }) : async () => {},
        'payouts.mail': createPayoutMailJob({ db, mailer, titleOf, origin, isSandbox }),
      },
      routes: {
        [paths.awards]: { GET: calls.page, POST: calls.byHand },
        [paths.payByStripe]: { POST: calls.byStripe },
        [paths.declineAwards]: { POST: calls.decline },
      },
    }
  },
})
