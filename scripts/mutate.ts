import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'

/**
 * `npm run mutate -- FOLDER …`: breaks the code of each folder in one place at a time, runs the folder's own tests that reach
 * the place, and prints which breaches none of them noticed. Exit code 1 when fewer than 95 of 100 were noticed.
 */
const goal = 0.95

const root = join(import.meta.dirname, '..')

const breakEachPlace = (folder: string) =>
  new Stryker({
    mutate: [`${folder}/**/*.ts`, `!${folder}/**/*.test.ts`, `!${folder}/**/testing/**`],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutate.vitest.config.ts', dir: folder, related: false },
    coverageAnalysis: 'perTest',
    // Texts are looked at by people. Every other kind of change is made.
    mutator: { excludedMutations: ['StringLiteral'] },
    // Stryker reads it through an API that TypeScript 7 does not have; Vitest needs nothing of it.
    tsconfigFile: 'none.json',
    tempDirName: join(tmpdir(), `corroborate-mutate-${process.pid}`),
    ignorePatterns: ['data', 'bench/rivals', '**/dist'],
    reporters: ['progress-append-only'],
    concurrency: 2,
  }).runMutationTest()

type Results = Awaited<ReturnType<typeof breakEachPlace>>

/** Prints what nobody noticed; the share that was. */
const report = (folder: string, results: Results): number => {
  const counted = results.filter(({ status }) => status !== 'CompileError' && status !== 'Ignored')
  const unnoticed = counted.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  for (const { fileName, location, replacement, status, mutatorName } of unnoticed) {
    const { start, end } = location
    // Lines and columns count from 1.
    const line = readFileSync(fileName, 'utf8').split('\n')[start.line - 1] ?? ''
    const rest = line.slice(start.column - 1)
    const before = start.line === end.line ? rest.slice(0, end.column - start.column) : `${rest} …`
    const reached = status === 'NoCoverage' ? ', which no test reaches' : ''
    console.log(`${relative(root, fileName)}:${start.line} ${mutatorName}${reached}`)
    console.log(`  - ${before}\n  + ${replacement?.split('\n')[0] ?? ''}`)
  }
  const share = 1 - unnoticed.length / counted.length
  const noticed = counted.length - unnoticed.length
  console.log(
    `${folder}: ${noticed} of ${counted.length} noticed (${(100 * share).toFixed(1)} %), ${unnoticed.length} not.`,
  )
  return share
}

const folders = process.argv.slice(2).map(folder => folder.replace(/\/+$/, ''))
const missing = folders.filter(folder => !existsSync(join(root, folder)))
if (folders.length === 0 || missing.length > 0) {
  const wrong = missing.length > 0 ? `There is no ${missing.join(' and no ')}. ` : ''
  console.error(`${wrong}Say which folders, from the repository's own: npm run mutate -- server-kit/limits`)
  process.exit(2)
}
for (const folder of folders) {
  if (!(report(folder, await breakEachPlace(folder)) >= goal)) process.exitCode = 1
}
