import { availableParallelism } from 'node:os'
import { passwords } from '@corroborate/wire/passwords'
import { hash, verify } from '@node-rs/argon2'
import { argon2id } from './argon2id.ts'
import { perSecond, ratePerSecond, sendWell } from './calls.ts'
import { noPostgres } from './in-new-database.ts'
import { onBothEngines } from './on-both-engines.ts'
import { askSdk, sdkCall, startProvider, type Variables } from './our-servers.ts'
import { newProject } from './our-sessions.ts'
import { type Bench, judge, notMeasured, type Options, type Row } from './row.ts'
import { median } from './statistics.ts'

const seconds = 2
const people = 24
const rounds = 7
const goal = 0.85
const password = 'lantern-gravel-opus-41'

/** The ceiling: one hash at a time on each core, with nobody asking. */
const openCeiling = async (): Promise<() => Promise<boolean>> => {
  const stored = await hash(password, argon2id)
  return () => verify(stored, password)
}

const rowOn = async (engine: string, variables: Variables, { quick }: Options): Promise<Row> => {
  const provider = await startProvider(variables)
  const publicToken = await newProject(provider)
  const bodyOf = (person: number) => ({ email: `person${person}@example.org`, password, session_duration_minutes: 60 })
  for (let person = 0; person < people; person++) {
    await askSdk(provider.origin, publicToken, passwords.create, { body: bodyOf(person) })
  }
  const logIn = (person: number) =>
    sendWell(sdkCall(provider.origin, publicToken, passwords.authenticate, { body: bodyOf(person) }))
  const hashOnce = await openCeiling()
  const cores = availableParallelism()
  const paces: { hashes: number; logIns: number }[] = []
  await ratePerSecond({ people, seconds: quick ? 1 : 3 }, logIn)
  for (let round = 0; round < (quick ? 2 : rounds); round++) {
    const hashes = await ratePerSecond({ people: cores, seconds: quick ? 1 : seconds }, hashOnce)
    paces.push({ hashes, logIns: await ratePerSecond({ people, seconds: quick ? 1 : seconds }, logIn) })
  }
  await provider.stop()
  const share = median(paces.map(({ hashes, logIns }) => logIns / hashes))
  return {
    name: nameOf(engine),
    figure: `${Math.round(share * 100)} %`,
    limit: limitText,
    verdict: judge(share >= goal),
    note: `${perSecond(median(paces.map(({ logIns }) => logIns)))} over HTTP against ${perSecond(median(paces.map(({ hashes }) => hashes)))} argon2id hashes (19 MiB, 2 passes) on ${cores} cores with nobody asking; ${people} people at once, whose own work is on the same cores; median of ${rounds} interleaved rounds of ${seconds} s`,
  }
}

const limitText = `≥ ${goal * 100} %`
const nameOf = (engine: string) => `log-ins by password of what argon2 allows, ${engine}`

const run = async (options: Options): Promise<Row[]> => {
  const { sqlite, postgres } = await onBothEngines((engine, variables) => rowOn(engine, variables, options))
  return [sqlite, postgres ?? notMeasured(nameOf('PostgreSQL'), limitText, noPostgres)]
}

export const bench: Bench = { title: 'Passwords', run }
