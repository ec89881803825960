import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { guarded } from './folders.ts'

/** What became of the breaches of a folder. */
export type Result = { folder: string; breaches: number; noticed: number; explained: number; measuredAt: number }

export const shareOf = ({ breaches, noticed }: Pick<Result, 'breaches' | 'noticed'>): string =>
  `${((100 * noticed) / breaches).toFixed(1)} %`

const page = join(import.meta.dirname, '../../docs/mutation.md')
const head = '| folder | changes | noticed | share | explained | measured |\n|---|---:|---:|---:|---:|---|\n'

/** Writes a folder's line into the table of `docs/mutation.md`, in the order of `folders.ts`. */
export const writeDown = (result: Result): void => {
  const text = readFileSync(page, 'utf8')
  const begin = text.indexOf(head) + head.length
  const end = text.indexOf('\n\n', begin - 1) + 1
  const lines = new Map(
    text
      .slice(begin, end)
      .split('\n')
      .filter(line => line !== '')
      .map(line => [line.split('`')[1] ?? '', line]),
  )
  const { folder, breaches, noticed, explained, measuredAt } = result
  const day = new Date(measuredAt).toISOString().slice(0, 10)
  lines.set(folder, `| \`${folder}\` | ${breaches} | ${noticed} | ${shareOf(result)} | ${explained} | ${day} |`)
  const table = Object.keys(guarded).flatMap(name => lines.get(name) ?? [])
  writeFileSync(page, `${text.slice(0, begin)}${table.join('\n')}\n${text.slice(end)}`)
}
