import { join } from 'node:path'
import { users } from '@corroborate/wire/users'
import { sendAll } from './calls.ts'
import { canReadCpu, cpuSpent, noCpu, type Processes } from './cpu.ts'
import { inNewDatabase, noPostgres } from './in-new-database.ts'
import { inNewFolder } from './in-new-folder.ts'
import { sdkCall, startProvider, type Variables } from './our-servers.ts'
import { newProject, openOurSessions } from './our-sessions.ts'
import { type Bench, judge, notMeasured, type Options, type Row } from './row.ts'
import { tokenOf } from './row-copies.ts'
import { median } from './statistics.ts'

const few = 1_000
const many = 1_000_000
const rounds = 5
const callsARound = 200
const atOnce = 16
const warmUp = { from: 10_000_000, to: 10_000_500 }
const goal = 1.3

/** A provider that holds so many users with a session each. */
type Side = { costOf: (round: number) => Promise<number>; close: () => Promise<void> }

/** `users/me` finds the session and its user, and signs nothing. Every call is of another session, anywhere in the table. */
const openSide = async (
  count: number,
  variables: Variables,
  place: { file: string } | { url: string },
  backends: Processes,
): Promise<Side> => {
  const provider = await startProvider(variables)
  const publicToken = await newProject(provider)
  const sessions = await openOurSessions(provider, place, publicToken)
  await sessions.add(0, count)
  await sessions.add(warmUp.from, warmUp.to)
  const callOf = (n: number) => sdkCall(provider.origin, publicToken, users.me, { session: tokenOf(n) })
  await sendAll(
    Array.from({ length: warmUp.to - warmUp.from }, (_, n) => callOf(warmUp.from + n)),
    atOnce,
  )
  return {
    costOf: async round => {
      const step = count / (rounds * callsARound)
      const calls = Array.from({ length: callsARound }, (_, n) => callOf(Math.floor((n * rounds + round) * step)))
      const processes = async () => [provider.pid, ...(await backends())]
      return (await cpuSpent(processes, () => sendAll(calls, atOnce))) / callsARound
    },
    close: async () => {
      await sessions.close()
      await provider.stop()
    },
  }
}

const compareSides = async (engine: string, small: Side, large: Side, manyUsers: number): Promise<Row> => {
  const costs: { small: number; large: number }[] = []
  for (let round = 0; round < rounds; round++) {
    costs.push({ small: await small.costOf(round), large: await large.costOf(round) })
  }
  await small.close()
  await large.close()
  const ratio = median(costs.map(cost => cost.large / cost.small))
  const of = (side: 'small' | 'large') => `${Math.round(median(costs.map(cost => cost[side])))} µs`
  return {
    name: nameOf(engine, manyUsers),
    figure: `${ratio.toFixed(2)}×`,
    limit: `≤ ${goal}×`,
    verdict: judge(ratio <= goal),
    note: `${of('large')} against ${of('small')} of CPU for users/me over HTTP, connections to PostgreSQL included; every call of another session; ${atOnce} at once, median of ${rounds} interleaved rounds of ${callsARound}`,
  }
}

const nameOf = (engine: string, users: number) =>
  `session look-up with ${users.toLocaleString('en-US')} users against ${few.toLocaleString('en-US')}, ${engine}`

const onSqlite = async (manyUsers: number): Promise<Row> =>
  inNewFolder(smallFolder =>
    inNewFolder(async largeFolder => {
      const open = (count: number, folder: string) =>
        openSide(count, { DATA_DIR: folder }, { file: join(folder, 'identity.db') }, async () => [])
      const small = await open(few, smallFolder)
      return compareSides('SQLite', small, await open(manyUsers, largeFolder), manyUsers)
    }),
  )

const onPostgres = async (manyUsers: number): Promise<Row | null> =>
  inNewFolder(folder =>
    inNewDatabase(async smallDatabase => {
      const open = (count: number, { url, backends }: typeof smallDatabase) =>
        openSide(count, { DATA_DIR: folder, IDENTITY_DATABASE_URL: url }, { url }, backends)
      const small = await open(few, smallDatabase)
      return inNewDatabase(async large => compareSides('PostgreSQL', small, await open(manyUsers, large), manyUsers))
    }),
  )

const run = async ({ quick }: Options): Promise<Row[]> => {
  if (!canReadCpu) return [notMeasured('session look-up', `≤ ${goal}×`, noCpu)]
  const manyUsers = quick ? many / 20 : many
  const postgres = await onPostgres(manyUsers)
  return [await onSqlite(manyUsers), postgres ?? notMeasured(nameOf('PostgreSQL', manyUsers), `≤ ${goal}×`, noPostgres)]
}

export const bench: Bench = { title: 'Looking a session up', run }
