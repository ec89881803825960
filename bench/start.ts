import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@corroborate/server-kit/testing/server'
import { buildSiteIfChanged } from '../site/app/build-if-changed.ts'
import { buildWidgetIfChanged } from '../widget/build-if-changed.ts'
import { inNewFolder } from './in-new-folder.ts'
import { root } from './our-servers.ts'
import { type Bench, judge, type Options, type Row } from './row.ts'
import { median } from './statistics.ts'

const rounds = 5
const goal = 3
const patience = 60_000
/** How often an address is tried, in ms. */
const pause = 5

const answers = async (origin: string): Promise<void> => {
  const end = performance.now() + patience
  while (performance.now() < end) {
    const status = await fetch(`${origin}/health/ready`).then(
      answer => answer.status,
      () => 0,
    )
    if (status === 200) return
    await sleep(pause)
  }
  throw new Error(`${origin} is not ready after ${patience / 1_000} s.`)
}

/** From the start of `npm start` until both addresses answer that they are ready, in seconds. */
const secondsToReady = async (dataDir: string): Promise<number> => {
  const [site, identity] = [await freePort(), await freePort()]
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: dataDir,
    DATA_DIR: dataDir,
    PORT: String(site),
    IDENTITY_PORT: String(identity),
    OPENALEX_URL: 'off',
    CROSSREF_URL: 'off',
    RETRACTION_WATCH_URL: 'off',
    FORRT_URL: 'off',
    LOG_LEVEL: 'error',
  }
  const began = performance.now()
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true })
  const exited = once(npm, 'exit')
  try {
    await Promise.all([answers(`http://localhost:${site}`), answers(`http://localhost:${identity}`)])
    return (performance.now() - began) / 1_000
  } finally {
    // npm, its shell and Node are one group.
    process.kill(-(npm.pid ?? 0), 'SIGTERM')
    await exited
  }
}

const run = async ({ quick }: Options): Promise<Row[]> => {
  await buildWidgetIfChanged()
  await buildSiteIfChanged()
  return inNewFolder(async folder => {
    const first = await secondsToReady(folder)
    const later: number[] = []
    for (let round = 0; round < (quick ? 1 : rounds); round++) later.push(await secondsToReady(folder))
    return [
      row('npm start, first time, built', first, 'once: makes the databases and loads the starter corpus'),
      row('npm start, later, built', median(later), `median of ${rounds}`),
    ]
  })
}

const row = (name: string, seconds: number, note: string): Row => ({
  name,
  figure: `${seconds.toFixed(2)} s`,
  limit: `≤ ${goal} s`,
  verdict: judge(seconds <= goal),
  note: `from the start of npm to the first 200 of /health/ready from the site and the provider both; ${note}`,
})

export const bench: Bench = { title: 'Start', run }
