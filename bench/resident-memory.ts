import { readdirSync, readFileSync } from 'node:fs'

/** Returns the resident set size of a process in MB (10⁶ bytes), or 0 if it has exited. Linux only. */
export const residentMegabytes = (pid: number): number => {
  try {
    const kibibytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return (Number(kibibytes ?? 0) * 1_024) / 1e6
  } catch {
    return 0
  }
}

/** Lists the processes of a process group: a command and all its descendants. */
export const processesOfGroup = (group: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter(pid => {
      try {
        // After the name, which may hold anything: state, parent, group.
        const [, , own] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
        return Number(own) === group
      } catch {
        return false
      }
    })

export const megabytes = (value: number): string => `${Math.round(value)} MB`
