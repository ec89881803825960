import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { features } from '../../app/features.ts'
import { siteMigrations } from '../../app/migrations.ts'
import { deleteAccount } from '../../kit/feature/index.ts'
import { accountKey } from '../../kit/people/index.ts'
import { exampleReport } from '../reports/testing/index.ts'
import { createExpiryReminder, reminderMail } from './reminders.ts'
import { claimFor } from './rules.ts'
import { readHolds } from './store.ts'
import { type ClaimTestTables, claimsUnderTest, exampleClaim, sendTo } from './testing/index.ts'

const day = 24 * 60 * 60_000
const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const claim = exampleClaim

describeStore<ClaimTestTables>('a claim', siteMigrations, open => {
  const setUp = async (settings: Record<string, string> = {}) => claimsUnderTest(await open(), settings)

  test('of 24 concurrent claims by one person 20 are stored', async () => {
    const { ada, db } = await setUp({ LIMITS_SCALE: '1000' })
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        ada.send(`/10.1000/paper${n}/audit/`, { ...claim, sha256: n.toString(16).padStart(64, '0') }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(200), ...Array(4).fill(409)])
    expect(await db.selectFrom('claims').select('id').where('live', '=', 1).execute()).toHaveLength(20)
  })

  test('a claim is private until approved, then shown with its date and, if wanted, its name', async () => {
    const { make, decide, section, interest, activity, visitor, person, ada } = await setUp()
    const id = await make()
    expect([await section(), await interest()]).toEqual([[], 0])
    expect(await decide(id, 'approve')).toBe(200)
    const until = expect.stringMatching(/^\d+ \w+ \d{4}$/)
    expect(await section(ada)).toEqual([{ name: 'Ada Lovelace', until, isMine: true }])
    for (const other of [visitor, person('bob@example.org')])
      expect(await section(other)).toEqual([{ name: 'Ada Lovelace', until, isMine: false }])
    expect([await interest(), await activity()]).toEqual([1, [{ kind: 'claim', by_name: 'Ada Lovelace' }]])
    // An undone decision takes it back.
    expect(await decide(id, 'undo')).toBe(200)
    expect([await section(), await interest(), await activity()]).toEqual([[], 0, []])
  })

  test('a claim shows neither unwanted names nor email addresses', async () => {
    const { make, decide, section, visitor } = await setUp()
    await decide(await make({ ...claim, showName: false }), 'approve')
    expect(await section(visitor)).toEqual([{ name: null, until: expect.any(String), isMine: false }])
    const pages = await Promise.all(
      ['/10.1000/x', '/10.1000/x/claim'].map(async path =>
        (await visitor.send(path, null, { accept: 'text/html' })).text(),
      ),
    )
    expect(pages.join()).not.toMatch(/ada\.secret|Lovelace/)
  })

  test('a rejected claim ends, and undoing the rejection restores it unless another was made', async () => {
    const { make, decide, rows } = await setUp()
    const id = await make()
    await decide(id, 'reject')
    expect(await rows()).toMatchObject([{ end: 'rejected', live: 0 }])
    await decide(id, 'undo')
    expect(await rows()).toMatchObject([{ end: null, live: 1 }])
    await decide(id, 'reject')
    await make({ ...claim, sha256: 'c1'.repeat(32) })
    expect(await decide(id, 'undo')).toBe(200)
    expect((await rows()).filter(({ live }) => live === 1)).toHaveLength(1)
    expect(await decide(id, 'approve')).toBe(200)
    expect((await rows()).filter(({ live }) => live === 1)).toHaveLength(1)
  })

  describe('claim period of 90 days', () => {
    test('a claim can be renewed in its last month', async () => {
      const { make, ada, provider, rows } = await setUp()
      await make()
      const [before] = await rows()
      expect(before?.until).toBe(provider.clock.now + claimFor)
      const early = await ada.send('/10.1000/x/claim', { action: 'renew' })
      expect([early.status, await early.json()]).toMatchObject([
        409,
        { error: expect.stringMatching(/in its last month/) },
      ])
      provider.clock.now += 61 * day
      const renewed = await ada.send('/10.1000/x/claim', { action: 'renew' })
      expect([renewed.status, (await rows())[0]?.until]).toEqual([200, provider.clock.now + 90 * day])
      const page = await ada.send('/10.1000/x/claim', null, { accept: 'text/html' })
      expect(await page.json()).toMatchObject({ model: { own: { state: 'waiting', isRenewable: false } } })
    })

    test('an unrenewed claim lapses, and the paper can be claimed again', async () => {
      const { make, decide, ada, provider, rows, runJobs, interest } = await setUp()
      await decide(await make(), 'approve')
      provider.clock.now += 85 * day
      await ada.send('/10.1000/x/claim', { action: 'renew' })
      provider.clock.now += 6 * day
      // The job of the first term finds another day.
      expect(await interest()).toBe(1)
      const first = (await rows())[0]?.until
      await runJobs('claims.lapse')
      expect([(await rows())[0], await interest()]).toMatchObject([{ end: 'lapsed' }, 0])
      expect(first).toBeGreaterThan(provider.clock.now)
    })

    test('a reminder is sent once, a week before the end, unless renewed or ended', async () => {
      const sent: { id: string; to: string; subject: string; text: string; html: string | null }[] = []
      const { db, make, ada, provider, rows } = await setUp()
      await make()
      const jobs = createExpiryReminder({
        db: db as never,
        mailer: {
          send: async mail => {
            sent.push(mail)
            return { kind: 'sent' }
          },
        },
        titleOf: async () => 'On <Engines>',
        origin: 'https://example.org',
        now: () => provider.clock.now,
      })
      const planned = await db.selectFrom('outbox').selectAll().where('kind', '=', 'claims.remind').execute()
      const until = (await rows())[0]?.until ?? 0
      expect(planned.map(({ due_at, enqueued_at }) => Math.round((due_at - enqueued_at) / day))).toEqual([83])
      const remind = () =>
        jobs['claims.remind'](JSON.parse(planned[0]?.payload ?? ''), { signal: AbortSignal.timeout(9_000) } as never)
      await remind()
      expect(sent).toMatchObject([
        {
          id: expect.stringContaining(String(until)),
          to: 'ada.secret@example.org',
          subject: expect.stringMatching(/^Your claim expires on \d+ \w+ \d{4}$/),
          text: expect.stringContaining('https://example.org/login?redirect_url=%2F10.1000%2Fx%2Fclaim'),
          html: expect.stringContaining('On &lt;Engines&gt;'),
        },
      ])
      provider.clock.now += 85 * day
      await ada.send('/10.1000/x/claim', { action: 'renew' })
      await remind()
      expect(sent).toHaveLength(1)
    })

    test.each([
      ['de-AT,en;q=0.5', 'de', 'Ihre Ankündigung läuft am 2. Januar 2027 ab', 'Verlängern'],
      ['es', 'es', 'Tu compromiso vence el 2 de enero de 2027', 'Renuévalo'],
      ['fr', 'en', 'Your claim expires on 2 January 2027', 'Renew'],
    ] as const)(
      'the reminder uses the browser language of the claim: %s gives %s',
      async (wish, locale, subject, renew) => {
        const { db, ada } = await setUp()
        expect((await ada.send(sendTo, claim, { 'accept-language': wish })).status).toBe(200)
        const [row] = await db.selectFrom('claims').select('locale').execute()
        expect(row).toEqual({ locale })
        const links = { claim: 'https://example.org/a', reproduce: 'https://example.org/b' }
        const mail = reminderMail({ locale, paper: 'On <Engines>', until: Date.UTC(2027, 0, 2), ...links })
        expect(mail.subject).toBe(subject)
        expect(mail.text).toContain(renew)
        expect(mail.html).toContain(`<html lang="${locale}"`)
      },
    )

    test('a claim ends when its claimant withdraws it', async () => {
      const { make, decide, ada, rows, interest, section } = await setUp()
      await decide(await make(), 'approve')
      const answer = await ada.send('/10.1000/x/claim', 'action=withdraw', { accept: 'text/html' })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/10.1000/x/claim?done=withdraw'])
      expect([await rows(), await interest(), await section()]).toMatchObject([[{ end: 'withdrawn', live: 0 }], 0, []])
      expect((await ada.send('/10.1000/x/claim', { action: 'withdraw' })).status).toBe(404)
      expect((await ada.send('/10.1000/x/claim', { action: 'keep' })).status).toBe(400)
    })

    test('no email is sent about a claim that ended before moderation', async () => {
      const { make, decide, ada, provider, activity, interest, runJobs, rows } = await setUp()
      const withdrawn = await make()
      await ada.send('/10.1000/x/claim', { action: 'withdraw' })
      expect(await decide(withdrawn, 'approve')).toBe(404)
      const lapsed = await make({ ...claim, sha256: 'c1'.repeat(32) })
      provider.clock.now += 91 * day
      await runJobs('claims.lapse')
      expect(await decide(lapsed, 'approve')).toBe(200)
      expect([await activity(), await interest()]).toEqual([[], 0])
      expect((await rows()).map(({ end }) => end).toSorted()).toEqual(['lapsed', 'withdrawn'])
    })

    test('an approved report by the same person completes the claim, and undoing reopens it', async () => {
      const { make, decide, ada, rows, interest } = await setUp()
      await decide(await make(), 'approve')
      const { id } = (await (await ada.send(sendTo, exampleReport)).json()) as { id: string }
      await decide(id, 'approve')
      expect([await rows(), await interest()]).toMatchObject([[{ end: 'reported', live: 0 }], 0])
      await decide(id, 'undo')
      expect([await rows(), await interest()]).toMatchObject([[{ end: null, live: 1 }], 1])
    })
  })

  test('a claim reserves its bounty for at most 90 days from the first one, despite renewals and new claims', async () => {
    const { db, make, decide, ada, provider } = await setUp()
    const holds = async () => (await readHolds(db, '10.1000/x', provider.clock.now)).map(({ until }) => until)
    const first = provider.clock.now
    await decide(await make(), 'approve')
    expect(await holds()).toEqual([first + claimFor])
    provider.clock.now += 61 * day
    expect((await ada.send('/10.1000/x/claim', { action: 'renew' })).status).toBe(200)
    expect(await holds()).toEqual([first + claimFor])
    await ada.send('/10.1000/x/claim', { action: 'withdraw' })
    await decide(await make({ ...claim, sha256: 'c1'.repeat(32) }), 'approve')
    expect(await holds()).toEqual([first + claimFor])
    provider.clock.now = first + claimFor
    expect(await holds()).toEqual([])
  })

  test('renewing and withdrawing are limited per person and day', async () => {
    const { ada, person } = await setUp({ LIMITS_SCALE: '0.03' })
    const change = async (who: typeof ada) => (await who.send('/10.1000/x/claim', { action: 'withdraw' })).status
    expect([await change(ada), await change(ada), await change(ada)]).toEqual([404, 404, 429])
    expect(await change(person('bob@example.org'))).toBe(404)
  })

  test('a person has at most twenty claims at a time', async () => {
    const { ada, db } = await setUp({ LIMITS_SCALE: '1000' })
    const statuses: number[] = []
    for (let n = 0; n < 22; n++)
      statuses.push((await ada.send(`/10.1000/x${n}/audit/`, { ...claim, sha256: String(n).padStart(64, '0') })).status)
    expect(statuses).toEqual([...Array(20).fill(200), 409, 409])
    expect(await db.selectFrom('claims').select('id').execute()).toHaveLength(20)
  })

  test('deleting an account deletes its claims and anonymizes its approved reports', async () => {
    const { db, make, decide, ada } = await setUp()
    await make()
    for (const auditReport of ['approved', 'waiting']) {
      const { id } = (await (await ada.send(sendTo, { ...exampleReport, auditReport })).json()) as { id: string }
      if (auditReport === 'approved') await decide(id, 'approve')
    }
    await ada.send('/10.1000/x/reproduce', { draft: { at: 1, step: 1, entries: {} } })
    await deleteAccount(features, db as never, { id: ada.id, key: accountKey(ada.id), upTo: null, at: 1 })
    expect(await db.selectFrom('claims').select('id').execute()).toEqual([])
    const reports = await db
      .selectFrom('reports' as never)
      .selectAll()
      .execute()
    expect(reports).toMatchObject([{ author: null, name: null, email: null }])
    expect(JSON.stringify(reports)).not.toMatch(/Lovelace|secret/)
    expect(
      await db
        .selectFrom('report_drafts' as never)
        .selectAll()
        .execute(),
    ).toEqual([])
  })

  test('claims are on the claimant’s dashboard and in their data export', async () => {
    const { db, make, ada } = await setUp()
    await make()
    const account = { id: ada.id, key: accountKey(ada.id) }
    const parts = await Promise.all(features.map(async ({ mine }) => (await mine?.reader(db)(account, 10)) ?? []))
    expect(parts.flat()).toMatchObject([
      {
        doi: '10.1000/x',
        words: 'Claimed by you',
        standing: 'Pending review',
        path: '/10.1000/x/claim',
      },
    ])
    const exported = Object.assign({}, ...(await Promise.all(features.map(({ exportOf }) => exportOf?.(db, account)))))
    expect(exported).toMatchObject({
      claims: [
        { doi: '10.1000/x', email: 'ada.secret@example.org', claimed: aTime, until: aTime, approved: null, end: null },
      ],
      reports: [],
      report_drafts: [],
    })
  })
})
