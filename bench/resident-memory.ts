import { readdirSync, readFileSync } from 'node:fs'

/** The resident set of a process, in MB (10⁶ bytes); 0 when it has ended. Linux alone tells. */
export const residentMegabytes = (pid: number): number => {
  try {
    const kibibytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return (Number(kibibytes ?? 0) * 1_024) / 1e6
  } catch {
    return 0
  }
}

/** The processes of a group: what a command has started, and what that has. */
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
