import type { Migration } from '@corroborate/server-kit/database'

/** Tables of the OpenID provider. Tokens, codes and secrets are stored as hashes only. */
export type OpenidTables = {
  /** Applications that sign people in with us. */
  openid_clients: {
    project_id: string
    client_id: string
    /** An operator made it, it registered itself (RFC 7591), or its id is the address of its description. */
    origin: 'operator' | 'registered'
    /** JSON: see `store/clients.ts`. */
    settings: string
    /** SHA-256 of the secret, base64url; null for a public client. */
    secret_hash: string | null
    /** Its logo, a data: URL of ours; null without one. */
    logo: string | null
    created_at: number
    updated_at: number
    /** Last sign-in to a dynamically registered application; null if never. */
    used_at: number | null
  }
  /** Records of `oidc-provider` by kind and hashed ID. */
  openid_records: {
    project_id: string
    kind: string
    record_hash: string
    /** JSON, without the id: for tokens and codes that is the secret. */
    payload: string
    /** Set for a grant and everything issued from it. Without its grant, none of it is found. */
    grant_hash: string | null
    user_id: string | null
    client_id: string | null
    consumed_at: number | null
    /** A hash of the request that spent it, where that request may come again; null otherwise. */
    consumed_by: string | null
    expires_at: number
  }
  /** Applications that a session has signed in to. */
  openid_authorizations: {
    project_id: string
    session_id: string
    client_id: string
    user_id: string
    /** The session as the application knows it. */
    sid: string
    grant_id: string
    expires_at: number
  }
  /** User consents by application. */
  openid_consents: {
    project_id: string
    user_id: string
    client_id: string
    /** With a space between them, sorted. */
    scopes: string
    resources: string
    granted_at: number
    updated_at: number
  }
  /** Requests that a person has been shown, and may answer. */
  openid_requests: {
    project_id: string
    session_id: string
    request_hash: string
    /** 1 if consent was required, otherwise 0. */
    asks: number
    shown_at: number
    expires_at: number
  }
  /** Requests that prompted the user to log in again (`prompt=login`, `max_age`). */
  openid_logins: {
    project_id: string
    user_id: string
    request_hash: string
    /** A factor that was proved since then was proved for the request. */
    told_at: number
    expires_at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends OpenidTables {}
}

export const openidMigrations: Migration[] = [
  {
    name: '2026-12-01-openid',
    async up(db) {
      await db.schema
        .createTable('openid_clients')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('client_id', 'text', column => column.notNull())
        .addColumn('origin', 'text', column => column.notNull())
        .addColumn('settings', 'text', column => column.notNull())
        .addColumn('secret_hash', 'text')
        .addColumn('logo', 'text')
        .addColumn('created_at', 'bigint', column => column.notNull())
        .addColumn('updated_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('openid_clients_pk', ['project_id', 'client_id'])
        .execute()

      await db.schema
        .createTable('openid_records')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('kind', 'text', column => column.notNull())
        .addColumn('record_hash', 'text', column => column.notNull())
        .addColumn('payload', 'text', column => column.notNull())
        .addColumn('grant_hash', 'text')
        .addColumn('user_id', 'text')
        .addColumn('client_id', 'text')
        .addColumn('consumed_at', 'bigint')
        .addColumn('expires_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('openid_records_pk', ['project_id', 'kind', 'record_hash'])
        .execute()
      const records = (name: string) => db.schema.createIndex(`openid_records_${name}`).on('openid_records')
      await records('of_grant').columns(['project_id', 'grant_hash']).execute()
      await records('of_user').columns(['project_id', 'user_id', 'client_id']).execute()
      await records('by_end').column('expires_at').execute()

      await db.schema
        .createTable('openid_authorizations')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('session_id', 'text', column => column.notNull())
        .addColumn('client_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('sid', 'text', column => column.notNull())
        .addColumn('grant_id', 'text', column => column.notNull())
        .addColumn('expires_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('openid_authorizations_pk', ['project_id', 'session_id', 'client_id'])
        .execute()
      const authorizations = (name: string) =>
        db.schema.createIndex(`openid_authorizations_${name}`).on('openid_authorizations')
      await authorizations('of_user').columns(['project_id', 'user_id', 'client_id']).execute()
      await authorizations('by_end').column('expires_at').execute()

      await db.schema
        .createTable('openid_consents')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('client_id', 'text', column => column.notNull())
        .addColumn('scopes', 'text', column => column.notNull())
        .addColumn('resources', 'text', column => column.notNull())
        .addColumn('granted_at', 'bigint', column => column.notNull())
        .addColumn('updated_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('openid_consents_pk', ['project_id', 'user_id', 'client_id'])
        .execute()

      await db.schema
        .createTable('openid_requests')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('session_id', 'text', column => column.notNull())
        .addColumn('request_hash', 'text', column => column.notNull())
        .addColumn('asks', 'integer', column => column.notNull())
        .addColumn('shown_at', 'bigint', column => column.notNull())
        .addColumn('expires_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('openid_requests_pk', ['project_id', 'session_id', 'request_hash'])
        .execute()
      await db.schema.createIndex('openid_requests_by_end').on('openid_requests').column('expires_at').execute()
    },
  },
  {
    name: '2026-12-03-openid-registration',
    async up(db) {
      await db.schema.alterTable('openid_clients').addColumn('used_at', 'bigint').execute()

      await db.schema
        .createTable('openid_logins')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('request_hash', 'text', column => column.notNull())
        .addColumn('told_at', 'bigint', column => column.notNull())
        .addColumn('expires_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('openid_logins_pk', ['project_id', 'user_id', 'request_hash'])
        .execute()
      await db.schema.createIndex('openid_logins_by_end').on('openid_logins').column('expires_at').execute()
    },
  },
  {
    name: '2026-12-11-openid-repeated-refreshes',
    async up(db) {
      await db.schema.alterTable('openid_records').addColumn('consumed_by', 'text').execute()
    },
  },
]
