import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@corroborate/server-kit/database'
import { createLifecycle } from '@corroborate/server-kit/lifecycle'
import { createLogger } from '@corroborate/server-kit/logging'
import { readSettings } from '@corroborate/server-kit/settings'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { callPath } from '@corroborate/wire/call'
import type { EmailAddress } from '@corroborate/wire/email'
import { jwksPath } from '@corroborate/wire/session-jwt'
import { sessions } from '@corroborate/wire/sessions'
import { claimEmail, createUser } from '../identity/accounts/users/index.ts'
import { databaseOf } from '../identity/database-of.ts'
import { createIdentity } from '../identity/identity.ts'
import type { Tables } from '../identity/platform/database/index.ts'
import { openSealer } from '../identity/platform/sealing/index.ts'
import { findProject } from '../identity/projects/index.ts'
import { createCore } from '../identity/sdk/core/index.ts'

// A process of its own for each server that identity.ts compares, so that the load costs it nothing, and neither does the
// other's garbage or the other's shape of objects in the code they share. Each is behind the same listener. It says where it
// is and with what to ask it, and tells its CPU time whenever it is asked.

/** How one server is asked; one set of headers for each of its users. */
export type Arm = { url: string; method: 'GET' | 'POST'; body?: string; headers: Record<string, string>[] }
export type Name = 'ours' | 'rival'
/** What a server says of itself; `jwks` is where ours publishes its keys. */
export type Served = { arm: Arm; jwks: string }

const users = 16
const rivalEntry = fileURLToPath(new URL('./rivals/node_modules/better-auth/dist/index.mjs', import.meta.url))
const rivalMigrations = fileURLToPath(
  new URL('./rivals/node_modules/better-auth/dist/db/get-migration.mjs', import.meta.url),
)

/** One look-up of a session by its token, with the user, without HTTP; of the n-th user. */
let lookUp: (n: number) => Promise<unknown> = async () => null

type Answering = { fetch: (request: Request) => Response | Promise<Response> }

const [folder = '.', name] = process.argv.slice(2)
const logger = createLogger('error')
const life = createLifecycle()
const serve = async (name: string, app: Answering): Promise<string> => {
  const { port } = await life.listen({ name, app, port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${port}`
}

const openOurs = async (): Promise<Served> => {
  const settings = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'error', LIMITS_SCALE: '1000000' })
  const { app } = await createIdentity(settings, { logger })
  const db = await openDatabase<Tables>(databaseOf(settings))
  const core = createCore({ settings, db, sealer: await openSealer(db, settings), logger })
  const { publicToken } = settings.identity
  const project = await findProject(db, publicToken)
  if (project === null) throw new Error('The local project is missing.')

  /** Signs somebody in past every factor, and gives the session's token. */
  const signUp = async (email: string): Promise<string> => {
    const now = Date.now()
    const request = { id: 'bench', now, address: '192.0.2.1', userAgent: 'bench', origin: null }
    const signedIn = await core.signIn({ project, session: null, request }, 60, async tx => {
      const userId = await createUser(tx, project, {}, now)
      await claimEmail(tx, project, userId, email as EmailAddress, true, now)
      return { userId, factor: { type: 'password', delivery_method: 'knowledge' } }
    })
    return signedIn.session_token
  }
  const headers: Record<string, string>[] = []
  const tokens: string[] = []
  for (let n = 0; n < users; n++) {
    const sessionToken = await signUp(`user-${n}@example.org`)
    tokens.push(sessionToken)
    headers.push({
      Authorization: formatAuthorization({ publicToken, sessionToken }),
      'Content-Type': 'application/json',
    })
  }
  lookUp = async n => {
    const token = tokens[n % users] ?? ''
    const session = await core.sessions.find(project, token, Date.now())
    if (session === null) throw new Error('A session was not found.')
    return core.sessions.signedIn(project, { session, token }, Date.now())
  }
  const origin = await serve('ours', app)
  return {
    arm: { url: `${origin}${callPath(sessions.authenticate)}`, method: 'POST', body: '{}', headers },
    jwks: `${origin}${jwksPath(project.id)}`,
  }
}

/** Better Auth as its manual sets it up, on SQLite through the same driver. */
const openRival = async (): Promise<Served> => {
  const { betterAuth } = (await import(rivalEntry)) as {
    betterAuth: (options: object) => {
      handler: (request: Request) => Promise<Response>
      options: object
      api: { getSession: (asked: { headers: Headers }) => Promise<unknown> }
    }
  }
  const { getMigrations } = (await import(rivalMigrations)) as {
    getMigrations: (options: object) => Promise<{ runMigrations: () => Promise<void> }>
  }
  const database = new DatabaseSync(join(folder, 'rival.db'))
  database.exec('pragma journal_mode = wal')
  const auth = betterAuth({
    database,
    baseURL: 'http://127.0.0.1',
    secret: 'a secret of some length for the benchmark',
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
  })
  await (await getMigrations(auth.options)).runMigrations()
  const origin = await serve('rival', { fetch: request => auth.handler(request) })
  const headers: Record<string, string>[] = []
  for (let n = 0; n < users; n++) {
    const signedUp = await auth.handler(
      new Request('http://127.0.0.1/api/auth/sign-up/email', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: 'http://127.0.0.1' },
        body: JSON.stringify({ name: 'A user', email: `user-${n}@example.org`, password: 'correct horse battery' }),
      }),
    )
    const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0]
    if (cookie === undefined) throw new Error(`Better Auth signed nobody up: ${signedUp.status}.`)
    headers.push({ Cookie: cookie })
  }
  const asked = headers.map(each => ({ headers: new Headers(each) }))
  lookUp = async n => {
    const found = await auth.api.getSession(asked[n % users] ?? { headers: new Headers() })
    if (found === null) throw new Error('Better Auth did not find a session.')
  }
  const arm: Arm = { url: `${origin}/api/auth/get-session`, method: 'GET', headers }
  const answer = await (await fetch(arm.url, { headers: headers[0] ?? {} })).text()
  if (!answer.includes('user-0@example.org')) throw new Error(`Better Auth answered ${answer}.`)
  return { arm, jwks: '' }
}

const served = name === ('rival' satisfies Name) ? await openRival() : await openOurs()
const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}
/** 'cpu' asks for the CPU time so far in microseconds; a number of look-ups for what one of them took. */
process.on('message', async (order: 'cpu' | number) => {
  if (order === 'cpu') return process.send?.(cpu())
  const before = cpu()
  for (let n = 0; n < order; n++) await lookUp(n)
  return process.send?.((cpu() - before) / order)
})
process.on('disconnect', () => process.exit())
process.send?.(served)
