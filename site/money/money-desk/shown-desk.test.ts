import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { features } from '../../app/features.ts'
import { deleteAccount } from '../../kit/feature/index.ts'
import { accountKey } from '../../kit/people/index.ts'
import { formatDay } from '../../kit/times/times.ts'
import { keepContributions } from '../contributions/testing/index.ts'
import { refund } from '../returns/index.ts'
import type { MoneyDeskModel } from './database.ts'
import { readAwardable, readDesk } from './read-desk.ts'
import { type DeskTables, doi, type Person, siteMigrations, startDesk } from './testing/index.ts'

const other = '10.1000/other'
const paperOf = (of: string) => ({ title: `Title of ${of}`, href: `/${of}` })

describeStore<DeskTables>('the desk shows', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const money = await startDesk(db)
    const { pay, runJobs, shown, person, report, provider, mo, post } = money
    await pay(`/${doi}/contribute`, { amount: '100' })
    await runJobs('bounties.look')
    const rita = person('rita@example.org')
    const ritas = await report(rita)
    const desk = async (who: Person = mo) =>
      (await shown('/moderate/money', { cookie: who.cookie })).model as never as MoneyDeskModel
    /** Moderators have names after their first visit. */
    const names = async (...people: [Person, string][]) => {
      for (const [who, name] of people) {
        who.user.firstName = name
        await desk(who)
      }
    }
    const leave = ({ id }: Person) =>
      db
        .transaction()
        .execute(tx => deleteAccount(features, tx, { id, key: accountKey(id), upTo: null, at: provider.clock.now }))
    /** Matches a report's URL by its ending. */
    const hrefOf = (report: string) => expect.stringMatching(`^/${doi}/audit/${report.slice(0, 8)}`)
    const topUp = () => post('/moderate/money', { act: 'top-up', doi, amount: '30', why: 'It matters.' }, mo)
    const today = () => formatDay(provider.clock.now)
    return { db, ...money, desk, rita, ritas, names, leave, hrefOf, topUp, today }
  }

  test('an empty money desk shows nothing to decide and is noindex', async () => {
    const db = await open()
    const { shown, mo } = await startDesk(db)
    const { model, ...page } = (await shown('/moderate/money', { cookie: mo.cookie })) as {
      model: object
      head?: object
    }
    expect(page.head).toEqual({ title: 'Money · Corroborate', meta: [{ name: 'robots', content: 'noindex' }] })
    expect(model).toEqual({
      waiting: [],
      awardable: [],
      payouts: [],
      returns: [],
      disputes: [],
      pool: { available: '$0', currency: 'USD' },
      topUp: { doi: '', amount: '', why: '' },
      reconciled: null,
      log: [],
      notice: null,
      isSandbox: true,
    })
  })

  test('the money desk mentions no sandbox where payments are disabled', async () => {
    const { shown, mo } = await startDesk(await open(), { NODE_ENV: 'production', LIMITS_SCALE: '1' })
    const { model } = await shown('/moderate/money', { cookie: mo.cookie })
    expect(model).toMatchObject({ isSandbox: false, notice: null })
  })

  describe('awardable bounties on the money desk', () => {
    test('each bounty is listed with its amount and reports, largest first', async () => {
      const { desk, pay, runJobs, report, person, rita, ritas, hrefOf } = await setUp()
      await pay(`/${other}/contribute`, { amount: '200' })
      await runJobs('bounties.look')
      const ottos = await report(person('otto@example.org'), { on: other })
      await report(person('pat@example.org'), { approved: false })
      // A paper with a report and no money, and one with money and no report.
      await report(rita, { on: '10.1000/poor' })
      await pay('/10.1000/unread/contribute', { amount: '300' })
      await runJobs('bounties.look')
      const reportOf = (id: string, href: unknown) => ({
        id,
        name: 'Rita Reporter',
        headline: 'Reproduced',
        href,
        facts: '',
        isLetIn: false,
      })
      const rest = { held: null, barred: null }
      expect((await desk()).awardable).toEqual([
        {
          doi: other,
          paper: paperOf(other),
          available: '$200',
          currencies: [{ code: 'usd', most: '200.00' }],
          ...rest,
          reports: [reportOf(ottos, expect.stringContaining(`/${other}/audit/`))],
        },
        {
          doi,
          paper: paperOf(doi),
          available: '$100',
          currencies: [{ code: 'usd', most: '100.00' }],
          ...rest,
          reports: [reportOf(ritas, hrefOf(ritas))],
        },
      ])
    })

    test.each([
      [1, 'Kim'],
      [0, 'a claim'],
    ])('a claimed bounty names its claimant if they show their name (%i)', async (show_name, name) => {
      const { desk, db, provider } = await setUp()
      const now = provider.clock.now
      const claim = { name: 'Kim', show_name, email: null, plan: '', package: null, sha256: 'a' } as const
      const until = now + 30 * 24 * 60 * 60_000
      const rest = { approved_at: now, end: null, live: 1, locale: 'en', claimed_at: now, until } as const
      await db
        .insertInto('claims')
        .values({ id: 'c', doi, claimant: 'user:kim', ...claim, ...rest })
        .execute()
      expect((await desk()).awardable).toMatchObject([{ held: `Reserved for ${name} until ${formatDay(until)}` }])
    })

    test('a bounty shows why this moderator may not decide it', async () => {
      const { desk, report, mo, max } = await setUp()
      await report(mo)
      const barred = 'You wrote a report on this paper, so other moderators decide on its bounty.'
      expect((await desk(mo)).awardable).toMatchObject([{ barred }])
      expect((await desk(max)).awardable).toMatchObject([{ barred: null }])
    })

    test('a bounty with a pending award is omitted, and a pending top-up does not matter', async () => {
      const { desk, pay, runJobs, report, person, propose, topUp, ritas } = await setUp()
      await pay('/pool/contribute', { amount: '50' })
      await pay(`/${other}/contribute`, { amount: '200' })
      await report(person('otto@example.org'), { on: other })
      await runJobs('bounties.look')
      const shown = async () => (await desk()).awardable.map(each => each.doi)
      expect((await topUp()).status).toBe(200)
      expect(await shown()).toEqual([other, doi])
      expect((await propose({ [ritas]: '60' })).status).toBe(200)
      expect(await shown()).toEqual([other])
    })

    test('a bounty without money or without a report is omitted', async () => {
      const { desk, db, provider } = await setUp()
      const now = provider.clock.now
      const read = (of: string) =>
        readAwardable(db as never, of as never, { title: 'x', barred: null, moderator: 'user:mo', now })
      expect(await read(doi)).toMatchObject({ doi, paper: { title: 'x' } })
      await keepContributions(db as never, { id: 'elsewhere', fund: 'bounty:10.1000/unread' })
      expect(await read('10.1000/unread')).toBeNull()
      const who = { actor: 'operator:Olga', why: 'A mistake.' }
      await refund(db as never, { kind: 'fund', fund: `bounty:${doi}` as never }, who, now)
      expect(await read(doi)).toBeNull()
      expect((await desk()).awardable).toEqual([])
    })
  })

  describe('pending proposals on the money desk', () => {
    test('a proposal shows its subject, proposer, reason and report author', async () => {
      const { desk, names, propose, idOf, ritas, mo, max, report, person, hrefOf, today } = await setUp()
      const ottos = await report(person('otto@example.org'))
      await names([mo, 'Mona'], [max, 'Max'])
      const id = await idOf(await propose({ [ritas]: '60', [ottos]: '5' }))
      const part = (of: string, amount: string) => ({ name: 'Rita Reporter', href: hrefOf(of), amount, facts: '' })
      const { parts, ...waiting } = (await desk(max)).waiting[0] ?? { parts: [] }
      expect(waiting).toEqual({
        id,
        version: 1,
        kind: 'award',
        paper: paperOf(doi),
        amount: '$65',
        why: 'It is good work.',
        by: 'Mona',
        day: today(),
        isOwn: false,
        barred: null,
      })
      expect(new Set(parts)).toEqual(new Set([part(ritas, '$60'), part(ottos, '$5')]))
      expect((await desk(mo)).waiting).toMatchObject([{ isOwn: true }])
    })

    test('a proposal omits unknown and deleted moderators’ names', async () => {
      const { desk, propose, ritas, mo, max, leave, db } = await setUp()
      await propose({ [ritas]: '60' })
      await db.updateTable('accounts').set({ name: '' }).execute()
      const proposed = { by: 'a moderator' }
      expect(await desk(max)).toMatchObject({ waiting: [proposed], log: [proposed] })
      await leave(mo)
      const nobodys = { by: 'a deleted account' }
      expect(await desk(max)).toMatchObject({ waiting: [nobodys], log: [nobodys] })
    })

    test('a proposal shows that its report was deleted or anonymized', async () => {
      const { desk, propose, ritas, rita, leave, db, hrefOf } = await setUp()
      await propose({ [ritas]: '60' })
      await leave(rita)
      const of = { amount: '$60', facts: '' }
      expect((await desk()).waiting[0]?.parts).toEqual([{ name: 'a deleted account', href: hrefOf(ritas), ...of }])
      await db.deleteFrom('reports').execute()
      expect((await desk()).waiting[0]?.parts).toEqual([{ name: 'a report that was deleted', href: `/${doi}`, ...of }])
    })

    test('the moderator who approved the report can decide its withdrawal but not its award', async () => {
      const { desk, propose, confirm, idOf, ritas, rita, mo, max, mia, approvedBy, post, db } = await setUp()
      await approvedBy(ritas, mia, rita)
      const id = await idOf(await propose({ [ritas]: '60' }, mo))
      const barred = 'You approved one of these reports, so two other moderators decide on its award.'
      expect((await desk(mia)).waiting).toMatchObject([{ barred }])
      expect((await desk(max)).waiting).toMatchObject([{ barred: null }])
      await confirm(id, max)
      const { id: payout } = await db.selectFrom('payouts').select('id').executeTakeFirstOrThrow()
      await post('/moderate/money', { act: 'withdrawal', payout, why: 'Look again.' }, mo)
      expect((await desk(mia)).waiting).toMatchObject([
        { kind: 'withdrawal', barred: null, parts: [{ amount: '$60' }] },
      ])
    })
  })

  test('the money desk shows who approved a report, the reporter’s account age, and whether they are blocked', async () => {
    const { desk, ritas, rita, mia, names, approvedBy, db, leave, today, provider } = await setUp()
    const facts = async () => (await desk()).awardable[0]?.reports.map(report => report.facts)
    expect(await facts()).toEqual([''])
    await approvedBy(ritas, mia, rita)
    expect(await facts()).toEqual(['Approved by a moderator on 1 January 1970'])
    await names([mia, 'Mia'], [rita, 'Rita'])
    const since = `account since ${today()}`
    expect(await facts()).toEqual([`Approved by Mia on 1 January 1970 · ${since}`])
    const block = { writer: `user:${rita.id}`, kind: 'comment', item: 'x', moderator: null, at: 1 } as const
    await db.insertInto('blocked_writers').values(block).execute()
    expect(await facts()).toEqual([`Approved by Mia on 1 January 1970 · ${since} · stopped from writing here`])
    provider.clock.now += 1
    await leave(mia)
    expect(await facts()).toEqual([
      `Approved by a deleted account on 1 January 1970 · ${since} · stopped from writing here`,
    ])
  })

  describe('due awards on the money desk', () => {
    test('a due award shows recipient, paper, remaining amount, and what it waits for', async () => {
      const { desk, award, report, person, ritas, rita, names, post, db, hrefOf, today, mo } = await setUp()
      const otto = person('otto@example.org', ['moderator'])
      const ottos = await report(otto)
      await names([otto, 'Otto'])
      await db.updateTable('reports').set({ name: 'Otto' }).where('id', '=', ottos).execute()
      const [first = '', second = ''] = await award({ [ottos]: '20', [ritas]: '60' })
      await post('/dashboard/awards', { details: 'Rita, DE02' }, rita)
      // A part of it came back.
      const problem = 'Of the transfer tr_1, $5 came back.'
      await db.updateTable('payouts').set({ state: 'stopped', sent: 1_500, problem }).where('id', '=', first).execute()
      const rest = { paper: paperOf(doi), day: today(), isQuestioned: false, hasLostGround: false, isOwn: false }
      const ottosPayout = {
        id: first,
        ...rest,
        report: hrefOf(ottos),
        name: 'Otto',
        facts: `account since ${today()}`,
        amount: '$5',
        state: 'stopped',
        standing: 'Returned: fix the cause, then pay again',
        details: null,
        problem,
      }
      const ritasPayout = {
        id: second,
        ...rest,
        report: hrefOf(ritas),
        name: 'Rita Reporter',
        facts: expect.stringContaining('account since'),
        amount: '$60',
        state: 'due',
        standing: 'Pay manually',
        details: 'Rita, DE02',
        problem: null,
      }
      const byId = (all: MoneyDeskModel['payouts']) => new Map(all.map(payout => [payout.id, payout]))
      expect(byId((await desk(mo)).payouts)).toEqual(
        new Map<string, unknown>([
          [first, ottosPayout],
          [second, ritasPayout],
        ]),
      )
      expect(byId((await desk(otto)).payouts).get(first)).toEqual({ ...ottosPayout, isOwn: true })
    })

    test('a due award shows a pending withdrawal', async () => {
      const { desk, award, ritas, post, mo } = await setUp()
      const [payout = ''] = await award({ [ritas]: '60' })
      await post('/moderate/money', { act: 'withdrawal', payout, why: 'Look again.' }, mo)
      expect((await desk()).payouts).toMatchObject([
        { isQuestioned: true, standing: 'Withdrawal proposed: decide above' },
      ])
    })

    test('an award being sent by Stripe is shown even without a recipient account', async () => {
      const { desk, award, ritas, rita, leave, db, hrefOf } = await setUp()
      await award({ [ritas]: '60' })
      await db.updateTable('payouts').set({ state: 'sending' }).execute()
      await leave(rita)
      const sending = { state: 'sending', standing: 'Being sent by Stripe', name: 'a deleted account', facts: '' }
      expect((await desk()).payouts).toMatchObject([{ ...sending, report: hrefOf(ritas), details: null }])
      // Its report was not public when they left.
      await db.deleteFrom('reports').execute()
      expect((await desk()).payouts).toMatchObject([{ ...sending, report: `/${doi}`, hasLostGround: true }])
    })
  })

  test('the money desk shows refunds, failed refunds and chargebacks', async () => {
    const { desk, db, pay, provider, sandbox, today, settle } = await setUp()
    const { payment: pooled } = await pay('/pool/contribute', { amount: '40' })
    const { payment: aged } = await pay(`/${other}/contribute`, { amount: '30' })
    const { payment: disputed } = await pay(`/${doi}/contribute`, { amount: '25' })
    const back = async (payment: string) => {
      const { id } = await db
        .selectFrom('contributions')
        .select('id')
        .where('payment', '=', payment)
        .executeTakeFirstOrThrow()
      provider.clock.now += 1
      const who = { actor: 'operator:Olga', why: 'A mistake.' }
      await refund(db as never, { kind: 'contribution', id }, who, provider.clock.now)
    }
    sandbox.world.age(aged)
    await back(aged)
    await settle('returns.send')
    await back(pooled)
    const [day, ofOther] = [today(), { fund: other, href: `/books?doi=${encodeURIComponent(other)}` }]
    const pool = { words: '$40', fund: 'the pool', href: '/books?fund=pool', day }
    const gaveUp = { words: '$30', ...ofOther, day, note: 'To the pool: This charge is too old to be refunded.' }
    expect((await desk()).returns).toEqual([{ ...pool, note: 'Refund pending' }, gaveUp])
    await settle('returns.send')
    await db.updateTable('returns').set({ problem: null }).where('state', '=', 'to-pool').execute()
    expect((await desk()).returns).toEqual([
      { ...pool, note: 'Refunded' },
      { ...gaveUp, note: 'Moved to the pool' },
    ])

    expect((await desk()).disputes).toEqual([])
    sandbox.world.dispute(disputed)
    await sandbox.deliver()
    await keepContributions(db as never, { id: 'yen', paid_currency: 'jpy', paid_amount: 900, disputed: 900 })
    const ofPaper = {
      fund: doi,
      href: `/books?doi=${encodeURIComponent(doi)}`,
      note: 'Respond in the Stripe dashboard.',
    }
    expect((await desk()).disputes).toEqual([
      { words: '$25', ...ofPaper, day },
      { words: '¥900', ...ofPaper, day: '1 January 1970' },
    ])
  })

  test('the money desk shows the pool’s balance', async () => {
    const { desk, pay, db } = await setUp()
    await pay('/pool/contribute', { amount: '40' })
    await keepContributions(db as never, { id: 'euros', fund: 'pool', paid_currency: 'eur', paid_amount: 500 })
    expect((await desk()).pool).toEqual({ available: '€5 + $40', currency: 'USD' })
  })

  test('the money desk log distinguishes moderators, operators and the site', async () => {
    const { desk, ritas, post, mo, names, db, leave, rita, award, provider } = await setUp()
    await names([mo, 'Mona'])
    await award({ [ritas]: '20' })
    provider.clock.now += 1
    await post('/moderate/money', { act: 'reconcile' }, mo)
    provider.clock.now += 1
    const { id } = await db.selectFrom('contributions').select('id').executeTakeFirstOrThrow()
    const who = { actor: 'operator:Olga', why: 'A mistake.' }
    await refund(db as never, { kind: 'contribution', id, most: 500 }, who, provider.clock.now)
    provider.clock.now += 1
    await leave(rita)
    const day = formatDay(provider.clock.now)
    expect((await desk()).log.slice(0, 3)).toEqual([
      {
        words: '$20 back into the bounty',
        act: 'Released',
        by: 'the site',
        why: expect.any(String),
        day,
        href: `/${doi}`,
      },
      { words: '$5 back to who gave it', act: 'Refund', by: 'Olga', why: 'A mistake.', day, href: `/${doi}` },
      { words: 'the books with Stripe', act: 'Reconciled', by: 'Mona', why: null, day, href: null },
    ])
  })

  test('the money desk shows a paper by DOI without a title, in the site’s currency', async () => {
    const { db, propose, ritas, provider } = await setUp()
    await propose({ [ritas]: '60' })
    const sources = { db: db as never, currency: 'eur', isSandbox: false, now: () => provider.clock.now }
    // Nothing can be awarded for it now, but its proposal waits.
    await db.updateTable('reports').set({ approved_at: null }).execute()
    const asked: string[] = []
    const summaries = async (dois: readonly string[]) => {
      asked.push(...dois)
      return new Map()
    }
    const model = await readDesk({ ...sources, summaries }, 'user:max')
    expect(asked).toEqual([doi])
    expect(model.waiting).toMatchObject([{ paper: { title: doi, href: `/${doi}` } }])
    expect(model.pool).toEqual({ available: '€0', currency: 'EUR' })
    const untitled = new Map([[doi as never, { title: null, year: null, status: null as never }]])
    const { waiting } = await readDesk({ ...sources, summaries: async () => untitled }, 'user:max')
    expect(waiting).toMatchObject([{ paper: { title: doi } }])
  })
})
