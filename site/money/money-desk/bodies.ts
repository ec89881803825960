import { z } from 'zod'
import { type Amount, readAmount } from '../../kit/amounts/index.ts'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'

const typed = (most: number) => z.string().max(most, { error: `at most ${most} characters` })
const why = typed(500)

/** Request body of the page's own URL. */
export const deskBody = z.looseObject({
  act: z.enum(['award', 'top-up', 'withdrawal', 'reconcile'], {
    error: 'must be "award", "top-up", "withdrawal" or "reconcile"',
  }),
  payout: typed(64).optional(),
  doi: typed(2_000).optional(),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/, { error: 'not a currency' })
    .optional(),
  amount: typed(20).optional(),
  why: why.optional(),
})

export const decisionBody = z.object({
  action: z.enum(['confirm', 'reject', 'take-back'], { error: 'must be "confirm", "reject" or "take-back"' }),
  version: z.coerce.number().int().min(1).max(1e9),
  reason: why.optional(),
})

export const payoutBody = z.object({
  action: z.enum(['done', 'again'], { error: 'must be "done" or "again"' }),
  reference: typed(200).optional(),
  why: why.optional(),
})

/** Parsed award: an amount for each report, from fields named `part:REPORT`. */
export type ReadAward =
  | { kind: 'award'; doi: Doi; money: Amount; parts: { report: string; amount: number }[] }
  | { kind: 'problem'; sentence: string }

const beyond = 1_000_000_000

/** Parses the reports and amounts of a proposal. Skips empty fields. */
export const readAward = (body: z.output<typeof deskBody>): ReadAward => {
  const doi = parseDoi(body.doi ?? '')
  if (doi === null) return { kind: 'problem', sentence: 'doi is not a DOI.' }
  const currency = body.currency ?? 'usd'
  const parts: { report: string; amount: number }[] = []
  for (const [name, value] of Object.entries(body)) {
    const report = /^part:([\w-]{1,64})$/.exec(name)?.[1]
    if (report === undefined || typeof value !== 'string' || value.trim() === '') continue
    const read = readAmount(value, { currency, least: 0, most: beyond })
    if (read.kind !== 'amount' || read.money.amount === 0)
      return {
        kind: 'problem',
        sentence: `“${value.trim().slice(0, 40)}” is not an amount. Enter an amount such as 25 or 12.50.`,
      }
    parts.push({ report, amount: read.money.amount })
  }
  if (parts.length === 0) return { kind: 'problem', sentence: 'Enter an amount for at least one report.' }
  const amount = parts.reduce((sum, part) => sum + part.amount, 0)
  return { kind: 'award', doi, money: { amount, currency }, parts }
}

export type ReadTopUp = { kind: 'top-up'; doi: Doi; money: Amount } | { kind: 'problem'; sentence: string }

/** Parses the amount to move from the pool to a bounty. */
export const readTopUp = (body: z.output<typeof deskBody>, currency: string): ReadTopUp => {
  const doi = parseDoi(body.doi ?? '')
  if (doi === null) return { kind: 'problem', sentence: 'Enter the DOI of the paper whose bounty to top up.' }
  const read = readAmount(body.amount ?? '', { currency: body.currency ?? currency, least: 0, most: beyond })
  if (read.kind !== 'amount' || read.money.amount === 0)
    return { kind: 'problem', sentence: 'Enter an amount such as 25 or 12.50.' }
  return { kind: 'top-up', doi, money: read.money }
}
