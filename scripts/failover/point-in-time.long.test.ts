import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isDatabaseUnavailable } from '@corroborate/server-kit/database'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { runSite } from '../../site/testing/index.ts'
import { quietPort, startProgram } from '../nodes/index.ts'
import { type Owner, ownedFolder, postgresBinaries, postgresUser } from './postgres-user.ts'

// Restores the databases to the moment before an accidental deletion, as deploy/postgres/README.md describes.

const run = promisify(execFile)
const paper = '10.48550/arxiv.1706.03762'
const missing = existsSync('/usr/lib/postgresql') && process.getuid?.() === 0 ? null : 'no PostgreSQL, or not root'

/** As `archive_command` in deploy/postgres/patroni.yml. */
const archiveCommand = (archive: string) => `test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"`

/** Connects, once the server has started. */
const open = async (port: number, database = 'postgres'): Promise<pg.Client> => {
  for (;;) {
    const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/${database}`)
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (!isDatabaseUnavailable(error)) throw error
      await sleep(50)
    }
  }
}

/** Runs a PostgreSQL on a folder. */
const startPostgres = async (bin: string, data: string, owner: Owner, settings: readonly string[] = []) => {
  const port = await quietPort()
  const words = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...settings.flatMap(one => ['-c', one])]
  const server = await startProgram(join(bin, 'postgres'), words, { port, owner, cwd: data })
  onTestFinished(() => server.kill())
  return { port, ...server }
}

const vote = async (origin: string, id: string): Promise<void> => {
  const answer = await fetch(`${origin}/${paper}/vote`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie: `visitor=${id.padEnd(22, '0')}`,
    },
    body: JSON.stringify({ voteType: 'upvote' }),
  })
  expect(answer.status, await answer.text()).toBe(200)
}
const votesAt = async (origin: string): Promise<unknown> =>
  ((await (await fetch(`${origin}/api/v1/papers/${paper}`)).json()) as { votes: unknown }).votes

test.skipIf(missing !== null)(
  'the databases are restored to the moment before a mistake',
  async () => {
    const [owner, bin] = [await postgresUser(), await postgresBinaries()]
    const folder = mkdtempSync('/tmp/point-in-time-')
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    chmodSync(folder, 0o755)
    const as = { ...owner, cwd: folder, env: { PATH: `${bin}:/usr/bin:/bin` } }
    const archive = ownedFolder(join(folder, 'archive'), owner)
    const own = ownedFolder(join(folder, 'own'), owner)
    const [data, base, restored] = [join(own, 'data'), join(own, 'base'), join(own, 'restored')]

    await run('initdb', ['-D', data, '-U', 'postgres', '--auth', 'trust', '--data-checksums'], as)
    const archiving = ['archive_mode=on', `archive_command=${archiveCommand(archive)}`]
    const before = await startPostgres(bin, data, owner, archiving)
    const admin = await open(before.port)
    await admin.query('create database site')
    const site = await runSite(folder, { DATABASE_URL: `postgres://postgres@127.0.0.1:${before.port}/site` })
    await vote(site.origin, 'first')

    const basebackup = [
      '-h',
      '127.0.0.1',
      '-p',
      String(before.port),
      '-U',
      'postgres',
      '-D',
      base,
      '-c',
      'fast',
      '-X',
      'stream',
    ]
    await run('pg_basebackup', basebackup, as)
    for (const id of ['second', 'third']) await vote(site.origin, id)
    const { rows } = await admin.query<{ now: string }>('select clock_timestamp()::text as now')
    const moment = rows[0]?.now ?? ''
    const mistaken = await open(before.port, 'site')
    await mistaken.query('delete from votes')
    await mistaken.query('update vote_counts set upvotes = 0')
    await mistaken.end()
    const later = await admin.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
    // The last piece of the log is in the archive.
    await expect.poll(() => readdirSync(archive)).toContain(later.rows[0]?.name)
    await admin.end()
    await site.stop()
    await before.kill()

    const script = join(import.meta.dirname, '../../deploy/postgres/restore-to.sh')
    await run('sh', [script, base, restored, moment], { ...as, env: { ...as.env, WAL_ARCHIVE: archive } })
    const after = await startPostgres(bin, restored, owner)
    const isWritten = async (): Promise<boolean> => {
      const client = await open(after.port).catch(() => null)
      if (client === null) return false
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      await client.end()
      return rows[0]?.standby === false
    }
    await expect.poll(isWritten).toBe(true)
    const again = await runSite(folder, { DATABASE_URL: `postgres://postgres@127.0.0.1:${after.port}/site` })
    expect(await votesAt(again.origin)).toMatchObject({ reliable: 3, unreliable: 0 })
    await vote(again.origin, 'fourth')
    expect(await votesAt(again.origin)).toMatchObject({ reliable: 4 })
    await again.stop()
  },
  600_000,
)
