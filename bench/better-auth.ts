import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import type { Orders } from './better-auth-server.ts'
import { type Setting, settings } from './better-auth-settings.ts'
import { type HttpCall, send, sendWell } from './routes.ts'
import { openRowCopies, tokenOf } from './row-copies.ts'

const script = fileURLToPath(new URL('./better-auth-server.ts', import.meta.url))
const secret = 'a secret of some length for the benchmark'
const prefix = `bench:${process.pid}:`
const redisBatch = 5_000
const minutesInRedis = 60

/** Better Auth in one of its settings, in a process of its own. */
export type BetterAuth = {
  setting: Setting
  pid: number
  /** `get-session` of these sessions, each with the cookies that its browser holds. */
  callsOf: (numbers: readonly number[]) => Promise<HttpCall[]>
}

/** Better Auth in every setting, over one database, and Redis where that is. */
export type BetterAuths = {
  servers: BetterAuth[]
  /** Creates users numbered `from` (inclusive) to `to` (exclusive), each with one session. */
  addSessions: (from: number, to: number) => Promise<void>
  close: () => Promise<void>
}

/** As better-call signs a cookie: HMAC-SHA-256 of the value, base64. */
const sessionCookie = (token: string): string => {
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}

const start = async (orders: Orders): Promise<{ origin: string; pid: number; stop: () => Promise<void> }> => {
  const child = fork(script, { env: { PATH: '/usr/bin:/bin', NODE_ENV: 'production' } })
  child.send(orders)
  const [origin] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [string]
  if (typeof origin !== 'string') throw new Error(`Better Auth ${orders.setting.name} does not start.`)
  const stop = async () => {
    const exited = once(child, 'exit')
    child.disconnect()
    await exited
  }
  return { origin, pid: child.pid ?? 0, stop }
}

/** Signs up a user and returns the session token. */
const signUp = async (origin: string, email: string): Promise<string> => {
  const { text } = await sendWell({
    method: 'POST',
    url: `${origin}/api/auth/sign-up/email`,
    headers: { origin: 'http://127.0.0.1' },
    body: JSON.stringify({ name: 'A user', email, password: 'correct horse battery' }),
  })
  return (JSON.parse(text) as { token: string }).token
}

const callsOf =
  (origin: string, setting: Setting): BetterAuth['callsOf'] =>
  async numbers => {
    const calls = numbers.map(n => ({
      method: 'GET',
      url: `${origin}/api/auth/get-session`,
      headers: { cookie: sessionCookie(tokenOf(n)) },
    }))
    const [first] = calls
    if (first !== undefined) await checkAnswer(first, numbers[0] ?? 0, setting)
    if (setting.cookieCache) {
      for (const call of calls) {
        // Stores the Set-Cookie values as a browser would. From then on the session is read from the cookie.
        const { cookies } = await sendWell(call)
        call.headers.cookie = [call.headers.cookie, ...cookies.filter(each => each.includes('session_data'))].join('; ')
      }
    }
    return calls
  }

/**
 * Checks that the response contains the session. Without one, Better Auth returns 200 with null, and the benchmark would measure the wrong
 * thing.
 */
const checkAnswer = async (call: HttpCall, n: number, { name, jwt }: Setting): Promise<void> => {
  const { text, headers } = await send(call)
  if (!text.includes(`person${n}@example.org`)) throw new Error(`Better Auth ${name} answered ${text}.`)
  if ((headers['set-auth-jwt'] !== undefined) !== (jwt === true))
    throw new Error(`Better Auth ${name}: no JWT, or one.`)
}

export const openRedis = async (): Promise<{ redis: Redis; pid: number } | null> => {
  const redis = new Redis({ lazyConnect: true, retryStrategy: () => null })
  redis.on('error', () => {})
  try {
    await redis.connect()
    const pid = /process_id:(\d+)/.exec(await redis.info('server'))?.[1]
    return { redis, pid: Number(pid) }
  } catch {
    return null
  }
}

/** Deletes all keys of this run from Redis, including Better Auth's own. */
const deleteExpiredKeys = async (redis: Redis): Promise<void> => {
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: redisBatch })) {
    if (keys.length > 0) await redis.unlink(...keys)
  }
}

/** Starts Better Auth in every setting that this machine can serve. The session that is copied is made by Better Auth itself. */
export const openBetterAuths = async (
  place: { file: string } | { url: string },
  redis: Redis | null,
): Promise<BetterAuths> => {
  const wanted = (settings as readonly Setting[]).filter(setting => !setting.redis || redis !== null)
  const running: { setting: Setting; server: Awaited<ReturnType<typeof start>> }[] = []
  // One after the other: each looks whether it has to make tables.
  for (const setting of wanted) running.push({ setting, server: await start({ setting, place, secret, prefix }) })
  const originOf = (wantedSetting: (setting: Setting) => unknown) =>
    running.find(({ setting }) => wantedSetting(setting))?.server.origin ?? ''

  const token = await signUp(
    originOf(setting => !setting.redis),
    'first@example.org',
  )
  const copies = await openRowCopies(place)
  const inRedis =
    redis === null
      ? null
      : await redis.get(
          prefix +
            (await signUp(
              originOf(({ redis }) => redis),
              'redis@example.org',
            )),
        )

  const addToRedis = async (from: number, to: number) => {
    if (redis === null || inRedis === null) return
    const { session, user } = JSON.parse(inRedis) as { session: object; user: object }
    for (let start = from; start < to; start += redisBatch) {
      const pipeline = redis.pipeline()
      for (let n = start; n < Math.min(start + redisBatch, to); n++) {
        const one = {
          session: { ...session, id: `session-${n}`, token: tokenOf(n), userId: `user-${n}` },
          user: { ...user, id: `user-${n}`, email: `person${n}@example.org` },
        }
        pipeline.set(prefix + tokenOf(n), JSON.stringify(one), 'EX', minutesInRedis * 60)
      }
      await pipeline.exec()
    }
  }

  return {
    servers: running.map(({ setting, server }) => ({
      setting,
      pid: server.pid,
      callsOf: callsOf(server.origin, setting),
    })),
    addSessions: async (from, to) => {
      const user = { id: `'user-' || i`, email: `'person' || i || '@example.org'` }
      await copies.copy({ table: 'user', where: `email = 'first@example.org'`, set: user }, from, to)
      const session = { id: `'session-' || i`, token: 'token_of(i)', userId: `'user-' || i` }
      await copies.copy({ table: 'session', where: `token = '${token}'`, set: session }, from, to)
      await addToRedis(from, to)
    },
    close: async () => {
      for (const { server } of running) await server.stop()
      await copies.close()
      if (redis !== null) await deleteExpiredKeys(redis)
    },
  }
}
