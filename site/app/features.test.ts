import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runTransaction } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { deleteAccount, middlewareInOrder } from '../kit/feature/index.ts'
import { accountKey, visitorKey } from '../kit/people/index.ts'
import { type AppTables, allRows, appUnderTest, startIdentityProvider } from '../testing/index.ts'
import { features } from './features.ts'
import { siteMigrations } from './migrations.ts'
import { pages, sections } from './pages.ts'

/** Returns the tables with rows that refer to a user. */
const tablesWith = async (db: Kysely<AppTables>, person: string): Promise<string[]> =>
  Object.entries(await allRows(db)).flatMap(([name, rows]) => (rows.some(row => row.includes(person)) ? [name] : []))

describeStore<AppTables>('the features of the site', siteMigrations, open => {
  test('every feature moves visitor data to the account and deletes it with the account', async () => {
    const provider = await startIdentityProvider()
    onTestFinished(() => provider.close())
    const db = await open()
    const { app, origin } = appUnderTest({ db, identity: provider.origin })
    const ask = (path: string, headers: Record<string, string>, body?: object) =>
      app.request(origin + path, {
        headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })

    const json = { 'content-type': 'application/json', 'content-length': '21' }
    const voted = await ask('/10.1000/x/vote', json, { voteType: 'upvote' })
    expect(voted.status).toBe(200)
    const [cookie = ''] = voted.headers.get('set-cookie')?.split(';') ?? []
    const visitor = visitorKey(cookie.slice(cookie.indexOf('=') + 1))
    expect(await tablesWith(db, visitor)).toEqual(['votes'])

    const { token, user } = provider.signIn(provider.addUser('ada@example.org'))
    expect((await ask(`/authenticate?session_token=${token}`, { cookie })).status).toBe(200)
    expect(await tablesWith(db, visitor)).toEqual([])
    expect(await tablesWith(db, user.id)).toEqual(['accounts', 'votes'])

    const account = { id: user.id, key: accountKey(user.id), upTo: null, at: 1 }
    await runTransaction(db, tx => deleteAccount(features, tx, account))
    expect(await tablesWith(db, user.id)).toEqual([])
    const counts = await db.selectFrom('vote_counts').select(['upvotes', 'downvotes', 'signed_in']).execute()
    // The vote stays, anonymized.
    expect(counts).toEqual([{ upvotes: 1, downvotes: 0, signed_in: 0 }])
  })
})

test('page names are unique and every islands module exists', () => {
  expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length)
  for (const { islands } of pages)
    if (islands !== null) expect(existsSync(join(import.meta.dirname, '..', islands))).toBe(true)
})

test('every page and section names a module exporting a component named like its file', () => {
  for (const { name, component } of [...pages, ...sections]) {
    const source = readFileSync(join(import.meta.dirname, '..', component), 'utf8')
    expect(source, name).toContain(`export const ${basename(component, '.tsx')} = (`)
  }
})

test('middleware runs by phase regardless of feature order', async () => {
  const run: string[] = []
  const step =
    (name: string): MiddlewareHandler =>
    async (_, next) => {
      run.push(name)
      await next()
    }
  const opened = [
    { middleware: { withSession: [step('notice')] } },
    { middleware: {} },
    { middleware: { session: [step('recognize'), step('guard')] } },
    { middleware: { withSession: [step('mark')], beforeSession: [step('preflight')] } },
  ]
  for (const features of [opened, opened.toReversed()]) {
    run.length = 0
    const app = new Hono().use(...middlewareInOrder(features)).get('/', c => c.text(''))
    await app.request('/')
    expect(run.slice(0, 3)).toEqual(['preflight', 'recognize', 'guard'])
    expect(run.slice(3).toSorted()).toEqual(['mark', 'notice'])
  }
})
