import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import process from 'node:process'
import { Stryker } from '@stryker-mutator/core'
import { testFolder } from '../test-folder.ts'
import { guarded } from './folders.ts'

/** One place of a file, broken in one way. */
export type Breach = {
  /** From the root of the repository. */
  file: string
  line: number
  /** The line before and after; of a change over several lines the first, up to it, and the last, after it. */
  before: string
  after: string
  outcome: 'noticed' | 'too slow' | 'survived' | 'not reached'
}

const root = join(import.meta.dirname, '../..')

const outcomes = {
  Killed: 'noticed',
  RuntimeError: 'noticed',
  Timeout: 'too slow',
  Survived: 'survived',
  NoCoverage: 'not reached',
} as const satisfies Record<string, Breach['outcome']>

/** What is remembered of changes: the parts of Stryker's report that are looked at here. */
type Remembered = {
  files: Record<string, { mutants: { static?: boolean; status: string; statusReason?: string }[] }>
}

/**
 * Forgets which changes in what runs while modules are loaded were not noticed: no test is noted to reach them, so that a new
 * test would not have them tried again. And forgets which tests did not end: the machine may have been busy.
 */
const forgetDoubtful = (file: string): void => {
  if (!existsSync(file)) return
  const remembered: Remembered = JSON.parse(readFileSync(file, 'utf8'))
  for (const each of Object.values(remembered.files)) {
    each.mutants = each.mutants.filter(
      ({ status, statusReason = '', static: isStatic }) =>
        status !== 'Timeout' &&
        !statusReason.startsWith('Test timed out') &&
        (status === 'Killed' || isStatic !== true),
    )
  }
  writeFileSync(file, JSON.stringify(remembered))
}

/**
 * Breaks the code of a folder, or of one file in it, in one place at a time, and runs the tests that reach the place.
 * @param remembered a file with the outcomes of the last time: what neither it nor its tests have changed is not run again
 * @param workers how many changes are tried at the same time
 */
export const breakEachPlace = async (
  folder: string,
  path: string,
  { remembered, workers }: { remembered: string | null; workers: number },
): Promise<Breach[]> => {
  if (remembered !== null) forgetDoubtful(remembered)
  const leftOut = Object.keys(guarded[folder]?.leftOut ?? {})
  const tempDirName = testFolder
  const files = join(tempDirName, 'files')
  // biome-ignore lint/style/noProcessEnv: read by vitest.config.ts, in a process that Stryker starts
  Object.assign(process.env, { MUTATED_FOLDER: folder, MUTATION_FILES: files })
  // Beside the copy, as beside the repository, lies what some tests read.
  const shared = join(root, '../shared')
  mkdirSync(files, { recursive: true })
  if (existsSync(shared)) symlinkSync(realpathSync(shared), join(tempDirName, 'shared'))
  // As it is now: it may be changed while this runs.
  const sources = new Map(
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts'))
      .map(file => [join(folder, file), readFileSync(join(root, folder, file), 'utf8').split('\n')]),
  )
  const results = await new Stryker({
    mutate:
      path === folder
        ? [
            `${folder}/**/*.ts`,
            `!${folder}/**/*.test.ts`,
            `!${folder}/**/testing/**`,
            ...leftOut.map(file => `!${folder}/${file}`),
          ]
        : [path],
    testRunner: 'warm-vitest',
    plugins: ['warm/plugin.ts', 'leave-alone.ts'].map(file => join(import.meta.dirname, file)),
    ignorers: ['leave-alone'],
    vitest: { configFile: 'scripts/mutate/vitest.config.ts', related: false, pool: 'threads' },
    coverageAnalysis: 'perTest',
    // Most texts are the compiler's to check (a kind, a column), and the others are for people, who look at them.
    mutator: { excludedMutations: ['StringLiteral'] },
    // Stryker reads it through an API that TypeScript 7 does not have; Vitest needs nothing of it.
    tsconfigFile: 'none.json',
    warnings: false,
    tempDirName,
    // Of what is built, tests need the console's pages alone.
    ignorePatterns: ['data', 'bench/rivals', '**/dist', '!identity/dist'],
    reporters: ['progress-append-only'],
    concurrency: workers,
    // A test that is slow because the machine is busy has not noticed the change.
    timeoutMS: 15_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 15,
    ...(remembered !== null && { incremental: true, incrementalFile: remembered }),
  })
    .runMutationTest()
    .finally(() => rmSync(tempDirName, { recursive: true, force: true }))
  return (
    results
      .filter(({ status }) => status in outcomes)
      // What is remembered of other files of the folder comes along, also of those that are left out by now.
      .filter(({ fileName }) =>
        path === folder
          ? !leftOut.some(file => matchesGlob(relative(join(root, folder), fileName), file))
          : relative(root, fileName) === path,
      )
      .map(({ fileName, location: { start, end }, replacement = '', status }) => {
        const file = relative(root, fileName)
        const lines = sources.get(file) ?? []
        // Lines and columns count from 1.
        const upTo = (lines[start.line - 1] ?? '').slice(0, start.column - 1)
        const first = start.line === end.line ? (lines[start.line - 1] ?? '') : `${lines[start.line - 1] ?? ''} …`
        const rest = (lines[end.line - 1] ?? '').slice(end.column - 1)
        return {
          file,
          line: start.line,
          before: first.trim(),
          after: `${upTo}${replacement.replaceAll(/\s+/g, ' ')}${rest}`.trim(),
          outcome: outcomes[status as keyof typeof outcomes],
        }
      })
  )
}
