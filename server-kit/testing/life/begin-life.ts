import { flushCompileCache } from 'node:module'
import type { Kysely } from 'kysely'
import { openDatabase } from '../../database/index.ts'
import { leaveAnswer, leaveDeath, readLeft } from './what-is-left.ts'

export type Life<T> = {
  dataDir: string
  /** What the test told this script. */
  given: string
  /** How many lives there were before. */
  deaths: number
  /** The database, whose transactions die before and after they commit. */
  db: Kysely<T>
  /** The same database for what is looked up, and for transactions that live. */
  opened: Kysely<T>
  /** Names what is done from now on. */
  step: (name: string) => void
  /** Dies here, unless a life before this one did in this step. Of a moment that comes often in a step there are two. */
  moment: (name: string) => void
  /** A call that dies before it is made, and after its answer. */
  dying: <Args extends unknown[], R>(name: string, call: (...args: Args) => Promise<R>) => (...args: Args) => Promise<R>
  /** Asks for something until the answer has arrived, as somebody does who tries again. @returns the answer, in each life the same */
  answered: (step: string, ask: () => Promise<string>) => Promise<string>
}

/**
 * A life of a script that `dieAtEveryMoment` runs. It begins at a word on its input, so that it can be loaded while the one before it
 * lives. The database has been brought up to date by the test: a script need not load what makes its tables.
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
