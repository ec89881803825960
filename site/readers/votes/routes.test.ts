import { BlockList } from 'node:net'
import { createHttp } from '@corroborate/server-kit/http'
import { createLimits } from '@corroborate/server-kit/limits'
import { describeStore, testLogger } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type SignInTables, signInMigration } from '../../accounts/sign-in/index.ts'
import { type Doi, parseDoi, paths } from '../../kit/doi/index.ts'
import { doiRoutes } from '../../kit/http/index.ts'
import { createPeople } from '../../kit/people/index.ts'
import { withoutProofOfWork } from '../../testing/index.ts'
import { votesFeature } from './feature.ts'
import { createVoteCall } from './routes.ts'
import { type VoteTables, voteMigration, votesReader } from './store.ts'

const doi = parseDoi('10.1000/calls.1') as Doi
const json = { 'content-type': 'application/json' }
const visitor = { cookie: 'visitor=0123456789012345678901' }

/** The site's vote call behind a proxy on this machine, with its own limits. */
const siteOver = (db: Kysely<VoteTables & SignInTables>, scale = 1000) => {
  const { logger } = testLogger()
  const limits = createLimits(votesFeature.limits, { prefix: `votes-${crypto.randomUUID()}`, logger, scale })
  const trustedProxies = new BlockList()
  trustedProxies.addAddress('127.0.0.1')
  const app = createHttp({ origin: 'http://localhost', logger, trustedProxies })
  const people = createPeople({ secure: false })
  app.use((c, next) => {
    people.noteNoSession(c)
    return next()
  })
  const vote = createVoteCall({
    db,
    people,
    limits,
    proofs: withoutProofOfWork,
    now: Date.now,
  })
  app.all('*', doiRoutes({ vote: { POST: vote } }))
  const socket = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  return (body: string, headers: Record<string, string> = json, path = `${paths.vote(doi)}?_=1`) =>
    app.request(
      path,
      { method: 'POST', headers: { 'content-length': String(Buffer.byteLength(body)), ...headers }, body },
      socket,
    )
}

const nothingKept = async (db: Kysely<VoteTables>) => {
  expect(await db.selectFrom('votes').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('vote_counts').selectAll().execute()).toEqual([])
}

