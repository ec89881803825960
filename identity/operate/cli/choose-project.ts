import type { Database } from '../../platform/database/index.ts'
import { findProject, type Project } from '../../projects/index.ts'
import { CliError } from './cli-error.ts'
import type { CommandContext } from './command.ts'

/** The flag that chooses a project. */
export const ofProject = {
  project: { argument: 'TOKEN', help: 'the project (default: the one of the site beside us)' },
}

export const projectNamed = async (db: Database, token: string): Promise<Project> => {
  const project = await findProject(db, token)
  if (project === null) throw new CliError(`There is no project ${token}: \`project list\` shows them.`)
  return project
}

/** The project of `--project`, or the one of the site beside us. */
export const chosenProject = ({ db, settings, flags }: CommandContext): Promise<Project> =>
  projectNamed(db, flags.project?.at(-1) ?? settings.identity.publicToken)
