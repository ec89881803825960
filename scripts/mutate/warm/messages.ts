/** One change to try, as the worker is told. */
export type Trial = {
  trial: number
  mutant: string
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
  /** Who failed, and with what, unless it survived. */
  test: string
  message: string
  tests: number
}

export const channelName = 'corroborate-mutants'