describeStore<VoteTables & SignInTables>('POST /{doi}/vote', [voteMigration, signInMigration], open => {
  test('a new visitor’s vote is counted and sets a cookie, and the response is uncached', async () => {
    const db = await open()
    const answer = await siteOver(db)('{"voteType":"upvote"}')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ status: 'added', counts: { upvotes: 1, downvotes: 0, signedIn: 0 } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('set-cookie')).toMatch(/^visitor=/)
  })

  test('a form of an account’s page is not a visitor’s vote after the session ended', async () => {
    const db = await open()
    const form = { ...visitor, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
    const answer = await siteOver(db)('voteType=upvote&seen=none&acting_for=user-test-1', form)
    expect(answer.status).toBe(401)
    await nothingKept(db)
    expect((await siteOver(db)('voteType=upvote&seen=none', form)).status).toBe(303)
  })

  test('a visitor changes and withdraws their vote', async () => {
    const db = await open()
    const post = siteOver(db)
    await post('{"voteType":"upvote"}', { ...json, ...visitor })
    const changed = await post('{"voteType":"downvote"}', { ...json, ...visitor })
    expect(await changed.json()).toMatchObject({ status: 'changed', counts: { upvotes: 0, downvotes: 1 } })
    const removed = await post('{"voteType":"downvote"}', { ...json, ...visitor })
    expect(await removed.json()).toMatchObject({ status: 'removed', counts: { upvotes: 0, downvotes: 0 } })
  })

  test('a stale second tab results in the vote its reader wants', async () => {
    const db = await open()
    const post = siteOver(db)
    const upvote = '{"voteType":"upvote","seen":"none"}'
    await post(upvote, { ...json, ...visitor })
    const again = await post(upvote, { ...json, ...visitor })
    expect(await again.json()).toMatchObject({ counts: { upvotes: 1, downvotes: 0 } })
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...visitor }
    await post('voteType=upvote&seen=none', form)
    expect((await votesReader(db)(doi, null)).counts.upvotes).toBe(1)
    await post('voteType=upvote&seen=upvote', form)
    await post('voteType=upvote&seen=upvote', form)
    expect((await votesReader(db)(doi, null)).counts.upvotes).toBe(0)
    expect((await post('{"voteType":"upvote","seen":"maybe"}')).status).toBe(400)
  })

  test('a form without JavaScript redirects to the paper', async () => {
    const db = await open()
    const answer = await siteOver(db)('voteType=upvote', {
      'content-type': 'application/x-www-form-urlencoded',
      ...visitor,
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/10.1000/calls.1#vote')
    expect((await votesReader(db)(doi, null)).counts.upvotes).toBe(1)
  })

  test('an API client sending a form gets JSON', async () => {
    const db = await open()
    const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const answer = await siteOver(db)('voteType=upvote', form)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ status: 'added', counts: { upvotes: 1 } })
  })

  describe('bad input gets a clear 4xx and changes nothing', () => {
    test.each<[string, string, Record<string, string>, number]>([
      ['a wrong voteType', '{"voteType":"up"}', json, 400],
      ['a voteType of another kind', '{"voteType":{"$ne":null}}', json, 400],
      ['no voteType', '{}', json, 400],
      ['no object', '"upvote"', json, 400],
      ['null', 'null', json, 400],
      ['broken JSON', '{"voteType":', json, 400],
      ['a NUL character', '{"voteType":"upvote\\u0000"}', json, 400],
      ['a script', '{"voteType":"<script>alert(1)</script>"}', json, 400],
      ['another content type', 'upvote', { 'content-type': 'text/plain' }, 415],
      ['one megabyte', `{"voteType":"${'x'.repeat(1_000_000)}"}`, json, 413],
      ['another site’s page', '{"voteType":"upvote"}', { ...json, origin: 'https://evil.example' }, 403],
    ])('bad input is rejected: %s', async (_, body, headers, status) => {
      const db = await open()
      const answer = await siteOver(db)(body, headers)
      expect(answer.status).toBe(status)
      expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/\.$/) })
      expect(answer.headers.get('set-cookie')).toBeNull()
      await nothingKept(db)
    })

    test('the error states the valid values', async () => {
      const answer = await siteOver(await open())('{"voteType":"up"}')
      expect(((await answer.json()) as { error: string }).error).toContain('must be "upvote" or "downvote"')
    })

    test('a path without a DOI is rejected', async () => {
      const db = await open()
      expect((await siteOver(db)('{"voteType":"upvote"}', json, '/10.1/vote')).status).toBe(404)
      expect((await siteOver(db)('{"voteType":"upvote"}', json, '/10.1000/%/vote')).status).toBe(400)
      await nothingKept(db)
    })
  })

  describe('rate limits for votes', () => {
    const from = (address: string, more: Record<string, string> = {}) => ({
      ...json,
      'x-forwarded-for': address,
      ...more,
    })
    const newcomer = (n: number) => ({ cookie: `visitor=${String(n).padStart(22, 'n')}` })
    const up = '{"voteType":"upvote"}'
    const accepted = (statuses: readonly number[]) => statuses.filter(status => status === 200).length

    test('an IP address adds at most twenty new voters a day per paper', async () => {
      const db = await open()
      const post = siteOver(db, 1)
      const statuses: number[] = []
      for (let n = 0; n < 25; n++) statuses.push((await post(up, from('192.0.2.1', newcomer(n)))).status)
      expect([accepted(statuses), new Set(statuses.slice(20))]).toEqual([20, new Set([429])])
      const other = parseDoi('10.1000/calls.2') as Doi
      expect((await post(up, from('192.0.2.1', newcomer(30)), paths.vote(other))).status).toBe(200)
      expect((await post(up, from('192.0.2.2', newcomer(31)))).status).toBe(200)
      // Existing voters may change their vote.
      expect((await post('{"voteType":"downvote"}', from('192.0.2.1', newcomer(1)))).status).toBe(200)
      expect((await votesReader(db)(doi, null)).counts).toMatchObject({ upvotes: 20, downvotes: 1 })
    })

    test('withdrawing and repeating a vote is not a new voter and uses no points', async () => {
      const db = await open()
      // Three points at this scale: the first is spent once, however often that person clicks.
      const post = siteOver(db, 0.15)
      const click = (n: number) => post(up, from('192.0.2.1', newcomer(n)))
      const statuses: number[] = []
      for (const n of [1, 1, 1, 2, 3]) statuses.push((await click(n)).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200])
      const refused = await click(4)
      expect([refused.status, await refused.json()]).toMatchObject([
        429,
        { error: 'That was too often. Try again tomorrow.' },
      ])
      // A rejected voter does not become a known one.
      expect([(await click(4)).status, (await click(1)).status]).toEqual([429, 200])
    })

    test('a client without cookies is a new voter each time', async () => {
      const post = siteOver(await open(), 0.1)
      const statuses: number[] = []
      for (let n = 0; n < 4; n++) statuses.push((await post(up, from('192.0.2.1'))).status)
      expect(statuses).toEqual([200, 200, 429, 429])
    })

    test('a voter from an earlier day is not new', async () => {
      const db = await open()
      expect((await siteOver(db, 0.1)(up, from('192.0.2.1', newcomer(1)))).status).toBe(200)
      const nextDay = siteOver(db, 0.1)
      for (const n of [2, 3]) expect((await nextDay(up, from('192.0.2.1', newcomer(n)))).status).toBe(200)
      expect((await nextDay(up, from('192.0.2.1', newcomer(4)))).status).toBe(429)
      expect((await nextDay('{"voteType":"downvote"}', from('192.0.2.1', newcomer(1)))).status).toBe(200)
    })

    test('rate limits count an IPv6 /48 as one client', async () => {
      const db = await open()
      const post = siteOver(db, 0.1)
      const statuses: number[] = []
      for (let n = 0; n < 100; n++) {
        const address = `2001:db8:1:${(n * 256).toString(16)}::1`
        statuses.push((await post(up, from(address, newcomer(n)))).status)
      }
      // Those of four senders: at the scale of this test two new voters each.
      expect(accepted(statuses)).toBe(8)
      expect((await votesReader(db)(doi, null)).counts.upvotes).toBe(8)
    })

    test('an IP address has sixty vote requests in ten minutes across papers, and excess ones change nothing', async () => {
      const db = await open()
      const post = siteOver(db, 0.1)
      const click = (n: number) =>
        post(up, from('192.0.2.1', newcomer(0)), paths.vote(parseDoi(`10.1000/calls.${n}`) as Doi))
      const statuses: number[] = []
      for (let n = 0; n < 6; n++) statuses.push((await click(n % 2)).status)
      expect(accepted(statuses)).toBe(6)
      const before = await db.selectFrom('votes').selectAll().execute()
      const refused = await click(1)
      expect([refused.status, Number(refused.headers.get('retry-after')) > 500]).toEqual([429, true])
      expect(await db.selectFrom('votes').selectAll().execute()).toEqual(before)
      expect((await post(up, from('192.0.2.2', newcomer(2)))).status).toBe(200)
    })
  })
})
