import { resolve } from 'node:path'

/** A mutant to run. */
export type Trial = {
  trial: number
  mutant: string
  /** The file that it changes, by absolute path. */
  changed: string
  /** Maximum number of hits before the mutant counts as an infinite loop. */
  hitLimit: number | null
  /** The place is passed while modules are loaded, so that they are loaded anew, with the change in them. */
  isStatic: boolean
  /** Absolute paths of test files, with a pattern for full test names, or null for all tests. */
  files: { path: string; names: string | null }[]
}

/** The worker's result. */
export type Verdict = {
  trial: number
  /** `dirty`: the test that failed does so without the change as well, for something that earlier ones have left behind. */
  outcome: 'survived' | 'failed' | 'endless' | 'dirty'
  /** Name of the test that failed, unless the mutant survived; null if unknown. */
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
