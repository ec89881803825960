import { engineOf, prepareStatement } from '@corroborate/server-kit/database'
import type { User } from '@corroborate/wire/types'
import { type Expression, type Selectable, sql } from 'kysely'
import * as postgres from 'kysely/helpers/postgres'
import type { jsonArrayFrom } from 'kysely/helpers/sqlite'
import * as sqlite from 'kysely/helpers/sqlite'
import type { Database, Tx } from '../../platform/database/index.ts'
import { everybodysRole } from '../../projects/index.ts'
import type { UserTables } from './tables.ts'

/** A user as a statement speaks of them: values, or columns of the query around. They are compared with, and nothing else. */
export type UserRef = { projectId: string | Expression<string>; userId: string | Expression<string>; now: number }

/** A row decoded from JSON: text and integer columns, including times and 0/1 flags. */
type Row = Record<string, string | number | null>

/** The rows of one user, in the order in which they are shown. Columns are named one by one. */
type Rows<R> = (db: Database | Tx, user: UserRef) => Parameters<typeof jsonArrayFrom<R>>[0]

/** The fields of the user object that are kept in the tables of other folders. */
type KeptElsewhere =
  | 'emails'
  | 'phone_numbers'
  | 'crypto_wallets'
  | 'providers'
  | 'password'
  | 'totps'
  | 'webauthn_registrations'
  | 'biometric_registrations'

/** A field of the user object that is read from the tables of another folder, as a part of the statement that reads it all. */
export type UserField = {
  [Field in KeptElsewhere]: {
    field: Field
    rows: Rows<unknown>
    shown: (rows: never) => User[Field]
  }
}[KeptElsewhere]

/** Pairs a field's rows with their formatter and erases the row type. */
export const userField = <Field extends KeptElsewhere, R extends Row>(
  field: Field,
  rows: Rows<R>,
  shown: (rows: R[]) => User[Field],
): Extract<UserField, { field: Field }> => ({ field, rows, shown }) as unknown as Extract<UserField, { field: Field }>

type UserRow = Selectable<UserTables['users']>

declare const ofUser: unique symbol
/** The columns of a user and the rows of their fields, as the database gives them: text on SQLite, an object on PostgreSQL. */
export type UserJson = { readonly [ofUser]: true }

/** Reads complete users, including the data of every account part, in one statement. */
export type UserReader = {
  /** The user object of the contract (WIRE.md §5), or null. */
  read: (db: Database | Tx, projectId: string, userId: string, now: number) => Promise<User | null>
  /** The same as a part of another statement, null when there is no such user; `fromJson` makes the object of it. */
  json: (db: Database | Tx, user: UserRef) => Expression<UserJson | null>
  fromJson: (json: UserJson) => User
}

export const createUserReader = (fields: readonly UserField[]): UserReader => {
  const json: UserReader['json'] = (db, { projectId, userId, now }) => {
    const { jsonArrayFrom, jsonObjectFrom } = engineOf(db) === 'sqlite' ? sqlite : postgres
    const own = { projectId: sql.ref<string>('users.project_id'), userId: sql.ref<string>('users.user_id'), now }
    const user = (db as Database)
      .selectFrom('users')
      .select(ownColumns)
      .select(fields.map(({ field, rows }) => jsonArrayFrom(rows(db, own)).as(field)))
      .where('users.project_id', '=', projectId)
      .where('users.user_id', '=', userId)
    return jsonObjectFrom(user) as unknown as Expression<UserJson | null>
  }

  const fromJson: UserReader['fromJson'] = given => {
    const row = parsed<OwnRow & Record<string, unknown>>(given)
    const shown = fields.map(({ field, shown }) => [field, shown(parsed(row[field]) as never)])
    return { ...ownFields(row), ...nothing, ...Object.fromEntries(shown) }
  }

  const users = prepareStatement((db: Database | Tx, projectId: string, userId: string, now: number) =>
    (db as Database).selectNoFrom(sql<UserJson | null>`${json(db, { projectId, userId, now })}`.as('user')),
  )

  return {
    json,
    fromJson,
    read: async (db, projectId, userId, now) => {
      const [row] = await users(db, projectId, userId, now)
      return row?.user ? fromJson(row.user) : null
    },
  }
}

/** JSON in JSON is text in text on SQLite; on PostgreSQL all of it has been parsed. */
const parsed = <Json>(json: unknown): Json => (typeof json === 'string' ? JSON.parse(json) : (json as Json))

const ownColumns = [
  'user_id',
  'created_at',
  'updated_at',
  'status',
  'first_name',
  'middle_name',
  'last_name',
  'roles',
  'trusted_metadata',
  'untrusted_metadata',
  'external_id',
] as const satisfies (keyof UserRow)[]

type OwnRow = Pick<UserRow, (typeof ownColumns)[number]>

/** Fields of the user object from the user's own row. */
const ownFields = (row: OwnRow) => ({
  user_id: row.user_id,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
  status: row.status,
  name: { first_name: row.first_name, middle_name: row.middle_name, last_name: row.last_name },
  // The user's own roles follow the role that everyone has.
  roles: [...new Set<string>([everybodysRole, ...JSON.parse(row.roles)])],
  trusted_metadata: JSON.parse(row.trusted_metadata),
  untrusted_metadata: JSON.parse(row.untrusted_metadata),
  external_id: row.external_id,
})

/** Empty values for the user's sign-in methods. */
const nothing: Pick<User, UserField['field']> = {
  emails: [],
  phone_numbers: [],
  crypto_wallets: [],
  providers: [],
  password: null,
  totps: [],
  webauthn_registrations: [],
  biometric_registrations: [],
}
