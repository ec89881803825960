import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { productAt } from '../../site/testing/index.ts'
import { missingForNodes, type Nodes, startNodes } from '../nodes/index.ts'
import { type Attempt, type Kind, paper, startLoad, voterOf } from './load.ts'
import { type Cluster, missingForCluster, startCluster } from './start-cluster.ts'

// Kills PostgreSQL's primary under load, repeatedly: every acknowledged write survives, and nothing is duplicated.

// biome-ignore lint/style/noProcessEnv: how often a test kills is a setting of the test
const kills = Number(process.env.FAILOVER_KILLS ?? 20)
const missing = missingForNodes() ?? missingForCluster()

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

describe.skipIf(missing !== null)(`failover${missing === null ? '' : ` (${missing})`}`, () => {
  // In memory where there is room, and where another user may look into it.
  const folder = mkdtempSync('/tmp/failover-')
  let cluster: Cluster
  let nodes: Nodes
  let load: ReturnType<typeof startLoad>
  let identityAsked: 0 | 1 = 0

  beforeAll(async () => {
    chmodSync(folder, 0o755)
    cluster = await startCluster(folder, ['site', 'identity'])
    nodes = await startNodes(join(folder), {
      DATABASE_URL: cluster.url('site'),
      DATABASE_REPLICA_URL: cluster.replicaUrl('site'),
      IDENTITY_DATABASE_URL: cluster.url('identity'),
      LIMITS_SCALE: '1000',
    })
    const place = { site: nodes.site, identity: () => nodes.identities[identityAsked].at }
    const { token } = await productAt({ origin: place.site, identity: place.identity() }).newSession('ada@example.org')
    load = startLoad(place, { cookie: `corroborate_session=${token}.` })
    await load.storedAgain()
  }, 300_000)

  afterAll(async () => {
    await nodes?.kill()
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Measures the write outage in ms, as observed by a client that retries continuously. */
  const failover = async (): Promise<number> => {
    const began = performance.now()
    for (;;) {
      const client = new pg.Client({ connectionString: cluster.url('site'), connectionTimeoutMillis: 2_000 })
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('create table if not exists probe (at bigint)')
        await client.query('insert into probe values (1)')
        return performance.now() - began
      } catch {
        await sleep(50)
      } finally {
        await client.end().catch(() => {})
      }
    }
  }

  /** From a moment to the end of the last attempt that began after it and was not stored, in ms. */
  const errorsSince = (moment: number): number => {
    const failed = load.attempts.filter(({ ended, outcome }) => ended >= moment && outcome !== 'stored')
    return Math.max(0, ...failed.map(({ ended }) => ended - moment))
  }

  test(`service continues after the primary is killed ${kills} times`, async () => {
    const rows: { away: number; errors: number; machine: boolean }[] = []
    for (let kill = 1; kill <= kills; kill++) {
      const machine = kill % 5 === 0
      await cluster.whole()
      const moment = performance.now()
      const revive = await cluster.killPrimary(machine)
      const away = await failover()
      await revive()
      await load.storedAgain()
      rows.push({ away, errors: errorsSince(moment), machine })
      say(
        `kill ${kill}${machine ? ' (machine)' : ''}: no write for ${Math.round(away)} ms, errors for ${Math.round(errorsSince(moment))} ms`,
      )
    }
    for (const machine of [false, true]) {
      const of = rows.filter(row => row.machine === machine)
      if (of.length === 0) continue
      const [away, errors] = [of.map(row => row.away), of.map(row => row.errors)]
      say(
        `${machine ? 'machine' : 'PostgreSQL'} killed ${of.length} times: no write for ${Math.round(median(away))} ms (median), ` +
          `${Math.round(Math.max(...away))} ms (most); errors for ${Math.round(median(errors))} ms (median), ${Math.round(Math.max(...errors))} ms (most)`,
      )
    }
  }, 3_600_000)

  test('when Redis is killed, each node counts limits locally and keeps serving', async () => {
    const before = load.attempts.length
    await nodes.redis.kill()
    await load.storedAgain()
    expect((await fetch(`${nodes.site}/${paper}`)).status).toBe(200)
    const refused = load.attempts.slice(before).filter(({ outcome }) => outcome !== 'stored')
    expect(refused).toEqual([])
    await nodes.startRedis()
    await load.storedAgain()
  }, 300_000)

  test('service continues after one site and one provider are killed', async () => {
    identityAsked = 1
    await Promise.all([nodes.sites[0].server.kill(), nodes.identities[0].server.kill()])
    await load.storedAgain()
    await Promise.all([nodes.startSite(0), nodes.startIdentity(0)])
    await load.storedAgain()
  }, 300_000)

  test('acknowledged data exists exactly once, and the ledger sums to zero', async () => {
    await load.stop()
    const of = (kind: Kind) => load.attempts.filter(attempt => attempt.kind === kind)
    const stored = (attempts: readonly Attempt[]) => attempts.filter(({ outcome }) => outcome === 'stored').length
    for (const kind of ['vote', 'note', 'contribution', 'sign-in'] as const) {
      const counts = ['stored', 'refused', 'unknown', 'wrong'].map(
        outcome => `${of(kind).filter(attempt => attempt.outcome === outcome).length} ${outcome}`,
      )
      say(`${kind}: ${counts.join(', ')}`)
    }
    expect(load.attempts.filter(({ outcome }) => outcome === 'wrong')).toEqual([])

    const db = new pg.Client({ connectionString: cluster.url('site') })
    await db.connect()
    const countsBy = async (query: string): Promise<Map<string, number>> => {
      const { rows } = await db.query<{ id: string; count: string }>(query)
      return new Map(rows.map(({ id, count }) => [id, Number(count)]))
    }
    /** Returns entries with a wrong count: acknowledged ones must exist once, all others at most once. */
    const wronglyKept = (kind: Kind, found: ReadonlyMap<string, number>, keyOf: (id: string) => string) =>
      of(kind).filter(({ id, outcome }) => {
        const count = found.get(keyOf(id)) ?? 0
        return outcome === 'stored' ? count !== 1 : outcome === 'refused' ? count !== 0 : count > 1
      })

    const votes = await countsBy('select voter as id, count(*) from votes group by voter')
    expect(wronglyKept('vote', votes, voterOf)).toEqual([])
    const { rows: tallies } = await db.query('select upvotes, downvotes from vote_counts where doi = $1', [paper])
    expect(tallies).toEqual([{ upvotes: votes.size, downvotes: 0 }])

    const notes = await countsBy(
      "select substring(content from 'called (.*)\\.') as id, count(*) from notes group by 1",
    )
    expect(wronglyKept('note', notes, id => id)).toEqual([])

    // Of each payment the sandbox goes on telling the site until the site has taken it.
    const booked = () =>
      countsBy(`select c.name as id, count(l.entry) from contributions c
        left join ledger l on l.kind = 'payment' and l.payment = c.payment where c.state = 'paid' group by c.name`)
    await expect
      .poll(async () => wronglyKept('contribution', await booked(), id => id), { timeout: 120_000 })
      .toEqual([])
    const { rows: books } = await db.query(`select sum(amount)::text as total from (
      select debit as account, amount from ledger union all select credit, -amount from ledger) as legs`)
    expect(Number(books[0]?.total)).toBe(0)
    const { rows: given } = await db.query(
      "select sum(amount)::text as total, count(*)::text as count from ledger where kind = 'payment'",
    )
    say(
      `books: ${given[0]?.count} payments, ${given[0]?.total} of the smallest unit; ${stored(of('contribution'))} were acknowledged`,
    )
    await db.end()

    const { sdk } = productAt({ origin: nodes.site, identity: nodes.identity })
    for (const token of load.tokens)
      expect(await sdk('/sessions/authenticate', { session_duration_minutes: 60 }, token)).toHaveProperty(
        'session_token',
        token,
      )
  }, 600_000)
})
