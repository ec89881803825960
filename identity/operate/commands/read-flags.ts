import { text } from 'node:stream/consumers'
import { neededFlag, UsageError } from '@corroborate/server-kit/command-line'
import type { CommandContext } from './command.ts'

/**
 * Returns a required option.
 * @throws UsageError if it is missing or invalid; `what` completes "--name must be …"
 */
export const needed = (context: CommandContext, name: string, pattern: RegExp, what: string): string => {
  const value = neededFlag(context, name)
  if (!pattern.test(value)) throw new UsageError(`--${name} must be ${what}.`)
  return value
}

/**
 * Reads a one-word secret. `-` reads it from standard input, which hides it from process lists.
 * @throws UsageError as `needed` does; `what` begins "… must be one word."
 */
export const neededSecret = async (
  context: CommandContext,
  name: string,
  pattern: RegExp,
  what: string,
): Promise<string> => {
  const given = needed(context, name, pattern, 'one word')
  const secret = given === '-' ? (await text(context.open('-'))).trim() : given
  if (!pattern.test(secret)) throw new UsageError(`${what} must be one word.`)
  return secret
}
