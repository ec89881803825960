import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { type DeskTables, doi, siteMigrations, startDesk } from './testing/index.ts'

const give = `/${doi}/contribute`

describeStore<DeskTables>('a proposal that another moderator confirms later', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const desk = await startDesk(db)
    const { payment } = await desk.pay(give, { amount: '100' })
    const { payment: ofPool } = await desk.pay('/pool/contribute', { amount: '50' })
    const ritas = await desk.report(desk.person('rita@example.org'))
    const bankTakesBack = async (paid: string) => {
      desk.sandbox.world.dispute(paid)
      await desk.sandbox.deliver()
    }
    const claim = async () => {
      const now = desk.provider.clock.now
      const who = { claimant: 'user:kim', name: 'Kim', show_name: 1, email: null, plan: '', package: null }
      const rest = { approved_at: now, end: null, live: 1, locale: 'en', claimed_at: now, until: now + 1e9 } as const
      await db
        .insertInto('claims')
        .values({ id: 'c', doi, sha256: 'a', ...who, ...rest })
        .execute()
    }
    const proposeTopUp = () =>
      desk.post('/moderate/money', { act: 'top-up', doi, amount: '30', why: 'It matters.' }, desk.mo)
    return { db, ...desk, payment, ofPool, ritas, bankTakesBack, claim, proposeTopUp }
  }
  type Desk = Awaited<ReturnType<typeof setUp>>

  test.each<[string, 'award' | 'top-up', (desk: Desk) => Promise<unknown>, number, string]>([
    [
      'the bank of who gave it has taken the money back',
      'award',
      ({ bankTakesBack, payment }) => bankTakesBack(payment),
      409,
      'Only $0',
    ],
    ['somebody else has claimed the paper', 'award', ({ claim }) => claim(), 409, 'reserved for a claim'],
    [
      'the author of its report has deleted their account',
      'award',
      ({ db }) => db.updateTable('reports').set({ author: null }).execute(),
      409,
      'has deleted their account and can’t be paid',
    ],
    [
      'the moderator who proposed it has deleted their account',
      'award',
      ({ db }) => db.updateTable('proposals').set({ proposed_by: null }).execute(),
      403,
      'The moderator who proposed this has deleted their account',
    ],
    [
      'the pool has the money no more',
      'top-up',
      ({ bankTakesBack, ofPool }) => bankTakesBack(ofPool),
      409,
      'is available from the pool',
    ],
  ])('nothing is moved when %s meanwhile', async (_, kind, happens, status, sentence) => {
    const desk = await setUp()
    const { propose, proposeTopUp, idOf, confirm, balances, ritas, db } = desk
    const id = await idOf(await (kind === 'award' ? propose({ [ritas]: '60' }) : proposeTopUp()))
    await happens(desk)
    const before = await balances()
    const refused = await confirm(id)
    expect([refused.status, await refused.text()]).toEqual([status, expect.stringContaining(sentence)])
    expect(await balances()).toEqual(before)
    expect(await db.selectFrom('payouts').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('proposals').select('state').execute()).toEqual([{ state: 'waiting' }])
  })

  test('a moderator with an abandoned contribution to the bounty may confirm', async () => {
    const { propose, idOf, confirm, send, ritas, mia } = await setUp()
    const id = await idOf(await propose({ [ritas]: '60' }))
    expect((await send(give, { amount: '25' }, { cookie: mia.cookie })).status).toBe(303)
    expect((await confirm(id, mia)).status).toBe(200)
  })

  test('a proposal whose money was charged back no longer blocks others', async () => {
    const { propose, idOf, confirm, pay, ritas, bankTakesBack, payment } = await setUp()
    const first = await idOf(await propose({ [ritas]: '60' }))
    expect((await propose({ [ritas]: '10' })).status, 'there is enough: the first one waits still').toBe(409)
    await bankTakesBack(payment)
    await pay(give, { amount: '59' })
    expect((await propose({ [ritas]: '59' })).status).toBe(200)
    expect((await confirm(first)).status).toBe(409)
  })

  test('a proposal stays pending while the bounty has exactly its amount', async () => {
    const { propose, idOf, confirm, pay, ritas, bankTakesBack, payment } = await setUp()
    const id = await idOf(await propose({ [ritas]: '60' }))
    await pay(give, { amount: '60' })
    await bankTakesBack(payment)
    expect((await propose({ [ritas]: '10' })).status).toBe(409)
    expect((await confirm(id)).status).toBe(200)
  })
})
