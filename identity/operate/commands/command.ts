import { flagValue, type Given, type Command as KitCommand } from '@corroborate/server-kit/command-line'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { Settings } from '@corroborate/server-kit/settings'
import type { AdministratorRole } from '../../administrators/store.ts'
import type { Database } from '../../platform/database/index.ts'
import { findProject, type Project } from '../../projects/index.ts'
import type { Operator } from './operator.ts'

/** Context of a command, from the command line or the console. */
export type CommandContext = Given & {
  db: Database
  settings: Settings
  /** The acting operator. */
  operator: Operator
  /** Opens a file given as an option or operand. `-` is standard input on the command line; in the console, files are uploads. */
  open: (name: string) => NodeJS.ReadableStream
}

/** The result of a command: for programs, and for people. */
export type Outcome = { json: unknown; text: string }

export type Command = Omit<KitCommand, 'run'> & {
  /** Read-only: changes nothing and creates nothing that is missing. */
  reads?: boolean
  /** Minimum administrator role in the console. Defaults to auditor for reads and owner for changes. */
  role?: AdministratorRole
  /** Its output, such as a secret, is shown only once. */
  showsOnce?: boolean
  run: (context: CommandContext) => Promise<Outcome>
}

/** @throws OperatorError */
export const projectNamed = async (db: Database, token: string): Promise<Project> => {
  const project = await findProject(db, token)
  if (project === null) throw new OperatorError(`No project with token ${token}. List them with \`project list\`.`)
  return project
}

/** Context of a project command. Its flags exclude `--project`. */
export type ProjectContext = CommandContext & { project: Project }

type ProjectCommand = Omit<Command, 'run'> & { run: (context: ProjectContext) => Promise<Outcome> }

/** A command about the project of `--project`, or else of the site on this machine. */
export const ofProject = ({ flags, run, ...command }: ProjectCommand): Command => ({
  ...command,
  flags: {
    ...flags,
    project: { argument: 'TOKEN', help: 'The project (default: the one of the site on this machine)' },
  },
  run: async context => {
    const { project: _, ...given } = context.flags
    const token = flagValue(context, 'project') || context.settings.identity.publicToken
    return run({ ...context, flags: given, project: await projectNamed(context.db, token) })
  },
})
