import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { Setting } from './better-auth-settings.ts'
import { importRival } from './rivals.ts'

// Child process: Better Auth set up as its manual describes (https://better-auth.com/docs), behind Node's own HTTP server. Reports its
// address once it listens, and exits with its parent.

export type Orders = {
  setting: Setting
  place: { file: string } | { url: string }
  secret: string
  /** Key prefix in Redis. */
  prefix: string
}

type Auth = { handler: unknown; options: object }

process.once('message', async ({ setting, place, secret, prefix }: Orders) => {
  const { betterAuth } = await importRival<{ betterAuth: (options: object) => Auth }>('better-auth')
  const { jwt } = await importRival<{ jwt: () => object }>('better-auth/plugins')
  const { toNodeHandler } = await importRival<{ toNodeHandler: (auth: Auth) => () => void }>('better-auth/node')
  const { getMigrations } = await importRival<{
    getMigrations: (options: object) => Promise<{ runMigrations: () => Promise<void> }>
  }>('better-auth/db/migration')
  const redis = new Redis({ lazyConnect: !setting.redis })
  const auth = betterAuth({
    database: 'url' in place ? new pg.Pool({ connectionString: place.url }) : openSqlite(place.file),
    baseURL: 'http://127.0.0.1',
    secret,
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
    ...(setting.cookieCache && { session: { cookieCache: { enabled: true, maxAge: 5 * 60 } } }),
    ...(setting.redis && {
      secondaryStorage: {
        get: (key: string) => redis.get(prefix + key),
        set: (key: string, value: string, ttl?: number) =>
          ttl === undefined ? redis.set(prefix + key, value) : redis.set(prefix + key, value, 'EX', ttl),
        delete: (key: string) => redis.del(prefix + key),
      },
    }),
    ...(setting.jwt && { plugins: [jwt()] }),
  })
  await (await getMigrations(auth.options)).runMigrations()
  const server = createServer(toNodeHandler(auth)).listen(0, '127.0.0.1', () => {
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
})
process.on('disconnect', () => process.exit())

const openSqlite = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: 10_000 })
  database.exec('pragma journal_mode = wal')
  return database
}
