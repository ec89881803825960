import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs, styleText } from 'node:util'
import { type Group, groups } from './groups.ts'
import { measuredText } from './measured-text.ts'
import { closingLines, mergeSections, readResults, resultsText, type Section, sectionText } from './results.ts'
import { notMeasured, type Row, type Run } from './row.ts'

const usage = `Usage: npm run bench -- [NAME …] [--quick] [--keep]

Measures every group of rows, or those whose name holds a NAME. A whole run writes bench/results.md.

  --quick   few samples, in a minute or so for each group: shows that a row works
  --keep    writes the groups that ran into bench/results.md, and keeps the others there

Groups: ${Object.keys(groups).join(', ')}`

/** No group takes so long; one that does is ended, so that the others are measured. In minutes. */
const patience = 120

const here = (name: string): string => fileURLToPath(new URL(`./${name}`, import.meta.url))

/** Child: one group of rows, sent to the parent. */
const runOne = async (group: string, quick: boolean): Promise<void> => {
  // A group that is ended still ends its servers.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  const { run } = (await import(here(`${group}.ts`))) as { run: Run }
  process.send?.(await run({ quick }))
  process.disconnect?.()
}

/** The rows of a group, measured in a process of its own; none when that failed. */
const rowsOf = async (group: Group, quick: boolean): Promise<Row[]> => {
  const words = ['--only', group, ...(quick ? ['--quick'] : [])]
  const child = fork(here('run.ts'), words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const tooLong = setTimeout(() => child.kill(), patience * 60_000)
  let rows: Row[] = []
  child.on('message', message => {
    rows = message as Row[]
  })
  await once(child, 'exit')
  clearTimeout(tooLong)
  return rows
}

const measure = async (group: Group, quick: boolean): Promise<Section> => {
  console.error(styleText('dim', `measuring ${group} …`))
  const [loadBefore = 0] = loadavg()
  const began = performance.now()
  const rows = await rowsOf(group, quick)
  const minutes = (performance.now() - began) / 60_000
  const section = { title: groups[group], measured: measuredText({ minutes, loadBefore, quick }), rows }
  const failed = [notMeasured(group, 'The measurement failed; its message stands above.')]
  console.log(`\n${sectionText({ ...section, rows: rows.length === 0 ? failed : rows })}`)
  return section
}

/** Runs after each group, so that an interrupted run keeps its results. */
const write = (sections: readonly Section[]): void => {
  const file = here('results.md')
  const before = existsSync(file) ? readResults(readFileSync(file, 'utf8')) : []
  const titles = Object.values(groups)
  writeFileSync(file, resultsText(mergeSections(before, sections, titles), titles))
}

const runAll = async (names: readonly string[], { quick, keep }: { quick: boolean; keep: boolean }): Promise<void> => {
  const all = Object.keys(groups) as Group[]
  const wanted = all.filter(group => names.length === 0 || names.some(name => group.includes(name)))
  if (wanted.length === 0) throw new Error(`No group is called so. There are: ${all.join(', ')}.`)
  const isKept = keep || (names.length === 0 && !quick)
  const sections: Section[] = []
  for (const group of wanted) {
    sections.push(await measure(group, quick))
    if (isKept) write(sections)
  }
  console.log(`\n${closingLines(sections.flatMap(({ rows }) => rows))}`)
  const failed = wanted.filter((_, index) => sections[index]?.rows.length === 0)
  if (failed.length === 0) return
  console.error(`Failed: ${failed.join(', ')}.`)
  process.exitCode = 1
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    only: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help || positionals.join() === 'help') console.log(usage)
else if (values.only !== undefined) await runOne(values.only, values.quick)
else await runAll(positionals, values)
