import { createUser } from '../accounts/users/index.ts'
import type { Database } from '../platform/database/index.ts'
import { createProject } from '../projects/index.ts'

/** Creates a project with two empty users. */
export const twoUsers = async (db: Database, now: number) => {
  const project = await createProject(db, { name: 'Test' }, now)
  const [ada, bob] = await db
    .transaction()
    .execute(async tx => [await createUser(tx, project, {}, now), await createUser(tx, project, {}, now)] as const)
  return { project, ada, bob }
}
