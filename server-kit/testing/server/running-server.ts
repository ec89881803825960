import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { asStarted } from './as-started.ts'
import { childEnvironment } from './child-environment.ts'

export type RunningServer = {
  origin: string
  pid: number | undefined
  /** Kills the process (SIGKILL), as a crash would. */
  kill(): Promise<void>
  /** Asks it to drain and waits for its exit code. */
  stop(): Promise<number | null>
}

const exited = async (server: ChildProcess): Promise<number | null> => {
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  return server.exitCode
}

/** What was started here and has not ended. */
const running = new Set<ChildProcess>()

/** Ends (SIGKILL) what `runServer` started and nobody has stopped: of a test whose start failed halfway, or that was given up. */
export const endServers = async (): Promise<void> => {
  const left = [...running]
  for (const server of left) server.kill('SIGKILL')
  await Promise.all(left.map(exited))
}

/** A port that nobody listens on now. A server's own origin holds its port, so it must be known before the start. */
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
 * A server as a process of its own: `script` is the file that starts it, `environment` all the variables it gets, `words`
 * what follows on its command line.
 * Resolves when it says where it serves; rejects with what it printed when it ends before.
 */
export const runServer = async (
  script: string,
  environment: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<RunningServer> => {
  const server = spawn(process.execPath, [asStarted(script), ...words], {
    env: { ...childEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(server)
  server.once('exit', () => running.delete(server))
  const printed: string[] = []
  server.stderr.on('data', chunk => printed.push(String(chunk)))
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', line => {
      printed.push(line)
      const address = /https?:\/\/localhost:\d+/.exec(line)
      if (address !== null) resolve(address[0])
    })
    server.once('exit', code => reject(new Error(`The server ended with code ${code}:\n${printed.join('\n')}`)))
  })
  return {
    origin,
    pid: server.pid,
    async kill() {
      server.kill('SIGKILL')
      await exited(server)
    },
    stop() {
      server.kill('SIGTERM')
      return exited(server)
    },
  }
}
