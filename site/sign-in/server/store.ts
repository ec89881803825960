import { hash } from 'node:crypto'
import { engineOf, type Migration, prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'

export type SignInTables = {
  /** Who has signed in here: what the site shows of a user between two questions to the provider. */
  accounts: {
    user_id: string
    /** First and last name; empty when there is none. */
    name: string
    /** Shown to its owner only. */
    email: string | null
    /** 1: has proved an address or a number. */
    proved: number
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

/** Nobody counts as proved until the provider says so, the next time that it is asked. */
export const provedMigration: Migration = {
  name: '2026-11-25-proved-accounts',
  up: async db => {
    await db.schema
      .alterTable('accounts')
      .addColumn('proved', 'integer', column => column.notNull().defaultTo(0))
      .execute()
  },
}

/** What is kept of a user. */
export type Profile = { userId: string; name: string; email: string | null; proved: boolean }

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
      .select(['name', 'email', 'proved', 'session as ended'])
      .where('user_id', '=', userId),
  )
  return async (userId: string, session: EndedBy): Promise<(Profile & { hasEnded: boolean }) | null> => {
    const [row] = await read(userId, session.id, hashed(session.token))
    if (row === undefined) return null
    const { name, email, proved, ended } = row
    return { userId, name, email, proved: proved === 1, hasEnded: ended !== null }
  }
}

/** Whether the session of a token was logged out here. */
export const isEnded = async (db: Kysely<SignInTables>, token: string): Promise<boolean> => {
  const found = db.selectFrom('ended_sessions').select('session').where('session', '=', hashed(token))
  return (await found.executeTakeFirst()) !== undefined
}

type EndedBy = { id: string; token: string }

/** Keeps what the provider says of a user, unless it is what we have. */
export const keepProfile = async (
  db: Kysely<SignInTables> | Transaction<SignInTables>,
  profile: Profile,
  now: number,
): Promise<void> => {
  const { userId: user_id, name, email } = profile
  const proved = profile.proved ? 1 : 0
  await db
    .insertInto('accounts')
    .values({ user_id, name, email, proved, created_at: now, updated_at: now })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ name, email, proved, updated_at: now }))
    .execute()
}

/**
 * Whether a user has proved who they are, for the rest of the transaction: who notes a change of that waits for its end. Ask
 * before anything else is locked.
 */
export const holdProof = async (tx: Transaction<SignInTables>, userId: string): Promise<boolean> => {
  const found = tx.selectFrom('accounts').select('proved').where('user_id', '=', userId)
  const row = await (engineOf(tx) === 'sqlite' ? found : found.forShare()).executeTakeFirst()
  return row?.proved === 1
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
