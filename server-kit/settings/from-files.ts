import { readFileSync } from 'node:fs'
import type { Mistake } from './settings-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Reads a file whole; throws when it cannot. */
export type ReadFile = (path: string) => string

/** As secrets are mounted into containers, and as systemd hands them out: small files. */
export const readSecret: ReadFile = path => readFileSync(path, 'utf8')

/**
 * The values of variables that are kept in files: `NAME_FILE` names the file that holds the value of `NAME`. The line break at
 * its end is not part of it. For each variable that both are set for, and each file that cannot be read, there is a mistake.
 */
export const valuesFromFiles = (
  environment: Environment,
  names: Iterable<string>,
  read: ReadFile,
): { values: Record<string, string>; mistakes: Mistake[] } => {
  const values: Record<string, string> = {}
  const mistakes: Mistake[] = []
  for (const name of names) {
    const variable = `${name}_FILE`
    const file = environment[variable]?.trim()
    if (!file) continue
    if (environment[name]?.trim()) {
      mistakes.push({ variable, sentence: `and ${name} are both set: remove one of them.` })
      continue
    }
    try {
      const value = read(file).trim()
      if (value === '') mistakes.push({ variable, sentence: `names ${file}, which is empty.` })
      else values[name] = value
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
      mistakes.push({ variable, sentence: `names ${file}, which this user cannot read${reason}.` })
    }
  }
  return { values, mistakes }
}
