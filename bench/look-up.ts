import { join } from 'node:path'
import { users } from '@corroborate/wire/users'
import { canReadCpu, cpuSpent, noCpu, type Processes } from './cpu.ts'
import { inNewDatabase, noPostgres } from './in-new-database.ts'
import { inNewFolder } from './in-new-folder.ts'
import { inRounds } from './in-rounds.ts'
import { sdkCall, startProvider, type Variables } from './our-servers.ts'
import { newProject, openOurSessions } from './our-sessions.ts'
import { sendAll } from './routes.ts'
import { notMeasured, observation, orWhyNot, type Row, type Run, ratioText } from './row.ts'
import { tokenOf } from './row-copies.ts'
import { median, ratioOfMedians } from './statistics.ts'

const few = 1_000
const many = 1_000_000
const rounds = 5
const callsARound = 200
const atOnce = 16
const warmUp = { from: 10_000_000, to: 10_000_500 }

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
  const costs = await inRounds(rounds, { small: small.costOf, large: large.costOf })
  await small.close()
  await large.close()
  const of = (side: 'small' | 'large') => `${Math.round(median(costs[side]))} µs`
  return observation(
    nameOf(engine, manyUsers),
    of('large'),
    `of CPU for users/me over HTTP, connections to PostgreSQL included: ${ratioText(ratioOfMedians(costs.large, costs.small))} of the ${of('small')} with ${few.toLocaleString('en-US')} users; every call of another session; ${atOnce} at once, median of ${rounds} rounds of ${callsARound}`,
  )
}

const nameOf = (engine: string, users: number) =>
  `session look-up with ${users.toLocaleString('en-US')} users, ${engine}`

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

export const run: Run = async ({ quick }) => {
  if (!canReadCpu) return [notMeasured('session look-up', noCpu)]
  const users = quick ? many / 20 : many
  const [sqlite, postgres] = [nameOf('SQLite', users), nameOf('PostgreSQL', users)]
  return [
    ...(await orWhyNot(sqlite, async () => [await onSqlite(users)])),
    ...(await orWhyNot(postgres, async () => [(await onPostgres(users)) ?? notMeasured(postgres, noPostgres)])),
  ]
}
