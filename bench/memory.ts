import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { canReadCpu, noCpu } from './cpu.ts'
import { inNewFolder } from './in-new-folder.ts'
import { startProvider } from './our-servers.ts'
import { type Bench, judge, notMeasured, type Row } from './row.ts'

const goal = 150
const settled = 3_000

/** Starts the provider alone and gives its resident set in MB, 3 s after it has said where it is. */
const startedMemory = async (folder: string): Promise<number> => {
  const provider = await startProvider({ DATA_DIR: folder })
  await sleep(settled)
  const status = readFileSync(`/proc/${provider.pid}/status`, 'utf8')
  await provider.stop()
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_000
}

const run = async (): Promise<Row[]> => {
  const name = 'memory of the provider, idle'
  const limit = `≤ ${goal} MB`
  if (!canReadCpu) return [notMeasured(name, limit, noCpu)]
  return inNewFolder(async folder => {
    await startedMemory(folder)
    const megabytes = await startedMemory(folder)
    return [
      {
        name,
        figure: `${Math.round(megabytes)} MB`,
        limit,
        verdict: judge(megabytes <= goal),
        note: 'resident set, 3 s after the second start, when its compiled modules are at hand; alone in its process',
      },
    ]
  })
}

export const bench: Bench = { title: 'Memory', run }
