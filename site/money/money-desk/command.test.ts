import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommandLine } from '@corroborate/server-kit/command-line'
import { readSettings } from '@corroborate/server-kit/settings'
import { describeStore, serveApp } from '@corroborate/server-kit/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { OpenSiteDatabase } from '../../kit/feature/index.ts'
import { keepContributions } from '../contributions/testing/index.ts'
import { moneyCommand } from './command.ts'
import { type DeskTables, doi, type Person, siteMigrations, startDesk } from './testing/index.ts'

const give = `/${doi}/contribute`
const day = 24 * 60 * 60_000
const sandboxWords = ' Sandbox: no money has moved.'

describeStore<DeskTables>('npm run money', siteMigrations, open => {
  /** A site, and its command line on the same database and sandbox. */
  const setUp = async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-money-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const db = await open()
    const desk = await startDesk(db, { DATA_DIR: dataDir })
    const { provider, sandbox } = desk
    let isClosed = false
    const openOurs: OpenSiteDatabase = async () => {
      const ours = db.$pickTables<keyof DeskTables>()
      const destroy = async () => {
        isClosed = true
      }
      return Object.assign(ours, { destroy }) as never
    }
    /** Runs a command line; WHO is replaced with the author and reason. */
    const run = async (line: string, env: Record<string, string> = {}, opening = openOurs) => {
      const said: string[] = []
      let err = ''
      isClosed = false
      const around = {
        say: (words: string) => void said.push(words),
        now: () => provider.clock.now,
      }
      const parts = { readSettings: async () => readSettings({ DATA_DIR: dataDir, ...env }), open: opening }
      const args = line.split(' ').flatMap(word => (word === 'WHO' ? ['--by', 'Olga', '--why', 'A mistake.'] : [word]))
      const code = await runCommandLine(moneyCommand(parts, around), args, {
        out: () => {},
        err: text => {
          err += text
        },
      })
      return { code, said, err: err.trim() }
    }
    /** Settings that make the command use Stripe's own API, served by this test. */
    const asStripe = async () => ({
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
      STRIPE_API_URL: await serveApp({ fetch: sandbox.answer }),
    })
    const contributionOf = async (payment: string) =>
      (await db.selectFrom('contributions').select('id').where('payment', '=', payment).executeTakeFirstOrThrow()).id
    const log = () =>
      db
        .selectFrom('money_log')
        .select(['act', 'actor', 'why', 'about'])
        .where('actor', 'like', 'operator:%')
        .orderBy('at')
        .execute()
    return { db, ...desk, dataDir, run, asStripe, contributionOf, log, hasClosed: () => isClosed }
  }

  test('the command closes its resources, after errors too', async () => {
    const { run, hasClosed, asStripe } = await setUp()
    const alone = mkdtempSync(join(tmpdir(), 'corroborate-alone-'))
    onTestFinished(() => rmSync(alone, { recursive: true, force: true }))
    expect((await run('reconcile', { DATA_DIR: alone })).code).toBe(0)
    expect(hasClosed()).toBe(true)
    // SQLite leaves other files beside it while it is open.
    expect(readdirSync(alone)).toEqual(['stripe-sandbox.sqlite'])
    expect((await run('refund nobody WHO', await asStripe())).code).toBe(1)
    expect(hasClosed()).toBe(true)
  })

  test('the command uses no fake Stripe in production', async () => {
    const { run, dataDir } = await setUp()
    const before = readdirSync(dataDir)
    expect(await run('reconcile', { NODE_ENV: 'production', LIMITS_SCALE: '1' })).toEqual({
      code: 1,
      said: [],
      err: 'No payments are set up: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
    })
    expect(readdirSync(dataDir)).toEqual(before)
  })

  test('a Stripe failure is printed as a message, and other errors with their location', async () => {
    const { run, asStripe } = await setUp()
    const wrongKey = { ...(await asStripe()), STRIPE_SECRET_KEY: 'sk_test_wrong' }
    expect(await run('reconcile', wrongKey)).toEqual({ code: 1, said: [], err: 'Invalid API Key provided' })
    const broken: OpenSiteDatabase = async () =>
      ({
        selectFrom: () => {
          throw new TypeError('broken')
        },
        destroy: async () => {},
      }) as never
    expect((await run('payouts', {}, broken)).err).toMatch(/^TypeError: broken\n\s+at /)
  })

  describe('reconcile command', () => {
    test('reconcile reports agreement or each difference and stores it for the moderators', async () => {
      const { run, pay, runJobs, desk, mo, sandbox, begin, provider } = await setUp()
      const { payment } = await pay(give, { amount: '100' })
      const fees = { payment, sentence: 'fees: Stripe says 3.20 USD, the books 0.00 USD' }
      expect(await run('reconcile')).toEqual({
        code: 1,
        said: [`${payment}: ${fees.sentence}`, `1 difference.${sandboxWords}`],
        err: '',
      })
      expect((await desk(mo)).reconciled).toMatchObject({ differences: [fees], problem: null })
      await runJobs('payments.fees')
      provider.clock.now += 1
      expect(await run('reconcile')).toEqual({
        code: 0,
        said: [`The ledger matches Stripe.${sandboxWords}`],
        err: '',
      })
      expect((await desk(mo)).reconciled).toMatchObject({ differences: [] })
      // A payment without a webhook.
      const session = await begin(give, { amount: '25' })
      sandbox.world.deliverAfter(null)
      sandbox.world.pay(session, null)
      provider.clock.now += 1
      const { code, said } = await run('reconcile')
      expect([code, said.length, said.at(-1)]).toEqual([1, 3, `2 differences.${sandboxWords}`])
    })

    test('reconcile uses the real Stripe if a key is set, without mentioning the sandbox', async () => {
      const { run, asStripe } = await setUp()
      expect(await run('reconcile', await asStripe())).toEqual({
        code: 0,
        said: ['The ledger matches Stripe.'],
        err: '',
      })
    })

    test('reconcile stores that Stripe did not respond', async () => {
      const { run, asStripe, desk, mo, db } = await setUp()
      await run('reconcile', { ...(await asStripe()), STRIPE_SECRET_KEY: 'sk_test_wrong' })
      expect((await desk(mo)).reconciled).toMatchObject({ problem: 'Invalid API Key provided', differences: [] })
      // Null rather than none: the comparison failed.
      expect(await db.selectFrom('reconciles').select('differences').execute()).toEqual([{ differences: null }])
    })
  })

  describe('payouts command', () => {
    const due = async () => {
      const site = await setUp()
      const { pay, runJobs, person, report, award, db, post, sandbox, provider } = site
      await pay(give, { amount: '100' })
      await runJobs('payments.fees')
      const awardTo = async (name: string, amount = '10') => {
        const who = person(`${name}@example.org`)
        const written = await report(who)
        provider.clock.now += 1
        const [payout = ''] = await award({ [written]: amount })
        return { who, report: written, payout }
      }
      const set = (id: string, change: object) => db.updateTable('payouts').set(change).where('id', '=', id).execute()
      const byHand = (who: Person, details: string) => post('/dashboard/awards', { details }, who)
      /** Onboards a reporter at Stripe; with `isEnough` they complete it. The site itself sends nothing. */
      const byStripe = async (who: Person, isEnough: boolean) => {
        await post('/dashboard/awards/stripe', {}, who)
        const account = await db
          .selectFrom('payees')
          .select('stripe_account')
          .where('account', '=', `user:${who.id}`)
          .executeTakeFirstOrThrow()
        sandbox.world.finishOnboarding(account.stripe_account ?? '', isEnough)
        await sandbox.deliver()
      }
      const stateOf = async (id: string) =>
        db.selectFrom('payouts').select(['state', 'sent']).where('id', '=', id).executeTakeFirstOrThrow()
      return { ...site, awardTo, set, byHand, byStripe, stateOf }
    }
    type Due = Awaited<ReturnType<typeof due>>
    type Awarded = Awaited<ReturnType<Due['awardTo']>>

    test('payouts reports that nothing is due', async () => {
      const { run } = await setUp()
      expect(await run('payouts')).toEqual({ code: 0, said: ['No payouts due.'], err: '' })
    })

    test.each<[string, (site: Due, to: Awarded) => unknown, string]>([
      ['a reporter has not said how', () => {}, 'the reporter has not said yet how.'],
      ['a reporter is paid by hand', ({ byHand }, { who }) => byHand(who, 'Rita, DE02'), 'manual payout: Rita, DE02'],
      [
        'a reporter has begun at Stripe',
        ({ byStripe }, { who }) => byStripe(who, false),
        'the reporter has not completed Stripe onboarding.',
      ],
      [
        'its report is approved no more: nobody should pay it by hand',
        async ({ byHand, db }, { who }) => {
          await byHand(who, 'Rita, DE02')
          await db.updateTable('reports').set({ approved_at: null }).execute()
        },
        'On hold: its report is no longer approved. Approve the report again or withdraw the award.',
      ],
      [
        'its writer was stopped from writing',
        async ({ byStripe, db }, { who }) => {
          await byStripe(who, true)
          const block = { writer: `user:${who.id}`, kind: 'comment', item: 'x', moderator: null, at: 1 } as const
          await db.insertInto('blocked_writers').values(block).execute()
        },
        'On hold: its author is blocked. Unblock the author or withdraw the award.',
      ],
      [
        'somebody wants it taken back',
        async ({ byStripe, post, mo }, { who, payout }) => {
          await byStripe(who, true)
          await post('/moderate/money', { act: 'withdrawal', payout, why: 'Look again.' }, mo)
        },
        'withdrawal pending; see /moderate/money.',
      ],
    ])('payouts sends nothing while %s, and reports it', async (_, happens, words) => {
      const site = await due()
      const to = await site.awardTo('rita')
      await happens(site, to)
      expect(await site.run('payouts')).toEqual({
        code: 0,
        said: [`${to.payout}: $10 for a report on ${doi}: ${words}`],
        err: '',
      })
      expect(await site.stateOf(to.payout)).toEqual({ state: 'due', sent: 0 })
      expect(site.sandbox.world.all('transfer')).toEqual([])
    })

    test('payouts sends what is possible, and returned money only after review', async () => {
      const { run, awardTo, byStripe, set, stateOf, sandbox } = await due()
      const [rita, otto] = [await awardTo('rita'), await awardTo('otto', '20')]
      await byStripe(rita.who, true)
      // A part of it came back.
      await set(otto.payout, { state: 'stopped', sent: 1_500 })
      const back = `${otto.payout}: $5 for a report on ${doi}: returned; see /moderate/money.`
      expect(await run('payouts')).toEqual({
        code: 0,
        said: [`${rita.payout}: $10 for a report on ${doi}: sent by Stripe.`, back],
        err: '',
      })
      expect(await stateOf(rita.payout)).toEqual({ state: 'paid', sent: 1_000 })
      expect(sandbox.world.all('transfer')).toMatchObject([{ amount: 1_000 }])
      expect((await run('payouts')).said).toEqual([back])
    })

    test('payouts reports what Stripe rejects and continues', async () => {
      const { run, awardTo, byStripe, sandbox } = await due()
      const [rita, otto] = [await awardTo('rita'), await awardTo('otto')]
      await byStripe(rita.who, true)
      sandbox.world.setOwnMoney(-1_000_000)
      expect(await run('payouts')).toEqual({
        code: 1,
        said: [
          `${rita.payout}: $10 for a report on ${doi}: rejected by Stripe: You have insufficient available funds in your Stripe account.`,
          `${otto.payout}: $10 for a report on ${doi}: the reporter has not said yet how.`,
        ],
        err: '',
      })
    })

    test('payouts ID records a manual payment with operator and reason', async () => {
      const { run, awardTo, stateOf, balances, log } = await due()
      const { payout } = await awardTo('rita')
      const noted = { code: 0, said: ['Marked as paid.'], err: '' }
      expect(await run(`payouts ${payout} --done SEPA-1 WHO`)).toEqual(noted)
      expect(await stateOf(payout)).toEqual({ state: 'paid', sent: 1_000 })
      expect(await run(`payouts ${payout} --done SEPA-1 --by Otto`), 'once more').toEqual(noted)
      expect(await balances()).toMatchObject({ operator: -1_000 })
      expect(await log()).toEqual([{ act: 'payout-done', actor: 'operator:Olga', why: 'A mistake.', about: payout }])
    })

    test.each<[string, (site: Due, to: Awarded) => unknown, RegExp]>([
      [
        'it is paid already, by another payment',
        ({ run }, { payout }) => run(`payouts ${payout} --done SEPA-0 WHO`),
        /^It is paid, being paid, returned to its bounty or has a pending withdrawal: see \/moderate\/money\.$/,
      ],
      [
        'nobody was awarded that',
        ({ set }, { payout }) => set(payout, { id: 'other' }),
        /^No payout with ID [\w-]+\.$/,
      ],
      [
        'its report is approved no more',
        ({ db }) => db.updateTable('reports').set({ approved_at: null }).execute(),
        /^On hold: its report is no longer approved/,
      ],
      [
        'its writer was stopped from writing',
        ({ db }, { who }) =>
          db
            .insertInto('blocked_writers')
            .values({ writer: `user:${who.id}`, kind: 'comment', item: 'x', moderator: null, at: 1 })
            .execute(),
        /^On hold: its author is blocked/,
      ],
    ])('payouts ID records nothing when %s, and reports it', async (_, happens, sentence) => {
      const site = await due()
      const to = await site.awardTo('rita')
      await happens(site, to)
      const before = await site.balances()
      expect(await site.run(`payouts ${to.payout} --done SEPA-1 WHO`)).toEqual({
        code: 1,
        said: [],
        err: expect.stringMatching(sentence),
      })
      expect(await site.balances()).toEqual(before)
    })
  })

  describe('refund command', () => {
    test('refund refunds a contribution or part of it and logs operator and reason', async () => {
      const { run, pay, contributionOf, sandbox, balances, log } = await setUp()
      const { payment } = await pay(give, { amount: '100' })
      const id = await contributionOf(payment)
      const said = (words: string) => ({ code: 0, said: [`${id}: ${words}.`], err: '' })
      expect(await run(`refund ${id} --amount 12.50 WHO`)).toEqual(said('$12.50 refund started'))
      await sandbox.deliver()
      expect(await balances()).toMatchObject({ [`bounty:${doi}`]: -8_750 })
      expect(await run(`refund ${id} WHO`)).toEqual(said('$87.50 refund started'))
      await sandbox.deliver()
      expect(await balances()).not.toHaveProperty([`bounty:${doi}`])
      expect(sandbox.world.all('refund').map(({ amount }) => amount)).toEqual([8_750, 1_250])
      const line = { act: 'refund', actor: 'operator:Olga', why: 'A mistake.', about: id }
      expect(await log()).toEqual([line, line])
      expect(await run(`refund ${id} WHO`)).toMatchObject({
        code: 1,
        err: expect.stringContaining('Nothing left to refund'),
      })
    })

    test.each(['ten', '0', '-5', '1000000001'])('refund rejects the amount %s', async typed => {
      const { run, pay, contributionOf, db } = await setUp()
      const id = await contributionOf((await pay(give, { amount: '100' })).payment)
      expect(await run(`refund ${id} --amount=${typed} WHO`)).toMatchObject({
        code: 2,
        said: [],
        err: expect.stringContaining(`“${typed}” is not an amount.`),
      })
      expect(await db.selectFrom('returns').select('id').execute()).toEqual([])
    })

    test.each([
      ['12.505', '“12.505” means $12,505, but the contribution is $100.'],
      ['100.01', '“100.01” means $100.01, but the contribution is $100.'],
    ])('refund rejects %s as part of a $100 contribution', async (typed, sentence) => {
      const { run, pay, contributionOf, db } = await setUp()
      const id = await contributionOf((await pay(give, { amount: '100' })).payment)
      expect(await run(`refund ${id} --amount ${typed} WHO`)).toMatchObject({
        code: 2,
        said: [],
        err: expect.stringContaining(sentence),
      })
      expect(await db.selectFrom('returns').select('id').execute()).toEqual([])
      expect((await run(`refund ${id} --amount 100 WHO`)).said).toEqual([`${id}: $100 refund started.`])
    })

    test('refund reads the amount in the currency paid', async () => {
      const { run, db } = await setUp()
      await keepContributions(db as never, { id: 'yen', payment: null, paid_currency: 'jpy', paid_amount: 1_000 })
      expect((await run('refund yen --amount 300 WHO')).said).toEqual([
        'yen: refund of ¥300 failed (Its payment has no charge.); moved to the pool.',
      ])
    })

    test('refund reports an unknown contribution', async () => {
      const { run } = await setUp()
      expect(await run('refund nobody --amount 5 WHO')).toEqual({
        code: 1,
        said: [],
        err: 'No paid contribution with ID nobody.',
      })
    })

    test('refund of a bounty includes top-ups from the pool and reports what went to the pool instead', async () => {
      const { run, pay, contributionOf, post, idOf, confirm, mo, sandbox, db, balances } = await setUp()
      await pay('/pool/contribute', { amount: '50' })
      await confirm(
        await idOf(await post('/moderate/money', { act: 'top-up', doi, amount: '20', why: 'It matters.' }, mo)),
      )
      const [ann, ben] = [await pay(give, { amount: '25' }), await pay(give, { amount: '40' })]
      sandbox.world.age(ben.payment)
      const { id: topUp } = await db.selectFrom('top_ups').select('id').executeTakeFirstOrThrow()
      const { code, said } = await run(`refund --bounty ${doi} WHO`)
      expect(code).toBe(0)
      expect(said.toSorted()).toEqual(
        [
          `${topUp}: $20 returned to the pool.`,
          `${await contributionOf(ann.payment)}: $25 refund started.`,
          `${await contributionOf(ben.payment)}: refund of $40 failed (This charge is too old to be refunded.); moved to the pool.`,
        ].toSorted(),
      )
      await sandbox.deliver()
      expect(await balances()).toEqual({ stripe: 9_000, pool: -9_000 })
    })
  })

  test('expire warns contributors and two weeks later refunds money not awarded within a year', async () => {
    const { run, pay, contributionOf, provider, sandbox } = await setUp()
    const id = await contributionOf((await pay(give, { amount: '30' })).payment)
    const said = async (...lines: string[]) => expect(await run('expire')).toEqual({ code: 0, said: lines, err: '' })
    await said('0 contributors notified, 0 refunds started.')
    provider.clock.now += 340 * day
    await said('1 contributors notified, 0 refunds started.')
    provider.clock.now += 30 * day
    await said(`${id}: $30 refund started.`, '0 contributors notified, 1 refunds started.')
    expect(sandbox.world.all('refund')).toMatchObject([{ amount: 3_000 }])
  })
})
