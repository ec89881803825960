import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { inspect } from 'node:util'
import { CommanderError } from 'commander'
import { fileProblemOf } from '../file-problem/index.ts'
import { OperatorError } from '../operator-error/index.ts'
import type { Given, Program } from './command.ts'
import { createParser, type Output, UsageError } from './create-parser.ts'

export type { Command, Flag, Flags, Given, Program } from './command.ts'
export { type Output, UsageError } from './create-parser.ts'

/** The sources that run: a clone, a release that was only unpacked, or one with the `corroborate` command. */
type Installation = 'clone' | 'unpacked' | 'installed'

/** How a command is started in an installation, such as `corroborate identity`. */
export const commandNameIn = (installation: Installation, name: string): string =>
  ({
    clone: `npm run ${name} --`,
    unpacked: `node scripts/corroborate.ts ${name}`,
    installed: `corroborate ${name}`,
  })[installation]

/** How a command is started here, for help and for messages that tell the operator what to run. */
export const commandName = (name: string): string => commandNameIn(installationHere(), name)

const root = join(import.meta.dirname, '../..')

const installationHere = (): Installation => {
  // The `corroborate` command gives its name to what it runs.
  if (process.argv[1] === 'corroborate' || existsSync('/opt/node/bin/corroborate')) return 'installed'
  if (!isRelease()) return 'clone'
  return existsSync('/usr/local/bin/corroborate') && isAt('/opt/corroborate') ? 'installed' : 'unpacked'
}

/** A release names the system that it was made for; a clone runs on any. */
const isRelease = (): boolean => {
  const manifest = join(root, 'package.json')
  return existsSync(manifest) && 'os' in JSON.parse(readFileSync(manifest, 'utf8'))
}

const isAt = (folder: string): boolean => existsSync(folder) && realpathSync(folder) === realpathSync(root)

/** The last value of a flag, without white space around it; '' where the flag is missing. */
export const flagValue = ({ flags }: Pick<Given, 'flags'>, name: string): string => flags[name]?.at(-1)?.trim() ?? ''

/** The same of a flag that must be there. @throws UsageError */
export const neededFlag = (given: Pick<Given, 'flags'>, name: string): string => {
  const value = flagValue(given, name)
  if (value === '') throw new UsageError(`--${name} is missing.`)
  return value
}

/** True for `--help` or `-h` anywhere, or `help` alone. */
export const isHelpRequest = (args: readonly string[]): boolean =>
  args.includes('--help') || args.includes('-h') || (args.length === 1 && args[0] === 'help')

/** If help was requested, prints a script's usage and exits with 0. */
export const printHelpIfRequested = (usage: string): void => {
  if (!isHelpRequest(process.argv.slice(2))) return
  process.stdout.write(`${usage.trim()}\n`)
  process.exit(0)
}

/**
 * Runs one command of a program. Operator errors are printed as a message, all others with a stack trace.
 * @returns the exit code: 0 after help, 1 on failure, 2 for a usage error
 */
export const runCommandLine = async (program: Program, args: readonly string[], output: Output): Promise<number> => {
  let exitCode = 0
  const parser = createParser(asStarted(program), output, code => {
    exitCode = code
  })
  try {
    // Where there is one command, `help` would be its first operand: a file to write, for one.
    await parser.parseAsync(isHelpRequest(args) && args.length === 1 ? ['--help'] : args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0
      // Implicit help: the words match several commands.
      if (error.code === 'commander.help')
        output.err('\nName one of these commands. --help after it shows what it takes.\n')
      return 2
    }
    const problem = error instanceof OperatorError ? error : fileProblemOf(error)
    output.err(`${problem === null ? inspect(error) : problem.message}\n`)
    return 1
  }
}

/** Help names commands as they are started here. */
const asStarted = (program: Program): Program => ({
  ...program,
  name: named(program.name),
  ...(program.more !== undefined && { more: named(program.more) }),
})

const named = (text: string): string => text.replaceAll(/npm run (\S+) --(?=\s|$)/g, (_, name) => commandName(name))

/** Runs a program with the arguments of this process, and sets its exit code. */
export const runInProcess = async (program: Program): Promise<void> => {
  // Ignores a closed stdout (`| head`).
  process.stdout.on('error', () => {})
  process.exitCode = await runCommandLine(program, process.argv.slice(2), {
    out: text => process.stdout.write(text),
    err: text => process.stderr.write(text),
  })
}
