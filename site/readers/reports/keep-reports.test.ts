import { runTransaction } from '@corroborate/server-kit/database'
import { createLimits, type Limit } from '@corroborate/server-kit/limits'
import { describeStore, testLogger } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { siteLimits } from '../../app/limits.ts'
import { siteMigrations } from '../../app/migrations.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { accountKey } from '../../kit/people/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import { type AppTables, startCallers } from '../../testing/index.ts'
import type { ClaimTables } from '../claims/index.ts'
import type { ModerationTables } from '../moderation/index.ts'
import { deleteReporterData, exportReports, myReports } from './feature.ts'
import type { ReproducePageModel } from './model.ts'
import { moderatedReports } from './moderated-reports.ts'
import { findPublicReport } from './store.ts'
import type { ReportTables } from './tables.ts'
import { exampleReport } from './testing/index.ts'

type Tables = AppTables & ReportTables & ClaimTables & ModerationTables & ActivityTables

const doi = '10.1000/x' as Doi
const page = { accept: 'text/html' }
const { doi: _, ...anywhere } = exampleReport

describeStore<Tables>('the reports of a person', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const callers = await startCallers(db as unknown as Kysely<AppTables>, { LIMITS_SCALE: '1000' })
    const { person, provider } = callers
    const ada = person('ada@example.org')
    const moderator = person('mo@example.org', { roles: ['moderator'] })
    const account = { id: ada.id, key: accountKey(ada.id) }
    /** Sends a report a second after the previous one and returns its ID. */
    const report = async (paper = 'x', part: object = {}, who = ada) => {
      provider.clock.now += 1_000
      const answer = await who.send(`/10.1000/${paper}/audit/`, { ...anywhere, ...part })
      return ((await answer.json()) as { id: string }).id
    }
    const draft = (paper = 'x', part: object = {}) => {
      provider.clock.now += 1_000
      return ada.send(`/10.1000/${paper}/reproduce`, { draft: { at: 1, step: 2, entries: {}, ...part } })
    }
    const decide = async (id: string, body: object) => (await moderator.send(`/moderate/audit/${id}`, body)).status
    const mine = (limit = 10) => myReports.reader(db)(account, limit)
    return { db, ...callers, ada, account, report, draft, decide, mine }
  }

  test('reports and drafts are on the dashboard with state and reason, latest first', async () => {
    const { report, draft, decide, mine } = await setUp()
    await decide(await report('refused'), { action: 'reject', reason: 'incomplete' })
    await decide(await report('rejected'), { action: 'reject' })
    await decide(await report('spam'), { action: 'spam' })
    await decide(await report('public'), { action: 'approve' })
    await draft('draft')
    await report('waiting')
    const words = 'Partly reproduced: 1 of 2 results differs'
    const at = (paper: string) => `/10.1000/${paper}/audit/${exampleReport.sha256.slice(0, 9)}`
    expect((await mine()).map(({ doi: paper, words, standing, path }) => [paper, words, standing, path])).toEqual([
      ['10.1000/waiting', words, 'Pending review', at('waiting')],
      ['10.1000/draft', 'A draft', 'Not sent yet', '/10.1000/draft/reproduce'],
      ['10.1000/public', words, null, at('public')],
      ['10.1000/spam', words, 'Not approved', at('spam')],
      ['10.1000/rejected', words, 'Not approved', at('rejected')],
      ['10.1000/refused', words, 'Not approved: It cannot be checked as it stands', at('refused')],
    ])
    expect((await mine(2)).map(({ doi: paper }) => paper)).toEqual(['10.1000/waiting', '10.1000/draft'])
  })

  test('moderators see everything reported and nothing more', async () => {
    const { db, report } = await setUp()
    const read = async (id: string) => (await moderatedReports.read(db as never, [id])).get(id)
    expect(await read(await report('x', { codeChanges: 'One path.' }))).toEqual({
      author: 'Ada Lovelace',
      authorIsChecked: false,
      paragraphs: [[{ text: exampleReport.auditReport }]],
      facts: [
        { label: 'Outcome', value: 'Partly reproduced: 1 of 2 results differs' },
        { label: 'Platform', value: 'Linux' },
        { label: 'Environment', value: exampleReport.environmentDetails },
        { label: 'Approach', value: exampleReport.approach },
        { label: 'Code changes', value: 'One path.' },
        {
          label: 'Results',
          value: 'Table 1: 3.4 % → 3.4 % (same)\nFigure 3, last bar: −0.1 % → 2.2 % (differs)',
        },
        { label: 'Package', value: 'https://osf.io/abcde' },
        { label: 'Files', value: 'run.R' },
      ],
    })
    const bare = await report('y', { codeChanges: ' ', results: [], files: [], reproducibilityPackage: '' })
    expect((await read(bare))?.facts.map(({ label }) => label)).toEqual([
      'Outcome',
      'Platform',
      'Environment',
      'Approach',
    ])
    await db.updateTable('reports').set({ name: null }).where('id', '=', bare).execute()
    expect((await read(bare))?.author).toBe('a deleted account')
  })

  test('decision emails go to each report’s address, and none for deleted ones', async () => {
    const { db, report } = await setUp()
    const id = await report()
    const paths = { approved: `/10.1000/x/audit/${exampleReport.sha256.slice(0, 9)}`, rejected: '/10.1000/x/reproduce' }
    const told = (of: string) => moderatedReports.told?.(db as never, of)
    expect(await told(id)).toEqual({ what: 'report', email: exampleReport.auditorEmail, paths })
    expect(await told('nothing')).toBeNull()
    const wanted = (of: string) => runTransaction(db, async tx => moderatedReports.wantsSecond?.(tx as never, of))
    expect(await wanted('nothing')).toBe(false)
    expect([await wanted(id), await wanted(await report('y', { reproducibilityPackage: null }))]).toEqual([true, false])
  })

  test('reports are ordered in the queue by their signals', async () => {
    const { db, report } = await setUp()
    const signalsOf = async (part: object) => {
      const id = await report('x', part)
      const found = db.selectFrom('moderation_items').select('signals').where('id', '=', id)
      const { signals } = await found.executeTakeFirstOrThrow()
      return (JSON.parse(signals) as { words: string }[]).map(({ words }) => words)
    }
    const first = 'first report or claim from this person'
    const bare = { reproducibilityPackage: null, files: [] }
    expect(await signalsOf({})).toEqual([first])
    expect(await signalsOf({ auditReport: 'Fine.' })).toEqual(['very short', first])
    const unchecked = 'nothing to check it with: no link, no files'
    expect(await signalsOf({ ...bare, auditReport: 'It all comes out, as they say.' })).toEqual([unchecked, first])
    expect(await signalsOf({ ...bare, files: exampleReport.files })).toEqual([first])
    expect(await signalsOf({ ...bare, reproducibilityPackage: 'https://osf.io/a', codeChanges: 'One.' })).toEqual([
      first,
    ])
  })

  test('public reports are found by an unambiguous name', async () => {
    const { db, report, decide, person } = await setUp()
    const find = async (name: string) => (await findPublicReport(db, doi, name))?.id ?? null
    const id = await report()
    expect(await find(exampleReport.sha256)).toBeNull()
    await decide(id, { action: 'approve' })
    const other = await report('x', {}, person('bob@example.org'))
    expect([await find(exampleReport.sha256), await find(exampleReport.sha256.slice(0, 9)), await find(id)]).toEqual([
      id,
      id,
      id,
    ])
    await decide(other, { action: 'approve' })
    expect([await find(exampleReport.sha256), await find(id), await find('nothing')]).toEqual([null, id, null])
  })

  test('a report ends its author’s claim until its approval is withdrawn', async () => {
    const { db, report, decide } = await setUp()
    const ends = async () => (await db.selectFrom('claims').select('end').execute()).map(({ end }) => end)
    await report('x', { status: 'pending', auditReport: 'Next month.', sha256: 'c0'.repeat(32) })
    const id = await report()
    expect(await ends()).toEqual([null])
    await decide(id, { action: 'approve' })
    expect(await ends()).toEqual(['reported'])
    await decide(await report('x', { auditReport: 'It runs, they say.' }), { action: 'reject' })
    expect(await ends(), 'another report changes nothing').toEqual(['reported'])
    await decide(id, { action: 'undo' })
    expect(await ends()).toEqual([null])
  })

  test('reports follow the account up to a moment: pending ones are deleted, public ones anonymized', async () => {
    const { db, account, report, draft, decide, provider } = await setUp()
    await decide(await report('public'), { action: 'approve' })
    await report('early')
    await draft('early-draft')
    const upTo = provider.clock.now
    await report('late')
    await draft('late-draft')
    const forget = (until: number | null) =>
      runTransaction(db, tx => deleteReporterData(tx as never, { key: account.key, upTo: until }))
    const left = async () => {
      const reports = await db.selectFrom('reports').select(['doi', 'author', 'name', 'email']).orderBy('doi').execute()
      const drafts = await db.selectFrom('report_drafts').select('doi').execute()
      return { reports, drafts: drafts.map(({ doi: paper }) => paper) }
    }
    await forget(upTo)
    const nobodys = { doi: '10.1000/public', author: null, name: null, email: null }
    expect(await left()).toMatchObject({
      reports: [{ doi: '10.1000/late', author: account.key }, nobodys],
      drafts: ['10.1000/late-draft'],
    })
    expect(await db.selectFrom('activity').select('by_name').execute()).toEqual([{ by_name: 'a deleted account' }])
    await forget(null)
    expect(await left()).toEqual({ reports: [nobodys], drafts: [] })
    const waiting = db.selectFrom('moderation_items').select('id').where('status', '=', 'pending')
    expect(await waiting.execute()).toEqual([])
    expect(await exportReports(db, account)).toEqual({ reports: [], report_drafts: [] })
  })

  describe('report wizard', () => {
    const wizardOf = async (who: { send: Awaited<ReturnType<typeof setUp>>['ada']['send'] }, paper = 'x') => {
      const answer = await who.send(`/10.1000/${paper}/reproduce`, null, page)
      return ((await answer.json()) as { model: ReproducePageModel }).model.wizard
    }

    test('the wizard starts with the account’s name and email or a draft, and empty for visitors', async () => {
      const { ada, visitor, draft, provider } = await setUp()
      const wizard = await wizardOf(ada)
      expect(wizard).toMatchObject({
        doi,
        paperTitle: null,
        action: '/10.1000/x/audit/',
        drafts: '/10.1000/x/reproduce',
        signedIn: true,
        login: '/login?redirect_url=%2F10.1000%2Fx%2Freproduce',
        step: 0,
        keptAt: 0,
        problems: {},
      })
      expect(wizard.entries).toMatchObject({ auditorName: 'Ada', auditorEmail: 'ada@example.org', approach: '' })
      expect(await wizardOf(visitor)).toMatchObject({
        signedIn: false,
        entries: { auditorName: '', auditorEmail: '' },
      })
      const answer = await draft('x', { entries: { approach: 'Ran it.' } })
      expect([answer.headers.get('cache-control'), await answer.json()]).toEqual([
        'no-store',
        { kept: provider.clock.now },
      ])
      expect(await wizardOf(ada)).toMatchObject({
        step: 2,
        keptAt: provider.clock.now,
        entries: { approach: 'Ran it.', auditorName: '' },
      })
    })

    test('an account has up to a hundred drafts, all of them editable', async () => {
      const { db, account, draft } = await setUp()
      const rows = Array.from({ length: 99 }, (_, n) => ({ doi: `10.1000/d${n}`, draft: '{}', updated_at: 1 }))
      await db
        .insertInto('report_drafts')
        .values(rows.map(row => ({ author: account.key, ...row })))
        .execute()
      expect((await draft('last')).status).toBe(200)
      const refused = await draft('more')
      expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('limit of 100 drafts')])
      expect((await draft('last')).status).toBe(200)
    })

    test('saving and discarding drafts is rate limited per account', async () => {
      const tight: Record<keyof typeof siteLimits, Limit> = {
        ...siteLimits,
        reportDraft: { points: 1, perSeconds: 60 },
      }
      const limits = createLimits(tight, { prefix: 'test', logger: testLogger().logger })
      const { person } = await startCallers((await open()) as unknown as Kysely<AppTables>, {}, { limits })
      const [ada, bob] = [person('ada@example.org'), person('bob@example.org')]
      const keep = async (who: typeof ada) =>
        (await who.send('/10.1000/x/reproduce', { draft: { at: 1, step: 0, entries: {} } })).status
      const discard = async (who: typeof ada) => (await who.send('/10.1000/x/reproduce', null, {}, 'DELETE')).status
      expect([await keep(ada), await keep(ada), await discard(ada)]).toEqual([200, 429, 429])
      expect(await discard(bob)).toBe(204)
    })
  })
})
