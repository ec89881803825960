import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { ImpersonationTables } from '../accounts/impersonation/store.ts'
import { isApiPath, isAssistantsPath } from '../kit/doi/index.ts'
import { moderatorRole } from '../kit/people/index.ts'
import { type AppTables, allRows, appUnderTest, startIdentityProvider } from '../testing/index.ts'
import { siteMigrations } from './migrations.ts'

const doi = '10.1000/x'
const sue = 'sue@example.org'
const readOnly = 'This session is read-only'

/** Reads that an impersonated session may not have. */
const closedReads = ['GET /account/export.json']
/** Routes that need the role of a moderator, which an impersonated session does not carry. */
const forModerators = ['/moderate', '/moderate/money']

/** Addresses that look at no session, so that there is none to be impersonated: the API and the assistants' endpoint. */
const recognizesNobody = ({ path }: { path: string }): boolean => isApiPath(path) || isAssistantsPath(path)

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`

const moderator = ['stytch_user', moderatorRole]
/** Kinds of accounts, with their roles at the provider. */
const kinds = [
  { kind: 'a user', roles: ['stytch_user'] },
  { kind: 'a moderator', roles: moderator },
  { kind: 'an administrator', roles: ['stytch_user', moderatorRole, 'owner', 'support', 'auditor'] },
]

describeStore<AppTables>('a session in which an operator impersonates a user', siteMigrations, open => {
  const setUp = async (roles = moderator) => {
    const db = await open()
    const provider = await startIdentityProvider()
    onTestFinished(() => provider.close())
    const site = appUnderTest({ db, identity: provider.origin, now: () => provider.clock.now })
    const ada = provider.addUser('ada@example.org', { firstName: 'Ada', roles })
    const cookieOf = (impersonator: string | null) => {
      const { token, ...session } = provider.signIn(ada, 60, impersonator)
      return `corroborate_session=${token}.${provider.jwtOf({ token, ...session })}`
    }
    const [own, impersonated] = [cookieOf(null), cookieOf(sue)]
    const ask = async (
      method: string,
      path: string,
      cookie: string,
      { body = '{}', accept = 'application/json' }: { body?: string; accept?: string } = {},
    ) => {
      const answer = await site.app.request(
        site.origin + path.replace(':doi', doi).replaceAll(/:\w+(?:\{[^}]*\})?/g, 'some'),
        {
          method,
          headers: {
            ...{ accept, cookie, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '192.0.2.1' },
            ...(method !== 'GET' && { 'content-type': 'application/json', 'content-length': String(body.length) }),
          },
          ...(method !== 'GET' && { body }),
        },
      )
      return { status: answer.status, text: await answer.text(), headers: answer.headers }
    }
    /** All rows but those of the log, and of the account's own profile. */
    const rows = async () => {
      const { impersonated_requests: _, accounts: _a, ...others } = await allRows(db)
      return others
    }
    const logged = () =>
      (db as unknown as Kysely<ImpersonationTables>).selectFrom('impersonated_requests').selectAll().execute()
    return { ...site, db, provider, ada, own, impersonated, ask, rows, logged }
  }

  test.each(kinds)(
    'impersonating $kind changes nothing in any feature, and logs each request under both names',
    async ({ roles }) => {
      const { addresses, own, impersonated, ask, rows, logged, ada } = await setUp(roles)
      for (const path of [`/${doi}/vote`, `/${doi}/watch`])
        await ask('POST', path, own, { body: '{"voteType":"upvote","action":"watch"}' })
      const before = await rows()
      expect(before.votes).toHaveLength(1)
      const passed: string[] = []
      const asked = addresses.filter(({ path }) => path !== '/logout' && path !== '/authenticate')
      for (const { method, path } of asked) {
        const { status, text } = await ask(method, path, impersonated)
        expect([nameOf({ method, path }), status, text].join(' ')).not.toMatch(/^\S+ \S+ 500 /)
        if (!text.includes(readOnly)) passed.push(nameOf({ method, path }))
      }
      expect(await rows()).toEqual(before)
      const reads = asked.map(nameOf).filter(name => name.startsWith('GET ') && !closedReads.includes(name))
      const withoutSession = asked.filter(each => recognizesNobody(each) && each.method !== 'GET').map(nameOf)
      expect(passed.toSorted()).toEqual([...reads, ...withoutSession, 'POST /authenticate/session'].toSorted())
      const entries = await logged()
      expect(entries.length).toBeGreaterThan(asked.length / 2)
      for (const entry of entries) expect(entry).toMatchObject({ person: `user:${ada.id}`, impersonator: sue })
      expect(
        entries
          .filter(({ method }) => method !== 'GET')
          .every(({ path, refused }) => path === '/authenticate/session' || refused === 1),
      ).toBe(true)
    },
  )

  test('the impersonation check applies to the session and not to the user', async () => {
    const { addresses, own, ask } = await setUp()
    for (const { method, path } of addresses.filter(({ path }) => path !== '/logout'))
      expect([path, (await ask(method, path, own)).text]).not.toEqual([path, expect.stringContaining(readOnly)])
  })

  test('an impersonated session has no role: no moderation, no finances, no links to them', async () => {
    const { own, impersonated, ask } = await setUp()
    for (const path of forModerators) {
      expect([path, (await ask('GET', path, own)).status]).toEqual([path, 200])
      expect([path, (await ask('GET', path, impersonated)).status]).toEqual([path, 403])
    }
    const { reader } = JSON.parse((await ask('GET', '/about', impersonated)).text)
    expect(reader).toMatchObject({ moderates: false, name: 'Ada', impersonator: sue })
  })

  test('every page shows the impersonation, even pages otherwise shared', async () => {
    const { addresses, impersonated, ask } = await setUp()
    let shown = 0
    for (const { path } of addresses.filter(each => each.method === 'GET' && each.path !== '/logout')) {
      if (recognizesNobody({ path })) continue
      const { text, headers } = await ask('GET', path, `${impersonated}; yours=1234-5678`, { accept: 'text/html' })
      const isPage = headers.get('content-type')?.startsWith('text/html') && text.startsWith('{')
      if (!isPage) continue
      shown += 1
      const { page, reader } = JSON.parse(text)
      expect([path, page, reader?.impersonator]).toEqual([path, page, sue])
    }
    expect(shown).toBeGreaterThan(20)
    const { parts } = JSON.parse((await ask('GET', '/yours?path=/about', impersonated)).text)
    expect(JSON.parse(parts.shown).reader.impersonator).toBe(sue)
  })

  test('impersonation is detected from the provider’s response when the JWT is stale', async () => {
    const { impersonated, ask } = await setUp()
    const withoutJwt = `${impersonated.slice(0, impersonated.indexOf('.'))}.`
    const answer = await ask('POST', `/${doi}/vote`, withoutJwt, { body: '{"voteType":"upvote"}' })
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(readOnly)])
  })

  test('the operator’s visitor data in this browser is not moved to the impersonated account', async () => {
    const { provider, ada, ask, db } = await setUp()
    const voted = await ask('POST', `/${doi}/vote`, '', { body: '{"voteType":"upvote"}' })
    const [visitor = ''] = voted.headers.getSetCookie()[0]?.split(';') ?? []
    const { token } = provider.signIn(ada, 60, sue)
    const begun = await ask('GET', `/authenticate?session_token=${token}`, visitor)
    expect([
      begun.status,
      begun.headers.getSetCookie().some(cookie => cookie.startsWith('corroborate_session=')),
    ]).toEqual([200, true])
    const votes = await db.selectFrom('votes').select('voter').execute()
    expect(votes.map(({ voter }) => voter.startsWith('visitor:'))).toEqual([true])
  })

  test('impersonation can be ended, and the browser then acts for itself', async () => {
    const { impersonated, ask, provider } = await setUp()
    const ended = await ask('POST', '/logout', impersonated)
    expect(ended.status).toBe(303)
    expect(provider.asked('/sessions/revoke')).toBe(1)
  })
})
