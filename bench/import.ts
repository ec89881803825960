import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { noCorpus, readCorpus } from './corpus.ts'
import { inNewFolder } from './in-new-folder.ts'
import { type Bench, judge, notMeasured, type Row } from './row.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** As in the script of package.json. */
const smallHeap = '--max-semi-space-size=4'

type Run = { seconds: number; megabytes: number; out: string }

/** `works:import` as a person starts it, in a process of its own; time and memory are the whole program's, start to end. */
const runImport = async (dataDir: string, files: readonly string[]): Promise<Run> => {
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

const goals = { perSecond: 20_000, megabytes: 400 }
const speed = { name: 'import, works per second', limit: `≥ ${goals.perSecond.toLocaleString('en-US')}/s` }
const memory = { name: 'import, peak memory', limit: `≤ ${goals.megabytes} MB` }

const run = async (): Promise<Row[]> => {
  const corpus = readCorpus()
  if (corpus === null) return [speed, memory].map(({ name, limit }) => notMeasured(name, limit, noCorpus))
  const files = [...corpus.works, ...corpus.more]
  return inNewFolder(async dataDir => {
    const first = await runImport(dataDir, files)
    const works = worksIn(first.out)
    const again = await runImport(dataDir, files)
    const unchanged = /Nothing new/.test(again.out)
    return [
      {
        ...speed,
        figure: perSecond(works, first.seconds),
        verdict: judge(works / first.seconds >= goals.perSecond),
        note: `${works.toLocaleString('en-US')} works of works-multi and works-arxiv, the whole program from start to end`,
      },
      {
        ...memory,
        figure: `${first.megabytes.toFixed(0)} MB`,
        verdict: judge(first.megabytes <= goals.megabytes),
        note: 'resident memory of the process, its highest value',
      },
      {
        name: 'import of the same files again',
        figure: perSecond(works, again.seconds),
        limit: '–',
        verdict: '',
        note: unchanged ? 'nothing new, nothing changed' : `something changed: ${again.out.trim()}`,
      },
    ]
  })
}

export const bench: Bench = { title: 'Import', run }
