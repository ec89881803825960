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
  /** Responses by step (`answered` of a life). */
  answers: ReadonlyMap<string, string>
}

type Story<T> = {
  /** Such as `new URL('testing/live-and-die.ts', import.meta.url)`. */
  script: URL
  db: Kysely<T>
  /** Location of the database behind `db`. */
  place: StorePlace
  /** Folder for state outside the database that is passed between lives. Defaults to a temporary one. */
  dataDir?: string
  /** Input for the script. */
  given?: string
}

/**
 * Runs a script that uses `beginLife` to completion: each life is killed (`kill -9`) at the first crash point not yet used, and the next
 * one continues with the state on disk.
 * @throws with its output if a life ends in any other way
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

/** Loads a life that waits for input to start. The first one's compile cache is shared. */
const load = (args: readonly string[], compiled: string) => {
  const env = { NODE_COMPILE_CACHE: compiled }
  const life = spawn(process.execPath, args, { env, stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  life.stderr.on('data', text => {
    said += String(text)
  })
  // The process may exit before it is started.
  life.stdin.on('error', () => {})
  const closed = once(life, 'close') as Promise<[number | null, string | null]>
  return {
    /** Runs the life. @returns true if it completed without being killed */
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
