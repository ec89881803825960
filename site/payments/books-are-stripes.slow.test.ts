import fc from 'fast-check'
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import type { NewEntry } from '../ledger/index.ts'
import { createWorld, type StripeObject, type WorldStore } from '../stripe-sandbox/index.ts'
import { type BookedRow, bookedOf, dueEntries } from './due-entries.ts'
import { mergeFacts, noFacts, type PaymentFacts, standingOf } from './facts.ts'
import { factsOfEvent, feesOf } from './read-facts.ts'

/** What may happen to one payment, as often as it may. */
const act = fc.oneof(
  fc.record({ act: fc.constant('refund' as const), part: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
  fc.record({ act: fc.constantFrom('failRefund' as const, 'dispute' as const, 'win' as const, 'lose' as const) }),
)
/** A payment's life, and how its events arrive: in which order, how many of them twice, and where the process is killed. */
const life = fc.record({
  amount: fc.integer({ min: 1, max: 1_000_000 }),
  slow: fc.boolean(),
  acts: fc.array(act, { maxLength: 6 }),
  order: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
  twice: fc.array(fc.nat(), { maxLength: 8 }),
  crashes: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
})

/** A store that lives as long as one payment. */
const memoryStore = (): WorldStore => {
  const objects = new Map<string, StripeObject>()
  const events: StripeObject[] = []
  return {
    together: work => work(),
    put: object => void objects.set(object.id, object),
    get: id => objects.get(id) ?? null,
    all: kind => [...objects.values()].filter(({ object }) => object === kind).toReversed(),
    putEvent: event => void events.push(event),
    events: () => events,
  }
}

const quietly = (work: () => unknown): void => {
  try {
    work()
  } catch {
    // What Stripe refuses does not happen.
  }
}

type Life = typeof life extends fc.Arbitrary<infer T> ? T : never

/** Lives one life at the sandbox. @returns the payment, the events that tell of it, and Stripe's own list of what moved */
const live = ({ amount, slow, acts }: Pick<Life, 'amount' | 'slow' | 'acts'>) => {
  const world = createWorld({ store: memoryStore(), now: () => 1_800_000_000_000, checkoutUrl: id => id })
  const price = { price_data: { unit_amount: amount, currency: 'usd', product_data: { name: 'x' } } }
  const session = world.createSession({ line_items: { 0: price }, client_reference_id: 'c' })
  if (slow) {
    world.payLater(session.id, null)
    world.settle(session.id, true)
  } else world.pay(session.id, null)
  const payment = String(world.find('checkout.session', session.id).payment_intent)
  for (const one of acts) {
    const [dispute] = world.all('dispute')
    const [refund] = world.all('refund')
    if (one.act === 'refund')
      quietly(() => world.refund({ payment_intent: payment, amount: Math.ceil(amount * one.part) }))
    else if (one.act === 'dispute') quietly(() => world.dispute(payment))
    else if (one.act === 'failRefund') quietly(() => world.failRefund(refund?.id ?? ''))
    else quietly(() => world.closeDispute(dispute?.id ?? '', one.act === 'win'))
  }
  const events = world.events() as unknown as Stripe.Event[]
  return { payment, events, moves: world.all('balance_transaction') as unknown as Stripe.BalanceTransaction[] }
}

/** Books as `takeFacts` does, in memory; what is taken in while the process is killed leaves nothing. */
const keepBooks = (payment: string) => {
  let facts = noFacts
  let rows: BookedRow[] = []
  return {
    take: (told: PaymentFacts, isKilled: boolean): boolean => {
      const merged = mergeFacts(facts, told)
      const standing = standingOf(merged)
      const entries: NewEntry[] =
        standing === null ? [] : dueEntries({ payment, fund: 'pool', at: 0 }, standing, bookedOf(rows))
      if (isKilled) return false
      facts = merged
      rows = [
        ...rows,
        ...entries.flatMap(({ id: entry, kind, moves }) => moves.map(move => ({ entry, kind, ...move }))),
      ]
      return true
    },
    /** What the books say we have at Stripe, and what they say of the fund. */
    balances: () => {
      const side = (account: string) =>
        rows.reduce((sum, row) => {
          const { debit, credit, amount } = row as BookedRow & { debit: string; credit: string }
          return sum + (debit === account ? amount : 0) - (credit === account ? amount : 0)
        }, 0)
      return { stripe: side('stripe'), fund: 0 - side('pool'), fees: side('fees') }
    },
    ids: () => rows.map(({ entry }) => entry),
  }
}

test('10,000 lives of payments, told in any order, repeated and interrupted, end in the books of Stripe’s own list', () => {
  fc.assert(
    fc.property(life, ({ order, twice, crashes, ...how }) => {
      const { payment, events, moves } = live(how)
      const charge = moves.filter(({ type }) => type === 'charge')
      const told = events.flatMap(event => factsOfEvent(event)?.facts ?? [])
      const all = [...told, ...twice.map(n => told[n % told.length] ?? noFacts), { ...noFacts, fees: feesOf(charge) }]
      const shuffled = all
        .map((facts, n) => ({ facts, at: order[n % order.length] ?? n }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ facts }) => facts)
      const books = keepBooks(payment)
      // What was not taken in is sent again, later than all else.
      const late = shuffled.filter((facts, n) => !books.take(facts, crashes[n % crashes.length] ?? false))
      for (const facts of late) books.take(facts, false)
      const sum = (of: 'amount' | 'net' | 'fee') => moves.reduce((total, move) => total + move[of], 0)
      expect(books.balances()).toEqual({ stripe: sum('net'), fund: sum('amount'), fees: sum('fee') })
      expect(new Set(books.ids()).size).toBe(books.ids().length)
    }),
    { numRuns: 10_000 },
  )
}, 60_000)
