import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

/** A program that is not ours and runs beside the servers of a test. */
export type Program = { pid: number | undefined; kill: () => Promise<void> }

/** User that a program runs as. Defaults to the current one. */
export type Owner = { uid?: number; gid?: number }

/** Started child processes that have not exited. */
const running = new Set<ChildProcess>()
// A start that fails halfway must leave nothing behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Returns the path of a program from a Debian package; null if it is not installed. */
export const findProgram = (name: string): string | null =>
  ['/usr/bin', '/usr/sbin', '/bin', '/usr/local/bin'].map(folder => `${folder}/${name}`).find(existsSync) ?? null

const ended = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const connects = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/**
 * Starts a program and waits until a port accepts connections.
 * @throws Error with its output if it exits before
 */
export const startProgram = async (
  command: string,
  words: readonly string[],
  { port, env, owner = {}, cwd }: { port: number; env?: Record<string, string>; owner?: Owner; cwd?: string },
): Promise<Program> => {
  const child = spawn(command, words, {
    env: { PATH: '/usr/bin:/bin:/usr/sbin', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...owner,
    ...(cwd !== undefined && { cwd }),
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', data => {
      printed = (printed + String(data)).slice(-4_000)
    })
  }
  while (!(await connects(port))) {
    if (ended(child)) throw new Error(`${command} ended:\n${printed}`)
    await sleep(20)
  }
  return {
    pid: child.pid,
    kill: async () => {
      if (ended(child)) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
