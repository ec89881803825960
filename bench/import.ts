import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { noCorpus, readCorpus } from './corpus.ts'
import { inNewFolder } from './in-new-folder.ts'
import { budget, notMeasured, observation, type Run } from './row.ts'
import { startOnce } from './start-once.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** As in the script of package.json. */
const smallHeap = '--max-semi-space-size=4'

type Imported = { seconds: number; megabytes: number; out: string }

/** `works:import` as a person starts it, in a process of its own; time and memory are the whole program's, start to end. */
const runImport = async (dataDir: string, files: readonly string[]): Promise<Imported> => {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [smallHeap, '--import', here('./report-peak-memory.ts'), here('../site/app/commands/works-import.ts'), ...files],
    { cwd: dataDir, env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, NODE_ENV: 'test' } },
  )
  let out = ''
  let err = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  child.stderr.on('data', chunk => {
    err += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`works:import ended with ${code}: ${err}`)
  const peak = /peak memory (\d+) KiB/.exec(err)?.[1]
  return { seconds: (performance.now() - started) / 1000, megabytes: Number(peak) / 1024, out }
}

const worksIn = (out: string): number => Number(/holds ([\d,]+) works/.exec(out)?.[1]?.replaceAll(',', '') ?? 0)
const perSecond = (works: number, seconds: number): string => `${Math.round(works / seconds).toLocaleString('en-US')}/s`

const mostMegabytes = 400
const speed = 'import, works per second'
const memory = 'import, peak memory'

export const run: Run = async () => {
  const corpus = readCorpus()
  if (corpus === null) return [speed, memory].map(name => notMeasured(name, noCorpus))
  const files = [...corpus.works, ...corpus.more]
  return inNewFolder(async dataDir => {
    await startOnce(dataDir)
    const first = await runImport(dataDir, files)
    const works = worksIn(first.out)
    const again = await runImport(dataDir, files)
    const unchanged = /Nothing new/.test(again.out)
    return [
      budget({
        name: memory,
        felt: 'Operators import beside servers that run, on a small machine.',
        figure: `${first.megabytes.toFixed(0)} MB`,
        limit: `≤ ${mostMegabytes} MB`,
        isMet: first.megabytes <= mostMegabytes,
        note: 'Resident memory of the process, its highest value.',
      }),
      observation(
        speed,
        perSecond(works, first.seconds),
        `${works.toLocaleString('en-US')} works of works-multi and works-arxiv, the whole program from start to end`,
      ),
      observation(
        'import of the same files again',
        perSecond(works, again.seconds),
        unchanged ? 'nothing new, nothing changed' : `something changed: ${again.out.trim()}`,
      ),
    ]
  })
}
