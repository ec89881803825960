import type { Kysely } from 'kysely'
import { type Amount, inWholeUnits } from '../../kit/amounts/index.ts'
import { doiOfFund, type LedgerTables, readFund } from '../ledger/index.ts'
import { type StripeAccess, whileSomebodyWaits } from '../stripe/index.ts'
import type { SessionDetails } from './model.ts'
import { type Contribution, type ContributionTables, findBySession } from './store.ts'

type Sources = { db: Kysely<ContributionTables & LedgerTables>; stripe: StripeAccess }

/**
 * Returns the state of one of our checkout sessions: as booked or, if the webhook may be pending, as fetched from Stripe. Books nothing.
 * Null for an unknown session.
 * @throws errors of Stripe's SDK if Stripe has to be queried and is unavailable
 */
export const readSession = async ({ db, stripe }: Sources, session: string): Promise<SessionDetails | null> => {
  const contribution = await findBySession(db, session)
  if (contribution === null) return null
  const told = hasEnded(contribution)
    ? ourWord(contribution)
    : await theirWord(await stripe.api(), contribution, session)
  const total = told.status === 'success' ? await totalWith({ db, stripe }, contribution, told.money) : null
  return {
    status: told.status,
    amount: inWholeUnits(told.money),
    currency: told.money.currency,
    doi: doiOfFund(contribution.fund),
    total,
  }
}

type Told = { status: SessionDetails['status']; money: Amount }

const hasEnded = ({ state }: Contribution): boolean => state === 'paid' || state === 'failed' || state === 'expired'

const ourWord = ({ state, amount, currency, paid_amount, paid_currency }: Contribution): Told =>
  state === 'paid' && paid_currency !== null
    ? { status: 'success', money: { amount: paid_amount, currency: paid_currency } }
    : { status: state === 'failed' ? 'failed' : 'expired', money: { amount, currency } }

const theirWord = async (
  api: Awaited<ReturnType<StripeAccess['api']>>,
  { amount, currency }: Contribution,
  id: string,
): Promise<Told> => {
  const session = await api.checkout.sessions.retrieve(id, {}, whileSomebodyWaits)
  const money = { amount: session.amount_total ?? amount, currency: session.currency?.toLowerCase() ?? currency }
  if (session.payment_status === 'paid') return { status: 'success', money }
  if (session.status === 'expired') return { status: 'expired', money }
  return { status: session.status === 'complete' ? 'processing' : 'open', money }
}

/** Returns the fund's balance including this contribution, booked or not. */
const totalWith = async ({ db }: Sources, { fund, state }: Contribution, money: Amount): Promise<Amount[]> => {
  const total = await readFund(db.$pickTables<keyof LedgerTables>(), fund)
  if (state === 'paid') return total
  const others = total.filter(({ currency }) => currency !== money.currency)
  const same = total.find(({ currency }) => currency === money.currency)?.amount ?? 0
  return [...others, { ...money, amount: same + money.amount }].toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}
