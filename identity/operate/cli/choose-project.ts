import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { Database } from '../../platform/database/index.ts'
import { findProject, type Project } from '../../projects/index.ts'
import type { CommandContext } from './command.ts'

/** The option that chooses a project. */
export const ofProject = {
  project: { argument: 'TOKEN', help: 'The project (default: the one of the site on this machine)' },
}

export const projectNamed = async (db: Database, token: string): Promise<Project> => {
  const project = await findProject(db, token)
  if (project === null) throw new OperatorError(`There is no project ${token}: \`project list\` shows them.`)
  return project
}

/** The project of `--project`, or the one of the site on this machine. */
export const chosenProject = ({ db, settings, flags }: CommandContext): Promise<Project> =>
  projectNamed(db, flags.project?.at(-1) ?? settings.identity.publicToken)
