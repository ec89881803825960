import type { Given } from './command.ts'
import { UsageError } from './usage-error.ts'

/** The last value of a flag, without white space around it; '' where the flag is missing. */
export const flagValue = ({ flags }: Pick<Given, 'flags'>, name: string): string => flags[name]?.at(-1)?.trim() ?? ''

/** The same of a flag that must be there. @throws UsageError */
export const neededFlag = (given: Pick<Given, 'flags'>, name: string): string => {
  const value = flagValue(given, name)
  if (value === '') throw new UsageError(`--${name} is missing.`)
  return value
}
