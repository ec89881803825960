import { type Amount, formatAmount } from '../../kit/amounts/index.ts'
import type { Locale } from '../../kit/locales/index.ts'
import { type ComposedMail, composeMail, intlTag } from '../../kit/mail/index.ts'
import { mailWords } from './mail-words.ts'
import type { MailTopic } from './mails-due.ts'

/** Content of a contribution mail. `paper` is its title; null for the pool. `books` is the URL of the fund's ledger. */
export type ContributionMail = {
  locale: Locale
  about: MailTopic
  money: Amount
  paper: string | null
  books: string
  isSandbox: boolean
}

/** Composes a contribution mail in the contributor's language, as text and HTML. */
export const contributionMail = ({ locale, about, money, paper, books, isSandbox }: ContributionMail): ComposedMail => {
  const words = mailWords[locale]
  const amount = formatAmount(money, intlTag(locale))
  return composeMail({
    locale,
    subject: words[about].subject(amount),
    parts: [
      { kind: 'words', words: words[about].lead(amount, paper === null ? words.pool : words.bounty(paper)) },
      ...(isSandbox ? [{ kind: 'note', words: words.sandbox } as const] : []),
      { kind: 'words', words: words.rule },
      { kind: 'link', words: words.books, href: books },
    ],
    because: words.because,
  })
}
