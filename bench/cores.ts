import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Numbers of cores of this machine. */
export type Cores = readonly number[]

/** Lets a process, with the threads it has and the processes it will start, run on these cores only. Linux; util-linux brings `taskset`. */
export const pin = async (pid: number, cores: Cores): Promise<void> => {
  await run('taskset', ['--all-tasks', '--cpu-list', '--pid', cores.join(','), String(pid)])
}

/** Half of the cores for the servers, half for who sends; null where there is one core only, or no `taskset`. */
export const halves = async (): Promise<{ servers: Cores; senders: Cores; all: Cores } | null> => {
  const all = Array.from({ length: availableParallelism() }, (_, core) => core)
  if (all.length < 2) return null
  try {
    await pin(process.pid, all)
  } catch {
    return null
  }
  const half = Math.floor(all.length / 2)
  return { servers: all.slice(0, half), senders: all.slice(half), all }
}
