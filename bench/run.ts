import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import type { Bench, Row, Verdict } from './row.ts'

/**
 * In the order of the table. Each module exports `bench: Bench`. `npm run bench -- votes` runs those whose name has a word;
 * `--quick` takes few samples. Only a whole run writes `results.md`.
 */
const modules = [
  'pages',
  'throttled',
  'sizes',
  'search',
  'load',
  'import',
  'votes',
  'notes',
  'much-said',
  'moderate',
  'tell',
  'passcodes',
  'passwords',
  'signatures',
  'sessions',
  'openid',
  'look-up',
  'verify',
  'enumeration',
  'start',
  'memory',
  'widget',
]

type Section = { title: string; rows: Row[]; crashed: boolean }

const here = (name: string): string => fileURLToPath(new URL(`./${name}`, import.meta.url))

/** Child: one group of rows, sent to the parent. */
const runOne = async (name: string, quick: boolean): Promise<void> => {
  const { bench } = (await import(here(`${name}.ts`))) as { bench: Bench }
  process.send?.({ title: bench.title, rows: await bench.run({ quick }), crashed: false } satisfies Section)
  process.disconnect?.()
}

const inItsOwnProcess = async (name: string, quick: boolean): Promise<Section> => {
  const words = ['--only', name, ...(quick ? ['--quick'] : [])]
  const child = fork(here('run.ts'), words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  let section: Section | undefined
  child.on('message', message => {
    section = message as Section
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return section ?? { title: name, rows: [crashRow(name, code)], crashed: true }
}

const crashRow = (name: string, code: number | null): Row => {
  const note = `The measurement ended with code ${code}; its message stands above.`
  return { name, figure: '–', limit: '–', verdict: 'not measured', note }
}

const table = (rows: readonly Row[]): string => {
  const cells = [
    ['', 'figure', 'goal or rival', '', 'how'],
    ...rows.map(row => [row.name, row.figure, row.limit, row.verdict, row.note]),
  ]
  return cells
    .map(line => `| ${line.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .toSpliced(1, 0, '|---|---:|---:|---|---|')
    .join('\n')
}

/** How many goals are met, missed and not measured, and where a rival without a goal is ahead of us, by name. */
const closingLine = (rows: readonly Row[]): string => {
  const named = (verdict: Verdict): string => {
    const names = rows.filter(row => row.verdict === verdict).map(row => row.name)
    return names.length === 0 ? '0' : `${names.length} (${names.join('; ')})`
  }
  const count = (verdict: Verdict): number => rows.filter(row => row.verdict === verdict).length
  return [
    `Goals met: ${count('met')}.`,
    `Missed: ${named('missed')}.`,
    `Not measured: ${named('not measured')}.`,
    `Beside rivals without a goal: ahead in ${count('ahead')}, behind in ${named('behind')}.`,
  ].join(' ')
}

const runAll = async (words: readonly string[], quick: boolean): Promise<void> => {
  const wanted = modules.filter(name => words.length === 0 || words.some(word => name.includes(word)))
  const began = performance.now()
  const sections: Section[] = []
  for (const name of wanted) {
    console.error(styleText('dim', `measuring ${name} …`))
    const section = await inItsOwnProcess(name, quick)
    sections.push(section)
    console.log(`\n## ${section.title}\n\n${table(section.rows)}`)
  }
  const summary = closingLine(sections.flatMap(section => section.rows))
  console.log(`\n${summary}${quick ? ' Measured with --quick: with fewer samples than the notes say.' : ''}`)
  if (sections.some(section => section.crashed)) process.exitCode = 1
  if (words.length > 0 || quick) return
  const minutes = Math.round((performance.now() - began) / 60_000)
  const machine = `Node ${process.version}, ${availableParallelism()} cores, ${minutes} minutes. Measured on a shared machine: compare rows of one run, not two runs.`
  const document = sections.map(section => `## ${section.title}\n\n${table(section.rows)}\n`).join('\n')
  await writeFile(here('results.md'), `# Results of \`npm run bench\`\n\n${machine} ${summary}\n\n${document}`)
}

const given = process.argv.slice(2)
const quick = given.includes('--quick')
const [first, ...rest] = given.filter(word => word !== '--quick')
if (first === '--only') await runOne(rest[0] ?? '', quick)
else await runAll(first === undefined ? [] : [first, ...rest], quick)
