import { hash } from 'node:crypto'
import { deleteOlder, engineOf, listed, type Migration, prepareQuery } from '@corroborate/server-kit/database'
import { type Generated, type Kysely, sql, type Transaction } from 'kysely'
import { accountKey } from '../../../kit/people/index.ts'

export type SignInTables = {
  /** Users who have signed in here: their profiles between two provider queries. */
  accounts: {
    user_id: string
    /** First and last name; empty when there is none. */
    name: string
    /** Shown to its owner only. */
    email: string | null
    /** 1: has proved an address or a number. */
    proved: number
    /** Since when; 0: since we know the account. In ms of this server's clock. */
    proved_since: Generated<number>
    /** Time at which the provider last wiped data that an attacker may have added; 0: never. In ms of the provider's clock. */
    wiped_at: Generated<number>
    /** Verified address for mail. */
    mail_to: Generated<string | null>
    created_at: number
    updated_at: number
  }
  /** Sessions logged out here, until they have expired everywhere: by ID, and by the token's hash in case the ID was unknown. */
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

/** All accounts count as unverified until the next provider query. */
export const provedMigration: Migration = {
  name: '2026-11-25-proved-accounts',
  up: async db => {
    await db.schema
      .alterTable('accounts')
      .addColumn('proved', 'integer', column => column.notNull().defaultTo(0))
      .execute()
  },
}

export const wipedMigration: Migration = {
  name: '2026-11-26-wiped-accounts',
  up: async db => {
    for (const name of ['proved_since', 'wiped_at']) {
      await db.schema
        .alterTable('accounts')
        .addColumn(name, 'bigint', column => column.notNull().defaultTo(0))
        .execute()
    }
  },
}

/** No mail is sent until the next provider query confirms a verified address. */
export const mailToMigration: Migration = {
  name: '2026-11-26-proved-addresses',
  up: async db => {
    await db.schema.alterTable('accounts').addColumn('mail_to', 'text').execute()
  },
}

/** Stored profile of a user. */
export type Profile = { userId: string; name: string; email: string | null; mailTo: string | null; proved: boolean }

/** Retention in ms, longer than the maximum provider outage with a pending revocation. */
const endedFor = 24 * 60 * 60_000

/** Hashes a session token for storage. */
const hashed = (token: string): string => hash('sha256', token, 'base64url')

/** Reads a user's profile, and whether the session was ended here, in one query for every authenticated request. */
export const profileReader = (db: Kysely<SignInTables>) => {
  const read = prepareQuery(db, (userId: string, sessionId: string, tokenHash: string) =>
    db
      .selectFrom('accounts')
      .leftJoin('ended_sessions', join => join.on('session', 'in', [sessionId, tokenHash]))
      .select(['name', 'email', 'mail_to', 'proved', 'proved_since', 'wiped_at', 'session as ended'])
      .where('user_id', '=', userId),
  )
  return async (userId: string, session: EndedBy): Promise<ReadProfile | null> => {
    const [row] = await read(userId, session.id, hashed(session.token))
    if (row === undefined) return null
    const { name, email, mail_to: mailTo, proved, proved_since, wiped_at, ended } = row
    const changedHandsAt = Math.max(proved_since, wiped_at)
    return { userId, name, email, mailTo, proved: proved === 1, hasEnded: ended !== null, changedHandsAt }
  }
}

/** True if a token's session was logged out here. */
export const isEnded = async (db: Kysely<SignInTables>, token: string): Promise<boolean> => {
  const found = db.selectFrom('ended_sessions').select('session').where('session', '=', hashed(token))
  return (await found.executeTakeFirst()) !== undefined
}

type EndedBy = { id: string; token: string }

/** `changedHandsAt`: JWTs issued up to then may belong to an ended session, so the provider is queried. */
type ReadProfile = Profile & { hasEnded: boolean; changedHandsAt: number }

/** Stores a user's profile from the provider if it has changed. */
export const keepProfile = async (
  db: Kysely<SignInTables> | Transaction<SignInTables>,
  profile: Profile,
  now: number,
): Promise<void> => {
  const { userId: user_id, name, email, mailTo: mail_to } = profile
  const proved = profile.proved ? 1 : 0
  await db
    .insertInto('accounts')
    .values({ user_id, name, email, mail_to, proved, created_at: now, updated_at: now })
    .onConflict(conflict =>
      conflict.column('user_id').doUpdateSet({
        name,
        email,
        mail_to,
        proved,
        proved_since: sql<number>`case when accounts.proved < ${proved} then ${now} else accounts.proved_since end`,
        updated_at: now,
      }),
    )
    .execute()
}

/**
 * Returns whether a user is verified and locks that state for the rest of the transaction, including against account deletion. Null if the
 * account no longer exists. Call it before taking any other lock.
 */
export const holdProof = async (tx: Transaction<SignInTables>, userId: string): Promise<boolean | null> => {
  const found = tx.selectFrom('accounts').select('proved').where('user_id', '=', userId)
  const row = await (engineOf(tx) === 'sqlite' ? found : found.forShare()).executeTakeFirst()
  return row === undefined ? null : row.proved === 1
}

/** Locks an account for deletion: concurrent requests of the user wait and then find it deleted. Call it before taking any other lock. */
export const holdAccount = async (tx: Transaction<SignInTables>, userId: string): Promise<void> => {
  const found = tx.selectFrom('accounts').select('user_id').where('user_id', '=', userId)
  await (engineOf(tx) === 'sqlite' ? found : found.forUpdate()).execute()
}

/** Returns the verified mail addresses of accounts, by account key. Accounts without one are omitted. */
export const mailAddresses = async (
  db: Kysely<SignInTables>,
  keys: readonly string[],
): Promise<Map<string, string>> => {
  const ids = new Map(keys.map(key => [key.slice(accountKey('').length), key]))
  const rows = await db
    .selectFrom('accounts')
    .select(['user_id', 'mail_to'])
    .where('user_id', 'in', listed(db, JSON.stringify([...ids.keys()])))
    .execute()
  return new Map(
    rows.flatMap(({ user_id, mail_to }) => (mail_to === null ? [] : [[ids.get(user_id) ?? '', mail_to] as const])),
  )
}

/** Returns a user's stored data for their data export. */
export const exportProfile = async (db: Kysely<SignInTables>, userId: string): Promise<object | null> => {
  const row = await db.selectFrom('accounts').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (row === undefined) return null
  return { id: row.user_id, name: row.name, email: row.email, since: new Date(row.created_at).toISOString() }
}

/**
 * Locks an account that the provider wiped at `at` and returns the time up to which its contributions must be deleted; null if that has
 * already been done. Call it before taking any other lock.
 * Before the owner's first sign-in here, only the previous user could have acted. Afterwards, the account's verification time is known; an
 * account that had verified another contact earlier (a number) uses the provider's clock.
 */
export const noteWipe = async (
  tx: Transaction<SignInTables>,
  userId: string,
  { at, now }: { at: number; now: number },
): Promise<{ upTo: number } | null> => {
  const found = tx.selectFrom('accounts').select(['proved', 'proved_since', 'wiped_at']).where('user_id', '=', userId)
  const row = await (engineOf(tx) === 'sqlite' ? found : found.forUpdate()).executeTakeFirst()
  if (row === undefined) return { upTo: at }
  if (row.wiped_at >= at) return null
  await tx.updateTable('accounts').set({ wiped_at: at }).where('user_id', '=', userId).execute()
  return { upTo: row.proved === 0 ? now : Math.max(at, row.proved_since - 1) }
}

/** Deletes a user's stored data. Their sessions end at the provider. */
export const deleteProfile = async (tx: Transaction<SignInTables>, userId: string): Promise<void> => {
  await tx.deleteFrom('accounts').where('user_id', '=', userId).execute()
}

/** Forgets ended sessions for which nothing could speak any more. */
export const sweepEndedSessions = (db: Kysely<SignInTables>, now: number): Promise<void> =>
  deleteOlder(db, 'ended_sessions', { key: ['session'], age: 'forget_at', before: now })

/** Ends a session on every node from now on, regardless of the provider. */
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
