import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type AppTables, startCallers } from '../../testing/index.ts'
import type { ModerationTables } from '../moderation/index.ts'
import type { NoteTables } from '../notes/index.ts'
import type { ReportTables } from '../reports/index.ts'
import { exampleReport } from '../reports/testing/index.ts'
import type { ProblemPageModel } from './model.ts'
import type { ProblemTables } from './store.ts'

type Tables = ProblemTables & NoteTables & ReportTables & ModerationTables & AppTables

const page = { accept: 'text/html' }
const address = '/10.1000/x/problem'

describeStore<Tables>('“Report a problem”', siteMigrations, open => {
  const setUp = async (settings: Record<string, string> = { LIMITS_SCALE: '1000' }) => {
    const db = await open()
    const callers = await startCallers(db as unknown as Kysely<AppTables>, settings)
    const mo = callers.person('mo@example.org', { roles: ['moderator'] })
    const queue = async () => {
      const shown = (await (await mo.send('/moderate', null, page)).json()) as {
        model: { sections: { queue: string; items: { id: string; facts: object[]; author: string }[] }[] }
      }
      return shown.model.sections.find(({ queue }) => queue === 'problem')?.items ?? []
    }
    const publicNote = async () => {
      const written = await callers.visitor.send('/10.1000/x/comment', { author: 'Ann', content: 'It does not hold.' })
      const { id } = (await written.json()) as { id: string }
      await mo.send(`/moderate/comment/${id}`, { action: 'approve' })
      return id
    }
    return { db, ...callers, mo, queue, publicNote }
  }
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

  test('feedback about a note works without JavaScript and is pending for moderation', async () => {
    const { visitor, queue, publicNote, mo } = await setUp()
    const note = await publicNote()
    const asked = await visitor.send(`${address}?about=note:${note}`, null, page)
    expect(asked.status).toBe(200)
    expect(await asked.json()).toMatchObject({
      page: 'problem',
      model: {
        about: { value: `note:${note}`, words: 'Note by Ann: It does not hold.' },
        signedIn: false,
        isSent: false,
      },
    })
    const fields = { about: `note:${note}`, words: 'I never said so in the paper.', email: 'author@example.org' }
    const sent = await visitor.send(address, form(fields), page)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${address}?done=sent`])
    const [entry] = await queue()
    expect(entry).toMatchObject({
      facts: [{ label: 'About', value: 'Note by Ann: It does not hold.' }, { label: 'Reported' }],
    })
    expect(JSON.stringify(entry), 'no address').not.toContain('author@example.org')
    expect((await mo.send(`/moderate/problem/${entry?.id}`, { action: 'approve' })).status).toBe(200)
    expect(await queue()).toEqual([])
  })

  test('feedback can be about a public report', async () => {
    const { visitor, person, mo } = await setUp()
    const ada = person('ada@example.org')
    const { id } = (await (await ada.send('/10.1000/x/audit/', exampleReport)).json()) as { id: string }
    const about = `report:${exampleReport.sha256}`
    expect((await visitor.send(`${address}?about=${about}`, null, page)).status).toBe(404)
    await mo.send(`/moderate/audit/${id}`, { action: 'approve' })
    expect((await visitor.send(`${address}?about=${about}`, null, page)).status).toBe(200)
    const sent = await visitor.send(address, { about, words: 'The data are mine.', email: 'author@example.org' })
    expect(await sent.json()).toMatchObject({ status: 'pending' })
  })

  test.each(['note:none', `report:${'0'.repeat(64)}`, 'source:fact-0000000000', 'vote:1', 'note:../x'])(
    'feedback about a missing subject is rejected: %s',
    async about => {
      const { visitor, queue } = await setUp()
      expect((await visitor.send(`${address}?about=${encodeURIComponent(about)}`, null, page)).status).toBe(404)
      expect((await visitor.send(address, { about, words: 'It is wrong.', email: 'a@example.org' })).status).toBe(404)
      expect(await queue()).toEqual([])
    },
  )

  test('feedback needs an address or an account to reply to', async () => {
    const { visitor, person, db } = await setUp()
    for (const email of [undefined, '', 'nobody']) {
      const refused = await visitor.send(address, { words: 'It is wrong.', ...(email !== undefined && { email }) })
      expect(refused.status).toBe(400)
    }
    const again = await visitor.send(address, form({ words: 'It is wrong.', email: 'nobody' }), page)
    const { model } = (await again.json()) as { model: ProblemPageModel }
    expect([again.status, model.draft, model.isSent]).toEqual([400, { words: 'It is wrong.', email: 'nobody' }, false])
    expect(model.problem).toContain('email address')
    const ada = person('ada@example.org')
    const kept = await ada.send(address, { words: 'It is wrong.' })
    expect([kept.status, kept.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await db.selectFrom('problems').select(['email', 'writer']).execute()).toEqual([
      { email: 'ada@example.org', writer: `user:${ada.id}` },
    ])
  })

  test('repeated feedback is stored once', async () => {
    const { visitor, queue } = await setUp()
    const body = { words: 'It is wrong.', email: 'a@example.org' }
    const ids = await Promise.all(
      [1, 2, 3].map(async () => ((await (await visitor.send(address, body)).json()) as { id: string }).id),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await queue()).toHaveLength(1)
  })

  test('rate-limited feedback keeps its input and shows when to retry', async () => {
    const { person } = await setUp({ LIMITS_SCALE: '0.01' })
    const ada = person('ada@example.org')
    expect((await ada.send(address, form({ words: 'It is wrong.' }), page)).status).toBe(303)
    const refused = await ada.send(address, form({ words: 'It is wrong, too.' }), page)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await refused.json()).toMatchObject({ model: { draft: { words: 'It is wrong, too.' } } })
  })

  test('feedback is rate limited and rejected from blocked users', async () => {
    const { visitor, person, mo, queue } = await setUp({})
    const statuses = []
    for (let n = 0; n < 12; n++) {
      const sent = await visitor.send(address, { words: `It is wrong, ${n}.`, email: 'a@example.org' })
      statuses.push(sent.status)
    }
    expect(statuses.filter(status => status === 200).length).toBeLessThanOrEqual(10)
    // Visitors close to the rate limit need proof of work.
    expect([403, 429]).toContain(statuses.at(-1))
    const entries = await queue()
    const ada = person('ada@example.org')
    const written = await ada.send('/10.1000/x/comment', { author: 'Ada', content: 'Buy my pills, all of you.' })
    const { id } = (await written.json()) as { id: string }
    await mo.send(`/moderate/comment/${id}`, { action: 'block' })
    expect((await ada.send(address, { words: 'It is wrong.' })).status).toBe(403)
    expect(await queue()).toHaveLength(entries.length)
  })

  test('one sender cannot use up others’ feedback limit for a paper', async () => {
    const { visitor, person } = await setUp({})
    const statuses: number[] = []
    for (let n = 0; n < 12; n++)
      statuses.push((await visitor.send(address, { words: `It is wrong, ${n}.`, email: 'a@example.org' })).status)
    expect(statuses.filter(status => status === 200).length).toBeLessThanOrEqual(5)
    const ada = person('ada@example.org')
    expect((await ada.send(address, { words: 'The title is wrong.' })).status).toBe(200)
  })
})
