import { hash } from 'node:crypto'
import { type Migration, prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'

export type SignInTables = {
  /** Who has signed in here: what the site shows of a user between two questions to the provider. */
  accounts: {
    user_id: string
    /** First and last name; empty when there is none. */
    name: string
    /** Shown to its owner only. */
    email: string | null
    created_at: number
    updated_at: number
  }
  /**
   * Sessions that were logged out here, until nothing can speak for them any more: by their id, and by the hash of the token
   * for when nobody could say which session it was.
   */
  ended_sessions: { session: string; forget_at: number }
}

export const signInMigration: Migration = {
  name: '2026-11-21-sign-in',
  async up(db) {
    await db.schema
      .createTable('accounts')
      .addColumn('user_id', 'text', column => column.primaryKey().notNull())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('email', 'text')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema
      .createTable('ended_sessions')
      .addColumn('session', 'text', column => column.primaryKey().notNull())
      .addColumn('forget_at', 'bigint', column => column.notNull())
      .execute()
  },
}

/** What is kept of a user. */
export type Profile = { userId: string; name: string; email: string | null }

/** Longer than the provider may be away with a log-out still to be told, in ms. */
const endedFor = 24 * 60 * 60_000

/** What is stored of a session token. */
const hashed = (token: string): string => hash('sha256', token, 'base64url')

/** Reads a user's profile and whether the session was ended here: one query for every request of a signed-in person. */
export const profileReader = (db: Kysely<SignInTables>) => {
  const read = prepareQuery(db, (userId: string, sessionId: string, tokenHash: string) =>
    db
      .selectFrom('accounts')
      .leftJoin('ended_sessions', join => join.on('session', 'in', [sessionId, tokenHash]))
      .select(['name', 'email', 'session as ended'])
      .where('user_id', '=', userId),
  )
  return async (userId: string, session: EndedBy): Promise<(Profile & { hasEnded: boolean }) | null> => {
    const [row] = await read(userId, session.id, hashed(session.token))
    return row === undefined ? null : { userId, name: row.name, email: row.email, hasEnded: row.ended !== null }
  }
}

/** Whether the session of a token was logged out here. */
export const isEnded = async (db: Kysely<SignInTables>, token: string): Promise<boolean> => {
  const found = db.selectFrom('ended_sessions').select('session').where('session', '=', hashed(token))
  return (await found.executeTakeFirst()) !== undefined
}

type EndedBy = { id: string; token: string }

/** Keeps what the provider says of a user, unless it is what we have. */
export const keepProfile = async (db: Kysely<SignInTables>, profile: Profile, now: number): Promise<void> => {
  const { userId: user_id, name, email } = profile
  await db
    .insertInto('accounts')
    .values({ user_id, name, email, created_at: now, updated_at: now })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ name, email, updated_at: now }))
    .execute()
}

/** Deletes what is kept of a user. Their sessions end at the provider. */
export const deleteProfile = async (tx: Transaction<SignInTables>, userId: string): Promise<void> => {
  await tx.deleteFrom('accounts').where('user_id', '=', userId).execute()
}

/** From now on nothing speaks for the session on any node, whatever the provider has heard. */
export const endSession = async (
  db: Kysely<SignInTables>,
  { id, token }: { id: string | null; token: string },
  now: number,
): Promise<void> => {
  const keys = [hashed(token), ...(id === null ? [] : [id])]
  await db.deleteFrom('ended_sessions').where('forget_at', '<', now).execute()
  await db
    .insertInto('ended_sessions')
    .values(keys.map(session => ({ session, forget_at: now + endedFor })))
    .onConflict(conflict => conflict.column('session').doNothing())
    .execute()
}
