import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { holdProof } from '../../accounts/sign-in/index.ts'
import { siteMigrations } from '../../app/migrations.ts'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import type { Account } from '../../kit/people/index.ts'
import { type AppTables, appUnderTest, type StandInProvider, startIdentityProvider } from '../../testing/index.ts'
import { asVoter, moveVotesIfAny } from './change-voter.ts'
import { recountAfterProof } from './feature.ts'
import { castVote, votesReader } from './store.ts'

const paper = (n: number) => parseDoi(`10.1000/proved.${n}`) as Doi
const account = (id: string): Account => ({
  key: `user:${id}`,
  signedIn: true,
  id,
  name: '',
  email: null,
  roles: [],
  proved: false,
})

describeStore<AppTables>('votes of accounts that have proved nothing', siteMigrations, open => {
  const setUp = async (settings: Record<string, string> = {}) => {
    const provider = await startIdentityProvider()
    onTestFinished(() => provider.close())
    const db = await open()
    const { app, origin } = appUnderTest({
      db,
      identity: provider.origin,
      settings,
      now: () => provider.clock.now,
      everybodyWorks: true,
    })
    const send = (path: string, cookie: string, body?: object) =>
      app.request(origin + path, {
        headers: {
          'content-type': 'application/json',
          'content-length': String(JSON.stringify(body ?? '').length),
          accept: 'application/json',
          'sec-fetch-site': 'same-origin',
          cookie,
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
    const vote = async (session: { token: string }, doi: Doi, more = '') =>
      send(`/${doi}/vote`, `corroborate_session=${session.token}.${more}`, { voteType: 'upvote' })
    const counts = async (doi: Doi) => (await votesReader(db.$pickTables<'votes' | 'vote_counts'>())(doi, null)).counts
    return { provider, db, send, vote, counts }
  }
  const unproved = (provider: StandInProvider, n: number) => {
    const user = provider.addUser(`sock${n}@example.org`, { proved: false })
    return { user, session: provider.signIn(user) }
  }
  const expectExactCounts = async (db: Kysely<AppTables>) => {
    const votes = await db.selectFrom('votes').selectAll().execute()
    for (const { doi, upvotes, downvotes, signed_in } of await db.selectFrom('vote_counts').selectAll().execute()) {
      const of = votes.filter(vote => vote.doi === doi)
      expect({ doi, all: upvotes + downvotes, signed_in }).toEqual({
        doi,
        all: of.length,
        signed_in: of.filter(vote => vote.signed_in === 1).length,
      })
    }
  }

  test('unverified accounts share the visitor limit: sixty accounts of one IP address are twenty voters', async () => {
    const { provider, vote, counts } = await setUp()
    const statuses: number[] = []
    for (let n = 0; n < 60; n++) statuses.push((await vote(unproved(provider, n).session, paper(1))).status)
    expect(statuses.filter(status => status === 200)).toHaveLength(20)
    expect(await counts(paper(1))).toEqual({ upvotes: 20, downvotes: 0, signedIn: 0 })
  })

  test('verified accounts at the same IP address can still vote', async () => {
    const { provider, vote, counts } = await setUp()
    for (let n = 0; n < 20; n++) await vote(unproved(provider, n).session, paper(1))
    expect((await vote(unproved(provider, 20).session, paper(1))).status).toBe(429)
    const proved = provider.signIn(provider.addUser('ada@example.org', { proved: true }))
    expect((await vote(proved, paper(1))).status).toBe(200)
    expect(await counts(paper(1))).toEqual({ upvotes: 21, downvotes: 0, signedIn: 1 })
  })

  test('votes count as signed-in once an email or phone number is verified, and once only', async () => {
    const { provider, vote, send, counts } = await setUp()
    const [one, two] = [unproved(provider, 1), unproved(provider, 2)]
    for (const { session } of [one, two]) for (const n of [1, 2]) await vote(session, paper(n))
    one.user.proved = true
    two.user.phone = '+14155550100'
    for (const { session } of [one, two, one]) await send(`/authenticate?session_token=${session.token}`, '')
    for (const n of [1, 2]) expect(await counts(paper(n))).toEqual({ upvotes: 2, downvotes: 0, signedIn: 2 })
    expect(await (await vote(one.session, paper(1))).json()).toMatchObject({
      status: 'removed',
      counts: { upvotes: 1, signedIn: 1 },
    })
    // And the limit of visitors is no longer theirs.
    expect(await (await vote(one.session, paper(3))).json()).toMatchObject({ counts: { upvotes: 1, signedIn: 1 } })
  })

  test('votes stop counting as signed-in when nothing is verified any more', async () => {
    const { provider, vote, send, counts } = await setUp()
    const { user, session } = unproved(provider, 1)
    user.proved = true
    await vote(session, paper(1))
    expect(await counts(paper(1))).toMatchObject({ signedIn: 1 })
    user.proved = false
    await send('/', `corroborate_session=${session.token}.`)
    expect(await counts(paper(1))).toEqual({ upvotes: 1, downvotes: 0, signedIn: 0 })
  })

  test('a visitor’s votes stay visitor votes when moved to an unverified account', async () => {
    const { provider, send, counts } = await setUp()
    const cookie = 'visitor=0123456789012345678901'
    await send(`/${paper(1)}/vote`, cookie, { voteType: 'upvote' })
    const { user, session } = unproved(provider, 1)
    await send('/authenticate', cookie, { session_token: session.token })
    expect(await counts(paper(1))).toEqual({ upvotes: 1, downvotes: 0, signedIn: 0 })
    user.proved = true
    await send('/', `corroborate_session=${session.token}.`)
    expect(await counts(paper(1))).toEqual({ upvotes: 1, downvotes: 0, signedIn: 1 })
  })

  test('20 rounds of concurrent verifications, votes, moves and reads leave exact counts', async () => {
    const db = await open()
    await db
      .insertInto('accounts')
      .values(
        [1, 2, 3].map(n => ({ user_id: `u${n}`, name: '', email: null, proved: 0, created_at: 1, updated_at: 1 })),
      )
      .execute()
    const prove = (id: string, proved: boolean) =>
      db.transaction().execute(async tx => {
        await tx
          .updateTable('accounts')
          .set({ proved: proved ? 1 : 0 })
          .where('user_id', '=', id)
          .execute()
        await recountAfterProof(tx.$pickTables<'votes' | 'vote_counts'>(), `user:${id}`, proved)
      })
    const cast = (id: string, n: number, vote: 'upvote' | 'downvote') =>
      db.transaction().execute(async tx => {
        const voter = await asVoter(tx.$pickTables<'accounts' | 'ended_sessions'>(), account(id))
        return castVote(tx.$pickTables<'votes' | 'vote_counts'>(), paper(n), voter, vote, 1)
      })
    const visit = (n: number, doi: number) =>
      db
        .transaction()
        .execute(tx =>
          castVote(
            tx.$pickTables<'votes' | 'vote_counts'>(),
            paper(doi),
            { key: `visitor:${n}`, signedIn: false },
            'upvote',
            1,
          ),
        )
    for (let round = 0; round < 20; round++) {
      for (let n = 0; n < 3; n++) await visit(n, n)
      await Promise.all([
        ...[1, 2, 3].flatMap(n => [prove(`u${n}`, true), prove(`u${n}`, round % 2 === 0), prove(`u${n}`, true)]),
        ...[1, 2, 3].flatMap(n => [0, 1, 2, 3].map(p => cast(`u${n}`, p, p % 2 === round % 2 ? 'upvote' : 'downvote'))),
        ...[0, 1, 2].map(n => moveVotesIfAny(db, `visitor:${n}`, account(`u${n + 1}`), 2)),
      ])
      await expectExactCounts(db)
      for (const row of await db.selectFrom('accounts').selectAll().execute()) {
        const standing = await db.transaction().execute(tx => holdProof(tx, row.user_id))
        const votes = await db
          .selectFrom('votes')
          .select('signed_in')
          .where('voter', '=', `user:${row.user_id}`)
          .execute()
        expect(new Set(votes.map(vote => vote.signed_in === 1))).toEqual(new Set(votes.length === 0 ? [] : [standing]))
      }
    }
  })
})
