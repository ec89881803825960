import { cleanLine, cleanText } from '@corroborate/wire/written-text'
import { z } from 'zod'
import { type Amount, formatAmount, readAmount, unitsIn } from '../../kit/amounts/index.ts'

/** The longest name and message, in UTF-16 code units. */
export const longest = { name: 120, message: 500 } as const

const typed = z.union([z.string(), z.number().transform(String)], { error: 'send a text' }).default('')

/** Request body of the form and the API: an amount in whole units, as a number or string. */
export const contributionBody = z.object({ amount: typed, own: typed, name: typed, message: typed })
export type ContributionBody = z.output<typeof contributionBody>

export type ReadContribution =
  | { kind: 'contribution'; money: Amount; name: string | null; message: string | null }
  | { kind: 'problem'; sentence: string }

export type ContributionRules = { currency: string; least: number; most: number }

/** Parses a contribution. A custom amount takes precedence over a suggested one. */
export const readContribution = (body: ContributionBody, rules: ContributionRules): ReadContribution => {
  const text = body.own.trim() === '' ? body.amount : body.own
  const read = readAmount(text, rules)
  const [least, most] = [rules.least, rules.most].map(whole =>
    formatAmount({ amount: whole * unitsIn(rules.currency), currency: rules.currency }),
  )
  if (read.kind === 'unreadable')
    return {
      kind: 'problem',
      sentence: `Enter an amount from ${least} to ${most}, such as ${rules.least + 24}.`,
    }
  if (read.kind === 'beyond') return { kind: 'problem', sentence: `A contribution can be from ${least} to ${most}.` }
  const name = cleanLine(body.name)
  const message = cleanText(body.message)
  if (name.length > longest.name) return { kind: 'problem', sentence: `A name has at most ${longest.name} characters.` }
  if (message.length > longest.message)
    return { kind: 'problem', sentence: `A message has at most ${longest.message} characters.` }
  return { kind: 'contribution', money: read.money, name: name || null, message: message || null }
}
