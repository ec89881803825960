import { text } from 'node:stream/consumers'
import { neededFlag, UsageError } from '@corroborate/server-kit/command-line'
import type { CommandContext } from './command.ts'

/**
 * The value of an option that must be there.
 * @throws UsageError when it is missing, or does not fit; `what` ends the sentence "--name must be …"
 */
export const needed = (context: CommandContext, name: string, pattern: RegExp, what: string): string => {
  const value = neededFlag(context, name)
  if (!pattern.test(value)) throw new UsageError(`--${name} must be ${what}.`)
  return value
}

/**
 * A secret of one word. `-` reads it from standard input, where no list of processes shows it.
 * @throws UsageError as `needed` does; `what` begins the sentence "… must be one word."
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
