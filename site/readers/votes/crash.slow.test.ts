import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { visitorKey } from '../../kit/people/index.ts'
import { type RunningSite, runSite } from '../../testing/index.ts'

const rounds = 20
const clients = 8
const dois = ['10.1038/171737a0', '10.1000/crash-test.1', '10.1000/crash-test.2']

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-crash-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

type Acknowledged = { doi: string; visitor: string; vote: string }

/** Casts votes by new visitors until the site crashes; collects the acknowledged ones. */
const castUntilGone = async (site: RunningSite, client: number, acknowledged: Acknowledged[]): Promise<void> => {
  for (let n = client; ; n++) {
    const visitor = randomBytes(16).toString('base64url')
    const doi = dois[n % dois.length] ?? ''
    const vote = n % 2 === 0 ? 'upvote' : 'downvote'
    try {
      const answer = await fetch(`${site.origin}/${doi}/vote?_=${Date.now()}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: site.origin, cookie: `visitor=${visitor}` },
        body: JSON.stringify({ voteType: vote }),
      })
      // A busy server turned it away: nothing was acknowledged.
      if (answer.status === 503) continue
      if (answer.status !== 200) throw new Error(`refused with ${answer.status}: ${await answer.text()}`)
      const { status } = (await answer.json()) as { status: string }
      if (status !== 'added') throw new Error(`refused: a newcomer's first vote was ${status}`)
      acknowledged.push({ doi, visitor, vote })
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('refused')) throw error
      return
    }
  }
}

test(`${rounds} crashes while voting: no acknowledged vote is lost or duplicated`, async () => {
  const acknowledged: Acknowledged[] = []
  for (let round = 0; round < rounds; round++) {
    const before = acknowledged.length
    const site = await runSite(dataDir, { LIMITS_SCALE: '1000000' })
    const casting = Array.from({ length: clients }, (_, client) => castUntilGone(site, client, acknowledged))
    // Somewhere amid the votes: after the first of this round, and a moment that differs each time.
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(before)
    await new Promise(resolve => setTimeout(resolve, Math.random() * 180))
    await site.kill()
    await Promise.all(casting)
  }
  const site = await runSite(dataDir)
  expect(await site.stop(), 'the start after the last kill needs no hand').toBe(0)

  const database = new DatabaseSync(join(dataDir, 'site.sqlite'), { readOnly: true })
  const votes = database.prepare('select doi, voter, vote from votes').all()
  const kept = new Map(votes.map(row => [`${row.doi} ${row.voter}`, row.vote]))
  const missing = acknowledged.filter(({ doi, visitor, vote }) => kept.get(`${doi} ${visitorKey(visitor)}`) !== vote)
  expect(acknowledged.length).toBeGreaterThan(rounds)
  expect(missing).toEqual([])
  expect(kept.size, 'one row per person and paper').toBe(votes.length)

  const counted = database.prepare('select doi, upvotes, downvotes from vote_counts order by doi').all()
  const summed = database
    .prepare(
      `select doi, sum(vote = 'upvote') as upvotes, sum(vote = 'downvote') as downvotes from votes group by doi order by doi`,
    )
    .all()
  database.close()
  expect(counted, 'the counts are those of the rows').toEqual(summed)
})
