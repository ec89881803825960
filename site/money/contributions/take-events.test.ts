import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { ModerationTables } from '../../readers/moderation/index.ts'
import { addContribution, type ContributionTables, findContribution } from './store.ts'
import { notePaid, type ToldSession, takeSession } from './take-events.ts'

type Tables = ContributionTables & ModerationTables
const words = { fund: 'bounty:10.1000/x', giver: 'user:ada', name: null, message: null, locale: 'en' } as const
const standing = { paid: { amount: 2_500, currency: 'usd' }, refunded: 0, disputed: 0 }

describeStore<Tables>('what Stripe tells of a checkout', siteMigrations, open => {
  const setUp = async (told: { name?: string; message?: string; fund?: 'pool'; giver?: null } = {}) => {
    const db = await open()
    await addContribution(db as never, { id: 'one', amount: 2_500, currency: 'usd', ...words, ...told } as never, 1)
    const take = (session: Partial<ToldSession>) =>
      db.transaction().execute(tx =>
        takeSession(tx as never, {
          id: 'cs_1',
          contribution: 'one',
          email: 'ada@example.org',
          state: 'processing',
          ...session,
        }),
      )
    const paid = () =>
      db.transaction().execute(tx => notePaid(tx as never, 'one', standing, { payment: 'pi_1', at: 2, now: 3 }))
    const kept = () => findContribution(db as never, 'one')
    return { db, take, paid, kept }
  }

  test.each([
    [['processing', 'expired', 'failed'], 'failed'],
    [['processing', 'failed', 'expired'], 'failed'],
    [['expired', 'processing', 'failed'], 'failed'],
    [['expired', 'failed', 'processing'], 'failed'],
    [['failed', 'processing', 'expired'], 'failed'],
    [['failed', 'expired', 'processing', 'failed'], 'failed'],
    [['expired', 'processing'], 'expired'],
    [['processing', 'expired'], 'expired'],
  ] as const)('events in any order lead to the same state, and a failure is reported once: %s', async (states, end) => {
    const { take, kept } = await setUp()
    const mails = []
    for (const state of states) mails.push(...((await take({ state }))?.mails ?? []))
    expect(await kept()).toMatchObject({ state: end })
    expect(mails.map(({ about }) => about)).toEqual(end === 'failed' ? ['failed'] : [])
  })

  test.each(['processing', 'expired', 'failed'] as const)(
    'a paid contribution stays paid when “%s” arrives late',
    async state => {
      const { take, paid, kept } = await setUp()
      expect(await paid()).toEqual([{ contribution: 'one', about: 'receipt', amount: 2_500 }])
      expect((await take({ state }))?.mails).toEqual([])
      expect(await kept()).toMatchObject({ state: 'paid', paid_amount: 2_500, paid_at: 2 })
      expect(await paid(), 'one receipt').toEqual([])
    },
  )

  test('an event is accepted for its own session only, and the first email address is kept', async () => {
    const { take, kept } = await setUp()
    expect(await take({ contribution: 'nobody’s' })).toBeNull()
    await take({})
    expect(await take({ id: 'cs_2', state: 'failed', email: 'eve@example.org' })).toBeNull()
    await take({ contribution: null, email: 'eve@example.org' })
    expect(await kept()).toMatchObject({ session: 'cs_1', state: 'processing', email: 'ada@example.org' })
  })

  test.each([
    [{ name: 'Ada' }, 1],
    [{ message: 'Buy my watches' }, 1],
    [{}, 0],
  ])('a paid contribution’s text is queued for moderation: %o', async (told, waiting) => {
    const { db, paid } = await setUp(told)
    await paid()
    await paid()
    expect(await db.selectFrom('moderation_items').select('id').execute()).toHaveLength(waiting)
  })

  test('a visitor’s text is queued too, and text for the pool has no paper', async () => {
    const waiting = async (told: Parameters<typeof setUp>[0]) => {
      const { db, paid } = await setUp(told)
      await paid()
      return db.selectFrom('moderation_items').select('doi').execute()
    }
    expect(await waiting({ name: 'Ada', giver: null })).toEqual([])
    const [{ doi } = { doi: '' }] = await waiting({ name: 'Ada', fund: 'pool' })
    expect(doi).not.toBe('10.1000/x')
    expect(await waiting({ name: 'Ada' })).toEqual([{ doi: '10.1000/x' }])
  })

  test('an event about an unknown contribution is ignored', async () => {
    const { db } = await setUp()
    const note = (id: string) =>
      db.transaction().execute(tx => notePaid(tx as never, id, standing, { payment: 'pi_1', at: 2, now: 3 }))
    expect(await note('nobody’s')).toEqual([])
    expect(await findContribution(db as never, 'one')).toMatchObject({ state: 'begun', payment: null })
  })
})
