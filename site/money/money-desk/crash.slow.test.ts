import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describeStore } from '@corroborate/server-kit/testing'
import { dieAtEveryMoment } from '@corroborate/server-kit/testing/lives'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { reconcile, takeEvent } from '../payments/index.ts'
import { openSandbox, sandboxFile } from '../stripe-sandbox/index.ts'
import { type DeskTables, doi, siteMigrations } from './testing/index.ts'

/** Creates a bounty of three contributions, and reports by one payable and one not yet payable reporter. */
const prepare = async (db: Kysely<DeskTables>, dataDir: string) => {
  const sandbox = openSandbox({
    file: join(dataDir, sandboxFile),
    origin: 'http://localhost:5000',
    send: async (body, signature) => {
      const event = await sandbox.access.readEvent(new TextEncoder().encode(body), signature)
      if (event !== null) await takeEvent(db as never, event, { now: Date.now })
      return true
    },
    now: Date.now,
  })
  for (const id of ['first', 'second', 'third']) {
    const price = { price_data: { unit_amount: 4_000, currency: 'usd', product_data: { name: 'x' } } }
    const { id: session } = sandbox.world.createSession({ line_items: { 0: price }, client_reference_id: id })
    const begun = { id, fund: `bounty:${doi}`, giver: null, amount: 4_000, currency: 'usd', begun_at: 1 } as const
    const rest = { name: null, message: null, public_at: null, email: null, payment: null, paid_amount: 0 } as const
    const none = { paid_currency: null, paid_at: null, refunded: 0, disputed: 0, locale: 'en', state: 'open' } as const
    await db
      .insertInto('contributions')
      .values({ ...begun, ...rest, ...none, session })
      .execute()
    sandbox.world.pay(session, `${id}@example.org`)
  }
  await sandbox.deliver()
  const content = JSON.stringify({ results: [], auditReport: 'It ran.', status: 'success' })
  for (const [id, author] of [
    ['report', 'user:rita'],
    ['other', 'user:otto'],
  ] as const) {
    const report = { id, doi, author, name: 'Rita', email: null, outcome: 'success', content } as const
    const hashes = { sha256: id.padEnd(64, 'a'), canonical_sha256: id.padEnd(64, 'b'), created_at: 1, approved_at: 2 }
    await db
      .insertInto('reports')
      .values({ ...report, ...hashes })
      .execute()
  }
  const { id: stripe_account } = sandbox.world.createAccount({})
  const payee = { account: 'user:rita', id: 'payee', way: 'stripe', stripe_account, details: null } as const
  const ready = { bank_problem: null, ready: 1, told_at: 0, locale: 'en', updated_at: 1 } as const
  await db
    .insertInto('payees')
    .values({ ...payee, ...ready })
    .execute()
  sandbox.world.finishOnboarding(stripe_account, true)
  await sandbox.deliver()
  return sandbox
}

describeStore<DeskTables>(
  'kill -9 at every step of a contribution, awards, a payout, one taken back, a refund and expiry',
  siteMigrations,
  (open, { engine, placeOf }) => {
    test('repeated crashes lose and duplicate nothing in ledger, Stripe or emails', async () => {
      const db = await open()
      const place = placeOf(db)
      const dataDir = engine === 'sqlite' ? dirname(place.file) : mkdtempSync(join(tmpdir(), 'corroborate-die-'))
      if (engine === 'postgres') onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
      const sandbox = await prepare(db, dataDir)
      onTestFinished(() => sandbox.close())

      const script = new URL('testing/live-and-die.ts', import.meta.url)
      const { deaths } = await dieAtEveryMoment({ script, db, place, dataDir })
      for (const step of [
        'a proposal',
        'an award',
        'a question',
        'a withdrawal',
        'a payout',
        'a refund',
        'an expiry',
        'word of transfer.created',
      ])
        for (const moment of ['before a commit', 'after a commit']) expect(deaths).toContain(`${step}: ${moment} 1`)
      for (const moment of [
        'a contribution: before it is answered 1',
        'word of checkout.session.completed: before a commit 1',
        'word of checkout.session.completed: after a commit 1',
        'word of checkout.session.completed: an event is taken 1',
        'a receipt: a mail is sent 1',
        'a receipt: a job is done 1',
      ])
        expect(deaths).toContain(moment)
      for (const [step, call] of [
        ['a contribution', 'a checkout session'],
        ['a payout', 'a transfer'],
        ['giving back by refund', 'a refund'],
        ['giving back by expiry', 'a refund'],
      ])
        for (const when of ['before', 'after']) expect(deaths).toContain(`${step}: ${when} ${call} 1`)

      // Contributors without a response retried: one of the checkouts was paid and sent one receipt.
      const begun = await db
        .selectFrom('contributions')
        .select(['state', 'paid_amount', 'session'])
        .where('giver', '=', 'visitor:ada')
        .execute()
      expect(begun.filter(({ state }) => state === 'paid')).toMatchObject([{ paid_amount: 2_000 }])
      expect(begun.filter(({ state }) => state !== 'paid').every(({ paid_amount }) => paid_amount === 0)).toBe(true)
      expect(sandbox.world.all('payment_intent')).toHaveLength(4)
      const sent = [...new Set(readFileSync(join(dataDir, 'mails.txt'), 'utf8').trim().split('\n'))]
      expect(sent.filter(mail => mail.endsWith('ada@example.org Your contribution of US$20'))).toHaveLength(1)

      expect(sandbox.world.all('transfer')).toMatchObject([{ amount: 6_000 }])
      expect(
        sandbox.world
          .all('refund')
          .map(({ amount }) => amount)
          .toSorted(),
      ).toEqual([2_000, 2_000, 4_000])
      const rows = await db
        .selectFrom('ledger')
        .select(['debit', 'credit', 'amount'])
        .where('kind', 'not in', ['fee', 'fee-returned'])
        .execute()
      const balance = (account: string) =>
        rows.reduce(
          (sum, { debit, credit, amount }) =>
            sum + (debit === account ? amount : 0) - (credit === account ? amount : 0),
          0,
        )
      expect(['stripe', `bounty:${doi}`, 'bounty:10.1000/z', 'awarded', 'pool'].map(balance)).toEqual([0, 0, 0, 0, 0])
      expect(await reconcile(db, await sandbox.access.api())).toEqual([])
      const mails = await db
        .selectFrom('outbox')
        .select('payload')
        .where('kind', 'in', ['payouts.mail', 'bounties.mail'])
        .execute()
      const about = mails.map(
        ({ payload }) => JSON.parse(payload) as { about: string; doi?: string; to?: { id: string } },
      )
      expect(
        about
          .filter(({ doi: of }) => of === undefined || of === doi)
          .map(({ about, to }) => `${about} ${to?.id ?? 'reporter'}`)
          .toSorted(),
      ).toEqual([
        'award-back second',
        ...['awarded first', 'awarded first', 'awarded reporter', 'awarded reporter'],
        ...['awarded second', 'awarded second', 'awarded third', 'awarded third'],
        'expiring second',
        'paid first',
        'paid reporter',
        'paid second',
        'withdrawn reporter',
      ])
    })
  },
)
