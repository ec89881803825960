import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@corroborate/server-kit/database'
import { createHttp } from '@corroborate/server-kit/http'
import { createLogger } from '@corroborate/server-kit/logging'
import { readSettings } from '@corroborate/server-kit/settings'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { otpCalls } from '../identity/factors/otps/index.ts'
import { migrations } from '../identity/migrations.ts'
import type { Tables } from '../identity/platform/database/index.ts'
import { openSealer } from '../identity/platform/sealing/index.ts'
import { createProject } from '../identity/projects/index.ts'
import { createCore } from '../identity/sdk/core/index.ts'
import { createSdk } from '../identity/sdk/http/index.ts'
import { type Bench, median } from './row.ts'

const seconds = 3
const people = 64
const rounds = 3
const wanted = 800

/** Passcodes asked for and entered again per second: two calls, each acknowledged only once it is on the disk. */
const roundTripsPerSecond = async (): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-passcodes-'))
  const settings = readSettings({ DATA_DIR: folder, LIMITS_SCALE: '1000000' })
  const logger = createLogger('silent')
  const db = await openDatabase<Tables>({ file: join(folder, 'identity.db'), migrations })
  const { publicToken } = await createProject(db, { name: 'Bench' })
  const core = createCore({ settings, db, sealer: await openSealer(db, settings), logger })
  // Messages are written down as ever and sent by nobody: whoever enters the code reads it over the outbox's shoulder.
  const codes = new Map<string, string>()
  const enqueue: typeof core.outbox.enqueue = (tx, job) => {
    if (job.kind === 'message' && job.payload.content.template === 'passcode') {
      codes.set(job.payload.to, job.payload.content.code)
    }
    return core.outbox.enqueue(tx, job)
  }
  const app = createHttp({ origin: core.origin, logger })
  app.route('/', createSdk(core, otpCalls({ ...core, outbox: { ...core.outbox, enqueue } })))

  const headers = {
    Authorization: formatAuthorization({ publicToken, sessionToken: null }),
    'Content-Type': 'application/json',
  }
  const post = async (path: string, body: object) => {
    const url = `${core.origin}${sdkPrefix}${path}`
    const response = await app.request(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    const { data } = (await response.json()) as { data: { method_id: string } }
    return data
  }

  const started = performance.now()
  const end = started + seconds * 1_000
  let done = 0
  const person = async (n: number) => {
    const email = `person${n}@example.org`
    while (performance.now() < end) {
      const { method_id } = await post('/otps/email/login_or_create', { email })
      const token = codes.get(email)
      await post('/otps/authenticate', { token, method_id, session_duration_minutes: 60 })
      done++
    }
  }
  await Promise.all(Array.from({ length: people }, (_, n) => person(n)))
  const rate = done / ((performance.now() - started) / 1_000)
  await core.close()
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
  return rate
}

export const bench: Bench = {
  title: 'Passcodes',
  run: async () => {
    const rates: number[] = []
    for (let round = 0; round < rounds; round++) rates.push(await roundTripsPerSecond())
    const rate = median(rates)
    return [
      {
        name: 'Passcode sent and entered, SQLite',
        figure: `${Math.round(rate)}/s`,
        limit: `${wanted}/s`,
        met: rate >= wanted,
        note: `${people} people at once, who come back again and again; without sending the mail; median of ${rounds} runs of ${seconds} s`,
      },
    ]
  },
}
