import { createHttp, HttpProblem } from '@corroborate/server-kit/http'
import { describeStore, testLogger } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Doi, parseDoi, paths } from '../doi/index.ts'
import { doiRoutes } from '../http/index.ts'
import { createPeople } from '../people/index.ts'
import { createVoteCall } from './calls.ts'
import { type VoteTables, voteMigration, votesReader } from './store.ts'

const doi = parseDoi('10.1000/calls.1') as Doi
const json = { 'content-type': 'application/json' }
const visitor = { cookie: 'visitor=0123456789012345678901' }

const siteOver = (db: Kysely<VoteTables>, allowed = Number.POSITIVE_INFINITY) => {
  let taken = 0
  const limits = {
    async require() {
      if (++taken > allowed) throw new HttpProblem(429, 'Too many.', { headers: { 'Retry-After': '60' } })
    },
  }
  const app = createHttp({ origin: 'http://localhost', logger: testLogger().logger })
  const vote = createVoteCall({ db, people: createPeople({ secure: false }), limits, now: Date.now })
  app.all('*', doiRoutes({ vote: { POST: vote } }))
  return (body: string, headers: Record<string, string> = json, path = `${paths.vote(doi)}?_=1`) =>
    app.request(path, {
      method: 'POST',
      headers: { 'content-length': String(Buffer.byteLength(body)), ...headers },
      body,
    })
}

const nothingKept = async (db: Kysely<VoteTables>) => {
  expect(await db.selectFrom('votes').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('vote_counts').selectAll().execute()).toEqual([])
}

describeStore<VoteTables>('POST /{doi}/vote', [voteMigration], open => {
  test('a newcomer votes, is counted and gets a cookie; the answer is not to be kept', async () => {
    const db = await open()
    const answer = await siteOver(db)('{"voteType":"upvote"}')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ status: 'added', counts: { upvotes: 1, downvotes: 0, signedIn: 0 } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('set-cookie')).toMatch(/^visitor=/)
  })

  test('the same visitor changes, then takes back the vote', async () => {
    const db = await open()
    const post = siteOver(db)
    await post('{"voteType":"upvote"}', { ...json, ...visitor })
    const changed = await post('{"voteType":"downvote"}', { ...json, ...visitor })
    expect(await changed.json()).toMatchObject({ status: 'changed', counts: { upvotes: 0, downvotes: 1 } })
    const removed = await post('{"voteType":"downvote"}', { ...json, ...visitor })
    expect(await removed.json()).toMatchObject({ status: 'removed', counts: { upvotes: 0, downvotes: 0 } })
  })

  test('a form without JavaScript leads back to the paper', async () => {
    const db = await open()
    const answer = await siteOver(db)('voteType=upvote', {
      'content-type': 'application/x-www-form-urlencoded',
      ...visitor,
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/10.1000/calls.1#vote')
    expect((await votesReader(db)(doi, null)).counts.upvotes).toBe(1)
  })

  test('a program that sends a form and asks for JSON gets JSON', async () => {
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
    ])('%s', async (_, body, headers, status) => {
      const db = await open()
      const answer = await siteOver(db)(body, headers)
      expect(answer.status).toBe(status)
      expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/\.$/) })
      expect(answer.headers.get('set-cookie')).toBeNull()
      await nothingKept(db)
    })

    test('a path that is no DOI', async () => {
      const db = await open()
      expect((await siteOver(db)('{"voteType":"upvote"}', json, '/10.1/vote')).status).toBe(404)
      expect((await siteOver(db)('{"voteType":"upvote"}', json, '/10.1000/%/vote')).status).toBe(400)
      await nothingKept(db)
    })
  })

  test('over the limit the answer is 429, says when to come back, and changes nothing', async () => {
    const db = await open()
    const answer = await siteOver(db, 0)('{"voteType":"upvote"}')
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('60')
    await nothingKept(db)
  })
})
