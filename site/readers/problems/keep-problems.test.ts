import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { accountKey } from '../../kit/people/index.ts'
import { siteTables } from '../../kit/retention/index.ts'
import { type AppTables, startCallers } from '../../testing/index.ts'
import type { ModerationTables } from '../moderation/index.ts'
import { moderatedProblems } from './feature.ts'
import { deleteProblems, deleteReportSenders, exportProblems, moveProblems, type ProblemTables } from './store.ts'

type Tables = ProblemTables & ModerationTables & AppTables

const page = { accept: 'text/html' }

describeStore<Tables>('a problem that somebody reported', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const callers = await startCallers(db as unknown as Kysely<AppTables>, { LIMITS_SCALE: '1000' })
    const mo = callers.person('mo@example.org', { roles: ['moderator'] })
    const [ada, bob] = [callers.person('ada@example.org'), callers.person('bob@example.org')]
    const report = async (who: Pick<typeof ada, 'send'>, words: string, more: object = {}) => {
      const sent = await who.send('/10.1000/x/problem', { words, ...more })
      expect(sent.status).toBe(200)
      return ((await sent.json()) as { id: string }).id
    }
    const decide = async (id: string, action = 'approve') => {
      const body = { action, ...(action === 'reject' && { reason: 'other', message: 'No.' }) }
      expect((await mo.send(`/moderate/problem/${id}`, body)).status).toBe(200)
    }
    const rows = () => db.selectFrom('problems').select(['id', 'writer', 'email', 'words']).orderBy('words').execute()
    const queue = async () => {
      const items = db.selectFrom('moderation_items').select('id').where('kind', '=', 'problem')
      return (await items.where('status', '=', 'pending').execute()).map(({ id }) => id)
    }
    return { ...callers, db, ada, bob, report, decide, rows, queue }
  }

  test('feedback moves to the account on sign-in, and others’ stays', async () => {
    const { db, ada, bob, report, rows } = await setUp()
    const [one, other] = [await report(ada, 'a'), await report(bob, 'b')]
    await moveProblems(db, { key: accountKey(ada.id) } as never, { key: 'user:new' })
    await moveProblems(db, { key: 'visitor:nobody' } as never, { key: 'user:new' })
    expect((await rows()).map(({ id, writer }) => [id, writer])).toEqual([
      [one, 'user:new'],
      [other, accountKey(bob.id)],
    ])
  })

  test('deleting an account deletes its pending feedback, and decided feedback stays anonymously', async () => {
    const { db, ada, bob, report, decide, rows, queue } = await setUp()
    const [open, decided, other] = [await report(ada, 'a'), await report(ada, 'b'), await report(bob, 'c')]
    await decide(decided)
    expect((await queue()).toSorted()).toEqual([open, other].toSorted())
    const account = { key: accountKey(ada.id), upTo: null }
    await db.transaction().execute(tx => deleteProblems(tx as never, account))
    expect(await rows()).toEqual([
      { id: decided, writer: null, email: null, words: 'b' },
      { id: other, writer: accountKey(bob.id), email: 'bob@example.org', words: 'c' },
    ])
    expect(await queue()).toEqual([other])
  })

  test('feedback stays with the visitor who sent it', async () => {
    const { db, ada, report, rows, provider } = await setUp()
    const before = provider.clock.now
    const [old] = [await report(ada, 'a')]
    provider.clock.now += 60_000
    const own = await report(ada, 'b')
    const at = async (id: string) =>
      (await db.selectFrom('problems').select('written_at').where('id', '=', id).executeTakeFirstOrThrow()).written_at
    expect([await at(old), await at(own)]).toEqual([before, before + 60_000])
    await db
      .transaction()
      .execute(tx => deleteProblems(tx as never, { key: accountKey(ada.id), upTo: before } as never))
    expect((await rows()).map(({ id }) => id)).toEqual([own])
  })

  test('feedback is in its own account’s data export only', async () => {
    const { db, ada, bob, report, provider } = await setUp()
    await report(ada, 'It is wrong.')
    await report(bob, 'So it is.')
    const account = { key: accountKey(ada.id), id: ada.id } as never
    expect(await exportProblems(db, account)).toEqual({
      problems: [
        {
          doi: '10.1000/x',
          about_words: 'This paper’s page',
          words: 'It is wrong.',
          email: 'ada@example.org',
          sent: new Date(provider.clock.now).toISOString(),
        },
      ],
    })
  })

  test('old feedback loses its address and owner and keeps its text', async () => {
    const { db, ada, report, rows, provider } = await setUp()
    const id = await report(ada, 'a')
    const end = provider.clock.now + siteTables.problems.ms
    await deleteReportSenders(db, end)
    expect((await rows())[0]).toMatchObject({ writer: accountKey(ada.id), email: 'ada@example.org' })
    await db.updateTable('problems').set({ writer: null }).execute()
    await deleteReportSenders(db, end + 1)
    expect(await rows()).toEqual([{ id, writer: null, email: null, words: 'a' }])
  })

  test('moderators see feedback with sender, date and subject, and the sender gets a reply', async () => {
    const { db, ada, visitor, report, provider } = await setUp()
    const ids = [await report(ada, 'a'), await report(visitor, 'b', { email: 'v@example.org' })] as const
    provider.clock.now += 1
    const gone = await report(ada, 'c')
    await db
      .updateTable('problems')
      .set({ writer: null, about_kind: 'source', about: 'f1' })
      .where('id', '=', gone)
      .execute()
    const shown = await moderatedProblems.read(db as never, [...ids, gone])
    expect([...ids, gone].map(id => shown.get(id)?.author)).toEqual([
      'somebody signed in',
      'a visitor',
      'a deleted account',
    ])
    expect(shown.get(ids[0])).toMatchObject({ authorIsChecked: true, facts: [{ href: '/10.1000/x' }, {}] })
    expect(shown.get(gone)?.facts[0]).toMatchObject({ href: '/10.1000/x#known' })
    expect((await moderatedProblems.read(db as never, [])).size).toBe(0)
    const told = (id: string) => moderatedProblems.told?.(db as never, id)
    expect(await told(ids[1])).toEqual({
      what: 'problem',
      email: 'v@example.org',
      paths: { approved: '/10.1000/x', rejected: '/10.1000/x/problem' },
    })
    expect((await told(gone))?.paths.rejected).toBe('/10.1000/x/problem?about=source%3Af1')
    expect(await told('nobody’s')).toBeNull()
  })

  test('the feedback page says where it leads', async () => {
    const { visitor, ada } = await setUp()
    const model = async (who: Pick<typeof visitor, 'send'>, query: string) =>
      ((await (await who.send(`/10.1000/x/problem${query}`, null, page)).json()) as { model: object }).model
    expect(await model(visitor, '')).toMatchObject({
      about: { value: '', href: '/10.1000/x' },
      action: '/10.1000/x/problem',
      signedIn: false,
      draft: { words: '', email: '' },
      problem: null,
      isSent: false,
    })
    expect(await model(visitor, '?about=')).toMatchObject({ about: { value: '' } })
    expect(await model(ada, '?done=sent')).toMatchObject({ signedIn: true, isSent: true })
  })

  test('invalid feedback is rejected by field, in JSON for API clients', async () => {
    const { visitor, ada } = await setUp()
    const send = async (body: object, who: Pick<typeof visitor, 'send'> = visitor) => {
      const answer = await who.send('/10.1000/x/problem', body)
      return [answer.status, ((await answer.json()) as { error?: string }).error]
    }
    expect(await send({ words: '', email: 'a@example.org' })).toEqual([
      400,
      expect.stringMatching(/^Invalid description: /),
    ])
    expect(await send({ words: 'a', email: 'nobody' })).toEqual([400, 'Invalid email address: not an email address.'])
    expect(await send({ words: 'a' })).toEqual([400, 'Enter your email address for the reply, or log in.'])
    expect(await send({ words: 'a', email: '  ' })).toEqual([400, 'Enter your email address for the reply, or log in.'])
    for (const about of [7, 'x note:1', 'note:1 x', 'source:'])
      expect([about, ...(await send({ words: 'a', about, email: 'a@example.org' }))].slice(0, 2)).toEqual([
        about,
        about === 7 ? 400 : 404,
      ])
    expect((await send({ words: 'a' }, ada))[0]).toBe(200)
  })
})
