import { engineOf, type Migration, prepareQuery } from '@corroborate/server-kit/database'
import type { Locale } from '@corroborate/wire/locales'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import { type ClaimEnd, claimFor } from './rules.ts'

export type ClaimTables = {
  /** Claims with their paper and end. */
  claims: {
    id: string
    doi: string
    /** The key of the account; null when it was deleted. */
    claimant: string | null
    name: string
    /** 1: others may see the name. */
    show_name: number
    /** For reminders and moderators' questions; never shown. */
    email: string | null
    /** The language of reminders: that of the browser that sent the claim. */
    locale: Locale
    /** Plan; may be empty. */
    plan: string
    package: string | null
    /** Random hash from the client (SPEC §5). */
    sha256: string
    claimed_at: number
    until: number
    /** Null while it is not public. */
    approved_at: number | null
    end: ClaimEnd | null
    /** 1 until it ends: a person has one such claim on a paper. */
    live: number
  }
}

export const claimsMigration: Migration = {
  name: '2026-11-27-claims',
  async up(db) {
    await db.schema
      .createTable('claims')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('claimant', 'text')
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('show_name', 'integer', column => column.notNull())
      .addColumn('email', 'text')
      .addColumn('plan', 'text', column => column.notNull())
      .addColumn('package', 'text')
      .addColumn('sha256', 'text', column => column.notNull())
      .addColumn('claimed_at', 'bigint', column => column.notNull())
      .addColumn('until', 'bigint', column => column.notNull())
      .addColumn('approved_at', 'bigint')
      .addColumn('end', 'text')
      .addColumn('live', 'integer', column => column.notNull())
      .execute()
    await db.schema.createIndex('claims_once').on('claims').columns(['claimant', 'doi', 'sha256']).unique().execute()
    await sql`create unique index claims_live on claims (claimant, doi) where live = 1`.execute(db)
    await sql`create index claims_of_paper on claims (doi, claimed_at) where live = 1`.execute(db)
  },
}

export const claimLocaleMigration: Migration = {
  name: '2026-11-28-claim-locale',
  up: db =>
    db.schema
      .alterTable('claims')
      .addColumn('locale', 'text', column => column.notNull().defaultTo('en'))
      .execute(),
}

export type Claim = {
  id: string
  doi: Doi
  /** Null when their account was deleted. */
  claimant: string | null
  name: string
  showName: boolean
  plan: string
  package: string | null
  sha256: string
  claimedAt: number
  until: number
  approvedAt: number | null
  end: ClaimEnd | null
}

const columns = [
  'id',
  'doi',
  'claimant',
  'name',
  'show_name',
  'plan',
  'package',
  'sha256',
  'claimed_at',
  'until',
  'approved_at',
  'end',
] as const

const claimOf = ({
  doi,
  show_name,
  claimed_at,
  approved_at,
  ...row
}: Pick<ClaimTables['claims'], (typeof columns)[number]>): Claim => ({
  ...row,
  doi: doi as Doi,
  showName: show_name === 1,
  claimedAt: claimed_at,
  approvedAt: approved_at,
})

type Db = Kysely<ClaimTables> | Transaction<ClaimTables>

/** The claim of a person on a paper that has not ended; its date may have passed. */
export const liveClaim = async (db: Db, claimant: string, doi: Doi): Promise<Claim | null> => {
  const found = db.selectFrom('claims').select(columns).where('claimant', '=', claimant).where('doi', '=', doi)
  const row = await found.where('live', '=', 1).executeTakeFirst()
  return row === undefined ? null : claimOf(row)
}

export const claimOfSha256 = async (db: Db, claimant: string, doi: Doi, sha256: string): Promise<Claim | null> => {
  const found = db.selectFrom('claims').select(columns).where('claimant', '=', claimant).where('doi', '=', doi)
  const row = await found.where('sha256', '=', sha256).executeTakeFirst()
  return row === undefined ? null : claimOf(row)
}

export const readClaims = async (db: Db, ids: readonly string[]): Promise<Claim[]> => {
  if (ids.length === 0) return []
  return (
    await db
      .selectFrom('claims')
      .select(columns)
      .where('id', 'in', [...ids])
      .execute()
  ).map(claimOf)
}

export const claimsBy = async (db: Db, claimant: string): Promise<Claim[]> => {
  const found = db.selectFrom('claims').select(columns).where('claimant', '=', claimant)
  return (await found.orderBy('claimed_at', 'desc').execute()).map(claimOf)
}

