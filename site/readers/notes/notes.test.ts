import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { features } from '../../app/features.ts'
import { siteMigrations } from '../../app/migrations.ts'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { deleteAccount } from '../../kit/feature/index.ts'
import { deletedAccount } from '../../testing/index.ts'
import { moveNotes } from './keep-notes.ts'
import { addNote } from './perform-note.ts'
import { toldNotesReader } from './read-notes.ts'
import type { NotesPageModel } from './rules.ts'
import { doi, exampleNote, type NoteTestTables, notesUnderTest, page } from './testing/index.ts'

const note = exampleNote

describeStore<NoteTestTables>('POST /{doi}/comment', siteMigrations, open => {
  const setUp = async (settings?: Record<string, string>) => notesUnderTest(await open(), settings)
  const rows = (db: Kysely<NoteTestTables>) => db.selectFrom('notes').selectAll().execute()

  test('a form of an account’s page is not a visitor’s note after the session ended', async () => {
    const { db, reader, signedIn, send, read } = await setUp()
    const ada = signedIn('ada@example.org')
    expect([(await read()).form.reader, (await read(ada.headers)).form.reader]).toEqual([null, ada.user.id])
    const form = new URLSearchParams({ ...note, acting_for: ada.user.id }).toString()
    const eve = signedIn('eve@example.org')
    for (const headers of [reader('ada'), eve.headers])
      expect((await send(form, { ...headers, ...page })).status).toBe(401)
    expect(await rows(db)).toEqual([])
    expect((await send(form, { ...ada.headers, ...page })).status).toBe(303)
    expect(await rows(db)).toMatchObject([{ writer: `user:${ada.user.id}` }])
  })

  test('a visitor’s note is pending and private until approved, then public with its date', async () => {
    const { db, reader, send, decide, read } = await setUp()
    const answer = await send(note)
    expect(answer.status).toBe(200)
    const { id, ...rest } = (await answer.json()) as { id: string }
    expect(rest).toEqual({ status: 'pending' })
    expect((await read(reader('ada'))).own).toMatchObject([{ id, status: 'pending', version: 1, author: 'Ada' }])
    for (const other of [{}, reader('bob')]) expect(await read(other)).toMatchObject({ own: [], notes: [], total: 0 })

    await decide(id, { action: 'approve' })
    const shown = await read()
    expect(shown).toMatchObject({
      total: 1,
      notes: [{ id, author: 'Ada', signedIn: false, authorProof: null, paragraphs: [[{ text: note.content }]] }],
    })
    expect(shown.notes[0]?.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    const happened = () => db.selectFrom('activity').select(['doi', 'kind', 'by_name', 'detail', 'path']).execute()
    const path = `/${doi}/comment?note=${id}#note-${id}`
    expect(await happened()).toEqual([{ doi, kind: 'note-approved', by_name: 'Ada', detail: note.content, path }])
    await decide(id, { action: 'undo' })
    expect(await read()).toMatchObject({ notes: [], total: 0 })
    expect(await happened()).toEqual([])
  })

  test('concurrent submissions store a note once, for an account and for a browser without a cookie', async () => {
    const { db, send, signedIn, read } = await setUp()
    const { headers } = signedIn('ada@example.org')
    for (const from of [headers, {}]) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(note, from)))
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      const ids = await Promise.all(answers.map(async answer => ((await answer.json()) as { id: string }).id))
      expect(new Set(ids).size).toBe(1)
    }
    expect(await rows(db)).toHaveLength(2)
    expect(await db.selectFrom('moderation_items').select('id').execute()).toHaveLength(2)
    expect((await read(headers)).own).toHaveLength(1)
    await send({ ...note, content: `${note.content} See table 2.` }, headers)
    expect(await rows(db)).toHaveLength(3)
  })

  test('approved notes are evidence with date and author: the newest, and the number of others', async () => {
    const { db, reader, signedIn, write, decide } = await setUp()
    const told = toldNotesReader(db)
    const ids = [await write(note, signedIn('eve@example.org').headers)]
    for (let n = 1; n < 6; n++) ids.push(await write({ ...note, content: `Note ${n}` }, reader(`ada${n}`)))
    expect(await told(doi as Doi)).toEqual([])
    await decide(ids[0] ?? '', { action: 'approve' })
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    const path = `/${doi}/comment?note=${ids[0]}#note-${ids[0]}`
    expect(await told(doi as Doi)).toEqual([{ by: 'Ada', date, path }])
    for (const id of ids.slice(1)) await decide(id, { action: 'approve' })
    const many = await told(doi as Doi)
    expect(many.slice(0, 2).every(({ by, count }) => by.startsWith('Ada') && count === undefined)).toBe(true)
    expect(many.slice(2)).toEqual([{ by: 'readers', date, path: `/${doi}/comment`, count: 4 }])
  })

  test('old clients’ JSON or form with only author and content is accepted', async () => {
    const { db, send } = await setUp()
    expect((await send({ author: 'Ada', content: 'As JSON.' })).status).toBe(200)
    const form = await send('author=Bob&content=As+a+form.', page)
    expect([form.status, form.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/10\.1000\/notes\.1#note-/),
    ])
    expect((await rows(db)).map(({ author, content }) => `${author}: ${content}`).sort()).toEqual([
      'Ada: As JSON.',
      'Bob: As a form.',
    ])
  })

  describe('author and content are required', () => {
    test.each([
      { author: '', content: 'x' },
      { author: 'Ada' },
      { content: 'x' },
      {},
      { author: ' \u200b', content: '\n' },
    ])('%j', async body => {
      const { db, send } = await setUp()
      const answer = await send(body)
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'Please fill in all fields' }])
      expect(await rows(db)).toEqual([])
    })

    test('a form without JavaScript shows missing fields and keeps the input', async () => {
      const { send } = await setUp()
      const answer = await send('author=&content=All+that+I+typed&interests=None', page)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        page: 'notes',
        model: {
          form: {
            problem: 'Please fill in all fields',
            draft: { author: '', content: 'All that I typed', interests: 'None' },
          },
        },
      })
    })
  })

  describe('bad input gets a clear 4xx and changes nothing', () => {
    test.each<[string, object | string, number]>([
      ['an author of another kind', { ...note, author: { $ne: null } }, 400],
      ['two authors', 'author=a&author=b&content=c', 400],
      ['a name that is too long', { ...note, author: 'x'.repeat(101) }, 400],
      ['a note that is too long', { ...note, content: 'x'.repeat(5_001) }, 400],
      ['a megabyte', { ...note, content: 'x'.repeat(1_000_000) }, 413],
      ['a NUL character', { ...note, content: 'a\0b' }, 400],
      ['an id that is a path', { ...note, note: '../x' }, 400],
      ['an action that is none', { ...note, action: 'approve' }, 400],
      ['an answer to no note', { ...note, reply_to: 'nothing' }, 404],
      ['a change of no note', { ...note, note: 'nothing' }, 404],
      ['no object', '[]', 400],
    ])('bad input is rejected: %s', async (_, body, status) => {
      const { db, send } = await setUp()
      const answer = await send(body)
      expect(answer.status).toBe(status)
      expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/[.a-z]$/) })
      expect(await rows(db)).toEqual([])
    })

    test('a note from another site’s page is rejected', async () => {
      const { db, send } = await setUp()
      expect((await send(note, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
      expect(await rows(db)).toEqual([])
    })

    test('scripts are stored as text, and direction characters are removed', async () => {
      const { write, decide, read } = await setUp()
      const content = '<script>alert(1)</script> \u202egnp.exe javascript:alert(1)'
      await decide(await write({ author: '\u202eadA\u0007', content }), { action: 'approve' })
      const [shown] = (await read()).notes
      expect(shown?.author).toBe('adA')
      expect(shown?.paragraphs).toEqual([[{ text: '<script>alert(1)</script> gnp.exe javascript:alert(1)' }]])
    })

    test('self-assigned roles, statuses and names are ignored', async () => {
      const { db, send } = await setUp()
      const forged = {
        ...note,
        status: 'approved',
        published_at: 1,
        signed_in: 1,
        author_proof: 'orcid',
        writer: 'user:x',
      }
      expect((await send(forged)).status).toBe(200)
      expect(await rows(db)).toMatchObject([{ published_at: null, signed_in: 0, author_proof: null }])
    })
  })

  describe('unapproved note', () => {
    test('its author edits a note, which is pending as a new version', async () => {
      const { reader, write, send, decide, read } = await setUp()
      const id = await write()
      expect((await send({ ...note, content: 'Better.', note: id, version: 1 })).status).toBe(200)
      expect((await read(reader('ada'))).own).toMatchObject([{ version: 2, paragraphs: [[{ text: 'Better.' }]] }])
      expect((await send({ ...note, content: 'Older.', note: id, version: 1 })).status).toBe(409)
      expect((await decide(id, { action: 'approve', version: 1 })).status).toBe(409)
      expect((await decide(id, { action: 'approve', version: 2 })).status).toBe(200)
      expect((await send({ ...note, content: 'Something else.', note: id })).status).toBe(409)
      expect((await read()).notes).toMatchObject([{ paragraphs: [[{ text: 'Better.' }]] }])
    })

    test('its author sees the rejection reason and may rewrite the note', async () => {
      const { reader, write, send, decide, read } = await setUp()
      const id = await write()
      await decide(id, { action: 'reject', reason: 'no-source', message: 'Where is the copy?' })
      expect((await read(reader('ada'))).own).toMatchObject([
        { status: 'rejected', reason: 'It does not say where a reader can check it', message: 'Where is the copy?' },
      ])
      await send({ ...note, content: 'At https://osf.io/abc.', note: id })
      expect((await read(reader('ada'))).own).toMatchObject([{ status: 'pending', reason: null, message: null }])
    })

    test('its author withdraws a note without a trace', async () => {
      const { db, reader, write, send } = await setUp()
      const id = await write()
      const answer = await send(`note=${id}&action=withdraw`, { ...reader('ada'), ...page })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/${doi}#notes`])
      expect([await rows(db), await db.selectFrom('moderation_items').selectAll().execute()]).toEqual([[], []])
    })

    test('its author cannot withdraw a public note', async () => {
      const { db, reader, write, send, decide, read } = await setUp()
      const id = await write()
      await decide(id, { action: 'approve' })
      expect((await send({ note: id, action: 'withdraw' }, reader('ada'))).status).toBe(409)
      expect((await read()).notes).toMatchObject([{ id, paragraphs: [[{ text: note.content }]] }])
      expect(await rows(db)).toMatchObject([{ id }])
    })

    test('edits and withdrawals are limited per IP address and hour', async () => {
      const { db, write, send } = await setUp({ LIMITS_SCALE: '0.1' })
      const id = await write()
      expect((await send({ ...note, content: 'Better.', note: id })).status).toBe(200)
      expect((await send({ ...note, content: 'Best.', note: id })).status).toBe(200)
      for (const body of [
        { ...note, content: 'More.', note: id },
        { note: id, action: 'withdraw' },
      ])
        expect((await send(body)).status).toBe(429)
      expect(await rows(db)).toMatchObject([{ id, content: 'Best.' }])
    })

    test('others can neither find nor change a note draft', async () => {
      const { ask, reader, write, send, read } = await setUp()
      const id = await write()
      for (const other of [reader('bob'), {}]) {
        expect((await send({ ...note, content: 'Mine now.', note: id }, other)).status).toBe(404)
        expect((await send({ note: id, action: 'withdraw' }, other)).status).toBe(404)
        expect((await ask(`/${doi}/comment?edit=${id}`, { ...page, ...other })).status).toBe(404)
      }
      expect((await send({ ...note, note: id }, reader('ada'), '10.1000/other')).status).toBe(404)
      expect((await read(reader('ada'))).own).toMatchObject([{ version: 1, paragraphs: [[{ text: note.content }]] }])
    })

    test('its author finds a note in its edit form', async () => {
      const { ask, reader, write } = await setUp()
      const id = await write({ ...note, interests: 'I know the author.' })
      const shown = await ask(`/${doi}/comment?edit=${id}`, { ...page, ...reader('ada') })
      expect(await shown.json()).toMatchObject({
        model: { form: { edits: { id, version: 1 }, draft: { ...note, interests: 'I know the author.' } } },
      })
    })
  })

  test('a public note can be replied to, with the reply below it', async () => {
    const { db, reader, write, send, decide, read } = await setUp()
    const id = await write()
    const answer = { author: 'Bob', content: 'Thank you, the copy works.', reply_to: id }
    expect((await send(answer, reader('bob'))).status).toBe(404)
    await decide(id, { action: 'approve' })
    const reply = await write(answer, reader('bob'))
    await decide(reply, { action: 'approve' })
    expect(await read()).toMatchObject({ total: 2, notes: [{ id, replies: [{ id: reply, author: 'Bob' }] }] })
    expect((await send({ ...answer, reply_to: reply }, reader('ada'))).status).toBe(404)
    // Hiding a note hides its replies, and restoring it restores them.
    const told = toldNotesReader(db)
    await decide(id, { action: 'undo' })
    expect([await read(), await told(doi as Doi)]).toMatchObject([{ total: 0, notes: [] }, []])
    await decide(id, { action: 'approve' })
    expect([await read(), await told(doi as Doi)]).toMatchObject([{ total: 2 }, [{}, {}]])
  })

  test('all notes are on their own page, paginated', async () => {
    const { ask, reader, write, decide, read } = await setUp()
    for (let n = 0; n < 30; n++)
      await decide(await write({ author: 'Ada', content: `Note number ${n}.` }, reader('ada')), { action: 'approve' })
    expect(await read()).toMatchObject({ total: 30, notes: { length: 2 }, all: `/${doi}/comment` })
    const first = (await (await ask(`/${doi}/comment`, page)).json()) as { model: NotesPageModel }
    const second = (await (await ask(first.model.next ?? '', page)).json()) as { model: NotesPageModel }
    const ids = [...first.model.notes, ...second.model.notes].map(({ id }) => id)
    expect([ids.length, new Set(ids).size, second.model.next]).toEqual([30, 30, null])
    const from = (await (await ask(`/${doi}/comment?note=${ids[12]}`, page)).json()) as { model: NotesPageModel }
    expect(from.model.notes.map(({ id }) => id)).toEqual(ids.slice(12))
  })

  describe('ownership of notes', () => {
    test('notes by verified accounts differ from visitors’, and deletion anonymizes public ones', async () => {
      const { db, signedIn, write, decide, read } = await setUp()
      const ada = signedIn('ada@example.org', { firstName: 'Ada', lastName: 'Lovelace' })
      const [published, waiting] = [
        await write(note, ada.headers),
        await write({ ...note, content: 'Another.' }, ada.headers),
      ]
      await decide(published, { action: 'approve' })
      expect(await read(ada.headers)).toMatchObject({
        notes: [{ signedIn: true }],
        own: [{ id: waiting }],
        form: { draft: { author: 'Ada Lovelace' } },
      })
      const account = { id: ada.user.id, key: `user:${ada.user.id}`, upTo: null, at: 1 }
      const remove = (upTo: number | null) =>
        db.transaction().execute(tx => deleteAccount(features, tx, { ...account, upTo }))
      await remove(1)
      expect(await rows(db)).toMatchObject([{ writer: account.key }, { writer: account.key }])
      await remove(null)
      expect(await rows(db)).toMatchObject([{ id: published, writer: null, author: 'A former reader', signed_in: 0 }])
      expect(await db.selectFrom('moderation_items').select(['id', 'writer']).execute()).toEqual([
        { id: published, writer: null },
      ])
      expect(await db.selectFrom('activity').select(['key', 'by_name']).execute()).toEqual([
        { key: `note-approved:${published}`, by_name: 'A former reader' },
      ])
    })

    test('nothing is written for or moved to a deleted account', async () => {
      const { db, reader, write } = await setUp()
      const id = await write(note, reader('ada'))
      const [{ writer } = { writer: null }] = await rows(db)
      const refused = { status: 401, message: 'This account no longer exists.' }
      const draft = { ...note, interests: '' }
      const about = { doi: parseDoi(doi) as Doi, replyTo: null, locale: 'en' } as const
      const writing = { ...about, person: deletedAccount, draft, now: 1 }
      await expect(addNote(db, writing)).rejects.toMatchObject(refused)
      const visitor = { key: writer ?? '', signedIn: false } as const
      await expect(moveNotes(db, visitor, deletedAccount)).rejects.toMatchObject(refused)
      expect(await rows(db)).toMatchObject([{ id, writer }])
      expect(await db.selectFrom('moderation_items').select('id').execute()).toEqual([{ id }])
    })

    test('a visitor’s notes move to their account after sign-in', async () => {
      const { provider, ask, reader, write, signedIn, read } = await setUp()
      const id = await write()
      const { session, headers } = signedIn('ada@example.org')
      const both = { cookie: `${reader('ada').cookie}; ${headers.cookie}` }
      expect((await ask(`/authenticate?session_token=${session.token}`, both)).status).toBe(200)
      expect((await read(headers)).own).toMatchObject([{ id }])
      expect((await read(reader('ada'))).own).toEqual([])
      expect(provider.requests.length).toBeGreaterThan(0)
    })

    test('a blocked author is rejected without losing their input', async () => {
      const { reader, write, send, decide } = await setUp()
      await decide(await write(), { action: 'block' })
      expect((await send(note)).status).toBe(403)
      const form = await send('author=Ada&content=Typed', { ...reader('ada'), ...page })
      expect([form.status, await form.json()]).toMatchObject([
        403,
        { model: { form: { draft: { content: 'Typed' } } } },
      ])
    })
  })

  describe('abuse of notes', () => {
    test('of ten thousand notes from one IP address, few per paper and thirty per hour are stored', async () => {
      const { db, reader, send } = await setUp({})
      const statuses: number[] = []
      for (let n = 0; n < 12; n++)
        statuses.push((await send({ ...note, content: `Note ${n}` }, reader(`v${n}`))).status)
      expect(statuses).toEqual([...Array(8).fill(200), ...Array(4).fill(429)])
      for (let n = 0; n < 40; n++)
        statuses.push((await send({ ...note, content: `${n}` }, reader(`w${n}`), `10.1000/notes.${n}`)).status)
      expect(statuses.filter(status => status === 200).length).toBeLessThanOrEqual(30)
      expect(await rows(db)).toHaveLength(statuses.filter(status => status === 200).length)
      const last = await send(note, reader('z'))
      expect([last.status, Number(last.headers.get('retry-after')) > 0]).toEqual([429, true])
    })

    test('repeated text ranks lower in the queue, with the reason shown', async () => {
      const { db, write } = await setUp()
      for (let n = 0; n < 3; n++) await write({ author: 'Ad', content: `Buy my book at https://x.example/${n} !` })
      const items = await db.selectFrom('moderation_items').select(['score', 'signals']).orderBy('score').execute()
      expect(items.at(-1)?.signals).toContain('the same text as 2 other notes')
      expect(items.at(-1)?.score).toBeGreaterThan(items[0]?.score ?? 0)
    })
  })
})
