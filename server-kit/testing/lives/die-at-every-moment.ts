import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import { readAppliedMigrations } from '../../database/index.ts'
import { bundlePath, bundleScripts } from '../bundles/index.ts'
import type { StorePlace } from '../describe-store.ts'
import { readLeft } from '../life/index.ts'

/** More moments than any life has: one that never gets further fails the test. */
const mostLives = 120

export type Died = {
  /** Each moment at which a life was killed, in order. */
  deaths: readonly string[]
  /** What was answered in each step (`answered` of a life). */
  answers: ReadonlyMap<string, string>
}

type Story<T> = {
  /** Such as `new URL('testing/live-and-die.ts', import.meta.url)`. */
  script: URL
  db: Kysely<T>
  /** Where the database behind `db` is. */
  place: StorePlace
  /** Where a life leaves for the next what is not in the database. One is made, and removed, where there is none. */
  dataDir?: string
  /** What the script is told. */
  given?: string
}

/**
 * Runs a script that begins with `beginLife` until it comes to its end: each of its lives is killed (`kill -9`) at the first moment at which
 * none was before, and the next goes on with what is on the disk.
 * @throws when a life ends by anything but such a death, with what it said
 */
export const dieAtEveryMoment = async <T>({ script, db, place, dataDir, given = '' }: Story<T>): Promise<Died> => {
  const made = mkdtempSync(join(tmpdir(), 'corroborate-lives-'))
  const folder = dataDir ?? made
  const migrations = (await readAppliedMigrations(db))?.map(({ name }) => name).join() ?? ''
  const path = fileURLToPath(script)
  const code = join(made, 'code')
  await bundleScripts([path], code)
  const args = [bundlePath(path, code), folder, place.url ?? '', place.file, migrations, given]
  // The next one is loaded while the one before lives.
  const compiled = join(made, 'compiled')
  let next = load(args, compiled)
  try {
    for (let lives = 1; lives <= mostLives; lives++) {
      const life = next
      next = load(args, compiled)
      if (!(await life.live())) continue
      const left = readLeft(folder)
      if (lives !== left.deaths.length + 1) throw new Error(`${lives} lives for ${left.deaths.length} deaths.`)
      return left
    }
    throw new Error(`${mostLives} lives, and no end.`)
  } finally {
    await next.end()
    rmSync(made, { recursive: true, force: true })
  }
}

/** Loads a life, which waits for a word to begin: what the first compiles is kept for the others. */
const load = (args: readonly string[], compiled: string) => {
  const env = { NODE_COMPILE_CACHE: compiled }
  const life = spawn(process.execPath, args, { env, stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  life.stderr.on('data', text => {
    said += String(text)
  })
  // It may be gone before it is told to begin.
  life.stdin.on('error', () => {})
  const closed = once(life, 'close') as Promise<[number | null, string | null]>
  return {
    /** Lets it live. @returns whether it came to its end, and was not killed */
    live: async (): Promise<boolean> => {
      life.stdin.end('begin')
      const [code, signal] = await closed
      if (signal !== 'SIGKILL' && code !== 0) throw new Error(said)
      return code === 0
    },
    end: async (): Promise<void> => {
      life.kill('SIGKILL')
      await closed
    },
  }
}
