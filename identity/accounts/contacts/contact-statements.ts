import { prepareStatement } from '@corroborate/server-kit/database'
import type { ErrorType } from '@corroborate/wire/errors'
import type { Kysely } from 'kysely'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { IdKind } from '../../platform/ids/index.ts'
import type { UserRef } from '../users/index.ts'

/** Differences between email addresses and phone numbers. */
export type ContactKind = {
  /** As the audit log names it: `email.added`. */
  name: 'email' | 'phone_number'
  table: 'user_emails' | 'user_phone_numbers'
  /** The columns of the id and of the address or number; the audit log names the id likewise. */
  idColumn: 'email_id' | 'phone_id'
  valueColumn: 'email' | 'phone_number'
  idKind: Extract<IdKind, 'email' | 'phone-number'>
  /** The refusal when another account has proved it. */
  duplicate: ErrorType
}

export const emailKind: ContactKind = {
  name: 'email',
  table: 'user_emails',
  idColumn: 'email_id',
  valueColumn: 'email',
  idKind: 'email',
  duplicate: 'duplicate_email',
}

export const phoneNumberKind: ContactKind = {
  name: 'phone_number',
  table: 'user_phone_numbers',
  idColumn: 'phone_id',
  valueColumn: 'phone_number',
  idKind: 'phone-number',
  duplicate: 'duplicate_phone_number',
}

export type ContactRow = { id: string; user_id: string; value: string; verified: number }
export type OwnerRef = Pick<UserRef, 'projectId' | 'userId'>

/** Both tables have the same columns under other names: Kysely's types do not follow names that are given. */
type AnyTable = Kysely<Record<string, Record<string, string | number>>>
/** A database as these statements see it. */
export const handle = (db: Database | Tx | AnyTable): AnyTable => db as unknown as AnyTable

/** Prepared statements for email addresses or phone numbers. */
export const contactStatements = ({ table, idColumn, valueColumn }: ContactKind) => {
  const rowsOfProject = (db: AnyTable, projectId: OwnerRef['projectId']) =>
    db
      .selectFrom(table)
      .select(row => [
        row.ref(idColumn).as('id'),
        row.ref('user_id').as('user_id'),
        row.ref(valueColumn).as('value'),
        row.ref('verified').as('verified'),
      ])
      .where('project_id', '=', projectId)

  const ofUser = (db: AnyTable, { projectId, userId }: OwnerRef) =>
    rowsOfProject(db, projectId).where('user_id', '=', userId)

  const rowsOf = (db: Database | Tx | AnyTable, user: OwnerRef) =>
    ofUser(handle(db), user).orderBy('created_at').orderBy(idColumn).$castTo<ContactRow>()
  const rowsOfUser = prepareStatement((db: AnyTable, projectId: string, userId: string) =>
    rowsOf(db, { projectId, userId }),
  )
  const rowOfId = prepareStatement((db: AnyTable, projectId: string, userId: string, id: string) =>
    ofUser(db, { projectId, userId }).where(idColumn, '=', id).$castTo<ContactRow>(),
  )
  const rowOfValue = prepareStatement((db: AnyTable, projectId: string, value: string) =>
    db
      .selectFrom(table)
      .select(row => [row.ref(idColumn).as('id'), row.ref('user_id').as('user_id'), row.ref('verified').as('verified')])
      .where('project_id', '=', projectId)
      .where(valueColumn, '=', value)
      .$castTo<Omit<ContactRow, 'value'>>(),
  )
  const claimed = prepareStatement(
    (db: AnyTable, projectId: string, id: string, userId: string, value: string, verified: number, createdAt: number) =>
      db
        .insertInto(table)
        .values({
          project_id: projectId,
          [idColumn]: id,
          user_id: userId,
          [valueColumn]: value,
          verified,
          created_at: createdAt,
        })
        .onConflict(conflict => conflict.columns(['project_id', valueColumn]).doNothing())
        .returning(idColumn),
  )

  return { rowsOfProject, rowsOf, rowsOfUser, rowOfId, rowOfValue, claimed }
}
