import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import type { Bench, Row } from './row.ts'

/** In the order of the table. Each module exports `bench: Bench`. `npm run bench -- votes` runs those that match a word. */
const modules = [
  'pages',
  'sizes',
  'search',
  'import',
  'votes',
  'passcodes',
  'passwords',
  'sessions',
  'identity',
  'enumeration',
  'start',
  'widget',
]

const here = (name: string): string => fileURLToPath(new URL(`./${name}`, import.meta.url))

/** Child: one group of rows, sent to the parent. */
const runOne = async (name: string): Promise<void> => {
  const { bench } = (await import(here(`${name}.ts`))) as { bench: Bench }
  process.send?.({ title: bench.title, rows: await bench.run() })
}

type Section = { title: string; rows: Row[] }

const inItsOwnProcess = async (name: string): Promise<Section> => {
  const child = fork(here('run.ts'), ['--only', name], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  let section: Section | undefined
  child.on('message', message => {
    section = message as Section
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return section ?? { title: name, rows: [failed(name, code)] }
}

const failed = (name: string, code: number | null): Row => ({
  name,
  figure: '–',
  limit: '–',
  met: false,
  note: `The measurement ended with code ${code}; its message stands above.`,
})

const verdict = ({ met }: Row): string => (met === null ? '' : met ? 'met' : 'not met')

const table = (rows: readonly Row[]): string => {
  const cells = [
    ['', 'figure', 'goal or rival', '', 'how'],
    ...rows.map(row => [row.name, row.figure, row.limit, verdict(row), row.note]),
  ]
  return cells
    .map(line => `| ${line.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .toSpliced(1, 0, '|---|---:|---:|---|---|')
    .join('\n')
}

const runAll = async (words: readonly string[]): Promise<void> => {
  const wanted = modules.filter(name => words.length === 0 || words.some(word => name.includes(word)))
  const sections: Section[] = []
  for (const name of wanted) {
    console.error(styleText('dim', `measuring ${name} …`))
    const section = await inItsOwnProcess(name)
    sections.push(section)
    console.log(`\n## ${section.title}\n\n${table(section.rows)}`)
  }
  const rows = sections.flatMap(section => section.rows)
  const unmet = rows.filter(row => row.met === false)
  const verdictLine =
    unmet.length === 0
      ? `Every goal met (${rows.filter(row => row.met).length} of them).`
      : `Not met: ${unmet.map(row => row.name).join('; ')}.`
  console.log(`\n${verdictLine}`)
  if (words.length > 0) return
  const machine = `Node ${process.version}, ${availableParallelism()} cores. Measured on a shared machine: compare rows of one run, not two runs.`
  const document = sections.map(section => `## ${section.title}\n\n${table(section.rows)}\n`).join('\n')
  await writeFile(here('results.md'), `# Results of \`npm run bench\`\n\n${machine} ${verdictLine}\n\n${document}`)
}

const [flag, name] = process.argv.slice(2)
await (flag === '--only' && name !== undefined ? runOne(name) : runAll(process.argv.slice(2)))
