import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import type { Amount } from '../../kit/amounts/format.ts'
import type { BooksPageModel } from '../books/model.ts'
import { refund } from '../returns/index.ts'
import { type DeskTables, doi, siteMigrations, startDesk } from './testing/index.ts'

const centsOf = (amounts: readonly Amount[]): number => amounts.reduce((sum, { amount }) => sum + amount, 0)

describeStore<DeskTables>('the books of a whole story', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const desk = await startDesk(db)
    const { pay, report, person, award, post, idOf, confirm, settle, mo, max, provider } = desk
    await pay(`/${doi}/contribute`, { amount: '50' })
    await pay('/pool/contribute', { amount: '100' })
    await pay('/10.1000/other/contribute', { amount: '25' })
    await desk.runJobs('payments.fees')
    await confirm(
      await idOf(await post('/moderate/money', { act: 'top-up', doi, amount: '30', why: 'It matters.' }, mo)),
    )
    const [first = '', second = ''] = await award({
      [await report(person('rita@example.org'))]: '20',
      [await report(person('otto@example.org'))]: '35',
    })
    await post(`/moderate/money/payout/${second}`, { action: 'done', reference: 'SEPA 1' }, mo)
    const back = await post('/moderate/money', { act: 'withdrawal', payout: first, why: 'It cannot be run.' }, mo)
    await confirm(await idOf(back), max)
    await refund(
      db as never,
      { kind: 'fund', fund: 'bounty:10.1000/other' },
      { actor: 'operator:O', why: 'x' },
      provider.clock.now,
    )
    await settle('returns.send')
    const books = async (query = '') => (await desk.shown(`/books${query}`)).model as never as BooksPageModel
    return { ...desk, books }
  }

  test.each(['', `?doi=${doi}`, '?doi=10.1000/other', '?fund=pool'])(
    'ledger lines add up to the balance: /books%s',
    async query => {
      const { books, request } = await setUp()
      const { sums, lists } = await books(query)
      const held = centsOf(sums.held)
      expect(centsOf(sums.given) + centsOf(sums.moved) - centsOf(sums.gone) - centsOf(sums.awarded)).toBe(held)
      const funds = lists.find(({ part }) => part === 'funds')?.lines ?? []
      expect(funds.length).toBeGreaterThan(1)
      expect(centsOf(funds.map(({ money }) => money))).toBe(held)
      let running = 0
      for (const { money, balance } of funds.toReversed()) {
        running += money.amount
        expect(balance?.amount).toBe(running)
      }
      expect(running).toBe(held)
      const file = query.replace('/books', '')
      const { lines } = (await (await request(`/books.json${file}`)).json()) as {
        lines: { part: string; amount: string; balance: string | null }[]
      }
      const ofFunds = lines.filter(({ part }) => part === 'funds')
      expect(Math.round(100 * ofFunds.reduce((sum, { amount }) => sum + Number(amount), 0))).toBe(held)
      expect(Math.round(100 * Number(ofFunds[0]?.balance))).toBe(held)
    },
  )

  test('the ledger separates fees and payouts from the funds', async () => {
    const { books } = await setUp()
    const { lists, sums } = await books()
    expect(lists.map(({ part }) => part)).toEqual(['funds', 'payouts', 'fees'])
    for (const { part, lines } of lists)
      for (const line of lines) expect([line.part, line.balance === null]).toEqual([part, part !== 'funds'])
    expect(lists[1]?.lines).toMatchObject([{ kind: 'payout', money: { amount: -3_500 } }])
    expect(centsOf(sums.paidOut)).toBe(3_500)
    expect(-centsOf(lists[2]?.lines.map(({ money }) => money) ?? [])).toBe(centsOf(sums.fees))
    expect((await books('?part=fees')).lists.map(({ part }) => part)).toEqual(['fees'])
  })

  test('the balance continues correctly on the next page', async () => {
    const { books, pay } = await setUp()
    for (let n = 0; n < 50; n++) await pay(`/${doi}/contribute`, { amount: '10' })
    const [first, second] = [await books(), await books('?page=2')]
    const [all, older] = [first.lists[0], second.lists[0]]
    const last = all?.lines.at(-1)
    expect(all?.next).toBe('/books?part=funds&page=2')
    expect(older?.lines[0]?.balance?.amount).toBe((last?.balance?.amount ?? 0) - (last?.money.amount ?? 0))
    expect(older?.lines.at(-1)?.balance?.amount).toBe(older?.lines.at(-1)?.money.amount)
  })
})
