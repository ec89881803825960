import type { Migration } from '@corroborate/server-kit/database'
import type { OAuthProvider } from '@corroborate/wire/providers'

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
