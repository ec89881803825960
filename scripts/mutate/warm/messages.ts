import { resolve } from 'node:path'

/** One change to try, as the worker is told. */
export type Trial = {
  trial: number
  mutant: string
  /** The file that it changes, by absolute path. */
  changed: string
  /** How often the place may be passed before it counts as a loop without end. */
  hitLimit: number | null
  /** The place is passed while modules are loaded, so that they are loaded anew, with the change in them. */
  isStatic: boolean
  /** Test files by absolute path; what must match a test's full name, or null for all of a file. */
  files: { path: string; names: string | null }[]
}

/** What the worker answers. */
export type Verdict = {
  trial: number
  /** `dirty`: the test that failed does so without the change as well, for something that earlier ones have left behind. */
  outcome: 'survived' | 'failed' | 'endless' | 'dirty'
  /** Who failed, as Stryker calls it, and with what, unless it survived; null when that is not known. */
  test: string | null
  message: string
  tests: number
}

export const channelName = 'corroborate-mutants'

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The tests by file, and a pattern for their names: Stryker's ids are `path from the root#name > of > test`. */
export const filesOf = (testIds: readonly string[]): Trial['files'] => {
  const byFile = Map.groupBy(testIds, id => id.slice(0, id.indexOf('#')))
  return [...byFile].map(([file, ids]) => ({
    path: resolve(file),
    names: `(?:${ids.map(id => escaped(id.slice(id.indexOf('#') + 1))).join('|')})\\s*$`,
  }))
}
