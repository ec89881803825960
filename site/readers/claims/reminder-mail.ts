import type { Locale } from '../../kit/locales/index.ts'
import { type ComposedMail, composeMail, dayInMail } from '../../kit/mail/index.ts'
import { reminderWords } from './mail-words.ts'

/** What a reminder is about. `until` in epoch ms; `claim` is the address where the claim is renewed. */
export type Reminder = { locale: Locale; paper: string; until: number; claim: string; reproduce: string }

/** The mail that comes a week before a claim lapses, in the claimant's language, as text and as HTML. */
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
