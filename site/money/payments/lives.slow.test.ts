import fc from 'fast-check'
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { awardEntry, topUpEntry } from '../awards/index.ts'
import { type Source, takeFrom } from '../bounties/index.ts'
import { bountyOf } from '../ledger/accounts.ts'
import type { NewEntry } from '../ledger/store.ts'
import {
  backEntries,
  backEntry,
  handEntry,
  type Payout,
  readTransfer,
  transferEntry,
  withdrawnEntry,
} from '../payouts/index.ts'
import { toPoolEntry } from '../returns/index.ts'
import { createWorld, type StripeObject, type WorldStore } from '../stripe-sandbox/index.ts'
import { bookedOf, dueEntries } from './due-entries.ts'
import { factsOfEvent, feesOf, mergeFacts, noFacts, type PaymentFacts, standingOf } from './facts.ts'

const doi = '10.1000/x'
const fund = bountyOf(doi as never)
const share = fc.double({ min: 0.01, max: 1, noNaN: true })
/** Random actions on a bounty and the pool; `n` selects the target. */
const act = fc.record({
  act: fc.constantFrom(
    ...([
      'give',
      'give',
      'giveSlowly',
      'arrive',
      'bounce',
      'givePool',
      'topUp',
      'award',
      'award',
      'award',
      'send',
      'send',
      'byHand',
      'decline',
    ] as const),
    ...([
      'reverse',
      'return',
      'returnFails',
      'toPool',
      'refund',
      'dispute',
      'win',
      'lose',
      'deliver',
      'deliver',
    ] as const),
  ),
  n: fc.nat(50),
  part: share,
})
const life = fc.record({
  acts: fc.array(act, { minLength: 4, maxLength: 14 }),
  order: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
  twice: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
  killed: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
})
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never

const memoryStore = (): WorldStore & { events: () => StripeObject[] } => {
  const objects = new Map<string, StripeObject>()
  const events: StripeObject[] = []
  return {
    together: work => work(),
    put: object => void objects.set(object.id, object),
    get: id => objects.get(id) ?? null,
    all: kind => [...objects.values()].filter(({ object }) => object === kind).toReversed(),
    putEvent: event => void events.push(structuredClone(event)),
    events: () => events,
  }
}

const quietly = (work: () => unknown): void => {
  try {
    work()
  } catch {
    // Actions rejected by Stripe have no effect.
  }
}

type Row = {
  entry: string
  kind: NewEntry['kind']
  debit: string
  credit: string
  amount: number
  currency: string
  payment: string | null
}

/** In-memory ledger that books each entry once, like the database. */
const keepLedger = () => {
  const rows: Row[] = []
  return {
    rows,
    book: ({ id: entry, kind, payment, moves }: NewEntry): boolean => {
      if (moves.length === 0 || rows.some(row => row.entry === entry)) return false
      rows.push(...moves.map(move => ({ entry, kind, payment, ...move })))
      return true
    },
    balance: (account: string): number =>
      rows.reduce(
        (sum, row) => sum + (row.debit === account ? row.amount : 0) - (row.credit === account ? row.amount : 0),
        0,
      ),
  }
}

