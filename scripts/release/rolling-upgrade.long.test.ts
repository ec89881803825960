import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostgres } from '@corroborate/server-kit/testing/schemas'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type RunningProduct, runProduct } from '../../site/testing/index.ts'
import { paper } from './kept/use-product.ts'
import { commitOf, personOf, unpackCommit } from './testing/index.ts'

// The servers of the last release go on beside those of this version, on one database that this version has brought up to date.

const release = readdirSync(join(import.meta.dirname, 'kept')).findLast(name => /^\d/.test(name)) ?? ''
const commit = await commitOf(release)
const postgres = await findPostgres()

const newSchema = async (): Promise<string> => {
  const url = new URL(postgres.url ?? '')
  const name = `${inject('schemaPrefix')}${randomBytes(8).toString('hex')}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create schema ${name}`)
  await client.end()
  url.searchParams.set('options', `-c search_path=${name}`)
  return url.href
}

/** Returns the number of migrations applied to the databases. */
const stepsOf = async (...urls: readonly string[]): Promise<number> => {
  const counts = urls.map(async connectionString => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    const { rows } = await client.query<{ steps: string }>('select count(*) as steps from schema_migration')
    await client.end()
    return Number(rows[0]?.steps)
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

const votesAt = async ({ origin }: RunningProduct): Promise<unknown> =>
  ((await (await fetch(`${origin}/api/v1/papers/${paper}`)).json()) as { votes: unknown }).votes

/** Requests a page repeatedly and counts the responses by status. */
const startReader = (url: string) => {
  const got: Record<string, number> = {}
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      const status = await fetch(url).then(
        answer => answer.arrayBuffer().then(() => String(answer.status)),
        error => String(error.cause ?? error),
      )
      got[status] = (got[status] ?? 0) + 1
      await sleep(20)
    }
  })()
  return async (): Promise<Record<string, number>> => {
    isOver = true
    await reading
    return got
  }
}

test.skipIf(commit === null || postgres.url === null)(
  `the servers of ${release} keep serving while this version’s servers start next to them`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rolling-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const sources = join(folder, 'release')
    await unpackCommit(commit ?? '', sources)
    const shared = {
      DATABASE_URL: await newSchema(),
      IDENTITY_DATABASE_URL: await newSchema(),
      IDENTITY_SECRET: 'i'.repeat(43),
      CALLER_SECRET: 'c'.repeat(43),
    }
    const before = await runProduct(join(folder, 'before'), shared, join(sources, 'scripts/start.ts'))
    const ada = await personOf(before, 'ada@example.org')
    await ada.send(`/${paper}/vote`, { voteType: 'upvote' })
    const { token } = await before.newSession('ben@example.org')

    const steps = () => stepsOf(shared.DATABASE_URL, shared.IDENTITY_DATABASE_URL)
    const known = await steps()
    const stopReading = startReader(`${before.origin}/${paper}`)
    const after = await runProduct(join(folder, 'after'), shared)
    const got = await stopReading()
    expect(Object.keys(got)).toEqual(['200'])
    process.stdout.write(`${(await steps()) - known} new steps were applied while ${got['200']} pages were read\n`)

    // Writes on either node are visible on the other.
    expect(await votesAt(after)).toMatchObject({ reliable: 1, unreliable: 0 })
    const isLive = (at: RunningProduct, session: string) =>
      at.sdk('/sessions/authenticate', { session_duration_minutes: 60 }, session)
    expect(await isLive(after, token)).toHaveProperty('session_token', token)
    const cleo = await personOf(after, 'cleo@example.org')
    await cleo.send(`/${paper}/vote`, { voteType: 'downvote' })
    await cleo.send(`/${paper}/comment`, { author: 'Cleo', content: 'Written at the newer one.' })
    expect(await votesAt(before)).toMatchObject({ reliable: 1, unreliable: 1 })
    expect(await isLive(before, (await after.newSession('dan@example.org')).token)).toHaveProperty('session_token')

    // The older one writes on: a vote, a note, a sign-in.
    const eve = await personOf(before, 'eve@example.org')
    await eve.send(`/${paper}/vote`, { voteType: 'upvote' })
    await eve.send(`/${paper}/comment`, { author: 'Eve', content: 'Written at the older one.' })
    await expect.poll(() => votesAt(after)).toMatchObject({ reliable: 2, unreliable: 1 })
    expect(await eve.read('/dashboard')).toContain('Attention Is All You Need')

    await before.stop()
    expect(await votesAt(after)).toMatchObject({ reliable: 2, unreliable: 1 })
    await after.stop()
  },
  600_000,
)
