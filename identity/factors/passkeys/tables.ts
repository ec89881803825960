import type { Migration } from '@corroborate/server-kit/database'

/** WebAuthn calls a passkey a registration. Ids and the user object use that word. */
export type PasskeyTables = {
  passkeys: {
    project_id: string
    passkey_id: string
    user_id: string
    /** As the authenticator gave it; base64url. */
    credential_id: string
    /** COSE, base64url. */
    public_key: string
    /** The authenticator's account ID (WebAuthn §5.4.3); base64url. */
    user_handle: string
    /** The relying party id: the passkey works on this domain and its subdomains only. */
    domain: string
    name: string
    /** Signature counter; 0 from authenticators that don't count. */
    counter: number
    /** Transports as a JSON list. Browsers need them at sign-in. */
    transports: string
    /** Attachment requested by the page, or empty. */
    authenticator_type: 'platform' | 'cross-platform' | ''
    /** The model of the authenticator; zeros where it is not known. */
    aaguid: string
    user_agent: string
    /** 1 when it can be chosen without a user name. */
    discoverable: number
    /** 1 when it may be kept on more than one device. This never changes. */
    backup_eligible: number
    /** 1 when it was kept on more than one device at its last use. */
    backed_up: number
    created_at: number
    last_used_at: number
  }
  passkey_handles: {
    project_id: string
    user_id: string
    user_handle: string
    /** 1 for the one that we made. Pages may choose others. */
    is_ours: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends PasskeyTables {}
}

export const passkeyMigrations: Migration[] = [
  {
    name: '2026-11-26-passkeys',
    async up(db) {
      await db.schema
        .createTable('passkeys')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('passkey_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('credential_id', 'text', column => column.notNull())
        .addColumn('public_key', 'text', column => column.notNull())
        .addColumn('user_handle', 'text', column => column.notNull())
        .addColumn('domain', 'text', column => column.notNull())
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('counter', 'bigint', column => column.notNull())
        .addColumn('transports', 'text', column => column.notNull())
        .addColumn('authenticator_type', 'text', column => column.notNull())
        .addColumn('aaguid', 'text', column => column.notNull())
        .addColumn('user_agent', 'text', column => column.notNull())
        .addColumn('discoverable', 'integer', column => column.notNull())
        .addColumn('backup_eligible', 'integer', column => column.notNull())
        .addColumn('backed_up', 'integer', column => column.notNull())
        .addColumn('created_at', 'bigint', column => column.notNull())
        .addColumn('last_used_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('passkeys_pk', ['project_id', 'passkey_id'])
        .addUniqueConstraint('passkeys_by_credential', ['project_id', 'credential_id'])
        .execute()
      await db.schema.createIndex('passkeys_of').on('passkeys').columns(['project_id', 'user_id']).execute()

      await db.schema
        .createTable('passkey_handles')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('user_handle', 'text', column => column.notNull())
        .addColumn('is_ours', 'integer', column => column.notNull())
        .addPrimaryKeyConstraint('passkey_handles_pk', ['project_id', 'user_id', 'user_handle'])
        .execute()
    },
  },
]
