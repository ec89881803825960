import type { Migration } from '@corroborate/server-kit/database'
import type { AccountPart } from '../users/index.ts'
import { deleteRememberedDevices } from './store.ts'

export type RememberedDeviceTables = {
  /** Browsers in which a user has proved a second factor, and wants to do without it for a while. */
  remembered_devices: {
    project_id: string
    device_id: string
    user_id: string
    /** SHA-256 of the secret in the browser's cookie, base64url. */
    secret_hash: string
    user_agent: string
    ip_address: string
    remembered_at: number
    last_used_at: number
    /** Never extended. After it, the second factor is required again. */
    expires_at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends RememberedDeviceTables {}
}

export const rememberedDeviceMigrations: Migration[] = [
  {
    name: '2026-12-10-remembered-devices',
    async up(db) {
      await db.schema
        .createTable('remembered_devices')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('device_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('secret_hash', 'text', column => column.notNull())
        .addColumn('user_agent', 'text', column => column.notNull())
        .addColumn('ip_address', 'text', column => column.notNull())
        .addColumn('remembered_at', 'bigint', column => column.notNull())
        .addColumn('last_used_at', 'bigint', column => column.notNull())
        .addColumn('expires_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('remembered_devices_pk', ['project_id', 'device_id'])
        .execute()
      await db.schema
        .createIndex('remembered_devices_of')
        .on('remembered_devices')
        .columns(['project_id', 'user_id'])
        .execute()
    },
  },
]

/** Remembered devices as a part of the account. */
export const rememberedDevicePart: AccountPart = {
  userField: null,
  isWayIn: null,
  makesAccount: null,
  wipeUnproved: async (tx, { projectId, userId }) => {
    await deleteRememberedDevices(tx, projectId, { userId, deviceId: null })
  },
  deleteUser: async (tx, projectId, userId) => {
    await deleteRememberedDevices(tx, projectId, { userId, deviceId: null })
  },
}
