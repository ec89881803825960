import { HttpProblem } from '@corroborate/server-kit/http'
import { describeStore } from '@corroborate/server-kit/testing'
import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { Doi } from '../../kit/doi/index.ts'
import type { Account, Fund } from '../ledger/accounts.ts'
import { bookEntry, type EntryKind, type LedgerTables } from '../ledger/store.ts'
import { type MoneyTables, startMoney } from '../payments/testing/index.ts'
import { booksPage } from './books-page.ts'
import { createBooksCalls } from './feature.ts'
import { type BooksPageModel, kindWords } from './model.ts'

const doi = '10.1000/x' as Doi
const bounty = `bounty:${doi}` as const
const now = 1_800_000_000_000

describeStore<MoneyTables>('the pages of the books', siteMigrations, open => {
  const setUp = async ({ isSandbox = false, title = 'A Title' as string | null } = {}) => {
    const db = await open()
    const calls = createBooksCalls({
      db: db as never,
      pages: { show: (_, __, model) => Response.json(model) },
      namePaper: async (_, doi) => ({ doi, title, href: `/${doi}` }) as never,
      isSandbox,
    })
    const app = new Hono()
    for (const [path, call] of [
      ['/books', calls.page],
      ['/books.csv', calls.csv],
      ['/books.json', calls.json],
    ] as const)
      app.get(path, c => call(c as never))
    app.onError(error => new Response(null, { status: error instanceof HttpProblem ? error.status : 500 }))
    const request = async (path: string) => app.request(`http://localhost${path}`)
    const books = async (query = '') => (await (await request(`/books${query}`)).json()) as BooksPageModel

    let booked = 0
    type Movement = [kind: EntryKind, amount: number, credit: Account, debit: Account, fund?: Fund]
    const book = (...movements: readonly Movement[]) =>
      (db as unknown as Kysely<LedgerTables>).transaction().execute(async tx => {
        for (const [kind, amount, credit, debit, fund = bounty] of movements) {
          const at = now + booked++
          const moves = [{ amount, currency: 'usd', debit, credit }]
          await bookEntry(tx, { id: `e${at}`, kind, fund, payment: null, at, moves }, at)
        }
      })
    /** Books payments of 1 cent each. */
    const bookMany = (count: number, fund: Fund = bounty) =>
      book(...Array.from({ length: count }, (): Movement => ['payment', 1, fund, 'stripe', fund]))
    return { db, request, books, book, bookMany }
  }

  test('ledger pages cover one fund or all and link to matching files', async () => {
    const { books } = await setUp()
    expect(await books()).toMatchObject({ of: null, csv: '/books.csv', json: '/books.json', isSandbox: false })
    expect(await books('?fund=other')).toMatchObject({ of: null })
    expect(await books('?fund=pool')).toMatchObject({
      ...{ of: 'pool', csv: '/books.csv?fund=pool', json: '/books.json?fund=pool' },
    })
    expect(await books(`?doi=${doi}`)).toMatchObject({
      of: { doi, title: 'A Title', href: `/${doi}` },
      ...{ csv: '/books.csv?doi=10.1000%2Fx', json: '/books.json?doi=10.1000%2Fx' },
    })
    const unnamed = await setUp({ title: null, isSandbox: true })
    expect(await unnamed.books(`?doi=${doi}`)).toMatchObject({ of: { title: doi }, isSandbox: true })
  })

  test('ledger pages are paginated from newest to oldest', async () => {
    const { books, bookMany } = await setUp()
    await bookMany(50)
    expect(await books()).toMatchObject({ first: null, lists: [{ part: 'funds', next: null }, {}, {}] })
    await bookMany(1)
    const page = await books()
    expect(page.lists.map(({ part, next }) => [part, next])).toEqual([
      ['funds', '/books?part=funds&page=2'],
      ['payouts', null],
      ['fees', null],
    ])
    expect(page.lists[0]?.lines).toHaveLength(50)
    const second = await books('?page=2')
    expect([second.first, second.part, second.lists.map(({ part, lines }) => [part, lines.length])]).toEqual([
      ...['/books', null],
      [['funds', 1]],
    ])
    expect(await books('?part=fees')).toMatchObject({ part: 'fees', first: '/books', lists: [{ part: 'fees' }] })
    expect(await books(`?doi=${doi}&page=2`)).toMatchObject({ first: '/books?doi=10.1000%2Fx' })
    expect((await books(`?doi=${doi}`)).lists[0]?.next).toBe('/books?doi=10.1000%2Fx&part=funds&page=2')
  })

  test('ledger pages show the fund’s balance after each entry, independent of other funds', async () => {
    const { books, bookMany } = await setUp()
    await bookMany(30)
    await bookMany(30, 'pool')
    await bookMany(30)
    const [first, second] = [await books(`?doi=${doi}`), await books(`?doi=${doi}&page=2`)]
    const balances = [first, second].flatMap(({ lists }) => lists[0]?.lines.map(({ balance }) => balance?.amount))
    expect(balances).toEqual(Array.from({ length: 60 }, (_, n) => 60 - n))
    expect((await books('?page=2')).lists[0]?.lines[0]?.balance).toEqual({ amount: 40, currency: 'usd' })
  })

  test.each([
    ['page=1', 200],
    ['page=10000', 200],
    ['page=10001', 400],
    ['page=0', 400],
    ['page=1.5', 400],
    ['page=last', 400],
    ['part=payouts', 200],
    ['part=all', 400],
    ['doi=nonsense', 400],
  ])('ledger pages with ?%s return %i', async (query, status) => {
    const { request } = await setUp()
    expect((await request(`/books?${query}`)).status).toBe(status)
  })

  test('ledger files contain every entry once, however many there are', async () => {
    const { request, bookMany, book } = await setUp()
    await bookMany(1_000)
    await book(['fee', 3, 'stripe', 'fees'])
    const csv = await request('/books.csv')
    expect(Object.fromEntries(csv.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-cache',
      'content-disposition': 'attachment; filename="books.csv"',
    })
    const lines = (await csv.text()).split('\r\n').slice(1, -1)
    expect([lines.length, new Set(lines).size]).toEqual([1_001, 1_001])
    const json = await request('/books.json')
    expect(Object.fromEntries(json.headers)).toMatchObject({
      ...{ 'content-type': 'application/json', 'cache-control': 'no-cache' },
    })
    expect(((await json.json()) as { lines: object[] }).lines).toHaveLength(1_001)
  })

  // Effect of each kind of movement on the bounty, on all funds together and on the pool, in cents; null if it is in neither's ledger.
  test.each([
    ['payment', [500, bounty, 'stripe'], { bounty: 500, all: 500, pool: null }, 'given', 500],
    ['refund', [500, 'stripe', bounty], { bounty: -500, all: -500, pool: null }, 'gone', 500],
    ['refund-failed', [500, bounty, 'stripe'], { bounty: 500, all: 500, pool: null }, 'gone', -500],
    ['dispute', [500, 'stripe', bounty], { bounty: -500, all: -500, pool: null }, 'gone', 500],
    ['dispute-won', [500, bounty, 'stripe'], { bounty: 500, all: 500, pool: null }, 'gone', -500],
    ['fee', [20, 'stripe', 'fees'], { bounty: -20, all: -20, pool: null }, 'fees', 20],
    ['fee-returned', [20, 'fees', 'stripe'], { bounty: 20, all: 20, pool: null }, 'fees', -20],
    ['award', [500, 'awarded', bounty], { bounty: -500, all: -500, pool: null }, 'awarded', 500],
    ['award-withdrawn', [500, bounty, 'awarded'], { bounty: 500, all: 500, pool: null }, 'awarded', -500],
    ['payout', [500, 'stripe', 'awarded'], { bounty: -500, all: -500, pool: null }, 'paidOut', 500],
    ['payout-failed', [500, 'awarded', 'stripe'], { bounty: 500, all: 500, pool: null }, 'paidOut', -500],
    ['top-up', [500, bounty, 'pool'], { bounty: 500, all: 0, pool: -500 }, 'moved', 500],
    ['expiry', [500, 'pool', bounty], { bounty: -500, all: 0, pool: 500 }, 'moved', -500],
  ] as const)('a %s entry shows its effect on the fund and on the total', async (kind, move, effects, sum, summed) => {
    const { books, book } = await setUp()
    const [amount] = move
    await book([kind, ...move])
    const seen = async (query: string) => {
      const { lists } = await books(query)
      return lists.flatMap(({ lines }) => lines)[0] ?? null
    }
    const found = { bounty: await seen(`?doi=${doi}`), all: await seen(''), pool: await seen('?fund=pool') }
    const effect = (line: typeof found.all) => line?.money.amount ?? null
    expect({ bounty: effect(found.bounty), all: effect(found.all), pool: effect(found.pool) }).toEqual(effects)
    expect(found.all).toMatchObject({ kind, doi, name: null, moved: { amount, currency: 'usd' } })
    const { sums } = await books(`?doi=${doi}`)
    expect(sums[sum]).toEqual([{ amount: summed, currency: 'usd' }])
    const touchesFunds = !['fees', 'paidOut'].includes(sum)
    expect(sums.held).toEqual(touchesFunds ? [{ amount: effects.bounty, currency: 'usd' }] : [])
    const others = Object.keys(sums).filter(each => each !== sum && each !== 'held') as (keyof typeof sums)[]
    expect(others.filter(each => sums[each].length > 0)).toEqual([])
    expect(kindWords[kind]).toMatch(/^[A-Z]/)
  })

  test('zero totals are omitted', async () => {
    const { books, book } = await setUp()
    await book(['dispute', 500, 'stripe', bounty], ['dispute-won', 500, bounty, 'stripe'])
    expect((await books()).sums).toMatchObject({ gone: [], held: [] })
  })
})

