import type { Mail } from '@corroborate/server-kit/mail'
import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { features } from '../../app/features.ts'
import { siteMigrations } from '../../app/migrations.ts'
import { type AppTables, startCallers } from '../../testing/index.ts'
import { exampleReport } from '../reports/testing/index.ts'
import { createDecisionMailJob, notificationDelay } from './decision-mail.ts'
import { moderatedKindsOf } from './moderated.ts'
import { type ModerationTables, withdraw } from './store.ts'

type Tables = ModerationTables & AppTables & OutboxTables

const claim = { ...exampleReport, status: 'pending', auditReport: 'Next month.', reproducibilityPackage: null }
const german = { 'accept-language': 'de-CH, de;q=0.9' }

describeStore<Tables>('who wrote something is told what was decided', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const callers = await startCallers(db as unknown as Kysely<AppTables>, { LIMITS_SCALE: '1000' })
    const mo = callers.person('mo@example.org', { roles: ['moderator'] })
    const ada = callers.person('ada@example.org')
    const mails: Mail[] = []
    const titles = { known: true }
    const job = createDecisionMailJob({
      db,
      kinds: moderatedKindsOf(features),
      mailer: {
        send: async mail => {
          mails.push(mail)
          return { kind: 'sent' }
        },
      },
      titleOf: async () => (titles.known ? 'A paper' : null),
      origin: 'https://papers.example',
      contact: null,
    })
    const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id
    const note = async (headers = {}, more = {}) =>
      idOf(await ada.send('/10.1000/x/comment', { author: 'Ada', content: 'The link is dead.', ...more }, headers))
    const decide = async (path: string, body: object) => (await mo.send(path, body)).status
    /** Runs all mail jobs, including those due later. */
    const tell = async () => {
      const jobs = await db.selectFrom('outbox').selectAll().where('kind', '=', 'moderation.mail').execute()
      for (const { id, payload } of jobs) {
        await job['moderation.mail'](JSON.parse(payload), { id, signal: AbortSignal.timeout(9_000) } as never)
        await db.deleteFrom('outbox').where('id', '=', id).execute()
      }
      return mails.splice(0).map(({ to, subject, text }) => ({ to, subject, text }))
    }
    return { db, ...callers, mo, ada, titles, note, idOf, decide, tell }
  }

  test('a note’s author is emailed in their language with the reason, the moderator’s message, and an edit link', async () => {
    const { note, decide, tell } = await setUp()
    const id = await note(german)
    await decide(`/moderate/comment/${id}`, { action: 'reject', reason: 'no-source', message: 'Welche Tabelle?' })
    const [mail, ...more] = await tell()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'ada@example.org', subject: 'Ihre Notiz wurde nicht freigegeben' })
    for (const words of ['A paper', 'überprüfbar', 'Welche Tabelle?', encodeURIComponent(id)])
      expect(mail?.text).toContain(words)
  })

  test('authors of reports, claims and feedback get emails with their own text and links', async () => {
    const { ada, visitor, idOf, decide, tell } = await setUp()
    const report = await idOf(await ada.send('/10.1000/x/audit/', exampleReport))
    const claimed = await idOf(await ada.send('/10.1000/y/audit/', { ...claim, doi: '10.1000/y' }))
    const problem = await idOf(
      await visitor.send('/10.1000/x/problem', { words: 'It is wrong.', email: 'v@example.org' }),
    )
    for (const id of [report, claimed]) await decide(`/moderate/audit/${id}`, { action: 'approve' })
    await decide(`/moderate/problem/${problem}`, { action: 'reject' })
    const told = await tell()
    expect(told.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      ['ada@example.org', 'Your claim has been published'],
      ['ada@example.org', 'Your reproduction report has been published'],
      ['v@example.org', 'Your report was reviewed'],
    ])
    expect(told.find(({ subject }) => subject.includes('reproduction report'))?.text).toContain(
      'https://papers.example/10.1000/x/audit/',
    )
  })

  test('undone decisions are not announced, and an approval withdrawn later is', async () => {
    const { note, decide, tell } = await setUp()
    const id = await note()
    const path = `/moderate/comment/${id}`
    await decide(path, { action: 'approve' })
    await decide(path, { action: 'undo' })
    expect(await tell()).toEqual([])
    await decide(path, { action: 'approve' })
    expect(await tell()).toMatchObject([{ subject: 'Your note has been published' }])
    await decide(path, { action: 'undo' })
    expect(await tell()).toMatchObject([{ subject: 'Your note is being reviewed again' }])
  })

  test('a second rejection after rewriting is announced, and each decision only once', async () => {
    const { note, decide, tell, db } = await setUp()
    const id = await note()
    await decide(`/moderate/comment/${id}`, { action: 'reject' })
    const [job] = await db.selectFrom('outbox').selectAll().where('kind', '=', 'moderation.mail').execute()
    expect(Number(job?.due_at) - Number(job?.enqueued_at)).toBe(notificationDelay)
    expect(await tell()).toHaveLength(1)
    if (job !== undefined) await db.insertInto('outbox').values(job).execute()
    expect(await tell()).toEqual([])
    await note({}, { note: id, version: 2, content: 'The link in table 2 is dead.' })
    await decide(`/moderate/comment/${id}`, { action: 'reject' })
    expect(await tell()).toHaveLength(1)
  })

  test('a decision email uses the DOI for a paper without a known title', async () => {
    const { note, decide, tell, titles } = await setUp()
    titles.known = false
    await decide(`/moderate/comment/${await note()}`, { action: 'approve' })
    expect((await tell())[0]?.text).toContain('10.1000/x')
  })

  test('no decision email is sent for a withdrawn entry', async () => {
    const { db, note, decide, tell } = await setUp()
    const id = await note()
    await decide(`/moderate/comment/${id}`, { action: 'reject' })
    await db.transaction().execute(tx => withdraw(tx as never, { kind: 'comment', id }))
    expect(await tell()).toEqual([])
  })

  test('no decision email is sent to a visitor without an address', async () => {
    const { visitor, idOf, decide, tell } = await setUp()
    const id = await idOf(await visitor.send('/10.1000/x/comment', { author: 'Vi', content: 'The link is dead.' }))
    await decide(`/moderate/comment/${id}`, { action: 'approve' })
    expect(await tell()).toEqual([])
  })
})
