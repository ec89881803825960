import { describeStore } from '@corroborate/server-kit/testing'
import { signWebhook, webhookKeyOf } from '@corroborate/server-kit/webhooks'
import { expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../../app/migrations.ts'
import { parseDoi } from '../../../kit/doi/index.ts'
import { votesReader } from '../../../readers/votes/store.ts'
import { type AppTables, appUnderTest, callerSecret, startIdentityProvider } from '../../../testing/index.ts'

const paper = (n: number) => parseDoi(`10.1000/told.${n}`) ?? expect.fail()
const publicToken = 'public-token-test-5a9d3f2e-0c1b-4e7a-9f86-2b7d41c0e935'
const key = webhookKeyOf(callerSecret, publicToken)

describeStore<AppTables>('the provider tells the site what happened to a user', siteMigrations, open => {
  const setUp = async (settings: Record<string, string> = {}) => {
    const provider = await startIdentityProvider()
    onTestFinished(() => provider.close())
    const db = await open()
    const { clock } = provider
    const { app, origin } = appUnderTest({ db, identity: provider.origin, settings, now: () => clock.now })
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
    const vote = async (cookie: string, n: number, voteType = 'upvote') => {
      const answer = await send(`/${paper(n)}/vote`, cookie, { voteType })
      expect(answer.status).toBe(200)
    }
    const tell = async (type: string, userId: string, at = clock.now, headers?: Record<string, string>) => {
      const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: { user_id: userId } })
      const answer = await app.request(`${origin}/webhooks/identity`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(headers ?? signWebhook(key, { id: 'job-1', body }, clock.now)),
        },
        body,
      })
      return answer.status
    }
    const read = votesReader(db.$pickTables<'votes' | 'vote_counts'>())
    const counts = async (n: number) => (await read(paper(n), null)).counts
    /** A session that the site knows, with its JWT, as a browser keeps it. */
    const signIn = async (email: string, more: { proved?: boolean; phone?: string } = {}) => {
      const user = provider.addUser(email, more)
      const session = provider.signIn(user)
      const answer = await send('/', `corroborate_session=${session.token}.`)
      const [, cookie = ''] = /^(corroborate_session=[^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? []
      return { user, session, cookie, bare: `corroborate_session=${session.token}.` }
    }
    return { provider, db, clock, send, vote, tell, counts, signIn }
  }
  const none = { upvotes: 0, downvotes: 0, signedIn: 0 }
  const one = { upvotes: 1, downvotes: 0, signedIn: 1 }

  test('a deleted user’s data is anonymized, votes are kept, and repeats are harmless', async () => {
    const { db, vote, tell, counts, signIn } = await setUp()
    const [ada, bob] = [await signIn('ada@example.org'), await signIn('bob@example.org')]
    for (const n of [1, 2]) await vote(ada.cookie, n)
    await vote(bob.cookie, 1)
    for (let times = 0; times < 2; times++) expect(await tell('user.deleted', ada.user.id)).toBe(204)
    const unnamed = { upvotes: 1, downvotes: 0, signedIn: 0 }
    expect([await counts(1), await counts(2)]).toEqual([{ upvotes: 2, downvotes: 0, signedIn: 1 }, unnamed])
    expect(JSON.stringify(await db.selectFrom('votes').select('voter').execute())).not.toContain(ada.user.id)
    const accounts = await db.selectFrom('accounts').select('user_id').execute()
    expect(accounts).toEqual([{ user_id: bob.user.id }])
  })

  test('a wiped user loses a stranger’s votes and keeps the owner’s later ones', async () => {
    const { provider, clock, send, vote, tell, counts, signIn } = await setUp()
    const stranger = await signIn('ada@example.org', { proved: false })
    for (const n of [1, 2]) await vote(stranger.cookie, n)
    // The owner proves the mailbox. The stranger's last JWT is still good for some minutes, and used at once.
    clock.now += 1_000
    const wipedAt = clock.now
    stranger.user.proved = true
    provider.sessions.delete(stranger.session.token)
    clock.now += 1_000
    await vote(stranger.cookie, 3)
    // The owner arrives before the provider's event.
    clock.now += 1_000
    const owner = provider.signIn(stranger.user)
    await vote(`corroborate_session=${owner.token}.`, 4)
    expect([await counts(3), await counts(4)]).toEqual([one, one])
    for (let times = 0; times < 2; times++) expect(await tell('user.wiped', stranger.user.id, wipedAt)).toBe(204)
    for (const n of [1, 2, 3]) expect(await counts(n)).toEqual(none)
    expect(await counts(4)).toEqual(one)
    // The attacker's JWT is no longer accepted.
    expect((await send(`/${paper(5)}/vote`, stranger.cookie, { voteType: 'upvote' })).status).toBe(200)
    expect(await counts(5)).toEqual({ upvotes: 1, downvotes: 0, signedIn: 0 })
  })

  test('a user wiped before the owner’s first visit loses everything so far', async () => {
    const { provider, clock, vote, tell, counts, signIn } = await setUp()
    const stranger = await signIn('ada@example.org', { proved: false })
    provider.sessions.delete(stranger.session.token)
    const wipedAt = clock.now
    clock.now += 60_000
    await vote(stranger.cookie, 1)
    clock.now += 1_000
    await tell('user.wiped', stranger.user.id, wipedAt)
    expect(await counts(1)).toEqual(none)
  })

  test('a wipe is dated by the proof even if a stranger verified a phone number', async () => {
    const { provider, clock, vote, tell, counts, signIn } = await setUp()
    const stranger = await signIn('ada@example.org', { proved: false, phone: '+14155550100' })
    await vote(stranger.cookie, 1)
    clock.now += 1_000
    const wipedAt = clock.now
    stranger.user.phone = null
    stranger.user.proved = true
    clock.now += 1_000
    await vote(`corroborate_session=${provider.signIn(stranger.user).token}.`, 2)
    await tell('user.wiped', stranger.user.id, wipedAt)
    expect([await counts(1), await counts(2)]).toEqual([none, one])
  })

  test('an unsigned or outdated event has no effect', async () => {
    const { clock, vote, tell, counts, signIn } = await setUp()
    const ada = await signIn('ada@example.org')
    await vote(ada.cookie, 1)
    const old = signWebhook(key, { id: 'job-1', body: '' }, clock.now - 600_000)
    for (const headers of [{}, old]) expect(await tell('user.deleted', ada.user.id, clock.now, headers)).toBe(401)
    expect(await counts(1)).toEqual(one)
  })

  test('an unknown event or user has no effect', async () => {
    const { vote, tell, counts, signIn } = await setUp()
    const ada = await signIn('ada@example.org')
    await vote(ada.cookie, 1)
    expect(await tell('user.renamed', ada.user.id)).toBe(204)
    for (const type of ['user.deleted', 'user.wiped']) expect(await tell(type, 'user-test-nobody')).toBe(204)
    expect(await counts(1)).toEqual(one)
  })

  test('20 rounds of concurrent votes leave exact counts and no vote of a deleted account', async () => {
    const { provider, db, send, tell, signIn } = await setUp({ LIMITS_SCALE: '1000' })
    for (let round = 0; round < 20; round++) {
      const ada = await signIn(`ada${round}@example.org`)
      const votes = Array.from({ length: 20 }, (_, n) =>
        send(`/${paper(n)}/vote`, ada.cookie, { voteType: n % 2 === 0 ? 'upvote' : 'downvote' }),
      )
      // A deleted user has no session at the provider, but the last JWT is still valid here.
      provider.sessions.delete(ada.session.token)
      const [told, ...answers] = await Promise.all([tell('user.deleted', ada.user.id), ...votes])
      expect(told).toBe(204)
      // Late requests get a 401, and none gets a 500.
      for (const { status } of answers) expect([200, 401]).toContain(status)
    }
    // Requests too late for the account count as an anonymous visitor's.
    const votes = await db.selectFrom('votes').selectAll().execute()
    expect(votes.filter(({ voter }) => voter.startsWith('user:'))).toEqual([])
    for (const { doi, upvotes, downvotes, signed_in } of await db.selectFrom('vote_counts').selectAll().execute())
      expect([upvotes + downvotes, signed_in]).toEqual([votes.filter(vote => vote.doi === doi).length, 0])
  })
})
