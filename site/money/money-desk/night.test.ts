import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { features } from '../../app/features.ts'
import { deleteAccount } from '../../kit/feature/index.ts'
import { accountKey } from '../../kit/people/index.ts'
import { createNight, planMoneyNight } from './night.ts'
import { type DeskTables, doi, siteMigrations, startDesk } from './testing/index.ts'

const origin = 'http://localhost:5000'
const hour = 60 * 60_000

describeStore<DeskTables>('money', siteMigrations, open => {
  const setUp = async (settings?: Record<string, string>) => {
    const db = await open()
    const desk = await startDesk(db, settings)
    const planned = (kind: string) =>
      db.selectFrom('outbox').select(['key', 'payload', 'due_at']).where('kind', '=', kind).execute()
    const found = () => db.selectFrom('reconciles').selectAll().orderBy('at').execute()
    const night = () => desk.jobs['money.night']?.({}, {} as never)
    return { db, ...desk, planned, found, night }
  }

  describe('nightly money job', () => {
    test('the job is first scheduled for the next night, however often the site starts', async () => {
      const { db, provider, planned } = await setUp()
      const evening = Date.UTC(2026, 10, 28, 20)
      provider.clock.now = evening
      for (let start = 0; start < 3; start++) await planMoneyNight(db as never, origin, provider.clock.now)
      const [job, ...more] = await planned('money.night')
      expect(more).toEqual([])
      expect(job?.payload).toBe('{}')
      // Between two and five o'clock.
      expect((Number(job?.due_at) - evening) / hour).toSatisfy(hours => hours >= 6 && hours < 9)
    })

    test('each run schedules the next at the same time of day', async () => {
      const { db, night, provider, planned } = await setUp()
      await planMoneyNight(db as never, origin, provider.clock.now)
      const [first] = await planned('money.night')
      await db.deleteFrom('outbox').execute()
      provider.clock.now = Number(first?.due_at)
      await night()
      expect(await planned('money.night')).toMatchObject([{ due_at: Number(first?.due_at) + 24 * hour }])
    })

    test('due payouts are retried, and returned ones are not', async () => {
      const { db, night, award, report, person, pay, planned } = await setUp()
      await pay(`/${doi}/contribute`, { amount: '100' })
      const ids = []
      for (const name of ['rita', 'otto', 'pat'])
        ids.push((await award({ [await report(person(`${name}@example.org`))]: '10' }))[0] ?? '')
      const [due = '', sending = '', stopped = ''] = ids
      const set = (id: string, state: 'sending' | 'stopped') =>
        db.updateTable('payouts').set({ state }).where('id', '=', id).execute()
      await set(sending, 'sending')
      await set(stopped, 'stopped')
      await db.deleteFrom('outbox').execute()
      await night()
      expect((await planned('payouts.send')).map(({ payload }) => JSON.parse(payload).payout).toSorted()).toEqual(
        [due, sending].toSorted(),
      )
    })

    test('the ledger is reconciled with Stripe, if configured', async () => {
      const { night, found, provider } = await setUp()
      await night()
      expect(await found()).toEqual([{ at: provider.clock.now, differences: '[]', problem: null }])
      const closed = await setUp({ NODE_ENV: 'production', LIMITS_SCALE: '1' })
      await closed.night()
      expect(await closed.found()).toEqual([])
      expect(await closed.planned('money.night')).toHaveLength(1)
    })

    test('an unreachable Stripe is shown to moderators, and other errors fail the job', async () => {
      const { db, found, desk, mo, provider } = await setUp()
      const failing = (error: Error) =>
        createNight({
          db: db as never,
          stripe: { api: () => Promise.reject(error) } as never,
          origin,
          now: () => provider.clock.now,
        })['money.reconcile']()
      const away = Object.assign(new Error('Stripe is away.'), { type: 'StripeConnectionError' })
      await failing(away)
      const said = [{ at: provider.clock.now, differences: null, problem: 'Stripe is away.' }]
      expect(await found()).toEqual(said)
      expect((await desk(mo)).reconciled).toMatchObject({ problem: 'Stripe is away.', differences: [] })
      await expect(failing(new TypeError('broken'))).rejects.toThrow('broken')
      expect(await found()).toEqual(said)
    })
  })

  describe('moderator decisions in account data', () => {
    const decided = async () => {
      const site = await setUp()
      await site.pay(`/${doi}/contribute`, { amount: '100' })
      await site.propose({ [await site.report(site.person('rita@example.org'))]: '60' })
      return site
    }

    test('decisions are in the deciding moderator’s data export only', async () => {
      const { request, mo, max, provider } = await decided()
      const copyOf = async ({ cookie }: typeof mo) => {
        const copy = await request('/account/export.json', { headers: { cookie } })
        return ((await copy.json()) as { money_acts: object[] }).money_acts
      }
      const at = new Date(provider.clock.now).toISOString()
      expect(await copyOf(mo)).toEqual([
        { at, act: 'propose', doi, why: 'It is good work.', words: '$60 for a report' },
      ])
      expect(await copyOf(max)).toEqual([])
    })

    test.each([
      ['is nobody’s once they have deleted their account', null, []],
      ['stays theirs when only what somebody else did in their name is deleted', 9e12, ['mo']],
    ])('a moderator’s decision %s', async (_, upTo, names) => {
      const { db, mo, provider } = await decided()
      const [key, at] = [accountKey(mo.id), provider.clock.now]
      await db.transaction().execute(tx => deleteAccount(features, tx, { id: mo.id, key, upTo, at }))
      const keys = names.map(() => key)
      const proposed = await db.selectFrom('proposals').select('proposed_by').execute()
      const acted = await db.selectFrom('money_actors').select('account').execute()
      expect(proposed.flatMap(({ proposed_by }) => proposed_by ?? [])).toEqual(keys)
      expect(acted.flatMap(({ account }) => account ?? [])).toEqual(keys)
    })
  })
})
