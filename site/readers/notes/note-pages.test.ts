import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { moderatedNotes } from './keep-notes.ts'
import { toldNotesReader } from './read-notes.ts'
import type { NotesPageModel } from './rules.ts'
import { doi, exampleNote, type NoteTestTables, notesUnderTest, page } from './testing/index.ts'

const numbered = (n: number) => ({ ...exampleNote, content: `Note number ${n}.` })

describeStore<NoteTestTables>('the notes on a paper', siteMigrations, open => {
  const setUp = async () => {
    const given = await notesUnderTest(await open())
    const { ask, write, decide, provider, reader } = given
    const open_ = async (query = '', headers = {}) => {
      const answer = await ask(`/${doi}/comment${query}`, { ...page, ...headers })
      return (await answer.json()) as { model: NotesPageModel; head: object }
    }
    /** Writes one and has it approved, a minute after the one before. */
    const publish = async (body: object = exampleNote, headers: Record<string, string> = reader('ada')) => {
      provider.clock.now += 60_000
      const id = await write(body, headers)
      await decide(id, { action: 'approve' })
      return id
    }
    const day = () => new Date(provider.clock.now).toISOString().slice(0, 10)
    return { ...given, open: open_, publish, day }
  }

  test('notes are shown with everything needed to assess them and a report link', async () => {
    const { publish, read, reader, signedIn, day } = await setUp()
    const id = await publish({ ...exampleNote, interests: 'I know the author.' })
    const reply = await publish(
      { author: 'Bob', content: 'Thank you.', reply_to: id },
      signedIn('bob@example.org').headers,
    )
    expect((await read()).notes).toEqual([
      {
        id,
        author: 'Ada',
        signedIn: false,
        authorProof: null,
        paragraphs: [[{ text: exampleNote.content }]],
        interests: 'I know the author.',
        date: day(),
        problem: `/${doi}/problem?about=note%3A${id}`,
        replies: [expect.objectContaining({ id: reply, author: 'Bob', signedIn: true, interests: null, replies: [] })],
      },
    ])
    expect(await read(reader('eve'))).toMatchObject({
      total: 2,
      own: [],
      all: `/${doi}/comment`,
      form: {
        doi,
        action: `/${doi}/comment`,
        draft: { author: '', content: '', interests: '' },
        problem: null,
        edits: null,
        answers: null,
      },
    })
  })

  test('up to five notes are on the paper’s page, newest first, and two of six or more', async () => {
    const { publish, read } = await setUp()
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.unshift(await publish(numbered(n)))
    expect((await read()).notes.map(({ id }) => id)).toEqual(ids)
    ids.unshift(await publish(numbered(5)))
    expect((await read()).notes.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect((await read()).total).toBe(6)
  })

  test('replies are below their note, oldest first', async () => {
    const { publish, read } = await setUp()
    const [first, second] = [await publish(numbered(1)), await publish(numbered(2))]
    const answers = [
      await publish({ ...numbered(3), reply_to: first }),
      await publish({ ...numbered(4), reply_to: second }),
      await publish({ ...numbered(5), reply_to: first }),
    ]
    const shown = (await read()).notes.map(({ id, replies }) => [id, replies.map(reply => reply.id)])
    expect(shown).toEqual([
      [second, [answers[1]]],
      [first, [answers[0], answers[2]]],
    ])
  })

  test('the notes page starts at the note in the URL, or at its parent', async () => {
    const { publish, write, open } = await setUp()
    const [older, newer] = [await publish(numbered(1)), await publish(numbered(2))]
    const reply = await publish({ ...numbered(3), reply_to: older })
    const waiting = await write(numbered(4))
    const begins = async (id: string) => {
      const { model } = await open(`?note=${id}`)
      return [model.notes[0]?.id, model.first]
    }
    const all = `/${doi}/comment`
    expect(await begins(newer)).toEqual([newer, all])
    expect(await begins(older)).toEqual([older, all])
    expect(await begins(reply)).toEqual([older, all])
    for (const none of [waiting, 'nothing']) expect(await begins(none)).toEqual([newer, null])
    const { model, head } = await open()
    expect(model).toMatchObject({ paper: { doi, title: doi, href: `/${doi}` }, next: null, first: null })
    expect(head).toMatchObject({
      title: `Notes on ${doi} · Corroborate`,
      canonical: expect.stringMatching(/^http.*\/comment$/),
      meta: [{ name: 'robots', content: 'noindex' }],
    })
  })

  test('the notes page is paginated by 25, without an empty page', async () => {
    const { publish, open, db } = await setUp()
    for (let n = 0; n < 25; n++) await publish(numbered(n))
    const { model } = await open()
    expect([model.notes.length, model.next, model.first]).toEqual([25, null, null])
    const oldest = model.notes.at(-1)
    await publish(numbered(25))
    const { next } = (await open()).model
    const { published_at = null } =
      (await db
        .selectFrom('notes')
        .select('published_at')
        .where('id', '=', model.notes[23]?.id ?? '')
        .executeTakeFirst()) ?? {}
    expect(next).toBe(`/${doi}/comment?before=${published_at}.${model.notes[23]?.id}`)
    const second = (await open(next?.slice(next.indexOf('?')) ?? '')).model
    expect([second.notes.map(({ id }) => id), second.total, second.first]).toEqual([
      [oldest?.id],
      26,
      `/${doi}/comment`,
    ])
  })

  describe('note form', () => {
    test('the form replies to public notes only', async () => {
      const { publish, write, open, reader } = await setUp()
      const id = await publish()
      const reply = await publish({ ...numbered(1), reply_to: id })
      const waiting = await write(numbered(2))
      expect((await open(`?reply=${id}`)).model.form.answers).toEqual({ id, author: 'Ada' })
      for (const none of [reply, waiting, 'nothing'])
        expect((await open(`?reply=${none}`, reader('ada'))).model.form.answers).toBeNull()
    })

    test('the edit form contains the note, unless it is approved', async () => {
      const { write, decide, ask, reader, open } = await setUp()
      const id = await write()
      const { form } = (await open(`?edit=${id}`, reader('ada'))).model
      expect(form).toMatchObject({ draft: { ...exampleNote, interests: '' }, edits: { id, version: 1 }, answers: null })
      await decide(id, { action: 'approve' })
      const closed = await ask(`/${doi}/comment?edit=${id}`, { ...page, ...reader('ada') })
      expect([closed.status, await closed.text()]).toEqual([409, expect.stringContaining('A moderator has decided')])
    })

    test('a rejected form shows the reason and keeps the edited note and its parent', async () => {
      const { publish, write, send, reader } = await setUp()
      const id = await publish()
      const own = await write(numbered(1))
      const refused = async (form: string) => {
        const answer = await send(form, { ...reader('ada'), ...page })
        return [answer.status, ((await answer.json()) as { model: NotesPageModel }).model.form]
      }
      const problem = 'Please fill in all fields'
      expect(await refused(`author=&content=x&reply_to=${id}`)).toMatchObject([
        400,
        { problem, answers: { id, author: 'Ada' }, edits: null },
      ])
      expect(await refused(`author=&content=x&note=${own}&version=4`)).toMatchObject([
        400,
        { problem, answers: null, edits: { id: own, version: 4 } },
      ])
      expect(await refused(`author=&content=x&note=${own}`)).toMatchObject([400, { edits: { id: own, version: 1 } }])
    })

    test('a rate-limited form shows when to retry, and withdrawing twice is an error', async () => {
      const { send, reader } = await notesUnderTest(await open(), { LIMITS_SCALE: '0.1' })
      const headers = { ...reader('ada'), ...page }
      const statuses: number[] = []
      let last = new Response()
      for (let n = 0; n < 5; n++) {
        last = await send(`author=Ada&content=Number+${n}`, headers)
        statuses.push(last.status)
      }
      expect([statuses.at(-1), Number(last.headers.get('retry-after')) > 0]).toEqual([429, true])
      const { send: sendElsewhere } = await notesUnderTest(await open())
      const gone = await sendElsewhere('note=nothing&action=withdraw', headers)
      expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('Note not found')])
      expect((await sendElsewhere('action=withdraw', headers)).status).toBe(404)
    })
  })

  test('up to four notes are named in the evidence; accounts’ names are checked, visitors’ are not', async () => {
    const { db, publish, signedIn, day } = await setUp()
    const told = async () => (await toldNotesReader(db)(doi as Doi)).map(({ by, date, count }) => ({ by, date, count }))
    const date = day()
    const one = (by: string) => ({ by, date, count: undefined })
    const id = await publish(numbered(0), signedIn('eve@example.org').headers)
    await publish(numbered(1))
    expect(await told()).toEqual([one('Ada (name not checked)'), one('Ada')])
    await db.updateTable('notes').set({ author_proof: 'orcid' }).where('id', '=', id).execute()
    expect(await told()).toEqual([one('Ada (name not checked)'), one('Ada, an author of the paper')])
    await publish(numbered(2))
    await publish(numbered(3))
    expect(await told()).toHaveLength(4)
    await publish(numbered(4))
    expect(await told()).toEqual([
      one('Ada (name not checked)'),
      one('Ada (name not checked)'),
      { by: 'readers', date, count: 3 },
    ])
  })

  test('moderators see a note’s text, author name and parent', async () => {
    const { db, publish, write, signedIn } = await setUp()
    const long = 'x'.repeat(250)
    const id = await publish({ ...exampleNote, content: long, interests: 'I know the author.' })
    const reply = await write({ ...numbered(1), reply_to: id }, signedIn('eve@example.org').headers)
    expect(Object.fromEntries(await moderatedNotes.read(db, [id, reply, 'nothing']))).toEqual({
      [id]: {
        author: 'Ada',
        authorIsChecked: false,
        paragraphs: [[{ text: long }]],
        facts: [{ label: 'Competing interests', value: 'I know the author.' }],
      },
      [reply]: {
        author: 'Ada',
        authorIsChecked: true,
        paragraphs: [[{ text: 'Note number 1.' }]],
        facts: [{ label: 'In reply to', value: 'x'.repeat(200) }],
      },
    })
    expect(await moderatedNotes.told?.(db, 'nothing')).toBeNull()
  })
})
