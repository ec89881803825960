import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@corroborate/server-kit/logging'
import { readSettings } from '@corroborate/server-kit/settings'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { createIdentity } from '../identity/identity.ts'
import { createHasher } from '../identity/passwords/hashing/index.ts'
import { type Bench, median } from './row.ts'

const seconds = 1
const people = 24
const rounds = 9
const wanted = 0.9
const password = 'lantern-gravel-opus-41'

/** How often `act` ends within a few seconds, per second, when so many do it at once. */
const perSecond = async (act: (person: number) => Promise<unknown>): Promise<number> => {
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
  return done / ((performance.now() - started) / 1_000)
}

const openProvider = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-passwords-'))
  const settings = readSettings({ DATA_DIR: folder, LIMITS_SCALE: '1000000' })
  const identity = await createIdentity(settings, { logger: createLogger('silent') })
  const { publicToken, origin } = settings.identity
  const headers = {
    Authorization: formatAuthorization({ publicToken, sessionToken: null }),
    'Content-Type': 'application/json',
  }
  const post = async (path: string, person: number) => {
    const body = JSON.stringify({ email: `person${person}@example.org`, password, session_duration_minutes: 60 })
    const response = await identity.app.request(`${origin}${sdkPrefix}${path}`, { method: 'POST', headers, body })
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    await response.text()
  }
  for (let person = 0; person < people; person++) await post('/passwords', person)
  const close = async () => {
    await identity.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { logIn: (person: number) => post('/passwords/authenticate', person), close }
}

export const bench: Bench = {
  title: 'Passwords',
  run: async () => {
    const hasher = createHasher()
    const stored = { hash: await hasher.hash(password) }
    const provider = await openProvider()
    const ceilings: number[] = []
    const logIns: number[] = []
    for (let round = 0; round < rounds; round++) {
      ceilings.push(await perSecond(() => hasher.verify(stored, password)))
      logIns.push(await perSecond(provider.logIn))
    }
    await provider.close()
    // Short rounds in turn: what else the machine does slows both alike.
    const share = median(logIns) / median(ceilings)
    return [
      {
        name: 'Log-ins by password, SQLite',
        figure: `${Math.round(median(logIns))}/s`,
        limit: `${wanted * 100} % of ${Math.round(median(ceilings))}/s`,
        met: share >= wanted,
        note: `${Math.round(share * 100)} % of what argon2id (19 MiB, 2 passes) allows by itself on ${availableParallelism()} cores, measured in turn; ${people} people at once; median of ${rounds} rounds of ${seconds} s`,
      },
    ]
  },
}
