import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { storedDoi } from '../../kit/doi/index.ts'
import type { Reader } from '../../kit/page/reader.ts'
import type { ClaimTables } from '../../readers/claims/index.ts'
import { type AppTables, appUnderTest, type StandInProvider, startIdentityProvider } from '../../testing/index.ts'

const doi = storedDoi('10.1000/x')
const usual = { accept: 'application/json', 'sec-fetch-site': 'same-origin' }
const nothing = { reader: null, parts: null }

type Sections = {
  vote: { votes: { mine: string | null }; reader: string | null }
  watch: { watching: boolean; signedIn: boolean }
  claim: { claims: { isMine: boolean }[] }
  notes: object
}

describeStore<AppTables>('the call for what is a reader’s own', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const provider = await startIdentityProvider()
    onTestFinished(() => provider.close())
    const { app, origin } = appUnderTest({ db, identity: provider.origin, now: () => provider.clock.now })
    const ask = (query: string, headers: Record<string, string> = {}) =>
      app.request(`${origin}/yours${query}`, { headers: { ...usual, ...headers } })
    const yours = async (path: string, cookie: string) => {
      const answer = await ask(`?path=${encodeURIComponent(path)}`, { cookie })
      expect(answer.status).toBe(200)
      const { reader, parts } = (await answer.json()) as { reader: string | null; parts: { shown: string } }
      const shown = JSON.parse(parts.shown) as { sections: Partial<Sections>; reader: Reader }
      return { account: reader, ...shown, headers: answer.headers }
    }
    const post = async (path: string, body: object, cookie: string) => {
      const text = JSON.stringify(body)
      const answer = await app.request(origin + path, {
        method: 'POST',
        headers: { ...usual, 'content-type': 'application/json', 'content-length': String(text.length), cookie },
        body: text,
      })
      expect(answer.status).toBe(200)
      return answer
    }
    /** A voter without an account. @returns their cookie */
    const visitor = async (voteType = 'upvote') =>
      ((await post(`/${doi}/vote`, { voteType }, '')).headers.getSetCookie()[0] ?? '').replace(/;.*/, '')
    return { db, provider, app, origin, ask, yours, post, visitor }
  }

  test('/yours returns an account’s name, vote, watch and claim', async () => {
    const { db, provider, yours, post } = await setUp()
    const { cookie, id } = signedIn(provider)
    const before = await yours(`/${doi}`, cookie)
    expect(before.sections).toMatchObject({ vote: { votes: { mine: null } }, watch: { watching: false } })
    await post(`/${doi}/vote`, { voteType: 'downvote' }, cookie)
    await post(`/${doi}/watch`, { action: 'watch' }, cookie)
    await addClaim(db, `user:${id}`)
    const { account, sections, reader } = await yours(`/${doi}`, cookie)
    expect(account).toBe(id)
    expect(reader).toMatchObject({ signedIn: true, account: id, name: 'Ada Lovelace', path: `/${doi}` })
    expect(sections).toMatchObject({
      vote: { votes: { mine: 'downvote', counts: { downvotes: 1, signedIn: 1 } }, reader: id },
      watch: { watching: true },
      claim: { claims: [{ isMine: true }] },
    })
    expect(Object.keys(sections).toSorted()).toEqual(['claim', 'notes', 'vote', 'watch'])
  })

  test('/yours returns nobody else’s data', async () => {
    const { db, provider, yours, post, visitor } = await setUp()
    const [ada, bob] = [signedIn(provider), signedIn(provider, 'bob@example.org', 'Bob')]
    await post(`/${doi}/vote`, { voteType: 'downvote' }, ada.cookie)
    await post(`/${doi}/watch`, { action: 'watch' }, ada.cookie)
    await addClaim(db, `user:${ada.id}`)
    for (const cookie of [bob.cookie, await visitor()]) {
      const { account, sections, reader } = await yours(`/${doi}`, cookie)
      expect(account).not.toBe(ada.id)
      expect(reader.name).not.toBe('Ada Lovelace')
      expect(sections.vote?.votes.mine).not.toBe('downvote')
      expect(sections).toMatchObject({ watch: { watching: false }, claim: { claims: [{ isMine: false }] } })
    }
  })

  test('/yours returns a visitor’s vote without an account', async () => {
    const { yours, visitor } = await setUp()
    const { account, sections, reader } = await yours(`/${doi}`, await visitor('upvote'))
    expect([account, reader.signedIn, reader.name]).toEqual([null, false, null])
    expect(sections).toMatchObject({ vote: { votes: { mine: 'upvote' }, reader: null } })
  })

  describe('empty response of /yours', () => {
    test('/yours is empty without a cookie, or with an invalid session or visitor cookie', async () => {
      const { ask } = await setUp()
      for (const cookie of ['', 'yours=1234-5678', 'corroborate_session=of-nobody.', 'visitor=x']) {
        const answer = await ask(`?path=/${doi}`, { cookie })
        expect([cookie, answer.status, await answer.json()]).toEqual([cookie, 200, nothing])
        expect(answer.headers.get('cache-control')).toBe('private, no-store')
      }
    })

    test('/yours is empty for an ended session and deletes its cookie and marker', async () => {
      const { provider, ask } = await setUp()
      const { cookie, token } = signedIn(provider)
      provider.sessions.delete(token)
      const answer = await ask(`?path=/${doi}`, { cookie: `${cookie}; yours=1234-5678` })
      expect(await answer.json()).toEqual(nothing)
      expect(answer.headers.getSetCookie().toSorted()).toEqual([
        expect.stringMatching(/^corroborate_session=; Max-Age=0;/),
        'yours=; Max-Age=0; Path=/',
      ])
    })
  })

  test('/yours reports when the session cannot be checked', async () => {
    const { provider, yours } = await setUp()
    const { cookie } = signedIn(provider)
    provider.behave({ status: 503 })
    const { account, reader } = await yours(`/${doi}`, cookie)
    expect([account, reader.signedIn, reader.name]).toEqual([null, true, null])
    expect(reader.notice).toContain('not responding')
  })

  test('/yours returns only the page frame where there is no paper', async () => {
    const { provider, yours } = await setUp()
    const { cookie, id } = signedIn(provider)
    for (const path of ['/', '/about', '/recent?kind=notes', '/no-such-page', `/${doi}/claim`, '/10.1000']) {
      const { account, sections, reader } = await yours(path, cookie)
      expect({ account, sections, path: reader.path }).toEqual({ account: id, sections: {}, path })
    }
  })

  test('/yours returns data for a path’s page, without echoing the path', async () => {
    const { provider, yours } = await setUp()
    const { reader } = await yours(`/${doi}/..//x"><script>alert(1)</script>`, signedIn(provider).cookie)
    expect(reader.path).not.toMatch(/[<>"]/)
  })

  describe('rejected requests to /yours', () => {
    test('/yours rejects paths of other sites and paths with side effects', async () => {
      const { provider, ask } = await setUp()
      const { cookie } = signedIn(provider)
      for (const query of refused)
        for (const who of ['', cookie]) {
          const answer = await ask(query, { cookie: who })
          expect([query, answer.status]).toEqual([query, 400])
          expect(await answer.text()).not.toMatch(/Ada|evil/)
          expect(answer.headers.get('cache-control')).toMatch(/no-store/)
        }
    })

    test('/yours rejects request bodies', async () => {
      const { app, origin } = await setUp()
      const answer = await app.request(`${origin}/yours?path=/`, { method: 'POST', headers: usual })
      expect(answer.status).toBe(405)
    })
  })

  test('/yours is never cached or compressed', async () => {
    const { provider, ask } = await setUp()
    const { cookie } = signedIn(provider)
    const path = `/${doi}?${'long=enough&'.repeat(100)}`
    const answer = await ask(`?path=${encodeURIComponent(path)}`, { cookie, 'accept-encoding': 'gzip, br, zstd' })
    const { headers } = answer
    expect((await answer.text()).length).toBeGreaterThan(1_024)
    expect([headers.get('content-encoding'), headers.get('cache-control')]).toEqual([null, 'private, no-store'])
    for (const name of ['etag', 'surrogate-key', 'cache-tag', 'access-control-allow-origin'])
      expect(headers.get(name)).toBeNull()
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

const refused = [
  '',
  '?path=',
  '?other=1',
  '?path=about',
  '?path=//evil.example',
  '?path=/%5Cevil.example',
  '?path=/%09/evil.example',
  '?path=/.//evil.example',
  '?path=https://evil.example/',
  '?path=javascript:alert(1)',
  '?path=/x%0d%0aSet-Cookie:%20a=b',
  '?path=/logout',
  '?path=/?session_token%3Dx',
  `?path=/${'x'.repeat(2_000)}`,
]

const signedIn = (provider: StandInProvider, email = 'ada@example.org', firstName = 'Ada') => {
  const user = provider.addUser(email, { firstName, lastName: firstName === 'Ada' ? 'Lovelace' : '' })
  const { token } = provider.signIn(user)
  return { cookie: `corroborate_session=${token}.`, id: user.id, token }
}

/** A claim that a moderator has let through. */
const addClaim = async (db: Kysely<AppTables>, claimant: string) => {
  const claim = {
    id: 'claim-1',
    doi,
    claimant,
    name: 'Ada',
    show_name: 1,
    email: null,
    locale: 'en',
    plan: '',
  } as const
  const times = { claimed_at: 1, until: Date.now() + 86_400_000, approved_at: 1 }
  const row = { ...claim, ...times, package: null, sha256: 'c'.repeat(64), end: null, live: 1 }
  await (db as unknown as Kysely<ClaimTables>).insertInto('claims').values(row).execute()
}
