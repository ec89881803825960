import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { goalOf, guarded } from './folders.ts'

/** Number of mutants of a folder, and number killed. */
export type Result = { folder: string; breaches: number; noticed: number; measuredAt: number }

export const percent = (share: number): string => `${Number((100 * share).toFixed(1))} %`

export const shareOf = ({ breaches, noticed }: Pick<Result, 'breaches' | 'noticed'>): string =>
  percent(noticed / breaches)

const page = join(import.meta.dirname, '../../docs/mutation.md')
const head = '| folder | changes | noticed | share | goal | measured |\n|---|---:|---:|---:|---:|---|\n'

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
  const { folder, breaches, noticed, measuredAt } = result
  const day = new Date(measuredAt).toISOString().slice(0, 10)
  const goal = percent(goalOf(folder))
  lines.set(folder, `| \`${folder}\` | ${breaches} | ${noticed} | ${shareOf(result)} | ${goal} | ${day} |`)
  const table = Object.keys(guarded).flatMap(name => lines.get(name) ?? [])
  writeFileSync(page, `${text.slice(0, begin)}${table.join('\n')}\n${text.slice(end)}`)
}
