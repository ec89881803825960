import { prepareStatement } from '@corroborate/server-kit/database'
import type { User } from '@corroborate/wire/types'
import type { Selectable } from 'kysely'
import type { Database, Tx } from '../../platform/database/index.ts'
import { everybodysRole } from '../../projects/index.ts'
import type { UserTables } from './tables.ts'

export type UserRow = Selectable<UserTables['users']>

/** The user object of the contract (WIRE.md §5), or null. */
export const readUser = async (
  db: Database | Tx,
  projectId: string,
  userId: string,
  now = Date.now(),
): Promise<User | null> => {
  const row = await readUserRow(db, projectId, userId)
  return row === null ? null : completeUser(db, row, now)
}

export const readUserRow = async (db: Database | Tx, projectId: string, userId: string): Promise<UserRow | null> =>
  (await userRows(db, projectId, userId))[0] ?? null

const userRows = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db.selectFrom('users').selectAll().where('project_id', '=', projectId).where('user_id', '=', userId),
)
const emailRows = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db
    .selectFrom('user_emails')
    .select(['email_id', 'email', 'verified'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('email_id'),
)
const phoneRows = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db
    .selectFrom('user_phone_numbers')
    .select(['phone_id', 'phone_number', 'verified'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('phone_id'),
)
const passwordRows = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db
    .selectFrom('password_hashes')
    .select(['password_id', 'requires_reset'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId),
)
const totpRows = prepareStatement((db: Database | Tx, projectId: string, userId: string, now: number) =>
  db
    .selectFrom('totps')
    .select(['totp_id', 'verified'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where(is => is.or([is('verified', '=', 1), is('expires_at', '>', now)]))
    .orderBy('created_at'),
)

/** The same from a row at hand. A feature whose factors show in the user object reads them here. */
const completeUser = async (db: Database | Tx, row: UserRow, now = Date.now()): Promise<User> => {
  const { project_id, user_id } = row
  const [emails, phoneNumbers, [password], totps] = await Promise.all([
    emailRows(db, project_id, user_id),
    phoneRows(db, project_id, user_id),
    passwordRows(db, project_id, user_id),
    totpRows(db, project_id, user_id, now),
  ])
  return {
    ...ownFields(row),
    emails: emails.map(({ email_id, email, verified }) => ({ email_id, email, verified: verified === 1 })),
    phone_numbers: phoneNumbers.map(({ phone_id, phone_number, verified }) => ({
      phone_id,
      phone_number,
      verified: verified === 1,
    })),
    crypto_wallets: [],
    providers: [],
    password:
      password === undefined
        ? null
        : { password_id: password.password_id, requires_reset: password.requires_reset === 1 },
    totps: totps.map(({ totp_id, verified }) => ({ totp_id, verified: verified === 1 })),
    webauthn_registrations: [],
    biometric_registrations: [],
  }
}

/** What the user object has from the user's own row. */
const ownFields = (row: UserRow) => ({
  user_id: row.user_id,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
  status: row.status,
  name: { first_name: row.first_name, middle_name: row.middle_name, last_name: row.last_name },
  roles: rolesOf(row),
  trusted_metadata: JSON.parse(row.trusted_metadata),
  untrusted_metadata: JSON.parse(row.untrusted_metadata),
  external_id: row.external_id,
})

/** The user's own roles after the one everybody has. */
export const rolesOf = (row: Pick<UserRow, 'roles'>): string[] => [
  ...new Set<string>([everybodysRole, ...JSON.parse(row.roles)]),
]
