import type { Locale } from '../../kit/locales/index.ts'
import { type ComposedMail, composeMail, dayInMail } from '../../kit/mail/index.ts'
import { reminderWords } from './mail-words.ts'

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
