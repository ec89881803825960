import { UsageError } from './cli-error.ts'
import type { CommandContext } from './command.ts'

/** A word that has to follow the command. @throws UsageError */
export const operand = ({ operands }: CommandContext, index: number, name: string): string => {
  const value = operands[index]
  if (value === undefined || value.trim() === '') throw new UsageError(`${name} is missing.`)
  return value
}

/** The whole number of `--limit`. @throws UsageError */
export const limitOf = ({ flags }: CommandContext, fallback: number): number => {
  const text = flags.limit?.at(-1)
  if (text === undefined) return fallback
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--limit ${text}: must be a whole number from 1 to 999999.`)
  return Number(text)
}
