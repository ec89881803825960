import type { Migration } from '@corroborate/server-kit/database'
import type { OAuthProvider } from '@corroborate/wire/providers'
import type { User } from '@corroborate/wire/types'
import type { UserRef } from '../../accounts/users/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { Sealer } from '../../platform/sealing/sealer.ts'
import type { Project } from '../../projects/index.ts'
import type { ProviderValues } from './provider-client/index.ts'
import { type Profile, providers } from './providers/index.ts'

export type OAuthTables = {
  /** The client that an operator has registered at a provider. */
  oauth_clients: {
    project_id: string
    provider: OAuthProvider
    client_id: string
    /** Sealed. For Apple it is the private key. */
    client_secret: string
    /** The rest, as JSON. */
    options: string
    updated_at: number
  }
  oauth_registrations: {
    project_id: string
    registration_id: string
    user_id: string
    provider: OAuthProvider
    /** The host within which subjects are unique, or `sandbox`. */
    authority: string
    subject: string
    profile_picture_url: string
    locale: string
    /** The provider's tokens and the address it gave, as JSON; sealed. */
    provider_values: string
    created_at: number
    last_used_at: number
  }
  /** Sealed state of a sign-in between two requests. Each row belongs to a one-time secret. */
  oauth_parcels: {
    project_id: string
    parcel_id: string
    content: string
    expires_at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends OAuthTables {}
}

export const oauthMigrations: Migration[] = [
  {
    name: '2026-11-27-oauth',
    async up(db) {
      await db.schema
        .createTable('oauth_clients')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('provider', 'text', column => column.notNull())
        .addColumn('client_id', 'text', column => column.notNull())
        .addColumn('client_secret', 'text', column => column.notNull())
        .addColumn('options', 'text', column => column.notNull())
        .addColumn('updated_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('oauth_clients_pk', ['project_id', 'provider'])
        .execute()
      await db.schema
        .createTable('oauth_registrations')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('registration_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('provider', 'text', column => column.notNull())
        .addColumn('authority', 'text', column => column.notNull())
        .addColumn('subject', 'text', column => column.notNull())
        .addColumn('profile_picture_url', 'text', column => column.notNull())
        .addColumn('locale', 'text', column => column.notNull())
        .addColumn('provider_values', 'text', column => column.notNull())
        .addColumn('created_at', 'bigint', column => column.notNull())
        .addColumn('last_used_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('oauth_registrations_pk', ['project_id', 'registration_id'])
        .addUniqueConstraint('oauth_registrations_by_subject', ['project_id', 'provider', 'authority', 'subject'])
        .execute()
      await db.schema
        .createIndex('oauth_registrations_of')
        .on('oauth_registrations')
        .columns(['project_id', 'user_id'])
        .execute()
      await db.schema
        .createTable('oauth_parcels')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('parcel_id', 'text', column => column.notNull())
        .addColumn('content', 'text', column => column.notNull())
        .addColumn('expires_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('oauth_parcels_pk', ['project_id', 'parcel_id'])
        .execute()
      await db.schema.createIndex('oauth_parcels_by_end').on('oauth_parcels').columns(['expires_at']).execute()
    },
  },
]

export const oauthSealed = [
  { table: 'oauth_clients', id: 'provider', value: 'client_secret' },
  { table: 'oauth_registrations', id: 'registration_id', value: 'provider_values' },
  { table: 'oauth_parcels', id: 'parcel_id', value: 'content' },
]

/** An account at a provider. */
export type Subject = { provider: OAuthProvider; authority: string; subject: string }
/** Stored data of a sign-in. The address is stored even if it is unverified. */
export type Kept = Pick<Profile, 'pictureUrl' | 'locale'> & { values: ProviderValues & { email: string } }

const rowOf = (projectId: string, id: string) => ({ table: 'oauth_registrations', projectId, id })

/** The user that an account at a provider is linked to, with the id of the link. */
export const findOwner = async (
  db: Database | Tx,
  projectId: string,
  { provider, authority, subject }: Subject,
): Promise<{ id: string; userId: string } | null> => {
  const row = await db
    .selectFrom('oauth_registrations')
    .select(['registration_id', 'user_id'])
    .where('project_id', '=', projectId)
    .where('provider', '=', provider)
    .where('authority', '=', authority)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row === undefined ? null : { id: row.registration_id, userId: row.user_id }
}

/** Links an account at a provider. Returns the id of the link, or null when the account is linked already. */
export const insertRegistration = async (
  tx: Tx,
  sealer: Sealer,
  project: Project,
  userId: string,
  account: Subject,
  { pictureUrl, locale, values }: Kept,
  now: number,
): Promise<string | null> => {
  const id = newId('oauth-user', project.environment)
  const row = await tx
    .insertInto('oauth_registrations')
    .values({
      project_id: project.id,
      registration_id: id,
      user_id: userId,
      ...account,
      profile_picture_url: pictureUrl,
      locale,
      provider_values: sealer.seal(JSON.stringify(values), rowOf(project.id, id)),
      created_at: now,
      last_used_at: now,
    })
    .onConflict(conflict => conflict.columns(['project_id', 'provider', 'authority', 'subject']).doNothing())
    .returning('registration_id')
    .executeTakeFirst()
  return row?.registration_id ?? null
}

/** Stores the data of a repeated sign-in. */
export const noteSignInOf = async (
  tx: Tx,
  sealer: Sealer,
  projectId: string,
  id: string,
  { pictureUrl, locale, values }: Kept,
  now: number,
): Promise<void> => {
  await tx
    .updateTable('oauth_registrations')
    .set({
      profile_picture_url: pictureUrl,
      locale,
      provider_values: sealer.seal(JSON.stringify(values), rowOf(projectId, id)),
      last_used_at: now,
    })
    .where('project_id', '=', projectId)
    .where('registration_id', '=', id)
    .execute()
}

/** The provider's own tokens for an account that is linked to this user. */
export const readValues = async (
  db: Database | Tx,
  sealer: Sealer,
  projectId: string,
  userId: string,
  id: string,
): Promise<{ provider: OAuthProvider; values: Kept['values'] } | null> => {
  const row = await db
    .selectFrom('oauth_registrations')
    .select(['provider', 'provider_values'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('registration_id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  return { provider: row.provider, values: JSON.parse(sealer.open(row.provider_values, rowOf(projectId, id))) }
}

export const keepValues = async (
  db: Database | Tx,
  sealer: Sealer,
  projectId: string,
  id: string,
  values: Kept['values'],
): Promise<void> => {
  await db
    .updateTable('oauth_registrations')
    .set({ provider_values: sealer.seal(JSON.stringify(values), rowOf(projectId, id)) })
    .where('project_id', '=', projectId)
    .where('registration_id', '=', id)
    .execute()
}

/** Query part for a user's linked accounts, embedded in the statement that reads the user. */
export const providerRows = (db: Database | Tx, { projectId, userId }: UserRef) =>
  (db as Database)
    .selectFrom('oauth_registrations')
    .select(['registration_id', 'provider', 'subject', 'profile_picture_url', 'locale'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('registration_id')

export const toProvider = (row: {
  registration_id: string
  provider: OAuthProvider
  subject: string
  profile_picture_url: string
  locale: string
}): User['providers'][number] => ({
  oauth_user_registration_id: row.registration_id,
  provider_subject: row.subject,
  provider_type: providers[row.provider].title,
  profile_picture_url: row.profile_picture_url,
  locale: row.locale,
})

const ofUser = (tx: Tx, projectId: string, userId: string) =>
  tx.deleteFrom('oauth_registrations').where('project_id', '=', projectId).where('user_id', '=', userId)

export const removeRegistration = async (tx: Tx, projectId: string, userId: string, id: string): Promise<void> => {
  await ofUser(tx, projectId, userId).where('registration_id', '=', id).execute()
}

export const removeRegistrations = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
  await ofUser(tx, projectId, userId).execute()
}
