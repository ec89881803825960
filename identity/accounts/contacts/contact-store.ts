import { Outdated } from '@corroborate/server-kit/database'
import type { jsonArrayFrom } from 'kysely/helpers/sqlite'
import type { Database, Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { Project } from '../../projects/index.ts'
import { createUser, removeUserRow } from '../users/index.ts'
import type { ContactKind } from './contact-kind.ts'
import { type ContactSearch, createContactSearch } from './contact-search.ts'
import { type ContactRow, contactStatements, handle, type OwnerRef } from './contact-statements.ts'

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
