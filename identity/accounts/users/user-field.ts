import type { User } from '@corroborate/wire/types'
import type { Expression } from 'kysely'
import type { jsonArrayFrom } from 'kysely/helpers/sqlite'
import type { Database, Tx } from '../../platform/database/index.ts'

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
