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

/** The parts of Stryker's report that are read here. */
type Remembered = {
  files: Record<string, { mutants: { static?: boolean; status: string; statusReason?: string }[] }>
}

/**
 * Forgets surviving mutants in module initialization code: no test is recorded as reaching them, so a new test would not retry them. Also
 * forgets timeouts, which a busy machine may have caused.
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
 * Runs mutation testing on a folder or a file, with the tests that cover each mutant.
 * @param remembered file with previous results; mutants with unchanged code and tests are not rerun
 * @param workers number of concurrent mutants
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
  // Some tests read files next to the repository, so they are placed next to the copy too.
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
    // Most strings are checked by the compiler (a kind, a column); the others are UI text.
    mutator: { excludedMutations: ['StringLiteral'] },
    // Stryker reads it through an API that TypeScript 7 does not have; Vitest needs nothing of it.
    tsconfigFile: 'none.json',
    warnings: false,
    tempDirName,
    // Tests need only the console's pages from the build output.
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
      // Keeps previous results of the folder's other files, including excluded ones.
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
