import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** True if the kernel exposes per-thread run time (Linux). */
export const canReadCpu = existsSync('/proc/self/schedstat')
export const noCpu = 'CPU time of other processes is read from /proc, which only Linux has.'

/** CPU time of a process since it began, of all its threads, in µs; 0 when it has ended. */
const cpuOf = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map(thread => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1_000)
      .reduce((sum, time) => sum + time, 0)
  } catch {
    return 0
  }
}

export type Processes = () => Promise<number[]>

/** CPU time that these processes spend while `work` runs, in µs. Processes that begin meanwhile count in full. */
export const cpuSpent = async (processes: Processes, work: () => Promise<unknown>): Promise<number> => {
  const before = new Map((await processes()).map(pid => [pid, cpuOf(pid)]))
  await work()
  return (await processes()).reduce((sum, pid) => sum + Math.max(0, cpuOf(pid) - (before.get(pid) ?? 0)), 0)
}
