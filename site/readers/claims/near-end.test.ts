import type { Mail } from '@corroborate/server-kit/mail'
import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { accountKey } from '../../kit/people/index.ts'
import { exampleReport } from '../reports/testing/index.ts'
import { exportClaims, myClaims } from './feature.ts'
import { createExpiryReminder } from './reminders.ts'
import { claimFor } from './rules.ts'
import { type ClaimTestTables, claimsUnderTest, exampleClaim, sendTo } from './testing/index.ts'

const day = 24 * 60 * 60_000

describeStore<ClaimTestTables>('the claims of a person', siteMigrations, open => {
  const setUp = async () => {
    const given = await claimsUnderTest(await open())
    const { db, provider, ada } = given
    const account = { id: ada.id, key: accountKey(ada.id) }
    const mails: Mail[] = []
    const jobs = createExpiryReminder({
      db: db as never,
      mailer: {
        send: async mail => {
          mails.push(mail)
          return { kind: 'sent' }
        },
      },
      titleOf: async () => null,
      origin: 'https://papers.example',
      now: () => provider.clock.now,
    })
    const signal = AbortSignal.timeout(9_000)
    const remind = async (claim: { id: string; until: number }) => {
      await jobs['claims.remind'](claim, { signal } as never)
      return mails.splice(0)
    }
    const lapse = (claim: { id: string; until: number }) => jobs['claims.lapse'](claim, { signal } as never)
    const mine = () => myClaims.reader(db)(account, 10)
    return { ...given, account, remind, lapse, mine }
  }

  test('a claim reminder names a paper without a title by DOI and links the renewal', async () => {
    const { make, remind, provider } = await setUp()
    const until = provider.clock.now + claimFor
    const [mail] = await remind({ id: await make(), until })
    for (const words of ['“10.1000/x”', 'https://papers.example/login?', 'https://papers.example/10.1000/x/reproduce'])
      expect(mail?.text).toContain(words)
  })

  test('deleted, ended, renewed or addressless claims get no reminder', async () => {
    const { db, ada, make, remind, provider } = await setUp()
    const until = provider.clock.now + claimFor
    const id = await make()
    expect(await remind({ id: 'nothing', until })).toEqual([])
    expect(await remind({ id, until: until - 1 })).toEqual([])
    await db.updateTable('claims').set({ email: null }).execute()
    expect(await remind({ id, until })).toEqual([])
    await db.updateTable('claims').set({ email: 'ada@example.org' }).execute()
    expect(await remind({ id, until })).toHaveLength(1)
    provider.clock.now = until
    expect(await remind({ id, until })).toEqual([])
    provider.clock.now -= day
    await ada.send('/10.1000/x/claim', { action: 'withdraw' })
    expect(await remind({ id, until })).toEqual([])
  })

  test('reminder and lapse jobs are scheduled by the end date and rescheduled on renewal', async () => {
    const { db, ada, make, provider } = await setUp()
    const planned = async (kind: string) => {
      const jobs = await db.selectFrom('outbox').selectAll().where('kind', '=', kind).execute()
      return jobs.map(({ payload, due_at, enqueued_at }) => ({ ...JSON.parse(payload), after: due_at - enqueued_at }))
    }
    const id = await make()
    const until = provider.clock.now + claimFor
    provider.clock.now += 88 * day
    await ada.send('/10.1000/x/claim', { action: 'renew' })
    const again = provider.clock.now + claimFor
    expect(await planned('claims.remind')).toEqual([
      { id, until, after: 83 * day },
      { id, until: again, after: 83 * day },
    ])
    expect(await planned('claims.lapse')).toEqual([
      { id, until, after: 90 * day },
      { id, until: again, after: 90 * day },
    ])
  })

  test('claims lapse on their last day unless deleted, ended or renewed', async () => {
    const { ada, make, lapse, rows, provider } = await setUp()
    const until = provider.clock.now + claimFor
    const id = await make()
    await lapse({ id: 'nothing', until })
    await lapse({ id, until: until - 1 })
    expect(await rows()).toMatchObject([{ end: null, live: 1 }])
    await lapse({ id, until })
    expect(await rows()).toMatchObject([{ end: 'lapsed', live: 0 }])
    const other = await make(exampleClaim, '/10.1000/y/audit/')
    await ada.send('/10.1000/y/claim', { action: 'withdraw' })
    await lapse({ id: other, until })
    expect((await rows()).map(({ end }) => end).toSorted()).toEqual(['lapsed', 'withdrawn'])
  })

  test('claims are on the dashboard with their state, newest first', async () => {
    const { db, account, ada, make, decide, lapse, mine, provider } = await setUp()
    const send = async (paper: string, decision?: string) => {
      provider.clock.now += 1_000
      const id = await make(exampleClaim, `/10.1000/${paper}/audit/`)
      if (decision !== undefined) await decide(id, decision)
      return { id, until: provider.clock.now + claimFor }
    }
    await send('waiting')
    await send('standing', 'approve')
    await send('refused', 'reject')
    await send('withdrawn')
    await ada.send('/10.1000/withdrawn/claim', { action: 'withdraw' })
    await lapse(await send('lapsed'))
    await send('x')
    await decide(((await (await ada.send(sendTo, exampleReport)).json()) as { id: string }).id, 'approve')
    expect(await myClaims.reader(db)(account, 1)).toMatchObject([{ doi: '10.1000/x' }])
    expect((await mine()).map(({ doi, standing }) => [doi?.slice('10.1000/'.length), standing])).toEqual([
      ['x', 'Report submitted'],
      ['lapsed', 'Lapsed'],
      ['withdrawn', 'Withdrawn'],
      ['refused', 'Not approved by a moderator'],
      ['standing', expect.stringMatching(/^Until \d+ \w+ \d{4}$/)],
      ['waiting', 'Pending review'],
    ])
  })

  test('claims are exported completely to their own person', async () => {
    const { db, account, person, make, decide, provider } = await setUp()
    const at = provider.clock.now
    await decide(await make({ ...exampleClaim, reproducibilityPackage: 'https://osf.io/abcde' }), 'approve')
    const bob = person('bob@example.org')
    await bob.send(sendTo, { ...exampleClaim, showName: false })
    expect(await exportClaims(db, { id: bob.id, key: accountKey(bob.id) })).toMatchObject({
      claims: [{ show_name: false, approved: null }],
    })
    const time = (ms: number) => new Date(ms).toISOString()
    expect(await exportClaims(db, account)).toEqual({
      claims: [
        {
          doi: '10.1000/x',
          name: 'Ada Lovelace',
          show_name: true,
          email: 'ada.secret@example.org',
          locale: 'en',
          plan: 'Next month.',
          package: 'https://osf.io/abcde',
          sha256: exampleClaim.sha256,
          claimed: time(at),
          until: time(at + claimFor),
          approved: time(at),
          end: null,
        },
      ],
    })
  })
})
