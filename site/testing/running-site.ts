import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const startScript = fileURLToPath(new URL('../start.ts', import.meta.url))

export type RunningSite = {
  origin: string
  /** Ends the process the hard way, between any two of its instructions. */
  kill(): Promise<void>
  /** Asks it to drain and waits for its exit code. */
  stop(): Promise<number | null>
}

const exited = async (site: ChildProcess): Promise<number | null> => {
  if (site.exitCode === null && site.signalCode === null) await once(site, 'exit')
  return site.exitCode
}

/** A port that nobody listens on now. The site's own origin holds its port, so it must be known before the start. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port to be had.')
  return address.port
}

/**
 * The site as a process of its own, on a port of its own, with its data in `dataDir` and no service outside.
 * Resolves when it says that it serves; rejects with what it printed when it ends before.
 */
export const runSite = async (dataDir: string, environment: Record<string, string> = {}): Promise<RunningSite> => {
  const site = spawn(process.execPath, [startScript], {
    env: {
      PATH: '/usr/bin:/bin',
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      OPENALEX_URL: 'off',
      CROSSREF_URL: 'off',
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  site.stderr.on('data', chunk => printed.push(String(chunk)))
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: site.stdout }).on('line', line => {
      printed.push(line)
      const address = /https?:\/\/localhost:\d+/.exec(line)
      if (address !== null) resolve(address[0])
    })
    site.once('exit', code => reject(new Error(`The site ended with code ${code}:\n${printed.join('\n')}`)))
  })
  return {
    origin,
    async kill() {
      site.kill('SIGKILL')
      await exited(site)
    },
    stop() {
      site.kill('SIGTERM')
      return exited(site)
    },
  }
}
