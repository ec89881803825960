import { runTransaction } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { accountKey } from '../../kit/people/index.ts'
import { exportNotes, myNotes } from './feature.ts'
import { deleteNotes, noteProofOfNotes } from './keep-notes.ts'
import { doi, exampleNote, type NoteTestTables, notesUnderTest } from './testing/index.ts'

describeStore<NoteTestTables>('the notes of an account', siteMigrations, open => {
  const setUp = async () => {
    const given = await notesUnderTest(await open())
    const { db, provider, signedIn } = given
    const { user, headers } = signedIn('ada@example.org')
    const account = { id: user.id, key: accountKey(user.id) }
    const mine = (limit = 10) => myNotes.reader(db)(account, limit)
    /** Writes one, a minute after the one before. */
    const write = (content: string, who = headers, more = {}) => {
      provider.clock.now += 60_000
      return given.write({ ...exampleNote, content, ...more }, who)
    }
    const kept = async () =>
      (await db.selectFrom('notes').select('content').orderBy('written_at').execute()).map(({ content }) => content)
    return { ...given, headers, account, mine, write, kept }
  }

  test('notes are on the dashboard with state and reason, newest first, linked', async () => {
    const { write, decide, mine } = await setUp()
    const refused = await write('It is wrong, I am told.')
    await decide(refused, { action: 'reject', reason: 'no-source' })
    const rejected = await write('It is all wrong.')
    await decide(rejected, { action: 'reject' })
    const spam = await write('Buy my book, it is good.')
    await decide(spam, { action: 'spam' })
    const approved = await write('The link in table 2 is dead.')
    await decide(approved, { action: 'approve' })
    const waiting = await write('The link in table 3 is dead.')
    const own = (id: string) => `/${doi}#note-${id}`
    expect((await mine()).map(({ words, standing, path }) => [words, standing, path])).toEqual([
      ['The link in table 3 is dead.', 'Pending review', own(waiting)],
      ['The link in table 2 is dead.', null, `/${doi}/comment?note=${approved}#note-${approved}`],
      ['Buy my book, it is good.', 'Rejected as spam', own(spam)],
      ['It is all wrong.', 'Refused', own(rejected)],
      ['It is wrong, I am told.', 'Refused: It does not say where a reader can check it', own(refused)],
    ])
    expect(await mine(1)).toMatchObject([{ doi, words: 'The link in table 3 is dead.' }])
  })

  test('notes over 140 characters are cut at 139 on the dashboard', async () => {
    const { write, mine } = await setUp()
    await write('x'.repeat(140))
    await write(`${'y'.repeat(138)} ${'y'.repeat(10)}`)
    expect((await mine()).map(({ words }) => words)).toEqual([`${'y'.repeat(138)}…`, 'x'.repeat(140)])
  })

  test('notes are exported completely to their own author', async () => {
    const { db, account, write, send, decide, provider, signedIn, headers } = await setUp()
    const at = provider.clock.now
    const time = (minutes: number) => new Date(at + minutes * 60_000).toISOString()
    const answered = await write('Another one’s.', signedIn('bob@example.org').headers)
    await decide(answered, { action: 'approve' })
    const reply = await write('A reply.', headers, { reply_to: answered, interests: 'I know the author.' })
    provider.clock.now += 60_000
    await send({ ...exampleNote, content: 'A better reply.', note: reply }, headers)
    await decide(reply, { action: 'approve' })
    const refused = await write('A refused one.')
    await decide(refused, { action: 'reject', reason: 'no-source', message: 'Where?' })
    const none = { interests: null, in_reply_to: null, edited: null, public_since: null, reason: null, message: null }
    expect(await exportNotes(db, account)).toEqual({
      notes: [
        {
          ...none,
          doi,
          author: 'Ada',
          content: 'A refused one.',
          written: time(4),
          status: 'rejected',
          reason: 'no-source',
          message: 'Where?',
        },
        {
          ...none,
          doi,
          author: 'Ada',
          content: 'A better reply.',
          in_reply_to: answered,
          written: time(2),
          edited: time(3),
          public_since: time(3),
          status: 'approved',
        },
      ],
    })
    // A missing status does not block access to one's own notes.
    await db.deleteFrom('moderation_items').where('id', '=', refused).execute()
    expect((await exportNotes(db, account)).notes[0]).toMatchObject({ status: null, reason: null, message: null })
    expect(await myNotes.reader(db)(account, 1)).toMatchObject([{ standing: null }])
  })

  test('notes by verified authors are marked as such while verified', async () => {
    const { db, account, write, reader } = await setUp()
    const own = await write('Mine.')
    const others = await write('A visitor’s.', reader('bob'))
    const proved = async () => {
      const rows = await db.selectFrom('notes').select(['id', 'signed_in']).execute()
      return [own, others].map(id => rows.find(row => row.id === id)?.signed_in)
    }
    expect(await proved()).toEqual([1, 0])
    await runTransaction(db, tx => noteProofOfNotes(tx as never, account, false))
    expect(await proved()).toEqual([0, 0])
    await runTransaction(db, tx => noteProofOfNotes(tx as never, account, true))
    expect(await proved()).toEqual([1, 0])
  })

  test('notes are deleted up to a moment by last change, and approved ones stay anonymously', async () => {
    const { db, account, write, send, decide, kept, provider, headers } = await setUp()
    const early = await write('Early.')
    await write('Early, too.')
    const approved = await write('Approved.')
    await decide(approved, { action: 'approve' })
    const upTo = provider.clock.now
    await write('Late.')
    await send({ ...exampleNote, content: 'Early, changed late.', note: early }, headers)
    await db.updateTable('notes').set({ author_proof: 'mail' }).where('id', '=', approved).execute()
    const remove = (until: number | null) =>
      runTransaction(db, tx => deleteNotes(tx as never, { ...account, upTo: until, at: 1 }))
    await remove(upTo)
    expect(await kept()).toEqual(['Early, changed late.', 'Approved.', 'Late.'])
    const [row] = await db.selectFrom('notes').selectAll().where('id', '=', approved).execute()
    expect(row).toMatchObject({
      writer: null,
      author: 'A former reader',
      signed_in: 0,
      author_proof: null,
      sent_as: null,
    })
    await remove(null)
    expect(await kept()).toEqual(['Approved.'])
    expect(await db.selectFrom('moderation_items').select('id').execute()).toEqual([{ id: approved }])
  })

  test('a note approved during account deletion is anonymized instead of deleted', async () => {
    const { db, account, write, kept } = await setUp()
    const id = await write('Approved meanwhile.')
    await db.updateTable('moderation_items').set({ status: 'approved' }).where('id', '=', id).execute()
    await runTransaction(db, tx => deleteNotes(tx as never, { ...account, upTo: null, at: 1 }))
    expect(await kept()).toEqual(['Approved meanwhile.'])
    expect(await db.selectFrom('notes').select('writer').execute()).toEqual([{ writer: null }])
  })
})
