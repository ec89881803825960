import { runTransaction } from '@corroborate/server-kit/database'
import type { Mailer } from '@corroborate/server-kit/mail'
import type { Handlers, OutboxTables } from '@corroborate/server-kit/outbox'
import type { Locale } from '@corroborate/wire/locales'
import type { Kysely } from 'kysely'
import { paths } from '../../kit/doi/index.ts'
import { type ComposedMail, composeMail, dayInMail, deliverMail } from '../../kit/mail/compose-mail.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { TitleOf } from '../../paper/papers/index.ts'
import { reminderWords } from './mail-words.ts'
import { type ClaimJobs, endCounted } from './moderated-claims.ts'
import { addresseeOfClaim, type ClaimTables, readClaims } from './store.ts'

/** Content of a claim reminder. `until` in epoch ms; `claim` is the URL to renew it. */
export type Reminder = { locale: Locale; paper: string; until: number; claim: string; reproduce: string }

/** Composes the reminder a week before a claim expires, in the claimant's language, as text and HTML. */
export const reminderMail = ({ locale, paper, until, claim, reproduce }: Reminder): ComposedMail => {
  const words = reminderWords[locale]
  const day = dayInMail(until, locale)
  return composeMail({
    locale,
    subject: words.subject(day),
    parts: [
      { kind: 'words', words: words.lead(paper, day) },
      { kind: 'button', words: words.renew, href: claim, label: words.renewIt, hint: words.login },
      { kind: 'link', words: words.report, href: reproduce, label: words.reportIt },
    ],
    because: words.because,
  })
}

type Options = {
  db: Kysely<ClaimTables & ActivityTables & OutboxTables>
  mailer: Pick<Mailer, 'send'>
  titleOf: TitleOf
  /** The site's own. */
  origin: string
  now: () => number
}

/** Job before a claim's expiry. Does nothing for a claim that was renewed or has ended. */
export const createExpiryReminder = ({ db, mailer, titleOf, origin, now }: Options): Required<Handlers<ClaimJobs>> => ({
  'claims.remind': async ({ id, until }, { signal }) => {
    const claims = db.$pickTables<keyof ClaimTables>()
    const [claim] = await readClaims(claims, [id])
    if (claim === undefined || claim.end !== null || claim.until !== until || until <= now()) return
    const addressee = await addresseeOfClaim(claims, id)
    if (addressee === null) return
    const { email: to, locale } = addressee
    const mail = reminderMail({
      locale,
      paper: (await titleOf(claim.doi)) ?? claim.doi,
      until,
      // Redirects a logged-in user at once; anyone else would see an empty form.
      claim: `${origin}${paths.login(paths.claim(claim.doi))}`,
      reproduce: `${origin}${paths.reproduce(claim.doi)}`,
    })
    await deliverMail(mailer, { id: `claim-${id}-${until}`, to, ...mail }, signal)
  },
  'claims.lapse': async ({ id, until }) => {
    await runTransaction(db, async tx => {
      const [claim] = await readClaims(tx.$pickTables<keyof ClaimTables>(), [id])
      if (claim?.until === until) await endCounted(tx, claim, 'lapsed', now())
    })
  },
})
