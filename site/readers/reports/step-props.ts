import type { Entries } from './entries.ts'
import type { Problems } from './steps.ts'

export type StepProps = {
  entries: Entries
  problems: Problems
  enter: (entries: Partial<Entries>) => void
  /** True once hydrated; without script the step is part of one long form. */
  live: boolean
}
