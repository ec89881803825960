import { existsSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { printHelpIfRequested } from '@corroborate/server-kit/command-line'
import { buildConsoleIfChanged } from '../../identity/operate/console/index.ts'
import { type Breach, breakEachPlace } from './break-each-place.ts'
import { goalOf, guarded } from './folders.ts'
import { percent, shareOf, writeDown } from './results.ts'

/**
 * `npm run mutate -- FOLDER …`: runs mutation testing on each folder with the quick tests assigned to it, and prints surviving mutants.
 * Exits with 1 if a folder's mutation score is below its threshold in `folders.ts`.
 * Accepts a single FILE too. `--again` reruns only mutants with possibly changed results. `--workers 2` runs two mutants concurrently,
 * since many tests mostly wait. Scores of the folders in `folders.ts` are written to `docs/mutation.md`.
 */
const root = join(import.meta.dirname, '../..')

/** Prints surviving mutants and checks the threshold. */
const report = (path: string, folder: string, breaches: readonly Breach[]): boolean => {
  const unnoticed = breaches.filter(({ outcome }) => outcome === 'survived' || outcome === 'not reached')
  for (const { file, line, before, after, outcome } of unnoticed) {
    console.log(
      `${file}:${line}${outcome === 'not reached' ? ', which no test reaches' : ''}\n  - ${before}\n  + ${after}`,
    )
  }
  const figures = { breaches: breaches.length, noticed: breaches.length - unnoticed.length }
  const slow = breaches.filter(({ outcome }) => outcome === 'too slow').length
  const goal = goalOf(folder)
  console.log(
    `${path}: ${figures.noticed} of ${figures.breaches} noticed (${shareOf(figures)}, goal ${percent(goal)}), ${slow} of them by tests that did not end; ${unnoticed.length} not.`,
  )
  if (path in guarded) writeDown({ folder: path, ...figures, measuredAt: Date.now() })
  return figures.noticed >= goal * figures.breaches
}

printHelpIfRequested(`
Usage: npm run mutate -- FOLDER|FILE … [--again] [--workers N]

Breaks the code in one place at a time, and prints the changes that no quick test notices.

  --again       only what may have another outcome than the last time
  --workers N   N changes at the same time; 1 by default
`)

const { values, positionals } = parseArgs({
  options: { again: { type: 'boolean' }, workers: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const paths = positionals.map(path => path.replace(/\/+$/, ''))
const missing = paths.filter(path => !existsSync(join(root, path)))
if (paths.length === 0 || missing.length > 0) {
  const wrong = missing.length > 0 ? `There is no ${missing.join(' and no ')}. ` : ''
  console.error(`${wrong}Say which folders, from the repository's own: npm run mutate -- server-kit/limits`)
  process.exit(2)
}
// It takes long, and other work on this machine goes first. Not lower: threads that collect garbage would get no turn.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
await buildConsoleIfChanged()
for (const path of paths) {
  const around = Object.keys(guarded).filter(name => path === name || path.startsWith(`${name}/`))
  // The innermost one: it may be measured by itself.
  const folder = around.toSorted((one, other) => other.length - one.length)[0] ?? path
  const remembered = values.again ? join(tmpdir(), `corroborate-mutate-${folder.replaceAll('/', '-')}.json`) : null
  if (!report(path, folder, await breakEachPlace(folder, path, { remembered, workers: Number(values.workers) })))
    process.exitCode = 1
}
