import type { Entries } from './entries.ts'
import type { Problems } from './steps.ts'

/** What each step of the wizard is given. */
export type StepProps = {
  entries: Entries
  problems: Problems
  enter: (entries: Partial<Entries>) => void
  /** Whether the script runs: without it the step is a part of one long form. */
  live: boolean
}
