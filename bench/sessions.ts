import { join } from 'node:path'
import { sessions } from '@corroborate/wire/sessions'
import { type BetterAuths, openBetterAuths, openRedis } from './better-auth.ts'
import { betterAuthVersion, isBetterAuthHere, noBetterAuth, type Setting, settings } from './better-auth-settings.ts'
import { type HttpCall, sendAll } from './calls.ts'
import { canReadCpu, cpuSpent, noCpu, type Processes } from './cpu.ts'
import { inNewDatabase, noPostgres } from './in-new-database.ts'
import { inNewFolder } from './in-new-folder.ts'
import { type Provider, sdkCall, startProvider } from './our-servers.ts'
import { newProject, type OurSessions, openOurSessions } from './our-sessions.ts'
import { type Bench, compare, judge, notMeasured, type Options, type Row } from './row.ts'
import { tokenOf } from './row-copies.ts'
import { median, shuffled } from './statistics.ts'

const algorithms = ['RS256', 'ES256'] as const
type Algorithm = (typeof algorithms)[number]
type Engine = 'SQLite' | 'PostgreSQL'

/** How many sessions are in use; beside every setting of Better Auth at the middle one. */
const sizes = [1_000, 10_000, 100_000] as const
const middleSize = 10_000
const goal = 1.2
const rounds = 5
const callsARound = 200
const atOnce = 16
/** Numbers of sessions with which the servers are warmed up. */
const warmUp = { from: 10_000_000, to: 10_000_800 }

/** A server, or a project of it, that is asked beside the others; µs of CPU for a call, by round. */
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
const times = (ours: Arm, theirs: Arm) =>
  median(ours.costs.map((cost, round) => (theirs.costs[round] ?? Number.NaN) / cost))
const how = `CPU for a call over HTTP, of the server’s process with its connections to PostgreSQL and Redis; ${atOnce} at once, each session once, caches in cookies always fresh, median of ${rounds} interleaved rounds of ${callsARound}`

const nameOf = (algorithm: Algorithm, engine: Engine, size: number) =>
  `sessions/authenticate, ${algorithm}, ${engine}, ${size.toLocaleString('en-US')} sessions in use`

/** Against the setting of Better Auth that mints a JWT at the least cost. */
const goalRow = (name: string, ours: Arm | undefined, minting: readonly Arm[]): Row => {
  const limit = `≥ ${goal}×`
  if (ours === undefined) return notMeasured(name, limit, noAlgorithm)
  const [best] = minting.toSorted((a, b) => median(a.costs) - median(b.costs))
  if (best === undefined) return notMeasured(name, limit, noBetterAuth)
  const ratio = times(ours, best)
  return {
    name,
    figure: `${ratio.toFixed(2)}×`,
    limit,
    verdict: judge(ratio >= goal),
    note: `${microseconds(ours)} against ${microseconds(best)} for get-session of Better Auth ${betterAuthVersion} ${best.name}, the cheapest of its settings that mint a JWT. ${how}`,
  }
}

const noAlgorithm = 'This provider knows no `--jwt-algorithm`.'

const settingRow = (
  engine: Engine,
  setting: Setting,
  rival: Arm | undefined,
  ours: ReadonlyMap<Algorithm, Arm>,
): Row => {
  const name = `against Better Auth ${setting.name}, ${engine}`
  const limit = '1×'
  if (rival === undefined)
    return notMeasured(name, limit, isBetterAuthHere ? 'No Redis on 127.0.0.1:6379.' : noBetterAuth)
  const ratios = [...ours].map(([algorithm, arm]) => ({ algorithm, ratio: times(arm, rival) }))
  const mine = [...ours].map(([algorithm, arm]) => `${microseconds(arm)} with ${algorithm}`).join(', ')
  return {
    name,
    figure: ratios.map(({ algorithm, ratio }) => `${algorithm} ${ratio.toFixed(2)}×`).join(', '),
    limit,
    verdict: compare(ratios.every(({ ratio }) => ratio >= 1)),
    note: `${mine} against ${microseconds(rival)}, which ${setting.jwt ? 'mints a JWT' : 'mints no JWT'}; ${middleSize.toLocaleString('en-US')} sessions in use`,
  }
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
    // RS256 is what projects have by default.
    const flags = algorithm === 'RS256' ? [] : ['--jwt-algorithm', algorithm]
    const publicToken = await newProject(provider, flags).catch(() => null)
    if (publicToken === null) continue
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
  const goals: Row[] = []
  const besides: Row[] = []
  let before = 0
  for (const size of quick ? sizes.slice(0, 2) : sizes) {
    await add(before, size)
    await measure(arms, spread(before, size, Math.min(size - before, rounds * callsARound)), quick)
    before = size
    goals.push(...algorithms.map(each => goalRow(nameOf(each, engine, size), ourArms.get(each), minting)))
    if (size !== middleSize) continue
    besides.push(...settings.map(each => settingRow(engine, each, rivalArms.get(each.name), ourArms)))
  }
  return [...goals, ...besides]
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

const withoutPostgres = (): Row[] =>
  sizes.flatMap(size => algorithms.map(each => notMeasured(nameOf(each, 'PostgreSQL', size), `≥ ${goal}×`, noPostgres)))

const run = async (options: Options): Promise<Row[]> => {
  if (!canReadCpu) return [notMeasured('sessions/authenticate', `≥ ${goal}×`, noCpu)]
  return [...(await onSqlite(options)), ...((await onPostgres(options)) ?? withoutPostgres())]
}

export const bench: Bench = { title: 'Sessions as clients use them: each calls when its JWT is due', run }
