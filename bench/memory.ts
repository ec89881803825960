import { setTimeout as sleep } from 'node:timers/promises'
import { callPath } from '@corroborate/wire/call'
import { passwords } from '@corroborate/wire/passwords'
import { projects } from '@corroborate/wire/projects'
import { sessions } from '@corroborate/wire/sessions'
import { canReadCpu, noCpu } from './cpu.ts'
import { inNewFolder } from './in-new-folder.ts'
import { type Provider, requestSdk, startProvider, startSite, type Variables } from './our-servers.ts'
import { newProject } from './our-sessions.ts'
import { megabytes, residentMegabytes } from './resident-memory.ts'
import { type HttpCall, send, sendWell } from './routes.ts'
import { budget, notMeasured, observation, type Run } from './row.ts'

const visitors = 1_000
/** So many visitors come at once. */
const atOnce = 8
/** Delay before a visitor retries, in ms. */
const pause = 500
/** A process has settled so many ms after it has started, or after its last visitor. */
const settled = 3_000
/** As the image and the systemd units start them. */
const asInstalled = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' }
/** Budget in MB for both processes after the visits. The smallest machines have 1 GB. */
const most = 512

const papers = [
  '10.1126/science.aac4716',
  '10.1016/s0140-6736(97)11096-0',
  '10.48550/arxiv.1706.03762',
  '10.1038/171737a0',
]

/** Retries while the server is busy, as visitors do. Other work on the machine can cause this. */
const ask = async (call: HttpCall): Promise<void> => {
  for (;;) {
    const { status } = await send(call)
    if (status === 200) return
    if (status !== 503) throw new Error(`${call.method} ${call.url} answered ${status}.`)
    await sleep(pause)
  }
}

/** Reads two pages, searches and votes, each visitor for the first time. */
const visitSite = async (origin: string, n: number): Promise<void> => {
  const cookie = `visitor=${String(n).padStart(22, '0')}`
  const paper = `${origin}/${papers[n % papers.length]}`
  for (const url of [`${origin}/`, paper, `${origin}/search?q=paper%20${n % 97}`]) {
    await ask({ method: 'GET', url, headers: { accept: 'text/html', 'accept-encoding': 'br', cookie } })
  }
  const headers = { origin, cookie }
  await ask({ method: 'POST', url: `${paper}/vote`, headers, body: '{"voteType":"upvote"}' })
}

/** Opens the form, makes an account with a password, and comes back twice with the session. */
const visitProvider = async (origin: string, publicToken: string, n: number): Promise<void> => {
  await sendWell({
    method: 'GET',
    url: origin + callPath(projects.bootstrap, { public_token: publicToken }),
    headers: {},
  })
  const body = { email: `n${n}@example.org`, password: 'lantern-gravel-opus-41', session_duration_minutes: 60 }
  const { session_token } = await requestSdk<{ session_token: string }>(origin, publicToken, passwords.create, { body })
  for (let time = 0; time < 2; time++) {
    await requestSdk(origin, publicToken, sessions.authenticate, { body: {}, session: session_token })
  }
}

type Held = { idle: number; after: number }

/** Measures the memory of a process 3 s after startup and 3 s after the visits. */
const heldBy = async ({ pid }: { pid: number }, count: number, visit: (n: number) => Promise<void>): Promise<Held> => {
  await sleep(settled)
  const idle = residentMegabytes(pid)
  const coming = Array.from({ length: count }, (_, n) => n).values()
  const door = async () => {
    for (const n of coming) await visit(n)
  }
  await Promise.all(Array.from({ length: atOnce }, door))
  await sleep(settled)
  return { idle, after: residentMegabytes(pid) }
}

/** Started twice: at the second start a server finds its compiled modules, as in life. */
const heldByProvider = async (variables: Variables, count: number): Promise<Held> => {
  await (await startProvider(variables)).stop()
  const provider: Provider = await startProvider(variables)
  const publicToken = await newProject(provider)
  const held = await heldBy(provider, count, n => visitProvider(provider.origin, publicToken, n))
  await provider.stop()
  return held
}

const heldBySite = async (variables: Variables, count: number): Promise<Held> => {
  await (await startSite(variables)).stop()
  const site = await startSite(variables)
  const held = await heldBy(site, count, n => visitSite(site.origin, n))
  await site.stop()
  return held
}

export const run: Run = async ({ quick }) => {
  if (!canReadCpu) return [notMeasured('memory', noCpu)]
  const count = quick ? visitors / 10 : visitors
  const site = await inNewFolder(folder => heldBySite({ ...asInstalled, DATA_DIR: folder }, count))
  const provider = await inNewFolder(folder => heldByProvider({ ...asInstalled, DATA_DIR: folder }, count))
  const both = site.after + provider.after
  const crowd = `${count.toLocaleString('en-US')} visitors`
  const how = `resident set of the process alone, on SQLite, with glibc set as installed, ${settled / 1_000} s after the start, or after the last visitor`
  const pages = 'each reads two pages, searches and votes'
  const accounts = 'each makes an account with a password and comes back twice'
  return [
    budget({
      name: `memory of site and provider together, after ${crowd}`,
      felt: 'Operators rent a machine of 1 GB for both.',
      figure: megabytes(both),
      limit: `≤ ${most} MB`,
      isMet: both <= most,
      note: `${megabytes(site.after)} and ${megabytes(provider.after)}; ${how}.`,
    }),
    observation('memory of the site, idle', megabytes(site.idle), how),
    observation(`memory of the site, after ${crowd}`, megabytes(site.after), `${pages}; ${how}`),
    observation('memory of the provider, idle', megabytes(provider.idle), how),
    observation(`memory of the provider, after ${crowd}`, megabytes(provider.after), `${accounts}; ${how}`),
  ]
}
