import { flushCompileCache } from 'node:module'
import type { Kysely } from 'kysely'
import { openDatabase } from '../../database/index.ts'
import { leaveAnswer, leaveDeath, readLeft } from './what-is-left.ts'

export type Life<T> = {
  dataDir: string
  /** Input from the test. */
  given: string
  /** Number of previous lives. */
  deaths: number
  /** Database whose transactions crash before and after commit. */
  db: Kysely<T>
  /** The same database without crashes, for lookups and other transactions. */
  opened: Kysely<T>
  /** Names the following step. */
  step: (name: string) => void
  /** Crash point: crashes unless an earlier life crashed here in this step. A repeated point counts at most twice per step. */
  moment: (name: string) => void
  /** A call that dies before it is made, and after its answer. */
  dying: <Args extends unknown[], R>(name: string, call: (...args: Args) => Promise<R>) => (...args: Args) => Promise<R>
  /** Retries a request until its response is received, as a client would. @returns the response, the same in every life */
  answered: (step: string, ask: () => Promise<string>) => Promise<string>
}

/**
 * Starts a life of a script run by `dieAtEveryMoment`. It waits for input to start, so that it can load during the previous life. The test
 * has already migrated the database, so the script doesn't need the migrations.
 */
export const beginLife = async <T>(): Promise<Life<T>> => {
  flushCompileCache()
  for await (const _ of process.stdin) break
  const [dataDir = '', url = '', file = '', migrations = '', given = ''] = process.argv.slice(2)
  const { deaths, answers } = readLeft(dataDir)
  const died = new Set(deaths)
  const passed = new Map<string, number>()
  let during = ''

  const moment = (name: string): void => {
    const count = (passed.get(`${during}: ${name}`) ?? 0) + 1
    passed.set(`${during}: ${name}`, count)
    const label = `${during}: ${name} ${Math.min(count, 2)}`
    if (died.has(label)) return
    leaveDeath(dataDir, label)
    process.kill(process.pid, 'SIGKILL')
  }
  const step = (name: string): void => {
    during = name
  }
  const opened = await openDatabase<T>({
    ...(url !== '' && { url }),
    file,
    migrations: migrations.split(',').map(name => ({ name, up: async () => {} })),
    now: Date.now,
  })
  return {
    dataDir,
    given,
    deaths: deaths.length,
    db: dyingDatabase(opened, moment),
    opened,
    step,
    moment,
    dying:
      (name, call) =>
      async (...args) => {
        moment(`before ${name}`)
        const answer = await call(...args)
        moment(`after ${name}`)
        return answer
      },
    answered: async (name, ask) => {
      const before = answers.get(name)
      if (before !== undefined) return before
      step(name)
      const answer = await ask()
      leaveAnswer(dataDir, name, answer)
      return answer
    },
  }
}

const dyingDatabase = <T>(opened: Kysely<T>, moment: (name: string) => void): Kysely<T> => {
  const dying: Kysely<T> = new Proxy(opened, {
    get: (target, key) => {
      if (key === '$pickTables') return () => dying
      if (key === 'transaction')
        return () => ({
          execute: async (work: (tx: unknown) => Promise<unknown>) => {
            const result = await target.transaction().execute(async tx => {
              const done = await work(tx)
              moment('before a commit')
              return done
            })
            moment('after a commit')
            return result
          },
        })
      const value = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as Kysely<T>
  return dying
}