/** Money-related model of the site: its decisions and its bookings of Stripe events. */
const keepSite = (world: ReturnType<typeof createWorld>, store: ReturnType<typeof memoryStore>) => {
  const ledger = keepLedger()
  const facts = new Map<string, PaymentFacts>()
  const funds = new Map<string, typeof fund | 'pool'>()
  const payouts: Payout[] = []
  const returns: {
    id: string
    source: string
    amount: number
    state: 'planned' | 'refunded' | 'to-pool'
    refund?: string
  }[] = []
  const uses: { source: string; amount: number }[] = []
  const topUps: { id: string; amount: number }[] = []
  let count = 0
  const account = world.createAccount({})
  world.finishOnboarding(account.id, true)

  const pay = (to: typeof fund | 'pool', amount: number, isSlow = false) => {
    const price = { price_data: { unit_amount: amount, currency: 'usd', product_data: { name: 'x' } } }
    const session = world.createSession({ line_items: { 0: price } })
    if (isSlow) world.payLater(session.id, null)
    else world.pay(session.id, null)
    funds.set(String(world.find('checkout.session', session.id).payment_intent), to)
  }
  /** A slow bank has spoken. */
  const settle = (n: number, succeeds: boolean) => {
    const all = world.all('checkout.session')
    const session = all[n % Math.max(1, all.length)]
    if (session !== undefined) world.settle(session.id, succeeds)
  }
  const takenOf = (source: string) =>
    uses.filter(use => use.source === source).reduce((sum, { amount }) => sum + amount, 0) +
    returns
      .filter(one => one.source === source && one.state !== 'refunded')
      .reduce((sum, { amount }) => sum + amount, 0)
  const sources = (): Source[] => [
    ...[...facts].flatMap(([payment, told], since) => {
      const standing = funds.get(payment) === fund ? standingOf(told) : null
      if (standing === null) return []
      const left = standing.paid.amount - standing.refunded - standing.disputed - takenOf(payment)
      return [{ kind: 'contribution' as const, id: payment, currency: 'usd', since, left }]
    }),
    ...topUps.map(({ id, amount }) => ({
      kind: 'top-up' as const,
      id,
      currency: 'usd',
      since: 99,
      left: amount - takenOf(id),
    })),
  ]
  const available = () =>
    -ledger.balance(fund) - returns.filter(one => one.state === 'planned').reduce((sum, { amount }) => sum + amount, 0)
  const some = (most: number, part: number) => Math.max(1, Math.floor(most * part))

  const takeFacts = (payment: string, told: PaymentFacts) => {
    const merged = mergeFacts(facts.get(payment) ?? noFacts, told)
    facts.set(payment, merged)
    const standing = standingOf(merged)
    const to = funds.get(payment)
    if (standing === null || to === undefined) return
    const booked = bookedOf(ledger.rows.filter(row => row.payment === payment))
    for (const entry of dueEntries({ payment, fund: to, at: 0 }, standing, booked)) ledger.book(entry)
  }
  const moveToPool = (one: (typeof returns)[number]) => {
    one.state = 'to-pool'
    ledger.book(toPoolEntry({ id: one.id, fund, amount: one.amount, currency: 'usd' }, 0))
  }
  const noteRefund = (refund: Stripe.Refund) => {
    const one = returns.find(({ id }) => id === refund.metadata?.return)
    if (one === undefined || one.state === 'to-pool') return
    if (refund.status === 'failed') moveToPool(one)
    else one.state = 'refunded'
  }
  const noteTransfer = (told: Stripe.Transfer) => {
    const transfer = readTransfer(told)
    const payout = payouts.find(({ id }) => id === transfer?.payout)
    if (transfer === null || payout === undefined) return
    const isNew = ledger.book(transferEntry(payout, transfer))
    const booked = ledger.rows.filter(({ entry }) => entry.startsWith(backEntries(transfer.id)))
    const back = backEntry(
      payout,
      transfer,
      booked.reduce((sum, { amount }) => sum + amount, 0),
    )
    if (back !== null) ledger.book(back)
    const cameBack = back?.moves[0]?.amount ?? 0
    if (!isNew && cameBack === 0) return
    payout.sent += (isNew ? transfer.amount : 0) - cameBack
    payout.state = payout.sent >= payout.amount ? 'paid' : 'due'
    if (payout.state === 'due') payout.attempt++
  }
  const take = (event: Stripe.Event) => {
    const told = factsOfEvent(event)
    if (told !== null) takeFacts(told.payment, told.facts)
    if (event.type.startsWith('refund.')) noteRefund(event.data.object as Stripe.Refund)
    if (event.type.startsWith('transfer.')) noteTransfer(event.data.object as Stripe.Transfer)
  }

  const close = (isWon: boolean) => {
    const [dispute] = world.all('dispute')
    if (dispute !== undefined) world.closeDispute(dispute.id, isWon)
  }

  const acts = {
    give: (_: number, part: number) => pay(fund, some(10_000, part)),
    giveSlowly: (_: number, part: number) => pay(fund, some(10_000, part), true),
    arrive: (n: number) => settle(n, true),
    bounce: (n: number) => settle(n, false),
    givePool: (_: number, part: number) => pay('pool', some(10_000, part)),
    topUp: (_: number, part: number) => {
      const held = -ledger.balance('pool')
      if (held < 1) return
      const id = `t${++count}`
      const amount = some(held, part)
      ledger.book(topUpEntry({ id, doi, currency: 'usd', amount }, 0))
      topUps.push({ id, amount })
    },
    award: (n: number, part: number) => {
      if (available() < 1) return
      const amount = some(available(), part)
      const parts = n % 2 === 0 || amount < 2 ? [amount] : [Math.floor(amount / 2), Math.ceil(amount / 2)]
      const proposal = `a${++count}`
      ledger.book(
        awardEntry(
          { id: proposal, doi, currency: 'usd' },
          parts.map(each => ({ amount: each })),
          0,
        ),
      )
      for (const each of parts) {
        uses.push(
          ...takeFrom(sources(), { amount: each, currency: 'usd' }).map(use => ({
            source: use.id,
            amount: use.amount,
          })),
        )
        payouts.push({
          id: `p${++count}`,
          proposal,
          doi,
          amount: each,
          currency: 'usd',
          sent: 0,
          state: 'due',
          attempt: 1,
        } as Payout)
      }
    },
    send: (n: number) => {
      const payout = payouts[n % Math.max(1, payouts.length)]
      if (payout === undefined || (payout.state !== 'due' && payout.state !== 'sending')) return
      payout.state = 'sending'
      const group = `payout-${payout.id}-${payout.attempt}`
      if (world.all('transfer').some(({ transfer_group }) => transfer_group === group)) return
      const call = {
        amount: payout.amount - payout.sent,
        currency: 'usd',
        destination: account.id,
        transfer_group: group,
      }
      world.transfer({ ...call, metadata: { payout: payout.id } })
    },
    byHand: (n: number) => {
      const payout = payouts[n % Math.max(1, payouts.length)]
      if (payout?.state !== 'due') return
      ledger.book(handEntry(payout, 0))
      Object.assign(payout, { state: 'paid', sent: payout.amount })
    },
    decline: (n: number) => {
      const payout = payouts[n % Math.max(1, payouts.length)]
      if (payout?.state !== 'due' || payout.sent > 0) return
      ledger.book(withdrawnEntry(payout, 0))
      payout.state = 'withdrawn'
    },
    reverse: (n: number, part: number) => {
      const all = world.all('transfer')
      const transfer = all[n % Math.max(1, all.length)]
      if (transfer !== undefined) world.reverse(transfer.id, { amount: some(Number(transfer.amount), part) })
    },
    return: (n: number, part: number) => {
      const all = sources().filter(
        ({ kind, left, id }) =>
          kind === 'contribution' && left > 0 && !returns.some(one => one.source === id && one.state === 'planned'),
      )
      const source = all[n % Math.max(1, all.length)]
      if (source === undefined || available() < 1) return
      const one = {
        id: `r${++count}`,
        source: source.id,
        amount: Math.min(available(), some(source.left, part)),
        state: 'planned' as const,
      }
      returns.push(one)
      try {
        world.refund({ payment_intent: source.id, amount: one.amount, metadata: { return: one.id } })
      } catch {
        moveToPool(one)
      }
    },
    returnFails: (n: number) => {
      const all = world.all('refund').filter(({ status }) => status === 'succeeded')
      const refund = all[n % Math.max(1, all.length)]
      if (refund !== undefined) world.failRefund(refund.id)
    },
    toPool: (n: number) => {
      const all = topUps.filter(({ id }) => takenOf(id) === 0)
      const topUp = all[n % Math.max(1, all.length)]
      if (topUp === undefined || available() < topUp.amount) return
      const one = { id: `r${++count}`, source: topUp.id, amount: topUp.amount, state: 'planned' as const }
      returns.push(one)
      moveToPool(one)
    },
    refund: (n: number, part: number) => {
      const all = world.all('payment_intent')
      const payment = all[n % Math.max(1, all.length)]
      if (payment !== undefined)
        world.refund({ payment_intent: payment.id, amount: some(Number(payment.amount), part) })
    },
    dispute: (n: number) => {
      const all = world.all('payment_intent')
      const payment = all[n % Math.max(1, all.length)]
      if (payment !== undefined) world.dispute(payment.id)
    },
    win: () => close(true),
    lose: () => close(false),
    deliver: () => {},
  }
  return { acts, take, takeFacts, ledger, payouts, events: store.events as unknown as () => Stripe.Event[] }
}

