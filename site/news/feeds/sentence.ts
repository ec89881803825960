import { type Amount, formatAmount } from '../../kit/amounts/format.ts'
import { type ListedActivity, wordOf } from '../../paper/activity/index.ts'

type Thing = Pick<ListedActivity, 'kind' | 'label' | 'by'> & { money: Amount | null }

/** Returns a message for an event by kind, with its source, author or amount. */
export const sentenceOf = ({ kind, label, by, money }: Thing): string => {
  switch (wordOf[kind]) {
    case 'note':
      return `${capital(by.name)} wrote a note about it.`
    case 'report':
      return `${label}, reported by ${by.name}.`
    case 'claim':
      return `${capital(by.name)} claimed its reproduction. ${label}.`
    case 'bounty':
      return money === null ? `${label}.` : `Bounty increased by ${formatAmount(money)}.`
    case 'source':
      return `${label}, according to ${by.name}.`
  }
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
