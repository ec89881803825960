import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import { asStarted, childEnvironment, freePort, withoutDataLine } from '@corroborate/server-kit/testing/server'
import { expect, onTestFinished, test } from 'vitest'
import { siteDatabaseFile } from '../../app/migrations.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { runSite } from '../../testing/index.ts'
import { decideProposal, propose } from '../awards/index.ts'
import { openSandbox, sandboxFile } from '../stripe-sandbox/index.ts'
import { type DeskTables, siteMigrations } from './testing/index.ts'

const cli = fileURLToPath(new URL('../../app/commands/money.ts', import.meta.url))
const day = 24 * 60 * 60_000
const olga = ['--by', 'Olga', '--why', 'A mistake.']

type Ran = { code: number; out: string; err: string }

/** `npm run money` as a process. */
const money = (env: Record<string, string>, ...args: string[]) =>
  new Promise<Ran>(resolve =>
    execFile(process.execPath, [asStarted(cli), ...args], { env: { ...childEnvironment, ...env } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out: out.trim(), err: withoutDataLine(err).trim() }),
    ),
  )

describeStore<DeskTables>('npm run money beside a running site', siteMigrations, (open, { engine, placeOf }) => {
  const setUp = async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-money-cli-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const { url } = placeOf(await open())
    const postgres = engine === 'postgres' && url !== undefined ? { DATABASE_URL: url } : {}
    const port = String(await freePort())
    const env = { DATA_DIR: dataDir, PORT: port, ...postgres }
    const site = await runSite(dataDir, { LIMITS_SCALE: '1000', PORT: port, ...postgres })
    onTestFinished(async () => void (await site.stop()))
    const file = join(dataDir, siteDatabaseFile)
    const db = await openDatabase<DeskTables>({
      ...(postgres.DATABASE_URL !== undefined && { url }),
      file,
      migrations: siteMigrations,
      now: Date.now,
    })
    onTestFinished(() => db.destroy())
    const sandbox = openSandbox({ file: join(dataDir, sandboxFile), origin: site.origin, now: Date.now })
    onTestFinished(() => sandbox.close())
    const begin = async (path: string, amount: number) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const answer = await fetch(`${site.origin}${path}`, { method: 'POST', headers, body: JSON.stringify({ amount }) })
      return (await answer.json()) as { id: string; url: string }
    }
    /** Creates a paid and booked contribution. @returns its ID */
    const give = async (doi: string, amount: number): Promise<string> => {
      const { id, url: checkout } = await begin(`/${doi}/contribute`, amount)
      await fetch(checkout, {
        method: 'POST',
        body: new URLSearchParams({ action: 'pay', email: 'ann@example.org' }),
        redirect: 'manual',
      })
      return id
    }
    /** Returns the booked total of an entry kind, in minor units. */
    const booked = async (kind: 'fee' | 'refund' | 'payout') =>
      (await db.selectFrom('ledger').select('amount').where('kind', '=', kind).orderBy('amount').execute()).map(
        ({ amount }) => Number(amount),
      )
    /** Awards to a reporter without a payout method, by two moderators. @returns the payout's ID */
    const award = async (doi: Doi, amount: number, reporter: string): Promise<string> => {
      const content = JSON.stringify({ results: [], auditReport: 'It ran.', status: 'success' })
      const about = {
        id: reporter,
        doi,
        author: `user:${reporter}`,
        name: reporter,
        email: null,
        outcome: 'success',
        content,
      } as const
      const hashes = {
        sha256: reporter.padEnd(64, 'a'),
        canonical_sha256: reporter.padEnd(64, 'b'),
        created_at: 1,
        approved_at: 2,
      }
      await db
        .insertInto('reports')
        .values({ ...about, ...hashes })
        .execute()
      const what = {
        kind: 'award',
        doi,
        money: { amount, currency: 'usd' },
        parts: [{ report: reporter, amount }],
        why: 'Good.',
      } as const
      const made = await propose(db as never, { ...what, moderator: 'user:mo' }, Date.now())
      if (made.kind !== 'proposed') throw new Error(made.sentence)
      const decision = { id: made.id, action: 'confirm', moderator: 'user:max', version: 1, reason: null } as const
      expect(await decideProposal(db as never, decision, Date.now())).toMatchObject({ kind: 'decided' })
      return (await db.selectFrom('payouts').select('id').where('proposal', '=', made.id).executeTakeFirstOrThrow()).id
    }
    /** Marks the reporter as payable at Stripe, once the site has recorded that they are not payable yet. */
    const canBePaid = async (reporter: string) => {
      const idle = async () =>
        (await db.selectFrom('outbox').select('id').where('kind', '=', 'payouts.send').execute()).length
      await expect.poll(idle).toBe(0)
      const { id: stripe_account } = sandbox.world.createAccount({})
      sandbox.world.deliverAfter(null)
      sandbox.world.finishOnboarding(stripe_account, true)
      sandbox.world.deliverAfter(0)
      const payee = { account: `user:${reporter}`, id: reporter, way: 'stripe', stripe_account, details: null } as const
      await db
        .insertInto('payees')
        .values({ ...payee, bank_problem: null, ready: 1, told_at: 0, locale: 'en', updated_at: 1 })
        .execute()
    }
    return {
      env,
      site,
      db,
      sandbox,
      begin,
      give,
      booked,
      award,
      canBePaid,
      run: (...args: string[]) => money(env, ...args),
    }
  }

  test('the command pays, refunds, expires and reconciles, with output and exit codes', async () => {
    const { db, sandbox, begin, give, booked, award, canBePaid, run, site, env } = await setUp()
    const [x, y] = ['10.1000/x', '10.1000/y'] as Doi[]
    const [first, second] = [await give(x ?? '', 100), await give(y ?? '', 40)]
    await give(y ?? '', 10)
    await expect.poll(() => booked('fee')).toHaveLength(3)
    expect(await run('reconcile')).toEqual({
      code: 0,
      out: 'The ledger matches Stripe. Sandbox: no money has moved.',
      err: '',
    })
    expect(await run('payouts')).toEqual({ code: 0, out: 'No payouts due.', err: '' })

    const byHand = await award(x as Doi, 6_000, 'rita')
    expect((await run('payouts')).out).toBe(`${byHand}: $60 for a report on ${x}: the reporter has not said yet how.`)
    const note = (reference: string) => run('payouts', byHand, '--done', reference, '--by', 'Olga')
    expect(await note('SEPA 17')).toEqual({ code: 0, out: 'Marked as paid.', err: '' })
    expect(await note('SEPA 18')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('It is paid') })

    const byStripe = await award(x as Doi, 2_000, 'otto')
    await canBePaid('otto')
    sandbox.world.setOwnMoney(-1_000_000)
    expect(await run('payouts')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^\S+: \$20 .* rejected by Stripe: .*insufficient/),
    })
    sandbox.world.setOwnMoney(1_000_000)
    expect(await run('payouts')).toEqual({
      code: 0,
      out: `${byStripe}: $20 for a report on ${x}: sent by Stripe.`,
      err: '',
    })
    expect(await booked('payout')).toEqual([2_000, 6_000])

    expect(await run('refund', second, '--amount', 'ten', ...olga)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^“ten” is not an amount\.\n`npm run money -- refund --help` shows/),
    })
    expect(await run('refund', second, '--amount', '12.50', ...olga)).toEqual({
      code: 0,
      out: `${second}: $12.50 refund started.`,
      err: '',
    })
    await expect.poll(() => booked('refund')).toEqual([1_250])
    expect((await run('refund', '--bounty', y ?? '', ...olga)).out.split('\n')).toHaveLength(2)
    await expect.poll(() => booked('refund')).toEqual([1_000, 1_250, 2_750])
    expect(await run('refund', '--bounty', y ?? '', ...olga)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing left to refund'),
    })

    const givenBefore = (days: number) =>
      db
        .updateTable('contributions')
        .set({ paid_at: Date.now() - days * day })
        .where('id', '=', first)
        .execute()
    await givenBefore(340)
    expect((await run('expire')).out).toBe('1 contributors notified, 0 refunds started.')
    await givenBefore(370)
    await db
      .updateTable('warned')
      .set({ at: Date.now() - 15 * day })
      .execute()
    expect((await run('expire')).out.split('\n')).toEqual([
      `${first}: $20 refund started.`,
      '0 contributors notified, 1 refunds started.',
    ])
    await expect.poll(() => booked('refund')).toEqual([1_000, 1_250, 2_000, 2_750])

    // A payment without a webhook.
    const { url } = await begin('/pool/contribute', 25)
    sandbox.world.deliverAfter(null)
    sandbox.world.pay(url.split('/').at(-1) ?? '', null)
    const compared = await run('reconcile')
    expect(compared).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^pi_\w+: paid: Stripe says 25\.00 USD, the books 0\.00 USD\n/),
    })
    expect(compared.out).toContain('\n2 differences.')
    const kept = await db
      .selectFrom('reconciles')
      .select('differences')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(kept.differences ?? '')).toHaveLength(2)

    const log = await db.selectFrom('money_log').select(['act', 'actor']).where('actor', '=', 'operator:Olga').execute()
    expect(log.map(({ act }) => act).toSorted()).toEqual(['payout-done', 'refund', 'refund', 'refund'])
    const { lines } = (await (await fetch(`${site.origin}/books.json?doi=${x}`)).json()) as {
      lines: { kind: string; amount: string }[]
    }
    expect(
      lines
        .filter(({ kind }) => kind !== 'fee')
        .map(({ kind, amount }) => `${kind} ${amount}`)
        .toSorted(),
    ).toEqual(
      ['award -20.00', 'award -60.00', 'payment 100.00', 'payout -20.00', 'payout -60.00', 'refund -20.00'].toSorted(),
    )
    const nobodyThere = {
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      STRIPE_API_URL: 'http://127.0.0.1:1',
    }
    if (engine === 'sqlite')
      expect(await money({ ...env, ...nobodyThere }, 'reconcile')).toMatchObject({
        code: 1,
        err: expect.stringContaining('connection to Stripe'),
      })
  })
})
