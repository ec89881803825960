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
  /** Drains the server and returns its exit code. */
  stop(): Promise<number | null>
}

const exited = async (server: ChildProcess): Promise<number | null> => {
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  return server.exitCode
}

/** Started child processes that have not exited. */
const running = new Set<ChildProcess>()

/** Kills (SIGKILL) servers of `runServer` that were never stopped, such as after a failed startup or an aborted test. */
export const endServers = async (): Promise<void> => {
  const left = [...running]
  for (const server of left) server.kill('SIGKILL')
  await Promise.all(left.map(exited))
}

/** Returns an unused port. A server's origin includes its port, so it must be known before startup. */
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
 * Starts a server as a child process: `script` is its file, `environment` its complete environment, `words` its arguments. Resolves when it
 * reports its address; rejects with its output if it exits before.
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
