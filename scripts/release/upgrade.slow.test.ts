import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Migration, openDatabase } from '@corroborate/server-kit/database'
import { authenticatorCode } from '@corroborate/server-kit/testing/authenticator'
import { findPostgres } from '@corroborate/server-kit/testing/schemas'
import { freePort, runCommand } from '@corroborate/server-kit/testing/server'
import pg from 'pg'
import { extract } from 'tar'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { siteDatabaseFile, siteMigrations } from '../../site/app/migrations.ts'
import { type RunningProduct, runProduct } from '../../site/testing/index.ts'
import { answerOf, type Left, paper, withoutCopy, withPassword } from './kept/use-product.ts'
import { root } from './root.ts'
import { personOf } from './testing/index.ts'

// Databases of every release migrate without data loss.

const kept = join(import.meta.dirname, 'kept')
const releases = readdirSync(kept).filter(name => /^\d/.test(name))
const leftBy = (release: string): Left =>
  JSON.parse(readFileSync(join(kept, release, 'left.json'), 'utf8'), withoutCopy)

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'upgrade-'))

/** A data folder as a release left it. */
const dataFolderOf = async (release: string): Promise<string> => {
  const folder = newFolder()
  await extract({ file: join(kept, release, 'data.tar.gz'), cwd: folder })
  return folder
}

type Votes = { votes: { doi: string } }

/** Asserts that all data is intact, for the API, readers and sign-in. */
const expectAll = async (product: RunningProduct, release: string): Promise<void> => {
  const { answers, authenticator } = leftBy(release)
  for (const [path, answer] of Object.entries(answers)) expect(await answerOf(product, path)).toMatchObject(answer)
  const page = await (await fetch(`${product.origin}/${paper}`)).text()
  expect(page).toContain('The code is at')
  expect(page).not.toContain('still waits for a moderator')

  const ada = await personOf(product, 'ada@example.org')
  expect(await ada.read('/dashboard')).toContain('Attention Is All You Need')
  const mo = await personOf(product, 'mo@example.org')
  expect(await mo.read('/moderate')).toContain('still waits for a moderator')

  const minutes = { session_duration_minutes: 60 }
  expect(await product.sdk('/passwords/authenticate', { ...withPassword, ...minutes })).toHaveProperty('session_token')
  const { token } = await product.newSession(authenticator.email)
  const code = { totp_code: authenticatorCode(authenticator.secret, Date.now()), ...minutes }
  expect(await product.sdk('/totps/authenticate', code, token)).toHaveProperty('session_token')
}

const restore = (release: string, environment: Record<string, string>, ...words: string[]): Promise<string> =>
  runCommand(join(root, 'scripts/restore.ts'), [join(kept, release, 'backup.gz'), ...words], environment)

describe.each(releases)('database fixtures of %s', release => {
  test('a start migrates the databases and keeps all data', async () => {
    const product = await runProduct(await dataFolderOf(release))
    await expectAll(product, release)
    await product.stop()
  })

  test('a backup from before the upgrade restores the old databases', async () => {
    const dataDir = await dataFolderOf(release)
    const upgraded = await runProduct(dataDir)
    const ben = await personOf(upgraded, 'ben@example.org')
    await ben.send(`/${paper}/vote`, { voteType: 'downvote' })
    await upgraded.stop()
    await restore(release, { DATA_DIR: dataDir }, '--replace')
    const product = await runProduct(dataDir)
    await expectAll(product, release)
    await product.stop()
  })

  test('the databases serve readers during a start and while a later version changes the schema', async () => {
    const dataDir = await dataFolderOf(release)
    await expectReadersServed(release, dataDir, { file: join(dataDir, siteDatabaseFile) })
  })
})

/** Classifies the result of a page request: correct, asked to retry, connection refused, or wrong. */
const pageAsked = async (url: string): Promise<string> => {
  const answer = await fetch(url).catch(() => null)
  if (answer === null) return 'nothing'
  const text = await answer.text()
  if (answer.status === 503) return 'later'
  const isRight = text.includes('The code is at') && !text.includes('still waits for a moderator')
  return answer.status === 200 && isRight ? 'right' : `${answer.status} ${text}`
}

/**
 * Starts readers that request pages until stopped. `got` counts results since it was last read. Half of them request dynamic pages; `made`
 * counts the correct ones.
 */
