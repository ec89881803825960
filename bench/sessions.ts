import { join } from 'node:path'
import { sessions } from '@corroborate/wire/sessions'
import { type BetterAuths, openBetterAuths, openRedis } from './better-auth.ts'
import { betterAuthVersion, isBetterAuthHere, noBetterAuth, type Setting, settings } from './better-auth-settings.ts'
import { canReadCpu, cpuSpent, noCpu, type Processes } from './cpu.ts'
import { inNewDatabase, noPostgres } from './in-new-database.ts'
import { inNewFolder } from './in-new-folder.ts'
import { type Provider, sdkCall, startProvider } from './our-servers.ts'
import { newProject, type OurSessions, openOurSessions } from './our-sessions.ts'
import { type HttpCall, sendAll } from './routes.ts'
import { beside, notMeasured, type Options, observation, orWhyNot, type Row, type Run, ratioText } from './row.ts'
import { tokenOf } from './row-copies.ts'
import { median, ratioOfMedians, shuffled } from './statistics.ts'

const algorithms = ['RS256', 'ES256'] as const
type Algorithm = (typeof algorithms)[number]
type Engine = 'SQLite' | 'PostgreSQL'

/** Numbers of active sessions. Each Better Auth setting is compared at the first. */
const sizes = [10_000, 100_000] as const
const [firstSize] = sizes
const rounds = 5
const callsARound = 200
const atOnce = 16
/** Numbers of sessions with which the servers are warmed up. */
const warmUp = { from: 10_000_000, to: 10_000_800 }

/** A server, or one of its projects, under comparison. CPU time in µs per request, by round. */
type Arm = {
  name: string
  processes: Processes
  callsOf: (numbers: readonly number[]) => Promise<HttpCall[]>
  costs: number[]
}
type Places = { ours: { file: string } | { url: string }; theirs: { file: string } | { url: string } }

const callsOfOurs =
  ({ origin }: Provider, { publicToken }: OurSessions): Arm['callsOf'] =>
  async numbers =>
    numbers.map(n => sdkCall(origin, publicToken, sessions.authenticate, { body: {}, session: tokenOf(n) }))

/** As many sessions as are called, spread evenly over `from` to before `to`: each calls once, when its JWT is due. */
const spread = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => from + Math.floor((n * (to - from)) / count))

const measure = async (arms: readonly Arm[], numbers: readonly number[], quick: boolean): Promise<void> => {
  const calls = new Map<Arm, HttpCall[]>()
  for (const arm of arms) {
    arm.costs = []
    calls.set(arm, await arm.callsOf(numbers))
  }
  for (let round = 0; round < (quick ? 2 : rounds); round++) {
    for (const arm of shuffled(arms)) {
      const due = calls.get(arm)?.slice(round * callsARound, (round + 1) * callsARound) ?? []
      arm.costs.push((await cpuSpent(arm.processes, () => sendAll(due, atOnce))) / due.length)
    }
  }
}

const microseconds = (arm: Arm) => `${Math.round(median(arm.costs)).toLocaleString('en-US')} µs`
const costBeside = (ours: Arm, theirs: Arm) => ratioOfMedians(ours.costs, theirs.costs)
const how = `CPU for a call over HTTP, of the server’s process with its connections to PostgreSQL and Redis; ${atOnce} at once, each session once, caches in cookies always fresh, median of ${rounds} rounds of ${callsARound}`

const nameOf = (algorithm: Algorithm, engine: Engine, size: number) =>
  `sessions/authenticate, ${algorithm}, ${engine}, ${size.toLocaleString('en-US')} sessions in use`

/** Beside the setting of Better Auth that mints a JWT at the least cost. */
const sizeRow = (name: string, ours: Arm, minting: readonly Arm[]): Row => {
  const [best] = minting.toSorted((a, b) => median(a.costs) - median(b.costs))
  if (best === undefined) return observation(name, microseconds(ours), `${noBetterAuth}. ${how}`)
  return beside(name, costBeside(ours, best), {
    better: 'less',
    note: `${microseconds(ours)} against ${microseconds(best)} for get-session of Better Auth ${betterAuthVersion} ${best.name}, the cheapest of its settings that mint a JWT. ${how}`,
  })
}

const settingRow = (
  engine: Engine,
  setting: Setting,
  rival: Arm | undefined,
  ours: ReadonlyMap<Algorithm, Arm>,
): Row => {
  const name = `sessions/authenticate beside Better Auth ${setting.name}, ${engine}`
  const [first, ...others] = [...ours]
  if (rival === undefined || first === undefined)
    return notMeasured(name, isBetterAuthHere ? 'No Redis on 127.0.0.1:6379.' : noBetterAuth)
  const [algorithm, arm] = first
  const mine = others.map(
    ([other, its]) => `; with ${other} ${microseconds(its)}, ${ratioText(costBeside(its, rival))}`,
  )
  return beside(name, costBeside(arm, rival), {
    better: 'less',
    note: `${microseconds(arm)} with ${algorithm} against ${microseconds(rival)}, which ${setting.jwt ? 'mints a JWT' : 'mints no JWT'}${mine.join('')}; ${firstSize.toLocaleString('en-US')} sessions in use`,
  })
}

