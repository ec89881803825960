import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { reconcile } from '../payments/index.ts'
import { type MoneyTables, startMoney } from '../payments/testing/index.ts'
import { csvLine } from './books-file.ts'

describeStore<MoneyTables>('the books', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const money = await startMoney(db)
    const read = async () => reconcile(db as never, await money.sandbox.access.api())
    return { db, ...money, reconcile: read }
  }

  test('the ledger contains every transaction, overall and per fund, as page, CSV and JSON', async () => {
    const { pay, shown, request, sandbox, runJobs } = await setUp()
    const { payment } = await pay('/10.1000/x/contribute', { amount: '25' })
    await pay('/pool/contribute', { own: '40.50' })
    await runJobs('payments.fees')
    sandbox.world.refund({ payment_intent: payment, amount: 500 })
    await sandbox.deliver()
    const { page, model } = await shown('/books')
    expect([page, model.sums]).toMatchObject([
      'books',
      {
        given: [{ amount: 6550, currency: 'usd' }],
        gone: [{ amount: 500, currency: 'usd' }],
        held: [{ amount: 6050, currency: 'usd' }],
        fees: [{ amount: 250, currency: 'usd' }],
      },
    ])
    expect((await shown('/books?doi=10.1000%2FX')).model.sums).toMatchObject({ held: [{ amount: 2000 }] })
    expect((await shown('/books?fund=pool')).model.sums).toMatchObject({ held: [{ amount: 4050 }] })
    const csv = await (await request('/books.csv?doi=10.1000/x')).text()
    const withoutDates = csv.split('\r\n').map(line => line.replace(/^\d{4}[\d:T.-]+Z/, 'at'))
    expect(withoutDates.toSorted()).toEqual([
      '',
      'at,fee,10.1000/x,-1.03,usd,,fees,',
      'at,payment,10.1000/x,25.00,usd,,funds,25.00',
      'at,refund,10.1000/x,-5.00,usd,,funds,20.00',
      'date,kind,doi,amount,currency,name,part,balance',
    ])
    const { lines } = (await (await request('/books.json')).json()) as { lines: object[] }
    expect(lines).toHaveLength(5)
    expect(await (await request('/books.json?doi=10.1000/none')).json()).toEqual({ lines: [] })
    expect((await request('/books?doi=nonsense')).status).toBe(400)
    for (const query of ['page=0', 'part=all']) expect((await request(`/books?${query}`)).status).toBe(400)
  })

  test('the ledger is compared with Stripe’s records, and each difference is reported', async () => {
    const { pay, sandbox, runJobs, reconcile } = await setUp()
    const { payment } = await pay('/10.1000/x/contribute', { amount: '25' })
    expect(await reconcile()).toEqual([{ payment, sentence: 'fees: Stripe says 1.03 USD, the books 0.00 USD' }])
    await runJobs('payments.fees')
    expect(await reconcile()).toEqual([])
    sandbox.world.deliverAfter(null)
    sandbox.world.refund({ payment_intent: payment, amount: 700 })
    expect(await reconcile()).toEqual([{ payment, sentence: 'refunded: Stripe says 7.00 USD, the books 0.00 USD' }])
    sandbox.sendAgain(payment)
    await sandbox.deliver()
    expect(await reconcile()).toEqual([])
    sandbox.world.dispute(payment)
    expect((await reconcile()).map(({ sentence }) => sentence)).toEqual([
      'disputed: Stripe says 18.00 USD, the books 0.00 USD',
      'fees: Stripe says 16.03 USD, the books 1.03 USD',
    ])
  })
})

describe('CSV row', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['A, "B"', '"A, ""B"""'],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['-5', '-5'],
    ['-5+1', "'-5+1"],
    ['-x-5', "'-x-5"],
    ['a=1', 'a=1'],
    ['two\nlines', '"two\nlines"'],
    [null, ''],
  ])('the name %j is escaped in CSV', (name, cell) => {
    const line = {
      part: 'funds',
      moved: { amount: 5, currency: 'usd' },
      balance: { amount: 100, currency: 'usd' },
      at: '2026-01-01T00:00:00.000Z',
      kind: 'refund',
      doi: null,
      name,
      money: { amount: -5, currency: 'usd' },
    } as const
    expect(csvLine(line)).toBe(`2026-01-01T00:00:00.000Z,refund,,-0.05,usd,${cell},funds,1.00\r\n`)
  })
})
