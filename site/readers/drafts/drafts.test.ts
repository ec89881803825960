import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { features } from '../../app/features.ts'
import { siteMigrations } from '../../app/migrations.ts'
import { storedDoi } from '../../kit/doi/index.ts'
import { deleteAccount, exportAccount } from '../../kit/feature/index.ts'
import { type Account, accountKey } from '../../kit/people/index.ts'
import { type AppTables, startCallers } from '../../testing/index.ts'
import { type DraftTables, findDraft, keepDraft, mostDrafts, sweepDrafts } from './store.ts'

type Tables = AppTables & DraftTables & SignInTables

const day = 24 * 60 * 60_000
const doi = storedDoi('10.1000/x')
const form = (kind: 'comment' | 'claim') => `/10.1000/x/${kind}?draft=assistant`
const claim = {
  status: 'pending',
  sha256: 'c0'.repeat(32),
  auditorName: 'Ada Lovelace',
  auditorEmail: 'ada@example.org',
  auditReport: 'Run it again.',
  reproducibilityPackage: null,
  showName: true,
}

describeStore<Tables>('the draft of an assistant', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const callers = await startCallers(db as unknown as Kysely<AppTables>, { LIMITS_SCALE: '1000' })
    const ada = callers.person('ada@example.org', { minutes: 100 * 24 * 60 })
    const eve = callers.person('eve@example.org')
    await ada.send('/about', null)
    const account: Account = {
      ...{ key: accountKey(ada.id), id: ada.id, signedIn: true, name: '', email: null, roles: [], proved: false },
    }
    const keep = (given: Partial<Parameters<typeof keepDraft>[2]> = {}) =>
      keepDraft(
        db,
        account,
        { doi, kind: 'note', text: 'The link is dead.', link: null, ...given },
        callers.provider.clock.now,
      )
    const find = (kind: 'note' | 'claim' = 'note') =>
      findDraft(db, { author: account.key, doi, kind }, callers.provider.clock.now)
    const model = async (who: Pick<typeof ada, 'send'>, path: string) =>
      ((await (await who.send(path, null, { accept: 'text/html' })).json()) as { model: Record<string, never> }).model
    return { db, ...callers, ada, eve, account, keep, find, model }
  }

  test('a draft prefills its own user’s form, labeled as from an assistant', async () => {
    const { ada, eve, visitor, keep, model } = await setUp()
    await keep()
    await keep({ kind: 'claim', text: 'Run it again.', link: 'https://example.org/plan' })
    const said = {
      sentence: expect.stringMatching(/^Drafted by an assistant you authorized, on .* Nothing has been submitted\./),
    }
    expect(await model(ada, form('comment'))).toMatchObject({
      form: { draft: { content: 'The link is dead.' }, assistant: said },
    })
    expect(await model(ada, form('claim'))).toMatchObject({
      form: { plan: 'Run it again.', link: 'https://example.org/plan' },
      assistant: { ...said, discard: { action: '/dashboard/drafts', doi, kind: 'claim' } },
    })
    for (const who of [eve, visitor]) {
      expect(await model(who, form('comment'))).toMatchObject({ form: { draft: { content: '' }, assistant: null } })
      expect(await model(who, form('claim'))).toMatchObject({ form: { plan: '', link: '' }, assistant: null })
    }
    // Without the query the form is empty.
    expect(await model(ada, '/10.1000/x/comment')).toMatchObject({ form: { draft: { content: '' }, assistant: null } })
  })

  test('a draft is deleted when its user submits it, and not by another note', async () => {
    const { ada, keep, find } = await setUp()
    const note = { author: 'Ada', content: 'Something else.', interests: '' }
    await keep()
    expect((await ada.send('/10.1000/x/comment', note)).status).toBe(200)
    expect(await find()).not.toBeNull()
    const version = String((await find())?.madeAt)
    const sent = await ada.send('/10.1000/x/comment', { ...note, content: 'Dead link.', assistant_draft: version })
    expect([sent.status, await find()]).toEqual([200, null])
    await keep({ kind: 'claim' })
    expect((await ada.send('/10.1000/x/audit/', claim)).status).toBe(200)
    expect(await find('claim')).toBeNull()
  })

  test('a draft is discarded by its own user only', async () => {
    const { ada, eve, visitor, keep, find } = await setUp()
    await keep()
    const discard = { doi, kind: 'note' }
    expect((await visitor.send('/dashboard/drafts', discard)).status).toBe(401)
    expect((await eve.send('/dashboard/drafts', discard)).status).toBe(200)
    for (const wrong of [{ doi: 'nothing', kind: 'note' }, { doi, kind: 'vote' }, {}])
      expect((await ada.send('/dashboard/drafts', wrong)).status).toBe(400)
    expect(await find()).not.toBeNull()
    const byForm = await ada.send('/dashboard/drafts', `doi=${doi}&kind=note`, { accept: 'text/html' })
    expect([byForm.status, byForm.headers.get('Location')]).toEqual([303, '/10.1000/x'])
    expect(await find()).toBeNull()
  })

  test('a draft is discarded by script or API without a redirect', async () => {
    const { ada, keep, find } = await setUp()
    const discards: [body: object | string, headers: Record<string, string>][] = [
      [{ doi, kind: 'note' }, {}],
      [{ doi, kind: 'note' }, { accept: 'text/html' }],
      [`doi=${doi}&kind=note`, {}],
    ]
    for (const [body, headers] of discards) {
      await keep()
      const answer = await ada.send('/dashboard/drafts', body, headers)
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'discarded' }])
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(await find()).toBeNull()
    }
  })

  test('drafts are on their user’s dashboard, newest first, linking to the form', async () => {
    const { ada, eve, keep, model, provider } = await setUp()
    const parts = async (who: typeof ada) =>
      ((await model(who, '/dashboard')) as object as { parts: { title: string; items: object[] }[] }).parts
    expect(await parts(ada)).toEqual([])
    await keep()
    provider.clock.now += 1_000
    await keep({ kind: 'claim', doi: storedDoi('10.1000/y') })
    const standing = expect.stringMatching(/^Not submitted; will be deleted on \d+ \w+ \d{4}$/)
    expect(await parts(ada)).toMatchObject([
      {
        title: 'Assistant drafts',
        items: [
          { words: 'Claim draft', standing, path: '/10.1000/y/claim?draft=assistant' },
          { words: 'Note draft', standing, path: form('comment') },
        ],
      },
    ])
    expect(await parts(eve)).toEqual([])
  })

  test('one draft per kind and paper is kept, the newest, up to a total limit', async () => {
    const { keep, find } = await setUp()
    await keep({ text: 'First.' })
    await keep({ text: 'Second.' })
    await keep({ doi: storedDoi('10.1000/1'), text: 'On another paper.' })
    expect((await find())?.text).toBe('Second.')
    for (let n = 1; n < mostDrafts; n++) expect(await keep({ doi: storedDoi(`10.1000/${n}`) })).not.toBeNull()
    expect(await keep({ doi: storedDoi('10.1000/one-more') })).toBeNull()
    expect(await keep({ text: 'Third.' })).not.toBeNull()
    // Of another kind, on a paper that has one: one more all the same.
    expect(await keep({ kind: 'claim' })).toBeNull()
  })

  test('drafts expire after two weeks and are purged', async () => {
    const { db, keep, find, provider } = await setUp()
    await keep()
    provider.clock.now += 14 * day - 1
    await sweepDrafts(db, provider.clock.now)
    expect(await find()).not.toBeNull()
    provider.clock.now += 1
    expect(await find()).toBeNull()
    await sweepDrafts(db, provider.clock.now)
    expect(await db.selectFrom('assistant_drafts').selectAll().execute()).toEqual([])
  })

  test('drafts are in the data export and deleted with the account', async () => {
    const { db, keep, account, provider } = await setUp()
    await keep()
    expect(await exportAccount(features, db as never, account)).toMatchObject({
      assistant_drafts: [{ doi, kind: 'note', text: 'The link is dead.' }],
    })
    const now = provider.clock.now
    const remove = (upTo: number | null) =>
      db.transaction().execute(tx => deleteAccount(features, tx, { ...account, upTo, at: now }))
    await remove(now - 1)
    expect(await db.selectFrom('assistant_drafts').selectAll().execute()).toHaveLength(1)
    await remove(null)
    expect(await db.selectFrom('assistant_drafts').selectAll().execute()).toEqual([])
    // Of an account that is gone nothing is kept any more.
    await expect(keep()).rejects.toMatchObject({ status: 401 })
  })
})
