import { inspect } from 'node:util'
import { CommanderError } from 'commander'
import { fileProblemOf } from '../file-problem/index.ts'
import { OperatorError } from '../operator-error/index.ts'
import type { Program } from './command.ts'
import { commandName } from './command-name.ts'
import { createParser, type Output } from './create-parser.ts'
import { asksForHelp } from './print-help.ts'

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
    await parser.parseAsync(asksForHelp(args) && args.length === 1 ? ['--help'] : args, { from: 'user' })
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
