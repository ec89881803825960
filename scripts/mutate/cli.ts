import { existsSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { type Breach, breakEachPlace } from './break-each-place.ts'
import { guarded } from './folders.ts'
import { shareOf, writeDown } from './results.ts'
import { survivors } from './survivors.ts'

/**
 * `npm run mutate -- FOLDER …`: breaks the code of each folder in one place at a time, runs the quick tests that stand for the
 * folder and reach the place, and prints which changes none of them noticed. Exit code 1 when fewer than 95 of 100 were
 * noticed, when one that was not is missing in `survivors.ts`, or when one that is listed there was noticed.
 *
 * A single FILE may be named too. `--again` runs only what may have another outcome than the last time. `--workers 2` tries
 * two changes at the same time: many a test mostly waits.
 * Of whole folders in `folders.ts`, the figures are written into `docs/mutation.md`.
 */
const goal = 0.95

const root = join(import.meta.dirname, '../..')

const isOf =
  (breach: Pick<Breach, 'file' | 'before' | 'after'>) => (other: Pick<Breach, 'file' | 'before' | 'after'>) =>
    breach.file === other.file && breach.before === other.before && breach.after === other.after

/** Prints what nobody noticed and nobody explains; whether all is well. */
const report = (path: string, breaches: readonly Breach[]): boolean => {
  const unnoticed = breaches.filter(({ outcome }) => outcome === 'survived' || outcome === 'not reached')
  const listed = survivors.filter(({ file }) => file === path || file.startsWith(`${path}/`))
  const unexplained = unnoticed.filter(breach => !listed.some(isOf(breach)))
  const outdated = listed.filter(survivor => !unnoticed.some(isOf(survivor)))
  for (const { file, line, before, after, outcome } of unexplained) {
    console.log(
      `${file}:${line}${outcome === 'not reached' ? ', which no test reaches' : ''}\n  - ${before}\n  + ${after}`,
    )
  }
  for (const { file, before, after } of outdated) {
    console.log(`${file}: is listed as a survivor, and does not survive\n  - ${before}\n  + ${after}`)
  }
  const figures = { breaches: breaches.length, noticed: breaches.length - unnoticed.length }
  const slow = breaches.filter(({ outcome }) => outcome === 'too slow').length
  console.log(
    `${path}: ${figures.noticed} of ${figures.breaches} noticed (${shareOf(figures)}), ${slow} of them by tests that did not end; ${unnoticed.length} not, ${unexplained.length} of them unexplained.`,
  )
  if (path in guarded) {
    writeDown({ folder: path, ...figures, explained: unnoticed.length - unexplained.length, measuredAt: Date.now() })
  }
  return figures.noticed / figures.breaches >= goal && unexplained.length === 0 && outdated.length === 0
}

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
// It takes long, and whoever works here should not wait for it. Not lower: threads that collect garbage would get no turn.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
for (const path of paths) {
  const folder = Object.keys(guarded).find(name => path === name || path.startsWith(`${name}/`)) ?? path
  const remembered = values.again ? join(tmpdir(), `corroborate-mutate-${folder.replaceAll('/', '-')}.json`) : null
  if (!report(path, await breakEachPlace(folder, path, { remembered, workers: Number(values.workers) })))
    process.exitCode = 1
}