describeStore<MoneyTables>('names in the books', siteMigrations, open => {
  test('the ledger shows approved contributor names next to payments only', async () => {
    const db = await open()
    const { pay, shown, sandbox } = await startMoney(db)
    const { payment } = await pay(`/${doi}/contribute`, { amount: '25', name: 'Ada' })
    sandbox.world.refund({ payment_intent: payment, amount: 500 })
    await sandbox.deliver()
    const names = async () => {
      const { page, model } = await shown(`/books?doi=${doi}`)
      const { lists } = model as never as BooksPageModel
      return [page, ...(lists[0]?.lines.map(({ kind, name }) => [kind, name]) ?? [])]
    }
    const nobody = [
      ['payment', null],
      ['refund', null],
    ]
    expect((await names()).slice(1).toSorted()).toEqual(nobody)
    await (db as unknown as Kysely<MoneyTables>)
      .updateTable('contributions')
      .set({ public_at: now } as never)
      .execute()
    const [page, ...named] = await names()
    expect([page, named.toSorted()]).toEqual(['books', [['payment', 'Ada'], nobody[1]]])
  })
})

describe('head of the ledger pages', () => {
  const head = (of: BooksPageModel['of']) => booksPage.head({ of } as BooksPageModel, 'https://site.example')

  test('only the overall ledger links its API version', () => {
    expect(head(null)).toEqual({
      title: 'Ledger · Corroborate',
      description: expect.stringContaining('payouts'),
      canonical: 'https://site.example/books',
    })
  })

  test.each([
    ['pool', 'Ledger of the pool · Corroborate'],
    [{ doi, title: 'A Title', href: '/x' }, 'Ledger of A Title · Corroborate'],
  ] as const)('the title for %j names the fund', (of, title) => {
    expect(head(of)).toMatchObject({ title, meta: [{ name: 'robots', content: 'noindex' }] })
  })
})
