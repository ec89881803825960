import type { Migration } from '@corroborate/server-kit/database'
import type { AccountPart } from '../users/index.ts'
import { deleteKnownDevices } from './store.ts'

export type KnownDeviceTables = {
  /** Browsers in which a user has signed in. The owner is notified of a sign-in from any other. */
  known_devices: {
    project_id: string
    device_id: string
    user_id: string
    /** SHA-256 of the secret in the browser's cookie, base64url. */
    secret_hash: string
    /** As `deviceOf` names them. */
    browser: string
    system: string
    /** `networkOf` the address that it was last used from. */
    network: string
    /** 1 once the browser has sent its cookie back. */
    keeps_cookies: number
    first_used_at: number
    last_used_at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends KnownDeviceTables {}
}

export const knownDeviceMigrations: Migration[] = [
  {
    name: '2026-12-13-known-devices',
    async up(db) {
      await db.schema
        .createTable('known_devices')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('device_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('secret_hash', 'text', column => column.notNull())
        .addColumn('browser', 'text', column => column.notNull())
        .addColumn('system', 'text', column => column.notNull())
        .addColumn('network', 'text', column => column.notNull())
        .addColumn('keeps_cookies', 'integer', column => column.notNull())
        .addColumn('first_used_at', 'bigint', column => column.notNull())
        .addColumn('last_used_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('known_devices_pk', ['project_id', 'device_id'])
        .execute()
      await db.schema.createIndex('known_devices_of').on('known_devices').columns(['project_id', 'user_id']).execute()
      await db.schema.createIndex('known_devices_by_age').on('known_devices').column('last_used_at').execute()
    },
  },
]

/** Known browsers as a part of the account. */
export const knownDevicePart: AccountPart = {
  userField: null,
  isWayIn: null,
  makesAccount: null,
  wipeUnproved: (tx, { projectId, userId }) => deleteKnownDevices(tx, projectId, { userId, deviceId: null }),
  deleteUser: (tx, projectId, userId) => deleteKnownDevices(tx, projectId, { userId, deviceId: null }),
}
