import { UsageError } from '@corroborate/server-kit/command-line'
import type { CommandContext } from './command.ts'

const usual = 50

/** The option of a list that may be long. */
export const limitFlag = { limit: { argument: 'N', help: `How many (default: ${usual})` } }

/** The whole number of `--limit`. @throws UsageError */
export const limitOf = (flags: CommandContext['flags']): number => {
  const text = flags.limit?.at(-1)
  if (text === undefined) return usual
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--limit ${text}: must be a whole number from 1 to 999999.`)
  return Number(text)
}
