import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { User } from '@corroborate/wire/types'
import { brought } from '../../features.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'
import { findUserId } from './find-user-id.ts'

/** The user an operator means, by anything `findUserId` takes. @throws OperatorError */
export const userNamed = async (db: Database, project: Project, text: string): Promise<User> => {
  const userId = await findUserId(db, project.id, text)
  const user = userId === null ? null : await brought.users.read(db, project.id, userId, Date.now())
  if (user === null) throw new OperatorError(`${project.name} has no user ${text}.`)
  return user
}
