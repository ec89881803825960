import { Outdated } from '@corroborate/server-kit/database'
import type { jsonArrayFrom } from 'kysely/helpers/sqlite'
import type { Database, Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import { orderedText, pastPrefix } from '../../platform/ordered-text/index.ts'
import type { Project } from '../../projects/index.ts'
import { createUser, removeUserRow } from '../users/index.ts'
import { type ContactKind, type ContactRow, contactStatements, handle, type OwnerRef } from './contact-statements.ts'

/** Search and display of addresses or numbers in user lists. */
type ContactSearch<Value extends string> = {
  /** Finds addresses or numbers by prefix, in character order, each with its user. `after` is the last one of the previous page. */
  search: (
    db: Database | Tx,
    projectId: string,
    wanted: { prefix: string; after: string | null; limit: number },
  ) => Promise<{ userId: string; value: Value }[]>
  /** Lists those of several users, oldest first. */
  listOf: (
    db: Database | Tx,
    projectId: string,
    userIds: readonly string[],
  ) => Promise<{ userId: string; id: string; value: Value; verified: boolean }[]>
}

const createContactSearch = <Value extends string>(kind: ContactKind): ContactSearch<Value> => {
  const { table, idColumn, valueColumn } = kind
  const { rowsOfProject } = contactStatements(kind)
  return {
    search: async (db, projectId, { prefix, after, limit }) => {
      const inOrder = orderedText(db, valueColumn)
      const query = handle(db)
        .selectFrom(table)
        .select(row => [row.ref('user_id').as('user_id'), row.ref(valueColumn).as('value')])
        .where('project_id', '=', projectId)
        .where(inOrder, '<', pastPrefix(prefix))
        .orderBy(inOrder)
        .limit(limit)
      const begun = after === null ? query.where(inOrder, '>=', prefix) : query.where(inOrder, '>', after)
      const rows = await begun.$castTo<{ user_id: string; value: Value }>().execute()
      return rows.map(({ user_id, value }) => ({ userId: user_id, value }))
    },

    listOf: async (db, projectId, userIds) => {
      if (userIds.length === 0) return []
      const rows = await rowsOfProject(handle(db), projectId)
        .where('user_id', 'in', [...userIds])
        .orderBy('created_at')
        .orderBy(idColumn)
        .$castTo<ContactRow>()
        .execute()
      return rows.map(({ id, user_id, value, verified }) => ({
        userId: user_id,
        id,
        value: value as Value,
        verified: verified === 1,
      }))
    },
  }
}

/** The addresses and numbers of users. Their tables were made by the first step of `accounts/users`. */
export type ContactTables = {
  user_emails: {
    project_id: string
    email_id: string
    user_id: string
    /** In the canonical spelling of `@corroborate/wire/email`. */
    email: string
    verified: number
    created_at: number
  }
  user_phone_numbers: {
    project_id: string
    phone_id: string
    user_id: string
    /** E.164 */
    phone_number: string
    verified: number
    created_at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends ContactTables {}
}

/** A user's address or number. */
export type Contact<Value extends string> = { id: string; value: Value; verified: boolean }
/** Owner and verification state of a contact, looked up before anything is verified. */
export type FoundContact = { userId: string; id: string; verified: boolean }

/** Queries for email addresses or phone numbers. */
export type ContactStore<Value extends string> = ContactSearch<Value> & {
  kind: ContactKind
  find: (db: Database | Tx, projectId: string, value: Value) => Promise<FoundContact | null>
  /** Lists a user's contacts, oldest first. */
  list: (db: Database | Tx, projectId: string, userId: string) => Promise<Contact<Value>[]>
  /** The same as a part of the statement that reads a user; `contactOf` makes contacts of its rows. */
  rowsOf: (db: Database | Tx, user: OwnerRef) => Parameters<typeof jsonArrayFrom<ContactRow>>[0]
  contactOf: (row: ContactRow) => Contact<Value>
  /** The address or number behind an id, while it is this user's. */
  valueOf: (db: Database | Tx, projectId: string, userId: string, id: string) => Promise<Value | null>
  /** Adds the contact to a user and returns its ID, or null if it is taken. */
  claim: (
    tx: Tx,
    project: Project,
    userId: string,
    value: Value,
    verified: boolean,
    now: number,
    id?: string,
  ) => Promise<string | null>
  /**
   * Finds the contact's user, or creates a pending user with the unverified contact. Concurrent calls find the same user. `created` must
   * not reach a client before the address is verified.
   * Timing must not reveal it either, so the statements are the same: if the contact exists, the new user's row is deleted again; otherwise
   * that delete matches nothing.
   */
  findOrCreate: (tx: Tx, project: Project, value: Value, now: number) => Promise<FoundContact & { created: boolean }>
  /** Records a verification: the first, a repeated one, or of a contact that the user no longer has. */
  markProved: (tx: Tx, projectId: string, userId: string, id: string) => Promise<'first' | 'again' | 'gone'>
  remove: (tx: Tx, projectId: string, userId: string, id: string) => Promise<void>
  /** All of a user's, but perhaps one. */
  removeAll: (tx: Tx, projectId: string, userId: string, except?: string) => Promise<void>
}

export const createContactStore = <Value extends string>(kind: ContactKind): ContactStore<Value> => {
  const { table, idColumn, idKind } = kind
  const { rowsOf, rowsOfUser, rowOfId, rowOfValue, claimed } = contactStatements(kind)

  const contactOf: ContactStore<Value>['contactOf'] = ({ id, value, verified }) => ({
    id,
    value: value as Value,
    verified: verified === 1,
  })
  const find: ContactStore<Value>['find'] = async (db, projectId, value) => {
    const [row] = await rowOfValue(handle(db), projectId, value)
    return row === undefined ? null : { userId: row.user_id, id: row.id, verified: row.verified === 1 }
  }

  const claim: ContactStore<Value>['claim'] = async (
    tx,
    project,
    userId,
    value,
    verified,
    now,
    id = newId(idKind, project.environment),
  ) => {
    const rows = await claimed(handle(tx), project.id, id, userId, value, verified ? 1 : 0, now)
    return rows.length === 0 ? null : id
  }

  const deleteOf = (tx: Tx, projectId: string, userId: string) =>
    handle(tx).deleteFrom(table).where('project_id', '=', projectId).where('user_id', '=', userId)

  return {
    kind,
    find,
    claim,

    list: async (db, projectId, userId) => (await rowsOfUser(handle(db), projectId, userId)).map(contactOf),
    rowsOf,
    contactOf,

    valueOf: async (db, projectId, userId, id) => {
      const [row] = await rowOfId(handle(db), projectId, userId, id)
      return (row?.value as Value | undefined) ?? null
    },

    findOrCreate: async (tx, project, value, now) => {
      const userId = newId('user', project.environment)
      const id = await claim(tx, project, userId, value, false, now)
      const created = id !== null
      await createUser(tx, project, {}, now, userId)
      await removeUserRow(tx, project.id, created ? newId('user', project.environment) : userId)
      const found = await find(tx, project.id, value)
      if (found === null) throw new Outdated('An address was given up between two statements.')
      return { ...found, created }
    },

    markProved: async (tx, projectId, userId, id) => {
      const first = await handle(tx)
        .updateTable(table)
        .set({ verified: 1 })
        .where('project_id', '=', projectId)
        .where(idColumn, '=', id)
        .where('user_id', '=', userId)
        .where('verified', '=', 0)
        .executeTakeFirst()
      if (first.numUpdatedRows > 0n) return 'first'
      return (await rowOfId(handle(tx), projectId, userId, id)).length > 0 ? 'again' : 'gone'
    },

    ...createContactSearch<Value>(kind),

    remove: async (tx, projectId, userId, id) => {
      await deleteOf(tx, projectId, userId).where(idColumn, '=', id).execute()
    },

    removeAll: async (tx, projectId, userId, except) => {
      const all = deleteOf(tx, projectId, userId)
      await (except === undefined ? all : all.where(idColumn, '!=', except)).execute()
    },
  }
}
