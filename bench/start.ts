import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSiteIfChanged } from '../site/build-if-changed.ts'
import { runSite } from '../site/testing/index.ts'
import { type Bench, median, type Row } from './row.ts'

const rounds = 5

/** From the start of the process to its first answer on `/health/ready`, in seconds. */
const secondsToReady = async (dataDir: string): Promise<number> => {
  const started = performance.now()
  const site = await runSite(dataDir)
  const answer = await fetch(`${site.origin}/health/ready`)
  if (answer.status !== 200) throw new Error(`/health/ready answered ${answer.status}.`)
  const seconds = (performance.now() - started) / 1000
  await site.stop()
  return seconds
}

const run = async (): Promise<Row[]> => {
  await buildSiteIfChanged()
  const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-bench-'))
  try {
    const first = await secondsToReady(dataDir)
    const later: number[] = []
    for (let round = 0; round < rounds; round++) later.push(await secondsToReady(dataDir))
    return [
      row('first start, empty data folder, built', first, 'once: makes the database and loads the starter corpus'),
      row('later starts, built', median(later), `median of ${rounds}`),
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const row = (name: string, seconds: number, note: string): Row => ({
  name,
  figure: `${seconds.toFixed(2)} s`,
  limit: '≤ 3 s',
  met: seconds <= 3,
  note: `from the start of the process to the first 200 of /health/ready; ${note}`,
})

export const bench: Bench = { title: 'Start', run }
