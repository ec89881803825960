import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@corroborate/server-kit/testing/server'
import { canReadCpu } from './cpu.ts'
import { processesOfGroup, residentMegabytes } from './resident-memory.ts'
import { untilReady } from './until-ready.ts'

const patience = 180_000

/** `seconds` from the start of npm until site and provider both answer that they are ready; `megabytes` of the server then. */
export type Started = { seconds: number; megabytes: number }

/** Runs `npm start` in a checkout, with data of its own, until it is ready, and ends it. */
export const npmStart = async (checkout: string, dataDir: string): Promise<Started> => {
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
  const npm = spawn('npm', ['start'], { cwd: checkout, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true })
  const group = npm.pid ?? 0
  const exited = once(npm, 'exit')
  // npm, its shell and Node are one group.
  const end = () => process.kill(-group, 'SIGTERM')
  process.once('exit', end)
  try {
    const ended = exited.then(() => Promise.reject(new Error('npm start has ended.')))
    const ports = [site, identity].map(port => untilReady(`http://localhost:${port}/health/ready`, patience))
    await Promise.race([Promise.all(ports), ended])
    const seconds = (performance.now() - began) / 1_000
    // The server is the largest; the others are npm and its shell.
    const sets = canReadCpu ? processesOfGroup(group).map(residentMegabytes) : []
    return { seconds, megabytes: Math.max(0, ...sets) }
  } finally {
    process.off('exit', end)
    if (npm.exitCode === null) end()
    await exited
  }
}
