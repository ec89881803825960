import { createReadStream } from 'node:fs'
import {
  type Command as KitCommand,
  type Output,
  type Program,
  runCommandLine,
} from '@corroborate/server-kit/command-line'
import { isUniqueViolation, openDatabase, requireData } from '@corroborate/server-kit/database'
import { HttpProblem } from '@corroborate/server-kit/http'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { Settings } from '@corroborate/server-kit/settings'
import { databaseOf } from '../../database-of.ts'
import type { Tables } from '../../platform/database/index.ts'
import { makeProjectOfSite } from '../../projects/index.ts'
import { type Command, type CommandContext, commands, type Outcome, operatorHere } from '../commands/index.ts'

export type CliStreams = Output & { stdin: NodeJS.ReadableStream }

const program: Omit<Program, 'commands'> = {
  name: 'npm run identity --',
  about: 'Administers the identity provider. The server may be running.',
  sharedFlags: { json: { argument: '', help: 'Prints JSON' } },
  more: `
COMMAND --help shows the options of a command. npm prints lines of its own, which -s leaves out for programs:

  npm run -s identity -- project list --json

To let another web page sign people in:

  npm run identity -- project create "My page" --allow-origin http://localhost:8080 --allow-redirect http://localhost:8080/`,
}

/**
 * Runs one command of `npm run identity`. Writes straight to the database: a running server follows.
 * @returns the exit code: 0, 1 when it could not be done, 2 when it was not understood.
 */
export const runCli = (
  given: readonly string[],
  readSettings: () => Settings,
  { stdin, ...output }: CliStreams,
): Promise<number> => {
  const runOn = (command: Command): KitCommand => ({
    ...command,
    run: async ({ operands, flags: { json, ...flags } }) => {
      const outcome = await withDatabase(command, readSettings(), {
        operands,
        flags,
        operator: operatorHere(),
        open: name => (name === '-' ? stdin : createReadStream(name)),
      })
      output.out(`${json === undefined ? outcome.text : JSON.stringify(outcome.json, null, 2)}\n`)
      return 0
    },
  })
  // Without a word, it explains itself.
  return runCommandLine({ ...program, commands: commands.map(runOn) }, given.length === 0 ? ['--help'] : given, output)
}

const withDatabase = async (
  { reads = false, run }: Command,
  settings: Settings,
  given: Omit<CommandContext, 'db' | 'settings'>,
): Promise<Outcome> => {
  const place = databaseOf(settings)
  await requireData([{ name: 'identity', ...place }])
  const db = await openDatabase<Tables>({ ...place, now: Date.now })
  try {
    if (!reads) await makeProjectOfSite(db, settings, Date.now())
    return await run({ ...given, db, settings })
  } catch (error) {
    if (error instanceof HttpProblem) throw new OperatorError(error.message)
    throw isUniqueViolation(error) ? new OperatorError('It already exists.') : error
  } finally {
    await db.destroy()
  }
}
