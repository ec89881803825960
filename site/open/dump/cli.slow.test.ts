import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@corroborate/server-kit/database'
import { asStarted, childEnvironment, withoutDataLine } from '@corroborate/server-kit/testing/server'
import { afterAll, expect, test } from 'vitest'
import { siteDatabaseFile, siteMigrations } from '../../app/migrations.ts'
import { worksIndexFile } from '../../paper/works-index/index.ts'
import { work, writeIndex } from '../../paper/works-index/testing/index.ts'
import type { DumpTables } from './tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'corroborate-dump-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dataDir = (name: string): string => {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

/** Runs one of the two commands as npm does. */
const run = (
  command: 'dump' | 'dump-restore',
  data: string,
  args: readonly string[],
  env: Record<string, string> = {},
) =>
  new Promise<{ code: number | null; out: string; err: string }>(resolve => {
    const file = join(import.meta.dirname, `../../app/commands/${command}.ts`)
    const child = spawn(process.execPath, [asStarted(file), ...args], {
      env: { ...childEnvironment, DATA_DIR: data, NODE_ENV: 'test', ...env },
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', chunk => {
      said.out += chunk
    })
    child.stderr.on('data', chunk => {
      said.err += chunk
    })
    child.on('close', code => resolve({ code, ...said, err: withoutDataLine(said.err) }))
  })

const openAt = (data: string) =>
  openDatabase<DumpTables>({ file: join(data, siteDatabaseFile), migrations: siteMigrations, now: Date.now })

test('a dump is written and restored once from the command line, never with a Stripe key present', {
  timeout: 180_000,
}, async () => {
  const [from, to] = [dataDir('from'), dataDir('to')]
  writeIndex(join(from, worksIndexFile), [work('10.1000/a'), work('10.1000/b')])
  const db = await openAt(from)
  await db.insertInto('vote_counts').values({ doi: '10.1000/a', upvotes: 3, downvotes: 1, signed_in: 2 }).execute()
  await db.destroy()

  const dump = join(folder, 'dump')
  const written = await run('dump', from, [dump])
  expect(written).toMatchObject({ code: 0, err: '' })
  expect(written.out).toMatch(
    /^works\.jsonl: 2 lines, [\d,]+ bytes\n[\s\S]*votes\.jsonl: 1 lines[\s\S]*Written to .*dump in [\d.]+ s\.\n$/,
  )
  expect(readFileSync(join(dump, 'votes.jsonl'), 'utf8')).toBe(
    '{"doi":"10.1000/a","upvotes":3,"downvotes":1,"signedIn":2}\n',
  )
  expect(await run('dump', from, [dump])).toMatchObject({ code: 1, err: expect.stringContaining('already exists') })

  const paid = await run('dump-restore', to, [dump], {
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  })
  expect(paid).toMatchObject({ code: 1, err: expect.stringContaining('take STRIPE_SECRET_KEY out') })
  expect(existsSync(join(to, worksIndexFile))).toBe(false)
  const restored = await run('dump-restore', to, [dump])
  expect(restored).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/with 2 papers, in [\d.]+ s\.\n$/) })
  const again = await openAt(to)
  expect(await again.selectFrom('vote_counts').selectAll().execute()).toEqual([
    { doi: '10.1000/a', upvotes: 3, downvotes: 1, signed_in: 2 },
  ])
  await again.destroy()
  expect(await run('dump-restore', to, [dump])).toMatchObject({
    code: 1,
    err: expect.stringContaining('into an empty site'),
  })
  expect((await run('dump-restore', to, [])).code).toBe(2)
})
