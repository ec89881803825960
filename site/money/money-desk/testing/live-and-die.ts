import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { beginLife } from '@corroborate/server-kit/testing/life'
import type { Stripe } from 'stripe'
import type { Doi } from '../../../kit/doi/index.ts'
import { decideProposal, propose, proposeWithdrawal, waitingProposals } from '../../awards/index.ts'
import { beginContribution, createMailJob } from '../../contributions/index.ts'
import { bountyOf } from '../../ledger/accounts.ts'
import { createFeesJob, takeEvent } from '../../payments/index.ts'
import { createSend } from '../../payouts/index.ts'
import { createSendReturn, expire, refund } from '../../returns/index.ts'
import { openSandbox, sandboxFile } from '../../stripe-sandbox/index.ts'
import type { DeskTables } from './index.ts'

const doi = '10.1000/x' as Doi

/**
 * The life of a bounty, from a contribution to the last refund, which dies before and after each commit, each call to Stripe, and each job.
 */
const { dataDir, db, opened, step, moment, dying, answered } = await beginLife<DeskTables>()
const day = 24 * 60 * 60_000
const doing = <T>(what: string, work: () => Promise<T>): Promise<T> => {
  step(what)
  return work()
}

let clock = Date.now()
const now = () => clock
const sandbox = openSandbox({
  file: join(dataDir, sandboxFile),
  origin: 'http://localhost:5000',
  send: async (body, signature) => {
    const event = await sandbox.access.readEvent(new TextEncoder().encode(body), signature)
    if (event === null) return false
    step(`word of ${event.type}`)
    await takeEvent(db as never, event, { now })
    moment('an event is taken')
    return true
  },
  now,
})
const api = await sandbox.access.api()
const stripe = {
  ...sandbox.access,
  api: async () =>
    ({
      checkout: {
        sessions: {
          create: dying(
            'a checkout session',
            api.checkout.sessions.create.bind(api.checkout.sessions) as Stripe['checkout']['sessions']['create'],
          ),
        },
      },
      paymentIntents: api.paymentIntents,
      transfers: {
        list: api.transfers.list.bind(api.transfers),
        create: dying('a transfer', api.transfers.create.bind(api.transfers) as Stripe['transfers']['create']),
      },
      refunds: {
        list: api.refunds.list.bind(api.refunds),
        create: dying('a refund', api.refunds.create.bind(api.refunds) as Stripe['refunds']['create']),
      },
    }) as unknown as Stripe,
}
const options = { db: db as never, stripe, now }
/** Received mails, deduplicated by ID. */
const mailbox = join(dataDir, 'mails.txt')
const receipts = createMailJob({
  db: opened as never,
  mailer: {
    send: async ({ id, to, subject }) => {
      appendFileSync(mailbox, `${id} ${to} ${subject}\n`, { flush: true })
      moment('a mail is sent')
      return { kind: 'sent' }
    },
  },
  titleOf: async () => null,
  origin: 'http://localhost:5000',
  isSandbox: true,
})
type Handle = (payload: never, job: never) => Promise<unknown>
const handlers: Record<string, Handle> = {
  ...(receipts as unknown as Record<string, Handle>),
  ...(createFeesJob(options as never) as unknown as Record<string, Handle>),
  'payouts.send': createSend(options),
  'returns.send': createSendReturn(options),
}

/** Names a job: a payout, or a refund by its reason. */
const nameOf = async (kind: string, payload: string): Promise<string> => {
  if (kind === 'payouts.send') return 'a payout'
  if (kind === 'contributions.mail') return 'a receipt'
  if (kind === 'payments.fees') return 'fees'
  const { id } = JSON.parse(payload) as { id: string }
  const found = opened.selectFrom('returns').select('reason').where('id', '=', id)
  return `giving back by ${(await found.executeTakeFirstOrThrow()).reason}`
}

/** Runs Stripe jobs and processes their events until none are left. */
const settle = async (): Promise<void> => {
  for (;;) {
    const jobs = await opened.selectFrom('outbox').selectAll().where('kind', 'in', Object.keys(handlers)).execute()
    for (const { id, kind, payload } of jobs) {
      step(await nameOf(kind, payload))
      await handlers[kind]?.(JSON.parse(payload) as never, { id, signal: AbortSignal.timeout(60_000) } as never)
      moment('a job is done')
      await opened.deleteFrom('outbox').where('id', '=', id).execute()
    }
    await sandbox.deliver()
    if (jobs.length === 0) return
  }
}

const has = async (act: string): Promise<boolean> =>
  (await opened
    .selectFrom('money_log')
    .select('id')
    .where('act', '=', act as 'propose')
    .executeTakeFirst()) !== undefined

/** Contributes with retries; a contributor who reached the checkout pays once. */
const checkoutUrl = await answered('a contribution', async () => {
  const words = { name: 'Ada', message: null, locale: 'en', title: 'x' } as const
  const money = { amount: 2_000, currency: 'usd' }
  const back = { success: 'http://localhost:5000/', cancel: 'http://localhost:5000/' }
  const visitor = { key: 'visitor:ada', signedIn: false } as const
  const begun = { fund: bountyOf('10.1000/z' as Doi), giver: visitor, money, ...words, ...back }
  const { url } = await beginContribution(opened as never, stripe, begun, now())
  moment('before it is answered')
  return url
})
const checkout = checkoutUrl.split('/').at(-1) ?? ''
if (sandbox.world.find('checkout.session', checkout).status === 'open') sandbox.world.pay(checkout, 'ada@example.org')

await settle()
if (!(await has('propose')))
  await doing('a proposal', async () => {
    const money = { amount: 6_000, currency: 'usd' }
    const parts = [{ report: 'report', amount: 6_000 }]
    await propose(db as never, { kind: 'award', doi, money, parts, why: 'Good.', moderator: 'user:mo' }, now())
  })
const agree = async (): Promise<void> => {
  for (const { id, kind, version } of await waitingProposals(opened, 1))
    await doing(kind === 'withdrawal' ? 'a withdrawal' : 'an award', () =>
      decideProposal(db as never, { id, action: 'confirm', moderator: 'user:max', version, reason: null }, now()),
    )
}
await agree()
await settle()
/** Another award is taken back, before its reporter can be paid. */
const hasProposed = async (why: string): Promise<boolean> =>
  (await opened.selectFrom('proposals').select('id').where('why', '=', why).executeTakeFirst()) !== undefined
if (!(await hasProposed('Good, too.'))) {
  const parts = [{ report: 'other', amount: 1_000 }]
  const what = { kind: 'award', doi, money: { amount: 1_000, currency: 'usd' }, parts, why: 'Good, too.' } as const
  await doing('a proposal', () => propose(db as never, { ...what, moderator: 'user:mo' }, now()))
}
await agree()
if (!(await hasProposed('Not theirs.')))
  await doing('a question', async () => {
    const found = opened.selectFrom('payouts').select('id').where('report', '=', 'other')
    const { id: payout } = await found.executeTakeFirstOrThrow()
    await proposeWithdrawal(db as never, { payout, why: 'Not theirs.', moderator: 'user:mo' }, now())
  })
await agree()
await settle()
if (!(await has('refund')))
  await doing('a refund', async () => {
    const who = { actor: 'operator:Olga', why: 'A mistake.' }
    await refund(db as never, { kind: 'contribution', id: 'third' }, who, now())
  })
await settle()
for (const days of [340, 370]) {
  clock = Date.now() + days * day
  await doing('an expiry', async () => {
    await expire(db as never, now())
    await settle()
  })
}
await opened.destroy()
sandbox.close()
