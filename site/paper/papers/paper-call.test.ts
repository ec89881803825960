import { gunzipSync } from 'node:zlib'
import { createHttp } from '@corroborate/server-kit/http'
import { describeStore, testLogger } from '@corroborate/server-kit/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { storedDoi } from '../../kit/doi/index.ts'
import { anybody, type Reader } from '../../kit/page/reader.ts'
import { cacheKeys } from '../../kit/shared-caches/note-change.ts'
import type { VoteCounts, VoteType } from '../../readers/votes/rules.ts'
import { type AppTables, appUnderTest, type ShownPage, startIdentityProvider } from '../../testing/index.ts'
import { createPaperCall } from './feature.ts'
import type { PaperView } from './paper-view.ts'

const paper = '/10.1000/x'

describe('paper page response', () => {
  type Given = { isShared?: boolean; person?: { signedIn: boolean } | null; reader?: Partial<Reader>; query?: string }

  /** Requests a paper's page with the given view; the page is its model as JSON. */
  const ask = async (view: PaperView, { isShared = false, person = null, reader = {}, query = '' }: Given = {}) => {
    const call = createPaperCall({
      papers: { page: async () => view },
      people: { known: () => person as never },
      pages: {
        write: (_, model, { reader, nonce, isSomebodys }) => ({
          html: JSON.stringify({ model, reader, hasNonce: nonce !== null, isSomebodys }),
          headers: { 'X-Page': 'paper' },
        }),
        readerOf: () => ({ ...anybody, ...reader }),
        takesShared: () => isShared,
        anybodyAt: path => ({ ...anybody, path }),
      },
      now: () => 0,
    })
    const origin = 'http://localhost:3000'
    const app = createHttp({ origin, logger: testLogger().logger }).get('/*', c => call(c, storedDoi('10.1000/x'), ''))
    const answer = await app.request(origin + paper + query)
    const { headers } = answer
    const text = await answer.text()
    return { status: answer.status, headers, text, made: () => JSON.parse(text) }
  }
  const page = (record: 'found' | 'unavailable' = 'found', retryAfter: number | null = null): PaperView => ({
    ...{ kind: 'page', facts: null, retryAfter },
    model: { record } as never,
  })
  const both = [false, true] as const

  test.each(both)('an impossible DOI returns an error instead of a page (shared: %s)', async isShared => {
    const impossible = await ask({ kind: 'impossible' }, { isShared })
    expect([impossible.status, impossible.text]).toEqual([404, expect.stringContaining('This is not a valid DOI')])
    const below = await ask({ kind: 'below', doi: storedDoi('10.1000/above') }, { isShared })
    expect([below.status, below.text]).toEqual([404, expect.stringContaining('10.1000/above')])
  })

  test.each(both)('a better path redirects, uncached (shared: %s)', async isShared => {
    const { status, headers, text } = await ask({ kind: 'moved', path: '/10.1000/better' }, { isShared })
    expect([status, headers.get('Location'), text]).toEqual([302, '/10.1000/better', ''])
    expect(headers.get('Cache-Control') ?? '').not.toContain('public')
  })

  test.each(both)('a client over the rate limit gets Retry-After (shared: %s)', async isShared => {
    const { status, headers, made } = await ask(page('unavailable', 7), { isShared })
    expect([status, headers.get('Retry-After'), made().model]).toEqual([429, '7', { record: 'unavailable' }])
    expect((await ask(page(), { isShared })).headers.has('Retry-After')).toBe(false)
  })

  test('a shared page is publicly cacheable unless a source was unavailable', async () => {
    const kept = await ask(page(), { isShared: true })
    expect([kept.status, kept.headers.get('Cache-Control')]).toEqual([
      200,
      expect.stringMatching(/^public, .*s-maxage=600/),
    ])
    expect(kept.headers.get('Surrogate-Key')).toBe(`${cacheKeys.paper(storedDoi('10.1000/x'))} ${cacheKeys.papers}`)
    expect(kept.headers.get('X-Page')).toBe('paper')
    expect(kept.made()).toMatchObject({ reader: { path: paper }, hasNonce: false, isSomebodys: false })
    const unsure = await ask(page('unavailable'), { isShared: true })
    expect([unsure.status, unsure.headers.get('Cache-Control'), unsure.headers.get('Vary')]).toEqual([
      ...[200, 'no-store', 'Cookie, Accept-Encoding'],
    ])
  })

  test.each<[string, Given, { cache: string; isSomebodys: boolean }]>([
    ['nobody', {}, { cache: 'private, no-cache', isSomebodys: false }],
    ['a visitor who acted', { person: { signedIn: false } }, { cache: 'private, no-cache', isSomebodys: true }],
    ['who is logged in', { reader: { signedIn: true } }, { cache: 'no-store', isSomebodys: true }],
  ])('a personal page is not shared: %s', async (_, given, { cache, isSomebodys }) => {
    const { headers, made } = await ask(page(), given)
    expect([headers.get('Cache-Control'), headers.get('Vary')]).toEqual([cache, 'Cookie, Accept-Encoding'])
    expect(made()).toMatchObject({ isSomebodys, hasNonce: true, reader: { path: paper } })
    expect((await ask(page('unavailable'), given)).headers.get('Cache-Control')).toBe('no-store')
  })

  test.each<[string, Given, string | null]>([
    ['with an account', { person: { signedIn: true }, query: '?claim_submitted=true' }, 'Thank you for your claim.'],
    ['with an account, but no claim', { person: { signedIn: true }, query: '?claim_submitted=1' }, null],
    ['without an account', { person: { signedIn: false }, query: '?claim_submitted=true' }, null],
    ['who was never seen here', { query: '?claim_submitted=true' }, null],
    ['who is told something else', { person: { signedIn: true }, reader: { notice: 'Other.' } }, 'Other.'],
  ])('the claim confirmation is shown to a person %s', async (_, given, notice) => {
    const told = (await ask(page(), given)).made().reader.notice
    expect(told).toEqual(notice === null ? null : expect.stringContaining(notice))
  })
})