/** Serializes concurrent claims of a person, so that each counts the previous ones. */
export const holdClaimsOf = async (tx: Transaction<ClaimTables>, claimant: string): Promise<void> => {
  if (engineOf(tx) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtext(${`claims of ${claimant}`}))`.execute(tx)
}

export const countLive = async (db: Db, claimant: string, now: number): Promise<number> =>
  (
    await db
      .selectFrom('claims')
      .select(({ fn }) => fn.countAll<number>().as('claims'))
      .where('claimant', '=', claimant)
      .where('live', '=', 1)
      .where('until', '>', now)
      .executeTakeFirstOrThrow()
  ).claims

export type NewClaim = {
  id: string
  doi: Doi
  claimant: string
  name: string
  showName: boolean
  email: string | null
  locale: Locale
  plan: string
  package: string | null
  sha256: string
  until: number
}

/** Stores a claim; returns false if the person has one with that hash, or an active one on that paper. */
export const addClaim = async (
  tx: Transaction<ClaimTables>,
  { showName, ...claim }: NewClaim,
  now: number,
): Promise<boolean> => {
  const added = await tx
    .insertInto('claims')
    .values({ ...claim, show_name: showName ? 1 : 0, claimed_at: now, approved_at: null, end: null, live: 1 })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Changes where a claim stands. */
export const setClaim = async (
  tx: Transaction<ClaimTables>,
  id: string,
  to: Pick<ClaimTables['claims'], 'approved_at' | 'end' | 'live'>,
): Promise<void> => {
  await tx.updateTable('claims').set(to).where('id', '=', id).execute()
}

/** Extends an active claim. @returns false if it has ended, or its end has changed */
export const prolongClaim = async (
  tx: Transaction<ClaimTables>,
  { id, until }: Pick<Claim, 'id' | 'until'>,
  next: number,
): Promise<boolean> => {
  const update = tx.updateTable('claims').set({ until: next }).where('id', '=', id).where('until', '=', until)
  return (await update.where('live', '=', 1).executeTakeFirst()).numUpdatedRows > 0n
}

/** Returns the address and language of a claim's reminder. Only for the mail itself. */
export const addresseeOfClaim = async (db: Db, id: string): Promise<{ email: string; locale: Locale } | null> => {
  const row = await db.selectFrom('claims').select(['email', 'locale']).where('id', '=', id).executeTakeFirst()
  return row?.email == null ? null : { email: row.email, locale: row.locale }
}

/** A claim that holds a paper's bounty for its claimant. `until` in epoch ms. */
export type Hold = { id: string; claimant: string | null; name: string | null; until: number }

/**
 * The claims that hold the bounty of a paper: those that stand, but none for longer than claims last from the day on which the same person
 * first claimed the paper, however often they renew it, or withdraw it and claim anew. The first claimed first.
 */
export const readHolds = async (db: Db, doi: string, now: number): Promise<Hold[]> => {
  const rows = await standing(db, doi)
    .select(['id', 'claimant', 'name', 'show_name', 'until', 'claimed_at'])
    .select(({ selectFrom }) =>
      selectFrom('claims as earlier')
        .select(({ fn }) => fn.min('earlier.claimed_at').as('first'))
        .whereRef('earlier.claimant', '=', 'claims.claimant')
        .whereRef('earlier.doi', '=', 'claims.doi')
        .as('first_at'),
    )
    .where('until', '>', now)
    .execute()
  return rows
    .map(({ id, claimant, name, show_name, until, claimed_at, first_at }) => ({
      id,
      claimant,
      name: show_name === 1 ? name : null,
      until: Math.min(until, (first_at ?? claimed_at) + claimFor),
    }))
    .filter(hold => hold.until > now)
}

/** Returns the latest end of a claim's hold on the paper's bounty, in epoch ms. */
export const lastDayOfHold = async (db: Db, { claimant, doi, claimedAt }: Claim): Promise<number> => {
  const claims = claimant === null ? [] : await claimsBy(db, claimant)
  return Math.min(claimedAt, ...claims.filter(claim => claim.doi === doi).map(claim => claim.claimedAt)) + claimFor
}

/** Returns the claimants with an approved active claim on a paper, for mails. */
export const readClaimants = (db: Db, doi: string): Promise<{ id: string; claimant: string | null; email: string }[]> =>
  standing(db, doi)
    .select(['id', 'claimant', 'email'])
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()
    .execute()

/** True if the person has ever claimed the paper. */
export const hasClaimed = async (db: Db, claimant: string, doi: string): Promise<boolean> => {
  const found = db.selectFrom('claims').select('id').where('claimant', '=', claimant).where('doi', '=', doi)
  return (await found.executeTakeFirst()) !== undefined
}

const standing = (db: Db, doi: string) =>
  db
    .selectFrom('claims')
    .where('doi', '=', doi)
    .where('live', '=', sql.lit(1))
    .where('approved_at', 'is not', null)
    .orderBy('claimed_at')
    .orderBy('id')

/** Public view of a claim: named only by choice. */
export type PublicClaim = { name: string | null; until: number; claimant: string | null }

/** Returns a paper's approved active claims, oldest first. One query, compiled once. Expired claims are ended by a job on their day. */
export const activeClaimsReader = (db: Kysely<ClaimTables>): ((doi: Doi) => Promise<PublicClaim[]>) => {
  const read = prepareQuery(db, (doi: string) =>
    db
      .selectFrom('claims')
      .select(['name', 'show_name', 'until', 'claimant'])
      .where('doi', '=', doi)
      .where('live', '=', sql.lit(1))
      .where('approved_at', 'is not', null)
      .orderBy('claimed_at')
      .orderBy('id')
      .limit(mostShown),
  )
  return async doi =>
    (await read(doi)).map(({ show_name, name, ...row }) => ({ ...row, name: show_name === 1 ? name : null }))
}

const mostShown = 10
