import { Readable } from 'node:stream'
import { setPassword } from '../../../factors/passwords/index.ts'
import { brought } from '../../../features.ts'
import { identityUnderTest } from '../../../testing/index.ts'
import { type ForeignUser, foreignUser } from '../foreign-user.ts'
import { type ImportReport, importUsers } from '../import-users.ts'
import type { Row } from '../read-rows.ts'

/** A provider that users are brought in to, past the forms of files. Its project knows moderators and helpers. */
export const importing = async () => {
  const provider = await identityUnderTest()
  const { db, sealer, clock } = provider
  const { rbac } = await provider.project()
  const helper = { role_id: 'helper', description: '', permissions: [] }
  await provider.configure({ rbac: { ...rbac, roles: [...rbac.roles, helper] } })
  const project = await provider.project()

  /** Imports rows as a format reads them. */
  const importWith = (
    rows: readonly Row[],
    toUser: (value: unknown) => ForeignUser,
    authorityOf = (name: string): string => `${name}.example`,
    { format = 'json', isDry = false } = {},
  ): Promise<ImportReport> => {
    const read = async function* () {
      yield* rows
    }
    return importUsers(db, { counts: 'user', read, toUser }, Readable.from([]), {
      ...{ project, sealer, authorityOf, format, isDry, actor: 'operator' },
      users: brought.users,
      now: clock.now,
    })
  }
  /** Imports normalized users, including unreadable rows. */
  const bringIn = (
    entries: readonly (Partial<ForeignUser> | { unreadable: string })[],
    options: { format?: string; isDry?: boolean } = {},
  ): Promise<ImportReport> => {
    const rows = entries.map(
      (entry, n): Row => ('unreadable' in entry ? { at: n + 1, ...entry } : { at: n + 1, value: entry }),
    )
    return importWith(rows, value => foreignUser(value as Partial<ForeignUser>), undefined, options)
  }

  const userIdOf = async (email: string): Promise<string> => {
    const row = await db.selectFrom('user_emails').select('user_id').where('email', '=', email).executeTakeFirst()
    return row?.user_id ?? ''
  }
  /** The user with an address. */
  const read = async (email: string) => brought.users.read(db, project.id, await userIdOf(email), clock.now)
  const setHash = async (email: string, hash: string): Promise<void> => {
    const userId = await userIdOf(email)
    await db.transaction().execute(tx => setPassword(tx, project, userId, { scheme: 'bcrypt', hash }, clock.now))
  }
  return { ...provider, importWith, bringIn, userIdOf, read, setHash, owner: project, projectId: project.id }
}