const openArms = async (
  places: Places,
  variables: Record<string, string>,
  backends: { ours: Processes; theirs: Processes },
) => {
  const provider = await startProvider(variables)
  const ourArms = new Map<Algorithm, Arm>()
  const crowds: Pick<OurSessions, 'add' | 'close'>[] = []
  for (const algorithm of algorithms) {
    // RS256 is the default of projects.
    const flags = algorithm === 'RS256' ? [] : ['--jwt-algorithm', algorithm]
    const publicToken = await newProject(provider, flags)
    const crowd = await openOurSessions(provider, places.ours, publicToken)
    crowds.push(crowd)
    if (crowd.algorithm !== algorithm) throw new Error(`A JWT is signed with ${crowd.algorithm}, not ${algorithm}.`)
    const processes = async () => [provider.pid, ...(await backends.ours())]
    ourArms.set(algorithm, { name: algorithm, processes, callsOf: callsOfOurs(provider, crowd), costs: [] })
  }
  const redis = await openRedis()
  const betterAuths: BetterAuths | null = isBetterAuthHere
    ? await openBetterAuths(places.theirs, redis?.redis ?? null)
    : null
  const rivalArms = new Map<string, Arm>()
  for (const { setting, pid, callsOf } of betterAuths?.servers ?? []) {
    const processes = async () => [pid, ...(setting.redis && redis ? [redis.pid] : []), ...(await backends.theirs())]
    rivalArms.set(setting.name, { name: setting.name, processes, callsOf, costs: [] })
  }
  return {
    ourArms,
    rivalArms,
    add: async (from: number, to: number) => {
      for (const crowd of crowds) await crowd.add(from, to)
      await betterAuths?.addSessions(from, to)
    },
    close: async () => {
      for (const crowd of crowds) await crowd.close()
      await betterAuths?.close()
      redis?.redis.disconnect()
      await provider.stop()
    },
  }
}

const rowsOn = async (
  engine: Engine,
  { quick }: Options,
  opened: Awaited<ReturnType<typeof openArms>>,
): Promise<Row[]> => {
  const { ourArms, rivalArms, add } = opened
  const arms = [...ourArms.values(), ...rivalArms.values()]
  const minting = settings.flatMap(setting => ('jwt' in setting ? (rivalArms.get(setting.name) ?? []) : []))
  await add(warmUp.from, warmUp.to)
  const warming = spread(warmUp.from, warmUp.to, quick ? 100 : warmUp.to - warmUp.from)
  for (const arm of arms) await sendAll(await arm.callsOf(warming), atOnce)
  const bySize: Row[] = []
  const more: Row[] = []
  let before = 0
  for (const size of quick ? [firstSize] : sizes) {
    await add(before, size)
    await measure(arms, spread(before, size, Math.min(size - before, rounds * callsARound)), quick)
    before = size
    for (const [algorithm, arm] of ourArms) bySize.push(sizeRow(nameOf(algorithm, engine, size), arm, minting))
    if (size !== firstSize) continue
    more.push(...settings.map(each => settingRow(engine, each, rivalArms.get(each.name), ourArms)))
  }
  return [...bySize, ...more]
}

const onSqlite = async (options: Options): Promise<Row[]> =>
  inNewFolder(async folder => {
    const places = { ours: { file: join(folder, 'identity.db') }, theirs: { file: join(folder, 'better-auth.db') } }
    const none = async () => []
    const opened = await openArms(places, { DATA_DIR: folder }, { ours: none, theirs: none })
    try {
      return await rowsOn('SQLite', options, opened)
    } finally {
      await opened.close()
    }
  })

const onPostgres = async (options: Options): Promise<Row[] | null> =>
  inNewFolder(folder =>
    inNewDatabase(async ours => {
      const measured = await inNewDatabase(async theirs => {
        const variables = { DATA_DIR: folder, IDENTITY_DATABASE_URL: ours.url }
        const backends = { ours: ours.backends, theirs: theirs.backends }
        const opened = await openArms({ ours, theirs }, variables, backends)
        try {
          return await rowsOn('PostgreSQL', options, opened)
        } finally {
          await opened.close()
        }
      })
      return measured ?? []
    }),
  )

export const run: Run = async options => {
  const name = 'sessions/authenticate'
  if (!canReadCpu) return [notMeasured(name, noCpu)]
  return [
    ...(await orWhyNot(`${name}, SQLite`, () => onSqlite(options))),
    ...(await orWhyNot(`${name}, PostgreSQL`, async () => {
      return (await onPostgres(options)) ?? [notMeasured(`${name}, PostgreSQL`, noPostgres)]
    })),
  ]
}