/** Lives one life: acts, with events between them in any order, repeated, or lost with the process that took them in. */
const live = ({ acts, order, twice, killed }: Life) => {
  const store = memoryStore()
  const world = createWorld({ store, now: () => 1_800_000_000_000, checkoutUrl: id => id })
  const site = keepSite(world, store)
  let waiting: Stripe.Event[] = []
  let seen = 0
  let step = 0
  const deliver = (isLast: boolean) => {
    waiting.push(...site.events().slice(seen))
    seen = site.events().length
    const shuffled = waiting
      .map((event, n) => ({ event, at: order[(n + step) % order.length] ?? n }))
      .toSorted((a, b) => a.at - b.at)
    waiting = []
    for (const { event } of shuffled) {
      step++
      if (!isLast && killed[step % killed.length] === true) waiting.push(event)
      else site.take(event)
      if (twice[step % twice.length] === true) waiting.push(event)
    }
  }
  for (const { act: name, n, part } of acts) {
    quietly(() => site.acts[name](n, part))
    if (name === 'deliver' || n % 3 === 0) deliver(false)
  }
  deliver(true)
  deliver(true)
  for (const intent of world.all('payment_intent')) {
    const moves = world.all('balance_transaction') as unknown as Stripe.BalanceTransaction[]
    const charge = moves.filter(({ type, source }) => type === 'charge' && source === intent.latest_charge)
    site.takeFacts(intent.id, { ...noFacts, fees: feesOf(charge) })
  }
  return { site, moves: world.all('balance_transaction') as unknown as Stripe.BalanceTransaction[] }
}

test('10,000 simulated bounties with awards, payouts, refunds and expiry match Stripe’s records', () => {
  fc.assert(
    fc.property(life, how => {
      const { site, moves } = live(how)
      const { ledger, payouts } = site
      const sum = (of: 'net' | 'fee') => moves.reduce((total, move) => total + move[of], 0)
      expect([ledger.balance('stripe'), ledger.balance('fees')]).toEqual([sum('net'), sum('fee')])
      const accounts = ['stripe', 'fees', 'pool', fund, 'awarded', 'operator']
      expect(accounts.reduce((total, account) => total + ledger.balance(account), 0)).toBe(0)
      const owed = payouts
        .filter(({ state }) => state !== 'withdrawn')
        .reduce((total, { amount, sent }) => total + amount - sent, 0)
      expect(ledger.balance('awarded')).toBe(0 - owed)
      expect(payouts.every(({ amount, sent }) => sent >= 0 && sent <= amount)).toBe(true)
    }),
    { numRuns: 10_000 },
  )
})
