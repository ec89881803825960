import type { Locale } from '../../kit/locales/index.ts'
import { type ComposedMail, composeMail, type MailPart } from '../../kit/mail/index.ts'
import { type DecisionWords, decisionWords, type ToldOf } from './mail-words.ts'
import type { ModerationStatus, RejectionReason } from './rules.ts'

/** Content of a decision mail. `paper` is its title, `contact` the operators' address. */
export type DecisionMail = {
  locale: Locale
  what: ToldOf
  status: ModerationStatus
  paper: string
  reason: RejectionReason | null
  message: string | null
  /** URLs of the published entry, and of the form to revise it. */
  links: Readonly<Record<'approved' | 'rejected', string>>
  contact: string | null
}

/** Composes a decision mail in the author's language: the decision, its reason and the next step. */
export const decisionMail = (mail: DecisionMail): ComposedMail => {
  const { locale, what, status, paper, reason, message, contact } = mail
  const words = decisionWords[locale]
  const said = words.said[what][status]
  const isRefused = status === 'rejected' || status === 'spam'
  return composeMail({
    locale,
    subject: said.subject(paper),
    parts: [
      { kind: 'words', words: said.lead(paper) },
      ...(isRefused && reason !== null ? [{ kind: 'note', words: words.why(words.reasons[reason]) } as const] : []),
      ...(status === 'rejected' && reason === null && message === null
        ? [{ kind: 'note', words: noReason(words, contact) } as const]
        : []),
      ...(isRefused && message !== null ? [{ kind: 'words', words: words.message(message) } as const] : []),
      ...nextOf(mail),
    ],
    because: words.because,
  })
}

/** Text of a rejection without a reason: the rule that decides, and how to ask. */
const noReason = (words: DecisionWords, contact: string | null): string =>
  contact === null ? words.noReason : `${words.noReason} ${words.askWhy(contact)}`

const nextOf = ({ locale, what, status, links, contact }: DecisionMail): MailPart[] => {
  const words = decisionWords[locale]
  if (status === 'pending') return []
  if (status === 'spam')
    return [{ kind: 'words', words: contact === null ? words.mistakeNowhere : words.mistake(contact) }]
  return [{ kind: 'link', words: words.next[what][status], href: links[status] }]
}
