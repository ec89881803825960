import { fork, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@corroborate/server-kit/database'
import { createLifecycle } from '@corroborate/server-kit/lifecycle'
import { createLogger } from '@corroborate/server-kit/logging'
import { readSettings } from '@corroborate/server-kit/settings'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { callPath } from '@corroborate/wire/call'
import { sessions } from '@corroborate/wire/sessions'
import { sql } from 'kysely'
import { findSession } from '../identity/accounts/sessions/index.ts'
import { databaseOf } from '../identity/database-of.ts'
import { createIdentity } from '../identity/identity.ts'
import type { Database, Tables } from '../identity/platform/database/index.ts'
import { findProject } from '../identity/projects/index.ts'
import { type Bench, median, type Row } from './row.ts'
import type { Orders } from './send-requests.ts'

const rounds = 5
const milliseconds = 1_500
const people = 200

const root = fileURLToPath(new URL('..', import.meta.url))
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Users with one session each, whose tokens are `token(n)`: written in SQL, because a million go in. */
const addUsers = async (db: Database, projectId: string, from: number, to: number, token: (n: number) => string) => {
  const now = Date.now()
  const factors = JSON.stringify([
    { type: 'password', delivery_method: 'knowledge', last_authenticated_at: new Date(now).toISOString() },
  ])
  for (let n = from; n < to; n += 400) {
    const numbers = Array.from({ length: Math.min(400, to - n) }, (_, offset) => n + offset)
    await db.transaction().execute(async tx => {
      await sql`insert into users select ${projectId}, 'user-test-' || value, 'active', '', '', '', '[]', '{}', '{}', null, ${now}, ${now}, ${now} from json_each(${JSON.stringify(numbers)})`.execute(
        tx,
      )
      await sql`insert into user_emails select ${projectId}, 'email-test-' || value, 'user-test-' || value, 'person' || value || '@example.org', 1, ${now} from json_each(${JSON.stringify(numbers)})`.execute(
        tx,
      )
      const sessionRows = JSON.stringify(numbers.map(number => [number, hashOf(token(number))]))
      await sql`insert into sessions select ${projectId}, 'session-test-' || json_extract(value, '$[0]'), 'user-test-' || json_extract(value, '$[0]'), json_extract(value, '$[1]'), ${now}, ${now}, ${now + 3_600_000}, ${now + 3_600_000}, null, '192.0.2.1', 'bench', ${factors}, '{}' from json_each(${sessionRows})`.execute(
        tx,
      )
    })
  }
}

const inFolder = async <R>(work: (folder: string) => Promise<R>): Promise<R> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sessions-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** CPU time of the server for one request over HTTP, in µs. */
const cpuPerRequest = async (orders: Orders): Promise<number> => {
  const sender = fork(fileURLToPath(new URL('./send-requests.ts', import.meta.url)))
  await once(sender, 'spawn')
  sender.send(orders)
  await sleep(300)
  const before = process.cpuUsage()
  const [answered] = (await once(sender, 'message')) as [number]
  const { user, system } = process.cpuUsage(before)
  return (user + system) / (answered * ((orders.milliseconds - 300) / orders.milliseconds))
}

const authenticate = (): Promise<Row> =>
  inFolder(async folder => {
    const settings = readSettings({ DATA_DIR: folder, LIMITS_SCALE: '1000000', LOG_LEVEL: 'warn' })
    const identity = await createIdentity(settings, { logger: createLogger('warn') })
    const db = await openDatabase<Tables>(databaseOf(settings))
    const { publicToken } = settings.identity
    const project = await findProject(db, publicToken)
    const tokens = Array.from({ length: people }, () => randomBytes(32).toString('base64url'))
    await addUsers(db, project?.id ?? '', 0, people, n => tokens[n] ?? '')
    identity.app.post('/constant', async c => {
      await c.req.arrayBuffer()
      return c.json({ data: { constant: true } })
    })
    const life = createLifecycle()
    const { port } = await life.listen({ name: 'bench', app: identity.app, port: 0, host: '127.0.0.1' })
    const headers = tokens.map(sessionToken => ({
      authorization: formatAuthorization({ publicToken, sessionToken }),
      'content-type': 'application/json',
    }))
    const orders = { url: `http://127.0.0.1:${port}`, headers, body: '{}', milliseconds }
    const path = callPath(sessions.authenticate)
    const ratios: number[] = []
    const costs: number[] = []
    await cpuPerRequest({ ...orders, path })
    for (let round = 0; round < rounds; round++) {
      const constant = await cpuPerRequest({ ...orders, path: '/constant' })
      const cost = await cpuPerRequest({ ...orders, path })
      costs.push(cost)
      ratios.push(constant / cost)
    }
    await life.end()
    await db.destroy()
    await identity.close()
    const ratio = median(ratios)
    return {
      name: 'sessions/authenticate over HTTP, SQLite',
      figure: `${ratio.toFixed(2)}×`,
      limit: '≥ 0.4×',
      met: ratio >= 0.4,
      note: `of the rate of a constant from the same server, by the server’s CPU time (${Math.round(median(costs))} µs a call); ${people} sessions on 16 connections, median of ${rounds} interleaved rounds`,
    }
  })

/** CPU time of one look-up in µs: of a thousand sessions that lie anywhere among so many. */
const lookUp = async (db: Database, count: number, token: (n: number) => string) => {
  const inUse = Array.from({ length: 1_000 }, (_, n) => token((n * 7_919) % count))
  const now = Date.now()
  const before = process.cpuUsage()
  for (const each of inUse) {
    if ((await findSession(db, 'project-1', each, now)) === null) throw new Error('A session is missing.')
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / inUse.length
}

const growth = (): Promise<Row[]> =>
  inFolder(async folder => {
    const token = (n: number) => hashOf(`token ${n}`)
    const db = await openDatabase<Tables>(databaseOf(readSettings({ DATA_DIR: folder })))
    const measure = async (count: number) => median(await repeat(rounds, () => lookUp(db, count, token)))
    await addUsers(db, 'project-1', 0, 1_000, token)
    const few = await measure(1_000)
    await addUsers(db, 'project-1', 1_000, 1_000_000, token)
    const many = await measure(1_000_000)
    await db.destroy()
    return [
      {
        name: 'session look-up with 1,000,000 users against 1,000',
        figure: `${(many / few).toFixed(2)}×`,
        limit: '–',
        met: null,
        note: `${many.toFixed(1)} µs against ${few.toFixed(1)} µs of CPU, 1,000 sessions, SQLite, median of ${rounds}`,
      },
    ]
  })

const repeat = async (times: number, measure: () => Promise<number>): Promise<number[]> => {
  const values: number[] = []
  for (let n = 0; n < times; n++) values.push(await measure())
  return values
}

/** Starts the provider alone and gives its resident set in MB, 3 s after it has said where it is. */
/** The flags that `npm start -w identity` gives to Node. */
const startFlags = (): string[] => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'identity/package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.match(/--\S+/g) ?? []
}

const startedMemory = async (folder: string): Promise<number> => {
  // Port 0: any free one.
  const env = { PATH: '/usr/bin:/bin', DATA_DIR: folder, IDENTITY_PORT: '0', LOG_LEVEL: 'warn' }
  const server = spawn(process.execPath, [...startFlags(), 'identity/start.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(server.stdout, 'data')
  await sleep(3_000)
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  const exited = once(server, 'exit')
  server.kill()
  await exited
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_000
}

const memory = (): Promise<Row> =>
  inFolder(async folder => {
    await startedMemory(folder)
    const megabytes = await startedMemory(folder)
    return {
      name: 'memory of the provider, idle',
      figure: `${Math.round(megabytes)} MB`,
      limit: '≤ 150 MB',
      met: megabytes <= 150,
      note: 'resident set, 3 s after the second start, when its compiled modules are at hand; alone in its process',
    }
  })

export const bench: Bench = {
  title: 'Sessions',
  run: async () => [await authenticate(), ...(await growth()), await memory()],
}
