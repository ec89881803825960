import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { storedDoi } from '../../kit/doi/index.ts'
import { noIndex } from '../../kit/page/head.ts'
import type { AppTables } from '../../testing/index.ts'
import { readCounts } from './counts.ts'
import { type Decision, makeDecision } from './make-decision.ts'
import { whatChanged } from './notice.ts'
import { anonymizeModerator, exportDecisions, moveWriter, readBlockedAmong, requireMayWrite } from './people.ts'
import { readModeratePage, readWanted } from './read-page.ts'
import { moderatePage, moderationPage } from './routes.ts'
import type { ModeratedKind, ModerationAction } from './rules.ts'
import { type ModerationTables, submit } from './store.ts'
import { readWriterFacts } from './text-signals.ts'

type Tables = AppTables & ModerationTables

const at = Date.UTC(2026, 10, 22)
const paper = storedDoi('10.1000/x')

test('moderation pages have titles, and only the public one is indexable', () => {
  const head = (view: 'waiting' | 'decided') => moderatePage.head({ view } as never, 'https://papers.example')
  expect(head('waiting')).toEqual({ title: 'Moderate · Corroborate', meta: noIndex })
  expect(head('decided')).toEqual({ title: 'Decisions · Corroborate', meta: noIndex })
  const everybodys = moderationPage.head({ months: [] }, 'https://papers.example')
  expect(everybodys.canonical).toBe('https://papers.example/moderation')
  expect(everybodys.meta).toBeUndefined()
})

