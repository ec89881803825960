import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@corroborate/server-kit/logging'
import { readSettings } from '@corroborate/server-kit/settings'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { createHasher } from '../identity/factors/passwords/hashing/index.ts'
import { createIdentity } from '../identity/identity.ts'
import { type Bench, median } from './row.ts'

const seconds = 1
const people = 24
const rounds = 9
const warmUps = 3
const wanted = 0.9
const password = 'lantern-gravel-opus-41'
const logInPath = '/passwords/authenticate'

type App = { request: (url: string, init: RequestInit) => Response | Promise<Response> }

/** The people at the other end, who are in this process too: what they cost is no part of a log-in. */
const callsOf = (app: App, origin: string, publicToken: string) => {
  const headers = {
    Authorization: formatAuthorization({ publicToken, sessionToken: null }),
    'Content-Type': 'application/json',
  }
  return async (path: string, person: number): Promise<string> => {
    const body = JSON.stringify({ email: `person${person}@example.org`, password, session_duration_minutes: 60 })
    const response = await app.request(`${origin}${sdkPrefix}${path}`, { method: 'POST', headers, body })
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.text()
  }
}

/** How often something was done a second, and the CPU time of all threads for doing it once, in µs. */
type Pace = { rate: number; cpu: number }

/** The pace of `act` when so many people do it at once, over and over. */
const paceOf = async (act: (person: number) => Promise<unknown>): Promise<Pace> => {
  const before = process.cpuUsage()
  const started = performance.now()
  const end = started + seconds * 1_000
  let done = 0
  const person = async (n: number) => {
    while (performance.now() < end) {
      await act(n)
      done++
    }
  }
  await Promise.all(Array.from({ length: people }, (_, n) => person(n)))
  const { user, system } = process.cpuUsage(before)
  return { rate: done / ((performance.now() - started) / 1_000), cpu: (user + system) / done }
}

const openProvider = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-passwords-'))
  const settings = readSettings({ DATA_DIR: folder, LIMITS_SCALE: '1000000' })
  const identity = await createIdentity(settings, { logger: createLogger('silent') })
  const { publicToken, origin } = settings.identity
  const post = callsOf(identity.app, origin, publicToken)
  for (let person = 0; person < people; person++) await post('/passwords', person)
  const answer = await post(logInPath, 0)
  // Says the same at once, whoever asks.
  const echo: App = {
    request: async (url, init) => {
      await new Request(url, init).text()
      return new Response(answer, { headers: { 'Content-Type': 'application/json' } })
    },
  }
  const ask = callsOf(echo, origin, publicToken)
  const close = async () => {
    await identity.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { logIn: (person: number) => post(logInPath, person), ask: (person: number) => ask(logInPath, person), close }
}

export const bench: Bench = {
  title: 'Passwords',
  run: async () => {
    const hasher = createHasher()
    const stored = { hash: await hasher.hash(password) }
    const provider = await openProvider()
    const paces: { hash: Pace; ceiling: Pace; logIn: Pace }[] = []
    for (let round = 0; round < warmUps; round++) await paceOf(provider.logIn)
    for (let round = 0; round < rounds; round++) {
      const hash = await paceOf(() => hasher.verify(stored, password))
      const ceiling = await paceOf(async person => {
        await provider.ask(person)
        await hasher.verify(stored, password)
      })
      paces.push({ hash, ceiling, logIn: await paceOf(provider.logIn) })
    }
    await provider.close()
    // Short rounds in turn, each beside its own: what else the machine does slows all alike.
    const share = median(paces.map(({ ceiling, logIn }) => logIn.rate / ceiling.rate))
    const shareOfHash = median(paces.map(({ hash, logIn }) => logIn.rate / hash.rate))
    const shareOfCpu = median(paces.map(({ ceiling, logIn }) => ceiling.cpu / logIn.cpu))
    const perSecond = (of: 'hash' | 'ceiling' | 'logIn') => `${Math.round(median(paces.map(pace => pace[of].rate)))}/s`
    const percent = (part: number) => `${Math.round(part * 100)} %`
    return [
      {
        name: 'Log-ins by password, SQLite',
        figure: perSecond('logIn'),
        limit: `${percent(wanted)} of ${perSecond('ceiling')}`,
        met: share >= wanted,
        note: `${percent(share)} of what argon2id (19 MiB, 2 passes) allows on ${availableParallelism()} cores to people who are answered at once in the same process (${percent(shareOfCpu)} by CPU time); ${percent(shareOfHash)} of the ${perSecond('hash')} it allows when nobody asks; measured in turn, ${people} people at once, median of ${rounds} rounds of ${seconds} s`,
      },
    ]
  },
}
