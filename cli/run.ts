import { readFile, writeFile } from 'node:fs/promises'
import type { Answer } from './answer.ts'
import { type Asking, type Bibliography, checkWithSite } from './ask-site.ts'
import { type Accepted, readBaseline, writeBaseline } from './baseline.ts'
import { CannotCheck } from './cannot-check.ts'
import { writeReport } from './formats/index.ts'
import { acceptableIn, type JudgedFile, judgeFile } from './judge.ts'
import { printable } from './printable.ts'
import { type CheckArguments, help, readArguments } from './read-arguments.ts'
import { version } from './version.ts'

/** Environment of a run. `out` and `err` take text that ends with a line break. */
export type Surroundings = Pick<Asking, 'fetch' | 'wait'> & {
  environment: Readonly<Record<string, string | undefined>>
  out: (text: string) => void
  err: (text: string) => void
}

/** 0: no failures. 1: at least one reference fails. 2: the check could not run. */
export type ExitCode = 0 | 1 | 2

/** Runs a command line and returns its exit code. */
export const run = async (given: readonly string[], surroundings: Surroundings): Promise<ExitCode> => {
  const { environment, out, err } = surroundings
  try {
    const wish = readArguments(given, environment)
    if (wish.kind === 'check') return await check(wish, surroundings)
    out(wish.kind === 'help' ? help : `${version}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof CannotCheck)) throw error
    err(`corroborate: ${printable(error.message)}\n`)
    return 2
  }
}

const check = async (wish: CheckArguments, surroundings: Surroundings): Promise<ExitCode> => {
  const { site, format, failOn, baseline } = wish
  const { out, err } = surroundings
  // Before anything is sent: a name that is misspelled costs no waiting.
  const bibliographies = await Promise.all(wish.files.map(readBibliography))
  const accepted = await readAccepted(baseline)
  const onWait = (sentence: string) => err(`corroborate: ${printable(sentence)}\n`)
  const files: JudgedFile[] = []
  for (const bibliography of bibliographies) {
    const answer = await checkWithSite(bibliography, { ...surroundings, site, onWait })
    requireReferences(bibliography.file, answer)
    files.push(judgeFile(bibliography.file, answer, { failOn, baseline: accepted }))
  }
  out(writeReport(format, { site, files }))
  if (baseline?.update) {
    const acceptable = acceptableIn(files)
    await write(baseline.path, writeBaseline(acceptable))
    err(`corroborate: ${printable(baseline.path)} accepts ${acceptable.length} of these references from now on.\n`)
    return 0
  }
  return files.some(({ references }) => references.some(({ verdict }) => verdict === 'fail')) ? 1 : 0
}

/** @throws CannotCheck if no reference of a file could be parsed; otherwise it would pass unchecked */
const requireReferences = (file: string, { references, unread: [first] }: Answer): void => {
  if (references.length > 0 || first === undefined) return
  throw new CannotCheck(
    `${file} cannot be checked: no reference in it can be read. Line ${first.line}: ${first.reason}`,
  )
}

const readBibliography = async (file: string): Promise<Bibliography> => ({
  file,
  bytes: new Uint8Array(await reading(file, 'See that its name is right.')),
})

/** @returns the accepted references, or none if the baseline is about to be rewritten */
const readAccepted = async (baseline: CheckArguments['baseline']): Promise<readonly Accepted[]> => {
  if (baseline === null || baseline.update) return []
  const advice = 'Write it with --update-baseline first.'
  return readBaseline((await reading(baseline.path, advice)).toString('utf8'))
}

const reading = async (file: string, advice: string): Promise<Buffer> => {
  try {
    return await readFile(file)
  } catch (cause) {
    throw new CannotCheck(`${file} cannot be read (${codeOf(cause)}). ${advice}`, { cause })
  }
}

const write = async (file: string, text: string): Promise<void> => {
  try {
    await writeFile(file, text)
  } catch (cause) {
    throw new CannotCheck(`${file} cannot be written (${codeOf(cause)}).`, { cause })
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)
