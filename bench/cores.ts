import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Numbers of cores of this machine. */
export type Cores = readonly number[]

/** Pins a process, its existing threads and its future child processes to these cores. Linux only; requires `taskset` from util-linux. */
export const pin = async (pid: number, cores: Cores): Promise<void> => {
  await run('taskset', ['--all-tasks', '--cpu-list', '--pid', cores.join(','), String(pid)])
}

/** Splits the cores between servers and load generators. Returns null on a single core or without `taskset`. */
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
