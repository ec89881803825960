import { hash } from 'node:crypto'
import { deleteOlder, engineOf, listed, type Migration, prepareQuery } from '@corroborate/server-kit/database'
import { type Generated, type Kysely, sql, type Transaction } from 'kysely'
import { accountKey } from '../../../kit/people/index.ts'

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
    /** Since when; 0: since we know the account. In ms of this server's clock. */
    proved_since: Generated<number>
    /** When the provider last took from it what somebody else may have put there; 0: never. In ms of the provider's clock. */
    wiped_at: Generated<number>
    /** The proved address that mails go to. */
    mail_to: Generated<string | null>
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

/** Nobody is written to until the provider says that an address is proved, the next time that it is asked. */
export const mailToMigration: Migration = {
  name: '2026-11-26-proved-addresses',
  up: async db => {
    await db.schema.alterTable('accounts').addColumn('mail_to', 'text').execute()
  },
}

/** What is kept of a user. */
export type Profile = { userId: string; name: string; email: string | null; mailTo: string | null; proved: boolean }

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

/** Whether the session of a token was logged out here. */
export const isEnded = async (db: Kysely<SignInTables>, token: string): Promise<boolean> => {
  const found = db.selectFrom('ended_sessions').select('session').where('session', '=', hashed(token))
  return (await found.executeTakeFirst()) !== undefined
}

type EndedBy = { id: string; token: string }

/** `changedHandsAt`: what was signed up to then may speak for somebody whose session ended, and the provider is asked. */
type ReadProfile = Profile & { hasEnded: boolean; changedHandsAt: number }

/** Keeps what the provider says of a user, unless it is what we have. */
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
 * Whether a user has proved who they are, for the rest of the transaction: who notes a change of that, or deletes the account,
 * waits for its end. Null when there is no such account any more. Ask before anything else is locked.
 */
export const holdProof = async (tx: Transaction<SignInTables>, userId: string): Promise<boolean | null> => {
  const found = tx.selectFrom('accounts').select('proved').where('user_id', '=', userId)
  const row = await (engineOf(tx) === 'sqlite' ? found : found.forShare()).executeTakeFirst()
  return row === undefined ? null : row.proved === 1
}

/** Holds an account that is about to be deleted: who acts in it waits, and finds it gone. Ask before anything else is locked. */
export const holdAccount = async (tx: Transaction<SignInTables>, userId: string): Promise<void> => {
  const found = tx.selectFrom('accounts').select('user_id').where('user_id', '=', userId)
  await (engineOf(tx) === 'sqlite' ? found : found.forUpdate()).execute()
}

/** The proved addresses that mails to some accounts go to, by the keys of those that have one. */
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

/** What is kept of a user, for their own copy. */
export const exportProfile = async (db: Kysely<SignInTables>, userId: string): Promise<object | null> => {
  const row = await db.selectFrom('accounts').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (row === undefined) return null
  return { id: row.user_id, name: row.name, email: row.email, since: new Date(row.created_at).toISOString() }
}

/**
 * Holds an account that the provider has wiped at `at`, and tells up to when what was done in its name is to go; null when
 * that has been done already. Ask before anything else is locked.
 *
 * Until its owner came here, nobody but the person before could do anything. When they have come, it is known since when
 * the account is proved; one that had proved something else before (a number) goes by the provider's clock.
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

/** Deletes what is kept of a user. Their sessions end at the provider. */
export const deleteProfile = async (tx: Transaction<SignInTables>, userId: string): Promise<void> => {
  await tx.deleteFrom('accounts').where('user_id', '=', userId).execute()
}

/** Forgets ended sessions for which nothing could speak any more. */
export const sweepEndedSessions = (db: Kysely<SignInTables>, now: number): Promise<void> =>
  deleteOlder(db, 'ended_sessions', { key: ['session'], age: 'forget_at', before: now })

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