const startReaders = (url: string) => {
  let got: Record<string, number> = {}
  let made = 0
  let stopped = false
  const read = async (isKept: boolean): Promise<void> => {
    while (!stopped) {
      const what = await pageAsked(isKept ? url : `${url}?claim_submitted=true`)
      got[what] = (got[what] ?? 0) + 1
      if (!isKept && what === 'right') made += 1
      await sleep(what === 'nothing' ? 10 : 1)
    }
  }
  const readers = [true, true, false, false].map(read)
  return {
    made: () => made,
    take: () => {
      const taken = got
      got = {}
      return taken
    },
    stop: async () => {
      stopped = true
      await Promise.all(readers)
    },
  }
}

/** Migrations of a later version: adds a table, and a column to a table in use, and updates each of its rows. */
const later = (whileItRuns: () => Promise<void>, alters: boolean): readonly Migration[] => [
  ...siteMigrations,
  {
    name: '9999-12-31-of-a-later-version',
    up: async db => {
      await db.schema
        .createTable('later')
        .addColumn('id', 'text', column => column.primaryKey())
        .execute()
      if (alters) await db.schema.alterTable('votes').addColumn('later', 'integer').execute()
      await db
        .updateTable('votes')
        .set(eb => ({ doi: eb.ref('doi') }))
        .execute()
      await whileItRuns()
    },
  },
]

/**
 * Asserts that readers never get a wrong page during a startup on a release's databases, nor while a later version migrates the schema
 * under running servers, including reads of rows being changed.
 */
const expectReadersServed = async (
  release: string,
  dataDir: string,
  place: { file: string; url?: string | undefined },
  environment: Record<string, string> = {},
): Promise<void> => {
  const port = await freePort()
  const readers = startReaders(`http://localhost:${port}/${paper}`)
  onTestFinished(readers.stop)
  const product = await runProduct(dataDir, { ...environment, PORT: String(port) })
  await expect.poll(() => pageAsked(`${product.origin}/${paper}`)).toBe('right')
  const inTheStart = readers.take()
  expect(inTheStart).toHaveProperty('nothing')
  expect(['nothing', 'later', 'right']).toEqual(expect.arrayContaining(Object.keys(inTheStart)))

  const of = { ...place, now: Date.now }
  const before = await openDatabase<Votes>({ ...of, migrations: siteMigrations })
  onTestFinished(() => before.destroy())
  const readVotes = () => before.selectFrom('votes').select('doi').where('doi', '=', paper).execute()
  const there = await readVotes()
  expect(there, release).toHaveLength(2)
  const readAll = async () => {
    expect(await readVotes()).toEqual(there)
    readers.take()
    const madeBefore = readers.made()
    await expect.poll(readers.made).toBeGreaterThan(madeBefore + 20)
    const { right = 0, later: _busy, ...wrong } = readers.take()
    // On a busy machine some requests get a 503, but none gets a wrong page.
    expect([right > 0, wrong]).toEqual([true, {}])
  }
  let readInTheMiddle = false
  const inTheMiddle = async () => {
    await readAll()
    readInTheMiddle = true
  }
  const migrations = later(inTheMiddle, place.url === undefined)
  const after = await openDatabase<Votes>({ ...of, migrations })
  onTestFinished(() => after.destroy())
  expect(readInTheMiddle).toBe(true)
  await readAll()
  await readers.stop()
  await product.stop()
}

const postgres = await findPostgres()

/** The address of an empty schema, which is dropped when the run ends. */
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

describe.skipIf(postgres.url === null)('PostgreSQL upgrade', () => {
  test.each(releases)(
    'a backup of %s is restored, migrated while serving readers, and restored again',
    async release => {
      const DATABASE_URL = await newSchema()
      const environment = { DATABASE_URL, IDENTITY_DATABASE_URL: await newSchema(), DATA_DIR: newFolder() }
      await restore(release, environment)
      const upgraded = await runProduct(environment.DATA_DIR, environment)
      await expectAll(upgraded, release)
      await upgraded.stop()
      await restore(release, environment, '--replace')
      const product = await runProduct(environment.DATA_DIR, environment)
      await expectAll(product, release)
      await product.stop()
      await expectReadersServed(release, environment.DATA_DIR, { file: '', url: DATABASE_URL }, environment)
    },
  )
})
