import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@corroborate/server-kit/database'
import { readSettings } from '@corroborate/server-kit/settings'
import { freePort, runServer } from '@corroborate/server-kit/testing/server'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { type Call, callPath } from '@corroborate/wire/call'
import { magicLinks } from '@corroborate/wire/magic-links'
import { emailOtps } from '@corroborate/wire/otps'
import { passwords } from '@corroborate/wire/passwords'
import { databaseOf } from '../identity/database-of.ts'
import { createHasher } from '../identity/factors/passwords/hashing/index.ts'
import { importUsers } from '../identity/operate/user-import/index.ts'
import type { Tables } from '../identity/platform/database/index.ts'
import { findProject } from '../identity/projects/index.ts'
import { inNewSchema } from './in-new-schema.ts'
import { type Bench, median, type Row } from './row.ts'

/** Calls of each kind, in turn with the others and in another order each time. */
const samples = 200
const warmUps = 20
/** The medians may differ by so much of the slower, and by more where chance explains it: other programs run here too. */
const mostApart = 0.1
const perhapsChance = 0.05
/** A smaller difference tells something all the same when it is so many ms and surely not chance. */
const worthKnowing = 5
const surelyNotChance = 0.001

const start = fileURLToPath(new URL('../identity/start.ts', import.meta.url))

/** Whose address is sent: each is asked about once, so that nothing is remembered of it. */
const kinds = {
  unknown: (n: number) => `nobody-${n}@example.org`,
  known: (n: number) => `known-${n}@example.org`,
  passwordless: (n: number) => `passwordless-${n}@example.org`,
} as const
type Kind = keyof typeof kinds

const wrong = { password: 'not the password', session_duration_minutes: 60 }
const probes: readonly { name: string; call: Call; more: object }[] = [
  { name: 'password log-in', call: passwords.authenticate, more: wrong },
  { name: 'password reset', call: passwords.resetByEmailStart, more: {} },
  { name: 'magic link', call: magicLinks.loginOrCreate, more: {} },
  { name: 'magic link to log in only', call: magicLinks.sendPrimary, more: {} },
  { name: 'passcode by mail', call: emailOtps.loginOrCreate, more: {} },
]

const normal = (z: number): number => {
  // Abramowitz and Stegun, 26.2.17.
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  return 0.3989423 * Math.exp((-z * z) / 2) * series.reduce((sum, factor, n) => sum + factor * t ** (n + 1), 0)
}

/** The probability that two samples as far apart as these are of one kind (Mann and Whitney's U, two-sided). */
const chanceOf = (a: readonly number[], b: readonly number[]): number => {
  const ranked = [...a.map(value => ({ value, isA: true })), ...b.map(value => ({ value, isA: false }))]
  const ranks = ranked.toSorted((x, y) => x.value - y.value).map(({ isA }, index) => (isA ? index + 1 : 0))
  const u = ranks.reduce((sum, rank) => sum + rank, 0) - (a.length * (a.length + 1)) / 2
  const spread = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  return 2 * normal((u - (a.length * b.length) / 2) / spread)
}

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map(item => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)

/** Times, in ms, by kind of address. */
const timesOf = async (ask: (email: string) => Promise<void>, probe: number): Promise<Record<Kind, number[]>> => {
  const times: Record<Kind, number[]> = { unknown: [], known: [], passwordless: [] }
  for (let n = -warmUps; n < samples; n++) {
    for (const kind of shuffled(Object.keys(kinds) as Kind[])) {
      // Each probe has unknown addresses of its own: the one before may have made them known.
      const email = kind === 'unknown' || n < 0 ? `${probe}-${kinds.unknown(n)}` : kinds[kind](n)
      const started = performance.now()
      await ask(email)
      if (n >= 0) times[kind].push(performance.now() - started)
    }
  }
  return times
}

const rowOf = (name: string, engine: string, times: Record<Kind, number[]>): Row => {
  const others = (['known', 'passwordless'] as const).map(kind => {
    const [here, there] = [median(times.unknown), median(times[kind])]
    const apart = Math.abs(there - here)
    const chance = chanceOf(times.unknown, times[kind])
    const share = apart / Math.max(here, there)
    return {
      kind,
      there,
      share,
      chance,
      met: (share <= mostApart || chance >= perhapsChance) && (chance >= surelyNotChance || apart <= worthKnowing),
    }
  })
  const words = others.map(
    ({ kind, there, chance }) =>
      `${there.toFixed(1)} ms for ${kind === 'known' ? 'a user with one' : 'one without'} (p ${chance.toFixed(2)})`,
  )
  return {
    name: `${name}, ${engine}: unknown address against known`,
    figure: `${(Math.max(...others.map(({ share }) => share)) * 100).toFixed(1)} %`,
    limit: `≤ ${mostApart * 100} %`,
    met: others.every(({ met }) => met),
    note: `apart, of the slower median: ${median(times.unknown).toFixed(1)} ms for nobody, ${words.join(', ')}; ${samples} calls of each in turn, Mann–Whitney`,
  }
}

const measure = async (engine: string, variables: Record<string, string>): Promise<Row[]> => {
  const settings = readSettings(variables)
  const server = await runServer(start, variables)
  const db = await openDatabase<Tables>(databaseOf(settings))
  try {
    const { publicToken } = settings.identity
    const project = await findProject(db, publicToken)
    if (project === null) throw new Error('The local project is missing.')
    const password_hash = await createHasher().hash('lantern-gravel-opus-41')
    const lines = Array.from({ length: samples }, (_, n) => [
      JSON.stringify({ email: kinds.known(n), password_hash }),
      JSON.stringify({ email: kinds.passwordless(n) }),
    ])
    await importUsers(db, project, lines.flat(), 'bench')

    const headers = {
      Authorization: formatAuthorization({ publicToken, sessionToken: null }),
      'Content-Type': 'application/json',
    }
    const rows: Row[] = []
    for (const [index, { name, call, more }] of probes.entries()) {
      const ask = async (email: string) => {
        const body = JSON.stringify({ email, ...more })
        const answer = await fetch(`${server.origin}${callPath(call)}`, { method: call.method, headers, body })
        if (answer.status !== 200 && answer.status !== 401) throw new Error(`${name} answered ${answer.status}.`)
        await answer.arrayBuffer()
      }
      rows.push(rowOf(name, engine, await timesOf(ask, index)))
    }
    return rows
  } finally {
    await db.destroy()
    await server.stop()
  }
}

const run = async (): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-enumeration-'))
  const variables = { DATA_DIR: folder, LIMITS_SCALE: '1000000', IDENTITY_PORT: String(await freePort()) }
  try {
    return [
      ...(await measure('SQLite', variables)),
      ...((await inNewSchema(url => measure('PostgreSQL', { ...variables, IDENTITY_DATABASE_URL: url }))) ?? []),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const bench: Bench = { title: 'Who has an account, by the time an answer takes', run }