describeStore<Tables>('what moderators see', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const gone = new Set<string>()
    const submission = (id: string) => ({
      author: `Writer of ${id}`,
      authorIsChecked: true,
      paragraphs: [[{ text: `Words of ${id}` }]],
      facts: [{ label: 'A', value: 'B' }],
    })
    const kindOf = (kind: ModeratedKind) => ({
      kind,
      read: async (_: unknown, ids: readonly string[]) =>
        new Map(ids.filter(id => !gone.has(id)).map(id => [id, submission(id)])),
      settle: async () => {},
      wantsSecond: async () => kind === 'audit',
    })
    const kinds = { comment: kindOf('comment'), audit: kindOf('audit') }
    const facts = {
      findNear: async (doi: string) =>
        doi === paper ? { kind: 'found', facts: { title: 'On Engines' } } : { kind: 'not-found' },
    }
    const sources = { db, kinds, facts } as never
    const write = (id: string, more: Partial<Parameters<typeof submit>[1]> = {}) =>
      db.transaction().execute(tx =>
        submit(tx as never, {
          kind: 'comment',
          id,
          doi: paper,
          writer: 'user:writer',
          locale: 'en',
          signals: [],
          now: at,
          ...more,
        }),
      )
    const decide = (id: string, action: ModerationAction, more: Partial<Decision> = {}, now = at) =>
      makeDecision(
        db as never,
        kinds as never,
        { kind: 'comment', id, action, version: null, moderator: 'user:mo', reason: null, message: null, ...more },
        now,
      )
    const read = (query: string, moderator = 'user:mo') =>
      readModeratePage(sources, readWanted(new URLSearchParams(query)), {
        moderator,
        path: '/moderate',
        notice: null,
        now: at,
      })
    const page = async (query: string, moderator?: string) => {
      const model = await read(query, moderator)
      if (model.view !== 'waiting') throw new Error('It shows what was decided.')
      return model
    }
    const decided = async (query: string) => {
      const model = await read(query)
      if (model.view !== 'decided') throw new Error('It shows what waits.')
      return model
    }
    const addModerator = (name: string, id = 'mo') =>
      db
        .insertInto('accounts')
        .values({ user_id: id, name, email: null, mail_to: null, proved: 1, created_at: 0, updated_at: 0 })
        .execute()
    return { db, gone, write, decide, page, decided, addModerator }
  }

  describe('pending entries', () => {
    test('an entry is shown completely with signals, earlier decisions, and more of its paper and person', async () => {
      const { write, decide, page, addModerator } = await setUp()
      await addModerator('Mo')
      await write('a', { signals: [{ words: '2 links', weight: 2 }] })
      await decide('a', 'reject', { reason: 'off-topic', message: 'Try the other paper.' })
      await decide('a', 'undo', {}, at + 1)
      const { sections } = await page('')
      const [comments] = sections
      expect(comments).toEqual({
        queue: 'comment',
        total: 1,
        next: null,
        first: null,
        items: [
          {
            kind: 'comment',
            id: 'a',
            version: 3,
            queue: 'comment',
            paper: { title: 'On Engines', href: '/10.1000/x' },
            author: 'Writer of a',
            authorIsChecked: true,
            paragraphs: [[{ text: 'Words of a' }]],
            facts: [{ label: 'A', value: 'B' }],
            signals: ['2 links'],
            waitingSince: at,
            history: [
              { action: 'reject', by: 'Mo', at, reason: 'It is not about this paper', message: 'Try the other paper.' },
              { action: 'undo', by: 'Mo', at: at + 1, reason: null, message: null },
            ],
            ofPaper: expect.stringContaining('paper=10.1000%2Fx'),
            ofPerson: expect.stringContaining('person=comment%3Aa'),
            isOwn: false,
          },
        ],
      })
    })

    test('deleted entries and people are omitted, and the moderator’s own entries and approvals marked', async () => {
      const { db, gone, write, decide, page } = await setUp()
      await write('gone')
      gone.add('gone')
      await write('own', { writer: 'user:mo', doi: 'pool' as never })
      await write('left', { doi: storedDoi('10.1000/y') })
      await db.updateTable('moderation_items').set({ writer: null }).where('id', '=', 'left').execute()
      await write('r', { kind: 'audit' })
      await decide('r', 'approve', { kind: 'audit' })
      await write('refused', { kind: 'audit' })
      await decide('refused', 'reject', { kind: 'audit' })
      const items = async (moderator: string) => {
        const { sections } = await page('', moderator)
        return sections.flatMap(section => section.items.map(item => [section.queue, item.id, item.isOwn]))
      }
      expect(await items('user:mo')).toEqual([
        ['comment', 'left', false],
        ['comment', 'own', true],
        ['second', 'r', true],
      ])
      expect(await items('user:other')).toEqual([
        ['comment', 'left', false],
        ['comment', 'own', false],
        ['second', 'r', false],
      ])
      const [comments] = (await page('')).sections
      expect(comments?.items.map(({ paper, ofPerson }) => [paper, ofPerson === null])).toEqual([
        [{ title: '10.1000/y', href: '/10.1000/y' }, true],
        [{ title: 'The pool', href: '/pool' }, false],
      ])
    })

    test('entries are paginated by fewest signals, then oldest, under any filter', async () => {
      const { write, page } = await setUp()
      const names = Array.from({ length: 27 }, (_, n) => `n${String(n).padStart(2, '0')}`)
      for (let n = 0; n < 25; n++) await write(`p${n}`, { kind: 'problem' })
      expect((await page('queue=problem')).sections[0]?.next, 'they fill one page').toBeNull()
      for (const [n, id] of names.entries())
        await write(id, { now: at - n, signals: n === 0 ? [] : [{ words: '1 link', weight: 1 }] })
      const first = (await page('queue=comment')).sections
      const ids = (sections: typeof first) => sections[0]?.items.map(({ id }) => id)
      const wanted = [names[0], ...names.slice(1).toReversed()]
      expect([ids(first), first[0]?.total, first[0]?.first]).toEqual([wanted.slice(0, 25), 27, null])
      const next = new URL(first[0]?.next ?? '', 'http://x').searchParams
      expect(next.get('queue')).toBe('comment')
      const second = (await page(next.toString())).sections
      expect([ids(second), second[0]?.next, second[0]?.first]).toEqual([
        wanted.slice(25),
        null,
        '/moderate?queue=comment',
      ])
      await write('r', { kind: 'audit', writer: 'user:other' })
      const both = await page(`audit=0.1.a&comment=${next.get('comment')}`)
      expect(both.sections.slice(0, 2).map(section => section.first)).toEqual([
        '/moderate?audit=0.1.a',
        `/moderate?comment=${next.get('comment')}`,
      ])
      const filtered = await page('queue=comment&signal=links')
      expect([ids(filtered.sections)?.[0], filtered.sections[0]?.total]).toEqual(['n26', 26])
      expect(filtered.filters).toMatchObject({
        queue: 'comment',
        signal: 'links',
        isAny: true,
        without: '/moderate?queue=comment',
      })
      expect((await page('queue=comment')).filters.isAny).toBe(false)
    })

    test('each queue has a tab, and one covers all', async () => {
      const { write, decide, page } = await setUp()
      await write('a')
      await write('r', { kind: 'audit' })
      await write('s', { kind: 'audit' })
      await decide('s', 'approve', { kind: 'audit' })
      const { tabs } = await page('queue=audit')
      expect(tabs.slice(0, 4)).toEqual([
        { queue: null, count: 3, href: '/moderate', isHere: false },
        { queue: 'comment', count: 1, href: '/moderate?queue=comment', isHere: false },
        { queue: 'audit', count: 1, href: '/moderate?queue=audit', isHere: true },
        { queue: 'second', count: 1, href: '/moderate?queue=second', isHere: false },
      ])
      expect((await page('')).tabs[0]?.isHere).toBe(true)
    })
  })

  test('decisions are listed newest first with moderators and undoable actions, paginated', async () => {
    const { db, gone, write, decide, decided, addModerator } = await setUp()
    await addModerator('Mo')
    for (let n = 0; n < 24; n++) {
      const id = `n${String(n).padStart(2, '0')}`
      await write(id)
      await decide(id, 'approve', {}, at + n)
    }
    await write('first')
    await decide('first', 'spam', { moderator: 'user:left' }, at - 1)
    await db.updateTable('moderation_log').set({ moderator: null }).where('item', '=', 'first').execute()
    const full = await decided('view=decided')
    expect([full.decisions.length, full.next]).toEqual([25, null])
    expect(full.decisions.at(-1)).toMatchObject({ id: 'first', action: 'spam', by: null })
    await decide('n00', 'undo', { moderator: 'user:nameless' }, at + 100)
    await decide('n00', 'reject', { reason: 'duplicate', message: 'See above.' }, at + 101)
    gone.add('n01')
    const first = await decided('view=decided')
    expect([first.view, first.decisions.length, first.first]).toEqual(['decided', 25, null])
    expect(first.decisions.slice(0, 2)).toEqual([
      {
        kind: 'comment',
        id: 'n00',
        action: 'reject',
        by: 'Mo',
        at: at + 101,
        reason: 'It has been said already',
        message: 'See above.',
        paper: { title: 'On Engines', href: '/10.1000/x' },
        author: 'Writer of n00',
        paragraphs: [[{ text: 'Words of n00' }]],
        status: 'rejected',
        undo: 4,
      },
      expect.objectContaining({ id: 'n00', action: 'undo', by: 'a moderator', undo: null }),
    ])
    expect(first.decisions.at(-1)).toMatchObject({ id: 'n01', author: null, paragraphs: [], undo: 2 })
    const second = await decided(new URL(first.next ?? '', 'http://x').search)
    expect(second.decisions).toMatchObject([{ id: 'n00', action: 'approve', undo: null }, { id: 'first' }])
    expect([second.next, second.first]).toEqual([null, '/moderate?view=decided'])
  })

  test('a conflict shows who decided and why, or that the author edited the entry', async () => {
    const { db, write, decide, addModerator } = await setUp()
    await addModerator('Mo')
    await addModerator('', 'nameless')
    const said = (version: number, kind: ModeratedKind = 'comment') =>
      whatChanged(db as never, { kind, id: 'a', version })
    const before = 'This note has changed since you looked'
    await write('a')
    expect(await said(1)).toBe(`${before}: its author edited it. Reload the page to see the new version.`)
    await decide('a', 'reject', { reason: 'duplicate', message: 'See above.' })
    expect(await said(2)).toBe(
      `${before}: Mo rejected it (It has been said already). Their message to the author: “See above.”`,
    )
    await decide('a', 'undo', { moderator: 'user:nameless' })
    expect(await said(3)).toBe(`${before}: Another moderator returned it to the queue.`)
    await decide('a', 'block')
    await db.updateTable('moderation_log').set({ moderator: null }).execute()
    expect(await said(4)).toBe(`${before}: A former moderator marked it as spam and blocked its author.`)
    expect(await said(1, 'audit')).toMatch(/^This report has changed since you looked: its author/)
  })

  test('public statistics count each entry’s last decision of a month, newest month and top reason first', async () => {
    const { db, write, decide } = await setUp()
    const december = Date.UTC(2026, 11, 31, 23)
    for (const id of ['a', 'b', 'c', 'd', 'e']) await write(id)
    await write('r', { kind: 'audit' })
    await decide('r', 'approve', { kind: 'audit' })
    await decide('r', 'second', { kind: 'audit', moderator: 'user:other' })
    await decide('a', 'approve')
    await decide('b', 'reject', { reason: 'off-topic' })
    await decide('c', 'reject', { reason: 'duplicate' })
    await decide('d', 'reject', { reason: 'duplicate' })
    await decide('a', 'undo', {}, december)
    await decide('a', 'spam', {}, december)
    await decide('b', 'undo', {}, december)
    const none = { approved: 0, rejected: 0, spam: 0, undone: 0, reasons: [] }
    expect(await readCounts(db as never)).toEqual([
      { month: 'December 2026', kinds: [{ ...none, kind: 'comment', spam: 1, undone: 1 }] },
      {
        month: 'November 2026',
        kinds: [
          {
            ...none,
            kind: 'comment',
            approved: 1,
            rejected: 3,
            reasons: [
              { words: 'It has been said already', count: 2 },
              { words: 'It is not about this paper', count: 1 },
            ],
          },
          { ...none, kind: 'audit', approved: 1 },
        ],
      },
    ])
  })

  describe('people in moderation', () => {
    test('an author’s earlier approvals and rejections of this kind and verification are shown', async () => {
      const { db, write, decide } = await setUp()
      for (const id of ['a', 'b', 'c', 'd']) await write(id)
      await write('r', { kind: 'audit' })
      await write('other', { writer: 'user:other' })
      await decide('a', 'approve')
      await decide('b', 'reject')
      await decide('c', 'spam')
      await decide('r', 'approve', { kind: 'audit' })
      await decide('other', 'approve')
      const facts = (more: object) =>
        readWriterFacts(db as never, 'comment', { key: 'user:writer', signedIn: true, proved: true, ...more } as never)
      expect(await facts({})).toEqual({ approved: 1, refused: 2, isProved: true })
      for (const more of [{ signedIn: false }, { proved: false }])
        expect(await facts(more)).toMatchObject({ isProved: false })
    })

    test('blocking applies to the author’s account and nobody else', async () => {
      const { db, write, decide } = await setUp()
      await write('a', { writer: 'visitor:x' })
      await write('b', { writer: 'visitor:y' })
      await decide('a', 'block')
      const account = { key: 'user:x' }
      await moveWriter(db as never, { key: 'visitor:none', signedIn: false }, account)
      expect([...(await readBlockedAmong(db as never, ['visitor:x', 'visitor:y', 'visitor:x']))]).toEqual(['visitor:x'])
      await moveWriter(db as never, { key: 'visitor:x', signedIn: false }, account)
      await moveWriter(db as never, { key: 'visitor:y', signedIn: false }, { key: 'user:y' })
      expect([...(await readBlockedAmong(db as never, ['visitor:x', 'user:x', 'user:y']))]).toEqual(['user:x'])
      expect(await readBlockedAmong(db as never, [])).toEqual(new Set())
      const writers = db.selectFrom('moderation_items').select('writer').orderBy('id')
      expect(await writers.execute()).toEqual([{ writer: 'user:x' }, { writer: 'user:y' }])
      await requireMayWrite(db as never, null)
      await requireMayWrite(db as never, { key: 'user:y' } as never)
      await expect(requireMayWrite(db as never, { key: 'user:x' } as never)).rejects.toMatchObject({ status: 403 })
    })

    test('deleting an account anonymizes its decisions, up to a moment or entirely', async () => {
      const { db, write, decide } = await setUp()
      await write('a')
      await write('b', { now: at + 10 })
      await write('own', { writer: 'user:mo' })
      await decide('a', 'block')
      await decide('b', 'undo', {}, at + 10)
      await decide('b', 'reject', { message: 'No.' }, at + 10)
      const mine = async () => (await exportDecisions(db as never, { key: 'user:mo' })).moderation
      expect(await mine()).toMatchObject([
        { item: 'a', action: 'block', at: new Date(at).toISOString() },
        { item: 'b', action: 'spam' },
        { item: 'b', action: 'undo' },
        { item: 'b', action: 'reject', message: 'No.' },
      ])
      expect(JSON.stringify(await mine())).not.toMatch(/user:mo|"month"/)
      const forget = (key: string, upTo: number | null) =>
        db.transaction().execute(tx => anonymizeModerator(tx as never, { key, upTo }))
      await forget('user:mo', at)
      expect(await mine()).toMatchObject([{ action: 'undo' }, { action: 'reject' }])
      const writers = async () =>
        (await db.selectFrom('moderation_items').select('writer').orderBy('id').execute()).map(({ writer }) => writer)
      expect(await writers()).toEqual(['user:writer', 'user:writer', null])
      const blocks = () => db.selectFrom('blocked_writers').select(['writer', 'moderator']).execute()
      expect(await blocks()).toEqual([{ writer: 'user:writer', moderator: null }])
      await forget('user:writer', at - 1)
      expect([(await blocks()).length, (await writers()).slice(0, 2)]).toEqual([1, ['user:writer', 'user:writer']])
      await forget('user:writer', at)
      expect([await blocks(), await writers()]).toEqual([[], [null, 'user:writer', null]])
      await forget('user:writer', null)
      await forget('user:mo', null)
      expect([await writers(), await mine()]).toEqual([[null, null, null], []])
    })
  })
})
