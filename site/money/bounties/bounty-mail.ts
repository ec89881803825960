import { type Amount, formatAmount } from '../../kit/amounts/index.ts'
import type { Locale } from '../../kit/locales/index.ts'
import { type ComposedMail, composeMail, dayInMail, intlTag } from '../../kit/mail/index.ts'
import { bountyWords } from './mail-words.ts'
import type { BountyTopic } from './plan.ts'

/** Content of a bounty notification. `paper` is its title; null for the pool. `page` and `books` are URLs. `until` in epoch ms. */
export type BountyMailContent = {
  locale: Locale
  about: BountyTopic
  money: readonly Amount[]
  until: number | null
  paper: string | null
  page: string
  books: string
  isSandbox: boolean
}

/** Topics sent to claimants; all others go to contributors. */
const toClaimants: ReadonlySet<BountyTopic> = new Set(['held-for-you', 'awarded-elsewhere', 'offered-again', 'gone'])

/** Composes a bounty notification for a contributor or claimant. */
export const bountyMail = (content: BountyMailContent): ComposedMail => {
  const { locale, about, money, until, paper, page, books, isSandbox } = content
  const words = bountyWords[locale]
  const said = {
    amount: money.map(each => formatAmount(each, intlTag(locale))).join(' + '),
    paper: paper === null ? words.pool : words.quoted(paper),
    day: until === null ? words.soon : dayInMail(until, locale),
  }
  return composeMail({
    locale,
    subject: words[about].subject(said),
    parts: [
      { kind: 'words', words: words[about].lead(said) },
      ...(isSandbox ? [{ kind: 'note', words: words.sandbox } as const] : []),
      { kind: 'words', words: words.rule },
      { kind: 'link', words: words.page, href: page },
      { kind: 'link', words: words.books, href: books },
    ],
    because: toClaimants.has(about) ? words.becauseClaimed : words.becauseGave,
  })
}