describeStore<AppTables>('the page of a paper that is kept for a second', siteMigrations, open => {
  const setUp = async () => {
    const provider = await startIdentityProvider()
    onTestFinished(() => provider.close())
    const { clock } = provider
    const { app, origin, papersShown } = appUnderTest({
      db: await open(),
      identity: provider.origin,
      now: () => clock.now,
    })
    const usual = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }
    const ask = async (cookie?: string, path = paper) => {
      const answer = await app.request(origin + path, { headers: { ...usual, ...(cookie && { cookie }) } })
      const { model, reader } = JSON.parse(await answer.text()) as ShownPage & { page: 'paper' }
      const { votes } = model.sections.vote as { votes: { mine: VoteType | null; counts: VoteCounts } }
      return { headers: answer.headers, doi: model.doi, votes, reader }
    }
    const vote = async (voteType: string, cookie?: string): Promise<string> => {
      const answer = await app.request(`${origin}${paper}/vote`, {
        method: 'POST',
        headers: { ...usual, 'content-type': 'application/json', ...(cookie && { cookie }) },
        body: JSON.stringify({ voteType }),
      })
      expect(answer.status).toBe(200)
      return cookie ?? (answer.headers.getSetCookie()[0] ?? '').replace(/;.*/, '')
    }
    const fetchPage = (headers: Record<string, string>, method = 'GET') =>
      app.request(origin + paper, { method, headers: { ...usual, ...headers } })
    return { provider, clock, ask, vote, papersShown, fetchPage }
  }

  describe('rerendering', () => {
    test('a page is rerendered after a second, not earlier, for visitors', async () => {
      const { clock, ask, papersShown } = await setUp()
      for (const later of [0, 1, 998]) {
        clock.now += later
        await ask()
        expect(papersShown()).toBe(1)
      }
      clock.now += 1
      await ask()
      expect(papersShown()).toBe(2)
    })

    test('each paper has its own cached page', async () => {
      const { ask } = await setUp()
      expect([(await ask()).doi, (await ask(undefined, '/10.1000/y')).doi]).toEqual(['10.1000/x', '10.1000/y'])
    })
  })

  test('another person’s vote appears after at most a second', async () => {
    const { clock, ask, vote } = await setUp()
    expect((await ask()).votes.counts.upvotes).toBe(0)
    await vote('upvote')
    clock.now += 1_000
    expect((await ask()).votes).toMatchObject({ mine: null, counts: { upvotes: 1 } })
  })

  test('a visitor who voted gets a page rendered for them each time', async () => {
    const { ask, vote } = await setUp()
    await ask()
    const cookie = await vote('upvote')
    expect((await ask(cookie)).votes).toMatchObject({ mine: 'upvote', counts: { upvotes: 1 } })
    await vote('downvote', cookie)
    expect((await ask(cookie)).votes).toMatchObject({ mine: 'downvote', counts: { upvotes: 0, downvotes: 1 } })
  })

  test('a cached page never comes from a visitor who voted', async () => {
    const { ask, vote } = await setUp()
    const cookie = await vote('upvote')
    expect((await ask(cookie)).votes.mine).toBe('upvote')
    expect((await ask()).votes.mine).toBeNull()
  })

  test('signed-in readers get their own pages, which are not shared', async () => {
    const { provider, ask } = await setUp()
    const cookie = `corroborate_session=${provider.signIn(provider.addUser('ada@example.org')).token}.`
    await ask()
    expect((await ask(cookie)).reader.signedIn).toBe(true)
    expect((await ask()).reader.signedIn).toBe(false)
  })

  test('readers whose session cannot be checked get their own pages, which are not shared', async () => {
    const { provider, ask } = await setUp()
    const cookie = `corroborate_session=${provider.signIn(provider.addUser('ada@example.org')).token}.`
    provider.behave({ status: 503 })
    await ask()
    expect((await ask(cookie)).reader.notice).toContain('not responding')
    expect((await ask()).reader.notice).toBeNull()
  })

  test('a personal page is not cacheable by others', async () => {
    const { ask } = await setUp()
    const { headers } = await ask(`visitor=${'n'.repeat(22)}`)
    expect([headers.get('cache-control'), headers.get('vary'), headers.get('surrogate-key')]).toEqual([
      'private, no-cache',
      'Cookie, Accept-Encoding',
      null,
    ])
  })

  test('a shared page is cacheable by shared caches, with its purge keys', async () => {
    const { ask } = await setUp()
    const { headers } = await ask()
    expect(headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=600, stale-while-revalidate=60, stale-if-error=86400',
    )
    expect(headers.get('vary')).toBe('Accept-Encoding')
    expect(headers.get('set-cookie')).toBeNull()
    const keys = headers.get('surrogate-key') ?? ''
    expect(keys).toMatch(/^paper-[\w-]{20} papers$/)
    expect(headers.get('cache-tag')).toBe(keys.replace(' ', ','))
    expect((await ask(undefined, '/10.1000/y')).headers.get('surrogate-key')).not.toBe(keys)
  })

  describe('browser that loads personal data by script', () => {
    const mark = 'yours=1234-5678'

    test('signed-in readers get the shared page too, without cookies', async () => {
      const { provider, ask, vote } = await setUp()
      const visitor = await vote('upvote')
      const session = `corroborate_session=${provider.signIn(provider.addUser('ada@example.org')).token}.`
      const everybodys = await ask()
      for (const own of [visitor, session, 'corroborate_session=of-nobody.']) {
        const { headers, votes, reader } = await ask(`${own}; ${mark}`)
        expect([votes.mine, reader]).toEqual([null, everybodys.reader])
        expect(headers.get('etag')).toBe(everybodys.headers.get('etag'))
        expect(headers.get('cache-control')).toMatch(/^public/)
        expect(headers.getSetCookie()).toEqual([])
      }
    })

    test('a page is personalized right after an action or on request', async () => {
      const { ask, vote } = await setUp()
      const visitor = await vote('upvote')
      for (const query of ['yours', 'claim_submitted=true']) {
        const { headers, votes } = await ask(`${visitor}; ${mark}`, `${paper}?${query}`)
        expect([votes.mine, headers.get('cache-control')]).toEqual(['upvote', 'private, no-cache'])
      }
    })

    test.each(['yours=', 'yours=a b', `yours=${'a'.repeat(65)}`])(
      'a page is personalized under %j, which is not a marker',
      async bad => {
        const { ask, vote } = await setUp()
        const visitor = await vote('upvote')
        expect((await ask(`${visitor}; ${bad}`)).votes.mine).toBe('upvote')
      },
    )
  })

  describe('transfer', () => {
    const gzip = { 'accept-encoding': 'gzip, deflate, br' }
    const htmlOf = async (answer: Response) => gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()

    test('a page is compressed once for all, with a hash-based CSP', async () => {
      const { fetchPage, papersShown } = await setUp()
      await fetchPage(gzip)
      const bodies = new Set<string>()
      for (let reader = 0; reader < 3; reader++) {
        const answer = await fetchPage(gzip)
        expect(answer.headers.get('content-encoding')).toBe('gzip')
        const policy = answer.headers.get('content-security-policy') ?? ''
        expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/]{43}='){3};/)
        expect(policy).not.toMatch(/nonce-|strict-dynamic|unsafe/)
        bodies.add(await htmlOf(answer))
      }
      expect([papersShown(), bodies.size]).toEqual([1, 1])
      expect([...bodies][0]).toContain('"nonce":null')
    })

    test('each encoding has a strong ETag that matches on revalidation', async () => {
      const { fetchPage } = await setUp()
      await fetchPage(gzip)
      const [packed, plain] = [await fetchPage(gzip), await fetchPage({})].map(
        answer => answer.headers.get('etag') ?? '',
      )
      expect(plain).toMatch(/^"[\w-]{22}"$/)
      expect(packed).toBe(`${plain?.slice(0, -1)}-gzip"`)
      for (const tag of [packed, plain, `W/${packed}`]) {
        const again = await fetchPage({ ...gzip, 'if-none-match': tag ?? '' })
        expect([again.status, again.headers.get('etag')]).toEqual([304, tag?.replace('W/', '')])
      }
    })

    test('a page returns 304 until its content changes', async () => {
      const { fetchPage, vote, clock } = await setUp()
      const etag = (await fetchPage(gzip)).headers.get('etag') ?? ''
      for (const headers of [gzip, {}]) {
        const again = await fetchPage({ ...headers, 'if-none-match': etag })
        expect([again.status, await again.text()]).toEqual([304, ''])
        expect(again.headers.get('content-security-policy')).toBeNull()
        expect(again.headers.get('vary')).toBe('Accept-Encoding')
      }
      await vote('upvote')
      clock.now += 1_000
      expect((await fetchPage({ ...gzip, 'if-none-match': etag })).status).toBe(200)
    })

    test('HEAD has the headers of GET', async () => {
      const { fetchPage } = await setUp()
      await fetchPage(gzip)
      const [get, head] = [await fetchPage(gzip), await fetchPage(gzip, 'HEAD')]
      expect(await head.text()).toBe('')
      for (const name of ['content-encoding', 'content-length', 'etag', 'vary', 'content-type'])
        expect(head.headers.get(name)).toBe(get.headers.get(name))
    })

    test('a personal page has no ETag', async () => {
      const { fetchPage, vote } = await setUp()
      const answer = await fetchPage({ ...gzip, cookie: await vote('upvote') })
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, null])
    })
  })
})
