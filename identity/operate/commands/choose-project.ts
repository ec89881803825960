import { flagValue } from '@corroborate/server-kit/command-line'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { Database } from '../../platform/database/index.ts'
import { findProject, type Project } from '../../projects/index.ts'
import type { Command, CommandContext, Outcome } from './command.ts'

/** @throws OperatorError */
export const projectNamed = async (db: Database, token: string): Promise<Project> => {
  const project = await findProject(db, token)
  if (project === null) throw new OperatorError(`There is no project ${token}: \`project list\` shows them.`)
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
