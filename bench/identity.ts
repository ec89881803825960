import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createOutsideService } from '../site/outside/index.ts'
import { createSessionKeys, createSessionVerifier } from '../site/sign-in/index.ts'
import type { Arm, Name, Served } from './identity-servers.ts'
import { type Bench, median, type Row } from './row.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const isRivalHere = existsSync(here('./rivals/node_modules/better-auth'))

const rounds = 9
const requestsARound = 600
const atOnce = 16

/** A server in a process of its own. */
type Server = Served & { process: ChildProcess }
type Servers = { ours: Server; rival: Server | null }

/** CPU time of a server's process in microseconds since it began, all threads. */
const cpuOf = (server: Server): Promise<number> => order(server, 'cpu')

const order = async (server: Server, what: 'cpu' | number): Promise<number> => {
  const answered = once(server.process, 'message')
  server.process.send(what)
  const [microseconds] = (await answered) as [number]
  return microseconds
}

const ask = async ({ url, method, body, headers }: Arm, count: number): Promise<void> => {
  let asked = 0
  const one = async () => {
    while (asked < count) {
      const who = headers[asked++ % headers.length] ?? {}
      const response = await fetch(url, { method, headers: who, ...(body !== undefined && { body }) })
      if (response.status !== 200) throw new Error(`${url} answered ${response.status}.`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

/** Both look a session up by its token, and answer with the session and its user. */
const againstBetterAuth = async ({ ours, rival }: Servers): Promise<Row> => {
  const about = { name: 'sessions/authenticate against Better Auth, over HTTP', limit: '≥ 5×' }
  if (rival === null) {
    return { ...about, figure: '–', met: null, note: 'Better Auth is not installed: npm ci --prefix bench/rivals' }
  }
  const cost = async (server: Server): Promise<number> => {
    const before = await cpuOf(server)
    await ask(server.arm, requestsARound)
    return ((await cpuOf(server)) - before) / requestsARound
  }
  for (const { arm } of [ours, rival]) await ask(arm, 2_000)
  const costs: { ours: number; rival: number }[] = []
  for (let round = 0; round < rounds; round++) costs.push({ ours: await cost(ours), rival: await cost(rival) })
  const ratio = median(costs.map(one => one.rival / one.ours))
  const microseconds = (arm: Name) => `${Math.round(median(costs.map(one => one[arm])))} µs`
  return {
    ...about,
    figure: `${ratio.toFixed(1)}×`,
    met: ratio >= 5,
    note: `${microseconds('ours')} against ${microseconds('rival')} for get-session of Better Auth 1.6.0, its cookie cache off as it comes, on SQLite through the same driver behind the same listener; CPU per request of a process that serves nothing else, ${atOnce} at once, median of ${rounds} interleaved rounds of ${requestsARound}`,
  }
}

const lookUpsARound = 2_000

/** The same without HTTP: by the function an application on the server would call. */
const lookUpAgainstBetterAuth = async ({ ours, rival }: Servers): Promise<Row[]> => {
  if (rival === null) return []
  const costs: { ours: number; rival: number }[] = []
  const cost = (server: Server) => order(server, lookUpsARound)
  for (const server of [ours, rival]) await cost(server)
  for (let round = 0; round < rounds; round++) costs.push({ ours: await cost(ours), rival: await cost(rival) })
  const ratio = median(costs.map(one => one.rival / one.ours))
  const microseconds = (name: Name) => `${Math.round(median(costs.map(one => one[name])))} µs`
  return [
    {
      name: 'session look-up against Better Auth, in process',
      figure: `${ratio.toFixed(1)}×`,
      limit: '≥ 5×',
      met: ratio >= 5,
      note: `${microseconds('ours')} against ${microseconds('rival')} for api.getSession: from the token to session and user, ours with its JWT; CPU time, median of ${rounds} interleaved rounds of ${lookUpsARound}`,
    },
  ]
}

const verifications = 2_000

/** By what the site itself asks at every request of a signed-in person. */
const jwtVerified = async ({ arm: { url, body, headers }, jwks }: Served): Promise<Row> => {
  const answer = await fetch(url, { method: 'POST', headers: headers[0] ?? {}, body: body ?? null })
  const { data } = (await answer.json()) as { data: { session_jwt: string } }
  const claims = Buffer.from(data.session_jwt.split('.')[1] ?? '', 'base64url').toString()
  const { iss, aud } = JSON.parse(claims) as { iss: string; aud: string[] }
  const provider = createOutsideService({ name: 'The identity provider', userAgent: 'bench' })
  const keys = createSessionKeys({ url: new URL(jwks), provider })
  const verify = createSessionVerifier({ keys, issuer: iss, audience: aud[0] ?? '' })
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    for (let n = 0; n < verifications; n++) {
      const { kind } = await verify(data.session_jwt)
      if (kind !== 'verified') throw new Error(`A session JWT is ${kind}.`)
    }
    const { user, system } = process.cpuUsage(before)
    rates.push((verifications * 1e6) / (user + system))
  }
  const rate = median(rates)
  return {
    name: 'session JWT verified in process',
    figure: `${Math.round(rate).toLocaleString('en-US')}/s`,
    limit: '≥ 10,000/s',
    met: rate >= 10_000,
    note: `a second of CPU time, all threads: by the site's own verifier: signature, issuer, audience and times, with the published keys; median of ${rounds} rounds of ${verifications}`,
  }
}

const start = async (name: Name, folder: string): Promise<Server> => {
  const child = fork(here('./identity-servers.ts'), [folder, name], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [served] = (await once(child, 'message')) as [Served]
  return { ...served, process: child }
}

const stop = async (server: Server | null): Promise<void> => {
  if (server === null) return
  server.process.disconnect()
  await once(server.process, 'exit')
}

const run = async (): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-identity-'))
  const ours = await start('ours', folder)
  const rival = isRivalHere ? await start('rival', folder) : null
  try {
    return [
      await againstBetterAuth({ ours, rival }),
      ...(await lookUpAgainstBetterAuth({ ours, rival })),
      await jwtVerified(ours),
    ]
  } finally {
    await stop(ours)
    await stop(rival)
    rmSync(folder, { recursive: true, force: true })
  }
}

export const bench: Bench = { title: 'Identity beside others', run }
